"""Positions of a look ahead: a battle where a step begins, and the answers given since.

A position is played on with dice of the looker's own and never with those of the game, so that
nobody can peek. Choices in mid-action and windows are answered as the rulebook assumes; what it
assumes nothing for is the next position.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Choice, Option, Roll
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.walk import Walk
from battlemat.players.chances import chance_of_worth, win_chance


class Position:
    """Where a choice stands, or the end of a battle (`choice` is None).

    `start` is the battle at the beginning of the step and is never changed; `battle` is as it
    stands now. `luck` tells whether dice fell on the way here.
    """

    __slots__ = ("_chances", "_key", "battle", "choice", "luck", "since", "start")

    def __init__(
        self,
        start: Any,
        since: tuple[Answer, ...],
        battle: Any,
        choice: Choice | None,
        luck: bool = False,
    ) -> None:
        self.start = start
        self.since = since
        self.battle = battle
        self.choice = choice
        self.luck = luck
        self._key: Hashable | None = None
        self._chances: dict[str, float] = {}

    @classmethod
    def of(cls, game: Game[Any]) -> Position:
        """The position in which a game stands; a choice must stand there."""
        choice = game.question
        assert isinstance(choice, Choice), "a choice is looked at"
        return cls(game.checkpoint, tuple(game.since), game.battle, choice)

    def key(self) -> Hashable:
        """All that tells positions apart: two ways that lead to the same place share it."""
        if self._key is None:
            self._key = self.start.key(), self.since
        return self._key

    def chance(self, rulebook: Rulebook[Any], player: str) -> float:
        """How likely `player` is to win from here; asked again it costs nothing."""
        found = self._chances.get(player)
        if found is None:
            if self.choice is None:
                found = win_chance(rulebook, self.battle, player)
            else:
                found = chance_of_worth(rulebook, rulebook.worth(self.battle, player))
            self._chances[player] = found
        return found


def follow(rulebook: Rulebook[Any], here: Position, option: Option, dice: Stream) -> Position:
    """The position after an option, with these dice."""
    battle = here.start.copy()
    walk = Walk.step(rulebook, battle).resume(here.since)
    start, since, luck = here.start, [*here.since, option], False
    walk.send(option)
    while True:
        question: Any = walk.question
        answer: Answer | None
        if question is None:
            flow = rulebook.step(battle)
            if flow is None:
                return Position(battle, (), battle, None, luck)
            start, since = battle.copy(), []
            walk = Walk(battle, flow)
            continue
        if type(question) is Roll:
            answer, luck = dice.faces(question.count, question.sides), True
        else:
            answer = rulebook.assume(battle, question)
            if answer is None:
                return Position(start, tuple(since), battle, question, luck)
        since.append(answer)
        walk.send(answer)
