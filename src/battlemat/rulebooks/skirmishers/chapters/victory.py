"""How a game is won: what the scenario says, and what holds in every game.

Tests and points read the battle and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from battlemat.boards.dots import Feature
from battlemat.kernel.errors import SetupError
from battlemat.kernel.rulebook import Result
from battlemat.rulebooks.skirmishers.chapters.firing.shots import is_decided
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.armory import nearest
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    DEAD,
    LEFT,
    PLAYERS,
    UNCONSCIOUS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.scenario import Scenario
from battlemat.rulebooks.skirmishers.state.setup import ScenarioSetup
from battlemat.rulebooks.skirmishers.state.words import reason_words

Values = Mapping[str, Any]
"""A test or a score, in the words of the scenario."""


def read_scenario(setup: ScenarioSetup, exits: tuple[int, int], names: Sequence[str]) -> Scenario:
    """A scenario that can be played, or `SetupError`; `names` are the areas it may speak of."""
    for rule in setup.wins:
        _check_side(rule.side, PLAYERS)
        _check_test(rule.if_, names)
    for given in setup.points:
        _check_side(given.side, (*PLAYERS, "both"))
        score = given.for_
        if score.get("score") not in SCORES:
            raise SetupError(f"scenario: score {score.get('score')!r}; {nearest('', SCORES)}")
        _check_needs(score, SCORE_NEEDS.get(score["score"], ()))
        _check_area(score, names)
    return Scenario(
        id=setup.id,
        name=setup.name or "Battle",
        briefing=setup.briefing,
        rounds=setup.rounds,
        first=PLAYERS.index(setup.first) if setup.first is not None else -1,
        wins=setup.wins,
        points=setup.points,
        exits=exits,
        texts=setup.texts,
    )


def _check_side(side: str, sides: Sequence[str]) -> None:
    if side not in sides:
        raise SetupError(f"scenario: side {side!r}; the choices are {', '.join(sides)}")


def _check_test(test: Values, names: Sequence[str]) -> None:
    for key in ("all", "any"):
        for part in test.get(key, ()):
            _check_test(part, names)
    if "all" in test or "any" in test:
        return
    _check_needs(test, TEST_NEEDS.get(str(test.get("test")), ()))
    if test.get("test") not in TESTS:
        raise SetupError(f"scenario: test {test.get('test')!r}; {nearest(test.get('test'), TESTS)}")
    _check_area(test, names)


TEST_NEEDS = {"holds": ("area",), "burns": ("area",), "dead": ("unit",), "round": ("is",)}
SCORE_NEEDS = {"holds": ("area",), "dead": ("unit",)}
"""What a test or score cannot do without."""
_KINDS = {"least": int, "is": int, "clear": bool, "each": bool, "area": str, "unit": str, "of": str}


def _check_needs(rule: Values, needed: Sequence[str]) -> None:
    for key in needed:
        if key not in rule:
            raise SetupError(f"scenario: {dict(rule)} lacks '{key}'")
    for key, kind in _KINDS.items():
        if key in rule and not isinstance(rule[key], kind):
            raise SetupError(f"scenario: '{key}' is {rule[key]!r} in {dict(rule)}")
    if "of" in rule and rule["of"] not in PLAYERS:
        raise SetupError(f"scenario: 'of' is {rule['of']!r}; red or blue")


def _check_area(rule: Values, names: Sequence[str]) -> None:
    area = rule.get("area")
    if area is not None and area not in names:
        raise SetupError(f"scenario: area {area!r}; {nearest(area, names)}")


# ---------------------------------------------------------------------- counting


def troopers(battle: Battle, side: int) -> list[Unit]:
    return [unit for unit in battle.units if unit.side == side and not unit.is_vehicle]


def lost(battle: Battle, side: int) -> int:
    """Dead or unconscious troopers."""
    return sum(unit.state in (UNCONSCIOUS, DEAD) for unit in troopers(battle, side))


def _inside(battle: Battle, side: int, area: str) -> int:
    mask = battle.field.areas[area]
    able = (unit for unit in battle.able(side) if unit.place >= 0)  # who flies is nowhere
    return sum(mask >> unit.place & 1 for unit in able)


def _unit_lost(battle: Battle, name: str) -> bool:
    return any(u.id == name and u.state in (UNCONSCIOUS, DEAD) for u in battle.units)


def _left(battle: Battle, side: int) -> int:
    return sum(unit.state == LEFT for unit in troopers(battle, side))


def _enemy(test: Values, side: int) -> int:
    return PLAYERS.index(test["of"]) if "of" in test else 1 - side


def _holds(battle: Battle, side: int, test: Values) -> bool:
    inside = _inside(battle, side, test["area"])
    clear = not test.get("clear") or not _inside(battle, 1 - side, test["area"])
    return inside >= test.get("least", 1) and clear


def breaches(battle: Battle, area: str | None = None) -> int:
    """How many walls have been breached since the start, those beside an area alone if given."""
    board, drawn = battle.board, set(battle.field.board.links)
    mask = battle.field.areas[area] if area is not None else -1
    return sum(
        any(mask >> board.at(dot, level) & 1 for dot in (a, b))
        for a, b, level, feature in board.links
        if feature is Feature.BREACH and (a, b, level, feature) not in drawn
    )


TESTS: Mapping[str, Callable[[Battle, int, Values], bool]] = {
    "losses": lambda b, side, t: lost(b, _enemy(t, side)) >= t.get("least", 1),
    "holds": _holds,
    "left": lambda b, side, t: _left(b, side) >= t.get("least", 1),
    "dead": lambda b, _side, t: _unit_lost(b, t["unit"]),
    "round": lambda b, _side, t: b.turn >= 2 * t["is"],
    "burns": lambda b, _side, t: (
        (b.fire & b.field.areas[t["area"]]).bit_count() >= t.get("least", 1)
    ),
    "breached": lambda b, _side, t: breaches(b, t.get("area")) >= t.get("least", 1),
}


def holds(battle: Battle, side: int, test: Values) -> bool:
    """Whether a test is met for a side."""
    if "all" in test:
        return all(holds(battle, side, part) for part in test["all"])
    if "any" in test:
        return any(holds(battle, side, part) for part in test["any"])
    return TESTS[test["test"]](battle, side, test)


SCORES: Mapping[str, Callable[[Battle, int, Values], int]] = {
    "losses": lambda b, side, s: lost(b, _enemy(s, side)),
    "holds": lambda b, side, s: int(_inside(b, side, s["area"]) > _inside(b, 1 - side, s["area"])),
    "left": lambda b, side, _s: _left(b, side),
    "alive": lambda b, side, _s: sum(1 for _ in b.able(side)) + _left(b, side),
    "dead": lambda b, _side, s: int(_unit_lost(b, s["unit"])),
    "vehicle": lambda b, side, s: sum(
        u.is_vehicle and u.side == _enemy(s, side) and (u.state != ABLE or u.prone) for u in b.units
    ),
}


def points(battle: Battle, side: int) -> int:
    """The points a side would have if the game were complete now."""
    rules = battle.field.scenario.points
    if not rules:
        return lost(battle, 1 - side)
    total = 0
    for rule in rules:
        if rule.side in ("both", PLAYERS[side]):
            score = rule.for_
            count = SCORES[score["score"]](battle, side, score)
            total += rule.points * (count if score.get("each", True) else min(1, count))
    return total


# ---------------------------------------------------------------------- the end

_NOBODY_LEFT = "neither side has an able trooper left"
_SPENT = "{} has no able trooper left"
_POINTS = "{} points to {}"
_DRAW = "a draw at {} points each"
_AIM = "the scenario's aim is reached"
"""Reasons as a battle keeps them; people are told them by `reason_words`."""


def decide(battle: Battle) -> bool:
    """`skirmishers.victory.last-side`, `skirmishers.victory.draw`: whether a side is spent."""
    if not is_decided(battle):
        return False
    able = [any(True for _ in battle.able(side)) for side in (0, 1)]
    safe = [able[side] or _left(battle, side) > 0 for side in (0, 1)]
    if safe[0] == safe[1] and any(safe):
        if not aim_reached(battle):  # the last man out may be the one who wins it
            count_points(battle)
    elif safe[0] == safe[1]:
        end(battle, -1, _NOBODY_LEFT)
    else:
        winner = 0 if safe[0] else 1
        end(battle, winner, _SPENT.format(PLAYERS[1 - winner]))
    return True


def aim_reached(battle: Battle) -> bool:
    """Whether one of the scenario's tests is met, and the game with it over."""
    for rule in battle.field.scenario.wins:
        side = PLAYERS.index(rule.side)
        if holds(battle, side, rule.if_):
            end(battle, side, rule.text or _AIM)
            return True
    return False


