"""The screen that commands print on."""

from __future__ import annotations

import sys
from shutil import get_terminal_size

from rich.console import Console


def console() -> Console:
    """The screen; without colour where it is no terminal or NO_COLOR is set."""
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    return Console(highlight=False, markup=False, emoji=False, width=width)
