"""Coming onto the table: at an entry point, by Ambush, out of a transport or out of its wreck.

All four put the leader down somewhere and the rest of the unit in formation; they differ in where
the leader may be and in what is closed to the others. A placing is no move
(`openfire.reserve.not-a-move`), and gives any facing (`openfire.reserve.facing`).

deploy R1 w 2.00,20.00 face 90      ambush R1 20.00,20.00      disembark R1 12.00,8.00
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, cast

from battlemat.boards.plane import Effort, Point, Space, Stand, facing_along, lattice
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Draw
from battlemat.kernel.questions import Flow
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.bars import Bar
from battlemat.rulebooks.openfire.chapters.moving.formation import (
    EFFORT,
    FACINGS,
    Placing,
    directions,
    place_refusal,
    put_down,
)
from battlemat.rulebooks.openfire.chapters.moving.placing import place_followers
from battlemat.rulebooks.openfire.screen.phrases import entry_name, place_in_words
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import place
from battlemat.rulebooks.openfire.state.mission import SOLID

PITCH = 25
TRIES = 24
"""So many places are drawn by chance before all of them are listed."""
MOST_PACKINGS = 24
"""For so many places of the leader all the others are fitted in, where the lattice has no room."""


class Deploy(NamedTuple):
    """The leader's place near an entry point."""

    unit: int
    entry: str
    x: int
    y: int
    facing: int
    verb: str = "deploy"


class Ambush(NamedTuple):
    """The leader's place far from the enemy."""

    unit: int
    x: int
    y: int
    facing: int
    verb: str = "ambush"


class Disembark(NamedTuple):
    """The leader's place beside its transport."""

    unit: int
    x: int
    y: int
    facing: int
    verb: str = "disembark"


class Emerge(NamedTuple):
    """The leader's place beside the wreck."""

    unit: int
    x: int
    y: int
    facing: int
    verb: str = "emerge"


class NoRoom(NamedTuple):
    """The unit finds no room near any entry point."""

    unit: int
    verb: str = "noroom"


class Aboard(NamedTuple):
    """The unit stays aboard."""

    unit: int
    verb: str = "aboard"


class Crushed(NamedTuple):
    """The unit finds no place beside the wreck and is lost with it."""

    unit: int
    verb: str = "crushed"


Arrival: TypeAlias = Deploy | Ambush | Disembark | Emerge


def entry_of(option: Arrival) -> str:
    """The entry point that an arrival names; "" for those that need none."""
    return option.entry if isinstance(option, Deploy) else ""


def make(kind: type[Arrival], unit: Unit, entry: str, at: Point, facing: int) -> Arrival:
    """An arrival of any kind; only who deploys names an entry point."""
    if kind is Deploy:
        return Deploy(unit.index, entry, *at, facing)
    other = cast("type[Ambush | Disembark | Emerge]", kind)
    return other(unit.index, *at, facing)


class Way(NamedTuple):
    """One way onto the table: where the program looks, and what is closed to leader and others."""

    kind: type[Arrival]
    name: str  # of the entry point; "" for the others
    centre: Point
    limit: int
    leader_bar: Bar
    bar: Bar | None
    losses: bool = False

    def to(self, unit: Unit, at: Point, facing: int) -> Arrival:
        """The option that puts a unit's leader down there by this way."""
        return make(self.kind, unit, self.name, at, facing)


