"""What is told of a text that nobody has checked, whatever trips over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.tables.unchecked import outcome


def raises(error: Exception) -> Callable[[], Any]:
    def make() -> Any:
        raise error

    return make


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: 3, {"made": 3}),
        (raises(SetupError("one\ntwo")), {"problem": "one / two"}),
        (raises(SetupError("x" * 5000)), {"problem": "x" * 1000}),
        (raises(MemoryError()), {"problem": "too large"}),
        (raises(RecursionError()), {"problem": "too large"}),
        (raises(KeyError("units")), {"problem": "no squad"}),
    ],
)
def test_it_is_made_or_its_problem_is_told_in_one_line(
    make: Callable[[], Any], told: dict[str, Any]
) -> None:
    assert outcome(make, too_large="too large", senseless="no squad") == told
