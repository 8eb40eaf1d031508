"""What a force of Skirmishers is made of and worth, and the weapons that any force may carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from battlemat.kernel.words import say
from battlemat.packs.places import finish, place_of
from battlemat.packs.prices import Priced, PriceList
from battlemat.packs.skirmishers.forces import Force, read_force
from battlemat.packs.skirmishers.shipped import SHIPPED
from battlemat.rulebooks.skirmishers.state.weapons import Weapon
from battlemat.rulebooks.skirmishers.state.words import switch_words


def force_prices(rulebook: str, name: str) -> PriceList:
    """The list of a force, by its id or file; what a thing is worth is counted in PV."""
    del rulebook
    source = SHIPPED.load("force", name)
    force = read_force(source.value, place_of(source))
    finish(force.place)
    parts = {"units": tuple(_units(force)), "weapons": tuple(_weapons(force.armory.weapons))}
    about = " ".join(str(source.value.get("text", "")).split())
    return PriceList(force.id, force.name, about, "PV", parts)


def _units(force: Force) -> Iterator[Priced]:
    for n, row in enumerate(force.rows, 1):
        unit = row.unit
        said = [unit.vehicle or unit.suit or "trooper"]
        said += [name for name in (unit.primary, unit.secondary, *unit.primaries) if name]
        yield Priced(str(n), unit.name or row.key or said[0], force.worth(row), ", ".join(said))


def _weapons(weapons: Iterable[Weapon]) -> Iterator[Priced]:
    for one in weapons:
        yield Priced(one.id, one.name, one.pv, weapon_said(one))


def weapon_said(one: Weapon) -> str:
    """A weapon in a line: its slot, how far it reaches, and the optional rule that it needs."""
    kind = say(
        "{kind, select, gun {gun} melee {melee} throw {thrown} launcher {launcher} "
        "crew {crewed weapon} other {{kind}}}",
        kind=one.kind,
    )
    found = [kind]
    if one.slot:
        found.append(
            say(
                "{slot, select, primary {primary weapon} secondary {secondary weapon} "
                "grenade {grenade} other {for a suit}}",
                slot=one.slot,
            )
        )
    if one.long:
        found.append(say("range {short} to {long}", short=one.short, long=one.long))
    else:
        found.append(say("range {short}", short=one.short))
    if one.option:
        found.append(say("needs the rule ''{option}''", option=switch_words(one.option)))
    return "; ".join(found)
