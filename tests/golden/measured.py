"""What boards answer on three crowded maps: a digest for each question that rules ask of them.

Slow twins hold the boards to what is right. These digests hold them to what they were: each
question, at places of all sorts, in the blink of an eye.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from battlemat.boards import plane, squares
from battlemat.boards.dots.drive import Vehicle
from battlemat.boards.dots.sight import Clutter
from battlemat.boards.plane.formation import Formation, Room, formation_fault
from battlemat.boards.plane.measure import closer, nearness, within
from battlemat.boards.plane.nearest import Effort, Space
from battlemat.boards.squares.board import distance_with_height, squares_crossed
from battlemat.boards.squares.ways import Crowd, way
from battlemat.rulebooks.skirmishers.state.ground import ADVANCED, prices_of
from rules.skirmishers.forces import ALL, village

KEPT = Path(__file__).with_suffix(".digests")
HINT = "if these answers are meant, run python tests/golden/write_measured.py"
Answers = Iterator[tuple[str, object]]
"""The name of a question, and an answer."""


def on_dots() -> Answers:
    """The village of Skirmishers, with people, smoke and flames all over it."""
    chance, board = Random("dots"), village(ALL)
    places = [n for n in range(board.layers * board.size) if board.surfaces >> n & 1]
    crowd = sum(1 << place for place in chance.sample(places, 12))
    lying = sum(1 << place for place in chance.sample(places, 6)) & ~crowd
    mist = sum(1 << place for place in chance.sample(places, 25))
    clutter = Clutter(crowd, lying, mist & crowd, mist & ~crowd, 2, (crowd & -crowd,))
    for _ in range(700):
        a, b = chance.choice(places), chance.choice(places)
        posture = {"prone": chance.random() < 0.3, "target_prone": chance.random() < 0.3}
        if a % board.size != b % board.size:
            yield "dots.best", board.sight.best(a, b, clutter, **posture)
            yield "dots.why", board.why_unseen(a, b, **posture)
        yield "dots.view", board.sight.view(a) if chance.random() < 0.05 else 0
        yield "dots.reaches", board.bursts.reaches(a, b, prone=posture["prone"])
        yield "dots.beside", board.terrain.beside(a)
        yield (
            "dots.arc",
            board.arc(a % board.size, chance.randrange(12), chance.choice((30, 60, 150))),
        )
    for place in places:
        yield "dots.blast", board.bursts.blast(place, 3, prone=place % 3 == 0)
        yield "dots.flames", board.bursts.flames(place, 2)
        yield "dots.smoke", board.bursts.smoke(place, 2)
        yield "dots.scatter", [board.bursts.scatter(place, n) for n in range(6)]
        yield "dots.name", (board.name(place), board.place(board.name(place)))
    yield from _walked(board, places, crowd, chance)
    yield from _driven(board, crowd, chance)


def _walked(board: Any, places: list[int], crowd: int, chance: Random) -> Answers:
    for prices in (ADVANCED, prices_of(ALL, "swimmer", False), prices_of(ALL, "suit", False)):
        for prone in (False, True):
            walk = board.walk(prices, prone=prone)
            for start in chance.sample(places, 12):
                reach = walk.reach(start, 8, crowd & ~(1 << start))
                yield "dots.reach", reach.layers
                for place in [place for row in reach.lists for place in row][::5]:
                    yield "dots.path", (reach.path(place), reach.path(place, crowd * 6))
    for start in chance.sample(places, 12):
        flight = board.flight(start, shortest=3, longest=9, dots_a_level=2)
        yield "dots.flight", (flight.landings, flight.is_shut_in)
        for place in [n for n in places if flight.landings >> n & 1][::11]:
            yield "dots.flight-path", flight.path(place, crowd % (1 << board.size))


def _driven(board: Any, crowd: int, chance: Random) -> Answers:
    roads = board.roads
    for _ in range(150):
        machine = Vehicle(chance.randrange(board.size), chance.randrange(6))
        if not roads.can_stand(machine):
            yield "dots.stand", (machine, False)
            continue
        others = crowd & ~roads.footprint(machine)
        sixths = chance.choice((-3, -2, -1, 1, 2, 3))
        yield "dots.stand", roads.can_stand(machine, others)
        yield "dots.forward", roads.forward(machine, others)
        yield "dots.turn", roads.turn(machine, sixths, others)
        yield "dots.fallen", roads.fallen(machine, sixths, others)
        yield "dots.skid", roads.skid(machine, machine.heading, chance.randrange(5), others)


def on_squares() -> Answers:
    """Maps with rough, high, walled and closed ground, with people on them."""
    for number in range(4):
        chance = Random(f"squares {number}")
        board, size = _ruins(chance), 64
        terrain = board.terrain(chance.getrandbits(6))
        standing = sum(1 << square for square in chance.sample(range(size), 9))
        some = sum(1 << square for square in chance.sample(range(size), 9))
        for _ in range(120):
            a, b, downed = chance.randrange(size), chance.randrange(size), chance.random() < 0.3
            crowd = Crowd(some & standing, some & ~standing, some >> 3, standing)
            free: dict[str, Any] = {"ranger": downed, "climb_down_discount": chance.random() < 0.5}
            yield (
                "squares.distance",
                (
                    squares.distance(board, a, b),
                    distance_with_height(board, a, b),
                    squares_crossed(board, board.xy(a), board.xy(b)),
                ),
            )
            yield "squares.cost", terrain.step_cost(a, b, **free)
            masks: dict[str, Any] = dict(
                zip(("blocked", "no_stop", "halt", "occupied"), crowd, strict=True)
            )
            yield "squares.reaches", terrain.reaches(a, 6, **masks, **free)
            yield "squares.leap", terrain.leap(a, 3, **masks)
            yield "squares.way", way(terrain, a, b, 6, crowd, **free)
            if a == b:
                continue
            others = standing & ~(1 << a | 1 << b)
            yield "squares.seen", terrain.seen(a, some, standing=others, downed=downed)
            yield "squares.sees", terrain.sees(a, b, standing=others, downed=downed)
            yield "squares.cover", terrain.in_cover(a, b, standing=others, downed=downed)
            yield "squares.hidden", terrain.base_hidden(a, b, standing=others)
            yield "squares.why", terrain.why_unseen(a, b, standing=others, downed=downed)
            yield "squares.lines", terrain.lines(a, b, downed=downed)
            yield "squares.hindrances", terrain.hindrances(a, b, downed=downed)
            yield "squares.drop", terrain.drop(a, b)
            if squares.distance(board, a, b) == 1:
                yield "squares.push", terrain.push_path(a, b, occupied=others)


def _ruins(chance: Random) -> squares.Board:
    beside = [(s, s + 1) for s in range(64) if s % 8 < 7] + [(s, s + 8) for s in range(56)]
    chance.shuffle(beside)
    masks = [
        chance.getrandbits(64) & chance.getrandbits(64) & chance.getrandbits(64) for _ in "abc"
    ]
    return squares.Board.build(
        8,
        8,
        levels=[chance.choice((0, 0, 0, 1, 2)) for _ in range(64)],
        walls={side: chance.choice((1, 1, 2, 3)) for side in beside[:18]},
        doors=beside[18:24],
        climbable=beside[:8],
        stairs=masks[0],
        difficult=masks[1],
        impassable=masks[2] & chance.getrandbits(64),
    )


def on_the_plane() -> Answers:
    """A table with hills, mud, barriers and woods, and bases of all forms."""
    for number in range(2):
        chance = Random(f"plane {number}")
        table = _country(chance)
        bases = [plane.Base.round(r, 120) for r in (50, 79, 100)]
        bases += [plane.Base.rectangle(*sides, 200) for sides in ((200, 120), (300, 180))]
        stands = [_put(table, chance.choice(bases), chance) for _ in range(30)]
        for one, two in zip(stands, stands[1:] + stands[:1], strict=True):
            rise = table.rise(one, two)
            yield "plane.near", (nearness(one, two).rounded_up(rise), plane.distance(one, two))
            reach = plane.distance(one, two) + chance.choice((-1, 0, 1))
            yield "plane.within", (within(one, two, reach), closer(one, two, reach))
            yield "plane.arc", plane.arc(one, two)
            seen = plane.look(table, one, two)
            yield "plane.look", (seen.state, seen.hidden, seen.obscured, list(map(repr, seen.by)))
            yield "plane.screen", plane.screen(table, one, two, stands[:12])
            banned = frozenset({"impassable", "slow"})
            yield "plane.stop", _told(table.place_stop(one, stands[:12], banned))
            yield from _moved(table, one, two, stands[:12], chance)
        yield from _placed(table, stands, bases, chance)


def _country(chance: Random) -> plane.Plane:
    def outline() -> list[tuple[int, int]]:
        x, y = chance.randrange(100, 2600), chance.randrange(100, 2600)
        w, h = chance.randrange(150, 700), chance.randrange(150, 700)
        cut = chance.choice((0, 60))
        return [(x, y), (x + w, y + cut), (x + w - cut, y + h), (x, y + h)]

    keywords = ("clear", "climbable", "impassable", "barrier", "slow")
    parts = [
        plane.Part(
            f"part {n}",
            chance.choice(keywords),
            outline(),
            height=chance.choice((0, 100, 300)),
            sight=chance.choice(("solid", "sparse", "none")),
            levels=chance.choice((0, 1)),
        )
        for n in range(10)
    ]
    hills = [plane.Area("hill", 1, [(300, 300), (1400, 300), (1400, 1300), (300, 1300)], (0, 2))]
    hills.append(plane.Area("top", 2, [(600, 600), (1100, 600), (1100, 1000), (600, 1000)], (1,)))
    return plane.Plane(3600, 3600, parts, hills)


def _put(table: plane.Plane, base: plane.Base, chance: Random) -> plane.Stand:
    x, y = chance.randrange(200, 3400), chance.randrange(200, 3400)
    return table.put(base, x, y, chance.choice((0, 45, 90, 123, 270)))


def _told(stop: Any) -> object:
    return stop and (stop.reason, stop.leg, stop.name, stop.keyword, stop.number)


def _moved(
    table: plane.Plane, one: plane.Stand, other: plane.Stand, crowd: list[Any], chance: Random
) -> Answers:
    others = [stand for stand in crowd if stand is not one]
    gaits = (plane.Gait(), plane.Gait(climbs=False), plane.Gait(flies=True, leaves_table=True))
    for gait in gaits:
        points = [(one.x + chance.randrange(-600, 600), one.y + chance.randrange(-600, 600))]
        points.append((points[0][0] + 150, points[0][1] - 90))
        walked = plane.walk(table, one, points, gait, others)
        steps: list[plane.Turn | plane.Go] = [
            plane.Go(250),
            plane.Turn(35),
            plane.Go(-120),
            plane.Turn(-90),
            plane.Go(300),
        ]
        driven = plane.drive(table, one, steps, gait, others[:4])
        for path in (walked, driven):
            end, charges = path.end, [repr(leg) for leg in getattr(path, "charges", ())]
            yield "plane.way", (end.x, end.y, end.facing, end.level, path.turns, len(path.legs))
            yield "plane.cost", (path.cost, charges)
            yield "plane.halt", _told(path.stop)
            yield "plane.comes-within", plane.comes_within(table, path, other, 250)


def _placed(
    table: plane.Plane, stands: list[plane.Stand], bases: list[plane.Base], chance: Random
) -> Answers:
    keep = Formation(400, 100, frozenset({"impassable"}))
    for leader in stands[::10]:
        room = Room(table, leader, bases, stands, keep)
        for base in bases:
            wanted = (
                leader.x + chance.randrange(-400, 400),
                leader.y + chance.randrange(-400, 400),
            )
            found = room.find(base, wanted, 50, None)
            yield "plane.room", found and (found.x, found.y, found.facing)
            if found is not None:
                yield "plane.formation", formation_fault(table, leader, found, keep)
                room.take(found)
    for leader in stands[::20]:
        for base in bases[1:4]:
            space = Space(
                table, base, (0, 90), stands[:20], keep.banned, leader=leader, formation=keep
            )
            near = space.nearest(
                (leader.x + 90, leader.y - 40), (leader.x, leader.y), 500, Effort(2500)
            )
            found = near.stand
            yield "plane.nearest", (found and (found.x, found.y, found.facing), near[1])


BOARDS: dict[str, Callable[[], Answers]] = {
    "dots": on_dots,
    "squares": on_squares,
    "plane": on_the_plane,
}


def measured(name: str) -> dict[str, str]:
    """For each question a digest of all its answers."""
    told: dict[str, list[str]] = {}
    for question, answer in BOARDS[name]():
        told.setdefault(question, []).append(repr(answer))
    return {
        question: sha256("\n".join(answers).encode()).hexdigest()[:12]
        for question, answers in sorted(told.items())
    }


def kept(name: str) -> dict[str, str]:
    """What is kept of one board."""
    rows = [row.split() for row in KEPT.read_text(encoding="utf-8").splitlines()]
    return {question: told for question, told in rows if question.startswith(f"{name}.")}


def write() -> None:
    """Write down what the boards answer now."""
    rows = [f"{question} {told}\n" for name in BOARDS for question, told in measured(name).items()]
    KEPT.write_text("".join(rows), encoding="utf-8")
