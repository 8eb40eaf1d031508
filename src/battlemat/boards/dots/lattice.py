"""The bare lattice of dots: directions, distance, straight lines, arcs and rings, before anything
stands on it.

Dots lie in rows, and every odd row is shifted half a step to the east. A dot has axial coordinates
(q, r): `r` is its row from the top, `q` its column less half the row, rounded down. On a board a
dot is one int, row * width + column, so that counting up is reading order.

Everything here is integer arithmetic on offsets. No rounding decides anything, and
nothing here knows a map.
"""

from array import array
from typing import NamedTuple

from battlemat.kernel.memo import Memo

DIRECTIONS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Offsets (dq, dr) clockwise from east: E, SE, SW, W, NW, NE. Direction d here is number d + 1 on a
die.
"""

DIRECTION_NAMES = ("E", "SE", "SW", "W", "NW", "NE")
HEADINGS = 12
ARC_WIDTHS = (30, 60, 150)


def axial(column: int, row: int) -> tuple[int, int]:
    """The axial coordinates of the dot printed in `column` of `row`."""
    return column - row // 2, row


def column_of(q: int, r: int) -> int:
    """The printed column of the dot (q, r)."""
    return q + r // 2


def length(dq: int, dr: int) -> int:
    """Steps on the shortest way over an offset."""
    return max(abs(dq), abs(dr), abs(dq + dr))


@Memo("the size of the board", bound=256)
def length_rows(width: int, height: int) -> "tuple[tuple[array[int], ...], int]":
    """The lengths of offsets row by row, from row 1 - height to height - 1, each by dq, and the dq
    of entry 0.
    """
    reach = width + height // 2 + 1
    columns = range(-reach, reach + 1)
    rows = tuple(array("H", [length(q, r) for q in columns]) for r in range(1 - height, height))
    return rows, -reach


def index_delta(dq: int, dr: int, odd: int, width: int) -> int:
    """What an offset adds to a dot's int, for a dot of an even (odd=0) or odd (odd=1) row."""
    return dr * width + dq + (dr + odd) // 2


# ---------------------------------------- straight lines


