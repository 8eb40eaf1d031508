"""The ruler: what is told and drawn between two things."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import NoSuchThing
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.table import Table, mission, model, objective, tank, unit, weapon

WALL = {"name": "wall", "keyword": "impassable", "height": 300, "sight": "solid"}
LOW = {"name": "low wall", "keyword": "barrier", "height": 60, "sight": "solid"}
WOOD = {"name": "wood", "keyword": "slow", "height": 300, "sight": "sparse"}


def told(table: Table, start: str, end: str) -> dict[str, Any]:
    """The values that a ruler tells, by the names of its facts."""
    return {fact.name: fact.value for fact in OPENFIRE.measure(table.battle, start, end).facts}


def words(table: Table, start: str, end: str, name: str) -> str:
    """What a ruler says of one fact."""
    facts = OPENFIRE.measure(table.battle, start, end).facts
    return next(fact.text for fact in facts if fact.name == name)


def pair(one: tuple[int, ...], two: tuple[int, ...], *parts: dict[str, Any], **more: Any) -> Table:
    """R1 and B1, one plain soldier each, and some terrain."""
    return Table(at={"R1": one, "B1": two}, parts=parts, **more)


# ---------------------------------------------------------------------- distance


@pytest.mark.clause("openfire.geometry.gap", "openfire.measure.base-to-base")
def test_distance_runs_from_base_to_base() -> None:
    table = pair((1000, 1000), (1300, 1400))
    assert told(table, "R1", "B1")["distance"] == 4.0
    ruler = OPENFIRE.measure(table.battle, "R1", "B1").shapes[0]
    assert (ruler.kind, ruler.label) == ("ruler", '4.00"')
    assert ruler.points == [(10.3, 37.6), (12.7, 34.4)]  # from rim to rim, y from the north


@pytest.mark.clause("openfire.geometry.gap")
def test_distance_to_a_footprint_runs_to_its_nearest_edge() -> None:
    table = Table(blue=[unit("B1", tank())], at={"R1": (1000, 1000), "B1": (1400, 1000)})
    assert told(table, "R1.1", "B1.1")["distance"] == 1.5
    assert told(table, "B1.1", "R1.1")["distance"] == 1.5
    ruler = OPENFIRE.measure(table.battle, "R1.1", "B1.1").shapes[0]
    assert ruler.points == [(10.5, 38.0), (12.0, 38.0)]


@pytest.mark.clause("openfire.measure.unit-to-unit")
def test_the_distance_of_units_is_that_of_their_nearest_models() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1", model(), model())],
        {"R1": [(1000, 1000), (1200, 1000)], "B1": [(2400, 1000), (2200, 1000)]},
    )
    assert told(table, "R1", "B1")["distance"] == 9.0
    assert told(table, "R1.1", "B1")["distance"] == 11.0
    assert told(table, "R1.1", "B1.1")["distance"] == 13.0


# ---------------------------------------------------------------------- sight


@pytest.mark.clause("openfire.los.unobscured", "openfire.los.blocked", "openfire.los.sight-line")
def test_the_ruler_says_what_blocks_sight_and_where() -> None:
    table = pair((1000, 1000), (2000, 1000), {**WALL, "box": [1480, 900, 1520, 1100]})
    assert told(table, "R1", "B1")["sight"] == "blocked"
    assert words(table, "R1", "B1", "sight") == "R1.1 sees nothing of B1; in the way: wall"
    shapes = OPENFIRE.measure(table.battle, "R1", "B1").shapes
    assert [shape.kind for shape in shapes].count("sight-blocked") == 3
    (cut,) = [shape for shape in shapes if shape.kind == "cut"]
    assert cut.label == "wall"
    assert cut.points[0][0] == 14.8  # where the line runs into the wall


@pytest.mark.clause("openfire.los.unobscured", "openfire.los.obstructed")
def test_a_low_wall_before_the_target_obstructs() -> None:
    table = pair((1000, 1000), (2000, 1000), {**LOW, "box": [1900, 900, 1940, 1100]})
    assert told(table, "R1.1", "B1.1")["sight"] == "obstructed"
    assert "3 of 9 sight lines" in words(table, "R1.1", "B1.1", "sight")
    near = pair((1000, 1000), (2000, 1000), {**LOW, "box": [1060, 900, 1100, 1100]})
    assert told(near, "R1.1", "B1.1")["sight"] == "clear"


@pytest.mark.clause("openfire.los.unobscured", "openfire.los.sparse")
def test_a_wood_obstructs_and_the_ruler_marks_where_it_begins() -> None:
    table = pair((1000, 1000), (2000, 1000), {**WOOD, "box": [1480, 900, 1620, 1100]})
    assert told(table, "R1", "B1")["sight"] == "obstructed"
    shapes = OPENFIRE.measure(table.battle, "R1", "B1").shapes
    (cut,) = [shape for shape in shapes if shape.kind == "cut"]
    assert (cut.label, cut.because) == ("wood", "openfire.los.sparse")


@pytest.mark.clause("openfire.los.vehicle-half")
@pytest.mark.parametrize(
    ("height", "state"),
    [(100, "clear"), (101, "clear"), (110, "obstructed"), (200, "blocked")],
)
def test_a_vehicle_is_clear_until_more_than_half_of_it_is_hidden(height: int, state: str) -> None:
    table = Table(
        blue=[unit("B1", tank())],
        at={"R1": (1000, 1000), "B1": (2000, 1000)},
        parts=[{**WALL, "height": height, "box": [1700, 700, 1740, 1300]}],
    )
    assert told(table, "R1.1", "B1.1")["sight"] == state
    assert told(table, "R1", "B1")["sight"] == state


@pytest.mark.clause("openfire.los.from-high-ground")
def test_who_stands_back_from_an_edge_is_partly_hidden_from_below() -> None:
    table = Table(
        at={"R1": (1000, 1000), "B1": (2300, 1000)},
        areas=[{"name": "hill", "level": 1, "climbable": [0], "box": [1800, 500, 2600, 1500]}],
    )
    assert told(table, "R1", "B1")["sight"] == "obstructed"
    assert "in the way: hill" in words(table, "R1", "B1", "sight")
    assert told(table, "B1", "R1")["sight"] == "clear"


@pytest.mark.clause("openfire.los.clear", "openfire.los.third")
def test_the_ruler_tells_a_model_from_its_unit() -> None:
    table = Table(
        blue=[unit("B1", model(), model(), model())],
        at={"R1": (1000, 1000), "B1": [(2000, 1000), (2000, 1150), (2000, 1300)]},
        parts=[{**WALL, "box": [1900, 900, 1940, 1220]}],
    )
    assert told(table, "R1", "B1")["sight"] == "clear"
    assert "of 3 models 1 in full view, 0 in part; in the way: wall" in words(
        table, "R1", "B1", "sight"
    )
    hidden = told(table, "R1.1", "B1.1")
    assert (hidden["sight"], hidden["unit sight"]) == ("blocked", "clear")
    kinds = [shape.kind for shape in OPENFIRE.measure(table.battle, "R1", "B1").shapes]
    assert (kinds.count("sight-clear"), kinds.count("sight-blocked")) == (1, 2)


@pytest.mark.clause("openfire.los.viewer")
def test_of_a_whole_unit_the_best_viewer_looks() -> None:
    table = Table(
        [unit("R1", model(), model())],
        at={"R1": [(1000, 1000), (1000, 1400)], "B1": (2000, 1300)},
        parts=[{**WALL, "box": [1100, 700, 1140, 1180]}],
    )
    assert told(table, "R1.1", "B1")["sight"] == "blocked"
    assert told(table, "R1", "B1")["sight"] == "clear"
    assert words(table, "R1", "B1", "sight").startswith("R1.2 sees B1")


def test_a_point_looks_as_the_active_leader_would_from_there() -> None:
    wall = {**WALL, "box": [1480, 900, 1520, 1100]}
    table = pair((1000, 1000), (2000, 1000), wall, active=("R1", "move"))
    assert told(table, "10.00,13.00", "B1")["sight"] == "clear"
    assert words(table, "10.00,13.00", "B1", "sight").startswith(
        "R1.1, if it stood at 10.00,13.00, sees B1"
    )
    assert told(table, "R1", "20.00,10.00")["sight"] == "blocked"  # the ground there
    assert "sight" not in told(pair((1000, 1000), (2000, 1000)), "10.00,13.00", "B1")


# ---------------------------------------------------------------------- enemies


@pytest.mark.clause("openfire.geometry.level-inch")
def test_height_counts_in_the_distance() -> None:
    table = Table(
        at={"R1": (1000, 1000), "B1": (1500, 1000)},
        areas=[{"name": "roof", "level": 2, "box": [1440, 900, 1700, 1100]}],
    )
    facts = told(table, "R1", "B1")
    assert (facts["distance"], facts["height"]) == (5.0, 3.0)


@pytest.mark.clause("openfire.assault.range", "openfire.facing.assault-front")
def test_assault_range_includes_exactly_one_inch() -> None:
    near = told(pair((1000, 1000), (1200, 1000)), "R1", "B1")
    assert (near["distance"], near["assault"], near["arc"]) == (1.0, "yes", "front")
    assert told(pair((1000, 1000), (1201, 1000)), "R1", "B1")["assault"] == "no"


@pytest.mark.clause("openfire.facing.origin-exact", "openfire.facing.left-right")
@pytest.mark.parametrize(
    ("at", "arc"),
    [
        ((4000, 4070), "front"),
        ((4000, 4071), "left"),
        ((2000, 3930), "left"),
        ((2000, 3929), "rear"),
        ((2000, 2070), "right"),
    ],
)
def test_the_arc_is_the_one_that_an_attack_comes_from(at: tuple[int, int], arc: str) -> None:
    assert told(pair(at, (3000, 3000, 0)), "R1", "B1")["arc"] == arc


@pytest.mark.clause("openfire.facing.arcs", "openfire.special.vulnerable")
def test_the_arcs_of_a_vulnerable_target_are_drawn() -> None:
    table = Table(
        blue=[unit("B1", tank(special=["Vehicle", "Vulnerable (Rear Arc)"]))],
        at={"R1": (1000, 3000, 90), "B1": (3000, 3000, 0)},
    )
    facts = told(table, "R1", "B1")
    assert (facts["arc"], facts["lies"]) == ("rear", "right")
    assert "Vulnerable" in words(table, "R1", "B1", "arc")
    kinds = [shape.kind for shape in OPENFIRE.measure(table.battle, "R1", "B1").shapes]
    assert kinds.count("arc") == 4


@pytest.mark.clause("openfire.target.screen-exact", "openfire.target.screened")
@pytest.mark.parametrize(
    ("y", "height", "target"),
    [(1000, 120, "screened"), (1074, 120, "screened"), (1076, 120, "valid"), (1000, 800, "valid")],
)
def test_the_ruler_says_who_screens_a_target(y: int, height: int, target: str) -> None:
    table = Table(
        [unit("R1", model(base={"radius": 50, "height": height})), unit("R2")],
        at={"R1": (1000, 1000), "R2": (1500, y), "B1": (2000, 1000)},
    )
    assert told(table, "R1", "B1")["target"] == target
    assert told(table, "R1", "B1")["sight"] == "clear"  # units never change sight
    if target == "screened":
        assert words(table, "R1", "B1", "target") == "R2 screens B1 from R1.1"
    screens = [s for s in OPENFIRE.measure(table.battle, "R1", "B1").shapes if s.kind == "screen"]
    assert [shape.label for shape in screens] == ["R2 screens"] * (target == "screened")


@pytest.mark.clause("openfire.target.own-assault", "openfire.target.friend-assault")
def test_the_ruler_says_which_assault_keeps_a_target_from_being_chosen() -> None:
    table = Table(
        [unit("R1"), unit("R2")],
        [unit("B1"), unit("B2")],
        {"R1": (1000, 1000), "R2": (1000, 3000), "B1": (1200, 1000), "B2": (2000, 2000)},
    )
    assert told(table, "R1", "B1")["target"] == "valid"
    assert told(table, "R1", "B2")["target"] == "own-assault"
    assert told(table, "R2", "B1")["target"] == "friend-assault"


@pytest.mark.clause("openfire.range.nearest-visible", "openfire.range.per-model")
def test_range_is_measured_to_the_nearest_model_in_sight() -> None:
    table = Table(
        blue=[unit("B1", model(), model(special=["Skirmishers"]))],
        at={"R1": (1000, 1000), "B1": [(2100, 1000), (2100, 1700)]},
        parts=[{**WALL, "box": [1900, 900, 1940, 1100]}],
        weapons={"rifle": weapon(rng=12)},
    )
    facts = told(table, "R1", "B1")
    assert (facts["distance"], facts["range"]) == (10.0, "none")
    assert words(table, "R1", "B1", "range") == "Rifle (12) does not reach"


@pytest.mark.clause("openfire.range.min-max")
def test_a_weapon_with_a_minimum_does_not_reach_what_is_nearer() -> None:
    weapons = {"mortar": weapon(rng=[8, 36])}
    red = [unit("R1", model(weapons=["rifle", "mortar"]))]
    near = Table(red, at={"R1": (1000, 1000), "B1": (1899, 1000)}, weapons=weapons)
    assert told(near, "R1", "B1")["range"] == "rifle"
    assert "Rifle (8-36) does not reach" in words(near, "R1", "B1", "range")
    far = Table(red, at={"R1": (1000, 1000), "B1": (1900, 1000)}, weapons=weapons)
    assert told(far, "R1", "B1")["range"] == "rifle, mortar"


@pytest.mark.clause("openfire.weapon.rapid-fire")
def test_range_tells_the_dice_that_half_the_distance_gives() -> None:
    weapons = {"rifle": weapon(rng=24, special=["Rapid Fire"])}
    near = pair((1000, 1000), (2300, 1000), weapons=weapons)
    assert words(near, "R1", "B1", "range") == "Rifle reaches: R1.1 at 12.00 with 2 dice"
    far = pair((1000, 1000), (2301, 1000), weapons=weapons)
    assert words(far, "R1", "B1", "range") == "Rifle reaches: R1.1 at 12.01"


# ---------------------------------------------------------------------- comrades, markers, ground


@pytest.mark.clause("openfire.formation.range", "openfire.formation.sight")
def test_formation_is_measured_from_the_leader() -> None:
    def kept(x: int, *parts: dict[str, Any]) -> Any:
        red = [unit("R1", model(), model())]
        at = {"R1": [(1000, 1000), (x, 1000)], "B1": (4000, 4000)}
        return told(Table(red, at=at, parts=parts), "R1.1", "R1.2")["formation"]

    assert (kept(1500), kept(1501)) == ("in", "far")
    assert kept(1400, {**WALL, "box": [1180, 800, 1220, 1200]}) == "unseen"


@pytest.mark.clause("openfire.formation.height")
def test_formation_counts_an_inch_for_each_level() -> None:
    for level, kept in ((1, "in"), (2, "far")):
        table = Table(
            [unit("R1", model(), model())],
            at={"R1": [(1000, 1000), (1400, 1000)], "B1": (4000, 4000)},
            areas=[{"name": "hill", "level": level, "box": [1300, 800, 1600, 1200]}],
        )
        assert told(table, "R1.1", "R1.2")["formation"] == kept


@pytest.mark.clause("openfire.objective.marker", "openfire.objective.secure-who")
def test_the_ruler_says_whether_an_objective_can_be_secured() -> None:
    def secured(x: int, **at: Any) -> dict[str, Any]:
        places = {"R1": (x, 2400), "B1": (4000, 4000), **at}
        return told(
            Table(at=places, mission=mission(objectives=[objective()])), "R1", "objective 1"
        )

    near, far = secured(2171), secured(2170)
    assert (near["distance"], near["secure"], near["control"]) == (1.0, "yes", "yes")
    assert (far["distance"], far["secure"], far["control"]) == (1.01, "no", "yes")
    assert secured(2171, B1=(2600, 2400))["secure"] == "contested"
    assert secured(1670)["control"] == "no"
    assert (
        told(Table(at={"R1": (2171, 2400)}, mission=mission(objectives=[objective()])), "1", "R1")[
            "secure"
        ]
        == "yes"
    )


@pytest.mark.clause("openfire.transport.embark", "openfire.special.inspiring")
def test_the_ruler_says_who_may_embark_and_who_is_inspired() -> None:
    carrier = unit("R2", tank(special=["Vehicle", "Transport (4)", "Inspiring Presence"]))
    table = Table(
        [unit("R1"), carrier], at={"R1": (1000, 1000), "R2": (1350, 1000), "B1": (4000, 4000)}
    )
    facts = told(table, "R1", "R2")
    assert (facts["embark"], facts["inspired"]) == ("yes", "yes")
    far = Table(
        [unit("R1"), carrier], at={"R1": (1000, 1000), "R2": (2500, 1000), "B1": (4000, 4000)}
    )
    facts = told(far, "R1", "R2")
    assert (facts["embark"], facts["inspired"]) == ("no", "no")


@pytest.mark.clause("openfire.reserve.deploy", "openfire.geometry.point-objects")
def test_the_ruler_says_what_is_near_enough_to_an_entry_point() -> None:
    table = pair((1000, 1000), (4000, 4000))
    assert told(table, "6.00,24.00", "entry-red-w")["deploy"] == "yes"
    assert told(table, "6.01,24.00", "entry-red-w")["deploy"] == "no"


@pytest.mark.clause("openfire.setup.keywords-known")
def test_the_ruler_names_the_ground_it_is_laid_to() -> None:
    table = Table(
        at={"R1": (1000, 1000), "B1": (4250, 4250)},
        parts=[{**WOOD, "box": [1200, 900, 1600, 1100]}],
        areas=[{"name": "hill", "level": 1, "box": [4000, 4000, 4500, 4500]}],
    )
    assert told(table, "R1", "wood") == {"distance": 1.5, "terrain": "slow"}
    assert told(table, "B1", "hill") == {"distance": 0.0, "terrain": "level 1"}


@pytest.mark.clause("openfire.measure.free")
def test_measuring_changes_nothing_and_every_fact_cites_a_clause() -> None:
    table = Table(
        [unit("R1", model(), model()), unit("R2", tank(special=["Vehicle", "Transport (4)"]))],
        at={"R1": [(1000, 1000), (1150, 1000)], "R2": (500, 2000), "B1": (2000, 1000)},
        parts=[{**LOW, "box": [1900, 900, 1940, 1100]}],
        mission=mission(objectives=[objective()]),
    )
    before = table.battle.key()
    names = ["R1", "R1.2", "R2", "B1", "objective 1", "entry blue e", "low wall", "@3,4"]
    for start in names:
        for end in names:
            reading = OPENFIRE.measure(table.battle, start, end)
            assert reading.facts[0].name == "distance"
            told_names = [fact.name for fact in reading.facts]
            assert len(set(told_names)) == len(told_names)
            cited = [fact.because for fact in reading.facts]
            cited += [shape.because for shape in reading.shapes]
            assert all(OPENFIRE.register.find(clause) for clause in cited)
    assert table.battle.key() == before


# ---------------------------------------------------------------------- names


@pytest.mark.clause("openfire.measure.free")
def test_everything_on_the_table_can_be_measured_by_its_name() -> None:
    table = pair(
        (1000, 1000),
        (4000, 4000),
        {**WALL, "box": [1150, 900, 1200, 1100]},
        mission=mission(objectives=[objective(at=(1000, 1229))]),
    )
    assert told(table, "R1", "wall")["distance"] == 1.0
    assert told(table, "R1", "12.00,10.00")["distance"] == 1.5
    assert told(table, "R1", "@12,38")["distance"] == 1.5
    for name in ("objective 1", "objective-1", "1", "Relay", "relay"):
        assert told(table, "R1", name)["distance"] == 1.0
    for name in ("entry red w", "entry-red-w"):
        assert told(table, "12.00,24.00", name)["distance"] == 12.0


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("R9", "there is no 'R9' on the table; name a model (R1.2)"),
        ("R1.4", "R1 has no model '4': its models are 1 to 1"),
        ("R1.x", "R1 has no model 'x'"),
        ("B2", "B2 is not on the table (reserve)"),
        ("objectve-1", "did you mean 'objective 1'?"),
        ("nonsense", "name a model (R1.2), a unit (R1), a marker"),
        ("99.00,1.00", "99.00,1.00 lies beyond the edge of the table, which is 48 by 48"),
        ("@1e308,0", "lies beyond the edge of the table"),
        ("@nan,0", "there is no '@nan,0' on the table"),
        ("", "there is no '' on the table"),
    ],
)
def test_a_name_that_means_nothing_is_answered_with_what_it_could_be(name: str, hint: str) -> None:
    table = Table(
        blue=[unit("B1"), unit("B2")],
        at={"R1": (1000, 1000), "B1": (2000, 1000)},
        mission=mission(objectives=[objective()]),
    )
    for ends in (("R1", name), (name, "R1")):
        with pytest.raises(NoSuchThing) as wrong:
            OPENFIRE.measure(table.battle, *ends)
        assert hint in str(wrong.value)


@pytest.mark.clause("openfire.weapon.one-use")
def test_a_weapon_that_is_used_up_has_no_range() -> None:
    weapons = {"rocket": weapon(name="Rocket", special=["One Use"])}
    table = Table(
        [unit("R1", model(weapons=["rocket"]))],
        at={"R1": (1000, 1000), "B1": (2000, 1000)},
        weapons=weapons,
        active=("R1", "attack"),
    )
    assert told(table, "R1", "B1")["range"] == "rocket"
    table.play("attack R1 rocket:1>B1", dice="1")
    assert told(table, "R1", "B1")["range"] == "none"
    assert not [s for s in OPENFIRE.overlays(table.battle, "R1.1") if s.kind == "range"]
