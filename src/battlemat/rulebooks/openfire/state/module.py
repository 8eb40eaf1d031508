"""Game modules: what one must supply, checked before any game (`openfire.module.contents`).

A module is content, not code: blocks of plain values. A game needs exactly one of them beside the
core (`openfire.module.core-needs-module`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.rulebooks.openfire.state.army import rules_faults
from battlemat.rulebooks.openfire.state.check import Checker, Fault, Where, nearest
from battlemat.rulebooks.openfire.state.specials import UNIT_RULES, WEAPON_RULES, own_rules

BLOCKS = {
    "meta": True,
    "units": True,
    "weapons": True,
    "army_rules": True,
    "missions": True,
    "abilities": False,
    "special_rules": False,
    "rules": False,
    "terrain": False,
}
"""The blocks of a module, and which of them it must have."""

_META = ("id", "title", "version", "setting", "scale")
_PROFILE = ("name", "models")
_PROFILE_MORE = ("points", "faction", "tags", "abilities", "leader", "text")


def module_faults(values: Mapping[str, Any]) -> list[Fault]:
    """Everything that is wrong with a module; nothing if it can be played."""
    checker = Checker(UNIT_RULES, WEAPON_RULES)
    clause = "openfire.module.contents"
    for key in values:
        if key not in BLOCKS:
            checker.fault((key,), f"no block '{key}' in a module: {nearest(key, BLOCKS)}", clause)
    for block, needed in BLOCKS.items():
        if needed and not values.get(block):
            checker.fault((block,), f"the module lacks its block '{block}'", clause)
    _meta(checker, values.get("meta", {}))
    special = checker.mapping(
        ("special_rules",), values.get("special_rules", {}), "special_rules", clause
    )
    good = {name: row for name, row in special.items() if isinstance(row, Mapping)}
    units, weapons = own_rules({name: row for name, row in good.items() if _is_plain(row)})
    checker.unit_rules, checker.weapon_rules = units, weapons
    for name, row in special.items():
        checker.special_rule(("special_rules", name), row, name)
    for name, row in _block(checker, values, "weapons").items():
        checker.weapon(("weapons", name), row, name)
    for name, row in _block(checker, values, "abilities").items():
        checker.ability(("abilities", name), row, name)
    for name, row in _block(checker, values, "units").items():
        _profile(checker, ("units", name), row, name, values)
    for name, row in _block(checker, values, "missions").items():
        checker.mission(("missions", name), row, name)
    for where, text in rules_faults(values.get("army_rules", {})):
        checker.fault(("army_rules", *where), text, "openfire.module.army-rules")
    checker.policy(("rules",), values.get("rules", {}), "the module")
    _terrain(checker, values)
    return checker.faults


def _is_plain(row: Mapping[str, Any]) -> bool:
    changes = row.get("modify", ())
    return isinstance(changes, (list, tuple)) and all(
        isinstance(change, Mapping) and {"test", "by"} <= set(change) for change in changes
    )


def _block(checker: Checker, values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return checker.mapping((name,), values.get(name, {}), name, "openfire.module.contents")


def _meta(checker: Checker, value: object) -> None:
    row = checker.mapping(("meta",), value, "meta", "openfire.module.contents")
    if row:
        more = ("army_word", "credits", "licence")
        checker.keys(("meta",), row, _META, more, "meta", "openfire.module.contents")


def _profile(
    checker: Checker, at: Where, value: object, name: str, values: Mapping[str, Any]
) -> None:
    clause = "openfire.module.unit-profile"
    row = checker.mapping(at, value, name, clause)
    checker.keys(at, row, _PROFILE, _PROFILE_MORE, name, clause)
    models = checker.rows((*at, "models"), row.get("models", []), f"{name}: models", clause)
    if not models and "models" in row:
        checker.fault((*at, "models"), f"{name} needs at least one model", clause)
    weapons = list(_names(values.get("weapons")))
    for number, model in enumerate(models):
        where: Where = (*at, "models", number)
        label = f"{name}, model {number + 1}"
        checker.model(where, model, label, weapons)
        if isinstance(model, Mapping):
            count = model.get("count", 1)
            checker.whole((*where, "count"), count, f"{label}: count", 1, 60, clause)
    for number, ability in enumerate(
        checker.rows((*at, "abilities"), row.get("abilities", []), f"{name}: abilities", clause)
    ):
        known = _names(values.get("abilities"))
        checker.word((*at, "abilities", number), ability, known, f"{name}: an ability", clause)


def _names(value: object) -> list[str]:
    return [str(key) for key in value] if isinstance(value, Mapping) else []


def _terrain(checker: Checker, values: Mapping[str, Any]) -> None:
    clause = "openfire.module.terrain-data"
    row = checker.mapping(("terrain",), values.get("terrain", {}), "terrain", clause)
    checker.keys(("terrain",), row, (), ("pieces", "boards"), "terrain", clause)
    boards = checker.mapping(("terrain", "boards"), row.get("boards", {}), "boards", clause)
    for name, board in boards.items():
        plane = checker.board(("terrain", "boards", name), board, name)
        if plane is None:
            continue
        for unit, profile in _block(checker, values, "units").items():
            models = profile.get("models", ()) if isinstance(profile, Mapping) else ()
            for number, model in enumerate(models):
                if isinstance(model, Mapping) and "base" in model:
                    at = ("units", unit, "models", number, "base")
                    checker.fits(at, model["base"], f"{unit} on {name}", plane)
