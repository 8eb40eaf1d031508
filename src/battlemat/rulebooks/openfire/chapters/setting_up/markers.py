"""Chapter "Set Up Stage": markers whose place lies inside terrain.

Each goes to the nearest usable place unless the players agree on another one
(`openfire.setup.markers`): one names a place, and the other says whether it is good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from battlemat.boards.plane import Point, lattice
from battlemat.kernel.errors import Refusal
from battlemat.kernel.events import side_name
from battlemat.kernel.forms import Draw, Misread, Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.screen.handles import offering
from battlemat.rulebooks.openfire.screen.overlays import ring
from battlemat.rulebooks.openfire.screen.phrases import entry_name, leap_in_words, place_in_words
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import FROM_NORTH, Words, place
from battlemat.rulebooks.openfire.state.mission import entry_stand, usable

CLAUSE = "openfire.setup.markers"
MOST_PLACES = 6


class PutMarker(NamedTuple):
    """Where a marker shall lie."""

    x: int
    y: int
    verb: str = "marker"


class Agree(NamedTuple):
    """The place that the other one named is good."""

    verb: str = "agree"


class Nearest(NamedTuple):
    """The marker goes to the nearest usable place."""

    verb: str = "nearest"


class Lost(NamedTuple):
    """A marker that cannot lie where the mission puts it: what it is, and where it would go."""

    name: str
    number: int
    side: int  # of an entry point; -1 for an objective
    nearest: Point
    said: Point | None = None


class MarkerForm:
    """`marker 12.00,8.00`."""

    word = "marker"
    pattern = "marker PLACE"
    parts: Mapping[str, str] = {"place": "a place in inches, as in 12.00,8.00"}

    def write(self, _battle: Battle, option: PutMarker) -> str:
        return f"marker {place(option.x, option.y)}"

    def read(self, battle: Battle, text: str, _asked: object = None, /) -> PutMarker | Misread:
        words = Words(text, battle.plane.height)
        words.take()
        point = words.place()
        if point is None or not words.done:
            return Misread(say("a marker is placed as in 'marker 12.00,8.00'"))
        return PutMarker(*point)

    def sample(self, battle: Battle, draw: Draw, _asked: object = None, /) -> PutMarker:
        return PutMarker(draw(battle.plane.width + 1), draw(battle.plane.height + 1))


def _bar(battle: Battle, _asked: Lost, option: PutMarker) -> Refusal | None:
    if usable(battle.plane, (option.x, option.y)):
        return None
    return Refusal(say("no marker can lie at {place}", place=place(option.x, option.y)), CLAUSE)


def _places(battle: Battle, asked: Lost) -> list[PutMarker]:
    """A few places around the nearest one."""
    found: list[PutMarker] = []
    limit = max(battle.plane.width, battle.plane.height)
    for point in lattice(asked.nearest, asked.nearest, INCH, limit):
        if usable(battle.plane, point):
            found.append(PutMarker(*point))
            if len(found) == MOST_PLACES:
                break
    return found


def _fill(battle: Battle, choice: Choice, option: PutMarker, made: Handle) -> None:
    at = place(option.x, option.y)
    if option == choice.listed[0]:
        made.gesture, made.text = "place", f"marker {{place}} {FROM_NORTH}"
    made.at, made.place = on_screen(battle.plane, option.x, option.y), at


def _covers(battle: Battle, _choice: Choice, option: PutMarker) -> list[Shape]:
    stand = entry_stand(battle.plane, (option.x, option.y))
    return [ring(battle, "ghost", stand, INCH // 2, place(option.x, option.y), CLAUSE)]


def _marker_name(battle: Battle, asked: Lost) -> str:
    """An objective by its name, an entry point by where it lies."""
    if asked.side < 0:
        return asked.name
    entry = entry_name(battle, asked.side, asked.name)
    return say("the {entry} of {player}", entry=entry, player=side_name(PLAYERS[asked.side]))


def _tell_marker(battle: Battle, asked: Lost, option: PutMarker) -> str:
    at = place_in_words(battle, option.x, option.y)
    return say("Put {marker} at {place}", marker=_marker_name(battle, asked), place=at)


def _tell_agree(battle: Battle, asked: Lost, _option: Agree) -> str:
    assert asked.said is not None
    at = place_in_words(battle, *asked.said)
    return say("Agree to {marker} at {place}", marker=_marker_name(battle, asked), place=at)


def _lost_marker(battle: Battle, asked: Lost) -> dict[str, object]:
    return {"marker": _marker_name(battle, asked)}


_AGREE, _NEAREST = Template(Agree, "agree"), Template(Nearest, "nearest")
PUT: Verb[Battle, Lost, PutMarker] = Verb(
    PutMarker,
    MarkerForm(),
    says="name a place for a marker that cannot lie where the mission puts it",
    because=CLAUSE,
    candidates=_places,
    bar=_bar,
    handle=offering(lambda: say("Marker"), MarkerForm(), _fill),
    tells=_tell_marker,
    covers=_covers,
    unlisted=True,
)
AGREE: Verb[Battle, Lost, Agree] = Verb(
    Agree,
    _AGREE,
    says="agree to the place that the other one named",
    because=CLAUSE,
    candidates=lambda _battle, _asked: (Agree(),),
    handle=offering(lambda: say("Agree"), _AGREE),
    tells=_tell_agree,
)
NEAREST: Verb[Battle, Lost, Nearest] = Verb(
    Nearest,
    _NEAREST,
    says="let a marker lie at the nearest usable place",
    because=CLAUSE,
    candidates=lambda _battle, _asked: (Nearest(),),
    handle=offering(lambda: say("Nearest"), _NEAREST),
    tells="The nearest usable place",
)
IN_THE_WAY: Ask[Battle, Lost, Nearest | PutMarker] = Ask(
    "marker",
    says="The mission puts {marker} where it cannot lie. Where should it go?",
    because=CLAUSE,
    parts=_lost_marker,
    verbs=Verbs(NEAREST, PUT),
)
AGREEMENT: Ask[Battle, Lost, Agree | Nearest] = Ask(
    "agreement",
    says="Do you agree to the new place of {marker}?",
    because=CLAUSE,
    parts=_lost_marker,
    verbs=Verbs(AGREE, NEAREST),
)


def lost_markers(battle: Battle) -> Iterator[Lost]:
    """Objectives and fixed entry points that lie elsewhere than the mission says."""
    for number, objective in enumerate(battle.mission.objectives):
        at = battle.objectives_at[number]
        if at != objective.at:
            yield Lost(objective.name, number, -1, at)
    for side, entry in enumerate(battle.mission.entries):
        for number, (id, x, y) in enumerate(entry.fixed):
            at = battle.entries[side][number][1:]
            if at != (x, y):
                yield Lost(id, number, side, at)


def agree_on_markers(battle: Battle) -> Flow[None]:
    """For each marker in the way one names a place and the other agrees, or it is the nearest."""
    for asked in list(lost_markers(battle)):
        option: PutMarker | Nearest = yield from IN_THE_WAY(PLAYERS[0], battle, asked)
        if isinstance(option, Nearest) or (option.x, option.y) == asked.nearest:
            continue
        said = asked._replace(said=(option.x, option.y))
        reply: Agree | Nearest = yield from AGREEMENT(PLAYERS[1], battle, said)
        if isinstance(reply, Agree):
            _put(battle, asked, (option.x, option.y))


def _put(battle: Battle, asked: Lost, at: Point) -> None:
    name = _marker_name(battle, asked)
    way = leap_in_words(asked.nearest, at)
    battle.tell(events.Marker, CLAUSE, name=name, way=way, place=place(*at))
    if asked.side < 0:
        places = list(battle.objectives_at)
        places[asked.number] = at
        battle.objectives_at = tuple(places)
        return
    entries = list(battle.entries[asked.side])
    entries[asked.number] = (entries[asked.number][0], *at)
    battle.entries[asked.side] = tuple(entries)
