"""Crowded ground: whoever names a legal place for every model is never refused.

Each position is built around an arrangement that is legal: rocks and strangers are set as close
to it as they go. That it is legal is told here by arithmetic of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from battlemat.kernel.errors import Refused
from battlemat.kernel.questions import Choice
from rules.openfire.table import Table, model, unit

FOLLOWERS = 3
RADII = (40, 50, 63, 75)
BOX = tuple[int, int, int, int]


class Disc(NamedTuple):
    x: int
    y: int
    radius: int

    def clears(self, other: Disc) -> bool:
        far = (self.x - other.x) ** 2 + (self.y - other.y) ** 2
        return far >= (self.radius + other.radius) ** 2

    def clears_box(self, box: BOX) -> bool:
        west, south, east, north = box
        dx = max(west - self.x, 0, self.x - east)
        dy = max(south - self.y, 0, self.y - north)
        return dx * dx + dy * dy >= self.radius**2

    def near(self, other: Disc, reach: int) -> bool:
        far = (self.x - other.x) ** 2 + (self.y - other.y) ** 2
        return far <= (self.radius + other.radius + reach) ** 2


class Crowd(NamedTuple):
    """A legal arrangement, its leader first, and what stands as close to it as it goes."""

    ours: list[Disc]
    strangers: list[Disc]
    rocks: list[BOX]


def crowd(seed: int, around: tuple[int, int], near: int) -> Crowd:
    """Four models within `near` of a point, then what leaves them room and hardly anybody else."""
    draw = Random(seed)
    x, y = around
    ours: list[Disc] = []
    while len(ours) < FOLLOWERS + 1:
        spot = Disc(
            x + draw.randint(-near, near), y + draw.randint(-near, near), draw.choice(RADII)
        )
        leader = ours[0] if ours else spot
        if all(spot.clears(one) for one in ours) and spot.near(leader, 400):
            ours.append(spot)
    rocks: list[BOX] = []
    for _ in range(400):
        west, south = x + draw.randint(-900, 900), y + draw.randint(-900, 900)
        box = _grown((west, south, west + 2, south + 2), ours, draw)
        if all(one.clears_box(box) for one in ours) and box[0] > 1:
            rocks.append(box)
        if len(rocks) == 60:
            break
    strangers: list[Disc] = []
    for _ in range(60):
        spot = Disc(x + draw.randint(-900, 900), y + draw.randint(-900, 900), draw.choice(RADII))
        free = all(spot.clears(one) for one in (*ours, *strangers))
        if spot.x > 100 and free and all(spot.clears_box(box) for box in rocks):
            strangers.append(spot)
    return Crowd(ours, strangers, rocks)


def _grown(box: BOX, ours: list[Disc], draw: Random) -> BOX:
    """A box grown on each side in turn until it touches a base, or is large enough."""
    for side in draw.sample(range(4), 4):
        for step in (64, 16, 4, 1):
            while True:
                grown = list(box)
                grown[side] += step if side >= 2 else -step
                wide, deep = grown[2] - grown[0], grown[3] - grown[1]
                wider = (grown[0], grown[1], grown[2], grown[3])
                if max(wide, deep) > 700 or not all(one.clears_box(wider) for one in ours):
                    break
                box = wider
    return box


def parts(rocks: list[BOX]) -> list[dict[str, Any]]:
    return [
        {"name": f"rock {n}", "keyword": "impassable", "box": list(box)}
        for n, box in enumerate(rocks)
    ]


def soldiers(crowd: Crowd, **changes: Any) -> dict[str, Any]:
    bodies = [{"radius": one.radius, "height": 120} for one in crowd.ours]
    return unit("R1", *(model(base=body, mov=60, **changes) for body in bodies))


def written(value: int) -> str:
    return f"{value / 100:.2f}"


def followers(crowd: Crowd) -> str:
    rows = enumerate(crowd.ours[1:], 2)
    return "followers " + " ".join(f"{n} {written(at.x)},{written(at.y)}" for n, at in rows)


def strangers(crowd: Crowd) -> tuple[list[dict[str, Any]], dict[str, tuple[int, int]]]:
    made, at = [unit("B1")], {"B1": (4700, 4700)}
    for n, one in enumerate(crowd.strangers, 2):
        made.append(unit(f"B{n}", model(base={"radius": one.radius, "height": 120})))
        at[f"B{n}"] = (one.x, one.y)
    return made, at


def moving(seed: int) -> tuple[Table, str, str]:
    found = crowd(seed, (2400, 2400), 300)
    blue, at = strangers(found)
    far: Any = [(4000 + 160 * n, 300) for n in range(FOLLOWERS + 1)]
    red = soldiers(found, special=["Flying"])
    table = Table([red], blue, {"R1": far, **at}, active=("R1", "move"), parts=parts(found.rocks))
    leader = found.ours[0]
    return table, f"move R1 {written(leader.x)},{written(leader.y)} face 0", followers(found)


def deploying(seed: int) -> tuple[Table, str, str]:
    found = crowd(seed, (400, 2400), 250)
    if not all(one.near(Disc(0, 2400, 0), 600) and one.x >= one.radius for one in found.ours):
        return deploying(seed + 10_000)
    blue, at = strangers(found)
    table = Table(
        [soldiers(found), unit("R2")], blue, {"R2": (4600, 200), **at}, parts=parts(found.rocks)
    )
    leader = found.ours[0]
    where = f"{written(leader.x)},{written(leader.y)}"
    return table.play("activate R1"), f"deploy R1 w {where} face 0", followers(found)


def positions() -> Iterator[Any]:
    for build in (moving, deploying):
        for seed in range(60):
            yield pytest.param(build, seed, id=f"{build.__name__}-{seed}")


@pytest.mark.clause("openfire.formation.adjust", "openfire.formation.cannot-place")
@pytest.mark.parametrize(("build", "seed"), list(positions()))
def test_a_legal_place_for_every_model_is_never_refused(build: Any, seed: int) -> None:
    table, leader, others = build(seed)
    assert build is moving or not table.allows("noroom R1")
    assert table.allows(leader)
    table.play(leader)
    assert table.asked() == "red followers"
    assert table.allows("followers auto")  # and the program finds some such place itself
    assert table.allows(others)
    table.play(others)
    assert table["R1"].on_table


@pytest.mark.clause("openfire.formation.adjust", "openfire.formation.cannot-place")
@pytest.mark.parametrize("verb", ["move", "advance"])
def test_where_the_program_finds_no_arrangement_it_says_how_to_place_by_hand(verb: str) -> None:
    """A hidden pocket: the leader sees nobody there, so the place is not certainly closed."""
    found = crowd(0, (2400, 2400), 300)
    leader = found.ours[0]
    wall = [leader.x + 60, leader.y - 600, leader.x + 80, leader.y + 600]
    table = Table(
        [soldiers(found, special=["Flying"])],
        [unit("B1")],
        {"R1": [(4000 + 160 * n, 300) for n in range(FOLLOWERS + 1)], "B1": (4700, 4700)},
        active=("R1", "move"),
        parts=[
            {"name": "w", "keyword": "impassable", "height": 500, "sight": "solid", "box": wall},
            *parts([(leader.x - 900, leader.y - 900, leader.x - leader.radius, leader.y + 900)]),
            *parts([(leader.x - 900, leader.y + leader.radius, wall[0], leader.y + 900)]),
            *parts([(leader.x - 900, leader.y - 900, wall[0], leader.y - leader.radius)]),
        ],
    )
    table.play(f"{verb} R1 {written(leader.x)},{written(leader.y)} face 0")
    assert table.offers() == ["back"]
    question = table.game.question
    assert isinstance(question, Choice)
    assert question.menu.tell(question.listed[0]) == "Pick up the leader of R1 again"
    assert table.events[-1].kind == "by-hand"
    with pytest.raises(Refused, match="as in 'followers 2 X,Y 3 X,Y 4 X,Y', or pick") as refused:
        table.game.read("followers auto")
    assert refused.value.refusal.because == "openfire.formation.cannot-place"
    table.play("back")
    assert table.asked() == "red move"
    assert not table.battle.advanced
