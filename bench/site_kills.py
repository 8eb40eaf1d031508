"""A tab of the edition without a server that is killed in the middle of answers, fifty times.

Both seats are played as quickly as the page takes answers; then its process is made to crash. The
next tab must find the last question that was shown, or a later one. `KILLS` may be set to fewer.
"""

from __future__ import annotations

import os
import random
import sys
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Row

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from browser.alone import Site, written
from browser.killing import begun, killed, stands
from browser.stage import chromium

KILLS = int(os.environ.get("KILLS", "50"))
GAME = 12
"""So many kills of one game; then another one is begun."""


def rows() -> list[Row]:
    """How many confirmed answers were lost."""
    chance, lost, given = random.Random(1), 0, 0
    with TemporaryDirectory() as folder, chromium() as browser:
        site = Site(written(Path(folder)))
        try:
            for first in range(0, KILLS, GAME):
                context = browser.new_context()
                address = begun(context, site.url)
                played = [killed(context, address, chance) for _ in range(min(GAME, KILLS - first))]
                played.append((stands(context, address), 0))
                for (found, told), (after, _) in pairwise(played):
                    given += told - found
                    lost += max(0, told - after)
                context.close()
        finally:
            site.stop()
    what = f"answers lost in {KILLS} kills of the tab"
    return [Row(what, str(lost), f"{given} answers were confirmed", goal="0")]
