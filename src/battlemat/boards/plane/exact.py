"""Exact plane arithmetic: distances, crossings and insides of whole-number figures.

Nothing here rounds. Lengths that are not whole stay squared or stay a pair
(numerator, positive denominator) of integers, so every comparison is the same on every machine.
"""

from collections.abc import Sequence
from functools import cmp_to_key
from math import isqrt

from battlemat.kernel.memo import Memo

Point = tuple[int, int]
Edge = tuple[int, int, int, int]
Ratio = tuple[int, int]  # numerator, denominator > 0
Span = tuple[Ratio, Ratio]  # a stretch of a line, in units where the whole line is its length²
Box = tuple[int, int, int, int]  # west, south, east, north


def root_up(square: int) -> int:
    """The smallest whole number whose square is at least `square`."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def round_half_away(numerator: int, denominator: int) -> int:
    """The nearest whole number to a fraction with a positive denominator; halves away from zero."""
    if numerator >= 0:
        return (2 * numerator + denominator) // (2 * denominator)
    return -((-2 * numerator + denominator) // (2 * denominator))


def loop(corners: Sequence[Point]) -> tuple[Edge, ...]:
    """The edges of a closed outline; edge i runs from corner i to the next corner."""
    return tuple((x, y, *corners[(i + 1) % len(corners)]) for i, (x, y) in enumerate(corners))


_kept_loop = Memo("the corners", bound=4096)(loop)
"""The edges of footprints, which are asked for again and again while nobody moves."""


def box_of(corners: Sequence[Point]) -> Box:
    """The upright box around some points."""
    xs = [x for x, _ in corners]
    ys = [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def edge_box(edge: Edge) -> Box:
    """The upright box around a segment."""
    ax, ay, bx, by = edge
    if ax > bx:
        ax, bx = bx, ax
    return (ax, ay, bx, by) if ay <= by else (ax, by, bx, ay)


def boxes_apart(one: Box, two: Box, reach: int = 0) -> bool:
    """True if two boxes are more than `reach` apart along an axis; touching is not apart."""
    return (
        one[0] - reach > two[2]
        or two[0] - reach > one[2]
        or one[1] - reach > two[3]
        or two[1] - reach > one[3]
    )


def point_segment(px: int, py: int, edge: Edge) -> Ratio:
    """The squared distance from a point to a segment."""
    ax, ay, bx, by = edge
    dx, dy = bx - ax, by - ay
    qx, qy = px - ax, py - ay
    along = qx * dx + qy * dy
    if along <= 0:
        return qx * qx + qy * qy, 1
    span = dx * dx + dy * dy
    if along >= span:
        qx, qy = px - bx, py - by
        return qx * qx + qy * qy, 1
    across = qx * dy - qy * dx
    return across * across, span


def segments_touch(one: Edge, two: Edge) -> bool:
    """True if the two closed segments share a point."""
    ax, ay, bx, by = one
    cx, cy, dx, dy = two
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    c = ux * (cy - ay) - uy * (cx - ax)
    d = ux * (dy - ay) - uy * (dx - ax)
    a = vx * (ay - cy) - vy * (ax - cx)
    b = vx * (by - cy) - vy * (bx - cx)
    if (c > 0 > d or c < 0 < d) and (a > 0 > b or a < 0 < b):
        return True
    return (
        (c == 0 and _on_box(cx, cy, one))
        or (d == 0 and _on_box(dx, dy, one))
        or (a == 0 and _on_box(ax, ay, two))
        or (b == 0 and _on_box(bx, by, two))
    )


def _on_box(x: int, y: int, edge: Edge) -> bool:
    ax, ay, bx, by = edge
    return min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


def segment_segment(one: Edge, two: Edge) -> Ratio:
    """The squared distance between two segments."""
    if segments_touch(one, two):
        return 0, 1
    ax, ay, bx, by = one
    cx, cy, dx, dy = two
    best = point_segment(ax, ay, two)
    for other in (
        point_segment(bx, by, two),
        point_segment(cx, cy, one),
        point_segment(dx, dy, one),
    ):
        if other[0] * best[1] < best[0] * other[1]:
            best = other
    return best


def segments_closer(one: Edge, two: Edge, square: int) -> bool:
    """True if two segments come closer than the root of `square`; exactly that far is not."""
    num, den = segment_segment(one, two)
    return num < square * den


def side_of(px: int, py: int, edges: Sequence[Edge]) -> int:
    """1 strictly inside a closed outline, 0 on it, -1 outside."""
    inside = False
    for x0, y0, x1, y1 in edges:
        if (y0 > py) != (y1 > py):
            turn = (x1 - x0) * (py - y0) - (px - x0) * (y1 - y0)
            if turn == 0:
                return 0
            if (turn > 0) == (y1 > y0):
                inside = not inside
        elif y0 == py and (x0 == px or (y1 == py and (x0 <= px <= x1 or x1 <= px <= x0))):
            return 0
    return 1 if inside else -1


def cores_squared(one: Sequence[Point], two: Sequence[Point]) -> Ratio:
    """The squared distance between two figures, each a point, a segment or a filled outline."""
    if len(one) == 1 and len(two) == 1:
        dx, dy = one[0][0] - two[0][0], one[0][1] - two[0][1]
        return dx * dx + dy * dy, 1
    edges, others = core_edges(one), core_edges(two)
    if (len(one) > 2 and side_of(*two[0], edges) >= 0) or (
        len(two) > 2 and side_of(*one[0], others) >= 0
    ):
        return 0, 1
    single = len(one) == 1 or len(two) == 1
    if not single and any(segments_touch(edge, other) for edge in edges for other in others):
        return 0, 1
    # Figures that do not touch are nearest at a corner of one of them.
    squares = [] if len(two) == 1 else [point_segment(x, y, e) for x, y in one for e in others]
    if len(one) > 1:
        squares += [point_segment(x, y, edge) for x, y in two for edge in edges]
    best = squares[0]
    for square in squares:
        if square[0] * best[1] < best[0] * square[1]:
            best = square
    return best


def core_edges(core: Sequence[Point]) -> tuple[Edge, ...]:
    """The outline of a figure; a point or a segment counts as one edge."""
    if len(core) > 2:
        return _kept_loop(core) if type(core) is tuple else loop(core)
    return ((*core[0], *core[-1]),)


def convex_hull(points: Sequence[Point]) -> tuple[Point, ...]:
    """The corners of the smallest convex shape around the points, counter-clockwise."""
    ordered = sorted(set(points))

    def chain(row: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in row:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2], kept[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return tuple(chain(ordered) + chain(ordered[::-1]))


def enters_convex(edge: Edge, hull: Sequence[Point]) -> bool:
    """True if a segment has a point strictly inside a counter-clockwise convex outline."""
    ax, ay, bx, by = edge
    low, high = (0, 1), (1, 1)  # the stretch of the segment that is still inside
    px, py = hull[-1]
    for qx, qy in hull:
        ux, uy = qx - px, qy - py
        start = ux * (ay - py) - uy * (ax - px)
        end = ux * (by - py) - uy * (bx - px)
        px, py = qx, qy
        if start <= 0 and end <= 0:
            return False
        if start <= 0:
            cut = (-start, end - start)
            if cut[0] * low[1] > low[0] * cut[1]:
                low = cut
        elif end <= 0:
            cut = (start, start - end)
            if cut[0] * high[1] < high[0] * cut[1]:
                high = cut
    return low[0] * high[1] < high[0] * low[1]


def convex_overlaps(hull: Sequence[Point], edges: Sequence[Edge]) -> bool:
    """True if a counter-clockwise convex shape and a simple outline share an inside point."""
    for edge in edges:
        if enters_convex(edge, hull):
            return True
    # No part of the outline runs inside the hull, so one inner point speaks for all of them.
    count = len(hull)
    mx, my = sum(x for x, _ in hull), sum(y for _, y in hull)
    scaled = [(x0 * count, y0 * count, x1 * count, y1 * count) for x0, y0, x1, y1 in edges]
    return side_of(mx, my, scaled) > 0


def inside_spans(ax: int, ay: int, bx: int, by: int, corners: Sequence[Point]) -> list[Span]:
    """The stretches of the line from a to b that run strictly inside a simple outline.

    Positions along the line run from 0 at a to length² at b. A stretch may begin before a or end
    after b, but every one has some length between them. Where the line only touches the outline,
    one stretch ends and the next begins.
    """
    line = (ax, ay, bx - ax, by - ay)
    sides = [line[2] * (y - ay) - line[3] * (x - ax) for x, y in corners]
    if min(sides) >= 0 or max(sides) <= 0:
        return []
    spans = _pairs(_cuts(line, corners, sides, 0))
    if 0 in sides:  # a corner lies on the line: inside is what is inside on both its sides
        spans = _common(spans, _pairs(_cuts(line, corners, sides, 1)))
    return _between(line, spans)


def covered_spans(ax: int, ay: int, bx: int, by: int, corners: Sequence[Point]) -> list[Span]:
    """Like `inside_spans`, but the outline itself counts as inside; stretches may overlap."""
    line = (ax, ay, bx - ax, by - ay)
    sides = [line[2] * (y - ay) - line[3] * (x - ax) for x, y in corners]
    if min(sides) > 0 or max(sides) < 0:
        return []
    spans = _pairs(_cuts(line, corners, sides, 0))
    if 0 in sides:
        spans += _pairs(_cuts(line, corners, sides, 1))
    return _between(line, spans)


def less(one: Ratio, two: Ratio) -> bool:
    """True if the first fraction is smaller."""
    return one[0] * two[1] < two[0] * one[1]


def _order(one: Ratio, two: Ratio) -> int:
    return one[0] * two[1] - two[0] * one[1]


_by_value = cmp_to_key(_order)


def _cuts(line: Edge, corners: Sequence[Point], sides: list[int], threshold: int) -> list[Ratio]:
    """Where a line shifted by a hair to one side (which one, the threshold says) is cut.

    The line is given by a point and its direction; `sides` says how far left each corner lies.
    """
    ax, ay, dx, dy = line
    cuts: list[Ratio] = []
    before = sides[-1]
    for i, side in enumerate(sides):
        if (before >= threshold) != (side >= threshold):
            (px, py), (qx, qy) = corners[i - 1], corners[i]
            den = before - side
            ahead = dx * (qx - ax) + dy * (qy - ay)
            behind = dx * (px - ax) + dy * (py - ay)
            num = ahead * before - behind * side
            cuts.append((num, den) if den > 0 else (-num, -den))
        before = side
    if len(cuts) == 2:
        return cuts if less(cuts[0], cuts[1]) else [cuts[1], cuts[0]]
    cuts.sort(key=_by_value)
    return cuts


def _between(line: Edge, spans: list[Span]) -> list[Span]:
    """The stretches that have some length between the ends of the line."""
    whole = line[2] * line[2] + line[3] * line[3]
    return [(s, e) for s, e in spans if e[0] > 0 and s[0] < whole * s[1]]


def _pairs(cuts: list[Ratio]) -> list[Span]:
    return [(cuts[i], cuts[i + 1]) for i in range(0, len(cuts), 2) if less(cuts[i], cuts[i + 1])]


def _common(one: list[Span], two: list[Span]) -> list[Span]:
    """The stretches that lie in both lists."""
    both = []
    for start, end in one:
        for start2, end2 in two:
            low = start2 if less(start, start2) else start
            high = end2 if less(end2, end) else end
            if less(low, high):
                both.append((low, high))
    return both
