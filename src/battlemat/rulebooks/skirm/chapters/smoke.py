"""Smoke as an answer: the square that it spreads from, and the squares that it fills."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.combat.sight import within
from battlemat.rulebooks.skirm.chapters.parts import SQUARE
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.screen.drawing import tiles
from battlemat.rulebooks.skirm.screen.handles import offer
from battlemat.rulebooks.skirm.state.battle import Battle
from battlemat.rulebooks.skirm.state.masks import squares_in


class Smoking(NamedTuple):
    """A square is wanted, within reach, for smoke to fill."""

    within: int
    unit: int
    because: str


class Square(NamedTuple):
    """A square: `square e5`."""

    square: int
    verb: str = "square"


def _squares(battle: Battle, asked: Smoking) -> list[Square]:
    """Every square in reach."""
    start = battle.units[asked.unit].square
    near = within(battle.field.board, battle.edition.distance, start, asked.within)
    return [Square(square) for square in squares_in(near)]


def _square_bar(battle: Battle, asked: Smoking, option: Square) -> Refusal | None:
    board = battle.field.board
    if board.impassable >> option.square & 1:
        return refuse("map.impassable")
    start = battle.units[asked.unit].square
    if battle.edition.distance(board, start, option.square) <= asked.within:
        return None
    reason = say(
        "it goes no further than {most, plural, one {# square} other {# squares}}",
        most=asked.within,
    )
    return Refusal(reason, asked.because)


def _square_handle(battle: Battle, choice: Choice, option: Square) -> Handle:
    text = _SQUARE.write(battle, option)
    return offer(battle, choice, text, say("Square"), square=option.square)


def _square_covers(battle: Battle, choice: Choice, option: Square) -> list[Shape]:
    """The squares that smoke would fill."""
    filled = squares_in(filled_by(battle, option.square, choice.about["spread"]))
    return tiles(battle, "smoke", filled, "", choice.because)


_SQUARE = Template(Square, "square {square}", square=SQUARE)
SMOKE_SQUARE: Verb[Battle, Smoking, Square] = Verb(
    Square,
    _SQUARE,
    says="the square that smoke spreads from",
    because="card.skills",
    candidates=_squares,
    bar=_square_bar,
    handle=_square_handle,
    covers=_square_covers,
    tells="Let the smoke spread from {square}",
)
SMOKE: Ask[Battle, Smoking, Square] = Ask(
    "smoke", "Where does the smoke go?", "card.skills", Verbs(SMOKE_SQUARE)
)


def filled_by(battle: Battle, square: int, spread: bool) -> int:
    """The squares that smoke fills from one square: it alone, or those Adjacent to it too."""
    return 1 << square | (battle.terrain.adjacent[square] if spread else 0)
