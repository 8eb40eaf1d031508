"""From a setup (plain values) to a battle: at its start, or in any position.

A setup is one mission, one map and a squad for each of two players (`setup.players`,
`setup.mission`, `setup.map`, `setup.squad`). Anything impossible is a `SetupError` that says what,
where and what would be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from battlemat.boards.squares.board import Board, MapError
from battlemat.kernel.errors import SetupError
from battlemat.kernel.rulebook import Setup
from battlemat.rulebooks.skirm.chapters.activation import begin
from battlemat.rulebooks.skirm.chapters.damage import CARRIED
from battlemat.rulebooks.skirm.chapters.effects import EFFECTS, PASSIVE
from battlemat.rulebooks.skirm.chapters.mission import check_scoring, read_mission, squares
from battlemat.rulebooks.skirm.state.battle import (
    DOWNED,
    OUT,
    PLAYERS,
    STANDING,
    STATES,
    WAITING,
    Battle,
    Field,
    Unit,
)
from battlemat.rulebooks.skirm.state.cards import Card, Skill, read_card
from battlemat.rulebooks.skirm.state.editions import Edition


def start(edition: Edition, setup: Setup) -> Battle:
    """The battle that a setup describes."""
    if setup.get("edition", edition.name) != edition.name:
        raise SetupError(f"this setup is for {setup['edition']}, not for {edition.name}")
    try:
        return _start(edition, setup)
    except (KeyError, TypeError, AttributeError) as error:
        raise SetupError(f"the setup lacks or misuses {error}") from error


def _start(edition: Edition, setup: Setup) -> Battle:
    field = _field(edition, setup)
    units = [Unit(i, side, card) for i, (side, card) in enumerate(_sides(field, setup))]
    battle = Battle(field, units)
    battle.markers = [marker.square for marker in field.mission.markers]
    position = setup.get("position")
    if position is not None:
        _Position(battle, position).take()
    else:
        _check_room(battle)
    return battle


def _sides(field: Field, setup: Setup) -> Iterator[tuple[int, Card]]:
    red = len(setup["squads"]["red"]["units"])
    for index, card in enumerate(field.cards):
        yield int(index >= red), card


_recent: list[tuple[Setup, Edition, Field]] = []
_RECENT = 16


def _field(edition: Edition, setup: Setup) -> Field:
    """What never changes, worked out once for all battles of one setup object."""
    for known, with_, field in _recent:
        if known is setup and with_ is edition:
            return field
    field = _read_field(edition, setup)
    _recent.append((setup, edition, field))
    del _recent[:-_RECENT]
    return field


def _read_field(edition: Edition, setup: Setup) -> Field:
    drawing = setup["map"]["drawing"]
    try:
        board = _board(drawing)
    except MapError as error:
        raise SetupError(f"map {setup['map'].get('name', '')}: {error}") from None
    areas = {
        str(name): squares(board, names, f"area {name}")
        for name, names in setup["map"].get("areas", {}).items()
    }
    mission = read_mission(setup["mission"], board)
    check_scoring(mission.scoring, edition)
    cards, red = _cards(edition, setup["squads"])
    field = Field(
        edition,
        board,
        str(setup["map"].get("name", "map")),
        areas,
        mission,
        cards,
        (_squad_name(setup, "red"), _squad_name(setup, "blue")),
        (_order_skills(cards[:red], 0), _order_skills(cards[red:], red)),
        _doors_at(board),
    )
    _check_effects(field)
    return field


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


@lru_cache(maxsize=64)
def _board(drawing: str) -> Board:
    """One board for all battles on a map, so that its tables are worked out once."""
    return Board.parse(drawing)


def _squad_name(setup: Setup, player: str) -> str:
    return str(setup["squads"][player].get("name", player))


def _cards(edition: Edition, squads: Mapping[str, Any]) -> tuple[tuple[Card, ...], int]:
    """The cards of both squads, red first, and how many of them are red's."""
    cards: list[Card] = []
    seen: set[str] = set()
    red = 0
    for player in PLAYERS:
        if player not in squads:
            raise SetupError(f"the squad of {player} is missing")
        red = len(cards)
        for data in squads[player]["units"]:
            card = read_card(edition.name, data)
            if card.id.lower() in seen:
                raise SetupError(f"two units are called {card.id}")
            seen.add(card.id.lower())
            cards.append(card)
    return tuple(cards), red


def _check_effects(field: Field) -> None:
    for card in field.cards:
        for skill in card.skills:
            known = PASSIVE if skill.passive else tuple(EFFECTS)
            for effect in skill.effects:
                _check_effect(effect, known, f"unit {card.id}, skill {skill.id}")
        for item in card.equipment:
            for effect in item.get("effects", ()):
                _check_effect(effect, PASSIVE, f"unit {card.id}, equipment {item.get('id')}")
    for action in field.mission.actions:
        for effect in action.effects:
            _check_effect(effect, tuple(EFFECTS), f"mission action {action.id}")
    for row in field.mission.events:
        for effect in row.effects:
            _check_effect(effect, tuple(EFFECTS), f"event {row.name}")


