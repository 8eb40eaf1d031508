"""Python's search for rubbish in rings of objects, made rarer while games are played.

A game makes many objects that live for a moment and hardly a ring. By itself Python searches every
few hundred new objects; that was a twentieth of the time of a captains' game in Open Fire.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 10_000
"""So many new objects come about between two searches."""


@contextmanager
def seldom_searched() -> Iterator[None]:
    """Within the block rubbish is seldom searched for; then as often as before."""
    often, *older = gc.get_threshold()
    gc.set_threshold(max(often, YOUNG) if often else 0, *older)  # 0: nobody searches, nor do we
    try:
        yield
    finally:
        gc.set_threshold(often, *older)
