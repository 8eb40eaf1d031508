"""Two entries of forces on a plain table, as scenario files would write them, so that odds can be
asked: fire from an arc, what bursts at the end of the turn, and a blow hand to hand.

On foot or on wheels; a vehicle is ridden by whoever rides it in its force, or by a rifleman.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from battlemat.kernel.words import say
from battlemat.packs.building.values import Meeting, Value
from battlemat.packs.skirmishers.shipped import RULEBOOK
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.cards import MOST_GRENADES
from battlemat.rulebooks.skirmishers.state.weapons import CREW, GUN, MELEE, Weapon

DOTS = 10
"""So far apart two units stand, where a weapon reaches that far."""
_THROWN = {"hand": "hand-grenade", "incendiary": "incendiary-grenade"}
_THROWS, _TOSS = 5, 3
"""Dots that a grenade is thrown, and a satchel charge."""
_ARMED = ("primary", "secondary", "suit", "grenades")
_OF_ROWS = ("count", "names", "key", "rides", "seat", "name")
"""What a row says beside the card of its trooper."""
_HELPERS: Value = {"C": {"grenades": {}, "at": "b4"}, "D": {"grenades": {}, "at": "c5"}}
_HELP = ("activate C", "help C A", "end C", "activate D", "help D A", "end D")


class Fighter(NamedTuple):
    """Who stands on the table: a trooper or suit, or one who rides a vehicle."""

    card: Value
    """Of the trooper, as a scenario writes it."""
    vehicle: Value | None = None

    def placed(self, letters: str, at: str, **more: Any) -> Value:
        """The rows of a side: the fighter is called by the first letter, a vehicle by the second.

        A vehicle stands with its front on the dot, its engine on.
        """
        one, car = letters[0], letters[1]
        if self.vehicle is None:
            return {one: {**self.card, "at": at, **more}}
        stands = {"front": at, "direction": 1, "engine": "on", **more}
        return {car: {**self.vehicle, **stands}, one: {**self.card, "rides": car}}


def fighter(value: Value, entry: int) -> Fighter:
    """An entry of a force."""
    rows = value["units"]
    row = rows[entry] if isinstance(rows[entry], dict) else {}
    if "vehicle" not in row:
        return Fighter(_card(row))
    riders = (one for one in rows if isinstance(one, dict) and one.get("rides") == row.get("key"))
    rider = next((one for one in riders if one.get("rides")), {"primary": "rifle"})
    return Fighter(_card(rider), _own(row))


def _card(row: Mapping[str, Any]) -> Value:
    card = _own(row)
    return card if any(key in card for key in _ARMED) else {**card, "grenades": {"hand": 4}}


def _own(row: Mapping[str, Any]) -> Value:
    return {key: one for key, one in row.items() if key not in _OF_ROWS}


def meetings(table: Value, one: Fighter, other: Fighter, armory: Armory) -> Iterator[Meeting]:
    """How the first may harm the second; `table` is the ground, with rules and weapons."""
    yield from _fire(table, one, other, armory)
    if one.vehicle is None:
        yield from _crewed(table, one, other, armory)
        for weapon, dots in _explosives(one.card, armory):
            yield _burst(table, one, other, weapon, dots)
    if one.vehicle is None and other.vehicle is None:
        yield _blow(table, one, other, armory)


# ------------------------------------------------------------------ fire


def _fire(table: Value, one: Fighter, other: Fighter, armory: Armory) -> Iterator[Meeting]:
    aimed = _trained(one.vehicle, armory) if one.vehicle else _aimed(one.card, armory)
    if aimed is None:
        return
    red = one.placed("AV", "d4", **aimed)
    blue = other.placed("BW", "n4")
    if one.vehicle is None and other.vehicle is None:
        says = say("A step in the open, ten dots before a firing arc")
        position = _position(table, says, red=red, blue=blue, active="B")
        yield Meeting(says, position, (), ("move B n4-o4",))
    else:
        says = say("It is activated ten dots before a firing arc")
        yield Meeting(says, _position(table, says, blue=blue, red=red), (), ("activate B",))


def _position(table: Value, says: str, **rows: Any) -> Value:
    """The side that is named first moves first."""
    return {"rulebook": RULEBOOK, "map": "24x9", "name": says, **table, **rows}


def _aimed(card: Value, armory: Armory) -> Value | None:
    """Every gun's arc set forward; None for one who carries no gun."""
    carried = [*card.get("primaries", ()), card.get("primary"), card.get("secondary")]
    guns = [one for one in carried if one in armory.by_id and armory.by_id[one].kind == GUN]
    if not guns:
        return None
    if "suit" in card:
        arcs = [{"degrees": 60, "heading": 0, "weapon": one} for one in dict.fromkeys(guns)]
        return {"arcs": arcs}
    return {"active": guns[0], "arc": "60 0"}


