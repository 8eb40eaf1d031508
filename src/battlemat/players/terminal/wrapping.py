"""Lines that end between words: a word is never broken, however narrow the column."""

from __future__ import annotations

import re

from rich.text import Text

_NARROWEST = 20


def wrapped(words: Text, width: int) -> list[Text]:
    """The lines of a text; one word alone may be wider than they are."""
    width = max(_NARROWEST, width)
    rows = []
    for line in words.split("\n", allow_blank=True):
        for row in line.divide(_ends(line.plain, width)):
            row.rstrip()
            rows.append(row)
    return rows


def _ends(line: str, width: int) -> list[int]:
    """Where a line is broken."""
    found, start = [], 0
    for word in re.finditer(r"\s*\S+", line):
        if word.end() - start > width and word.start() > start:
            start = word.end() - len(word.group().lstrip())
            found.append(start)
    return found
