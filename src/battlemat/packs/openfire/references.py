"""What the blocks of a module say of each other; every name that is used is defined.

Special rules belong to the core or to the module (`openfire.module.special-names`); weapons,
abilities, factions and tags belong to the module.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from battlemat.packs.places import Known, Place, go_on, lacks
from battlemat.packs.problems import nearest
from battlemat.rulebooks.openfire.state.policy import policy_faults
from battlemat.rulebooks.openfire.state.specials import (
    NO_VALUE,
    VALUES,
    UnitRule,
    UnknownRule,
    WeaponRule,
    name_all,
    own_rules,
)

Names = Mapping[str, UnitRule] | Mapping[str, WeaponRule]


def check_references(value: Mapping[str, Any], place: Place) -> None:
    """Complain of every name in a module that nobody defines."""
    before = len(place.problems)
    special = value.get("special_rules", {})
    units, weapons = own_rules({name: _outline(row) for name, row in special.items()})
    for name, row in special.items():
        known: Names = weapons if row.known("kind") == "weapon" else units
        for n, code in enumerate(row.known("grants", ())):
            check_special(code, known, place / "special_rules" / name / "grants" / n)
        for n, change in enumerate(row.get("modify", ())):
            if change.get("by") in VALUES and row.get("param", NO_VALUE) == NO_VALUE:
                what = f"{change['by']} is the value of the rule, which has none: add param: number"
                (place / "special_rules" / name / "modify" / n / "by").complain(what)
    for name, weapon in value.get("weapons", {}).items():
        go_on(place, partial(check_weapon, weapon, weapons, place / "weapons" / name))
    for name, ability in value.get("abilities", {}).items():
        for n, effect in enumerate(ability.known("effects", ())):
            here = place / "abilities" / name / "effects" / n
            go_on(place, partial(_effect, effect, units, weapons, value.get("weapons", {}), here))
    for name, unit in value.get("units", {}).items():
        go_on(place, partial(_unit, unit, units, value, place / "units" / name))
    for check in (_limits, _unique, _span):
        go_on(place, partial(check, value, place / "army_rules"))
    go_on(place, lambda: check_policy(value.get("rules", {}), place / "rules"))
    for name, mission in _inline(value.get("missions", {})):
        here = place / "missions" / name / "rules"
        go_on(place, partial(_policy, mission, here))
    # Several models share what their unit says, so a mistake there is met more than once.
    found = list(dict.fromkeys(place.problems[before:]))
    place.problems[before:] = found


def _outline(rule: Known) -> Mapping[str, Any]:
    """A special rule; of a faulty one what makes it known, so that its users are not blamed."""
    if not lacks(rule):
        return rule
    return {key: rule.known(key) for key in ("kind", "param") if rule.known(key)}


def _policy(mission: Known, place: Place) -> None:
    check_policy(mission.get("rules", {}), place)


def _inline(block: Any) -> list[tuple[str, Any]]:
    return list(block.items()) if isinstance(block, Mapping) else []


def check_policy(rules: Mapping[str, Any], place: Place) -> None:
    """Complain of core rules that cannot be changed, or not like that."""
    for key, text in policy_faults(rules):
        (place / key).complain(text)


def check_special(code: str, known: Names, place: Place) -> bool:
    """Whether a special rule is known and has its value; if not, that is told."""
    try:
        name_all((code,), known)
    except UnknownRule as wrong:
        place.complain(str(wrong))
        return False
    return True


def check_weapon(weapon: Mapping[str, Any], known: Names, place: Place) -> None:
    """Complain of what a weapon's profiles name or say wrongly."""
    for row in weapon.get("profiles", (weapon,)):
        here = place / "profiles" / row["id"] if "profiles" in weapon else place
        go_on(place, partial(_profile, row, known, here))


def _profile(row: Mapping[str, Any], known: Names, here: Place) -> None:
    for n, code in enumerate(row["special"]):
        check_special(code, known, here / "special" / n)
    if (here / "rng").is_sound():
        rng = row["rng"]
        if isinstance(rng, list) and rng[0] > rng[-1]:
            (here / "rng").complain(f"the least range {rng[0]} is above the most, {rng[1]}")


def _effect(
    effect: Mapping[str, Any], units: Names, rules: Names, weapons: Mapping[str, Any], place: Place
) -> None:
    if effect["do"] == "give":
        known = rules if "weapons" in effect else units
        check_special(effect["special"], known, place / "special")
        named = effect.get("weapons", "all")
        if named != "all" and named not in weapons:
            what = f"there is no weapon '{named}'{nearest(named, ('all', *weapons))}"
            (place / "weapons").complain(what)
    for key in ("special", "not_special"):
        name = effect.get("who", {}).get(key)
        if name is not None and name not in units:
            (place / "who" / key).complain(
                f"nobody defines the special rule '{name}'{nearest(name, units)}"
            )


def _unit(unit: Known, known: Names, value: Mapping[str, Any], place: Place) -> None:
    factions, faction = value.get("factions", {}), unit.known("faction")
    if faction is not None and faction not in factions:
        what = f"there is no faction '{faction}'{nearest(faction, factions)}"
        (place / "faction").complain(what)
    abilities = value.get("abilities", {})
    for n, name in enumerate(unit.known("abilities", ())):
        if name not in abilities:
            what = f"there is no ability '{name}'{nearest(name, abilities)}"
            (place / "abilities" / n).complain(what)
    for n, model in enumerate(unit["models"]):
        go_on(place, partial(_model, model, known, value["weapons"], place, n))


def _model(
    model: Known, known: Names, weapons: Mapping[str, Any], unit: Place, number: int
) -> None:
    def where(key: str, *rest: int) -> Place:
        """Where the model's value was written: with the model, or for its whole unit."""
        own = unit / "models" / number / key
        found = own if own.path in unit.source.lines else unit / key
        for one in rest:
            found = found / one
        return found

    for n, name in enumerate(model.known("weapons", ())):
        if name not in weapons:
            where("weapons", n).complain(f"there is no weapon '{name}'{nearest(name, weapons)}")
    good = [
        check_special(code, known, where("special", n)) for n, code in enumerate(model["special"])
    ]
    if not all(good):
        return
    rules = {named.rule.name for named in name_all(tuple(model["special"]), known)}
    if "Aircraft" in rules and isinstance(model["mov"], int):
        where("stats").complain("an Aircraft's mov is a pair, as in mov: [12, 20]")
    if "Aircraft" not in rules and not isinstance(model["mov"], int):
        where("stats").complain("only an Aircraft's mov is a pair; give one number")
    if "length" in model["base"] and "Vehicle" not in rules:
        where("base").complain("only a Vehicle has a rectangular base; give 'mm'")


def _limits(value: Mapping[str, Any], place: Place) -> None:
    tags = {tag for unit in value["units"].values() for tag in unit.known("tags", ())}
    for n, limit in enumerate(value["army_rules"].get("limits", ())):
        tag = limit.known("tag")
        if tag is not None and tag not in tags:
            what = f"no unit has the tag '{tag}'{nearest(tag, sorted(tags))}"
            (place / "limits" / n / "tag").complain(what)


def _unique(value: Mapping[str, Any], place: Place) -> None:
    for n, name in enumerate(value["army_rules"].get("unique", ())):
        if name not in value["units"]:
            what = f"there is no unit '{name}'{nearest(name, value['units'])}"
            (place / "unique" / n).complain(what)


def _span(value: Mapping[str, Any], place: Place) -> None:
    (place / "units").need_sound()
    least, most = value["army_rules"].get("units", [0, 1])
    if least > most:
        (place / "units").complain(f"the least, {least}, is above the most, {most}")
