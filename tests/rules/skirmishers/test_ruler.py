"""The ruler and the previews: they tell what the rules will do, by clause, and change nothing."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import NoSuchThing
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.battle import Battle
from rules.skirmishers.forces import ALL, skirmish
from rules.skirmishers.table import Table, foe, ground, trooper

WEST: dict[str, Any] = {"degrees": 60, "heading": 6}


def reading(table: Table, start: str, end: str) -> dict[str, Any]:
    """What a ruler tells, by name; every fact must cite a clause that there is."""
    found = SKIRMISHERS.measure(table.battle, start, end)
    for fact in found.facts:
        assert SKIRMISHERS.register.find(fact.because) is not None, fact
        assert fact.text
    return {fact.name: fact.value for fact in found.facts}


def text_of(table: Table, start: str, end: str, name: str) -> str:
    facts = SKIRMISHERS.measure(table.battle, start, end).facts
    return next(fact.text for fact in facts if fact.name == name)


def shown(table: Table, text: str) -> list[Shape]:
    question = table.game.question
    assert isinstance(question, Choice)
    before = table.game.digest
    shapes = list(SKIRMISHERS.preview(table.battle, question, table.game.read(text)))
    assert table.game.digest == before
    assert all(not s.because or SKIRMISHERS.register.find(s.because) for s in shapes)
    return shapes


def labels(shapes: list[Shape], *kinds: str) -> list[str]:
    return [shape.label for shape in shapes if shape.kind in kinds]


# ---------------------------------------------------------------------- the ruler


@pytest.mark.clause("skirmishers.map.distance", "skirmishers.los.cover", "skirmishers.los.troopers")
def test_a_ruler_tells_distance_sight_and_what_is_counted_as_cover() -> None:
    board = ground(low_wall=[((3, 0), (4, 0))])
    table = Table.on(board, A=trooper((0, 0)), C=trooper((2, 0)), B=foe((6, 0)))
    found = reading(table, "A", "B")
    assert (found["distance"], found["sight"], found["cover"]) == (6, "clear", 2)
    assert text_of(table, "A", "B", "cover") == "2 obstructions: C, low wall"
    assert reading(table, "b1", "d1")["cover"] == 1  # units count between dots too


@pytest.mark.clause("skirmishers.los.obstacles", "skirmishers.los.needed")
def test_a_ruler_names_what_closes_the_line_and_where() -> None:
    table = Table.on(ground(tree=[(3, 0)]), A=trooper((0, 0)), B=foe((6, 0)))
    found = SKIRMISHERS.measure(table.battle, "A", "B")
    told = {fact.name: fact for fact in found.facts}
    assert told["sight"].value == "blocked"
    assert told["sight"].text == "no line of sight: a tree trunk is in the way, at d1"
    assert told["sight"].because == "skirmishers.los.obstacles"
    assert "cover" not in told
    assert not any(name.startswith("tn") for name in told)
    assert [shape.kind for shape in found.shapes] == ["ruler", "sight-blocked", "cut"]


@pytest.mark.clause("skirmishers.los.prone-target", "skirmishers.los.prone-both")
def test_a_ruler_looks_at_units_as_they_lie() -> None:
    board = ground(low_wall=[((4, 0), (5, 0))])
    table = Table.on(board, A=trooper((0, 0)), B=foe((5, 0), prone=True))
    assert reading(table, "A", "B")["sight"] == "blocked"
    assert reading(table, "A", "f1")["sight"] == "clear"


@pytest.mark.clause("skirmishers.fire.range", "skirmishers.los.level-higher")
def test_a_ruler_tells_levels_apart_from_dots() -> None:
    board = ground(buildings={"A": (2, [(4, 0)])})
    table = Table.on(board, A=trooper((0, 0)), B=foe((4, 0, 2)))
    found = reading(table, "A", "B")
    assert (found["distance"], found["levels"]) == (4, 2)
    assert reading(table, "B", "A")["levels"] == -2


@pytest.mark.clause("skirmishers.fire.modifier-table", "skirmishers.dice.check")
def test_a_ruler_tells_every_weapons_number_modifier_by_modifier() -> None:
    board = ground(low_wall=[((3, 0), (4, 0))])
    card: dict[str, Any] = {"secondary": "pistol", "grenades": {"hand": 1}, "full": [10]}
    table = Table.on(board, A=trooper((0, 0), **card), B=foe((9, 0)), D=foe((4, 4)))
    found = reading(table, "A", "B")
    wounds = table["A"]["mod"]
    assert found["tn"] == found["tn rifle"] == 6 + 1 + wounds
    assert found["tn pistol"] == 6 + 2 + 1 + wounds
    assert found["pistol long range"] == 2
    assert found["rifle cover"] == 1
    assert found["tn hand-grenade"] == "costs 9 AP"
    table = Table.on(board, A=trooper((0, 0)), B=foe((9, 0)))
    assert "7/12 (58 %)" in text_of(table, "A", "B", "tn rifle")


@pytest.mark.clause("skirmishers.fire.base", "skirmishers.melee.base")
def test_the_number_told_is_the_number_rolled_against() -> None:
    table = Table.on(
        ground(vegetation=[(2, 0)]),
        A=trooper((0, 0)),
        B=foe((5, 0), arc=WEST, secondary="pistol"),
    )
    told = reading(table, "B", "b1")
    assert told["arc"] == "none"
    table.move("A", (1, 0), then=["fire B"], dice="1+1")
    assert reading(table, "B", "A")["tn"] == table.need
    close = Table.on(A=trooper((0, 0)), B=foe((1, 0)))
    assert reading(close, "A", "B")["tn bayonet"] == 4


@pytest.mark.clause("skirmishers.fire.arc-and-sight", "skirmishers.arc.boundary")
def test_a_ruler_names_the_enemies_whose_arcs_cover_its_end() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST), D=foe((20, 4)))
    assert reading(table, "A", "d1")["arc"] == "B"
    assert reading(table, "A", "n1")["arc"] == "none"
    assert reading(table, "B", "A")["own arc"] == "yes"
    assert reading(table, "B", "n1")["own arc"] == "no"


@pytest.mark.clause("skirmishers.explosive.target-dot")
def test_marks_can_be_measured_and_nonsense_is_named() -> None:
    position = {"explosives": [{"by": "A", "weapon": "hand-grenade", "at": "f1", "tn": 5}]}
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0)), position=position)
    assert reading(table, "A", "token 1")["distance"] == 5
    for name in ("Z9", "token 2", "item 1", "body X", "nothing", "f99"):
        with pytest.raises(NoSuchThing, match="there is no unit"):
            SKIRMISHERS.measure(table.battle, "A", name)


# ---------------------------------------------------------------------- previews


def thrower(board: Any = None, at: Any = (5, 3), **more: Any) -> Table:
    card: dict[str, Any] = {"grenades": {"hand": 2}, "holds": "hand-grenade"}
    return Table.on(board or ground(), A=trooper((2, 3), **card), B=foe(at), **more)


@pytest.mark.clause("skirmishers.weapon.ring-damage", "skirmishers.explosive.scatter")
def test_a_throw_shows_its_rings_and_every_dot_where_it_may_fall() -> None:
    table = thrower()
    shapes = shown(table, f"throw A {table.dot(6, 3)} hand-grenade")
    centre, near = table.dot(6, 3), table.dot(5, 3)
    assert labels(shapes, "blast") == [f"{centre} 6X"]
    outer = labels(shapes, "blast-outer")
    assert len(outer) == 18
    assert sum("3X" in label for label in outer) == 6
    assert f"{near} 3X hits B" in outer
    falls = labels(shapes, "scatter")
    assert falls[0] == f"{centre} 5/6 (83 %)"  # 5 on 2D6: four dots away, B in between
    assert f"{near} 1/36 (2.8 %)" in falls
    assert len(falls) == 7


@pytest.mark.clause("skirmishers.explosive.scatter-wall", "skirmishers.explosive.obstacles")
def test_a_wall_holds_back_blast_and_scatter_in_the_preview_as_in_the_rule() -> None:
    board = ground(high_wall=[((6, 3), (7, 3))])
    table = thrower(board)
    shapes = shown(table, f"throw A {table.dot(6, 3)} hand-grenade")
    chances = {label.split()[0]: Fraction(label.split()[1]) for label in labels(shapes, "scatter")}
    assert sum(chances.values()) == 1
    assert chances[table.dot(6, 3)] == Fraction(30, 36) + Fraction(6, 36) / 6
    assert table.dot(7, 3) not in chances
    assert not any(table.dot(7, 3) in label for label in labels(shapes, "blast-outer"))


@pytest.mark.clause("skirmishers.incendiary.no-scatter", "skirmishers.incendiary.ignite")
def test_a_flamethrower_shows_what_burns_and_that_a_miss_comes_to_nothing() -> None:
    table = Table.on(
        A=trooper((0, 2), primary="flamethrower"), B=foe((5, 2)), switches=("incendiary",)
    )
    shapes = shown(table, f"throw A {table.dot(5, 2)} flamethrower")
    assert f"{table.dot(5, 2)} burns" in labels(shapes, "fire")
    assert any("no effect" in label for label in labels(shapes, "scatter"))
    assert len(labels(shapes, "scatter")) == 2


@pytest.mark.clause("skirmishers.smoke.fill", "skirmishers.smoke.grow")
def test_smoke_shows_where_it_fills_and_where_it_grows() -> None:
    card: dict[str, Any] = {"grenades": {"smoke": 1}, "holds": "smoke-grenade"}
    table = Table.on(A=trooper((2, 3), **card), B=foe((9, 3)), switches=("smoke",))
    shapes = shown(table, f"throw A {table.dot(6, 3)} smoke-grenade")
    smoke = labels(shapes, "smoke")
    assert sum(label.endswith("smoke") for label in smoke) == 7
    assert sum(label.endswith("from the next turn on") for label in smoke) == 12
    assert not labels(shapes, "blast", "blast-outer")


@pytest.mark.clause("skirmishers.large.toughness", "skirmishers.large.modifier")
def test_a_wall_aimed_at_shows_what_it_still_bears() -> None:
    board = ground(high_wall=[((6, 3), (7, 3))])
    table = thrower(board, switches=("large-targets",))
    text = f"shell A {table.dot(6, 3)}|{table.dot(7, 3)} hand-grenade"
    (wall,) = labels(shown(table, text), "structure")
    assert wall == "wall: 0 of 10 points, 6 more on target"


@pytest.mark.clause("skirmishers.arc.table", "skirmishers.arc.boundary")
def test_an_arc_shows_its_cone_and_the_number_for_each_enemy_in_it() -> None:
    table = Table.on(A=trooper((0, 3)), B=foe((5, 3)), D=foe((0, 6)))
    shapes = shown(table, "arc A 60 0")
    assert labels(shapes, "cone") == ["Rifle: 60 degrees, 2 shots"]
    assert labels(shapes, "line") == ["B: target number 6, 13/18 (72 %)"]
    assert labels(shown(table, "arc A 30 6"), "line") == []


@pytest.mark.clause("skirmishers.fire.trigger-move", "skirmishers.fire.arc-and-sight")
def test_a_way_is_marked_where_it_crosses_arcs_with_who_may_fire() -> None:
    board = ground(tree=[(7, 0)])
    table = Table.on(board, A=trooper((0, 0)), B=foe((9, 0), arc={"degrees": 30, "heading": 6}))
    shapes = shown(table, "move A a1-c1")
    assert labels(shapes, "arc") == []
    assert labels(shapes, "arc-idle")[0] == "b1 in the arc of B, without a shot"
    assert labels(shapes, "ghost") == ["A c1"]
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST), D=foe((0, 5)))
    assert labels(shown(table, "move A a1-c1"), "arc") == ["b1 B needs 6", "c1 B needs 6"]
    way = shown(table, "move A a1-a2-b2-c1")  # a way drawn by hand
    assert [shape.kind for shape in way].count("line") == 1
    assert labels(way, "line") == ["3 dots"]


@pytest.mark.clause("skirmishers.jet.fire", "skirmishers.jet.distance")
def test_a_flight_is_marked_on_every_dot_under_fire() -> None:
    card: dict[str, Any] = {"jet_pack": "worn"}
    table = Table.on(
        A=trooper((0, 0), **card), B=foe((12, 0), arc=WEST), D=foe((0, 6)), switches=("jet-packs",)
    )
    shapes = shown(table, f"fly A a1-{table.dot(7, 0)}")
    under_fire = labels(shapes, "arc")
    assert len(under_fire) == 7
    assert under_fire[0].endswith("B needs 8")  # 2 more in the air
    assert under_fire[-1].endswith("B needs 6")
    assert labels(shapes, "ghost") == [f"A {table.dot(7, 0)}"]


@pytest.mark.clause("skirmishers.fire.choice", "skirmishers.fire.trigger-move")
def test_a_shot_in_reaction_shows_its_line_and_number() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST))
    table.move("A", (1, 0))
    assert labels(shown(table, "fire B"), "line") == ["A: target number 6, 13/18 (72 %)"]
    assert shown(table, "pass") == []


@pytest.mark.clause("skirmishers.option.switches")
def test_every_option_of_whole_games_can_be_shown_and_nothing_changes() -> None:
    kinds = set()
    for seed in range(3):
        picks = Random(seed)
        game: Game[Battle] = Game(SKIRMISHERS, skirmish(ALL, rounds=2), dice=SeededDice(str(seed)))
        while isinstance(game.question, Choice):
            options = list(game.question.listed)
            if picks.random() < 0.15:
                before = game.digest
                for option in picks.sample(options, min(12, len(options))):
                    for shape in SKIRMISHERS.preview(game.battle, game.question, option):
                        kinds.add(shape.kind)
                        assert shape.points
                assert game.digest == before
            game.answer(picks.choice(options))
    assert kinds >= {"blast", "scatter", "cone", "line", "ghost", "arc"}
