"""The page of promises for servers names tests and benches that there are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "tests" / "server" / "promises.md"


def missing(text: str) -> list[str]:
    """What a page of promises names and nobody finds."""
    named = re.findall(r"`((?:tests/\w+/)?test_\w+\.py|tests/\w+)`", text)
    tests = [name if name.startswith("tests/") else f"tests/server/{name}" for name in named]
    benches = [f"bench/{name}.py" for name in re.findall(r"`python -m bench (\w+)`", text)]
    return [name for name in (*tests, *benches) if not (ROOT / name).exists()]


def test_every_test_and_bench_of_the_page_is_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    assert len(rows) > 30
    assert not missing(text.replace("`python -m bench NAME`", ""))


def test_one_that_is_not_there_is_noticed() -> None:
    assert missing("`test_nothing.py` and `python -m bench nothing`, `test_fair.py`") == [
        "tests/server/test_nothing.py",
        "bench/nothing.py",
    ]
