"""A whole game of Open Fire in words, to be compared on every change and read when it differs.

`python tests/golden/write_openfire.py` writes it anew; read the difference before it is kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":  # run as a script: the folder of the tests is where imports begin
    sys.path.insert(0, str(Path(__file__).parent.parent))

from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from golden.tales import tale
from rules.openfire.test_openfire_contract import battle_of_everything

FILE = Path(__file__).parent / "openfire.txt"


def told() -> str:
    return tale(OPENFIRE, battle_of_everything(), "a battle of everything")


if __name__ == "__main__":
    FILE.write_text(told(), encoding="utf-8")
    print(f"{FILE.name} is written; read what changed before you keep it")
