"""Advice for machines: how well a side stands, and which options are worth a closer look.

Advice is no rule. It reads the battle and never changes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.dots import each
from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.rulebooks.skirmishers.aiming import lies, look
from battlemat.rulebooks.skirmishers.battle import (
    ABLE,
    DEAD,
    LEFT,
    PLAYERS,
    UNCONSCIOUS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.victory import points

WASTE = ("drop", "laydown", "crash")
"""What a machine does only when there is nothing else to do."""


# ---------------------------------------------------------------------- odds


def assume(_battle: Battle, choice: Choice) -> Option | None:
    """What odds take for granted in mid-action: the enemy fires whenever he can, nobody ducks."""
    options = choice.listed
    if choice.kind == "reaction":
        return options[0]
    if choice.kind == "disable":
        return options[0]
    return PASS if choice.optional else None


# ---------------------------------------------------------------------- worth


def worth(battle: Battle, player: str) -> float:
    """Points, strength left, arcs that cover something, and how units stand."""
    side = PLAYERS.index(player)
    if battle.phase == "over":
        won = 0 if battle.winner < 0 else 1 if battle.winner == side else -1
        return 1000.0 * won
    return _side_worth(battle, side) - _side_worth(battle, 1 - side)


def _side_worth(battle: Battle, side: int) -> float:
    total = 2.0 * points(battle, side)
    foes = [unit for unit in battle.able(1 - side) if unit.place >= 0]
    for unit in battle.units:
        if unit.side != side or unit.state in (DEAD, LEFT) or unit.is_vehicle:
            continue
        if unit.state == UNCONSCIOUS:
            total += 0.5
            continue
        total += 4.0 + 0.4 * unit.hp + 0.3 * unit.marks.armor - 0.5 * unit.mod
        total += _posture(battle, unit, foes)
    for token in battle.tokens:
        total += _token_worth(battle, token.place, token.weapon, side)
    for blow in battle.blows:
        total += 0.8 if battle.units[blow.attacker].side == side else 0.0
    return total


def _posture(battle: Battle, unit: Unit, foes: list[Unit]) -> float:
    """Closing in, holding an arc over enemies, and not standing in theirs."""
    if unit.place < 0 or not foes:
        return 0.0
    board = battle.board
    nearest = min(board.distance(unit.place, foe.place) for foe in foes)
    total = 1.5 / (2 + nearest)
    goals = _goals(battle, unit.side)
    if goals:
        total += 3.0 / (2 + min(board.distance(unit.place, goal) for goal in goals))
    for arc in unit.arcs:
        total += _arc_worth(battle, unit, arc.heading, arc.degrees, arc.weapon, arc.shots, foes)
    for foe in foes:
        for arc in foe.arcs:
            if board.arc(foe.place, arc.heading, arc.degrees) >> unit.place % board.size & 1:
                total -= 0.35 if look(battle, foe.place, unit.place) is not None else 0.0
    return total


def _arc_worth(
    battle: Battle,
    unit: Unit,
    heading: int,
    degrees: int,
    weapon: int,
    shots: int,
    foes: list[Unit],
) -> float:
    board = battle.board
    mask = board.arc(unit.place, heading, degrees)
    card = battle.weapon(weapon)
    total = 0.0
    for foe in foes:
        if not mask >> foe.place % board.size & 1:
            continue
        distance = board.distance(unit.place, foe.place)
        view = look(battle, unit.place, foe.place, prone=unit.prone, target_prone=lies(battle, foe))
        if view is None or distance > card.reach:
            total += 0.1  # he may step out
            continue
        need = 6 + (2 if distance > card.short else 0) + view.cover + unit.mod
        total += max(0.05, (13 - need) / 11) * (0.5 + 0.25 * card.lethal)
    return min(total, 0.9 * (shots if shots > 0 else 6) * (0.5 + 0.25 * card.lethal)) + 0.1


def _token_worth(battle: Battle, place: int, weapon: int, side: int) -> float:
    card = battle.weapon(weapon)
    total = 0.0
    for unit in battle.units:
        if unit.state != ABLE or unit.place < 0:
            continue
        distance = battle.board.distance(place, unit.place)
        if distance < len(card.rings):
            harm = 0.3 * card.rings[distance]
            total += harm if unit.side != side else -1.2 * harm
    return total


def _goals(battle: Battle, side: int) -> list[int]:
    """Places that the scenario makes worth going to."""
    goals = each(battle.field.scenario.exits[side])
    for rule in (*battle.field.scenario.points, *battle.field.scenario.wins):
        test = rule.get("for") or rule.get("if") or {}
        if rule["side"] in ("both", PLAYERS[side]) and "area" in test:
            goals += each(battle.field.areas[test["area"]])
    return goals


# ---------------------------------------------------------------------- advice


def advise(battle: Battle, choice: Choice) -> Sequence[Option]:
    """The best arcs, blows, throws, and a few moves; windows in the order of who shoots best."""
    options = choice.listed
    if choice.kind != "action":
        return options
    options = [option for option in options if option[0] not in WASTE] or list(options)
    if len(options) <= 12:
        return options
    unit = battle.units[battle.active]
    foes = [foe for foe in battle.able(1 - unit.side) if foe.place >= 0]
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option[0], []).append(option)
    found: list[Option] = []
    found += _best_arcs(battle, unit, groups.pop("arc", []), foes)
    found += groups.pop("melee", [])[:3]
    for verb in ("throw", "lob", "toss"):
        found += _best_throws(battle, unit, groups.pop(verb, []))
    moves = groups.pop("move", [])
    found += _best_moves(battle, unit, moves, foes)
    for verb, rest in groups.items():
        found += rest[: 4 if verb not in ("end", "halt") else 1]
    return found or options


def _best_arcs(battle: Battle, unit: Unit, options: list[Option], foes: list[Unit]) -> list[Option]:
    def value(option: Option) -> float:
        _, _, degrees, heading, weapon = option
        shots = {30: 1, 60: 2, 150: 4}[degrees] * max(1, battle.weapon(weapon).shots)
        return _arc_worth(battle, unit, heading, degrees, weapon, shots, foes)

    return sorted(options, key=lambda option: (-value(option), option))[:4]


def _best_throws(battle: Battle, unit: Unit, options: list[Option]) -> list[Option]:
    scored = [(_token_worth(battle, o[2], o[3], unit.side), o) for o in options]
    good = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))
    return [option for _, option in good[:3]]


def _best_moves(
    battle: Battle, unit: Unit, options: list[Option], foes: list[Unit]
) -> list[Option]:
    board = battle.board
    goals = _goals(battle, unit.side) or [foe.place for foe in foes]

    def order(option: Option) -> tuple[int, int]:
        return min((board.distance(option[2], goal) for goal in goals), default=0), option[2]

    ranked = sorted(options, key=order)
    return [*ranked[:5], *ranked[len(ranked) // 3 : len(ranked) // 3 + 2]]
