"""What one roll can come to, as far as its rule tells outcomes apart, and in how many ways."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial
from typing import TypeAlias

from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Alike, Faces

Weighted: TypeAlias = tuple[tuple[Faces, int], ...]


@Memo("the dice and what of them is told apart", bound=4096)
def outcomes(count: int, sides: int, alike: Alike | None, total: bool) -> Weighted:
    """Every outcome that a roll tells apart: faces that stand for it, and its number of ways."""
    if total:
        return _totals(count, sides, alike)
    groups = alike or tuple((face,) for face in range(1, sides + 1))
    found = []
    for picked in combinations_with_replacement(range(len(groups)), count):
        ways = factorial(count)
        for index in set(picked):
            times = picked.count(index)
            ways = ways // factorial(times) * len(groups[index]) ** times
        found.append((tuple(groups[index][0] for index in picked), ways))
    return tuple(found)


def _totals(count: int, sides: int, alike: Alike | None) -> Weighted:
    ways = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for sofar, weight in ways.items():
            for face in range(1, sides + 1):
                longer[sofar + face] = longer.get(sofar + face, 0) + weight
        ways = longer
    groups = alike or tuple((sum_,) for sum_ in sorted(ways))
    found = []
    for group in groups:
        weight = sum(ways.get(sum_, 0) for sum_ in group)
        if weight:
            stand_in = next(sum_ for sum_ in group if sum_ in ways)
            found.append((_faces_of_total(stand_in, count, sides), weight))
    return tuple(found)


def _faces_of_total(total: int, count: int, sides: int) -> Faces:
    faces = []
    for left in range(count - 1, -1, -1):
        face = min(sides, total - left)
        faces.append(face)
        total -= face
    return tuple(faces)
