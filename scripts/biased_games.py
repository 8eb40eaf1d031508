"""Play many games that lean toward a few verbs: `biased_games.py [SECONDS] [NAME ...]`.

Every mission shipped is played in turn, leaning toward the verbs that the games before chose least,
such as vehicles, suits, crews and explosives. What can be switched on is on in every second game.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.rulebook import Rulebook
from battlemat.packs import library, registry, setups
from battlemat.testing import Bias, Leaned, play_biased

LEAN = 30


def main() -> int:
    """Print a line for each rulebook; the exit code says whether all games came to an end."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    failed = False
    for name in sys.argv[2:] or registry.names():
        rulebook = registry.find(name)
        missions = [mission.id for mission in library.missions(name)]
        found, until, number = Leaned(), time.monotonic() + seconds, 0
        while time.monotonic() < until:
            mission = missions[number % len(missions)]
            seed = f"{mission} {number}"
            number += 1
            setup = _setup(rulebook, mission, every_switch=number % 2 == 1)
            try:
                play_biased(rulebook, setup, seed, _bias(rulebook, found), into=found)
            except RuleBug as bug:
                print(f"{name}: {bug}")
                failed = True
        print(f"{name}: {found.games} games, {found.choices} choices")
        print("  " + ", ".join(f"{verb} {n}" for verb, n in found.verbs.most_common()))
    return int(failed)


def _setup(rulebook: Rulebook[Any], mission: str, *, every_switch: bool) -> dict[str, Any]:
    setup = setups.build_setup(rulebook.name, mission=mission)
    if every_switch and "switches" in setup:
        setup["switches"] = sorted({clause.option for clause in rulebook.register if clause.option})
    return setup


def _bias(rulebook: Rulebook[Any], found: Leaned) -> Bias:
    """Away from the verbs that were chosen most in the games so far, toward the rare ones."""
    most = max(found.verbs.values(), default=1)
    often = {word: found.verbs[word] / most for word in rulebook.verbs.words}
    return Bias({word: max(1, round(LEAN * (1 - share) ** 8)) for word, share in often.items()})


if __name__ == "__main__":
    sys.exit(main())
