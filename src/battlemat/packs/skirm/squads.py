"""Squads: a faction's cards made into units, and what a legal squad is.

Illegal is a problem with a line, unusual is a warning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from battlemat.kernel.words import say
from battlemat.packs.places import Place, go_on, place_of
from battlemat.packs.problems import nearest
from battlemat.packs.skirm.files import Content, content, gear_tables, words_of
from battlemat.packs.typed import typed
from battlemat.rulebooks.skirm.state.setup import (
    EquipmentSetup,
    SkillSetup,
    SquadSetup,
    Stats,
    UnitSetup,
    WeaponSetup,
)

SIZES = (5, 10)


@dataclass(frozen=True, slots=True)
class Member:
    """One unit of a squad with what it takes along."""

    place: Place
    type: str
    name: str
    card: dict[str, Any]
    gear: tuple[str, ...]
    options: tuple[str, ...]

    @property
    def special(self) -> list[str]:
        """Its card's special rules and those that were chosen."""
        return [*self.card.get("special", ()), *self.options]


@dataclass(frozen=True, slots=True)
class Squad:
    """A squad file beside its faction."""

    rulebook: str
    content: Content
    place: Place
    faction: Content
    members: tuple[Member, ...]
    agreed: int | None = None
    """The cap of the game that it is to play in; None for a file by itself."""

    @property
    def usual_cap(self) -> int:
        """What a squad may spend where the players have agreed on nothing else."""
        of_faction = self.faction.value.get("squad", {}).get("cap")
        return int(of_faction or words_of(self.rulebook).cap)

    @property
    def cap(self) -> int:
        """What the squad may spend in all: in a game what the game says, never what its file says.

        A file by itself is held to the cap that it was built for.
        """
        if self.agreed is not None:
            return self.agreed
        return int(self.content.value.get("cap") or self.usual_cap)

    def gear_ep(self, member: Member) -> int:
        """What a member's added gear costs; what its card carries is paid for in the card."""
        gear = gear_tables(self.faction.value)
        return sum(gear[item][1].get("ep", 0) for item in member.gear)

    def unit_ep(self, member: Member) -> int:
        """What a member's card costs; nothing in editions where units are counted, not bought."""
        return int(member.card.get("ep", 0))

    @property
    def total(self) -> int:
        """What all units and their gear cost (skirm3.card.ep)."""
        return sum(self.unit_ep(one) + self.gear_ep(one) for one in self.members)


def read_squad(rulebook: str, source: Content, place: Place | None = None) -> Squad:
    """A squad with its faction; what the faction lacks is complained of at the squad's place.

    A squad is built from one faction's list (skirm3.squad.faction, skirm3.squad.gear).
    """
    place = place_of(source.source) if place is None else place
    named = source.value["faction"]
    faction = content(rulebook, "faction", named, beside=source.folder, at=place / "faction")
    members = tuple(_members(rulebook, source, place, faction))
    return Squad(rulebook, source, place, faction, members)


def _members(rulebook: str, source: Content, at: Place, faction: Content) -> Iterator[Member]:
    for n, entry in enumerate(source.value["units"]):
        read = partial(_member, rulebook, entry, at / "units" / n, faction)
        yield from go_on(at, read) or ()


def _member(
    rulebook: str, entry: Mapping[str, Any], place: Place, faction: Content
) -> list[Member]:
    """The units that one entry of a squad stands for."""
    units, known = faction.value["units"], gear_tables(faction.value)
    faction_name = faction.value["name"]
    if entry["unit"] not in units:
        near = nearest(entry["unit"], units)
        clause = clause_of(rulebook, "squad.faction")
        place.complain(
            say(
                "{faction} has no unit ''{unit}''{near}",
                faction=faction_name,
                unit=entry["unit"],
                near=near,
            ),
            clause,
        )
        return []
    card = units[entry["unit"]]
    gear = []
    for item in entry.get("gear", card.get("usual", ())):
        if item in known:
            gear.append(item)
        else:
            near = nearest(item, known)
            what = f"{faction_name} has no gear '{item}'{near}"
            (place / "gear").complain(what, clause_of(rulebook, "squad.gear"))
    name = entry.get("name") or card["name"].rstrip("*")
    options = tuple(entry.get("options", ()))
    one = Member(place, entry["unit"], name, card, tuple(gear), options)
    return [one] * entry.get("count", 1)


