"""Tracks: the rows of cells on a card, and where damage marks them.

A track is counted in bits: bit i is the i-th cell from the right, so that a trooper's cell 7 is bit
7, and a move to the right is a step to a lower bit. Everything here is arithmetic on
marks; who is hurt and what follows is told elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.memo import Memo

TROOPER_TOP = 10
BASE_AP = 8
"""`skirmishers.card.max-ap`: a regular trooper at full health."""


class Column(NamedTuple):
    """What stands under a cell: the change of AP (None: no AP at all) and the modifier."""

    ap: int | None
    mod: int


class Track(NamedTuple):
    """One kind of card. `columns[i]` belongs to bit i; `names[i]` is what is printed there."""

    top: int
    columns: tuple[Column, ...]
    names: tuple[str, ...]
    significant: int = 0  # suits: the mask of cells that cost a weapon

    def bit(self, name: str) -> int:
        """The bit of a printed cell; ValueError if there is none of that name."""
        return self.names.index(name)


# skirmishers.card.hp-track: cells 0 to 10; skirmishers.card.zero-column: no AP at all under 0
TROOPER = Track(
    TROOPER_TOP,
    (
        Column(None, 0),
        Column(-4, 3),
        Column(-3, 3),
        Column(-2, 2),
        Column(-2, 2),
        Column(-1, 2),
        Column(-1, 1),
        Column(0, 1),
        Column(0, 0),
        Column(0, 0),
        Column(0, 0),
    ),
    tuple(str(cell) for cell in range(TROOPER_TOP + 1)),
)


def current(full: int, top: int) -> int:
    """`skirmishers.card.current-hp`: right of the rightmost crossed out cell; -1 is dead."""
    return (full & -full).bit_length() - 2 if full else top


class Marks(NamedTuple):
    """Everything that damage marks: HP cells fully and partly (`skirmishers.card.marks`), the armor
    cells left (`skirmishers.armor.cells`), and plates by cell.
    """

    full: int
    part: int
    armor: int
    plates: int = 0  # advanced armor: cells still protected
    dented: int = 0  # of those the ones whose armor is partly crossed out


@Memo("the marks so far and the hit", bound=100_000)
def mark(marks: Marks, start: int, lethal: int, bludgeon: int) -> Marks:
    """Marks after one hit whose initial cell is `start`: armor first, then cells to the right.

    Points past the last cell are lost (`skirmishers.damage.past-end`). Where plates protect single
    cells there is no pool to soak anything (`skirmishers.armor.adv-replaces`).
    """
    full, part, armor, plates, dented = marks
    soaked = min(armor, lethal)  # skirmishers.armor.lethal-first
    armor -= soaked
    lethal -= soaked
    cell = start
    while lethal and cell >= 0:
        bit = 1 << cell
        if plates & bit:  # skirmishers.armor.adv-lethal
            plates, dented = (
                (plates & ~bit, dented & ~bit) if dented & bit else (plates, dented | bit)
            )
            lethal -= 1
        elif not full & bit:  # skirmishers.damage.skip: crossed cells use up nothing
            full |= bit
            part &= ~bit
            lethal -= 1
        cell -= 1
    if bludgeon and not armor:  # skirmishers.armor.bludgeon, skirmishers.damage.bludgeon-armor
        full, part = _bludgeon(full, part, plates, cell, bludgeon)
    return Marks(full, part, armor, plates, dented)


def _bludgeon(full: int, part: int, plates: int, cell: int, points: int) -> tuple[int, int]:
    """`skirmishers.damage.bludgeon-marks`: half a mark on each cell, to the right of the lethal."""
    while points and cell >= 0:
        bit = 1 << cell
        if plates & bit:  # skirmishers.armor.adv-bludgeon: ignored, but the point is used up
            points -= 1
        elif not full & bit:
            if part & bit:
                full |= bit
                part &= ~bit
            else:
                part |= bit
            points -= 1
        cell -= 1
    return full, part


def start_cell(total: int, top: int) -> int:
    """`skirmishers.damage.eleven-twelve`: a trooper's card has no 11 and 12."""
    return min(total, top)
