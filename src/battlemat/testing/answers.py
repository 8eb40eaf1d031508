"""What is offered, what is allowed and what is refused, held together.

Listed options come back from their texts. Typed answers are made of the verbs' parts at random,
or by changing one part of an option that is offered; a legal one is offered too, or does the same
as one that is, or belongs to a verb that cannot list all. An illegal one is refused by a clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import Refusal, RuleBug
from battlemat.kernel.forms import Draw
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.verbs import Menu, Verb

ALLOWED: Final = "allowed"
REFUSED: Final = "refused"
MOST_READ = 12
"""So many of the listed options are read back each time, drawn at random."""


def check_notation(game: Game[Any], choice: Choice, draw: Draw) -> None:
    """Each option has a text of its own, and some of them, drawn at random, are read back."""
    texts: dict[str, Option] = {}
    for option in choice.listed:
        game.rulebook.verbs.of(option)  # a verb that nobody wrote down is a bug
        text = game.write(option)
        if text in texts:
            raise RuleBug(f"'{text}' stands for both {texts[text]} and {option}")
        texts[text] = option
    listed = list(texts.items())
    for _ in range(min(MOST_READ, len(listed))):
        text, option = listed[draw(len(listed))]
        for said in (text, text.upper(), f"  {text.lower()} "):
            found = game.read(said)
            if found != option or type(found) is not type(option):
                raise RuleBug(f"'{said}' reads back as {found}, not as {option}")


def check_by_hand(game: Game[Any], choice: Choice) -> None:
    """What is listed by hand is what the bars let pass of the candidates."""
    menu = choice.menu
    if isinstance(menu, Menu):
        for quick in menu.verbs.quick:
            _check_verbs(game, menu, choice.listed, quick.verbs)


def check_listed(game: Game[Any], choice: Choice) -> None:
    """The same of every verb: of those that a question leaves out, and of a list that the rule
    had to work out before it asked.
    """
    menu = choice.menu
    if isinstance(menu, Menu):
        _check_verbs(game, menu, choice.listed, menu.verbs)


def _check_verbs(
    game: Game[Any],
    menu: Menu[Any, Any],
    listed: Sequence[Option],
    verbs: Iterable[Verb[Any, Any, Any]],
) -> None:
    for verb in verbs:
        legal = verb.offered(menu.battle, menu.asked)
        offered = [option for option in listed if type(option) is verb.option]
        if len(legal) == len(offered) and set(legal) == set(offered):
            continue
        for option in offered:
            bar = verb.bar(menu.battle, menu.asked, option)
            if bar is not None:
                raise RuleBug(f"'{game.write(option)}' is offered, and the rule forbids it: {bar}")
        for option in legal:
            if option not in offered:
                raise RuleBug(f"'{game.write(option)}' is a candidate and legal, and not listed")
        raise RuleBug(f"of '{verb.word}' something is listed twice, or is no candidate")


def check_typed(game: Game[Any], choice: Choice, draw: Draw) -> str | None:
    """Try one answer that somebody might type; None where the question has no menu."""
    menu = choice.menu
    if not isinstance(menu, Menu):
        return None
    option = menu.sample(draw) if draw(2) else _changed(menu, draw)
    if option is None:
        return None
    text = game.write(option)
    found = menu.read(text)
    if isinstance(found, Refusal):
        raise RuleBug(f"'{text}', written for {option}, is not understood: {found.reason}")
    if game.write(found) != text:
        raise RuleBug(f"'{text}' reads back as '{game.write(found)}'")
    # The rule itself is asked, not the list: that the two agree is what is tried here.
    bar = menu.verbs.of(found).bar(menu.battle, menu.asked, found)
    return _held(game, choice, menu, found, bar, text)


def _held(
    game: Game[Any],
    choice: Choice,
    menu: Menu[Any, Any],
    option: Option,
    bar: Refusal | None,
    text: str,
) -> str:
    listed = choice.listed
    if bar is not None:
        if option in listed:
            raise RuleBug(f"'{text}' is offered, and the rule forbids it: {bar}")
        if bar.because is None or game.rulebook.register.find(bar.because) is None:
            raise RuleBug(f"'{text}' is refused by no clause: {bar}")
        return REFUSED
    if option not in listed:
        same = menu.same(option)
        if same in listed:
            _check_same(game, option, same, text)
        elif not menu.verbs.of(option).unlisted:
            raise RuleBug(f"'{text}' is allowed, and neither it nor its like is offered")
    game.fork(SeededDice("typed")).answer(option)  # whatever may be typed can be done
    return ALLOWED


def _check_same(game: Game[Any], option: Option, same: Option, text: str) -> None:
    """An option that is not listed comes to what its listed like comes to."""
    one, two = game.fork(SeededDice("same")), game.fork(SeededDice("same"))
    one.answer(option)
    two.answer(same)
    if one.digest != two.digest:
        raise RuleBug(f"'{text}' does not do the same as '{game.write(same)}'")


def _changed(menu: Menu[Any, Any], draw: Draw) -> Option | None:
    """An option that is offered, with one of its parts as in some other answer."""
    listed = menu.candidates()
    option = listed[draw(len(listed))]
    other = menu.verbs.of(option).form.sample(menu.battle, draw, menu.asked)
    fields = [name for name in type(option)._fields if name != "verb"]  # type: ignore[attr-defined]
    if other is None or not fields:
        return None
    name = fields[draw(len(fields))]
    changed: Option = option._replace(**{name: getattr(other, name)})  # type: ignore[attr-defined]
    try:
        menu.verbs.write(menu.battle, changed)
    except (LookupError, ValueError):
        return None  # parts that do not go together have no text: nobody can type them
    return changed