# ------------------------------------------------------------------ legality


def clause_of(rulebook: str, name: str) -> str:
    """The clause that a fault breaks, in the book of its edition.

    The early editions leave what a squad may be to the lists of factions: what one Agent is and
    carries is its card's (`squad.members`), what the squad is together is chosen (`setup.squad`).
    """
    if (rulebook, name) == ("skirm1", "card.options"):
        return f"{rulebook}.{name}"
    named = {"squad.list": "squad.faction"} if rulebook == "skirm3" else _EARLY
    return f"{rulebook}.{named.get(name, name)}"


_EARLY = {
    **dict.fromkeys(("squad.faction", "squad.gear", "card.options"), "squad.members"),
    "special.no-equipment": "squad.members",
    **dict.fromkeys(("squad.list", "squad.cap", "squad.asterisk"), "setup.squad"),
    **dict.fromkeys(("special.unique", "weapon.unique"), "setup.squad"),
}


def check_squad(squad: Squad) -> None:
    """Complain of everything that makes a squad illegal (skirm3.squad.cap first of all)."""
    place = squad.place
    go_on(place, lambda: _check_cap(squad))
    for member in squad.members:
        go_on(place, partial(_check_gear, squad, member))
        go_on(place, partial(_check_options, squad, member))
    go_on(place, lambda: _check_once(squad))
    go_on(place, lambda: _check_most(squad))


def _check_cap(squad: Squad) -> None:
    (squad.place / "units").need_sound()  # what is not known has no price
    if squad.total > squad.cap:
        clause = clause_of(squad.rulebook, "squad.cap")
        squad.place.complain(
            say(
                "the squad costs {total} {what, select, ep {EP} other {equipment points}}; "
                "{whose, select, own {its cap} other {the cap of this game}} is {cap}",
                total=squad.total,
                what="ep" if words_of(squad.rulebook).costs_ep else "equipment",
                whose="own" if squad.agreed is None else "game",
                cap=squad.cap,
            ),
            clause,
        )


def warnings(squad: Squad) -> list[str]:
    """What is allowed, but probably not meant.

    Sizes by skirm3.setup.squad-size and skirm2.setup.squad-size.
    """
    size = len(squad.members)
    found = []
    if squad.total > squad.usual_cap:
        usual = squad.usual_cap
        found.append(
            say(
                "the cap of a game is {usual}; players must agree on {total} or more",
                usual=usual,
                total=squad.total,
            )
        )
    if not SIZES[0] <= size <= SIZES[1]:
        found.append(
            say(
                "{size} units; a squad is meant to have {least} to {most}",
                size=size,
                least=SIZES[0],
                most=SIZES[1],
            )
        )
    if not any(one.startswith("LD") for member in squad.members for one in member.special):
        found.append(say("no leader (LDx), so only three dice for Tactical Orders"))
    return found


def _check_gear(squad: Squad, member: Member) -> None:
    here = member.place / "gear"
    cards = gear_tables(squad.faction.value)
    for item, times in Counter((*member.card.get("carries", ()), *member.gear)).items():
        if times > 1:
            what = say("''{item}'' is carried {times} times by one unit", item=item, times=times)
            here.complain(what, clause_of(squad.rulebook, "squad.gear"))
    allowed = member.card.get("may_take")
    for item in member.gear:
        if allowed is not None and item not in allowed:
            what = say(
                "{unit} may not take ''{item}''{hint}",
                unit=member.card["name"],
                item=item,
                hint=nearest(item, allowed),
            )
            here.complain(what, clause_of(squad.rulebook, "squad.gear"))
        if "NEQ" in member.special and cards[item][1].get("ep", 0) > 0:
            what = say(
                "{unit} has NEQ and takes no gear that costs EP: ''{item}''",
                unit=member.card["name"],
                item=item,
            )
            here.complain(what, clause_of(squad.rulebook, "special.no-equipment"))


def _check_options(squad: Squad, member: Member) -> None:
    offer = member.card.get("options")
    here, clause = member.place / "options", clause_of(squad.rulebook, "card.options")
    if offer is None:
        if member.options:
            here.complain(
                say("{unit} has no options to choose from", unit=member.card["name"]), clause
            )
        return
    if len(set(member.options)) != offer["choose"] or len(member.options) != offer["choose"]:
        listed = ", ".join(offer["from"])
        what = say(
            "choose {many} of {listed}; {count} were chosen",
            many=offer["choose"],
            listed=listed,
            count=len(member.options),
        )
        here.complain(what, clause)
    for option in member.options:
        if option not in offer["from"]:
            here.complain(
                say(
                    "''{option}'' is not offered{hint}",
                    option=option,
                    hint=nearest(option, offer["from"]),
                ),
                clause,
            )


