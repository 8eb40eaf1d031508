"""Chapter "Set Up Stage": one round of edits for whoever did not lay the terrain out.

Pieces are shifted, turned, taken away and added. What the table would be then is read like any
board, and what makes no board is refused (`openfire.setup.terrain`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt

from battlemat.boards.plane import Plane, facing_along, lattice
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Draw, Misread, Template
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.setting_up.changes import (
    Accept,
    Add,
    Change,
    Remove,
    Shift,
    Turn,
    edit_of,
)
from battlemat.rulebooks.openfire.chapters.setting_up.pieces import (
    ADDED,
    MOST_EDITS,
    REMOVED,
    SHIFTED,
    STEP,
    TURNED,
    box_of_pieces,
    edited,
    number_of,
    pieces_of,
    title_of,
)
from battlemat.rulebooks.openfire.screen.handles import offering
from battlemat.rulebooks.openfire.screen.phrases import facing_in_words, place_in_words
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import FROM_NORTH, Words, inches, place
from battlemat.rulebooks.openfire.state.start import put_markers

CLAUSE = "openfire.setup.terrain"
QUARTER = 90
MOST_ADDED = 4
"""So many pieces are offered to be added; more may be typed."""


# ---------------------------------------------------------------------- how they are written


def _names(battle: Battle) -> list[str]:
    return [piece.name for piece in pieces_of(battle)]


def _kinds(battle: Battle) -> list[str]:
    return [title_of(row) for _, row in box_of_pieces(battle)]


def _unknown(wanted: str, names: Sequence[str]) -> Misread:
    return Misread(
        say(
            "there is no piece of terrain ''{name}''{hint}",
            name=wanted,
            hint=did_you_mean(wanted, names),
        )
    )


class ShiftForm:
    """`shift hedge 2.00,-1.00`: a piece by its name, and how far east and north.

    Or where its middle shall be, as in `shift hedge to 24.00,12.00`.
    """

    word = SHIFTED
    pattern = "shift PIECE DISTANCE"
    parts: Mapping[str, str] = {
        "piece": "the name of a piece of terrain",
        "distance": "how far east and north in inches, as in 2.00,-1.00; or its new middle, as in "
        "to 24.00,12.00",
    }

    def write(self, battle: Battle, option: Shift) -> str:
        return f"shift {_names(battle)[option.piece]} {place(option.east, option.north)}"

    def read(self, battle: Battle, text: str, _asked: object = None, /) -> Shift | Misread:
        words = Words(text, 0)
        *name, by = words.words[1:] or [""]
        words.next = len(words.words) - 1
        names = _names(battle)
        piece, there = number_of(names, " ".join(name)), False
        if piece is None and name and name[-1].casefold() == "to":
            name.pop()
            piece, there = number_of(names, " ".join(name)), True
            words.height = battle.plane.height  # a place, and no distance
        if piece is None:
            return _unknown(" ".join(name), names)
        point = words.place()
        if point is None:
            return Misread(
                say(
                    "''{by}'' is no distance: write as in 'shift {piece} 2.00,-1.00'",
                    by=by,
                    piece=names[piece],
                )
            )
        if there:
            east, north = pieces_of(battle)[piece].middle
            return Shift(piece, point[0] - east, point[1] - north)
        return Shift(piece, *point)

    def sample(self, battle: Battle, draw: Draw, _asked: object = None, /) -> Shift | None:
        names = _names(battle)
        if not names:
            return None
        return Shift(draw(len(names)), draw(1200) - 600, draw(1200) - 600)


class TurnForm:
    """`turn hedge 90`: a piece by its name, and how many degrees to the left."""

    word = TURNED
    pattern = "turn PIECE DEGREES"
    parts: Mapping[str, str] = {
        "piece": "the name of a piece of terrain",
        "degrees": f"how far to the left: {STEP}, {2 * STEP}, {3 * STEP} and so on",
    }

    def write(self, battle: Battle, option: Turn) -> str:
        return f"turn {_names(battle)[option.piece]} {option.degrees}"

    def read(self, battle: Battle, text: str, _asked: object = None, /) -> Turn | Misread:
        *name, by = text.split()[1:] or [""]
        names = _names(battle)
        piece = number_of(names, " ".join(name))
        if piece is None:
            return _unknown(" ".join(name), names)
        if not (by.isascii() and by.isdecimal()) or len(by) > 3 or not 0 < int(by) < 360:
            return Misread(
                say(
                    "''{by}'' is no turn: write as in 'turn {piece} {quarter}'",
                    by=by,
                    piece=names[piece],
                    quarter=QUARTER,
                )
            )
        return Turn(piece, int(by))

    def sample(self, battle: Battle, draw: Draw, _asked: object = None, /) -> Turn | None:
        names = _names(battle)
        return Turn(draw(len(names)), draw(359) + 1) if names else None


class RemoveForm:
    """`remove hedge`: a piece by its name."""

    word = REMOVED
    pattern = "remove PIECE"
    parts: Mapping[str, str] = {"piece": "the name of a piece of terrain"}

    def write(self, battle: Battle, option: Remove) -> str:
        return f"remove {_names(battle)[option.piece]}"

    def read(self, battle: Battle, text: str, _asked: object = None, /) -> Remove | Misread:
        wanted, names = " ".join(text.split()[1:]), _names(battle)
        piece = number_of(names, wanted)
        return _unknown(wanted, names) if piece is None else Remove(piece)

    def sample(self, battle: Battle, draw: Draw, _asked: object = None, /) -> Remove | None:
        names = _names(battle)
        return Remove(draw(len(names))) if names else None


class AddForm:
    """`add wood 24.00,12.00`: a kind of piece, and where its middle shall be."""

    word = ADDED
    pattern = "add KIND PLACE"
    parts: Mapping[str, str] = {
        "kind": "what kind of piece: the name of one on the board, or ruin, wall, wood, rocks, "
        "hedge",
        "place": "where its middle shall be in inches, as in 24.00,12.00",
    }

    def write(self, battle: Battle, option: Add) -> str:
        return f"add {_kinds(battle)[option.kind]} {place(option.x, option.y)}"

    def read(self, battle: Battle, text: str, _asked: object = None, /) -> Add | Misread:
        words = Words(text, battle.plane.height)
        *name, at = words.words[1:] or [""]
        words.next = len(words.words) - 1
        kinds = _kinds(battle)
        kind = number_of(kinds, " ".join(name))
        if kind is None:
            return _unknown(" ".join(name), kinds)
        point = words.place()
        if point is None:
            return Misread(
                say(
                    "''{at}'' is no place: write as in 'add {piece} 24.00,12.00'",
                    at=at,
                    piece=kinds[kind],
                )
            )
        return Add(kind, *point)

    def sample(self, battle: Battle, draw: Draw, _asked: object = None, /) -> Add:
        x, y = draw(battle.plane.width + 1), draw(battle.plane.height + 1)
        return Add(draw(len(_kinds(battle))), x, y)


# ---------------------------------------------------------------------- what may be done


def _bar(battle: Battle, _asked: None, option: Change) -> Refusal | None:
    if not isinstance(option, Add) and pieces_of(battle)[option.piece].gone:
        text = say("{piece} has been taken away", piece=_names(battle)[option.piece])
        return Refusal(text, CLAUSE)
    if isinstance(option, Turn) and option.degrees % STEP:
        text = say("pieces are turned by {step} degrees, or by a multiple of that", step=STEP)
        return Refusal(text, CLAUSE)
    found = edited(battle, (*battle.edits, edit_of(option)))
    return found if isinstance(found, Refusal) else None


def _untouched(battle: Battle, kind: str) -> list[int]:
    """The pieces that lie there and with which this has not been done."""
    if len(battle.edits) >= MOST_EDITS:
        return []
    done = {edit.piece for edit in battle.edits if edit.kind == kind}
    pieces = pieces_of(battle)
    return [n for n, piece in enumerate(pieces) if not piece.gone and n not in done]


def _shifts(battle: Battle, _asked: None) -> list[Shift]:
    """Each piece where it lies: from there a screen lets it be moved."""
    return [Shift(piece, 0, 0) for piece in _untouched(battle, SHIFTED)]


def _turns(battle: Battle, _asked: None) -> list[Turn]:
    """A quarter of a turn for each piece."""
    return [Turn(piece, QUARTER) for piece in _untouched(battle, TURNED)]


def _removals(battle: Battle, _asked: None) -> list[Remove]:
    """Any piece: pieces are only ever in each other's way by being there."""
    return [Remove(piece) for piece in _untouched(battle, REMOVED)]


