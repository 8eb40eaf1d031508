"""Army sheet and unit cards of Open Fire: the module's words, and the core's texts on rules.

The sheet comes first: who is in the army, what it may hold, and what every word on the cards means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from battlemat.drawing.print_html import (
    Html,
    box,
    boxes,
    card,
    checks,
    clause_entry,
    join,
    legend,
    page,
    part,
    table,
    tag,
    top,
    with_details,
)
from battlemat.kernel.clauses import Register
from battlemat.kernel.plain import encode
from battlemat.packs.openfire.armies import Army, read_army, weapons_of
from battlemat.packs.openfire.modules import Module
from battlemat.packs.openfire.setups import find
from battlemat.packs.places import finish
from battlemat.rulebooks.openfire.state.setup import (
    AbilitySetup,
    ArmySetup,
    LimitSetup,
    ProfileSetup,
    UnitSetup,
    WeaponSetup,
)
from battlemat.rulebooks.openfire.state.specials import Named, name_all, own_rules

_LIMITS = {"round": "once a round", "game": "once a game"}
Entry = tuple[str, str, str]
Weapons = Mapping[str, WeaponSetup]


def openfire_sheet(register: Register, name: str) -> str:
    """The sheet and the cards of an army (by id, or a file)."""
    found = find("army", name)
    module, army = found.module, read_army(found.module, found.content, "U")
    finish(found.content.place)
    setup = army.setup
    word = module.about.army_word
    cap = module.army_rules.points
    weapons = weapons_of(module, army)
    return page(
        f"{setup.name} ({register.title})",
        top(
            setup.name,
            f"{word} of {_faction(module, setup)}, {module.name}, {register.title}",
            f"{army.points} of {cap} points" if cap is not None else f"{army.points} points",
        ),
        part("Units", _roster(army)),
        part(f"What a {word} may hold", _army_rules(module)),
        part("Weapons", _weapons(weapons)),
        part("Abilities", legend(_abilities(army))),
        part("Special rules", legend(_special_rules(register, module, army, weapons))),
        part("Unit cards", tag("main", *_cards(army, weapons), css="cards"), css="page"),
    )


def _faction(module: Module, army: ArmySetup) -> str:
    factions = module.value.get("factions", {})
    named = factions.get(army.faction, {})
    return str(named.get("name", army.faction) if isinstance(named, Mapping) else named)


# ------------------------------------------------------------------ the sheet


def _roster(army: Army) -> Html:
    rows = [
        (unit.name, ", ".join(unit.tags), len(unit.models), unit.points, box())
        for unit in army.setup.units
    ]
    return table(("Unit", "Tags", "Models", "Points", "Destroyed"), rows)


def _army_rules(module: Module) -> Html:
    """The module's own words, and its limits in figures (`openfire.module.army-rules`)."""
    rules = module.army_rules
    told = [f"{rules.units[0]} to {rules.units[1]} units"] if rules.units else []
    told += ["one faction"] if rules.one_faction else []
    told += [_limit(row) for row in rules.limits]
    profiles = module.value["units"]
    once = [profiles[name]["name"] for name in rules.unique if name in profiles]
    told += [f"once each: {', '.join(once)}"] if once else []
    return join((tag("p", rules.text) if rules.text else None, tag("p", "; ".join(told))))


def _limit(row: LimitSetup) -> str:
    least, most = row.least, row.most
    if least is not None and least == most:
        count = f"exactly {least}"
    else:
        ends = (f"at least {least}" if least else "", f"at most {most}" if most is not None else "")
        count = " and ".join(filter(None, ends))
    return f"{row.tag}: {count}"


def _abilities(army: Army) -> list[Entry]:
    found: dict[str, Entry] = {}
    for unit in army.setup.units:
        for one in unit.abilities:
            found.setdefault(one.id, (_ability_title(one), one.text, ""))
    return list(found.values())


def _ability_title(one: AbilitySetup) -> str:
    said = [_LIMITS.get(one.limit, ""), "command test" if one.test else ""]
    about = ", ".join(filter(None, said))
    return f"{one.name} ({about})" if about else one.name


def _special_rules(register: Register, module: Module, army: Army, weapons: Weapons) -> list[Entry]:
    """Every rule that a model, a weapon or an ability names, with the core's or module's text."""
    of_units, of_weapons = own_rules(encode(module.special_rules))
    units, gear = _codes(army, weapons)
    named = [*name_all(sorted(units), of_units), *name_all(sorted(gear), of_weapons)]
    entries: dict[Entry, None] = {}
    for one in sorted(named, key=lambda one: one.rule.name):
        entries.update(dict.fromkeys(_texts(register, one)))
    return list(entries)


