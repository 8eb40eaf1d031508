"""The ground on which an open answer would be legal is that on which the rulebook calls it so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.tables.work import area
from battlemat.tables.work.area import GAP, legal_area

SLACK = 0.6
"""The lattice is not finer: what is nearer to an edge may be told either way."""


def games() -> Iterator[Game[Any]]:
    """A game of Open Fire at each of its first questions."""
    shelf = ShippedCatalogue()
    setup = shelf.build("openfire", {"mission": "the-spine"})
    game: Game[Any] = Game(shelf.find("openfire"), setup, dice=SeededDice("area"))
    for turn in range(30):
        yield game
        assert isinstance(game.question, Choice)
        listed = game.question.listed
        game.answer(listed[(7 * turn) % len(listed)])


def gestures(game: Game[Any]) -> Iterator[str]:
    """What a hand may put down or lead at a question, with a gap for the place."""
    choice = game.question
    assert isinstance(choice, Choice)
    for option in choice.listed:
        handle = game.rulebook.handle(game.battle, choice, option)
        if handle.gesture in ("place", "path"):
            yield handle.text.replace("{" + handle.gesture + "}", GAP)


def is_legal(game: Game[Any], text: str, x: float, y: float) -> bool:
    try:
        game.read(text.replace(GAP, f"{x:.2f},{y:.2f}"))
    except Refused:
        return False
    return True


def holds(outlines: list[area.Loop], x: float, y: float) -> bool:
    """Whether a point lies within an odd number of outlines."""
    inside = False
    for loop in outlines:
        for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
    return inside


def is_clear_of(outlines: list[area.Loop], x: float, y: float) -> bool:
    """Whether a point lies on one side of all outlines with everything around it."""
    around = [(x + dx, y + dy) for dx in (-SLACK, 0, SLACK) for dy in (-SLACK, 0, SLACK)]
    return len({holds(outlines, *point) for point in around}) == 1


def sample(game: Game[Any]) -> Iterator[tuple[float, float]]:
    scene = game.rulebook.scene(game.battle)
    bases = [(piece.at, piece.radius) for piece in scene.pieces]
    for i in range(24):
        for j in range(24):
            x, y = (i + 0.37) * scene.width / 24, (j + 0.61) * scene.height / 24
            if all(abs(x - px) + abs(y - py) > 3 + radius for (px, py), radius in bases):
                yield x, y


def test_what_is_shaded_is_what_the_rulebook_refuses() -> None:
    compared, wrong, legal = 0, [], 0
    seen: set[str] = set()
    for game in games():
        assert isinstance(game.question, Choice)
        if game.question.kind in seen:
            continue
        for text in gestures(game):
            seen.add(game.question.kind)
            outlines = legal_area(game, text)
            for x, y in sample(game):
                if is_clear_of(outlines, x, y):
                    compared += 1
                    inside = holds(outlines, x, y)
                    legal += inside
                    if inside != is_legal(game, text, x, y):
                        wrong.append((text, x, y, inside))
            break
    assert {"deploy", "move"} <= seen
    assert compared > 800
    assert legal > 10
    assert len(wrong) <= compared / 200, wrong  # ground narrower than the lattice


def test_the_place_that_is_proposed_lies_in_the_area() -> None:
    for game in games():
        choice = game.question
        assert isinstance(choice, Choice)
        if choice.kind != "deploy":
            continue
        handles = [game.rulebook.handle(game.battle, choice, one) for one in choice.listed]
        first = next(one for one in handles if one.gesture == "place")
        assert first.at is not None
        outlines = legal_area(game, first.text.replace("{place}", GAP))
        assert holds(outlines, *first.at)
        return
    raise AssertionError("nobody came onto the table")


def test_what_cannot_be_read_has_no_area() -> None:
    game = next(game for game in games() if any(gestures(game)))
    assert legal_area(game, f"dance {GAP}") == []
    assert legal_area(game, "no gap") == []
    assert legal_area(game, f"{GAP} {GAP}") == []


def test_no_more_is_judged_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(area, "MOST", 40)
    asked = 0

    def judge(_x: float, _y: float) -> bool:
        nonlocal asked
        asked += 1
        return True

    area._Lattice(judge, 48.0, 48.0).outlines([])
    assert asked == 40


def test_a_hole_is_an_outline_of_its_own() -> None:
    def judge(x: float, y: float) -> bool:
        return 4 <= x <= 20 and 4 <= y <= 20 and not (9 <= x <= 15 and 9 <= y <= 15)

    outlines = area._Lattice(judge, 24.0, 24.0).outlines([])
    assert len(outlines) == 2
    assert holds(outlines, 6, 6)
    assert not holds(outlines, 12, 12)
    assert not holds(outlines, 2, 2)


def test_what_is_legal_up_to_the_edge_of_the_board_ends_there() -> None:
    (outline,) = area._Lattice(lambda _x, _y: True, 12.0, 10.0).outlines([])
    assert {x for x, _ in outline} == {0.0, 12.0}
    assert {y for _, y in outline} == {0.0, 10.0}
