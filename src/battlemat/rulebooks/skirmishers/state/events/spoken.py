"""Events of this game: dots, headings and modes stand in a sentence by their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from battlemat.kernel.events import Event
from battlemat.rulebooks.skirmishers.state.words import (
    damage_words,
    heading_words,
    mode_words,
    spot_words,
    sum_words,
)

Spot: TypeAlias = str
"""A part that is a dot, or a unit where a dot may stand too."""
Heading: TypeAlias = int
"""A part that is one of the twelve headings."""
Pace: TypeAlias = str
"""A part that is a vehicle's mode of movement."""
Harm: TypeAlias = str
"""A part that is points of damage as cards write them: `4X 2B`."""
Sum: TypeAlias = list[tuple[Any, ...]]
"""A part that is a target number, modifier by modifier."""

_WORDS: Mapping[str, Callable[[Any], str]] = {
    "Spot": spot_words,
    "Heading": heading_words,
    "Pace": mode_words,
    "Harm": damage_words,
    "Sum": sum_words,
}


class SpokenEvent(Event):
    """An event whose parts may be of these kinds."""

    def _in_words(self) -> Mapping[str, object]:
        found = dict(super()._in_words())
        for name, kind in type(self).__annotations__.items():
            if kind in _WORDS:
                found[name] = _WORDS[kind](getattr(self, name))
        return found