def _codes(army: Army, weapons: Weapons) -> tuple[set[str], set[str]]:
    """The codes of models and those of weapons, what abilities give included."""
    units: set[str] = set()
    gear = {code for row in _profiles(weapons) for code in row.special}
    for unit in army.setup.units:
        units.update(code for model in unit.models for code in model.special)
        for ability in unit.abilities:
            for effect in ability.effects:
                if effect.do == "give":
                    (gear if effect.weapons else units).add(effect.special)
    return units, gear


def _texts(register: Register, named: Named) -> list[Entry]:
    rule = named.rule
    if rule.text:  # a rule of the module's own
        value = "" if rule.value == "none" else " (X)"
        return [(rule.name + value, rule.text, "")]
    clauses = {clause.id: clause for clause in with_details(register, rule.clause)}
    chapter = rule.clause.rpartition(".")[0]
    # a core rule of several clauses has them all under its name, as blast-sight and blast-screen
    slug = f"{chapter}.{rule.name.lower().replace(' ', '-')}"
    clauses.update({clause.id: clause for clause in with_details(register, slug)})
    return [_titled(rule.name, clause_entry(clause)) for clause in clauses.values()]


def _titled(name: str, entry: Entry) -> Entry:
    """An entry that begins with the name a card prints."""
    title, text, id = entry
    return (title if title.startswith(name) else f"{name}: {title}"), text, id


# ------------------------------------------------------------------ the cards


def _cards(army: Army, weapons: Weapons) -> Iterable[Html]:
    for unit in army.setup.units:
        carried = {name: weapons[name] for model in unit.models for name in model.weapons}
        yield card(
            f"{unit.id[1:]}. {unit.name}",
            f"{unit.points} points",
            join(("Stress ", boxes(5), " ", checks("Activated"))),
            _models(unit, weapons),
            _weapons(carried),
            *[_ability(one) for one in unit.abilities],
            tags=unit.tags,
        )


def _models(unit: UnitSetup, weapons: Weapons) -> Html:
    """The models of a unit, alike ones in one row, with a box for each hit point."""
    rows: list[tuple[object, ...]] = []
    rules: dict[str, None] = {}
    leader = unit.leader - 1
    numbered = [(model, n == leader) for n, model in enumerate(unit.models)]
    for (model, leads), alike in groupby(numbered):
        count = len(list(alike))
        name = f"{count} × {model.name}" if count > 1 else model.name
        name += " (leader)" if leads else ""
        gear = [*(_name(weapons, one) for one in model.weapons), *model.equipment]
        life = join([boxes(model.hp)] * count, " ")
        carried = tag("div", ", ".join(gear), css="small") if gear else None
        title = join((tag("b", name), " ", life, carried))
        rows.append((title, _span(model.mov), model.skl, model.defence, model.cmd, model.hp))
        rules.update(dict.fromkeys(model.special))
    models = table(("Model and its hit points", "MOV", "SKL", "DEF", "CMD", "HP"), rows)
    return join((models, tag("p", tag("b", "Special: "), ", ".join(rules)) if rules else None))


def _name(weapons: Weapons, id: str) -> str:
    return weapons[id].name or id


def _profiles(weapons: Weapons) -> Iterable[ProfileSetup]:
    """Weapons line by line; one of several profiles has a line for each, under its own name."""
    for id, weapon in weapons.items():
        name = _name(weapons, id)
        for one in weapon.all_profiles(name):
            yield one._replace(name=f"{name}: {one.name or one.id}") if weapon.profiles else one


def _weapons(weapons: Weapons) -> Html:
    """Weapons with the values of `openfire.module.weapon-data`."""
    lines = [
        (
            row.name,
            _span(row.rng) + '"',
            row.att,
            row.dmg,
            row.prc,
            join((", ".join(row.special), box() if "One Use" in row.special else None)),
        )
        for row in _profiles(weapons)
    ]
    return table(("Weapon", "RNG", "ATT", "DMG", "PRC", "Special"), lines, css="words")


def _span(value: int | tuple[int, int]) -> str:
    """One number, or the least and the most, as ranges and the speed of aircraft have them."""
    return f"{value[0]}-{value[1]}" if isinstance(value, tuple) else str(value)


def _ability(one: AbilitySetup) -> Html:
    once = box() if one.limit == "game" else None
    return tag("p", tag("b", _ability_title(one)), ": ", one.text, " ", once)
