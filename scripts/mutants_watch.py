"""A plugin of pytest that notes which functions each test calls, for `mutants`.

It writes one file for each process into the folder that MUTANTS_MAP names: for each test its
seconds and its functions, as the file below `src` and the first line.
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
TOLD: dict[str, dict[str, object]] = {}


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Watch one test."""
    seen: dict[int, CodeType] = {}

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            seen[id(code)] = code

    before, start = sys.getprofile(), time.monotonic()
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(before)
        ours = [code for code in seen.values() if any(r in code.co_filename for r in ROOMS)]
        calls = {(c.co_filename.rpartition("/src/")[2], c.co_firstlineno) for c in ours}
        TOLD[item.nodeid] = {"seconds": time.monotonic() - start, "calls": sorted(calls)}


def pytest_sessionfinish() -> None:
    """Write down what this process has seen."""
    if TOLD:
        path = Path(os.environ["MUTANTS_MAP"]) / f"{os.getpid()}.json"
        path.write_text(json.dumps(TOLD), encoding="utf-8")
