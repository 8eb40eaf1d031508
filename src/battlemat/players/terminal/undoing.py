"""What `undo` goes back to: the last answer that a person gave, a choice or dice.

A window that was passed for somebody was never seen, so nobody is sent back to it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice, is_faces


def last_given(game: Game[Any], given: Sequence[int], seats: Collection[str]) -> int | None:
    """How many answers stood before the last one that a person gave; None if nobody gave any.

    `given` are those that were given at this table. Before them, in a game that goes on from a
    file, a passed window may have been passed by anybody, so it is left out.
    """
    for number in reversed(given):
        if number < len(game.answers):
            return number
    found = None
    twin: Game[Any] = Game(game.rulebook, game.setup)
    for number, answer in enumerate(game.answers):
        question = twin.question
        if not isinstance(question, Choice):
            is_theirs = game.dice is None
        else:
            passed = question.optional and answer == PASS
            is_theirs = question.player in seats and not passed
        found = number if is_theirs else found
        twin.answer(answer)
    return found


def take_back(game: Game[Any], number: int) -> list[str]:
    """Back to the question after so many answers; what was taken back, in words.

    Dice that fell from a seed are not told: they fall again.
    """
    taken = game.answers[number:]
    game.rewind(number)
    told = []
    twin = game.fork()
    for answer in taken:
        if game.dice is None or not is_faces(answer):
            told.append(twin.write(answer) if is_faces(answer) else twin.tell(answer))
        twin.answer(answer)
    return told
