"""Numbers of positions by depth for set positions: what is offered, counted.

Dice are loaded, so that a depth is a number of choices; positions are told apart by digest.
The first numbers are counted by hand below; the deeper ones catch what no single test looks at.
"""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Faces, Roll
from battlemat.rulebooks.skirm.state.battle import Battle
from boards.squares_boards import board
from rules.skirm.table import Table, blade, foe, gun, skill, unit


class Loaded:
    """Dice that always show a 3 for red and a 4 for blue."""

    def roll(self, roll: Roll) -> Faces:
        return (3 if roll.player == "red" else 4,) * roll.count

    def again(self) -> Loaded:
        return self


def perft(game: Game[Battle], depth: int) -> list[tuple[int, int]]:
    """For each depth: the number of ways to play so far, and of positions they lead to."""
    layer: dict[str, tuple[Game[Battle], int]] = {game.digest: (game.fork(Loaded()), 1)}
    found = []
    for _ in range(depth):
        deeper: dict[str, tuple[Game[Battle], int]] = {}
        for at, ways in layer.values():
            if not isinstance(at.question, Choice):
                continue
            for option in at.question.listed:
                twin = at.fork(Loaded())
                twin.answer(option)
                key = f"{twin.digest} {twin.question!r} {twin.since}"
                deeper[key] = (twin, deeper.get(key, (twin, 0))[1] + ways)
        layer = deeper
        found.append((sum(ways for _, ways in layer.values()), len(layer)))
    return found


def corridor(edition: str) -> Table:
    """A and B face each other over four free squares of a corridor."""
    return Table.parse("A . . . . B", A=unit(act=2, mov=3), B=foe(act=2, mov=3), edition=edition)


def brawl(edition: str) -> Table:
    """Two against two around a low wall and a door, with orders to spend."""
    ground = board(4, 3, walls={((1, 1), (2, 1)): 1}, doors=[((1, 0), (2, 0))])
    cards: dict[str, Any] = {
        "A": unit(at=(0, 0), act=2),
        "C": unit(at=(1, 1), act=2, weapons=[blade(roa=1)]),
        "B": foe(at=(2, 1), act=2, weapons=[gun(), blade(roa=3)]),
        "D": foe(at=(3, 2), act=2),
    }
    return Table.on(ground, **cards, edition=edition, orders=(1, 1))


def specialists() -> Table:
    """Third edition: commands, leaps, a blast, a counter and a skill at any time."""
    shout = skill("shout", {"do": "orders", "by": 1}, to=1)
    return Table.parse(
        """
        A . . .
        C . . B
        """,
        A=unit("CMD LP2", weapons=[gun(special="XPL", roa=1)]),
        C=unit("TEN", state="downed"),
        B=foe("CTR PAR", skills=[shout]),
        orders=(0, 1),
    )


# In the corridor A may move to b1, c1 or d1, dash to b1 (b1 and c1 in the first edition, whose
# Dash is 2 squares), shoot, or end: 6 options, or 7.
CORRIDOR = {
    "skirm1": [(7, 7), (35, 15), (41, 19), (100, 47), (343, 112), (876, 188)],
    "skirm2": [(6, 6), (24, 14), (29, 18), (69, 43), (211, 103), (498, 194)],
    "skirm3": [(6, 6), (24, 14), (29, 18), (66, 40), (174, 81), (391, 147)],
}
BRAWL = {
    "skirm1": [(11, 11), (73, 46), (337, 161), (1540, 455), (5813, 1178)],
    "skirm2": [(8, 8), (44, 28), (176, 98), (678, 292), (2685, 854)],
    "skirm3": [(8, 8), (62, 36), (216, 94), (647, 293), (3102, 926)],
}
SPECIALISTS = [(2, 2), (28, 28), (155, 89), (773, 289), (2458, 624)]


@pytest.mark.parametrize("edition", list(CORRIDOR))
def test_positions_of_a_corridor_by_depth(edition: str) -> None:
    assert perft(corridor(edition).game, len(CORRIDOR[edition])) == CORRIDOR[edition]


@pytest.mark.parametrize("edition", list(BRAWL))
def test_positions_of_a_brawl_by_depth(edition: str) -> None:
    assert perft(brawl(edition).game, len(BRAWL[edition])) == BRAWL[edition]


def test_positions_of_specialists_by_depth() -> None:
    assert perft(specialists().game, len(SPECIALISTS)) == SPECIALISTS
