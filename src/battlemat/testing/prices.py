"""What a verb says that it costs, held to what is paid.

A screen shows the price of an option before it is chosen, and the rule takes it afterwards; they
are two places that may disagree. A rulebook's test says how to look into a purse, and every option
of every verb with a price is tried on random positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.forms import Draw
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.kernel.verbs import Menu

Purse: TypeAlias = Callable[[Any, Any], "tuple[int, object] | None"]
"""What is left to pay an option with, from the battle and the option, and what must not change on
the way for the price to be paid in full, such as health. None where nobody can tell: whoever pays
is gone, or has begun anew."""
_LONGEST = 400


@dataclass
class Prices:
    """The prices that were held to what was paid, counted by verb."""

    purse: Purse
    tried: Counter[str] = field(default_factory=Counter)

    def check(self, game: Game[Any], choice: Choice, option: Option) -> None:
        """Do an option in a fork, and look whether it cost what its verb says."""
        menu = choice.menu
        if not isinstance(menu, Menu):
            return
        price = menu.price(option)
        before = self.purse(game.battle, option)
        if price is None or before is None:
            return
        ended, later = _done(game, option)
        after = self.purse(ended, option)
        if after is None or after[1] != before[1]:
            return
        paid = before[0] - after[0]
        if paid != price + later:
            text = game.write(option)
            raise RuleBug(f"'{text}' says that it costs {price + later}, and costs {paid}")
        self.tried[menu.verbs.of(option).word] += 1

    def walk(self, game: Game[Any], draw: Draw, most: int) -> None:
        """Play a random game and try some options of each verb at every question."""
        while isinstance(choice := game.question, Choice):
            by_verb: dict[type, list[Option]] = {}
            for option in choice.listed:
                by_verb.setdefault(type(option), []).append(option)
            for options in by_verb.values():
                for _ in range(min(most, len(options))):
                    self.check(game, choice, options[draw(len(options))])
            kinds: Sequence[list[Option]] = list(by_verb.values())
            options = kinds[draw(len(kinds))]  # rare verbs come up as often as common ones
            game.answer(options[draw(len(options))])


def _done(game: Game[Any], option: Option) -> tuple[Any, int]:
    """The battle once an option has been carried out, with nobody stepping in.

    And what the choices on the way say that they cost: a shot that a skill allows may.
    """
    fork = game.fork(SeededDice("price"))
    fork.answer(option)
    later = 0
    for _ in range(_LONGEST):
        asked = fork.question
        if not fork.since or not isinstance(asked, Choice):
            return fork.battle, later  # a new step has begun
        answer = PASS if asked.optional else asked.listed[0]
        later += asked.menu.price(answer) or 0
        fork.answer(answer)
    raise RuleBug(f"'{game.write(option)}' does not come to its end")
