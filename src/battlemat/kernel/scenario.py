"""A scenario: a position, answers with the dice they use, and what must come of it.

Players, teachers, testers and puzzle makers write them; `packs` reads the files. Here are plain
values only. A reaction window that the next answer does not speak to is passed, so a scenario
names the answers that matter. Dice that are missing or left over are errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from battlemat.kernel.dice import ScriptedDice
from battlemat.kernel.errors import BattlematError, Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice
from battlemat.kernel.rulebook import Rulebook, Setup


@dataclass(frozen=True, slots=True)
class Refuse:
    """An answer that must be refused, and by which clause (None: by any)."""

    answer: str
    because: str | None = None


@dataclass(frozen=True, slots=True)
class Ruler:
    """What a ruler from one thing to another must tell, by the names of its facts."""

    start: str
    end: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Expect:
    """What must hold: facts of the battle, who is asked what, what is offered and measured."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    asks: Mapping[str, str] = field(default_factory=dict)
    offers: Sequence[str] = ()
    withholds: Sequence[str] = ()
    refuses: Sequence[Refuse] = ()
    rulers: Sequence[Ruler] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """One answer (None: nothing is answered), the dice that then fall, and what must hold after.

    An answer that `follows` takes its dice from those of the one before it, as answers do that
    are written down together.
    """

    answer: str | None
    dice: tuple[int, ...] = ()
    expect: Expect = Expect()
    line: int = 0
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position and what is played from it."""

    name: str
    rulebook: str
    setup: Setup
    plays: Sequence[Play] = ()
    file: str = ""


class Difference(BattlematError):
    """Where a scenario and the rules part: one line with file, line and both values."""


def play(rulebook: Rulebook[Any], scenario: Scenario) -> Game[Any]:
    """Play a scenario to its end; `Difference` at the first thing that does not hold."""
    plays = list(scenario.plays)
    first = plays.pop(0) if plays and plays[0].answer is None else Play(None)
    dice = ScriptedDice(first.dice)
    try:
        game = Game(rulebook, scenario.setup, dice=dice)
        _hold(game, first)
    except BattlematError as error:
        raise Difference(_where(scenario, first) + str(error)) from None
    for one in plays:
        try:
            if not one.follows:
                dice.finish()
                dice = ScriptedDice(one.dice)
            _answer(game, one, dice)
            _hold(game, one)
        except BattlematError as error:
            raise Difference(_where(scenario, one) + str(error)) from None
    try:
        dice.finish()
    except BattlematError as error:
        raise Difference(_where(scenario, plays[-1] if plays else first) + str(error)) from None
    return game


def _where(scenario: Scenario, one: Play) -> str:
    file = scenario.file or scenario.name
    return f"{file}, line {one.line}: " if one.line else f"{file}: "


def _answer(game: Game[Any], one: Play, dice: ScriptedDice) -> None:
    game.dice = dice
    if one.answer is None:
        return
    while True:
        try:
            answer = game.read(one.answer)
        except Refused:
            if not _may_pass(game):
                raise
            game.answer(PASS)
            continue
        game.answer(answer)
        return


def _may_pass(game: Game[Any]) -> bool:
    question = game.question
    return isinstance(question, Choice) and question.optional and PASS in question.listed


def _hold(game: Game[Any], one: Play) -> None:
    expect = one.expect
    if expect.facts:
        _compare(expect.facts, game.rulebook.facts(game.battle), "")
    if expect.asks:
        _asks(game, expect.asks)
    if expect.offers or expect.withholds:
        _offers(game, expect)
    for refuse in expect.refuses:
        _refuses(game, refuse)
    for ruler in expect.rulers:
        reading = game.rulebook.measure(game.battle, ruler.start, ruler.end)
        told = {fact.name: fact.value for fact in reading.facts}
        _compare(ruler.facts, told, f"from {ruler.start} to {ruler.end}, ")


def _compare(wanted: Mapping[str, Any], found: Any, path: str) -> None:
    for key, value in wanted.items():
        place = f"{path}{key}"
        if not isinstance(found, Mapping) or key not in found:
            known = ", ".join(map(str, found)) if isinstance(found, Mapping) else repr(found)
            raise Difference(f"there is no '{place}'; known are: {known}")
        if isinstance(value, Mapping):
            _compare(value, found[key], place + " ")
        elif value != found[key]:
            raise Difference(f"{place} is {found[key]!r}, {value!r} was expected")


def _asks(game: Game[Any], wanted: Mapping[str, str]) -> None:
    question = game.question
    if question is None:
        found = {"player": "nobody", "kind": "nothing"}
    else:
        kind = question.kind if isinstance(question, Choice) else "roll"
        because = game.rulebook.register.full(question.because)
        found = {"player": question.player, "kind": kind, "because": because}
    for key, value in wanted.items():
        if found.get(key) != value:
            raise Difference(f"asked is {key} {found.get(key)!r}, {value!r} was expected")


def _offers(game: Game[Any], expect: Expect) -> None:
    for text in expect.offers:
        why = _why_not(game, text)
        if why is not None:
            raise Difference(f"'{text}' should be offered, but is not{why}")
    for text in expect.withholds:
        if _why_not(game, text) is None:
            raise Difference(f"'{text}' should not be offered, but is")


def _why_not(game: Game[Any], text: str) -> str | None:
    """None for an answer that may be given now: a listed one, or, in an open choice, a legal one.

    Otherwise the rest of a sentence: what is offered instead, or why the answer is refused.
    """
    question = game.question
    if not isinstance(question, Choice):
        return _some(set())
    if isinstance(question.options, (list, tuple)):
        texts = {game.write(option) for option in question.listed}
        return None if text in texts else _some(texts)
    try:
        game.read(text)
    except Refused as refused:
        return f": {refused.refusal.reason}"
    return None


def _some(texts: set[str]) -> str:
    shown = sorted(texts)[:12]
    more = f" and {len(texts) - len(shown)} more" if len(texts) > len(shown) else ""
    return "; offered are " + ", ".join(shown) + more if shown else "; nothing is offered"


def _refuses(game: Game[Any], refuse: Refuse) -> None:
    try:
        game.read(refuse.answer)
    except Refused as refused:
        because = refused.refusal.because
        full = game.rulebook.register.full(because) if because else None
        if refuse.because is not None and full != refuse.because:
            raise Difference(
                f"'{refuse.answer}' is refused by {full} ({refused.refusal.reason}), "
                f"{refuse.because} was expected"
            ) from None
        return
    raise Difference(f"'{refuse.answer}' should be refused, but is legal")
