"""How far somebody has come at a terminal: one small file, whose loss costs nothing but memory."""

from __future__ import annotations

import json
from pathlib import Path

from battlemat.keeping.saves import write_whole

FILE = "lessons.json"


class Progress:
    """Boards that are done, by rulebook and lesson: the number of those from the first on."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._done = _read(self._file)

    def done(self, rulebook: str, lesson: str) -> int:
        """How many boards of a lesson were done, from the first on."""
        return self._done.get(f"{rulebook}/{lesson}", 0)

    def note(self, rulebook: str, lesson: str, boards: int) -> None:
        """So many boards are done; what was done once stays done."""
        key = f"{rulebook}/{lesson}"
        if boards > self._done.get(key, 0):
            self._done[key] = boards
            write_whole(self._file, json.dumps(self._done, indent=1) + "\n")


def _read(file: Path) -> dict[str, int]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # none yet, or not ours: it begins anew
    if not isinstance(found, dict):
        return {}
    return {str(key): one for key, one in found.items() if type(one) is int and one >= 0}
