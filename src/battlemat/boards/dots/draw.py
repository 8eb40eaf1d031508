"""Drawing a map of dots as the text that reads back to it; the format is told in `dots.text`.

Equal maps are drawn alike, letter by letter.
"""

from battlemat.boards.dots.features import TUNNEL_LEVEL, Feature, Mark
from battlemat.boards.dots.places import Places
from battlemat.boards.dots.text import HEIGHT_GLYPHS, LINK_GLYPHS, MARK_GLYPHS, dot_name

_MARKS = {mark: glyph for glyph, mark in MARK_GLYPHS.items()}
_LINKS = {feature: glyph for glyph, feature in LINK_GLYPHS.items()}
_ORDER = tuple(Mark)

Links = dict[tuple[int, int], Feature]


def write(places: Places) -> str:
    """The canonical drawing of a map."""
    dots, also = _dots_by_level(places)
    links = _links_by_level(places)
    sections = ["ground:\n" + _drawing(places, dots.pop(None, {}), links.pop(None, {}))]
    if any(places.heights):
        glyphs = {dot: HEIGHT_GLYPHS[height] for dot, height in enumerate(places.heights)}
        sections.append("heights:\n" + _drawing(places, glyphs, {}))
    if places.buildings:
        glyphs = {dot: building.name for building in places.buildings for dot in building.dots}
        head = " ".join(f"{building.name}={building.storeys}" for building in places.buildings)
        sections.append(f"buildings: {head}\n" + _drawing(places, glyphs, {}))
    for level in sorted({*dots, *links} - {None, TUNNEL_LEVEL}, key=lambda level: level or 0):
        sections.append(
            f"level {level}:\n" + _drawing(places, dots.get(level, {}), links.get(level, {}))
        )
    if TUNNEL_LEVEL in dots or TUNNEL_LEVEL in links:
        drawing = _drawing(places, dots.get(TUNNEL_LEVEL, {}), links.get(TUNNEL_LEVEL, {}))
        sections.append("tunnel:\n" + drawing)
    if also:
        sections.append("also:\n" + "\n".join(also))
    return "\n\n".join(sections) + "\n"


def _dots_by_level(places: Places) -> tuple[dict[int | None, dict[int, str]], list[str]]:
    """Glyphs by level (None is the ground), and lines for marks that find no room in a drawing."""
    by_place: dict[tuple[int, int], list[Mark]] = {}
    for mark, dot, level in sorted(places.marks, key=lambda entry: _ORDER.index(entry[0])):
        by_place.setdefault((dot, level), []).append(mark)
    glyphs: dict[int | None, dict[int, str]] = {}
    also = []
    for (dot, level), marks in sorted(by_place.items()):
        ground = level == places.heights[dot]
        if level == TUNNEL_LEVEL:
            glyphs.setdefault(level, {})[dot] = "M" if Mark.MOUTH in marks else "o"
            continue
        glyphs.setdefault(None if ground else level, {})[dot] = _MARKS[marks[0]]
        if marks[1:]:
            name = dot_name(dot, places.width) + ("" if ground else f"@{level}")
            also.append(" ".join((name, *(mark.value for mark in marks[1:]))))
    return glyphs, also


def _links_by_level(places: Places) -> dict[int | None, Links]:
    """Features by level; the ground (None) has those that stand on all levels from one end's ground
    to the other's.
    """
    by_link: dict[tuple[int, int], dict[int, Feature]] = {}
    for a, b, level, feature in places.links:
        by_link.setdefault((a, b), {})[level] = feature
    levels: dict[int | None, Links] = {}
    for (a, b), features in by_link.items():
        low, high = sorted((places.heights[a], places.heights[b]))
        ground = {features.get(level) for level in range(low, high + 1)}
        common = ground.pop() if len(ground) == 1 else None
        if common is not None:
            levels.setdefault(None, {})[(a, b)] = common
        for level, feature in features.items():
            if common is None or not low <= level <= high:
                levels.setdefault(level, {})[(a, b)] = feature
    return levels


def _drawing(places: Places, dots: dict[int, str], links: Links) -> str:
    rows = [[" "] * (4 * places.width + 2) for _ in range(2 * places.height - 1)]
    for dot in range(places.size):
        row, column = divmod(dot, places.width)
        rows[2 * row][_at(row, column)] = dots.get(dot, ".")
    for (a, b), feature in links.items():
        row, column = divmod(a, places.width)
        row_b, column_b = divmod(b, places.width)
        rows[row + row_b][(_at(row, column) + _at(row_b, column_b)) // 2] = _LINKS[feature]
    return "\n".join("".join(row).rstrip() for row in rows)


def _at(row: int, column: int) -> int:
    return 4 * column + 2 * (row % 2)
