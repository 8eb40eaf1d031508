"""Words beside the board: what its letters mean, who stands where, how the game stands.

Whatever the board tells by letters or colour is told here in words, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from battlemat.drawing.kinds import ground_name
from battlemat.drawing.looks import (
    Troop,
    barrier,
    ground_glyph,
    hindered,
    mark_sign,
    sides,
    status_label,
    troops,
    zone_letter,
)
from battlemat.kernel.events import side_name
from battlemat.kernel.scene import Mark, Piece, Scene
from battlemat.kernel.words import listed, say
from battlemat.players.terminal.board import side_style
from battlemat.players.terminal.canvas import plainly


def legend(scene: Scene, *, plain: bool = False) -> str:
    """One line that says what the letters on this board mean, in ASCII if it is drawn so."""
    words = "; ".join(signs(scene, plain=plain))
    return words[:1].upper() + words[1:] + "." if words else ""


def signs(scene: Scene, *, plain: bool = False) -> list[str]:
    """What each sign on the board means: objectives and other marks, walls, ground, pieces."""
    marks = sorted(scene.marks, key=lambda mark: (not _on(scene, mark), mark.kind != "objective"))
    told = [f"{mark_sign(mark)} {_of_mark(scene, mark)}" for mark in marks]
    looks = {barrier(shape) for shape in scene.shapes if shape.form == "line"}
    if scene.grid == "free":
        told.append(say("the edges count inches from the south-west corner, as places are written"))
    if "low" in looks:
        told.append(say("- and | low wall") if plain else say("thin line low wall"))
    if "high" in looks:
        told.append(say("= and I high wall") if plain else say("thick line high wall"))
    named = {"door": say("D closed door"), "open door": say("O open door")}
    named |= {"window": say("o window"), "climb": say("^ climbable")}
    told += [words for look, words in named.items() if look in looks]
    ground = [shape for shape in scene.shapes if shape.form != "line"]
    if any(shape.height and not ground_glyph(shape) for shape in ground):
        told.append(say("numbers are heights"))
    glyphs = {ground_glyph(shape): ground_name(shape) for shape in ground}
    told += [f"{glyph} {name}" for glyph, name in sorted(glyphs.items()) if glyph]
    zones = {zone_letter(zone): zone.label or zone.kind for zone in scene.zones}
    told += [f"{letter} {name}" for letter, name in sorted(zones.items())]
    told += _of_pieces(scene)
    return ["".join(map(plainly, words)) for words in told] if plain else told


def _of_mark(scene: Scene, mark: Mark) -> str:
    """What a mark is, and who stands on it, since a unit hides its sign."""
    words, unit = mark.label or mark.kind, _on(scene, mark)
    return say("under {unit}: {words}", unit=unit, words=words) if unit else words


def _on(scene: Scene, mark: Mark) -> str:
    """The piece that stands where a mark lies; "" if there is none."""
    x, y = mark.at
    near = (p.id for p in scene.pieces if max(abs(p.at[0] - x), abs(p.at[1] - y)) < _SAME_PLACE)
    return next(near, "")


_SAME_PLACE = 0.5


def _of_pieces(scene: Scene) -> list[str]:
    told = []
    letters = {piece.side[:1]: piece.side for troop in troops(scene) for piece in troop.rest}
    if letters:
        names = listed(
            [f"{letter} ({side_name(side)})" for letter, side in sorted(letters.items())]
        )
        told.append(
            say("{names} are models beside their leader, who bears the unit''s id", names=names)
        )
    if any(hindered(piece) for piece in scene.pieces):
        told.append(say("_ before a unit that is hindered"))
    return told


def status_lines(scene: Scene, width: int = 80) -> str:
    """How the game stands: turn, points, orders; a pair is broken only if it must be."""
    lines: list[str] = []
    for one in scene.status:
        words = f"{status_label(one)}: {one.value}"
        if lines and len(lines[-1]) + len(words) + 3 <= width:
            lines[-1] += f" | {words}"
        else:
            lines.append(words)
    return "\n".join(lines)


def roster(scene: Scene, players: Sequence[str], width: int = 80) -> Text:
    """Every unit in words; two sides stand beside each other where they fit."""
    order = sides(scene, players)
    blocks = {side: _block(scene, side) for side in order}
    blocks = {side: lines for side, lines in blocks.items() if len(lines) > 1}
    text = Text()
    if len(blocks) == 2:
        (one, left), (two, right) = blocks.items()
        column = max(len(line) for line, _ in left) + 2
        if column + max(len(line) for line, _ in right) < width:
            styles = side_style(one, order), side_style(two, order)
            for row in range(max(len(left), len(right))):
                _cell(text, left, row, styles[0], column if row < len(right) else 0)
                _cell(text, right, row, styles[1], 0)
                text.append("\n")
            return text
    for side, lines in blocks.items():
        for row in range(len(lines)):
            _cell(text, lines, row, side_style(side, order), 0)
            text.append("\n")
    return text


_Line = tuple[str, bool]


def _cell(text: Text, lines: Sequence[_Line], row: int, head: str, column: int) -> None:
    """One row of a side: its name in its colour, its units dim once they have acted."""
    line, ready = lines[row] if row < len(lines) else ("", True)
    text.append(line.ljust(column), head if not row else "" if ready else "dim")


def _block(scene: Scene, side: str) -> list[_Line]:
    """A side's name and its units, one line each, and whether each is yet to act."""
    units = [troop for troop in troops(scene) if troop.head.side == side]
    names = [_unit_name(troop) for troop in units]
    wide = max(map(len, names), default=0)
    places = max((len(troop.head.place) for troop in units), default=0)
    lines = [(side_name(side), True)]
    for troop, name in zip(units, names, strict=True):
        start = f"  {troop.id:<3} {name:<{wide}}  {troop.head.place:<{places}}"
        lines.append((f"{start}  {', '.join(_states(troop))}".rstrip(), troop.head.ready))
    return lines


def _states(troop: Troop) -> list[str]:
    """The states of a unit's head, then what is worth a word of its other models."""
    head = troop.head
    words = [one.label for one in head.conditions if one.kind not in ("stands", "leads")]
    if head.active:
        words.insert(0, say("acting now"))
    elif not head.ready and not any(one.kind == "acted" for one in head.conditions):
        words.append(say("has acted"))
    if head.gauge is not None:
        words.append(_left(head))
    if troop.rest:
        words.append(say("{count} more", count=len(troop.rest)))
    for model in troop.rest:
        notes = [
            *(one.label for one in model.conditions),
            *([_left(model)] if _is_worn(model) else []),
        ]
        if notes:
            words.append(f"{model.id} {' '.join(notes)}")
    return words


def _unit_name(troop: Troop) -> str:
    """The name of the whole unit, where it has one beside that of the model."""
    return (troop.head.unit or troop.head.name)[:26]


def _left(piece: Piece) -> str:
    if piece.gauge is None:
        return ""
    return say("{left}/{full} left", left=piece.gauge[0], full=piece.gauge[1])


def _is_worn(piece: Piece) -> bool:
    return piece.gauge is not None and piece.gauge[0] < piece.gauge[1]
