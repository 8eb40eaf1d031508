"""The faults of a drawing, told in the lines of the file that holds it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from battlemat.packs.places import Place

_SPOT = re.compile(r"line ([0-9]+), (.*)", re.S)


def tell_drawing(faults: Iterable[str], place: Place) -> None:
    """Complain of everything that a reader of boards found wrong with a drawing."""
    for fault in faults:
        found = _SPOT.fullmatch(fault)
        if found is None:
            place.complain(fault)
        else:
            place.problem_at(place.line + int(found[1]), found[2])
