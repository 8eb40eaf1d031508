"""Things that stand inside a file of another kind, as the missions of a game module do."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.packs.shipped import Entry


class Inside(NamedTuple):
    """Such a thing: its kind, what lists show of it, and the path by which it is asked for."""

    kind: str
    entry: Entry
    path: str
