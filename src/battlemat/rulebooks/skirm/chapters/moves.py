"""Chapter "Movement", its verbs: Move, Dash, Crawl and Leap, each to a square."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice, Flow, no_question
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.asked import Acting, Action, actor_bar
from battlemat.rulebooks.skirm.chapters.movement import (
    dash_squares,
    ends,
    go,
    leap_ends,
    move_squares,
)
from battlemat.rulebooks.skirm.chapters.parts import SQUARE, START, UNIT
from battlemat.rulebooks.skirm.chapters.prices import Deed, price, unpaid
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.screen import previews
from battlemat.rulebooks.skirm.screen.handles import act_cost, offer
from battlemat.rulebooks.skirm.screen.naming import done_by, square_called
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import DOWNED, Battle, Unit


class Move(NamedTuple):
    """A Move to a square: `move R1 c3-d5`."""

    unit: int
    square: int
    verb: str = "move"

    def deed(self, _battle: Battle) -> Deed:
        return _MOVING


class Dash(NamedTuple):
    """A Dash to a square: `dash R1 c3-c4`."""

    unit: int
    square: int
    verb: str = "dash"

    def deed(self, _battle: Battle) -> Deed:
        return _DASHING


class Crawl(NamedTuple):
    """A Crawl of a Downed unit: `crawl R1 c3-c4`."""

    unit: int
    square: int
    verb: str = "crawl"

    def deed(self, _battle: Battle) -> Deed:
        return _DASHING


class Leap(NamedTuple):
    """A leap over whatever lies between: `leap R1 c3-f3`."""

    unit: int
    square: int
    verb: str = "leap"

    def deed(self, _battle: Battle) -> Deed:
        return _LEAPING


_MOVING, _DASHING, _LEAPING = Deed("move"), Deed("dash"), Deed("leap", 2)
Going: TypeAlias = Move | Dash | Crawl | Leap
G = TypeVar("G", Move, Dash, Crawl, Leap)


Row: TypeAlias = Callable[[int, int], Sequence[G]]
"""What a unit may try, by square, on boards of a size."""


_ROWS = Memo("the unit and the size of the board", bound=256)


def _row(kind: type[G]) -> Row[G]:
    """Options that are made once: they are listed often."""

    @_ROWS
    def row(unit: int, size: int) -> Sequence[G]:
        return [kind(unit, square) for square in range(size)]

    return row


moves_of, dashes_of, crawls_of, leaps_of = _row(Move), _row(Dash), _row(Crawl), _row(Leap)


# ---------------------------------------------------------------------- what comes into question


def _to_any_square(
    row: Row[G], able: Callable[[Unit], object]
) -> Callable[[Battle, Acting], list[G]]:
    """To every square, for those of whom it may be asked."""

    def candidates(battle: Battle, asked: Acting) -> list[G]:
        units, size = battle.units, battle.field.board.size
        some = [index for index in asked.units if able(units[index])]
        return [option for index in some for option in row(index, size)] if some else []

    return candidates


def _reach(battle: Battle, asked: Acting, unit: Unit) -> int:
    """Where a Move may end; a free move goes as far as what gives it says."""
    if asked.moment == "free move":
        return ends(battle, unit, asked.squares)
    return ends(battle, unit, move_squares(battle, unit))


# ---------------------------------------------------------------------- why not


def _square_bar(battle: Battle, square: int, reach: int, clause: str) -> Refusal | None:
    if reach >> square & 1:
        return None
    if battle.occupied >> square & 1:
        return refuse("move.occupied")
    impassable = battle.field.board.impassable >> square & 1
    return refuse("map.impassable" if impassable else clause)


def _price_bar(battle: Battle, asked: Acting, option: Going) -> Refusal | None:
    side = battle.units[option.unit].side
    return unpaid(battle, side, option.deed(battle)) if asked.paid else None


def _move_bar(battle: Battle, asked: Acting, option: Move) -> Refusal | None:
    unit = battle.units[option.unit]
    if asked.moment == "free move":
        barred = None if option.unit in asked.units else refuse("activation.alternate")
    else:
        barred = actor_bar(battle, asked, option.unit, "move")
    barred = barred or _price_bar(battle, asked, option)
    return barred or _square_bar(
        battle, option.square, _reach(battle, asked, unit), "move.allowance"
    )


def _dash_bar(battle: Battle, asked: Acting, option: Dash) -> Refusal | None:
    unit = battle.units[option.unit]
    barred = actor_bar(battle, asked, option.unit, "dash") or _price_bar(battle, asked, option)
    if barred is not None:
        return barred
    return _short_bar(battle, unit, option.square)


def _crawl_bar(battle: Battle, asked: Acting, option: Crawl) -> Refusal | None:
    unit = battle.units[option.unit]
    if option.unit not in asked.units:
        return refuse("activation.alternate")
    if unit.state != DOWNED:
        return refuse("move.crawl")
    return _price_bar(battle, asked, option) or _short_bar(battle, unit, option.square)


def _short_bar(battle: Battle, unit: Unit, square: int) -> Refusal | None:
    """Why a Dash or a Crawl does not get to a square: too far, or stuck in Difficult ground."""
    budget = dash_squares(battle, unit)
    stuck = battle.field.board.difficult >> unit.square & 1 and not unit.powers.ranger
    clause = "move.difficult-dash" if stuck and budget < 2 else "move.allowance"
    return _square_bar(battle, square, ends(battle, unit, budget), clause)


def _leap_bar(battle: Battle, asked: Acting, option: Leap) -> Refusal | None:
    unit = battle.units[option.unit]
    barred = actor_bar(battle, asked, option.unit, "leap")
    if barred is None and not unit.powers.leap:
        barred = refuse("special.leap")
    barred = barred or _price_bar(battle, asked, option)
    return barred or _square_bar(battle, option.square, leap_ends(battle, unit), "move.allowance")


# ---------------------------------------------------------------------- doing and showing


def _does(leg: type[events.Leg], *because: str) -> Callable[[Battle, Going], Flow[None]]:
    def go_there(battle: Battle, option: Going) -> Flow[None]:
        go(battle, battle.units[option.unit], option.square, leg, because)
        return no_question()

    return go_there


def _price(battle: Battle, asked: Acting, option: Going) -> int | None:
    if not asked.paid:
        return None
    deed = option.deed(battle)
    return price(battle, deed.kind, deed.act)


def _tell(battle: Battle, asked: Acting, option: Going) -> str:
    square = square_called(battle, option.square)
    if isinstance(option, Move):
        what = say("Move to {square}", square=square)
    elif isinstance(option, Dash):
        what = say("Dash to {square}", square=square)
    elif isinstance(option, Crawl):
        what = say("Crawl to {square}", square=square)
    else:
        what = say("Leap to {square}", square=square)
    return done_by(battle, asked.units, option.unit, what)


def _group(option: Going) -> str:
    if isinstance(option, Move):
        return say("Move")
    if isinstance(option, Dash):
        return say("Dash")
    return say("Crawl") if isinstance(option, Crawl) else say("Leap")


def _handle(form: Template) -> Callable[[Battle, Choice, Going], Handle]:
    def handle(battle: Battle, choice: Choice, option: Going) -> Handle:
        deed = option.deed(battle)
        return offer(
            battle,
            choice,
            form.write(battle, option),
            _group(option),
            unit=option.unit,
            square=option.square,
            cost=act_cost(battle, choice, price(battle, deed.kind, deed.act)),
        )

    return handle


def _covers(clause: str) -> Callable[[Battle, Choice, Going], list[Shape]]:
    def covers(battle: Battle, _choice: Choice, option: Going) -> list[Shape]:
        return previews.movement(battle, battle.units[option.unit], option.square, clause)

    return covers


def _leap_covers(battle: Battle, _choice: Choice, option: Leap) -> list[Shape]:
    return previews.leap(battle, battle.units[option.unit], option.square)


def _form(option: type[Going], word: str) -> Template:
    text = word + " {unit} [{start}-]{square}"
    return Template(option, text, unit=UNIT, start=START, square=SQUARE)


_FORMS = {kind: _form(kind, kind._field_defaults["verb"]) for kind in (Move, Dash, Crawl, Leap)}

MOVE: Action[Move] = Action(
    Move,
    _FORMS[Move],
    says="a Move to a square",
    because="action.move",
    candidates=_to_any_square(moves_of, lambda _unit: True),
    bar=_move_bar,
    price=_price,
    do=_does(events.Move, "action.move", "move.allowance"),
    handle=_handle(_FORMS[Move]),
    tells=_tell,
    covers=_covers("move.allowance"),
)
DASH: Action[Dash] = Action(
    Dash,
    _FORMS[Dash],
    says="a Dash to a square",
    because="action.dash",
    candidates=_to_any_square(dashes_of, lambda _unit: True),
    bar=_dash_bar,
    price=_price,
    do=_does(events.Dash, "action.dash"),
    handle=_handle(_FORMS[Dash]),
    tells=_tell,
    covers=_covers("action.dash"),
)
CRAWL: Action[Crawl] = Action(
    Crawl,
    _FORMS[Crawl],
    says="a Dash of one square of a Downed unit",
    because="move.crawl",
    candidates=_to_any_square(crawls_of, lambda unit: unit.state == DOWNED),
    bar=_crawl_bar,
    price=_price,
    do=_does(events.Crawl, "action.dash", "move.crawl"),
    handle=_handle(_FORMS[Crawl]),
    tells=_tell,
    covers=_covers("action.dash"),
    states=(DOWNED,),
)
LEAP: Action[Leap] = Action(
    Leap,
    _FORMS[Leap],
    says="a leap to a square, over whatever lies between",
    because="special.leap",
    candidates=_to_any_square(leaps_of, lambda unit: unit.powers.leap),
    bar=_leap_bar,
    price=_price,
    do=_does(events.Leap, "special.leap"),
    handle=_handle(_FORMS[Leap]),
    tells=_tell,
    covers=_leap_covers,
)
