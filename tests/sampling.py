"""How much of a long test runs: all of it in `make fuzz`, and a part of it in `make test`.

A test that is cut short so is marked as `longer`, so that `make fuzz` finds it.
"""

from __future__ import annotations

from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")


def by_time(whole: T, part: T) -> T:
    """What is wanted where there is time for all of it, and what is enough for every day."""
    return whole if settings.get_current_profile_name() == "default" else part