class Arriving:
    """What is asked: where a unit comes onto the table, by one of the ways open to it.

    What is left to do without a placing is open if it is `always` so, or else if the program's
    search finds no place either. `closed` are places that others have declared to move to.
    """

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        ways: Sequence[Way],
        always: bool = False,
        rank: Callable[[Battle, Unit], Callable[[Point], float]] | None = None,
        closed: Sequence[Stand] = (),
    ) -> None:
        self.battle = battle
        self.unit = unit
        self.ways = ways
        self.always = always
        self.rank = rank
        self.others = [*battle.bases(but=unit), *closed]
        self._found: Arrival | None = None
        self._searched = False
        self._listed: list[Arrival] | None = None
        self._fit: set[Arrival] = set()  # those that were found to do; nothing changes meanwhile

    # ------------------------------------------------------------------ checking

    def stand(self, option: Arrival) -> Stand:
        """The leader as an option puts it down."""
        base = self.unit.leader_card.base
        return self.battle.plane.put(base, option.x, option.y, option.facing)

    def way(self, option: Arrival) -> Way | None:
        """The way that an option takes."""
        entry = entry_of(option)
        return next((w for w in self.ways if w.kind is type(option) and w.name == entry), None)

    def placing(self, option: Arrival) -> Placing:
        """Where the followers may go then."""
        way = self.way(option)
        assert way is not None
        return Placing(self.battle, self.unit, self.stand(option), None, way.bar, self.others)

    def refusal(self, option: Arrival, *, proposing: bool = False) -> Refusal | None:
        """Why a leader may not be put down there; None if it may.

        With `proposing` all the others must find places at once, on the lattice; else it is enough
        that the player may.
        """
        if option in self._fit:
            return None
        refusal = self._refusal(option, proposing=proposing)
        if refusal is None and proposing:
            self._fit.add(option)
        return refusal

    def _refusal(self, option: Arrival, *, proposing: bool) -> Refusal | None:
        way = self.way(option) if option.unit == self.unit.index else None
        if way is None:
            return self._no_way(option)
        stand = self.stand(option)
        name = self.unit.name_of(self.unit.leader)
        refusal = place_refusal(self.battle, name, stand, self.others)
        refusal = refusal or way.leader_bar(stand)
        if refusal or way.losses:
            return refusal
        placing = self.placing(option)
        if placing.is_easy() or not (proposing or placing.is_hopeless()):
            return None
        text = say(
            "with its leader at {place} there is no room for every model",
            place=place(stand.x, stand.y),
        )
        return Refusal(text, "openfire.reserve.whole-unit")

    def _no_way(self, option: Arrival) -> Refusal:
        unit = self.unit
        if option.unit != unit.index:
            text = say("only {unit} comes onto the table now", unit=unit.id)
            return Refusal(text, "openfire.activation.order")
        if isinstance(option, Deploy):
            names = [entry_name(self.battle, unit.side, way.name) for way in self.ways if way.name]
            text = say("{unit} may come in at: {entries}", unit=unit.id, entries=", ".join(names))
            return Refusal(text, "openfire.reserve.entry-points")
        # The others are asked only where they are the way.
        text = say("{unit} has no Ambush", unit=unit.id)
        return Refusal(text, "openfire.special.ambush")

    def stay_refusal(self) -> Refusal | None:
        """Why the unit must be put down; None if something else may be done."""
        found = None if self.always else self.search()
        if found is None:
            return None
        text = say(
            "there is room for {unit} at {place}",
            unit=self.unit.id,
            place=place_in_words(self.battle, found.x, found.y),
        )
        return Refusal(text, "openfire.reserve.no-room")

    # ------------------------------------------------------------------ searching

    def search(self) -> Arrival | None:
        """The first legal arrangement in a fixed order, or None (`openfire.reserve.search`)."""
        if not self._searched:
            self._searched = True
            self._found = next(self._legal(PITCH), None) or next(self._closer(), None)
        return self._found

    def _legal(self, pitch: int) -> Iterator[Arrival]:
        facings = (0,) if self.unit.leader_card.base.is_round else (0, 90)
        for way in self.ways:
            for at in lattice(way.centre, way.centre, pitch, way.limit):
                for facing in facings:
                    option = way.to(self.unit, at, facing)
                    if self.refusal(option, proposing=True) is None:
                        yield option
                        break

    def _closer(self) -> Iterator[Arrival]:
        """Arrangements off the lattice, close together: for ground on which it has none."""
        for way in self.ways:
            tried = list(self._leaders(way, Effort(EFFORT)))
            even = lattice(way.centre, way.centre, INCH // 2, way.limit)
            tried += ((x, y, 0) for x, y in even)
            packings = MOST_PACKINGS
            for x, y, facing in dict.fromkeys(tried):
                option = way.to(self.unit, (x, y), facing)
                if self.refusal(option) is not None:
                    continue
                if way.losses or self.placing(option).is_possible():
                    yield option
                packings -= 1
                if not packings:
                    break

    def _leaders(self, way: Way, effort: Effort) -> Iterator[tuple[int, int, int]]:
        """Places of the leader that lie as far to one side as can be, and its facing there."""
        base, plane = self.unit.leader_card.base, self.battle.plane
        limits = (way.leader_bar,)
        space = Space(plane, base, FACINGS, self.others, SOLID, limits=limits, any_facing=True)
        for toward in directions(way.centre):
            stand = space.nearest(toward, way.centre, way.limit, effort).stand
            if stand is None:
                return
            yield stand.x, stand.y, stand.facing

    def listed(self) -> list[Arrival]:
        """Places worth a look, or the first that the search finds; empty if there is none."""
        if self._listed is None:
            found = list(self._good())
            if not found:
                first = self.search()
                found = [] if first is None else [first]
            self._listed = found
        return self._listed

    def drawn(self, below: Draw) -> Arrival | None:
        """Any place of the coarse lattice by chance; None if none was found in some tries."""
        if not self.ways:
            return None
        way = self.ways[below(len(self.ways))]
        points = _coarsely(way)
        for _ in range(TRIES):
            at = points[below(len(points))]
            option = way.to(self.unit, at, inward(self.battle, at))
            if self.refusal(option, proposing=True) is None:
                return option
        return None

    def _good(self) -> Iterator[Arrival]:
        """A few places worth a look: those that rank best on a coarse lattice."""
        for way in self.ways:
            points = _coarsely(way)
            if self.rank is not None:
                rank = self.rank(self.battle, self.unit)
                points.sort(key=rank, reverse=True)
            taken = 0
            for at in points[:60]:
                option = way.to(self.unit, at, inward(self.battle, at))
                if self.refusal(option, proposing=True) is None:
                    yield option
                    taken += 1
                    if taken == 3:
                        break


def _coarsely(way: Way) -> list[Point]:
    """The points of a coarse lattice, those nearest to its middle first."""
    pitch = max(PITCH, min(400, way.limit // 4))
    return list(lattice(way.centre, way.centre, pitch, way.limit))


def inward(battle: Battle, at: Point) -> int:
    """The facing towards the middle of the table."""
    plane = battle.plane
    return facing_along(plane.width // 2 - at[0], plane.height // 2 - at[1])


def put_on_table(asked: Arriving, option: Arrival) -> Flow[bool]:
    """Put the whole unit down around its leader; False if the leader is taken up again."""
    placing = asked.placing(option)
    places = yield from place_followers(placing, "openfire.reserve.whole-unit")
    if places is None:
        return False
    put_down(asked.unit, placing.leader, dict(zip(placing.followers, places, strict=True)))
    return True


def write_arrival(battle: Battle, option: Arrival) -> str:
    """The text of an arrival."""
    entry = f" {option.entry}" if isinstance(option, Deploy) else ""
    unit = battle.units[option.unit].id
    return f"{option.verb} {unit}{entry} {place(option.x, option.y)} face {option.facing}"
