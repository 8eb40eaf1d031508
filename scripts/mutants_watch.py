"""A plugin of pytest that notes which tests come by the places that `mutants` will break.

The modules were given a probe before each of those places (`probed`): a call of `_mutants_probe`
with the number of the place. Each test runs once, and a line of JSON in the file that MUTANTS_MAP
names says how long it took and which probes it met. Tests that fail are left out, and those that
take too long are stopped.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import signal
import time
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from mutations import Break

PROBE = "_mutants_probe"
MET: set[int] = set()
setattr(builtins, PROBE, MET.add)  # there for every module, before the first of them is imported


def probed(text: str, places: Iterable[tuple[int, Break]]) -> str:
    """A module with a probe before the statement of each break that lies in a function; for a break
    outside of functions, a probe at the beginning of each function.
    """
    tree = ast.parse(text)
    for number, made in places:
        if made.function:
            body, index = _statement(tree, made)
            body.insert(index, _probe(number))
        else:
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    node.body.insert(0, _probe(number))
    return ast.unparse(ast.fix_missing_locations(tree))


def _probe(number: int) -> ast.stmt:
    made = ast.parse(f"{PROBE}({number})").body[0]
    made.lineno = made.end_lineno = 0  # it surrounds no other place
    return made


def _statement(tree: ast.Module, made: Break) -> tuple[list[ast.stmt], int]:
    """The smallest statement around a break, as a list of statements and its place in it."""
    found: tuple[list[ast.stmt], int] = (tree.body, 0)
    start, end = (made.line, made.column), (made.end_line, made.end_column)
    for node in ast.walk(tree):  # outer statements come before inner ones
        for _, body in ast.iter_fields(node):
            for index, one in enumerate(body if isinstance(body, list) else ()):
                if isinstance(one, ast.stmt) and _surrounds(one, start, end):
                    found = body, index
    return found


def _surrounds(node: ast.stmt, start: tuple[int, int], end: tuple[int, int]) -> bool:
    last = (node.end_lineno or 0, node.end_col_offset or 0)
    return (node.lineno, node.col_offset) <= start and end <= last


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the tests in some forks, each with its share of them."""
    at_once, told = int(os.environ["MUTANTS_AT_ONCE"]), Path(os.environ["MUTANTS_MAP"])
    _note(told, {"test": "", "seconds": 0.0, "met": sorted(MET)})  # while the tests were read
    forks = []
    for share in range(at_once):
        child = os.fork()
        if child == 0:
            try:
                _run(session, session.items[share::at_once], told)
            finally:
                os._exit(0)
        forks.append(child)
    for child in forks:
        os.waitpid(child, 0)
    return True


class TooLong(BaseException):
    """What ends a test that has had its time; no test and no library catches it."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """Stop a test that takes too long; what its fixtures take is not counted."""
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, float(os.environ["MUTANTS_MOST_SECONDS"]))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(*_: object) -> None:
    raise TooLong


def _run(session: pytest.Session, items: list[pytest.Item], told: Path) -> None:
    """Run some tests and tell of each that passes."""
    most = float(os.environ["MUTANTS_MOST_SECONDS"])
    for item, after in zip(items, [*items[1:], None], strict=True):
        MET.clear()
        failed, start = session.testsfailed, time.process_time()
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        except Exception:  # a plugin that cannot tell of a test that was stopped
            session._setupstate.teardown_exact(after)
            continue
        spent = time.process_time() - start
        if session.testsfailed == failed and spent < most:
            _note(told, {"test": item.nodeid, "seconds": spent, "met": sorted(MET)})


def _note(told: Path, line: dict[str, object]) -> None:
    with told.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
