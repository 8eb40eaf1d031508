"""What a ruler can be laid to: models, units, objectives, entry points, terrain and bare points.

Names are those of the scene and of answers. Where a name stands between two spaces, as in a
scenario, a dash does for a space: `objective-1`, `low-wall`. A name that means nothing is answered
with what it could have been.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battlemat.boards.plane import GROUND, Area, Base, Outline, Part, Plane, Stand
from battlemat.kernel.errors import NoSuchThing, NotOnTable
from battlemat.kernel.events import side_name
from battlemat.kernel.near import near
from battlemat.kernel.scene import pointed
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.objectives import is_on_table, lies_at
from battlemat.rulebooks.openfire.screen.phrases import entry_name
from battlemat.rulebooks.openfire.state.battle import PLACES, PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import Words, place
from battlemat.rulebooks.openfire.state.mission import entry_stand

MODEL, UNIT, OBJECTIVE, ENTRY, TERRAIN, POINT = range(6)
LONGEST = 200
"""How long a name may be; no number in it is then too long to be read."""


class Ground(Stand):
    """The outline of a piece of terrain, to be measured to like a base."""

    __slots__ = ()

    def __init__(self, outline: Outline, level: int) -> None:
        west, south, east, north = outline.box
        super().__init__(Base(), (west + east) // 2, (south + north) // 2, 0, level)
        self.corners, self.box = outline.corners, outline.box


class Thing(NamedTuple):
    """One end of a ruler: what it is called, and everything of it that stands on the table.

    `models` are the roster numbers beside `stands` for a model or a unit. `number` is that of an
    objective in its mission, or of an entry point's side.
    """

    kind: int
    name: str
    stands: tuple[Stand, ...]
    unit: Unit | None = None
    models: tuple[int, ...] = ()
    number: int = -1
    source: Part | Area | None = None


def find(battle: Battle, name: str) -> Thing:
    """What a name stands for, or `NoSuchThing` with what it could have been."""
    text = name.strip()
    if len(text) > LONGEST:
        raise NoSuchThing(say("nothing on the table has a name that long"))
    point = _point(battle.plane, text)
    if point is not None:
        return Thing(POINT, place(*point), (battle.plane.put(Base(), *point),))
    unit, dot, number = text.partition(".")
    found = battle.find(unit)
    if found is not None:
        return _model(found, number) if dot else _unit(found)
    wanted = _plain(text)
    names = dict(_named(battle))
    if wanted in names:
        return names[wanted]
    raise NoSuchThing(
        say(
            "there is no ''{text}'' on the table; {hint}",
            text=text,
            hint=_hint(battle, wanted, names),
        )
    )


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())


def _hint(battle: Battle, wanted: str, names: dict[str, Thing]) -> str:
    known = [unit.id.casefold() for unit in battle.on_table()] + list(names)
    close = near(wanted, known)
    if close:
        return say("did you mean ''{name}''?", name=close[0])
    return say(
        "name a model (R1.2), a unit (R1), a marker, a piece of terrain or a place (12.50,8.00)"
    )


# ---------------------------------------------------------------------- places


def _point(plane: Plane, text: str) -> tuple[int, int] | None:
    """A place as answers write it, or as a screen points at it, in hundredths."""
    shown = pointed(text)
    if shown is not None:
        x, y = shown
        if not (0 <= x * INCH <= plane.width and 0 <= y * INCH <= plane.height):
            raise _beyond(plane, text)
        return round(x * INCH), plane.height - round(y * INCH)
    words = Words(text, plane.height)
    point = words.place()
    if point is None or not words.done:
        return None
    if not plane.holds((*point, *point)):
        raise _beyond(plane, text)
    return point


def _beyond(plane: Plane, text: str) -> NoSuchThing:
    return NoSuchThing(
        say(
            "{text} lies beyond the edge of the table, which is {width} by {height} inches",
            text=text,
            width=f"{plane.width / INCH:g}",
            height=f"{plane.height / INCH:g}",
        )
    )


# ---------------------------------------------------------------------- models and units


def _model(unit: Unit, number: str) -> Thing:
    last = len(unit.hp)
    if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= last):
        raise NoSuchThing(
            say(
                "{unit} has no model ''{number}'': its models are 1 to {last}",
                unit=unit.id,
                number=number,
                last=last,
            )
        )
    model = int(number) - 1
    stand = unit.stands[model]
    if stand is None:
        what = say("removed") if unit.on_table else _whereabouts(unit)
        raise NotOnTable(
            say("{model} is not on the table ({what})", model=unit.name_of(model), what=what)
        )
    return Thing(MODEL, unit.name_of(model), (stand,), unit, (model,))


def _whereabouts(unit: Unit) -> str:
    return say(
        "{place, select, reserve {reserve} aboard {aboard} other {destroyed}}",
        place=PLACES[unit.place],
    )


def _unit(unit: Unit) -> Thing:
    rows = [(model, stand) for model, stand in enumerate(unit.stands) if stand is not None]
    if not rows:
        raise NotOnTable(
            say("{unit} is not on the table ({what})", unit=unit.id, what=_whereabouts(unit))
        )
    models, stands = zip(*rows, strict=True)
    return Thing(UNIT, unit.id, stands, unit, models)


# ---------------------------------------------------------------------- markers and terrain


def _named(battle: Battle) -> Iterator[tuple[str, Thing]]:
    """Everything else that has a name, the last to be found first."""
    plane = battle.plane
    for area in plane.areas:
        level = 0 if area.parent == GROUND else plane.areas[area.parent].level
        ground = Ground(area.outline, level)
        yield _plain(area.name), Thing(TERRAIN, area.name, (ground,), source=area)
    for part in plane.parts:
        ground = Ground(part.outline, part.level)
        yield _plain(part.name), Thing(TERRAIN, part.name, (ground,), source=part)
    for side, player in enumerate(PLAYERS):
        for name, x, y in battle.entries[side]:
            lies = entry_name(battle, side, name)
            called = say("{player}'s {entry}", player=side_name(player), entry=lies)
            thing = Thing(ENTRY, called, (entry_stand(plane, (x, y)),), number=side)
            for known in (f"entry {player} {name}", called):
                yield _plain(known), thing
    for number, objective in enumerate(battle.mission.objectives):
        if is_on_table(battle, number):
            stand = lies_at(battle, number)
            thing = Thing(OBJECTIVE, objective.name, (stand,), number=number)
            for name in (objective.name, objective.id, f"objective {objective.id}"):
                yield _plain(name), thing
