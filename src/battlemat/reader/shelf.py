"""The boards that show clauses: scenario files, found by the clauses that they name.

A file says in its first remarks which clauses it shows. Tests play every file, so a board that
contradicts its clause fails; a file that names a clause is that clause's board in the reader.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from battlemat.kernel.memo import Memo

SCENARIOS = Path(__file__).with_name("scenarios")
"""A folder for each rulebook."""
_WORD = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_ID = re.compile(rf"{_WORD}(?:\.{_WORD})+")
_NAME = re.compile(r"^name: *(.+)$", re.MULTILINE)
_CONTENT = re.compile(r"^content:", re.MULTILINE)


class BoardFile(NamedTuple):
    """A board of the shelf: a scenario that shows clauses. `id` is its place among its fellows."""

    rulebook: str
    id: str
    name: str
    clauses: tuple[str, ...]
    """In the order of the remark: the first is what the board is about."""
    path: Path

    def text(self) -> str:
        """The scenario as it is written."""
        return self.path.read_text(encoding="utf-8")


def head_ids(scenario: str) -> tuple[str, ...]:
    """The clauses that a scenario file says it shows, in the remarks that it begins with."""
    lines = takewhile(lambda line: line.startswith("#"), scenario.splitlines())
    return tuple(dict.fromkeys(id for line in lines for id in _ID.findall(line)))


@Memo("the rulebook's name; the files are shipped and never change", bound=32)
def shelf(rulebook: str) -> Mapping[str, BoardFile]:
    """The boards of a rulebook by their ids; none where nobody wrote any."""
    folder = SCENARIOS / rulebook
    files = ((path, path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.yaml")))
    boards = (_board(path, text) for path, text in files if not _CONTENT.search(text))
    return {board.id: board for board in boards}


def _board(path: Path, text: str) -> BoardFile:
    place = path.relative_to(SCENARIOS).with_suffix("")
    named = _NAME.search(text)
    name = named[1].strip().strip("\"'") if named else path.stem
    return BoardFile(place.parts[0], "/".join(place.parts[1:]), name, head_ids(text), path)


def boards_of(rulebook: str) -> Mapping[str, tuple[BoardFile, ...]]:
    """The boards that show each clause, those first that are about it and nothing else."""
    found: dict[str, list[BoardFile]] = {}
    for board in shelf(rulebook).values():
        for clause in board.clauses:
            found.setdefault(clause, []).append(board)
    return {
        clause: tuple(sorted(boards, key=lambda one: _aptness(clause, one)))
        for clause, boards in found.items()
    }


def _aptness(clause: str, board: BoardFile) -> tuple[int, int, str]:
    """How well a board suits a clause: where in its remark it stands, and among how many."""
    return board.clauses.index(clause), len(board.clauses), board.id
