"""The ground a battle is fought on: what steps cost on it, and how it changes.

A board never changes; breaching a wall or felling a tree puts another board in its
place, and each board's tables are worked out once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from battlemat.boards.dots import TUNNEL_LEVEL, Board, Feature, Mark, Prices, Walk
from battlemat.rulebooks.skirmishers.state.battle import NOTHING, Battle, Ground, Unit
from battlemat.rulebooks.skirmishers.state.cards import PERSON, SUIT
from battlemat.rulebooks.skirmishers.state.switches import Switch

MOVE_CAP = 8
"""`skirmishers.move.cap`; neither veterans nor suits run faster (`skirmishers.experience.cap`,
`skirmishers.power.move-cap`)
"""

GO_PRONE, STAND_UP = 1, 2

# skirmishers.move.cost-table, skirmishers.terrain.table; a breach costs 3 (large.breach)
BASIC = Prices(
    step=1,  # skirmishers.move.standard
    obstructed=2,  # skirmishers.move.obstructed
    door=2,  # skirmishers.move.door
    window=4,  # skirmishers.move.window
    level=3,  # skirmishers.move.level
    contour=3,  # skirmishers.terrain.contour
    rough=3,  # skirmishers.terrain.rough
    swamp=4,  # skirmishers.terrain.swamp
    wire=6,  # skirmishers.terrain.wire-cost
    climb=None,
    tunnel=None,
    trench=3,  # skirmishers.terrain.trench
    shallow=4,  # skirmishers.terrain.shallow
    swim=None,
    breach=3,
    crawl=2,  # skirmishers.move.crawl
)
ADVANCED = replace(BASIC, climb=5, tunnel=2)  # skirmishers.terrain.climb, terrain.tunnel

ADVANCED_MARKS = frozenset(
    {
        Mark.SWAMP,
        Mark.ROUGH,
        Mark.WIRE,
        Mark.TRENCH,
        Mark.SHALLOW,
        Mark.DEEP,
        Mark.TUNNEL,
        Mark.MOUTH,
    }
)


def basic_board(board: Board) -> Board:
    """The same map where advanced terrain is switched off: flat, dry and easy to walk on."""
    plan = board.plan
    heights = plan.heights
    plan.marks = frozenset(
        (mark, dot, level - heights.get(dot, 0))
        for mark, dot, level in plan.marks
        if mark not in ADVANCED_MARKS
    )
    links: dict[tuple[int, int, int], Feature] = {}
    for (a, b, level), feature in plan.links.items():
        if level != TUNNEL_LEVEL:
            high = max(heights.get(a, 0), heights.get(b, 0))
            links[a, b, max(0, level - high)] = feature
    plan.links = links
    plan.heights = {}
    return Board.build(plan)


def ground_of(board: Board, known: dict[Board, Ground]) -> Ground:
    """The ground of a board, with tables that are filled as they are asked for."""
    found = known.get(board)
    if found is None:
        found = known[board] = Ground(board, {})
    return found


def walk_of(battle: Battle, unit: Unit) -> Walk:
    """The steps that a unit may take as it is: standing or crawling."""
    ground = battle.ground
    board = ground.board
    prone = unit.prone and unit.place < board.underground
    if unit.card.kind == PERSON and not board.terrain.marked[Mark.DEEP]:
        return ground.walks.get(("trooper", prone)) or _walk(battle, "trooper", prone)
    return _walk(battle, way_of(battle, unit), prone)


def upright_walk_of(battle: Battle, unit: Unit) -> Walk:
    """The steps that a unit may take once it is on its feet."""
    return _walk(battle, way_of(battle, unit), False)


def way_of(battle: Battle, unit: Unit) -> str:
    """How a unit walks: a suit minds no wire, and who carries too much cannot swim."""
    swimmer = battle.board.marked[Mark.DEEP] and can_swim(battle, unit)
    if unit.card.kind == SUIT:
        return "diver" if swimmer else "suit"
    return "swimmer" if swimmer else "trooper"


def mounted_launcher(battle: Battle, unit: Unit) -> int:
    """The launcher under a rifle or SMG, or NOTHING."""
    primary, secondary, _ = unit.carries
    if primary < 0 or secondary < 0 or unit.card.kind == SUIT:
        return NOTHING
    if battle.weapon(secondary).id == "grenade-launcher" and battle.weapon(primary).rifle:
        return secondary
    return NOTHING


def can_swim(battle: Battle, unit: Unit) -> bool:
    """Whether somebody carries at most one weapon, the launcher under it included."""
    weapons = sum(index >= 0 for index in unit.carries)
    if mounted_launcher(battle, unit) >= 0:
        weapons -= 1
    return weapons <= 1 and not unit.prone


def _walk(battle: Battle, way: str, prone: bool) -> Walk:
    walks = battle.ground.walks
    found = walks.get((way, prone))
    if found is None:
        prices = prices_of(battle.field.switches, way, prone)
        found = battle.board.walk(prices, prone=prone)
        walks[way, prone] = found
    return found


def prices_of(switches: Collection[Switch], way: str, prone: bool) -> Prices:
    """The table of prices for a way of walking."""
    prices = ADVANCED if "advanced-terrain" in switches else BASIC
    if way in ("swimmer", "diver") and not prone:
        prices = replace(prices, swim=4)  # skirmishers.terrain.swim
    if way in ("suit", "diver"):
        prices = replace(prices, wire=1)  # skirmishers.power.wire
    return prices


def change_board(battle: Battle, board: Board) -> None:
    """Put another board in place of this one, in this battle alone."""
    battle.ground = ground_of(board, battle.field.grounds)
    battle.count_masks()


def move_budget(unit: Unit) -> int:
    """AP that may still be spent on movement (`skirmishers.move.afford`)."""
    left, room = unit.ap - unit.spent, MOVE_CAP - unit.walked
    return left if left < room else room