def _trained(vehicle: Value, armory: Armory) -> Value | None:
    """The arcs of all mounted guns that point forward; None where none does."""
    found = []
    for n, one in enumerate(vehicle.get("weapons", ()), 1):
        box = one if isinstance(one, dict) else {"weapon": one}
        weapon = armory.by_id.get(str(box.get("weapon")))
        forward = box.get("mount", "forward") == "forward"
        if weapon is not None and weapon.kind in (GUN, CREW) and forward:
            found.append(n)
    return {"trained": found} if found else None


def _crewed(table: Value, one: Fighter, other: Fighter, armory: Armory) -> Iterator[Meeting]:
    """A weapon that is set up first, with two who help."""
    weapon = armory.by_id.get(str(one.card.get("primary")))
    if weapon is None or weapon.kind != CREW:
        return
    says = say("{weapon}, set up, ten dots off", weapon=weapon.name)
    red = one.placed("AV", "c4", active=weapon.id)
    if weapon.crew:
        red |= _HELPERS
    blue = other.placed("BW", "m4")
    position = _position(table, says, red=red, blue=blue, active="A")
    yield Meeting(says, position, ("setup A 0", "end A", *_HELP), ("activate B",))


# ------------------------------------------------------------------ what bursts, and blows


def _explosives(card: Value, armory: Armory) -> Iterator[tuple[Weapon, int]]:
    """What explodes of all that somebody carries, and from how many dots it is used."""
    carried = [*card.get("primaries", ()), card.get("primary"), card.get("secondary")]
    if "suit" not in card:
        pouch = card.get("grenades", {"hand": MOST_GRENADES})
        carried += [id for key, id in _THROWN.items() if pouch.get(key)]
    for id in dict.fromkeys(carried):
        weapon = armory.by_id.get(str(id))
        if weapon is not None and weapon.explodes:
            reach = _TOSS if weapon.slot == "secondary" else _THROWS
            yield weapon, reach if weapon.per_dot else min(DOTS, weapon.short)


def _burst(table: Value, one: Fighter, other: Fighter, weapon: Weapon, dots: int) -> Meeting:
    says = say("{weapon} at {dots} dots", weapon=weapon.name, dots=dots)
    held = {} if "suit" in one.card else {"active": weapon.id}
    dot = f"{'abcdefghijklmnop'[2 + dots]}4"
    red, blue = one.placed("AV", "c4", **held), other.placed("BW", dot)
    position = _position(table, says, red=red, blue=blue, active="A")
    on = " W" if other.vehicle is not None else ""
    return Meeting(says, position, (), (f"throw A {dot} {weapon.id}{on}",), ("end A",))


def _blow(table: Value, one: Fighter, other: Fighter, armory: Armory) -> Meeting:
    says = say("Hand to hand")
    blue, red = other.placed("BW", "d4"), one.placed("AV", "c4")
    position = _position(table, says, blue=blue, red=red)
    position["blows"] = [{"by": "A", "on": "B", "weapon": _blade(one.card, armory)}]
    return Meeting(says, position, (), ("activate B",))


def _blade(card: Value, armory: Armory) -> str:
    """What somebody strikes with: the blade that he carries, or what everybody has."""
    second = armory.by_id.get(str(card.get("secondary")))
    if second is not None and second.kind == MELEE:
        return second.id
    return "fists" if "suit" in card else "knife"
