"""A whole game of Skirmishers in words, to be compared on every change and read when it differs.

`python tests/golden/write_skirmishers.py` writes it anew; read the difference before it is kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":  # run as a script: the folder of the tests is where imports begin
    sys.path.insert(0, str(Path(__file__).parent.parent))

from battlemat.packs.setups import build_setup
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from golden.tales import tale

FILE = Path(__file__).parent / "skirmishers.txt"


def told() -> str:
    return tale(SKIRMISHERS, build_setup("skirmishers", mission="convoy"), "the convoy")


if __name__ == "__main__":
    FILE.write_text(told(), encoding="utf-8")
    print(f"{FILE.name} is written; read what changed before you keep it")
