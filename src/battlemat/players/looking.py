"""The players that look one action ahead and make mistakes as people do.

They overlook options, misjudge what they see, and now and then miss their chance to react. What
costs clearly more than the best option they have seen they never do: nobody throws units away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Answer, Choice, Option, Roll
from battlemat.players.chances import chance_of_worth
from battlemat.players.glance import Attention, Judge
from battlemat.players.random_player import fall


@dataclass(frozen=True, slots=True)
class Habits:
    """How well a player sees, in chances from 0 to 1.

    `overlooks` is how often an option is not seen at all, `misses` how often a window passes
    unnoticed. A judgement is off by up to `error` in the chance to win, either way; what is more
    than `slack` below the best that was seen is not done. How much all of them are of depends on
    the game (`Temper.oversight` and `Temper.mistakes`). Who is `practised` looks only at what the
    rulebook takes to meet the eye; others waste time on more.
    """

    overlooks: float = 0.0
    misses: float = 0.0
    error: float = 0.0
    slack: float = 1.0
    practised: bool = False


QUICK = Attention(options=16, shares=2, ways=0)
"""How closely a player looks who is told nothing else: once, at two ways for each option.

Closer looks took as many games from the yardstick, and twice the time (docs/decisions/0014)."""
IN_WINDOWS = Attention(shares=4, ways=0)
"""And at windows: dice lie there, and to roll some of them again or others differs by little."""


class LookingPlayer:
    """Looks one action ahead. The same seed in the same game gives the same answers."""

    def __init__(self, seed: str, habits: Habits, attention: Attention | None = None) -> None:
        self.habits = habits
        self._seed = seed
        self._stream = Stream(f"looking player:{seed}")
        practised = habits.practised
        self._judge = Judge(seed, attention or replace(QUICK, practised=practised))
        self._in_windows = Judge(seed, attention or replace(IN_WINDOWS, practised=practised))

    def answer(self, game: Game[Any]) -> Answer:
        question = game.question
        if question is None:
            raise RuleBug("a player was asked although the game is over")
        if isinstance(question, Roll):
            return fall(question, self._stream)
        mood = Stream(f"looking:{self._seed}:{len(game.answers)}")
        oversight = game.rulebook.temper.oversight
        if question.optional and _happens(mood, self.habits.misses**oversight):
            return PASS
        judge = self._in_windows if question.optional else self._judge
        worth_it = judge.worth_a_look(game, question)
        seen = _seen(worth_it, question, self.habits.overlooks**oversight, mood)
        if len(seen) == 1:
            return seen[0]
        scores = judge.scores(game, question, seen)
        return self._judged(game, seen, scores, mood)

    def _judged(
        self, game: Game[Any], seen: Sequence[Option], scores: dict[Option, float], mood: Stream
    ) -> Option:
        habits = self.habits
        chances = {one: chance_of_worth(game.rulebook, scores[one]) for one in seen}
        scale = game.rulebook.temper.mistakes
        bar = max(chances.values()) - habits.slack * scale
        felt = {
            one: chance + habits.error * scale * (2 * mood.below(1000) / 999 - 1)
            for one, chance in chances.items()
        }
        return max((one for one in seen if chances[one] >= bar), key=felt.__getitem__)


def _seen(
    options: Sequence[Option], choice: Choice, overlooks: float, mood: Stream
) -> Sequence[Option]:
    """What is not overlooked; somebody who sees nothing takes the first thing advised."""
    seen = [option for option in options if not _happens(mood, overlooks)]
    if choice.optional and PASS not in seen:
        seen.append(PASS)  # doing nothing is never overlooked
    return seen or options[:1]


def _happens(mood: Stream, chance: float) -> bool:
    return mood.below(1000) < 1000 * chance
