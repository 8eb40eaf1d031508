"""From a setup to a battle at its start.

Anything impossible is a `SetupError` that says what, where and what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from battlemat.boards.dots import TUNNEL_LEVEL, Board, MapError, Mark
from battlemat.kernel.errors import SetupError
from battlemat.kernel.memo import Memo
from battlemat.kernel.plain import decode
from battlemat.kernel.readings import Readings
from battlemat.kernel.rulebook import Setup
from battlemat.rulebooks.skirmishers.chapters.explosives.bursts import TOUGHNESS
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import swims
from battlemat.rulebooks.skirmishers.chapters.position import take_position
from battlemat.rulebooks.skirmishers.chapters.vehicles.placing import place_unit
from battlemat.rulebooks.skirmishers.chapters.victory import read_scenario
from battlemat.rulebooks.skirmishers.state.armory import Armory, nearest
from battlemat.rulebooks.skirmishers.state.battle import PLAYERS, Battle, Field, Unit
from battlemat.rulebooks.skirmishers.state.cards import (
    PERSON,
    SUIT,
    VEHICLE,
    Card,
    force_value,
    known,
    read_trooper,
)
from battlemat.rulebooks.skirmishers.state.ground import basic_board, ground_of
from battlemat.rulebooks.skirmishers.state.position_setup import PositionSetup, UnitPosition
from battlemat.rulebooks.skirmishers.state.readings import READINGS
from battlemat.rulebooks.skirmishers.state.setup import (
    SkirmishersSetup,
    SquadSetup,
    UnitSetup,
)
from battlemat.rulebooks.skirmishers.state.suits import read_suit
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES, Switch, is_switch
from battlemat.rulebooks.skirmishers.state.vehicles import read_vehicle


def start(plain: Setup) -> Battle:
    """The battle that a setup describes."""
    if plain.get("rulebook", "skirmishers") != "skirmishers":
        raise SetupError(f"this setup is for {plain['rulebook']}, not for skirmishers")
    field, position = _known(plain)
    ground = ground_of(field.board, field.grounds)
    units = [Unit(index=index, card=card) for index, card in enumerate(field.cards)]
    battle = Battle(field=field, ground=ground, units=units)
    become = position.units if position is not None else {}
    for unit in units:
        _stand(battle, unit, become.get(unit.id))
    for unit in units:
        _mount(battle, unit)
    if position is not None:
        take_position(battle, position)
    for unit in units:
        _lie_or_swim(battle, unit)
    battle.count_masks()
    return battle


def _stand(battle: Battle, unit: Unit, become: UnitPosition | None) -> None:
    """Put a unit on its starting dot (`skirmishers.setup.scenario`)."""
    written = unit.card.written
    where = f"unit {unit.id}"
    moved = become is not None and become.at
    if unit.card.kind == VEHICLE or written.rides or moved:
        return
    if written.at is None:
        raise SetupError(f"{where} stands nowhere; give it 'at'")
    unit.place = _place(battle.board, written.at, where)
    unit.prone = bool(written.prone)
    check_stand(battle, unit, where)
    battle.lay(unit)


def _lie_or_swim(battle: Battle, unit: Unit) -> None:
    """Who starts in a tunnel crawls; a swimmer is never prone."""
    if unit.place < 0 or unit.is_vehicle or unit.mount >= 0:
        return
    if battle.board.level(unit.place) == TUNNEL_LEVEL:
        unit.prone = True
    elif swims(battle, unit):
        unit.prone = False


def _mount(battle: Battle, unit: Unit) -> None:
    """Vehicles and riders take their dots once everybody else stands."""
    if unit.card.kind == VEHICLE or unit.card.written.rides:
        place_unit(battle, unit)


def check_stand(battle: Battle, unit: Unit, where: str) -> None:
    """Nobody starts in a trunk or on a dot that is taken (`skirmishers.map.occupancy`)."""
    name = battle.board.name(unit.place)
    if battle.board.marked[Mark.TREE] >> unit.place & 1:
        raise SetupError(f"{where}: {name} is a tree trunk (skirmishers.map.obstacles)")
    for other in battle.units:
        if other is not unit and other.place == unit.place and battle.holds_place(other):
            raise SetupError(f"{where}: {name} is taken by {other.id} (skirmishers.map.occupancy)")


def _place(board: Board, name: str, where: str) -> int:
    """The place of a name such as c4 or c4@1, or `SetupError`."""
    try:
        return board.place(name)
    except MapError as error:
        raise SetupError(f"{where}: {error}") from None


# ---------------------------------------------------------------------- what never changes

_recent: list[tuple[Setup, Field, PositionSetup | None]] = []
_RECENT = 16


def _known(plain: Setup) -> tuple[Field, PositionSetup | None]:
    """What never changes, worked out once for all battles of one setup object."""
    for known_setup, field, position in _recent:
        if known_setup is plain:
            return field, position
    setup = decode(SkirmishersSetup, plain)
    field = build_field(setup)
    _recent.append((plain, field, setup.position))
    del _recent[:-_RECENT]
    return field, setup.position


def build_field(setup: SkirmishersSetup) -> Field:
    """What never changes in the battles of a setup."""
    switches = _switches(setup.switches)
    drawn = setup.map
    try:
        board = _board(drawn.drawing, "advanced-terrain" in switches)
    except MapError as error:
        raise SetupError(f"map {drawn.name}: {error}") from None
    areas = {name: _mask(board, dots, f"area {name}") for name, dots in drawn.areas.items()}
    armory = Armory(setup.weapons)
    red, blue = (_mask(board, setup.scenario.exits.get(side, ()), "exits") for side in PLAYERS)
    scenario = read_scenario(setup.scenario, (red, blue), tuple(areas))
    cards = _cards(setup.squads, armory, switches)
    return Field(
        title=scenario.name,
        map_name=drawn.name or "map",
        board=board,
        areas=areas,
        toughness=_toughness(drawn.toughness),
        switches=switches,
        readings=Readings(READINGS, setup.readings),
        armory=armory,
        scenario=scenario,
        cards=cards,
        sides=(_numbers(cards, 0), _numbers(cards, 1)),
        squad_names=(setup.squads["red"].name or "red", setup.squads["blue"].name or "blue"),
        grounds={},
        serial=next(_SERIALS),
    )


_SERIALS = count()


def _numbers(cards: Sequence[Card], side: int) -> tuple[int, ...]:
    return tuple(number for number, card in enumerate(cards) if card.side == side)


def _switches(given: Sequence[str]) -> frozenset[Switch]:
    found: set[Switch] = set()
    for switch in given:
        if not is_switch(switch):
            raise SetupError(f"there is no switch {switch!r}; {nearest(switch, SWITCHES)}")
        found.add(switch)
    return frozenset(found)


@Memo("the drawing, and whether advanced rules are on", bound=64)
def _board(drawing: str, advanced: bool) -> Board:
    """One board for all battles on a map, so that its tables are worked out once."""
    board = Board.parse(drawing)
    return board if advanced else basic_board(board)


def _mask(board: Board, names: Sequence[str], where: str) -> int:
    mask = 0
    for name in names:
        mask |= 1 << _place(board, name, where)
    return mask


def _toughness(given: Mapping[str, str]) -> dict[str, int]:
    return {
        name: TOUGHNESS[known(word, TOUGHNESS, f"toughness of {name}")]
        for name, word in given.items()
    }


def _cards(
    squads: Mapping[str, SquadSetup], armory: Armory, switches: frozenset[Switch]
) -> tuple[Card, ...]:
    """The cards of both sides, red first (`skirmishers.setup.sides`)."""
    cards: list[Card] = []
    seen: set[str] = set()
    for side, player in enumerate(PLAYERS):
        if player not in squads:
            raise SetupError(f"the squad of {player} is missing (skirmishers.setup.sides)")
        squad = squads[player]
        for unit in squad.units:
            card = read_card(unit, side, armory, switches)
            if card.id.lower() in seen or not card.id.isalnum():
                raise SetupError(
                    f"unit {card.id}: ids are letters and digits, and each is used once"
                )
            seen.add(card.id.lower())
            cards.append(card)
        if not any(card.side == side and card.kind != VEHICLE for card in cards):
            raise SetupError(f"the squad of {player} has no troopers (skirmishers.setup.sides)")
        worth = force_value(squad, armory)
        if squad.pv_limit is not None and worth > squad.pv_limit:
            raise SetupError(
                f"the squad of {player} is worth {worth} PV, more than {squad.pv_limit} "
                "(skirmishers.points.pv)"
            )
    return tuple(cards)


def read_card(setup: UnitSetup, side: int, armory: Armory, switches: frozenset[Switch]) -> Card:
    """A card of whatever kind."""
    kind = SUIT if setup.suit is not None else VEHICLE if setup.vehicle is not None else PERSON
    option = {SUIT: "power-armor", VEHICLE: "vehicles"}.get(kind)
    if option is not None and option not in switches:
        raise SetupError(f"unit {setup.id}: a {kind} needs the switch '{option}'")
    reader = {SUIT: read_suit, VEHICLE: read_vehicle, PERSON: read_trooper}[kind]
    return reader(setup, side, armory, switches)
