"""Reading a free table and bases from plain values, and writing them back.

Every fault is found and said at once, naming the piece and what would be right; a plane
that was read needs no further check. All numbers are whole hundredths of an inch.

    table: [4800, 4800]
    level_height: 150
    areas:
      - {name: hill, level: 1, climbable: all, outline: [[1200, 900], [2000, 900], [1600, 1500]]}
    parts:
      - {name: hedge, keyword: barrier, height: 50, sight: solid, box: [300, 300, 900, 340]}
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from battlemat.boards.plane.board import KEYWORDS, SIGHTS, Area, Part, Plane
from battlemat.boards.plane.exact import Point, boxes_apart, segments_touch
from battlemat.boards.plane.shapes import Base, Outline, millimetres
from battlemat.kernel.near import near
from battlemat.kernel.words import say

T = TypeVar("T")
Where = tuple[str | int, ...]

_TABLE_KEYS = ("table", "level_height", "areas", "parts")
_AREA_KEYS = ("name", "level", "climbable", "outline", "box")
_PART_KEYS = ("name", "keyword", "height", "sight", "levels", "outline", "box")
_BASE_KEYS = ("radius", "mm", "length", "width", "height", "eye")


class Fault(NamedTuple):
    """One thing that is wrong: the keys and numbers that lead to it, and a sentence."""

    where: Where
    text: str


class PlaneError(ValueError):
    """A table or base that cannot be used; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(fault.text for fault in faults))
        self.faults = tuple(faults)


def read_plane(value: object) -> Plane:
    """The plane that the values describe, or PlaneError with every fault found."""
    reader = _Reader()
    plane = reader.plane(value)
    if plane is None or reader.faults:
        raise PlaneError(reader.faults)
    return plane


def read_base(value: object, name: str = "base") -> Base:
    """The base that the values describe: a radius, or mm across, or a length and a width."""
    reader = _Reader()
    base = reader.base(value, name)
    if base is None or reader.faults:
        raise PlaneError(reader.faults)
    return base


def base_fault(plane: Plane, base: Base) -> str | None:
    """Why a base can stand nowhere on a table, or None."""
    sides = (base.length, base.width) if base.length else (2 * base.radius, 2 * base.radius)
    if min(sides) <= min(plane.width, plane.height) and max(sides) <= max(
        plane.width, plane.height
    ):
        return None
    size = f"{sides[0]} x {sides[1]}"
    return f"a base of {size} is wider than the board, which is {plane.width} x {plane.height}"


def plane_values(plane: Plane) -> dict[str, object]:
    """The plain values of a plane, which read back to the same plane."""
    values: dict[str, object] = {
        "table": [plane.width, plane.height],
        "level_height": plane.step,
    }
    values["areas"] = [
        {
            "name": area.name,
            "level": area.level,
            "climbable": sorted(area.climbable),
            "outline": [list(corner) for corner in area.outline.corners],
        }
        for area in plane.areas
    ]
    values["parts"] = [
        {
            "name": part.name,
            "keyword": part.keyword,
            "height": part.height,
            "sight": part.sight,
            **({"levels": part.levels} if part.keyword == "climbable" else {}),
            "outline": [list(corner) for corner in part.outline.corners],
        }
        for part in plane.parts
    ]
    return values


