"""The contract that any rulebook keeps, shipped so that authors of others can use it.

`check` plays a random game and holds it against the promises of the kernel: it ends, every choice
offers options, every text reads back to its option, the record replays to the same digest, forks
go the same way, a copy at a step boundary resumes, undo restores, nonsense is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.errors import Refused, RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.record import read, record, resume
from battlemat.kernel.rulebook import Rulebook, Setup

NONSENSE = "xyzzy 99 nowhere"


def check(
    rulebook: Rulebook[Any],
    setup: Setup,
    seed: str,
    *,
    invariant: Callable[[Any], None] = lambda _battle: None,
    most: int = 20_000,
    every: int = 7,
) -> Game[Any]:
    """Play one random game and check the contract; `RuleBug` says what is broken.

    Costly promises are checked at every `every`-th choice. Returns the finished game.
    """
    game = Game(rulebook, setup, dice=SeededDice(seed))
    stream = Stream(f"contract:{seed}")
    choices = 0
    while (question := game.question) is not None:
        if not isinstance(question, Choice):
            raise RuleBug(f"with dice given, {question!r} is asked")
        options = question.listed
        if not options:
            raise RuleBug(f"{question!r} offers nothing")
        option = options[stream.below(len(options))]
        choices += 1
        if choices > most:
            raise RuleBug(f"the game did not end within {most} choices")
        if choices % every == 1:
            _check_notation(game, question, options)
            _check_fork(game, option, f"{seed}:{choices}")
            _check_refusal(game)
        digest = game.digest if choices % every == 2 else None
        game.answer(option)
        invariant(game.battle)
        if digest is not None:
            _check_undo(game, digest, option)
    if game.result is None:
        raise RuleBug("the game is over without a result")
    _check_record(game)
    return game


def _check_notation(game: Game[Any], choice: Choice, options: Any) -> None:
    texts: dict[str, Option] = {}
    for option in options:
        text = game.write(option)
        if text in texts:
            raise RuleBug(f"'{text}' stands for both {texts[text]} and {option}")
        texts[text] = option
        game.rulebook.handle(game.battle, choice, option)
    for text, option in list(texts.items())[:5]:
        if game.read(text) != option:
            raise RuleBug(f"'{text}' reads back as {game.read(text)}, not as {option}")


def _check_fork(game: Game[Any], option: Option, seed: str) -> None:
    one, two = game.fork(SeededDice(seed)), game.fork(SeededDice(seed))
    before = game.digest
    if one.digest != before:
        raise RuleBug(f"a fork stands elsewhere than its game, before {option}")
    one.answer(option)
    two.answer(option)
    if one.digest != two.digest:
        raise RuleBug(f"two forks part ways after {option}")
    if game.digest != before:
        raise RuleBug(f"playing on a fork changed its game, after {option}")


def _check_refusal(game: Game[Any]) -> None:
    before = game.digest
    try:
        game.answer(NONSENSE)
    except Refused:
        if game.digest != before:
            raise RuleBug("a refused answer changed the game") from None
        return
    raise RuleBug(f"'{NONSENSE}' was taken for an answer")


def _check_undo(game: Game[Any], digest: str, option: Option) -> None:
    taken = game.undo(agreed=True)
    if taken != option or game.digest != digest:
        raise RuleBug(f"undo of {option} does not restore the battle")
    game.answer(option)


def _check_record(game: Game[Any]) -> None:
    text = record(game).write()
    again = resume(game.rulebook, read(text))
    if again.digest != game.digest or not again.over:
        raise RuleBug("the record replays to another game")
    if record(again).write() != text:
        raise RuleBug("a replayed record is written differently")