def check_turn_end(battle: Battle) -> bool:
    """The scenario's own tests after each turn, then its last round."""
    if aim_reached(battle):
        return True
    if battle.turn >= 2 * battle.field.scenario.rounds:
        count_points(battle)
        return True
    return False


def count_points(battle: Battle) -> None:
    red, blue = points(battle, 0), points(battle, 1)
    winner = -1 if red == blue else int(blue > red)
    reason = _POINTS if winner >= 0 else _DRAW
    end(battle, winner, reason.format(max(red, blue), min(red, blue)))


def end(battle: Battle, winner: int, reason: str) -> None:
    battle.phase = "over"
    battle.winner = winner
    battle.reason = reason
    who = PLAYERS[winner] if winner >= 0 else "nobody"
    ending = _ending(battle)
    battle.tell(
        events.Over,
        "skirmishers.victory.scenario",
        player=who,
        reason=reason,
        why=ending.why,
        loser=ending.loser,
        most=ending.most,
        least=ending.least,
    )


class _Ending(NamedTuple):
    """Why a game ended, to be put into words."""

    why: str
    loser: str
    most: int
    least: int


def _ending(battle: Battle) -> _Ending:
    """What the reason that a battle keeps, which is part of its state, stands for."""
    least, most = sorted(points(battle, side) for side in (0, 1))
    loser = PLAYERS[1 - battle.winner] if battle.winner >= 0 else ""
    known = {
        _NOBODY_LEFT: "nobody",
        _SPENT.format(loser): "spent",
        _POINTS.format(most, least): "points",
        _DRAW.format(most): "draw",
        _AIM: "aim",
    }
    return _Ending(known.get(battle.reason, "text"), loser, most, least)


def result(battle: Battle) -> Result:
    """How it ended, with the points of both sides."""
    scores = {player: points(battle, side) for side, player in enumerate(PLAYERS)}
    winner = PLAYERS[battle.winner] if battle.winner >= 0 else None
    return Result(winner, scores, reason_words(*_ending(battle), battle.reason))
