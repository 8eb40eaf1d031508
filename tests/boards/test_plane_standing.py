"""Quick answers of the free table against the plain ones they stand for."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.boards.plane import DIRECTIONS, Base, Stand, facing_along
from battlemat.boards.plane.shapes import Sweep, first_standing_overlap

SPAN = st.integers(-3000, 3000)
BASES = st.one_of(
    st.builds(Base.round, st.integers(1, 120)),
    st.builds(lambda n, m: Base.rectangle(2 * n, 2 * m), st.integers(1, 120), st.integers(1, 120)),
)
STANDS = st.builds(Stand, BASES, st.integers(0, 500), st.integers(0, 500), st.integers(0, 359))


@settings(max_examples=150, deadline=None)
@given(dx=SPAN, dy=SPAN)
def test_the_facing_along_a_way_is_the_nearest_of_all_360(dx: int, dy: int) -> None:
    best = max(range(360), key=lambda d: (dx * DIRECTIONS[d][0] + dy * DIRECTIONS[d][1], -d))
    assert facing_along(dx, dy) == best


@settings(max_examples=150, deadline=None)
@given(stand=STANDS, others=st.lists(STANDS, max_size=6))
def test_a_standing_base_overlaps_what_its_sweep_does(stand: Stand, others: list[Stand]) -> None:
    assert first_standing_overlap(stand, others) == Sweep.of(stand).first_overlap(others)
