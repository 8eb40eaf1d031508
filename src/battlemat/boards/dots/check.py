"""Whether the plan of a map makes sense: every contradiction, said with what would be right.

A plan that passes can be built, drawn, walked and looked across without any further
check.
"""

from collections.abc import Iterator

from battlemat.boards.dots import lattice
from battlemat.boards.dots.features import SHELL, TUNNEL_LEVEL, Mark, Plan
from battlemat.boards.dots.text import HEIGHT_GLYPHS, dot_name

Subject = tuple[object, ...]


def faults(plan: Plan) -> Iterator[tuple[Subject, str]]:
    """Each contradiction of a plan: what it is about, as in `dots.text`.Where, and the sentence to
    show.
    """
    if plan.width < 1 or plan.height < 1:
        yield (), "a map needs at least one row and one column of dots"
        return
    yield from _heights(plan)
    yield from _buildings(plan)
    yield from _marks(plan)
    yield from _links(plan)


def levels_of(plan: Plan) -> list[range]:
    """The levels, ground to roof, that each dot offers."""
    storeys = {dot: building.storeys for building in plan.buildings for dot in building.dots}
    return [
        range(plan.heights.get(dot, 0), plan.heights.get(dot, 0) + storeys.get(dot, 0) + 1)
        for dot in range(plan.width * plan.height)
    ]


def _heights(plan: Plan) -> Iterator[tuple[Subject, str]]:
    for dot, height in plan.heights.items():
        if not 0 <= height < len(HEIGHT_GLYPHS):
            name = dot_name(dot, plan.width)
            yield ("height", dot), f"{name} has height {height}: 0 to {len(HEIGHT_GLYPHS) - 1}"


def _buildings(plan: Plan) -> Iterator[tuple[Subject, str]]:
    seen: dict[int, str] = {}
    names: set[str] = set()
    for building in plan.buildings:
        subject = ("building", building.name)
        if not (len(building.name) == 1 and building.name.isascii() and building.name.isalpha()):
            yield subject, f"a building is named by one letter, not {building.name!r}"
        if building.name in names:
            yield subject, f"two buildings are named {building.name}: use another letter"
        names.add(building.name)
        if building.storeys < 1 or not building.dots:
            yield subject, f"building {building.name} needs at least one storey and one dot"
        if len({plan.heights.get(dot, 0) for dot in building.dots}) > 1:
            yield (
                subject,
                f"building {building.name} stands on uneven ground: give its dots one height",
            )
        for dot in building.dots:
            if dot in seen:
                other = f"{dot_name(dot, plan.width)} lies in {seen[dot]} and in {building.name}"
                yield subject, f"{other}: a dot belongs to one building"
            seen[dot] = building.name


def _marks(plan: Plan) -> Iterator[tuple[Subject, str]]:
    levels = levels_of(plan)
    held: dict[tuple[int, int], set[Mark]] = {}
    for mark, dot, level in plan.marks:
        held.setdefault((dot, level), set()).add(mark)
    for (dot, level), marks in held.items():
        subject = ("mark", dot, level)
        name = dot_name(dot, plan.width)
        underground = marks & {Mark.TUNNEL, Mark.MOUTH}
        if level == TUNNEL_LEVEL:
            if Mark.TUNNEL not in marks or marks - underground:
                yield (
                    subject,
                    f"underground {name} can be a tunnel or a mouth, and nothing else",
                )
            continue
        if underground:
            yield (
                subject,
                f"{name} has a tunnel on level {level}: tunnels lie on level {TUNNEL_LEVEL}",
            )
        if level not in levels[dot]:
            offered = ", ".join(map(str, levels[dot]))
            yield subject, f"{name} has no floor on level {level}: it offers {offered}"
        if marks & {Mark.STAIRS, Mark.LADDER} and level + 1 not in levels[dot]:
            yield (
                subject,
                f"no level above {name}@{level} for stairs to lead to: they belong below a roof",
            )
        if Mark.TREE in marks and len(marks) > 1:
            yield subject, f"{name} has a tree and something else: a trunk fills its dot"
        if {Mark.SHALLOW, Mark.DEEP} <= marks:
            yield subject, f"{name} has shallow and deep water: choose one"


def _links(plan: Plan) -> Iterator[tuple[Subject, str]]:
    levels = levels_of(plan)
    inside = {dot: building for building in plan.buildings for dot in building.dots}
    for (a, b, level), feature in plan.links.items():
        subject = ("link", a, b, level)
        if not _adjacent(plan, a, b):
            yield subject, f"dots {a} and {b} are no link: two adjacent dots, the earlier first"
            continue
        between = f"{dot_name(a, plan.width)} and {dot_name(b, plan.width)}"
        if level == TUNNEL_LEVEL:
            if not all((Mark.TUNNEL, dot, level) in plan.marks for dot in (a, b)):
                yield (
                    subject,
                    f"underground a {feature.value} stands between two tunnel dots, not {between}",
                )
            continue
        low, high = sorted((levels[a].start, levels[b].start))
        if level not in levels[a] and level not in levels[b] and not low <= level <= high:
            yield (
                subject,
                f"nothing stands on level {level} between {between}: neither has a floor there",
            )
        shell = inside.get(a) != inside.get(b) and any(
            dot in inside and level in levels[dot][:-1] for dot in (a, b)
        )
        if shell and feature not in SHELL:
            yield (
                subject,
                (
                    f"the outer wall between {between} is there anyway: only a door, a window or "
                    "a breach may take its place"
                ),
            )


def _adjacent(plan: Plan, a: int, b: int) -> bool:
    size = plan.width * plan.height
    if not 0 <= a < b < size:
        return False
    (row_a, col_a), (row_b, col_b) = divmod(a, plan.width), divmod(b, plan.width)
    q, r = lattice.axial(col_a, row_a)
    q2, r2 = lattice.axial(col_b, row_b)
    return lattice.length(q2 - q, r2 - r) == 1
