"""Write down what the rulebooks say to whatever is typed: python tests/golden/write_said.py"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from golden.said import write

if __name__ == "__main__":
    write()
