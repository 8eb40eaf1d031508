"""Chapter "Game cycle", mission start: the roll-off, the choice of zones, deploying in turns.

Every unit starts Standing (`damage.states`); an objective may lie under it (`objective.placed`).
"""

from __future__ import annotations

from battlemat.kernel.questions import Flow, Option, choose, roll
from battlemat.rulebooks.skirm.chapters.attacks import squares_in
from battlemat.rulebooks.skirm.chapters.sight import within
from battlemat.rulebooks.skirm.state.battle import PLAYERS, STANDING, WAITING, Battle, Unit


def roll_off(battle: Battle, because: str) -> Flow[int]:
    """Both roll 1d6 until one wins: the lower die, or the higher in the first edition."""
    while True:
        faces = []
        for player in PLAYERS:
            face = yield from roll(player, 1, 6, because=because)
            faces.append(face[0])
        red, blue = faces
        if red != blue:
            winner = int((blue < red) == battle.edition.low_wins)
            clauses = (because, "dice.roll-off")
            battle.tell("roll-off", clauses, red=red, blue=blue, player=PLAYERS[winner])
            return winner


def muster(battle: Battle) -> Flow[None]:
    """The deployment roll-off; the winner chooses a zone, the loser gets the other."""
    winner = yield from roll_off(battle, "setup.deploy-roll")
    zones = battle.mission.zones
    options: list[Option] = [("zone", 0), ("zone", 1)]
    option = yield from choose(PLAYERS[winner], "zone", options, because="setup.deploy-roll")
    battle.first = battle.to_move = winner
    battle.zones[winner] = option[1]
    battle.zones[1 - winner] = 1 - option[1]
    battle.phase = "deploy"
    battle.tell("zone", "setup.deploy-roll", player=PLAYERS[winner], zone=zones[option[1]][0])


def waiting(battle: Battle, side: int) -> list[Unit]:
    return [unit for unit in battle.units if unit.side == side and unit.state == WAITING]


def deploy_one(battle: Battle) -> Flow[None]:
    """Place one unit; the squads take turns until all are placed."""
    side = battle.to_move
    if not waiting(battle, side):
        side = 1 - side
        if not waiting(battle, side):
            battle.phase = "turn"
            return
    option = yield from choose(
        PLAYERS[side],
        "deploy",
        lambda: placings(battle, side),
        because="setup.deploy-alternate",
    )
    unit = battle.units[option[1]]
    unit.state = STANDING
    battle.place(unit, option[2])
    battle.to_move = 1 - side
    name = battle.field.board.name(option[2])
    battle.tell("deploy", "setup.deploy-squares", unit=unit.id, name=unit.card.name, square=name)


def placings(battle: Battle, side: int) -> list[Option]:
    """Every unit that waits, in every square that it may be placed in."""
    return [
        ("place", unit.index, square)
        for unit in waiting(battle, side)
        for square in squares_in(deploy_squares(battle, unit))
    ]


def deploy_squares(battle: Battle, unit: Unit) -> int:
    """The free squares of the unit's zone, those of an Infiltrator, or else the nearest free."""
    board = battle.field.board
    zone = battle.mission.zones[battle.zones[unit.side]][1]
    free = board.all_squares & ~board.impassable & ~battle.occupied
    allowed = zone & free
    if unit.powers.infiltrates:
        allowed |= free & ~_near_enemies(battle, unit.side)
    return allowed or _nearest(battle, zone, free)


def _near_enemies(battle: Battle, side: int) -> int:
    """Squares within 4 of an enemy that is already placed (`special.infiltrator`)."""
    board, distance = battle.field.board, battle.edition.distance
    near = 0
    for enemy in battle.side(1 - side):
        near |= within(board, distance, enemy.square, 4)
    return near


def _nearest(battle: Battle, zone: int, free: int) -> int:
    """The free squares at the smallest distance from any square of a full zone."""
    board = battle.field.board
    inside = squares_in(zone) or [0]
    by_distance: dict[int, int] = {}
    for square in squares_in(free):
        away = min(battle.edition.distance(board, square, other) for other in inside)
        by_distance[away] = by_distance.get(away, 0) | 1 << square
    return by_distance[min(by_distance)]