def _check_once(squad: Squad) -> None:
    """UNQ and an asterisk mean the same: once in a squad (skirm3.squad.asterisk)."""
    cards = gear_tables(squad.faction.value)
    counted: Counter[tuple[str, str]] = Counter()  # a unit and a weapon may share an id
    once: dict[tuple[str, str], tuple[str, str]] = {}
    for member in squad.members:
        things = [(("unit", member.type), member.card)]
        carried = (*member.card.get("carries", ()), *member.gear)
        things += [(("gear", item), cards[item][1]) for item in carried]
        for name, card in things:
            counted[name] += 1
            if "UNQ" in card.get("special", ()):
                clause = "special.unique" if name[0] == "unit" else "weapon.unique"
                once[name] = f"{card['name']} is UNQ", clause
            elif card["name"].endswith("*"):
                once[name] = f"{card['name']} has an asterisk", "squad.asterisk"
    for name, (why, clause) in once.items():
        if counted[name] > 1:
            what = f"{why}: once in a squad, not {counted[name]} times"
            (squad.place / "units").complain(what, clause_of(squad.rulebook, clause))


def _check_most(squad: Squad) -> None:
    here = squad.place / "units"
    here.need_sound()
    size = squad.faction.value.get("squad", {}).get("size")
    if size is not None and len(squad.members) != size:
        what = say(
            "{count} units; a squad of this faction has {size}", count=len(squad.members), size=size
        )
        here.complain(what, clause_of(squad.rulebook, "squad.list"))
    units = squad.faction.value["units"]
    counted = Counter(member.card.get("counts_as", member.type) for member in squad.members)
    for name, times in counted.items():
        most = units[name].get("most") if name in units else None
        if most is not None and times > most:
            what = say(
                "{times} of {unit}; at most {most} are allowed",
                times=times,
                unit=units[name]["name"],
                most=most,
            )
            here.complain(what, clause_of(squad.rulebook, "squad.list"))


# ------------------------------------------------------------------ setup


def squad_setup(squad: Squad, letter: str) -> SquadSetup:
    """The squad as the engine takes it; its units are numbered behind `letter`."""
    value = squad.content.value
    return SquadSetup(
        tuple(unit_setup(squad, one, f"{letter}{n}") for n, one in enumerate(squad.members, 1)),
        value["id"],
        value["name"],
        squad.faction.value["name"],
        squad.cap,
    )


def unit_setup(squad: Squad, member: Member, unit_id: str) -> UnitSetup:
    """One unit as the engine takes it."""
    carried = member.card.get("carries", ())
    tables = gear_tables(squad.faction.value)
    gear = Gear()
    for item in (*carried, *member.gear):
        kind, card = tables[item]
        gear.add(kind, item, card, free=item in carried)
    return UnitSetup(
        unit_id,
        typed(Stats, member.card["stats"]),
        member.name,
        member.type,
        tuple(member.special),
        tuple(member.card.get("tags", ())),
        tuple(gear.weapons),
        tuple(gear.skills),
        tuple(gear.equipment),
        ep=squad.unit_ep(member) if words_of(squad.rulebook).costs_ep else 0,
        gear_ep=squad.gear_ep(member),
        options=member.options,
    )


@dataclass(slots=True)
class Gear:
    """What a unit carries, in the order in which it is named."""

    weapons: list[WeaponSetup] = field(default_factory=list)
    skills: list[SkillSetup] = field(default_factory=list)
    equipment: list[EquipmentSetup] = field(default_factory=list)

    def add(self, kind: str, name: str, card: Mapping[str, Any], *, free: bool = False) -> None:
        """Add a weapon, skill or piece of equipment; what is `free` is paid for in the card."""
        said = {"id": name, **card, "ep": 0 if free else card.get("ep", 0)}
        if kind == "weapons":
            self.weapons.append(typed(WeaponSetup, said))
        elif kind == "skills":
            self.skills.append(typed(SkillSetup, {"cost": {}, **said}))
        else:
            self.equipment.append(typed(EquipmentSetup, said))
