"""Boards that the program makes: `random:SEED` in the place of a map's name, for any rulebook.

The same seed makes the same board on every machine. A board is written as a map's file would be and
goes through the same checks, so it is as legal as any other; and a save holds the whole of it.
"""

from __future__ import annotations

import re
import secrets

from battlemat.kernel.dice import Stream
from battlemat.packs.problems import Problem, WrongChoice

RANDOM = "random:"
"""What the name of a board begins with that is made from the seed after it."""
LONGEST = 40
_SEED = re.compile(r"[A-Za-z0-9_-]+")


ANY = "random"
"""The name of a random board whose seed is nobody's choice."""


def seeded(name: str) -> str:
    """The name of a map; `random` alone gets a fresh seed."""
    return f"{RANDOM}{secrets.token_hex(4)}" if name == ANY else name


def is_random(name: str | None) -> bool:
    """Whether a map is one that the program is to make."""
    return name is not None and name.startswith(RANDOM)


def seed_of(name: str) -> str:
    """The seed after `random:`; `ContentError` if there is none, or one that no file could bear."""
    seed = name.removeprefix(RANDOM)
    if not _SEED.fullmatch(seed) or len(seed) > LONGEST:
        what = f"a seed of up to {LONGEST} letters and digits is wanted after 'random:'"
        raise WrongChoice([Problem(f"map '{name}'", 0, "", what)])
    return seed


def stream_of(rulebook: str, seed: str) -> Stream:
    """The numbers from which a board is made."""
    return Stream(f"{RANDOM}{rulebook}:{seed}")
