"""How lucky the dice were: each action's outcome against all that could have come of it.

For every choice that made dice fall, exact odds say what the position could have been worth and
how likely that was. The percentile of a side is the share of all ways in which the dice of the
whole game could have fallen that would have been worse for it. Runs in a worker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Choice, Roll
from battlemat.players.lookahead import TooMany, bounded_odds
from battlemat.server.shelf import Shelf

MOST_OUTCOMES = 4_000
_BINS = 1_000


def weigh_action(
    _shelf: Shelf, game: Game[Any], answers: Sequence[Answer]
) -> dict[str, Any] | None:
    """Weigh the action that begins with the standing question; `answers` are all that follow.

    None if no die fell in it, or there are too many outcomes. `used` says how many answers it took.
    """
    choice = game.question
    if not isinstance(choice, Choice) or not answers:
        return None
    actual = game.fork()
    used, rolls = _play_action(actual, answers)
    if not rolls:
        return {"used": used, "rolls": 0}
    rulebook, before = game.rulebook, game.fork().battle

    def measure(after: Any) -> Any:
        worths = [round(rulebook.worth(after, player), 3) for player in rulebook.players]
        return (rulebook.outcome(before, after), *worths)

    try:
        found = bounded_odds(game, answers[0], MOST_OUTCOMES, measure)
    except (TooMany, RuleBug):
        return {"used": used, "rolls": 0}
    ended: tuple[Any, ...] = measure(actual.battle)
    spread: Any = found.outcomes
    chance = float(found.chance(lambda outcome: outcome[0] == ended[0]))
    ways = {
        player: _spread([(outcome[at], float(p)) for outcome, p in spread.items()])
        for at, player in enumerate(rulebook.players, 1)
    }
    return {
        "used": used,
        "rolls": rolls,
        "player": choice.player,
        "text": game.write(answers[0]),
        "outcome": ended[0],
        "chance": chance,
        "worth": dict(zip(rulebook.players, ended[1:], strict=True)),
        "ways": ways,
    }


def _play_action(game: Game[Any], answers: Sequence[Answer]) -> tuple[int, int]:
    """Play to the end of the action, as the odds understand it: answers used, dice thrown."""
    step, used, rolls = game.checkpoint, 0, 0
    for answer in answers:
        question = game.question
        if used and game.checkpoint is not step:
            break
        if (
            used
            and isinstance(question, Choice)
            and game.rulebook.assume(game.battle, question) is None
        ):
            break
        rolls += isinstance(question, Roll)
        game.answer(answer)
        used += 1
    return used, rolls


def _spread(pairs: Sequence[tuple[float, float]]) -> dict[float, float]:
    """Chances of each worth."""
    found: dict[float, float] = {}
    for worth, chance in pairs:
        found[worth] = found.get(worth, 0.0) + chance
    return found


def mean(ways: Mapping[float, float]) -> float:
    """The average of a spread."""
    total = sum(ways.values())
    return sum(worth * chance for worth, chance in ways.items()) / total if total else 0.0


def percentile(actions: Sequence[tuple[float, Mapping[float, float]]]) -> float:
    """The share of all ways that would have been worse, half of the equal ones: 0 to 100.

    Each action is what its outcome was worth, and the spread that it came from.
    """
    shifted = [
        (worth - mean(ways), {w - mean(ways): p for w, p in ways.items()})
        for worth, ways in actions
    ]
    reach = sum(max(map(abs, ways), default=0.0) for _, ways in shifted)
    if not reach:
        return 50.0
    size = max(reach / _BINS, 1e-6)
    total: dict[int, float] = {0: 1.0}
    for _, ways in shifted:
        longer: dict[int, float] = {}
        for place, chance in total.items():
            for worth, weight in ways.items():
                to = place + round(worth / size)
                longer[to] = longer.get(to, 0.0) + chance * weight
        total = longer
    actual = sum(round(worth / size) for worth, _ in shifted)
    every = sum(total.values())
    worse = sum(chance for place, chance in total.items() if place < actual)
    equal = total.get(actual, 0.0)
    return 100 * (worse + equal / 2) / every


def percentiles(
    _shelf: Shelf,
    _game: Game[Any],
    sides: Mapping[str, Sequence[tuple[float, Mapping[float, float]]]],
) -> dict[str, float]:
    """The percentile of each side."""
    return {player: percentile(actions) for player, actions in sides.items()}
