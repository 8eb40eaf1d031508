"""Coming onto the table: at an entry point, by Ambush, out of a transport or out of its wreck.

All four put the leader down somewhere and the rest of the unit in formation; they differ in where
the leader may be and in what is closed to the others. A placing is no move
(`openfire.reserve.not-a-move`), and gives any facing (`openfire.reserve.facing`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from battlemat.boards.plane.exact import Point
from battlemat.boards.plane.formation import lattice
from battlemat.boards.plane.shapes import Stand, facing_along
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Option
from battlemat.rulebooks.openfire.chapters.formation import Barred, Placing, place_refusal
from battlemat.rulebooks.openfire.chapters.measure import bases_within, is_within
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import Words, inches, place
from battlemat.rulebooks.openfire.state.mission import entry_stand

PITCH = 25
AMBUSH = 12 * INCH


class Way(NamedTuple):
    """One way onto the table: where the program looks, and what is closed to leader and others."""

    verb: str
    name: str  # of the entry point; "" for the others
    centre: Point
    limit: int
    leader_bar: Barred
    bar: Barred | None
    losses: bool = False


class ArrivalOptions:
    """Where a unit comes onto the table: the leader's place, by one of the ways open to it.

    `otherwise` is what is left to do without a placing; unless it is `always` open, it is so only
    if the program's search finds no place either.
    """

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        ways: Sequence[Way],
        otherwise: Option,
        always: bool = False,
        rank: Callable[[Battle, Unit, Point], float] | None = None,
    ) -> None:
        self.battle = battle
        self.unit = unit
        self.ways = ways
        self.otherwise = otherwise
        self.always = always
        self.rank = rank
        self._found: Option | None = None
        self._searched = False
        self._candidates: list[Option] | None = None

    # ------------------------------------------------------------------ checking

    def stand(self, option: Option) -> Stand:
        """The leader as an option puts it down."""
        return self.battle.plane.put(self.unit.leader_card.base, *option[3:6])

    def way(self, option: Option) -> Way | None:
        """The way that an option takes."""
        return next((w for w in self.ways if (w.verb, w.name) == (option[0], option[2])), None)

    def placing(self, option: Option) -> Placing:
        """Where the followers may go then."""
        way = self.way(option)
        assert way is not None
        return Placing(self.battle, self.unit, self.stand(option), None, way.bar)

    def refusal(self, option: Option) -> Refusal | None:
        if option == self.otherwise:
            if self.always or self.search() is None:
                return None
            text = f"there is room for {self.unit.id}: '{write_arrival(self.battle, self._found)}'"
            return Refusal(text, "openfire.reserve.no-room")
        way = self.way(option) if len(option) == 6 and option[1] == self.unit.index else None
        if way is None:
            return Refusal(f"{self.unit.id} cannot come onto the table that way")
        return self._refusal(option, way)

    def _refusal(self, option: Option, way: Way) -> Refusal | None:
        stand = self.stand(option)
        name = self.unit.name_of(self.unit.leader)
        refusal = place_refusal(self.battle, name, stand, self.battle.bases(but=self.unit))
        refusal = refusal or way.leader_bar(stand)
        if refusal or way.losses or self.placing(option).is_possible():
            return refusal
        text = f"with its leader at {place(stand.x, stand.y)} not every model finds a place"
        return Refusal(text, "openfire.reserve.whole-unit")

    # ------------------------------------------------------------------ searching

    def search(self) -> Option | None:
        """The first legal arrangement in a fixed order, or None (`openfire.reserve.search`)."""
        if not self._searched:
            self._searched = True
            self._found = next(self._legal(PITCH), None)
        return self._found

    def _legal(self, pitch: int) -> Iterator[Option]:
        facings = (0,) if self.unit.leader_card.base.is_round else (0, 90)
        for way in self.ways:
            for x, y in lattice(way.centre, way.centre, pitch, way.limit):
                for facing in facings:
                    option = (way.verb, self.unit.index, way.name, x, y, facing)
                    if self._refusal(option, way) is None:
                        yield option
                        break

    def candidates(self) -> list[Option]:
        if self._candidates is None:
            found = list(self._good())
            if not found:
                first = self.search()
                found = [] if first is None else [first]
            if self.always or not found:
                found.append(self.otherwise)
            self._candidates = found
        return self._candidates

    def _good(self) -> Iterator[Option]:
        """A few places worth a look: those that rank best on a coarse lattice."""
        for way in self.ways:
            points = list(lattice(way.centre, way.centre, _coarse(way.limit), way.limit))
            if self.rank is not None:
                ranks = {p: self.rank(self.battle, self.unit, p) for p in points}
                points.sort(key=lambda p: -ranks[p])
            taken = 0
            for x, y in points[:60]:
                option = (way.verb, self.unit.index, way.name, x, y, self._facing((x, y)))
                if self._refusal(option, way) is None:
                    yield option
                    taken += 1
                    if taken == 3:
                        break

    def _facing(self, at: Point) -> int:
        """Towards the middle of the table."""
        plane = self.battle.plane
        return facing_along(plane.width // 2 - at[0], plane.height // 2 - at[1])

    # ------------------------------------------------------------------ reading

    def read(self, text: str) -> Option | Refusal:
        words = Words(text, self.battle.plane.height)
        verb, name = words.take().casefold(), words.take()
        if self.otherwise[0] == verb and name.casefold() == self.unit.id.casefold():
            return self.otherwise
        ways = [way for way in self.ways if way.verb == verb]
        if not ways or name.casefold() != self.unit.id.casefold():
            verbs = " or ".join(dict.fromkeys(way.verb for way in self.ways))
            return Refusal(f"write as in '{verbs} {self.unit.id} 2.00,20.00 face 90'")
        entry = ""
        if ways[0].name:
            entry = words.take().casefold()
            if entry not in {way.name.casefold() for way in ways}:
                names = ", ".join(way.name for way in ways)
                text = f"{self.unit.id} may come in at {names}"
                return Refusal(text, "openfire.reserve.entry-points")
            entry = next(way.name for way in ways if way.name.casefold() == entry)
        point = words.place()
        if point is None:
            return Refusal("a place is written as in '2.00,20.00'")
        facing = words.facing()
        if not words.done:
            return Refusal(f"'{words.here}' is not understood after the place")
        turned = self._facing(point) if facing is None else facing
        return (verb, self.unit.index, entry, *point, turned)


def _coarse(limit: int) -> int:
    return max(PITCH, min(400, limit // 4))


def write_arrival(battle: Battle, option: Option | None) -> str:
    """The text of an arrival."""
    if option is None:
        return ""
    unit = battle.units[option[1]].id
    if len(option) == 2:
        return f"{option[0]} {unit}"
    verb, _, name, x, y, facing = option
    entry = f" {name}" if name else ""
    return f"{verb} {unit}{entry} {place(x, y)} face {facing}"


# ---------------------------------------------------------------------- the ways


def entry_ways(battle: Battle, unit: Unit) -> list[Way]:
    """Within 6 inches of one's own entry points, every model (`openfire.reserve.deploy`).

    Enemies nearby do not matter (`openfire.reserve.near-enemy`).
    """
    reach = battle.policy.entry_reach * INCH
    found = []
    for name, x, y in battle.entries[unit.side]:
        point = entry_stand(battle.plane, (x, y))

        def bar(stand: Stand, point: Stand = point, name: str = name) -> Refusal | None:
            if is_within(battle, stand, point, reach):
                return None
            text = f"{place(stand.x, stand.y)} is not within {inches(reach)} inches of {name}"
            return Refusal(text, "openfire.reserve.whole-unit")

        limit = reach + _size(unit)
        found.append(Way("deploy", name, (x, y), limit, bar, bar))
    return found


def _size(unit: Unit) -> int:
    base = unit.leader_card.base
    return base.radius + (base.length + base.width) // 2


def ambush_way(battle: Battle, unit: Unit) -> Way:
    """Anywhere more than 12 inches from every enemy model (`openfire.special.ambush`).

    It takes the place of the entry point and its 6 inches, not of the move that follows
    (`openfire.special.ambush-move`).
    """
    enemies = [stand for foe in battle.foes(unit) for stand in foe.bases]

    def bar(stand: Stand) -> Refusal | None:
        if not bases_within(battle, [stand], enemies, AMBUSH):
            return None
        text = f"{place(stand.x, stand.y)} is not more than 12 inches from every enemy"
        return Refusal(text, "openfire.special.ambush")

    plane = battle.plane
    limit = max(plane.width, plane.height) // 2
    return Way("ambush", "", (plane.width // 2, plane.height // 2), limit, bar, bar)


def assault_bar(battle: Battle, unit: Unit, because: str) -> Barred:
    """Closes what is within assault range of an enemy."""
    enemies = [stand for foe in battle.foes(unit) for stand in foe.bases]
    reach = battle.policy.assault_range * INCH

    def bar(stand: Stand) -> Refusal | None:
        if not bases_within(battle, [stand], enemies, reach):
            return None
        text = f"{place(stand.x, stand.y)} is within assault range of an enemy"
        return Refusal(text, because)

    return bar


def beside_way(battle: Battle, unit: Unit, verb: str, because: str, losses: bool) -> Way:
    """Within 1 inch of the transport and not beside the enemy.

    For a wreck the ban holds for every model, for disembarking only for the leader.
    """
    transport, model = unit.transport
    vehicle = battle.units[transport].stands[model]
    assert vehicle is not None
    enemy = assault_bar(battle, unit, because)

    def bar(stand: Stand) -> Refusal | None:
        if is_within(battle, stand, vehicle, INCH):
            return enemy(stand)
        text = f"{place(stand.x, stand.y)} is not within 1 inch of the transport"
        return Refusal(text, "openfire.transport.disembark")

    base = vehicle.base
    limit = INCH + 2 * unit.leader_card.base.radius + base.radius + base.length + base.width
    centre = (vehicle.x, vehicle.y)
    return Way(verb, "", centre, limit, bar, enemy if losses else None, losses)
