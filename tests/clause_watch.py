"""While a test that is marked with clauses runs: does code run that cites them?

A function cites what stands in its own texts. What a module holds in tables, verbs and special
rules is there for all functions of its rulebook: a card is made of them before any of them runs.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any

import battlemat
from battlemat.lab.citations import Citation, citations
from battlemat.lab.coverage import marked_ids

SOURCE = Path(battlemat.__file__).parent
ROOMS = ("rulebooks", "packs")
TESTS = Path(__file__).parent
BOARDS = "tests/boards/"
"""No clause can be shown there: boards know no rulebook, and watching doubles their time."""
FEW = 3
"""Of so many parameters of a test it is watched whether they show its clauses."""


class Page:
    """One module: what its functions cite, by their first line, and what it holds beside them."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.functions: dict[int, list[Citation]] = defaultdict(list)
        self.held: dict[str, list[Citation]] = defaultdict(list)
        for one in citations(text):
            (self.functions[one.line] if one.line else self.held[one.name]).append(one)

    def all_held(self) -> Iterable[Citation]:
        """Everything that stands outside its functions."""
        return (one for held in self.held.values() for one in held)


@cache
def pages() -> dict[str, Page]:
    """The pages of all modules that may cite, by the name of their file."""
    paths = [path for room in ROOMS for path in (SOURCE / room).rglob("*.py")]
    return {str(path): Page(path) for path in paths}


def cited_by(code: CodeType) -> tuple[Citation, ...]:
    """What counts as cited once this code has run."""
    page = pages().get(code.co_filename)
    if page is None:
        return ()
    return (*page.functions.get(code.co_firstlineno, ()), *_in_reach(code.co_filename))


def cites(file: str, found: Iterable[Citation], id: str) -> bool:
    """Whether citations of a module name a clause; its short id speaks of the own rulebook."""
    book, _, short = id.partition(".")
    own = _home(file)[1] == book.rstrip("0123456789")
    return any(one.cites(id) or (own and one.cites(short)) for one in found)


@cache
def _in_reach(file: str) -> tuple[Citation, ...]:
    """What the modules of a rulebook, or of its pack, hold for each other's functions."""
    home = _home(file)
    near = [page for path, page in pages().items() if _home(path) == home]
    return tuple(one for page in near for one in page.all_held())


@cache
def _home(file: str) -> tuple[str, ...]:
    """The rulebook that a module belongs to, or its pack."""
    return Path(file).relative_to(SOURCE).parts[:2]


class Watch:
    """Looks at every function that is called until each of some clauses is cited."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._wanted = frozenset(ids)
        self.missing = set(ids)
        self._before: Any = None
        self._seen: dict[int, CodeType] = {}

    @property
    def found(self) -> frozenset[str]:
        """The clauses that were cited."""
        return self._wanted - self.missing

    def __enter__(self) -> Watch:
        self._before = sys.getprofile()
        if self.missing:
            sys.setprofile(self._called)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.setprofile(self._before)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if id(code) in self._seen:
            return
        self._seen[id(code)] = code  # kept, so that no other code comes by its number
        found = cited_by(code)
        if found:
            self.missing = {id for id in self.missing if not cites(code.co_filename, found, id)}
            if not self.missing:
                sys.setprofile(self._before)


@dataclass
class Claims:
    """Which tests claim a clause, which clauses were shown, and which tests ran."""

    by_test: dict[str, set[str]] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    ran: set[str] = field(default_factory=set)
    is_partial: bool = False
    _watched: Counter[tuple[str, frozenset[str]]] = field(default_factory=Counter)

    def worth_watching(self, test: str, ids: Iterable[str]) -> frozenset[str]:
        """The clauses that a test may show and nothing has shown before.

        A test with many parameters is watched for its first few: watching slows it down fivefold,
        and what a clause says does not depend on the hundredth map.
        """
        if test.startswith(BOARDS):
            return frozenset()
        wanted = frozenset(ids) - self.shown
        function = (test.partition("[")[0], wanted)
        self._watched[function] += 1
        return wanted if self._watched[function] <= FEW else frozenset()

    def broken(self) -> dict[str, list[str]]:
        """The clauses that code cites, but none of the tests that claim them, which all ran."""
        if self.is_partial:
            return {}
        return {
            id: sorted(tests)
            for id, tests in sorted(self.by_test.items())
            if id not in self.shown
            if tests <= self.ran and is_cited_anywhere(id) and self._whole(id, tests)
        }

    def _whole(self, id: str, tests: set[str]) -> bool:
        """Whether these are all tests that claim a clause, and not those of some files alone."""
        return claiming_files().get(id, set()) <= {test.partition("::")[0] for test in tests}

    def plain(self) -> dict[str, Any]:
        """What is counted, as values that travel between processes."""
        by_test = {id: sorted(tests) for id, tests in self.by_test.items()}
        return {"by_test": by_test, "shown": sorted(self.shown), "ran": sorted(self.ran)}

    def add(self, told: Mapping[str, Any]) -> None:
        """Take over what another process has counted."""
        for id, tests in told["by_test"].items():
            self.by_test.setdefault(id, set()).update(tests)
        self.shown.update(told["shown"])
        self.ran.update(told["ran"])


@cache
def claiming_files() -> dict[str, set[str]]:
    """The test modules that claim a clause in a marker, by the clause."""
    found: dict[str, set[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for id in marked_ids(path.read_text(encoding="utf-8")):
            found.setdefault(id, set()).add(path.relative_to(TESTS.parent).as_posix())
    return found


@cache
def is_cited_anywhere(id: str) -> bool:
    """Whether any code cites a clause; those that none can are shown by their test alone."""
    return any(
        cites(file, some, id)
        for file, page in pages().items()
        for some in (*page.functions.values(), *page.held.values())
    )