@Memo("the offset", bound=65_536)
def line(dq: int, dr: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The ways a straight line from (0, 0) to (dq, dr) runs, as offsets with both ends.

    One way, or two (left first, seen along the line) when the line passes exactly between two dots
    somewhere.
    """
    pieces = length(dq, dr)
    left, right = [(0, 0)], [(0, 0)]
    for i in range(1, pieces):
        near = _nearest(dq, dr, i, pieces)
        # the sign of this product tells on which side of the line a dot lies
        near.sort(key=lambda dot: dq * dot[1] - dr * dot[0])
        left.append(near[0])
        right.append(near[-1])
    left.append((dq, dr))
    right.append((dq, dr))
    return (tuple(left),) if left == right else (tuple(left), tuple(right))


def _nearest(dq: int, dr: int, i: int, pieces: int) -> list[tuple[int, int]]:
    """The dot, or the two dots, nearest to the point i/pieces along the line."""
    if abs(dr) == pieces:
        r = dr * i // pieces
        return [(q, r) for q in _round(dq * i, pieces)]
    if abs(dq) == pieces:
        q = dq * i // pieces
        return [(q, r) for r in _round(dr * i, pieces)]
    s = (dq + dr) * i // pieces
    return [(q, s - q) for q in _round(dq * i, pieces)]


def _round(numerator: int, denominator: int) -> tuple[int, ...]:
    """The whole number nearest to a fraction, or both when it lies half way."""
    low, rest = divmod(numerator, denominator)
    if 2 * rest == denominator:
        return low, low + 1
    return (low + (2 * rest > denominator),)


class Ray(NamedTuple):
    """One way of a straight line as masks, to be shifted onto a board: dots by `start - bias`,
    links by three times that.
    """

    bias: int
    west: int  # how many columns the way goes west of its start, at most
    east: int
    between: int  # dots between the ends
    first_dot: int  # the first of them, next to the start (0 when the ends are adjacent)
    last_dot: int
    end: int
    links: int
    first_link: int
    last_link: int
    dots: tuple[int, ...]  # index deltas of the whole way, ends included


@Memo("the offset, the row and the width of the board", bound=65_536)
def rays(dq: int, dr: int, odd: int, width: int) -> tuple[Ray, ...]:
    """The ways of a straight line from a dot of an even or odd row, on a board of some width."""
    return tuple(_ray(way, odd, width) for way in line(dq, dr))


def _ray(way: tuple[tuple[int, int], ...], odd: int, width: int) -> Ray:
    deltas = tuple(index_delta(q, r, odd, width) for q, r in way)
    columns = [q + (r + odd) // 2 for q, r in way]
    bias = -min(deltas)
    bits = [1 << (delta + bias) for delta in deltas]
    links = [
        1 << (3 * (min(deltas[i], deltas[i + 1]) + bias) + link_kind(way[i], way[i + 1]))
        for i in range(len(way) - 1)
    ]
    return Ray(
        bias=bias,
        west=-min(columns),
        east=max(columns),
        between=sum(bits[1:-1]),
        first_dot=bits[1] if len(bits) > 2 else 0,
        last_dot=bits[-2] if len(bits) > 2 else 0,
        end=bits[-1],
        links=sum(links),
        first_link=links[0],
        last_link=links[-1],
        dots=deltas,
    )


def link_kind(a: tuple[int, int], b: tuple[int, int]) -> int:
    """0, 1 or 2: how the link between two adjacent dots leaves the earlier one (E, SE or SW)."""
    step = (b[0] - a[0], b[1] - a[1])
    return DIRECTIONS.index(step) % 3 if step in DIRECTIONS else -1


# ------------------------------------------------------------------------------------------ arcs


def in_arc(dq: int, dr: int, heading: int, degrees: int) -> bool:
    """Whether an offset lies in an arc of 30, 60 or 150 degrees whose centre line is 30 * heading
    degrees clockwise from east.
    """
    for _ in range(heading // 2):
        dq, dr = dq + dr, -dq
    if heading % 2:
        return _in_odd_arc(dq + dr, abs(dr - dq), degrees)
    return _in_even_arc(2 * dq + dr, abs(dr), degrees)


def _in_even_arc(x: int, y: int, degrees: int) -> bool:
    if x <= 0:
        return False
    if degrees == 30:
        return 3 * (x + y) ** 2 < 4 * x * x
    if degrees == 60:
        return 3 * y <= x
    if degrees == 150:
        return y <= x or 3 * (y - x) ** 2 < 4 * x * x
    raise ValueError(f"no arc of {degrees} degrees: {ARC_WIDTHS}")


def _in_odd_arc(p: int, d: int, degrees: int) -> bool:
    if p <= 0:
        return False
    if degrees == 30:
        return (d + 3 * p) ** 2 < 12 * p * p
    if degrees == 60:
        return d <= p
    if degrees == 150:
        return d <= 3 * p or (d - 3 * p) ** 2 < 12 * p * p
    raise ValueError(f"no arc of {degrees} degrees: {ARC_WIDTHS}")


@Memo("the arc and the size of the board", bound=16_384)
def arc_rows(width: int, height: int, heading: int, degrees: int) -> tuple[tuple[int, ...], int]:
    """An arc around (0, 0) row by row, from row 1 - height to height - 1, each row a mask over q,
    and the q of bit 0.
    """
    reach = width + height // 2 + 1
    rows = tuple(
        sum(1 << (q + reach) for q in range(-reach, reach + 1) if in_arc(q, r, heading, degrees))
        for r in range(1 - height, height)
    )
    return rows, -reach


def each(mask: int) -> list[int]:
    """The members of a mask, in reading order."""
    found = []
    digits = bin(mask)[:1:-1]  # searching text is far quicker than taking big numbers apart
    at = digits.find("1")
    while at >= 0:
        found.append(at)
        at = digits.find("1", at + 1)
    return found