def _check_effect(effect: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    do = effect.get("do")
    if do not in known:
        near = get_close_matches(str(do), known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else "known are " + ", ".join(known)
        raise SetupError(f"{where}: there is no effect {do!r}; {hint}")


def _check_room(battle: Battle) -> None:
    board = battle.field.board
    free = (board.all_squares & ~board.impassable).bit_count()
    if free < len(battle.units):
        raise SetupError(f"{len(battle.units)} units do not fit on {free} free squares")
    for side, player in enumerate(PLAYERS):
        if not any(unit.side == side for unit in battle.units):
            raise SetupError(f"the squad of {player} has no units")


class _Position:
    """Puts a battle into a position in mid-game."""

    def __init__(self, battle: Battle, data: Mapping[str, Any]) -> None:
        self.battle = battle
        self.data = data
        self.board = battle.field.board

    def take(self) -> None:
        battle, data = self.battle, self.data
        battle.turn = int(data.get("turn", 1))
        battle.initiative = self._side(data.get("initiative", "red"))
        battle.first = battle.initiative
        battle.to_move = self._side(data.get("to_move", PLAYERS[battle.initiative]))
        for side, player in enumerate(PLAYERS):
            battle.orders[side] = int(data.get("orders", {}).get(player, 0))
            battle.scores[side] = int(data.get("scores", {}).get(player, 0))
            battle.zones[side] = self._zone(data.get("zones", {}).get(player), side)
        if "doors_open" in data:
            battle.set_doors(self._doors(data["doors_open"]))
        battle.phase = "activate"
        self._place_units(data.get("units", {}))
        for name, square in data.get("markers", {}).items():
            self._marker(name, square)
        if data.get("active"):
            self._activate(data["active"])

    def _side(self, player: str) -> int:
        if player not in PLAYERS:
            raise SetupError(f"position: a player is red or blue, not {player!r}")
        return PLAYERS.index(player)

    def _zone(self, name: str | None, side: int) -> int:
        names = [zone for zone, _ in self.battle.mission.zones]
        if name is None:
            return side
        if name not in names:
            raise SetupError(f"position: there is no zone {name!r}; known are {', '.join(names)}")
        return names.index(name)

    def _doors(self, names: list[str]) -> int:
        mask = 0
        for name in names:
            a, _, b = name.partition("|")
            try:
                side = self.board.side(self.board.square(a), self.board.square(b))
            except MapError as error:
                raise SetupError(f"position, door {name}: {error}") from None
            if side not in self.board.doors:
                raise SetupError(f"position: there is no door between {a} and {b}")
            mask |= 1 << self.board.doors.index(side)
        return mask

    def _place_units(self, given: Mapping[str, Any]) -> None:
        by_id = {unit.id: unit for unit in self.battle.units}
        for name in given:
            if name not in by_id:
                known = ", ".join(by_id)
                raise SetupError(f"position: there is no unit {name!r}; known are {known}")
        for unit in self.battle.units:
            if unit.id not in given:
                raise SetupError(f"position: unit {unit.id} is in a squad but has no place")
            self._place(unit, given[unit.id])

    def _place(self, unit: Unit, data: Mapping[str, Any]) -> None:
        battle, where = self.battle, f"position, unit {unit.id}"
        state = data.get("state", "standing")
        if state not in STATES[WAITING + 1 :]:
            raise SetupError(f"{where}: state is standing, downed or out, not {state!r}")
        unit.state = STATES.index(state)
        unit.ready = bool(data.get("ready", True)) and unit.state != OUT
        unit.hit = self._hit(unit, data, where)
        unit.stun = int(data.get("stun", 0))
        for name in data.get("used", ()):
            weapon = unit.card.weapon(name)
            if weapon is None:
                raise SetupError(f"{where}: it carries no {name!r}")
            unit.used |= 1 << weapon.index
        if unit.state == OUT:
            return
        square = squares(self.board, [data["square"]], where).bit_length() - 1
        if self.board.impassable >> square & 1:
            raise SetupError(f"{where}: {data['square']} is impassable")
        other = battle.at(square)
        if other is not None:
            raise SetupError(f"{where}: {data['square']} is taken by {other.id}")
        battle.place(unit, square)
        for name in data.get("carries", ()):
            self.battle.markers[self._marker_index(name)] = CARRIED - unit.index

    def _hit(self, unit: Unit, data: Mapping[str, Any], where: str) -> int:
        """The HIT left: all of them for a Standing Agent if nothing is said, else none."""
        edition, most = self.battle.edition, unit.card.hit
        if not edition.has_hit:
            return most
        if unit.state == DOWNED and not edition.removes_downed:
            raise SetupError(f"{where}: nobody is Downed in {edition.name}; say standing or out")
        if unit.state != STANDING:
            return 0
        hit = int(data.get("hit", most))
        if not 1 <= hit <= most:
            raise SetupError(f"{where}: its HIT are 1 to {most}, not {hit}")
        return hit

    def _marker_index(self, name: str) -> int:
        ids = [marker.id for marker in self.battle.mission.markers]
        if name not in ids:
            raise SetupError(f"position: there is no marker {name!r}; known are {', '.join(ids)}")
        return ids.index(name)

    def _marker(self, name: str, square: str) -> None:
        mask = squares(self.board, [square], f"position, marker {name}")
        self.battle.markers[self._marker_index(name)] = mask.bit_length() - 1

    def _activate(self, data: Mapping[str, Any]) -> None:
        battle = self.battle
        unit = next((u for u in battle.units if u.id == data["unit"]), None)
        if unit is None or unit.square < 0:
            raise SetupError(f"position: {data['unit']!r} is not on the map and cannot be active")
        battle.to_move = unit.side
        begin(battle, unit)
        battle.act_left = int(data.get("act", battle.act_left))
        for kind in data.get("done", ()):
            battle.done[str(kind)] = battle.done.get(str(kind), 0) + 1
