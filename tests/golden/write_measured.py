"""Write down what boards answer: python tests/golden/write_measured.py"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from golden.measured import write

if __name__ == "__main__":
    write()
