"""What `mutants` tells: a line for each break, a summary, and the figures in docs/mutation.md.

The page keeps one row for each seed, and under "Nothing changes" the names of breaks that no test
can notice, each with its reason: those survive without being counted as open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from mutants_draw import Mutant
from mutants_judge import ENDLESS, NOTICED, SURVIVES

UNTESTED = "untested"
COLUMNS = ("kernel", "boards", "skirm", "skirmishers", "openfire")
BEGIN, END = "<!-- written by make mutants -->", "<!-- end -->"
SAME = "## Nothing changes"


@dataclass(frozen=True)
class Verdict:
    """What became of a break, and the test that noticed it."""

    mutant: Mutant
    verdict: str
    test: str

    @property
    def is_noticed(self) -> bool:
        """Whether a test failed, or did not end."""
        return self.verdict in (NOTICED, ENDLESS)

    def is_open(self, reasons: Iterable[str]) -> bool:
        """Whether it survives without a reason."""
        return not self.is_noticed and self.mutant.name not in reasons

    def __str__(self) -> str:
        by = f"  by {self.test}" if self.test else ""
        return f"{self.verdict:<10}{self.mutant}{by}"


def known(page: str) -> set[str]:
    """The names of the breaks for which the page gives a reason."""
    after = page.partition(SAME)[2].partition("\n## ")[0]
    return set(re.findall(r"^\| ([0-9a-f]{8}) \|", after, re.MULTILINE))


def summary(verdicts: list[Verdict], reasons: set[str]) -> str:
    """The figures, and what is open."""
    counts = Counter(one.verdict for one in verdicts)
    excused = sum(not one.is_noticed and not one.is_open(reasons) for one in verdicts)
    lines = [
        "",
        f"{len(verdicts)} places: {counts[NOTICED] + counts[ENDLESS]} noticed, "
        f"{counts[SURVIVES]} survive, {counts[UNTESTED]} called by no test; "
        f"nothing changes by {excused} of them",
    ]
    lines += [f"open: {one}" for one in verdicts if one.is_open(reasons)]
    return "\n".join(lines)


def write(page: str, seed: int, verdicts: list[Verdict]) -> str:
    """The page with a new row for this seed."""
    before, _, rest = page.partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = {
        int(row.split("|")[1]): row for row in table.splitlines() if re.match(r"\| *[0-9]+ ", row)
    }
    rows[seed] = _row(seed, verdicts, known(page))
    head = ["seed", "places", *COLUMNS, "noticed", "nothing changes", "open"]
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join(['---'] * len(head))} |"]
    lines += [rows[seed] for seed in sorted(rows)]
    return "\n".join([before + BEGIN, "", *lines, "", END + after])


def _row(seed: int, verdicts: list[Verdict], reasons: set[str]) -> str:
    drawn = Counter(one.mutant.room for one in verdicts)
    noticed = Counter(one.mutant.room for one in verdicts if one.is_noticed)
    missing = sum(one.is_open(reasons) for one in verdicts)
    parts = [seed, len(verdicts), *(f"{noticed[room]} of {drawn[room]}" for room in COLUMNS)]
    parts += [noticed.total(), len(verdicts) - noticed.total() - missing, missing]
    return f"| {' | '.join(map(str, parts))} |"