def _additions(battle: Battle, _asked: None) -> list[Add]:
    """One of each kind where there is room for it, as near the middle of the table as can be."""
    if sum(edit.kind == ADDED for edit in battle.edits) >= MOST_ADDED:
        return []
    width, height = battle.plane.width, battle.plane.height
    middle = (width // 2, height // 2)
    found = []
    for kind in range(len(_kinds(battle))):
        for x, y in lattice(middle, middle, 6 * INCH, max(width, height)):
            option = Add(kind, x, y)
            if _bar(battle, None, option) is None:
                found.append(option)
                break
    return found


# ---------------------------------------------------------------------- how they are told


def _tell_shift(battle: Battle, _asked: None, option: Shift) -> str:
    name = _names(battle)[option.piece]
    if not option.east and not option.north:
        return say("Leave {piece} where it lies", piece=name)
    toward = facing_in_words(facing_along(option.east, option.north))
    far = inches(isqrt(option.east**2 + option.north**2))
    return say("Shift {piece} {far} inches to the {way}", piece=name, far=far, way=toward)


def _tell_turn(battle: Battle, _asked: None, option: Turn) -> str:
    name = _names(battle)[option.piece]
    if option.degrees == QUARTER:
        return say("Turn {piece} by a quarter", piece=name)
    return say("Turn {piece} by {degrees} degrees", piece=name, degrees=option.degrees)


def _tell_add(battle: Battle, _asked: None, option: Add) -> str:
    at = place_in_words(battle, option.x, option.y)
    return say("Add {piece} at {place}", piece=_kinds(battle)[option.kind], place=at)


# ---------------------------------------------------------------------- how a screen offers it


def _covers(battle: Battle, _choice: Choice, option: Change) -> Sequence[Shape]:
    """A piece of terrain where it would lie then; one that is taken away where it lies."""
    if isinstance(option, Remove):
        piece = pieces_of(battle)[option.piece]
    else:
        pieces = pieces_of(battle, (*battle.edits, edit_of(option)))
        piece = pieces[-1] if isinstance(option, Add) else pieces[option.piece]
    points = [on_screen(battle.plane, x, y) for x, y in piece.corners]
    return [Shape("ghost", "polygon", points, label=piece.name, because=CLAUSE)]


def _fill_shift(battle: Battle, _choice: Choice, option: Shift, made: Handle) -> None:
    piece = pieces_of(battle)[option.piece]
    if not option.east and not option.north:
        made.group = made.label = say("Shift {piece}", piece=piece.name)
        made.gesture, made.text = "place", f"shift {piece.name} to {{place}} {FROM_NORTH}"
        made.at = on_screen(battle.plane, *piece.middle)


def _fill_turn(battle: Battle, _choice: Choice, option: Turn, made: Handle) -> None:
    piece = pieces_of(battle)[option.piece]
    made.at = on_screen(battle.plane, *piece.middle)


def _fill_remove(battle: Battle, _choice: Choice, option: Remove, made: Handle) -> None:
    piece = pieces_of(battle)[option.piece]
    made.at = on_screen(battle.plane, *piece.middle)


def _fill_add(battle: Battle, choice: Choice, option: Add, made: Handle) -> None:
    name = _kinds(battle)[option.kind]
    made.at = on_screen(battle.plane, option.x, option.y)
    if option in choice.listed:
        made.group = made.label = say("Add {piece}", piece=name)
        made.gesture, made.text = "place", f"add {name} {{place}} {FROM_NORTH}"


# ---------------------------------------------------------------------- the verbs

_ACCEPT = Template(Accept, "accept")
ACCEPT: Verb[Battle, None, Accept] = Verb(
    Accept,
    _ACCEPT,
    says="agree to the board as it is",
    because=CLAUSE,
    candidates=lambda _battle, _asked: (Accept(),),
    handle=offering(lambda: say("Accept"), _ACCEPT),
    tells="Accept the board as it is",
)
SHIFT: Verb[Battle, None, Shift] = Verb(
    Shift,
    ShiftForm(),
    says="move a piece of terrain before the game",
    because=CLAUSE,
    candidates=_shifts,
    bar=_bar,
    handle=offering(lambda: say("Shift terrain"), ShiftForm(), _fill_shift),
    tells=_tell_shift,
    covers=_covers,
    unlisted=True,
)
TURN: Verb[Battle, None, Turn] = Verb(
    Turn,
    TurnForm(),
    says="turn a piece of terrain before the game",
    because=CLAUSE,
    candidates=_turns,
    bar=_bar,
    handle=offering(lambda: say("Turn terrain"), TurnForm(), _fill_turn),
    tells=_tell_turn,
    covers=_covers,
    unlisted=True,
)
REMOVE: Verb[Battle, None, Remove] = Verb(
    Remove,
    RemoveForm(),
    says="take a piece of terrain away before the game",
    because=CLAUSE,
    candidates=_removals,
    bar=_bar,
    handle=offering(lambda: say("Take terrain away"), RemoveForm(), _fill_remove),
    tells=lambda battle, _asked, option: say(
        "Take {piece} away", piece=_names(battle)[option.piece]
    ),
    covers=_covers,
)
ADD: Verb[Battle, None, Add] = Verb(
    Add,
    AddForm(),
    says="add a piece of terrain before the game",
    because=CLAUSE,
    candidates=_additions,
    bar=_bar,
    handle=offering(lambda: say("Add terrain"), AddForm(), _fill_add),
    tells=_tell_add,
    covers=_covers,
    unlisted=True,
)
TERRAIN: Ask[Battle, None, Accept | Shift | Turn | Remove | Add] = Ask(
    "terrain",
    says="Do you want to change the terrain?",
    because=CLAUSE,
    verbs=Verbs(ACCEPT, SHIFT, TURN, REMOVE, ADD),
    own=True,
)


def edit_terrain(battle: Battle) -> Flow[None]:
    """One round of edits for whoever did not lay the board out."""
    editor = PLAYERS[1 - battle.field.terrain_by]
    while True:
        option = yield from TERRAIN(editor, battle, None)
        if isinstance(option, Accept):
            return
        battle.edits = (*battle.edits, edit_of(option))
        plane = edited(battle, battle.edits)
        assert isinstance(plane, Plane)
        battle.field = battle.field._replace(plane=plane)
        put_markers(battle)
