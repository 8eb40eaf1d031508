"""Looking closer: a ruler between two things, what an option would cover, what ground is what.

Looking changes nothing, and what is told comes from the rulebook with its clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, sin, tau
from typing import Any

from rich.text import Text

from battlemat.drawing.kinds import overlay_name
from battlemat.drawing.looks import mark_sign, troops
from battlemat.kernel.clauses import Register
from battlemat.kernel.errors import NoSuchThing, NotOnTable
from battlemat.kernel.game import Game
from battlemat.kernel.scene import Reading, Scene, Shape
from battlemat.kernel.words import say


def measured(game: Game[Any], asked: str) -> Text:
    """What a ruler from one thing to another tells, each fact with its clause."""
    scene = game.rulebook.scene(game.battle)
    words = asked.replace(" to ", " ").split()
    if len(words) < 2:
        return Text(
            say(
                "Measure from where to where? For example ''measure {things}''.",
                things=_example(scene),
            )
        )
    problem = ""
    for cut in range(1, len(words)):  # names of marks have spaces in them
        names = " ".join(words[:cut]), " ".join(words[cut:])
        try:
            start, end = (_present(game, scene, name) for name in names)
            return _told(game, start, end, game.rulebook.measure(game.battle, start, end))
        except NotOnTable as error:
            return Text(f"{error}.")
        except NoSuchThing as error:
            problem = problem or str(error)
    return Text(f"{problem[:1].upper()}{problem[1:]}.")


def why_away(game: Game[Any], name: str) -> str:
    """Where a unit of that name is, if it is in the game and not on the table; else nothing."""
    try:
        game.rulebook.measure(game.battle, name, name)
    except NotOnTable as error:
        return f"{error}."
    except NoSuchThing:
        pass
    return ""


def _present(game: Game[Any], scene: Scene, name: str) -> str:
    """What a name means; `NotOnTable` for a unit that has gone, also where a square is called so.

    Who asks for B5 means the unit, and must not be told of the square b5 when B5 is out.
    """
    found = meant(scene, name)
    if found != name and any(found == spot.name for spot in scene.spots):
        try:
            game.rulebook.measure(game.battle, name, name)
        except NotOnTable:
            raise
        except NoSuchThing:
            return found  # nothing but the square is called so
    return found


def _told(game: Game[Any], start: str, end: str, reading: Reading) -> Text:
    text = Text(say("From {start} to {end}:", start=start, end=end) + "\n", "bold")
    cited = ""
    for fact in reading.facts:
        text.append(f"  {fact.text}", "not bold")
        if fact.because:
            cited = game.rulebook.register.full(fact.because)
            text.append(f"  [{cited}]", "not bold dim")
        text.append("\n")
    if cited:
        text.append(say("Type ''? {clause}'' to read a clause.", clause=cited), "not bold dim")
    return text


def meant(scene: Scene, name: str) -> str:
    """A thing's name as the scene has it, for what a person types: a sign, a unit, small letters.

    Letters as they are written come first, so `B5` is the unit and `b5` the square; then units
    before marks before places, whatever the letters. What is nothing of the scene is left as it
    is: it may be a point of a free table.
    """
    names = _names(scene)
    found = next((one for word, one in names if word == name), None)
    wanted = name.casefold()
    return found or next((one for word, one in names if word.casefold() == wanted), name)


def unit_meant(scene: Scene, name: str) -> str:
    """The piece that a name stands for where only pieces are meant; "" if there is none."""
    ids = [(troop.id, troop.head.id) for troop in troops(scene)]
    ids += [(piece.id, piece.id) for piece in scene.pieces]
    return next((id for word, id in ids if word.casefold() == name.casefold()), "")


def _names(scene: Scene) -> list[tuple[str, str]]:
    """Everything that can be named, what goes before comes first."""
    found = [(troop.id, troop.head.id) for troop in troops(scene)]
    found += [(piece.id, piece.id) for piece in scene.pieces]
    found += [(mark.id, mark.id) for mark in scene.marks]
    found += [(mark_sign(mark), mark.id) for mark in scene.marks]
    return found + [(spot.name, spot.name) for spot in scene.spots]


def _example(scene: Scene) -> str:
    """Two things of this very table."""
    ids = [troop.id for troop in troops(scene)]
    if len(ids) < 2:
        return "12,8 20,14" if scene.grid == "free" else "c4 f6"
    return f"{ids[0]} {ids[-1]}"


def covered(register: Register, shapes: Sequence[Shape]) -> Text:
    """What is marked, by kind, with the clauses that say so."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for shape in shapes:
        kinds.setdefault((shape.kind, shape.because), []).append(shape.label)
    text = Text()
    for (kind, because), labels in kinds.items():
        told = ", ".join(dict.fromkeys(label for label in labels if label))
        name = overlay_name(kind)
        text.append(f"  {name}: {told}" if told else f"  {name}")
        text.append(f"  [{register.full(because)}]\n" if because else "\n", "dim")
    return text


def outlined(shapes: Sequence[Shape]) -> list[Shape]:
    """Shapes of which only the edge is drawn where they are round: rings of reach and range."""
    found = []
    for shape in shapes:
        if shape.form == "circle":
            (x, y), far = shape.points[0], shape.radius
            angles = [tau * part / _RING for part in range(_RING + 1)]
            ring = [(x + far * cos(angle), y + far * sin(angle)) for angle in angles]
            shape = replace(shape, form="line", points=ring)
        found.append(shape)
    return found


_RING = 48


def ground(scene: Scene) -> Text:
    """Every named part of the ground and where it lies."""
    found: dict[str, list[str]] = {}
    for shape in scene.shapes:
        if shape.label and shape.form != "line":
            found.setdefault(shape.label, []).append(_where(scene, shape))
    text = Text()
    for label, places in found.items():
        text.append(label)
        text.append(f"  {', '.join(dict.fromkeys(places))}\n", "dim")
    return text if found else Text(say("The ground is open.") + "\n")


def _where(scene: Scene, shape: Shape) -> str:
    """A place by the name of its spot, or the span of a part of a free table."""
    xs, ys = ([point[axis] for point in shape.points] for axis in (0, 1))
    if scene.spots:
        middle = sum(xs) / len(xs), sum(ys) / len(ys)
        near = min(
            scene.spots, key=lambda s: (s.at[0] - middle[0]) ** 2 + (s.at[1] - middle[1]) ** 2
        )
        return near.name
    south, north = scene.height - max(ys) - shape.radius, scene.height - min(ys) + shape.radius
    west, east = min(xs) - shape.radius, max(xs) + shape.radius
    corners = f"{west:g},{south:g}", f"{east:g},{north:g}"
    return say("{start} to {end}", start=corners[0], end=corners[1])
