"""From a setup to a battle: at its start, or in any position.

A setup is one mission, one map and a squad for each of two players. Anything impossible is a
`SetupError` that says what, where and what would be right.
"""

from __future__ import annotations

from battlemat.boards.squares import Board, MapError
from battlemat.kernel.errors import SetupError
from battlemat.kernel.memo import Memo
from battlemat.kernel.plain import decode
from battlemat.kernel.rulebook import Setup
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle, Field, Unit
from battlemat.rulebooks.skirm.state.cards import Card, Skill, read_card
from battlemat.rulebooks.skirm.state.editions import Edition
from battlemat.rulebooks.skirm.state.mission import read_mission, squares
from battlemat.rulebooks.skirm.state.position import take_position
from battlemat.rulebooks.skirm.state.readings import chosen_readings
from battlemat.rulebooks.skirm.state.setup import PASSIVE, PositionSetup, SkirmSetup, SquadSetup


def start(edition: Edition, plain: Setup) -> Battle:
    """The battle that a setup describes."""
    field, position = _known(edition, plain)
    units = [
        Unit(index=index, side=int(index >= field.red), card=card)
        for index, card in enumerate(field.cards)
    ]
    battle = Battle(field=field, units=units)
    battle.take_mission(field.mission)
    if position is not None:
        if field.missions:
            raise SetupError("a position has its mission; none is chosen there")
        take_position(battle, position)
    else:
        _check_room(battle)
    return battle


_recent: list[tuple[Setup, Edition, Field, PositionSetup | None]] = []
_RECENT = 16


def _known(edition: Edition, plain: Setup) -> tuple[Field, PositionSetup | None]:
    """What never changes, worked out once for all battles of one setup object."""
    for known, with_, field, position in _recent:
        if known is plain and with_ is edition:
            return field, position
    named = plain.get("edition", edition.name)
    if named != edition.name:
        raise SetupError(f"this setup is for {named}, not for {edition.name}")
    setup = decode(SkirmSetup, plain)
    field = build_field(edition, setup)
    _recent.append((plain, edition, field, setup.position))
    del _recent[:-_RECENT]
    return field, setup.position


def build_field(edition: Edition, setup: SkirmSetup) -> Field:
    """What never changes in the battles of a setup."""
    try:
        board = _board(setup.map.drawing)
    except MapError as error:
        raise SetupError(f"map {setup.map.name}: {error}") from None
    areas = {name: squares(board, names, f"area {name}") for name, names in setup.map.areas.items()}
    red, blue = (_cards(edition, squad) for squad in (setup.squads.red, setup.squads.blue))
    cards = (*red, *blue)
    seen: set[str] = set()
    for card in cards:
        if card.id.lower() in seen:
            raise SetupError(f"two units are called {card.id}")
        seen.add(card.id.lower())
    return Field(
        edition,
        board,
        setup.map.name,
        areas,
        read_mission(setup.mission, board),
        cards,
        len(red),
        (setup.squads.red.name or "red", setup.squads.blue.name or "blue"),
        (_order_skills(red, 0), _order_skills(blue, len(red))),
        _doors_at(board),
        chosen_readings(edition.name, setup.readings),
        tuple(read_mission(one, board) for one in setup.missions),
    )


def _doors_at(board: Board) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for number, side in enumerate(board.doors):
        for square in side:
            found[square] = (*found.get(square, ()), number)
    return found


def _order_skills(cards: tuple[Card, ...], first: int) -> tuple[tuple[int, Skill], ...]:
    return tuple(
        (first + index, skill)
        for index, card in enumerate(cards)
        for skill in card.skills
        if skill.to
    )


@Memo("the drawing", bound=64)
def _board(drawing: str) -> Board:
    """One board for all battles on a map, so that its tables are worked out once."""
    return Board.parse(drawing)


def _cards(edition: Edition, squad: SquadSetup) -> tuple[Card, ...]:
    cards = tuple(read_card(edition.name, unit) for unit in squad.units)
    for card in cards:
        for skill in card.skills:
            for effect in skill.effects:
                if not skill.passive and effect.do in PASSIVE and effect.do != "give":
                    where = f"unit {card.id}, skill {skill.id}"
                    raise SetupError(f"{where}: '{effect.do}' works only without a cost")
    return cards


def _check_room(battle: Battle) -> None:
    board = battle.field.board
    free = (board.all_squares & ~board.impassable).bit_count()
    if free < len(battle.units):
        raise SetupError(f"{len(battle.units)} units do not fit on {free} free squares")
    for side, player in enumerate(PLAYERS):
        if not any(unit.side == side for unit in battle.units):
            raise SetupError(f"the squad of {player} has no units")
