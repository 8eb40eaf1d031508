"""Building a squad of Skirm: what a faction offers, and what a draft costs.

Prices and faults are those of the reader of squad files (`squads.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.plain import encode
from battlemat.kernel.words import say
from battlemat.packs.building.values import (
    Meeting,
    Row,
    Shelf,
    Slot,
    Start,
    Thing,
    Value,
    Verdict,
    View,
    faults_of,
    paths_of,
)
from battlemat.packs.places import go_on, place_of
from battlemat.packs.problems import ContentError
from battlemat.packs.skirm.files import Content, content, gear_tables, look_at, words_of
from battlemat.packs.skirm.prices import gear_said, unit_said
from battlemat.packs.skirm.shipped import SHIPPED
from battlemat.packs.skirm.squads import (
    Member,
    Squad,
    check_squad,
    read_squad,
    unit_setup,
    warnings,
)
from battlemat.packs.yaml_source import Source
from battlemat.rulebooks.skirm.state.cards import read_card

FILE = "your squad"
MOST_OF_ONE = 10


@dataclass(frozen=True, slots=True)
class SkirmBuilding:
    """Squads of one edition; paths in a draft start from `folder`."""

    rulebook: str
    folder: Path | None = None
    entries = "units"

    def starts(self) -> Sequence[Start]:
        """An empty squad of each faction, then the shipped squads."""
        library = SHIPPED[self.rulebook]
        found = []
        for entry in library.entries("faction"):
            value = self._blank(entry.id, entry.name)
            found.append(Start(entry.id, entry.name, entry.text, "faction", value))
        for entry in library.entries("squad"):
            value = dict(library.load("squad", entry.id).value)
            value["rulebook"] = self.rulebook  # a shipped file may serve two editions
            found.append(Start(entry.id, entry.name, entry.text, "squad", value))
        return found

    def _blank(self, faction: str, name: str) -> Value:
        head = {"kind": "squad", "id": "my-squad", "rulebook": self.rulebook}
        cap = self._usual_cap(faction)
        return {
            **head,
            "name": say("My {name}", name=name),
            "faction": faction,
            "cap": cap,
            "units": [],
        }

    def _usual_cap(self, faction: str) -> int:
        value = content(self.rulebook, "faction", faction).value
        return int(value.get("squad", {}).get("cap") or words_of(self.rulebook).cap)

    # ------------------------------------------------------------------ judging

    def judge(self, value: Value, cap: int | None = None) -> Verdict:
        """What the squad costs and why it may not be played, if it may not."""
        source = Source(FILE, value)
        squad, place = self._read(source, cap)
        faults = faults_of(place.problems, paths_of(value))
        unit = "EP" if words_of(self.rulebook).costs_ep else say("equipment points")
        if squad is None:
            return Verdict(0, cap, unit, faults)
        said = () if faults else tuple(warnings(squad))
        return Verdict(squad.total, squad.cap, unit, faults, said)

    def _read(self, source: Source, cap: int | None = None) -> tuple[Squad | None, Any]:
        found, place = look_at(self.rulebook, "squad", source, self.folder)
        squad = go_on(place, lambda: read_squad(self.rulebook, found, place))
        if squad is None:
            return None, place
        if cap is not None:
            squad = Squad(squad.rulebook, squad.content, place, squad.faction, squad.members, cap)
        kept = squad
        go_on(place, lambda: check_squad(kept))
        return squad, place

    def prices(self, value: Value) -> Mapping[str, int]:
        """What each unit and each piece of gear in the squad costs today."""
        squad, _ = self._read(Source(FILE, value))
        if squad is None:
            return {}
        gear = gear_tables(squad.faction.value)
        found = {one.type: squad.unit_ep(one) for one in squad.members}
        taken = sorted({item for one in squad.members for item in one.gear})
        return {**found, **{item: int(gear[item][1].get("ep", 0)) for item in taken}}

    def meetings(self, value: Value, entry: int, enemy: Value, other: int) -> Sequence[Meeting]:
        """Six squares apart, three, and side by side, on open ground."""
        found = []
        for squares, square in ((6, "g3"), (3, "d3"), (1, "b3")):
            says = say(
                "{squares, plural, one {Side by side} other {# squares apart}}", squares=squares
            )
            first = {**self._standing(value, entry), "at": "a3"}
            second = {**self._standing(enemy, other), "at": square}
            sides = {"red": {"A": first}, "blue": {"B": second}, "active": "A"}
            position = {"rulebook": self.rulebook, "name": says, "map": "9x5", **sides}
            found.append(Meeting(says, position))
        return found

    def _standing(self, value: Value, entry: int) -> Value:
        """An entry as a scenario writes the unit."""
        written = value["units"][entry]
        row: Value = {"unit": written} if isinstance(written, str) else written
        unit: Value = {"unit": f"{value.get('faction')}/{row.get('unit')}"}
        faction = self._faction(value)
        card = faction.value["units"].get(row.get("unit"), {}) if faction is not None else {}
        if row.get("options"):
            unit["special"] = [*card.get("special", ()), *row["options"]]
        return {**unit, "gear": row["gear"]} if "gear" in row else unit

    # ------------------------------------------------------------------ showing

    def view(self, value: Value) -> View:
        """The squad with all that can be changed in it."""
        faction = self._faction(value)
        head = self._head(value)
        if faction is None:
            return View(head, (), ())
        rows = tuple(self._rows(value, faction))
        return View(head, rows, self._shelves(faction))

    def _faction(self, value: Value) -> Content | None:
        named = value.get("faction")
        try:
            return content(self.rulebook, "faction", str(named), beside=self.folder)
        except ContentError:
            return None

    def _head(self, value: Value) -> tuple[Slot, ...]:
        factions = tuple(
            Thing(one.id, one.name, None, one.text)
            for one in SHIPPED[self.rulebook].entries("faction")
        )
        usual = words_of(self.rulebook).cap
        return (
            Slot(("name",), say("Name"), "text", value.get("name", ""), optional=False),
            Slot(
                ("faction",), say("Faction"), "one", value.get("faction"), factions, optional=False
            ),
            Slot(("cap",), say("Cap"), "number", value.get("cap", usual), (), 1, 1000),
            Slot(("text",), say("About"), "text", value.get("text", "")),
        )

    def _shelves(self, faction: Content) -> tuple[Shelf, ...]:
        things = []
        for name, card in faction.value["units"].items():
            thing = Thing(name, card["name"], card.get("ep"), "; ".join(unit_said(card)))
            entry: Any = {"unit": name}
            offer = card.get("options")
            if offer is not None:
                entry["options"] = list(offer["from"][: offer["choose"]])
            things.append((thing, entry))
        return (Shelf(say("Units of {name}", name=faction.value["name"]), tuple(things)),)

    def _rows(self, value: Value, faction: Content) -> Iterator[Row]:
        units = value.get("units")
        for n, entry in enumerate(units if isinstance(units, list) else ()):
            named = {"unit": entry} if isinstance(entry, str) else entry
            if isinstance(named, dict) and named.get("unit") in faction.value["units"]:
                yield self._row(n, named, faction)

    def _row(self, n: int, entry: Mapping[str, Any], faction: Content) -> Row:
        card = faction.value["units"][entry["unit"]]
        known = gear_tables(faction.value)
        listed = entry.get("gear", card.get("usual", ()))
        gear = tuple(item for item in listed if item in known) if isinstance(listed, list) else ()
        options = entry.get("options")
        member = Member(
            place_of(Source(FILE, {})),
            entry["unit"],
            str(entry.get("name") or card["name"].rstrip("*")),
            card,
            gear,
            tuple(options) if isinstance(options, list) else (),
        )
        squad = Squad(self.rulebook, faction, member.place, faction, (member,))
        count = entry.get("count", 1)
        times = count if isinstance(count, int) and not isinstance(count, bool) else 1
        return Row(
            ("units", n),
            member.name,
            card["name"],
            squad.total * times,
            times,
            _facts(squad, member),
            tuple(_slots(n, entry, member, faction)),
        )


def _facts(squad: Squad, member: Member) -> tuple[tuple[str, str], ...]:
    """The numbers of a member with its gear worked in, as the engine reads the card."""
    setup = unit_setup(squad, member, "U1")
    try:
        one = read_card(squad.rulebook, setup)
    except BattlematError:
        return ()
    found = [(key.upper(), str(getattr(one, key))) for key in encode(setup.stats)]
    if one.special:
        found.append((say("Special rules"), ", ".join(one.special)))
    for weapon in one.weapons:
        skill = f"SKL {weapon.skl}, " if one.hit else ""
        kind = say("ranged") if weapon.ranged else say("melee")
        codes = "".join(f", {code}" for code in weapon.special)
        said = f"{kind}, ROA {weapon.roa}, {skill}DAM {weapon.dam}{codes}"
        found.append((weapon.name, said))
    found += [(skill.name, skill.text) for skill in setup.skills]
    found += [(item.name, item.text) for item in setup.equipment]
    return tuple(found)


def _slots(n: int, entry: Mapping[str, Any], member: Member, faction: Content) -> Iterator[Slot]:
    card, at = member.card, ("units", n)
    known = gear_tables(faction.value)
    allowed = card.get("may_take", known)
    things = tuple(
        Thing(item, gear["name"], int(gear.get("ep", 0)), gear_said(gear))
        for item, (_, gear) in known.items()
        if item in allowed or item in member.gear
    )
    yield Slot((*at, "count"), say("How many"), "number", entry.get("count", 1), (), 1, MOST_OF_ONE)
    yield Slot((*at, "name"), say("Name"), "text", entry.get("name", ""))
    if things:
        yield Slot((*at, "gear"), say("Gear"), "many", list(member.gear), things)
    offer = card.get("options")
    if offer is not None:
        codes = tuple(Thing(code, code) for code in offer["from"])
        most = offer["choose"]
        yield Slot(
            (*at, "options"), say("Options"), "many", list(member.options), codes, most, most, False
        )


def building(rulebook: str, folder: Path | None) -> SkirmBuilding:
    """What builds squads of an edition."""
    return SkirmBuilding(rulebook, folder)
