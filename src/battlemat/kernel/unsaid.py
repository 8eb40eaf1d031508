"""What a verb or a question means by what it does not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from battlemat.kernel.errors import Refusal
from battlemat.kernel.scene import Shape

T = TypeVar("T")


def always(_battle: object, _asked: object, _option: object) -> Refusal | None:
    """Nothing bars it."""
    return None


def no_candidates(_battle: object, _asked: object) -> tuple[()]:
    """It is never listed."""
    return ()


def free(_battle: object, _asked: object, _option: object) -> int | None:
    """Nothing is paid."""
    return None


def no_numbers(_battle: object, _asked: object, _option: object) -> Mapping[str, object]:
    """No dice fall."""
    return {}


def nothing_paid(_battle: object, _asked: object, _option: object) -> None:
    """What cost nothing is not given back."""


def covers_nothing(_battle: object, _choice: object, _option: object) -> Sequence[Shape]:
    """There is nothing to draw."""
    return ()


def no_parts(_battle: object, _asked: object) -> Mapping[str, object]:
    """The sentence is fixed."""
    return {}


def nothing_left(_battle: object, _asked: object) -> Sequence[str]:
    """There is nothing to spend."""
    return ()


def itself(_battle: object, _asked: object, option: T) -> T:
    """No other option does the same."""
    return option
