"""What holds for all tests: a marker of clauses is a claim, and it is checked while the test runs.

A test shows a clause when it is marked with it, or plays a scenario file that names it, and code
that cites the clause runs meanwhile (`clause_watch`). When all tests that claim a clause have run
and none of them shows it, the run fails. A clause that no code cites is shown by its tests alone:
`rules/shown_by_tests_alone.txt` lists those.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from pathlib import Path

import pytest

from battlemat.reader.shelf import head_ids
from clause_watch import Claims, Watch, is_cited_anywhere

CLAIMS = pytest.StashKey[Claims]()
TESTS = Path(__file__).parent.resolve()
LONGEST = ("browser", "server", "rules", "packs")
"""The folders with the longest files, in the order of their turns."""


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count, in the process of the whole run and in each of its workers."""
    config.stash[CLAIMS] = Claims()


def claimed(item: pytest.Item) -> set[str]:
    """The clauses that a test says it shows."""
    found = {id for marker in item.iter_markers("clause") for id in marker.args}
    if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
        file = item.callspec.params.get("file")
        if isinstance(file, Path) and "scenarios" in file.parts and file.is_file():
            found.update(head_ids(file.read_text(encoding="utf-8")))
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the folders whose files take longest, so that all workers end together; and note
    which tests there are for each clause.
    """
    items.sort(key=_turn)
    for item in items:
        for id in claimed(item):
            config.stash[CLAIMS].by_test.setdefault(id, set()).add(item.nodeid)


def pytest_collection_finish() -> None:
    """Ten thousand tests and all modules stay to the end: look through them less for garbage."""
    gc.set_threshold(20_000, 20, 20)


def _turn(item: pytest.Item) -> int:
    """When the folder of a test has its turn: short files fill up what long ones leave."""
    parts = item.path.relative_to(TESTS).parts if item.path.is_relative_to(TESTS) else ()
    return next((turn for turn, folder in enumerate(LONGEST) if folder in parts), len(LONGEST))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Note which of the clauses that a test claims it shows."""
    claims = item.config.stash[CLAIMS]
    ids = {id for id in claimed(item) if is_cited_anywhere(id)}
    with Watch(claims.worth_watching(item.nodeid, ids)) as watch:
        yield
    claims.shown |= watch.found
    claims.ran.add(item.nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object, error: object) -> None:
    """Take over what a worker has counted."""
    told = getattr(node, "workeroutput", {}).get("claims")
    if told:
        node.config.stash[CLAIMS].add(told)  # type: ignore[attr-defined]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand over what was counted, or fail the run over clauses that nothing shows."""
    claims = session.config.stash[CLAIMS]
    claims.is_partial = _is_partial(session.config)
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["claims"] = claims.plain()
    elif claims.broken() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _is_partial(config: pytest.Config) -> bool:
    """Whether some tests were picked out, so that others that claim a clause did not run."""
    picked = any(Path(argument).resolve() != TESTS for argument in config.args)
    return picked or bool(config.option.keyword or config.option.markexpr)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say which clauses are claimed and not shown."""
    broken = config.stash[CLAIMS].broken()
    if broken:
        terminalreporter.section("clauses that no test shows")
        for id, tests in broken.items():
            terminalreporter.line(f"{id}: no code that cites it runs in {', '.join(tests)}")
