"""Which clauses of a register the code cites and the tests show.

A clause is covered when a test shows it, or when the register says why it is not for software. A
test shows the clauses of its marker (`@pytest.mark.clause(...)`), a scenario file those that its
first remarks name. Where code or content cites the clause (see `lab.citations`), the tests are held
to it: code that cites it must run meanwhile. Where none does, because nothing is told or asked by
the clause's name, the clause is shown by its tests alone. Rules that several editions share cite a
clause without the edition's name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from battlemat.kernel.clauses import Register
from battlemat.kernel.memo import Memo
from battlemat.lab.citations import Citation, citations, content_ids, ids_in
from battlemat.reader.shelf import head_ids


@dataclass(frozen=True, slots=True)
class Coverage:
    """The clauses of one register, by what cites them; each list is in the order of the book."""

    rulebook: str
    clauses: tuple[str, ...]
    by_code: tuple[str, ...]
    by_tests: tuple[str, ...]
    exempt: Mapping[str, str]

    @property
    def by_tests_alone(self) -> tuple[str, ...]:
        """Clauses that tests show and no code or content cites."""
        cited = {*self.by_code, *self.exempt}
        return tuple(id for id in self.by_tests if id not in cited)

    @property
    def missing(self) -> tuple[str, ...]:
        """Clauses for software that no test shows."""
        found = {*self.by_tests, *self.exempt}
        return tuple(id for id in self.clauses if id not in found)

    @property
    def covered(self) -> int:
        """How many clauses are shown by a test or exempt."""
        return len(self.clauses) - len(self.missing)

    @property
    def complete(self) -> bool:
        """Whether every clause is covered."""
        return self.covered == len(self.clauses)


def coverage(
    register: Register,
    *,
    code: Iterable[str],
    shared: Iterable[str] = (),
    content: Iterable[str] = (),
    tests: Iterable[str] = (),
    scenarios: Iterable[str] = (),
) -> Coverage:
    """Hold a register against texts: Python code, code that editions share, content, tests and
    scenario files.
    """
    cited: set[str] = set().union(*map(_content_ids, content))
    for source in code:
        cited |= cited_ids(register, _citations(source), shared=False)
    for source in shared:
        cited |= cited_ids(register, _citations(source), shared=True)
    shown: set[str] = set().union(*map(marked_ids, tests), *map(head_ids, scenarios))
    ids = tuple(clause.id for clause in register)
    return Coverage(
        register.name,
        ids,
        tuple(id for id in ids if id in cited),
        tuple(id for id in ids if id in shown),
        {clause.id: clause.exempt for clause in register if clause.exempt},
    )


@Memo("the text", bound=4096)
def _citations(source: str) -> frozenset[Citation]:
    return frozenset(citations(source))


@Memo("the text", bound=4096)
def _content_ids(source: str) -> frozenset[str]:
    return frozenset(content_ids(source))


@Memo("the text", bound=4096)
def marked_ids(source: str) -> frozenset[str]:
    """The clauses in the markers of a test module: texts given to something called `clause`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _called(node.func) in ("clause", "clauses"):
            for part in node.args:
                found |= set(_texts(part))
    return frozenset(found)


def _called(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _texts(node: ast.expr) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield from ids_in(part.value)


def cited_ids(register: Register, found: Iterable[Citation], *, shared: bool) -> set[str]:
    """The clauses of a register that citations mean; shared code may leave the book's name out."""
    ids: set[str] = set()
    short = {id.partition(".")[2]: id for id in register.clauses} if shared else {}
    for one in found:
        if one.is_pattern:
            ids |= {id for id in register.clauses if one.cites(id)}
            ids |= {id for part, id in short.items() if one.cites(part)}
        else:
            ids.add(short.get(one.id, one.id))
    return ids & set(register.clauses)


def texts(folder: Traversable, endings: tuple[str, ...]) -> list[str]:
    """The files under a folder with one of these endings, as texts."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if not entry.name.startswith((".", "__pycache__", "node_modules")):
                found += texts(entry, endings)
        elif entry.name.endswith(endings):
            found.append(entry.read_text(encoding="utf-8"))
    return found
