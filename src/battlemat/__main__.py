"""`python -m battlemat` is the command `battlemat`, where its script is not on the path."""

from __future__ import annotations

import sys

from battlemat.cli import main

if __name__ == "__main__":
    sys.exit(main())
