"""A plugin of pytest that notes which functions each test calls, for `mutants`.

It writes one file for each process into the folder that MUTANTS_MAP names: for each test its
seconds and its functions, as the file below `src` and the qualified name in it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType

import pytest

ROOMS = ("/battlemat/kernel/", "/battlemat/boards/", "/battlemat/rulebooks/")
MOST_SECONDS = 4.0  # a test that runs longer runs on unwatched: it repeats itself
TOLD: dict[str, dict[str, object]] = {}


class Watch:
    """The functions called until `stop`, or until a test has been watched long enough."""

    def __init__(self, most_seconds: float = MOST_SECONDS) -> None:
        self._seen: dict[int, CodeType] = {}  # kept, so that no other code comes by its number
        self._end = time.monotonic() + most_seconds
        self._before = sys.getprofile()
        sys.setprofile(self._called)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            if id(code) not in self._seen:
                self._seen[id(code)] = code
            elif time.monotonic() > self._end:
                sys.setprofile(self._before)

    def stop(self) -> list[tuple[str, str]]:
        """The functions of kernel, boards and rulebooks that were called."""
        sys.setprofile(self._before)
        return sorted({function_of(code) for code in self._seen.values() if is_ours(code)})


def is_ours(code: CodeType) -> bool:
    """Whether code may be broken by `mutants`."""
    return any(room in code.co_filename for room in ROOMS)


def function_of(code: CodeType) -> tuple[str, str]:
    """What `mutants` calls a function: its file below `src`, and its qualified name."""
    return code.co_filename.rpartition("/src/")[2], code.co_qualname


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out the tests that were watched before."""
    kept = Path(os.environ["MUTANTS_KNOWN"])
    if kept.exists():
        known = json.loads(kept.read_text(encoding="utf-8"))
        items[:] = [item for item in items if item.nodeid not in known]


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Watch one test with its fixtures."""
    start, watch = time.monotonic(), Watch()
    try:
        return (yield)
    finally:
        calls = watch.stop()
        TOLD[item.nodeid] = {"seconds": time.monotonic() - start, "calls": calls}


def pytest_sessionfinish() -> None:
    """Write down what this process has seen."""
    if TOLD:
        path = Path(os.environ["MUTANTS_MAP"]) / f"{os.getpid()}.json"
        path.write_text(json.dumps(TOLD), encoding="utf-8")
