"""Write down what modules write down once: python tests/golden/write_tables.py"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from golden.tables import write

if __name__ == "__main__":
    write()