def outline_faults(corners: Sequence[Point]) -> Iterator[str]:
    """What keeps some corners from being a simple polygon."""
    if len(corners) < 3:
        yield f"needs at least 3 corners, not {len(corners)}"
        return
    edges = Outline(corners).edges
    count = len(edges)
    for i, (ax, ay, bx, by) in enumerate(edges):
        if (ax, ay) == (bx, by):
            yield f"has the corner ({ax}, {ay}) twice in a row: write it once"
            return
        _, _, cx, cy = edges[(i + 1) % count]
        back = (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0
        if back and (bx - ax) * (cy - by) == (by - ay) * (cx - bx):
            yield f"folds back on itself at ({bx}, {by}): drop that corner"
            return
    for i in range(count):
        for j in range(i + 2, count):
            if (j + 1) % count != i and segments_touch(edges[i], edges[j]):
                yield (
                    f"crosses itself: edge {i} from {edges[i][:2]} meets edge {j} from "
                    f"{edges[j][:2]}; list the corners in order around it"
                )
                return


class _Reader:
    """Collects faults while it reads; a value that cannot be used reads as None."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, where: Where, text: str) -> None:
        self.faults.append(Fault(where, text))

    def plane(self, value: object) -> Plane | None:
        row = self.mapping((), value, _TABLE_KEYS, "a board")
        if row is None:
            return None
        size = row.get("table")
        if not isinstance(size, Sequence) or len(size) != 2 or not all(map(_is_whole, size)):
            self.fault(("table",), f"the table needs two whole numbers [width, depth], not {size}")
            return None
        width, height = size
        if width < 1 or height < 1:
            self.fault(("table",), f"a table of {width} x {height} has no room: use 1 or more")
            return None
        step = self.whole(("level_height",), row.get("level_height", 150), "level_height", 100, 200)
        areas = self.sound("areas", row, lambda where, one: self.area(where, one, (width, height)))
        parts = self.sound("parts", row, lambda where, one: self.part(where, one, (width, height)))
        self.nesting(areas, parts)
        if self.faults:
            return None
        return Plane(width, height, list(parts.values()), list(areas.values()), step)

    def sound(
        self, key: str, row: Mapping[str, object], read: Callable[[Where, object], T | None]
    ) -> dict[int, T]:
        """What can be read of a list and has no fault of its own, by its number there.

        Those are held against each other, so that one that cannot be used hides nothing of them.
        """
        found: dict[int, T] = {}
        for number, item in enumerate(self.items((key,), row.get(key, []))):
            known = len(self.faults)
            value = read((key, number), item)
            if value is not None and len(self.faults) == known:
                found[number] = value
        return found

    def area(self, where: Where, value: object, size: Point) -> Area | None:
        row = self.mapping(where, value, _AREA_KEYS, f"area {where[-1]}")
        if row is None:
            return None
        name = str(row.get("name", f"area {where[-1]}"))
        level = self.whole((*where, "level"), row.get("level"), f"{name}: level", 1)
        corners = self.outline(where, row, name, size)
        climbable = row.get("climbable", [])
        if climbable == "all":
            climbable = list(range(len(corners)))
        if not isinstance(climbable, Sequence) or not all(
            _is_whole(edge) and 0 <= edge < len(corners) for edge in climbable
        ):
            self.fault(
                (*where, "climbable"),
                f"{name}: climbable must be all or a list of edges from 0 to "
                f"{len(corners) - 1} (edge 0 runs from the first corner), not {climbable!r}",
            )
            climbable = []
        return Area(name, level, corners, climbable) if corners else None

    def part(self, where: Where, value: object, size: Point) -> Part | None:
        row = self.mapping(where, value, _PART_KEYS, f"part {where[-1]}")
        if row is None:
            return None
        name = str(row.get("name", f"part {where[-1]}"))
        keyword = self.word((*where, "keyword"), row.get("keyword"), f"{name}: keyword", KEYWORDS)
        sight = self.word((*where, "sight"), row.get("sight", "none"), f"{name}: sight", SIGHTS)
        height = self.whole((*where, "height"), row.get("height", 0), f"{name}: height", 0)
        levels = 0
        if keyword == "climbable":
            levels = self.whole((*where, "levels"), row.get("levels"), f"{name}: levels", 1)
        elif "levels" in row:
            self.fault((*where, "levels"), f"{name}: only a climbable part has levels: drop them")
        if keyword == "slow" and sight == "solid":
            text = f"{name}: a slow part cannot be solid: sight must be sparse or none"
            self.fault((*where, "sight"), text)
        if keyword == "clear" and (height or sight != "none"):
            self.fault(where, f"{name}: a clear part has height 0 and sight none")
        corners = self.outline(where, row, name, size)
        if not corners:
            return None
        return Part(name, keyword, corners, height=height, sight=sight, levels=levels)

    def outline(
        self, where: Where, row: Mapping[str, object], name: str, size: Point
    ) -> tuple[Point, ...]:
        """The corners from an outline or a box; none if they cannot be used."""
        if ("outline" in row) == ("box" in row):
            text = f"{name}: give either an outline [[x, y], ...] or a box [x0, y0, x1, y1]"
            self.fault(where, text)
            return ()
        key = "outline" if "outline" in row else "box"
        where = (*where, key)
        corners = _corners(key, row[key])
        if corners is None:
            shape = "[[x, y], ...]" if key == "outline" else "[x0, y0, x1, y1]"
            self.fault(where, f"{name}: {key} must be {shape} in whole hundredths, not {row[key]}")
            return ()
        faults = [f"{name}: the outline {text}" for text in outline_faults(corners)]
        faults += [
            say(
                "{name}: corner ({x}, {y}) lies off the table of {width} x {height}: "
                "move it inside",
                name=name,
                x=x,
                y=y,
                width=size[0],
                height=size[1],
            )
            for x, y in corners
            if not (0 <= x <= size[0] and 0 <= y <= size[1])
        ]
        for text in faults:
            self.fault(where, text)
        return () if faults else corners

    def nesting(self, areas: Mapping[int, Area], parts: Mapping[int, Part]) -> None:
        """Level areas lie apart or one inside another and higher; parts touch no level edge."""
        for i, one in areas.items():
            for two in (other for j, other in areas.items() if j > i):
                if _meet(one.outline, two.outline):
                    text = say(
                        "{one} and {two} touch or cross: move them apart or nest them",
                        one=one.name,
                        two=two.name,
                    )
                    self.fault(("areas", i), text)
                    continue
                for inner, outer in ((one, two), (two, one)):
                    around = outer.outline.side_of(*inner.outline.corners[0]) > 0
                    if around and inner.level <= outer.level:
                        self.fault(
                            ("areas", i),
                            say(
                                "{inner} lies inside {outer}: its level must be above {above}, "
                                "not {level}",
                                inner=inner.name,
                                outer=outer.name,
                                above=outer.level,
                                level=inner.level,
                            ),
                        )
        for i, part in parts.items():
            for area in areas.values():
                if _meet(part.outline, area.outline):
                    text = say(
                        "{part} touches an edge of {area}: keep it on one level",
                        part=part.name,
                        area=area.name,
                    )
                    self.fault(("parts", i), text)
                elif part.outline.side_of(*area.outline.corners[0]) > 0:
                    text = say(
                        "{part} lies around {area}: keep it on one level",
                        part=part.name,
                        area=area.name,
                    )
                    self.fault(("parts", i), text)

    def base(self, value: object, name: str) -> Base | None:
        row = self.mapping((), value, _BASE_KEYS, name)
        if row is None:
            return None
        height = self.whole(("height",), row.get("height"), f"{name}: height", 1)
        eye = None
        if "eye" in row:
            eye = self.whole(("eye",), row["eye"], f"{name}: eye", 0)
        shape = tuple(key for key in ("radius", "mm", "length", "width") if key in row)
        sizes = {key: self.whole((key,), row[key], f"{name}: {key}", 1) for key in shape}
        if shape in (("radius",), ("mm",)):
            radius = sizes.get("radius") or millimetres(sizes.get("mm", 0))
            return None if self.faults else Base.round(radius, height, eye)
        if shape != ("length", "width"):
            self.fault((), f"{name}: give a radius, or mm, or a length and a width")
            return None
        for key in shape:
            if sizes[key] % 2:
                self.fault((key,), f"{name}: {key} must be even, not {sizes[key]}")
        if self.faults:
            return None
        return Base.rectangle(sizes["length"], sizes["width"], height, eye)

    def mapping(
        self, where: Where, value: object, keys: Sequence[str], name: str
    ) -> Mapping[str, object] | None:
        if not isinstance(value, Mapping):
            self.fault(where, f"{name} needs the keys {', '.join(keys)}, not {value!r}")
            return None
        for key in value:
            if key not in keys:
                self.fault((*where, str(key)), f"{name}: no key {key!r}: {_nearest(key, keys)}")
        return value

    def items(self, where: Where, value: object) -> Sequence[object]:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return value
        self.fault(where, f"{where[-1]} must be a list, not {value!r}")
        return ()

    def whole(
        self, where: Where, value: object, name: str, low: int, high: int | None = None
    ) -> int:
        number = value if isinstance(value, int) and not isinstance(value, bool) else low - 1
        if low <= number and (high is None or number <= high):
            return number
        bounds = f"{low} or more" if high is None else f"{low} to {high}"
        self.fault(where, f"{name} must be a whole number, {bounds}, not {value!r}")
        return low

    def word(self, where: Where, value: object, name: str, words: Sequence[str]) -> str:
        if isinstance(value, str) and value in words:
            return value
        self.fault(where, f"{name} cannot be {value!r}: {_nearest(value, words)}")
        return words[-1]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _nearest(value: object, words: Sequence[str]) -> str:
    close = near(str(value), words)
    return f"did you mean {close[0]}?" if close else f"use {', '.join(words)}"


def _corners(key: str, value: object) -> tuple[Point, ...] | None:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return None
    if key == "box":
        if len(value) != 4 or not all(map(_is_whole, value)):
            return None
        x0, y0, x1, y1 = value
        return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    corners = []
    for corner in value:
        if not isinstance(corner, Sequence) or len(corner) != 2 or not all(map(_is_whole, corner)):
            return None
        corners.append((corner[0], corner[1]))
    return tuple(corners)


def _meet(one: Outline, two: Outline) -> bool:
    if boxes_apart(one.box, two.box):
        return False
    return any(segments_touch(edge, other) for edge in one.edges for other in two.edges)
