"""A rulebook for a worker that is to fail, as a function that worker processes can import."""

from __future__ import annotations

import os
from pathlib import Path
from signal import SIGKILL

from example import standoff


def find_and_die_once(flag: str, home: int, name: str) -> standoff.Toy:
    """Standoff; but the first process that asks for it, other than `home`, is killed."""
    try:
        if os.getpid() != home:
            Path(flag).open("x").close()
            os.kill(os.getpid(), SIGKILL)
    except FileExistsError:
        pass
    return standoff.find(name)
