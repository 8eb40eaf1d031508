"""Try many typed answers of every rulebook: `typed_answers.py [COUNT] [NAME ...]`."""

from __future__ import annotations

import sys

from battlemat.kernel.errors import RuleBug
from battlemat.packs import library, registry, setups
from battlemat.testing.marathon import typed_answers


def main() -> int:
    """Print a line for each rulebook; the exit code says whether all agreed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    failed = False
    for name in sys.argv[2:] or registry.names():
        missions = [mission.id for mission in library.missions(name)]
        battles = [setups.build_setup(name, mission=mission) for mission in missions]
        try:
            tried = typed_answers(registry.find(name), battles, count)
        except RuleBug as bug:
            print(f"{name}: {bug}")
            failed = True
            continue
        share = 100 * tried.allowed / tried.typed
        print(f"{name}: {tried.typed} typed answers in {tried.games} games, {share:.0f} % allowed")
        print("  " + ", ".join(f"{kind} {n}" for kind, n in tried.kinds.most_common()))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
