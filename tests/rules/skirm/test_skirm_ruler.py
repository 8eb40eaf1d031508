"""The ruler of all three editions: what is told and drawn between two things."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemat.boards.squares import Board
from battlemat.kernel.errors import NoSuchThing
from battlemat.kernel.scene import Reading, Shape
from boards.squares_boards import board, line_of_walls
from rules.skirm.table import EDITIONS, Table, foe, gun, unit

editions = pytest.mark.parametrize("edition", EDITIONS)


def every(*clauses: str) -> pytest.MarkDecorator:
    """A clause of the same name in each edition."""
    return pytest.mark.clause(
        *(f"{edition}.{clause}" for edition in EDITIONS for clause in clauses)
    )


def read(table: Table, start: str, end: str) -> Reading:
    return table.book.measure(table.battle, start, end)


def told(table: Table, start: str = "A", end: str = "B") -> dict[str, Any]:
    """The values that a ruler tells, by the names of its facts."""
    return {fact.name: fact.value for fact in read(table, start, end).facts}


def words(table: Table, name: str, start: str = "A", end: str = "B") -> str:
    """What a ruler says of one fact."""
    return next(fact.text for fact in read(table, start, end).facts if fact.name == name)


def shapes(table: Table, kind: str, start: str = "A", end: str = "B") -> list[Shape]:
    return [shape for shape in read(table, start, end).shapes if shape.kind == kind]


def facing(
    edition: str,
    ground: Board | None,
    a: tuple[int, int],
    b: tuple[int, int],
    **others: Any,
) -> Table:
    """A and B on a board, and whoever else is named."""
    return Table.on(ground, edition=edition, A=unit(at=a), B=foe(at=b), **others)


# ---------------------------------------------------------------------- distance


@editions
@every("range.diagonal")
def test_a_diagonal_counts_as_one(edition: str) -> None:
    table = facing(edition, None, (2, 3), (7, 6))
    assert told(table)["distance"] == 5
    assert told(table, "c4", "f1")["distance"] == 3
    (ruler,) = shapes(table, "ruler")
    assert (ruler.points, ruler.label) == ([(2.5, 3.5), (7.5, 6.5)], "5")


@every("range.distance", "map.levels")
@pytest.mark.parametrize(("edition", "far"), [("skirm1", 4), ("skirm2", 4), ("skirm3", 2)])
def test_height_counts_in_the_distance_where_the_edition_says_so(edition: str, far: int) -> None:
    table = facing(edition, board(levels={(4, 3): 4}), (2, 3), (4, 3))
    facts = told(table)
    assert (facts["distance"], facts["height"]) == (far, 4)
    assert facts.get("across") == (None if far == 2 else 2)


@editions
@every("map.adjacent", "map.adjacent-height")
def test_the_ruler_says_whether_neighbours_are_adjacent(edition: str) -> None:
    table = facing(edition, board(levels={(5, 4): 1, (4, 5): 2}), (4, 4), (5, 4))
    assert told(table)["adjacent"] == "yes"
    assert told(table, "A", "e6")["adjacent"] == "no"
    assert "adjacent" not in told(table, "A", "g5")


# ---------------------------------------------------------------------- sight


@editions
@every("los.parts", "los.cross")
def test_the_ruler_says_which_wall_hides_and_where(edition: str) -> None:
    low = facing(edition, board(walls={((4, 0), (5, 0)): 1}), (0, 0), (5, 0))
    facts = told(low)
    assert (facts["sight"], facts["parts"]) == ("clear", "head")
    high = facing(edition, board(walls={((4, 0), (5, 0)): 2}), (0, 0), (5, 0))
    facts = told(high)
    assert (facts["sight"], facts["parts"]) == ("blocked", "none")
    assert words(high, "sight") == ("A does not see B: the wall of height 2 between e1 and f1")
    (cut,) = shapes(high, "cut")
    assert cut.points == [(5, 0), (5, 1)]
    assert shapes(high, "sight-blocked")[0].points == [(0.5, 0.5), (5.5, 0.5)]
    assert "cover" not in facts


@editions
@every("los.cross", "los.body")
def test_the_parts_that_are_seen_from_above_are_told(edition: str) -> None:
    def parts(x: int) -> str:
        ground = board(levels={(0, 0): 2}, walls={((x - 1, 0), (x, 0)): 1})
        return str(told(facing(edition, ground, (0, 0), (x, 0)))["parts"])

    assert (parts(3), parts(4)) == ("all", "torso and head")


@every("los.units", "los.corners")
@pytest.mark.parametrize(
    ("edition", "sight"), [("skirm1", "clear"), ("skirm2", "blocked"), ("skirm3", "blocked")]
)
def test_the_ruler_names_the_unit_in_the_way(edition: str, sight: str) -> None:
    table = facing(edition, None, (0, 0), (5, 0), C=foe(at=(3, 0)), D=unit(at=(0, 5)))
    assert told(table)["sight"] == sight
    if sight == "blocked":
        assert words(table, "sight") == "A does not see B: C in d1"
        (cut,) = shapes(table, "cut")
        assert (cut.label, cut.points[0]) == ("C", (3, 0))
    seen = facing(edition, None, (0, 0), (5, 1), C=foe(at=(3, 0)))
    assert told(seen)["sight"] == "clear"
    lines = [shape for shape in read(seen, "A", "B").shapes if shape.kind.startswith("sight")]
    assert len({tuple(shape.points[0]) for shape in lines}) == 1  # one corner ...
    assert len({tuple(shape.points[1]) for shape in lines}) == 2  # ... to two corners


@editions
@every("map.doors", "los.edge-top")
def test_a_closed_door_is_named(edition: str) -> None:
    ground = board(6, 1, doors=[((2, 0), (3, 0))])
    table = facing(edition, ground, (0, 0), (5, 0))
    assert words(table, "sight") == "A does not see B: the closed door between c1 and d1"


@editions
@every("los.one-way")
def test_the_ruler_is_laid_from_the_first_to_the_second(edition: str) -> None:
    table = facing(edition, board(6, 5, walls={((0, 0), (1, 0)): 2}), (0, 0), (3, 1))
    assert told(table, "A", "B")["sight"] == "clear"
    assert told(table, "B", "A")["sight"] == "blocked"


# ---------------------------------------------------------------------- cover


WALLED = board(walls={((4, 0), (5, 0)): 1})
FAR_WALL = board(walls=line_of_walls(0, 3, 1))


@pytest.mark.clause("skirm3.cover.terrain-side", "skirm3.cover.full-view")
@pytest.mark.clause("skirm1.cover.definition", "skirm2.cover.effect")
@pytest.mark.parametrize(
    ("ground", "first", "third"),
    [(WALLED, "yes", "yes"), (FAR_WALL, "yes", "no"), (board(), "no", "no")],
)
def test_cover_is_told_as_each_edition_has_it(ground: Board, first: str, third: str) -> None:
    found = {e: told(facing(e, ground, (0, 0), (5, 0)))["cover"] for e in EDITIONS}
    assert found == {"skirm1": first, "skirm2": "no", "skirm3": third}


@pytest.mark.clause("skirm3.cover.terrain-side", "skirm1.cover.definition")
@pytest.mark.parametrize("edition", ["skirm1", "skirm3"])
def test_what_gives_cover_is_named_and_drawn(edition: str) -> None:
    table = facing(edition, WALLED, (0, 0), (5, 0))
    assert words(table, "cover") == "B is in cover: the wall of height 1 between e1 and f1"
    assert shapes(table, "cover")[0].points == [(5, 0), (5, 1)]
    assert len(shapes(table, "sight-obstructed")) == 2
    assert told(table, "A", "f1")["cover"] == "yes"  # the square as well as who stands in it
    assert told(table, "a1", "B")["cover"] == "yes"


@pytest.mark.clause("skirm3.cover.corner-choice")
def test_cover_asks_for_every_corner() -> None:
    assert told(facing("skirm3", WALLED, (0, 3), (5, 0)))["cover"] == "yes"
    assert told(facing("skirm3", WALLED, (0, 4), (5, 0)))["cover"] == "no"


@pytest.mark.clause("skirm1.cover.units", "skirm1.los.units", "skirm3.cover.units")
def test_agents_in_between_give_cover_in_the_first_edition() -> None:
    table = facing("skirm1", None, (0, 0), (5, 0), C=foe(at=(3, 0)))
    assert told(table)["cover"] == "yes"
    assert words(table, "cover") == "B is in cover: C in d1"


# ---------------------------------------------------------------------- weapons


@editions
@every("range.limit", "weapon.range")
def test_the_weapons_that_reach_are_told(edition: str) -> None:
    arms = [gun("rifle", "RG6"), gun("pistol", "RG3"), gun("cannon")]

    def reach(x: int) -> Any:
        table = Table.on(edition=edition, A=unit(at=(0, 0), weapons=arms), B=foe(at=(x, 4)))
        return told(table)["range"]

    assert (reach(3), reach(6), reach(7)) == ("rifle, cannon", "rifle, cannon", "cannon")
    near = Table.parse("A . . B", edition=edition, A=unit(weapons=arms), B=foe())
    assert told(near)["range"] == "rifle, pistol, cannon"


@editions
@every("combat.ranged-target", "combat.min-distance", "los.corners")
def test_whether_a_target_is_valid_is_told_with_its_clause(edition: str) -> None:
    def target(drawing: str, ground: Board | None = None, special: str = "") -> Any:
        arms = [gun(special=special)]
        more = {"ground": ground} if ground else {}
        table = Table.parse(drawing, edition=edition, A=unit(weapons=arms), B=foe(), **more)
        return told(table)["target"]

    assert target("A . . B") == "valid"
    assert target("A . . B", special="RG2") == "range"
    assert target("A . . B", board(4, 1, walls={((1, 0), (2, 0)): 2})) == "corners"
    assert target("A B") == ("min-distance" if edition == "skirm1" else "engaged")


@editions
@every("combat.high-ground")
def test_the_dice_of_a_shot_are_told_with_what_changes_them(edition: str) -> None:
    ground = board(6, 1, levels={(0, 0): 2})
    table = Table.on(
        ground,
        edition=edition,
        A=unit(at=(0, 0), rsk=3, weapons=[gun(skl=3)]),
        B=foe(at=(5, 0)),
    )
    assert words(table, "target") == "Rifle: 2 dice, 4 or less (high ground +1)"


@editions
@every("combat.melee-target")
def test_whether_a_melee_is_possible_is_told(edition: str) -> None:
    table = Table.parse("A B", edition=edition, A=unit(), B=foe())
    assert told(table)["melee"] == "yes"
    wall = board(2, 1, walls={((0, 0), (1, 0)): 2})
    parted = Table.parse("A B", edition=edition, ground=wall, A=unit(), B=foe())
    assert (told(parted)["melee"], told(parted)["adjacent"]) == ("no", "no")


# ---------------------------------------------------------------------- squares and objectives


@editions
@every("move.difficult", "move.allowance")
def test_the_cost_of_a_way_is_told(edition: str) -> None:
    ground = board(5, 1, difficult=[(1, 0)], impassable=[(4, 0)])
    table = Table.on(ground, edition=edition, A=unit(at=(0, 0)))
    assert told(table, "A", "d1")["move"] == 4
    assert words(table, "move", "A", "d1") == "the way to d1 costs 4; a Move of A covers 3"
    assert told(table, "A", "e1")["move"] == "none"


@editions
@every("weapon.explode-empty")
def test_whether_a_square_may_be_aimed_at_is_told(edition: str) -> None:
    arms = [gun("rifle"), gun("mortar", "XPL RG4")]
    table = Table.on(edition=edition, A=unit(at=(0, 0), weapons=arms), B=foe(at=(11, 11)))
    assert told(table, "A", "d1")["target"] == "valid"
    assert told(table, "A", "f1")["target"] == "range"
    assert told(table, "A", "d1")["range"] == "mortar"  # a rifle is never aimed at a square


@editions
@every("objective.control")
def test_who_controls_an_objective_is_told(edition: str) -> None:
    goals = [{"id": "relay", "name": "Relay", "square": "c1"}]
    marks = [{"id": "core", "name": "Core", "square": "d1"}]
    table = Table.parse(
        "A . B .", edition=edition, A=unit(), B=foe(), objectives=goals, markers=marks
    )
    for name in ("relay", "objective relay", "objective-relay", "Relay"):
        assert told(table, "A", name)["control"] == "blue"
        assert told(table, "A", name)["distance"] == 2
    assert told(table, "core", "A")["distance"] == 3
    assert told(table, "marker-core", "A")["distance"] == 3


# ---------------------------------------------------------------------- names


@pytest.mark.clause("skirm3.map.coordinates")
def test_a_unit_goes_before_the_square_of_its_name() -> None:
    table = Table.on(A1=unit(at=(5, 5)), B=foe(at=(9, 9)))
    assert told(table, "A1", "f6")["distance"] == 0
    assert told(table, "a1", "f6")["distance"] == 5
    assert told(table, "(0,0)", "@5.9,5.2")["distance"] == 5


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Q7", "there is no 'Q7' on the map; name a unit (R1), a square (c4) or a marker"),
        ("z99", "there is no 'z99' on the map"),
        ("C", "C is not on the map (Out)"),
        ("objectve-relay", "did you mean 'objective relay'?"),
        ("@99,0", "@99,0 lies beyond the edge of the map, which has 12 by 12 squares"),
        ("@1e308,0", "lies beyond the edge"),
        ("", "there is no '' on the map"),
    ],
)
def test_a_name_that_means_nothing_is_answered_with_what_it_could_be(name: str, hint: str) -> None:
    table = Table.on(
        A=unit(at=(0, 0)),
        B=foe(at=(5, 5)),
        C=foe(state="out"),
        objectives=[{"id": "relay", "name": "Relay", "square": "c1"}],
    )
    for ends in (("A", name), (name, "A")):
        with pytest.raises(NoSuchThing) as wrong:
            read(table, *ends)
        assert hint in str(wrong.value)


NAMES = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"\A(A|B|@|\(|objective)?[-a-z]?[\d.,@()-]{0,12}\Z"),
    st.just("a" + "9" * 5000),
    st.just("(" + "9" * 5000 + ",1)"),
    st.just("@" + "9" * 5000 + ",1"),
)
NEAR = facing("skirm3", WALLED, (0, 0), (5, 0))


@given(NAMES)
def test_whatever_is_named_is_measured_or_told_to_be_nothing(name: str) -> None:
    for ends in ((name, "A"), ("A", name)):
        try:
            reading = read(NEAR, *ends)
        except NoSuchThing:
            continue
        assert reading.facts[0].name == "distance"


@editions
@every("setup.open-information")
def test_measuring_changes_nothing_and_every_fact_cites_a_clause(edition: str) -> None:
    table = facing(edition, WALLED, (0, 0), (5, 0), C=foe(at=(3, 0)), D=unit(at=(1, 1)))
    before = table.battle.key()
    for start in ("A", "B", "C", "D", "c4", "l12"):
        for end in ("A", "B", "C", "D", "c4", "l12"):
            reading = read(table, start, end)
            names = [fact.name for fact in reading.facts]
            assert (names[0], len(set(names))) == ("distance", len(names))
            cited = [fact.because for fact in reading.facts]
            cited += [shape.because for shape in reading.shapes]
            assert all(clause.startswith(edition) for clause in cited)
            assert all(table.book.register.find(clause) for clause in cited)
    assert table.battle.key() == before
