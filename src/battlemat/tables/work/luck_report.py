"""How lucky the dice were: each roll that fell against all that it could have shown.

Before a roll and after each of its outcomes exact odds say what the position is worth on average.
The luck of a roll is the worth of what fell less that average, so it is fair by itself: choices,
good or bad, are no part of it. The percentile of a side is the share of all ways in which the rolls
of the game could have fallen that would have been worse for it. Runs in a worker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.odds import TooMany, odds
from battlemat.kernel.questions import Answer, Choice, Faces, Flow, Question, Roll, Tally
from battlemat.kernel.rolls import outcomes
from battlemat.tables.catalogue import Catalogue

MOST_WAYS = 800
_MOST_OUTCOMES = 60
_BINS = 1_000

Weighed: TypeAlias = tuple[float, Mapping[float, float]]
"""What a roll turned out to be worth to a side, and what it could have been, with the chances."""


def weigh_action(
    _catalogue: Catalogue, game: Game[Any], answers: Sequence[Answer]
) -> dict[str, Any]:
    """Weigh the rolls of the action that begins with the standing question.

    `answers` are all that follow in the game; `used` says how many belong to the action. `rolls`
    has, for each roll that could be weighed, what it was worth to each player.
    """
    after, used = _play_action(game, answers)
    twin, rolls = game.fork(), []
    for answer in answers[:used]:
        if isinstance(twin.question, Roll):
            weighed = _weigh_roll(twin, twin.question, answer)
            if weighed is not None:
                rolls.append(weighed)
        twin.answer(answer)
    told: dict[str, Any] = {"used": used, "rolls": rolls}
    if rolls and isinstance(game.question, Choice):
        told.update(_in_words(game, answers[0], after))
    return told


def _play_action(game: Game[Any], answers: Sequence[Answer]) -> tuple[Any, int]:
    """The battle at the end of the action, and how many answers it took.

    It ends with its step, or where the rulebook assumes no answer, exactly as the odds have it;
    what comes by itself in the next step is no part of it.
    """
    battle, rulebook = game.checkpoint.copy(), game.rulebook
    flow = rulebook.step(battle)
    if flow is None:
        raise RuleBug("the battle is over")
    used, given = -len(game.since), None
    try:
        for answer in [*game.since, *answers]:
            question = _next_question(flow, given)
            if used > 0 and type(question) is Choice and rulebook.assume(battle, question) is None:
                return battle, used
            given, used = answer, used + 1
        _next_question(flow, given)
    except StopIteration:  # with the last answer, or with a tally after it
        pass
    return battle, used


def _next_question(flow: Flow[None], answer: Answer | None) -> Question:
    """What a flow asks after an answer, tallies played through; `StopIteration` where it ends."""
    question = flow.send(answer)
    while type(question) is Tally:
        question = flow.send(None)
    return question  # type: ignore[return-value]


def _weigh_roll(
    game: Game[Any], roll: Roll, faces: Faces
) -> dict[str, tuple[float, dict[float, float]]] | None:
    """What a roll was worth to each player, and what it could have been; None if that is dear."""
    ways = outcomes(roll.count, roll.sides, roll.alike, roll.total)
    if len(ways) > _MOST_OUTCOMES:
        return None
    try:
        worths = [(_worth_after(game, shown), weight) for shown, weight in ways]
        fell = _worth_after(game, faces)
    except (TooMany, RuleBug):
        return None
    every = roll.sides**roll.count
    weighed = {}
    for at, player in enumerate(game.rulebook.players):
        spread: dict[float, float] = {}
        for worth, weight in worths:
            spread[worth[at]] = spread.get(worth[at], 0.0) + weight / every
        weighed[player] = (fell[at], spread)
    return weighed


def _worth_after(game: Game[Any], faces: Faces) -> tuple[float, ...]:
    """What the position is worth to each player, on average, once these dice have fallen."""
    worth, players = game.rulebook.worth, game.rulebook.players

    def measure(battle: Any) -> tuple[float, ...]:
        return tuple(worth(battle, player) for player in players)

    found = odds(game, faces, measure=measure, most=MOST_WAYS)
    counted = float(1 - found.missing)
    return tuple(
        round(found.mean(lambda outcome, at=at: outcome[at]) / counted, 6)  # type: ignore[misc]
        for at in range(len(players))
    )


def _in_words(game: Game[Any], answer: Answer, after: Any) -> dict[str, Any]:
    """The action for the list of key moments: what was done, what came of it, how likely."""
    question = game.question
    outcome = game.rulebook.outcome(game.fork().battle, after)
    try:
        found = odds(game, answer, most=MOST_WAYS)
        chance = float(found.chance(lambda what: what == outcome))
    except (TooMany, RuleBug):
        chance = 0.0
    player = question.player if question is not None else ""
    return {"player": player, "text": game.write(answer), "outcome": outcome, "chance": chance}


# ---------------------------------------------------------------------- summing up


def mean(ways: Mapping[float, float]) -> float:
    """The average of a spread."""
    total = sum(ways.values())
    return sum(worth * chance for worth, chance in ways.items()) / total if total else 0.0


def percentile(rolls: Sequence[Weighed]) -> float:
    """The share of all ways that would have been worse, half of the equal ones: 0 to 100."""
    shifted = []
    for worth, ways in rolls:
        middle = mean(ways)
        shifted.append((worth - middle, {one - middle: chance for one, chance in ways.items()}))
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
    return 100 * (worse + total.get(actual, 0.0) / 2) / every


def percentiles(
    _catalogue: Catalogue, _game: Game[Any], sides: Mapping[str, Sequence[Weighed]]
) -> dict[str, float]:
    """The percentile of each side."""
    return {player: percentile(rolls) for player, rolls in sides.items()}
