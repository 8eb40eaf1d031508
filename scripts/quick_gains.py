"""What each list by hand gains: random games with it and without, in turns, as a ratio.

    python scripts/quick_gains.py [skirm3 skirmishers]

Without it, its verbs are listed as all others: every candidate is asked of its bar. The figures
stand beside the lists, in `rulebooks/*/quick.py`.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

from bench.skirmishers import SETUP as MEADOW

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.kernel.verbs import Quick, Verbs
from battlemat.packs.registry import find
from battlemat.packs.skirm.setups import build_setup
from battlemat.rulebooks.skirm.quick import QUICK as SKIRM
from battlemat.rulebooks.skirmishers.quick import QUICK as SKIRMISHERS

ROUNDS = 5


def _yard() -> Setup:
    """The battle of the bench, in which everybody leaps: else nothing would be seen of it."""
    setup = build_setup(
        "skirm3", mission="secure", map="relay-yard", red="tolands-line", blue="breach-team"
    )
    squads = json.loads(json.dumps(setup["squads"]))
    for unit in chain.from_iterable(squad["units"] for squad in squads.values()):
        unit["special"] = [*unit.get("special", ()), "LP2"]
    return {**setup, "squads": squads}


FAMILIES: dict[str, tuple[Setup, Sequence[Quick[Any, Any]], int]] = {
    "skirm3": (_yard(), SKIRM, 3),
    "skirmishers": (MEADOW, SKIRMISHERS, 1),
}


@contextmanager
def _without(quick: Quick[Any, Any] | None) -> Iterator[None]:
    """While it lasts, what a quick list would list is asked of the bars."""
    listed = Verbs.listed

    def slowly(self: Verbs[Any], battle: Any, asked: Any) -> list[Any]:
        if quick not in self.quick:
            return listed(self, battle, asked)
        before = self._listers
        by_bar = [(verb.candidates, verb.bar) for verb in quick.verbs]
        rows = ([*by_bar] if row[0] is quick.lists else [row] for row in before)
        self._listers = [*chain.from_iterable(rows)]
        try:
            return listed(self, battle, asked)
        finally:
            self._listers = before

    if quick is not None:
        Verbs.listed = slowly  # type: ignore[method-assign]
    try:
        yield
    finally:
        Verbs.listed = listed  # type: ignore[method-assign]


def _seconds(rulebook: Rulebook[Any], setup: Setup, games: int) -> float:
    start = time.process_time()
    for seed in range(games):
        game: Game[Any] = Game(rulebook, setup, dice=SeededDice(str(seed)))
        dice = random.Random(seed)
        while isinstance(question := game.question, Choice):
            game.answer(question.listed[dice.randrange(len(question.listed))])
    return time.process_time() - start


def main() -> None:
    """Measure and print."""
    for name in sys.argv[1:] or FAMILIES:
        setup, lists, games = FAMILIES[name]
        rulebook = find(name)
        _seconds(rulebook, setup, games)  # the map's tables fill while it is played on
        for quick in lists:
            with_it = without = float("inf")
            for _ in range(ROUNDS):
                with_it = min(with_it, _seconds(rulebook, setup, games))
                with _without(quick):
                    without = min(without, _seconds(rulebook, setup, games))
            words = ", ".join(verb.word for verb in quick.verbs)
            print(f"{name}: {words}: {without / with_it:.2f} times as fast")


if __name__ == "__main__":
    main()
