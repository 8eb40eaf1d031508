"""What screens and machines get: scenes, handles, refusals with a hint, and advice."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.dots import dot_name
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Roll
from battlemat.kernel.record import read, record, resume
from battlemat.kernel.scene import as_json
from battlemat.packs.setups import build_setup
from battlemat.players import registry
from battlemat.rulebooks.skirmishers.chapters.activation import End
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import check
from battlemat.rulebooks.skirmishers.chapters.moving.movement import Move
from battlemat.rulebooks.skirmishers.chapters.moving.ways import Ways
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.screen import drawing, scene
from battlemat.rulebooks.skirmishers.screen.drawing import point
from rules.skirmishers.table import Table, foe, ground, trooper
from sampling import by_time

WEST: dict[str, Any] = {"degrees": 60, "heading": 6}


def choice_of(table: Table) -> Choice:
    question = table.game.question
    assert isinstance(question, Choice)
    return question


@pytest.mark.clause(
    "skirmishers.arc.table",
    "skirmishers.incendiary.fire-cover",
    "skirmishers.map.dot-features",
    "skirmishers.map.building-shell",
)
def test_the_scene_draws_arcs_fire_smoke_tokens_and_bodies() -> None:
    table = Table.on(
        ground(buildings={"A": (1, [(6, 4)])}, door=[((6, 4), (7, 4))], tree=[(3, 3)]),
        A=trooper((0, 0)),
        B=foe((9, 0), arc=WEST),
        D=foe((4, 4), full=[0]),
        switches=("incendiary", "smoke"),
        position={
            "fire": ["c3"],
            "smoke": [{"at": "n7", "side": "red"}],
            "explosives": [{"by": "A", "weapon": "hand-grenade", "at": "f4", "tn": 5}],
        },
    )
    scene = SKIRMISHERS.scene(table.battle)
    assert scene.grid == "dots"
    assert {shape.kind for shape in scene.shapes} >= {"tree", "building", "door-open", "high-wall"}
    assert all(shape.because for shape in scene.shapes)
    assert [line.kind for line in scene.lines] == ["arc"]
    assert sum(zone.kind == "smoke" for zone in scene.zones) == 7
    assert sum(zone.kind == "fire" for zone in scene.zones) == 1
    assert {mark.kind for mark in scene.marks} == {"body", "explosive"}
    assert as_json(scene)["pieces"][0]["place"] == "a1"
    assert len({spot.name for spot in scene.spots}) == len(scene.spots)


@pytest.mark.clause("skirmishers.fire.trigger-move")
def test_a_moves_handle_carries_every_dot_of_its_way() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc={"degrees": 30, "heading": 6}))
    choice = choice_of(table)
    option = next(o for o in choice.listed if table.game.write(o) == "move A a1-e1")
    handle = SKIRMISHERS.handle(table.battle, choice, option)
    assert handle.path[0] == point(table.board, 0)
    assert handle.path[-1] == handle.at == point(table.board, 4)
    assert (handle.cost, handle.place, handle.piece) == ("4 AP", "e1", "A")
    assert len(handle.path) == 5


@pytest.mark.clause("skirmishers.move.step")
def test_the_way_chosen_avoids_arcs_where_that_costs_nothing() -> None:
    table = Table.on(
        A=trooper((0, 2)), B=foe((4, 0), arc={"degrees": 30, "heading": 3}), C=foe((20, 4))
    )
    arc = table.board.arc(table.unit("B").place, 3, 30)
    question = choice_of(table)
    for option in question.listed:
        if isinstance(option, Move):
            way = SKIRMISHERS.handle(table.battle, question, option).path
            assert len(way) >= 2
    direct = [(q, 2) for q in range(1, 7)]
    crossed = sum(arc >> table.board.place(table.dot(*dot)) & 1 for dot in direct)
    table.play(f"move A {table.dot(0, 2)}-{table.dot(6, 2)}")
    asked = 0
    while table.asks == "blue reaction":
        asked += 1
        table.play("pass")
    assert asked <= crossed
    assert table.at("A") == (6, 2)


@pytest.mark.clause("skirmishers.move.occupied", "skirmishers.move.afford")
def test_an_impossible_way_is_refused_with_its_clause() -> None:
    table = Table.on(A=trooper((0, 0)), A2=trooper((2, 0)), B=foe((9, 0)))
    assert table.refuses("move A a1-b1-c1") == "skirmishers.move.occupied"
    assert table.refuses("move A a1-b1-d1") == "skirmishers.move.step"
    assert table.refuses(f"move A a1-{table.dot(12, 0)}") == "skirmishers.move.afford"
    with pytest.raises(Refused, match="did you mean"):
        table.game.read("mvoe A a1-b1")


@pytest.mark.clause("skirmishers.fire.choice")
def test_a_record_with_a_drawn_way_replays_to_the_same_game() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST))
    table.move("A", (1, 0), (1, 1), (2, 0), then=["fire B", "pass", "pass"], dice="6+6 5+5")
    text = record(table.game).write()
    assert "move A a1-b1-b2-c1" in text
    again: Game[Any] = resume(SKIRMISHERS, read(text))
    assert again.digest == table.game.digest


@pytest.mark.clause("skirmishers.action.drop")
def test_machines_are_not_advised_to_throw_things_away() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0)), spent=8, walked=8)
    assert table.options("drop")
    advised = SKIRMISHERS.advise(table.battle, choice_of(table))
    assert list(advised) == [End(0)]


@pytest.mark.clause("skirmishers.victory.last-side")
def test_a_won_game_is_worth_more_than_any_other() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), full=[1]))
    assert SKIRMISHERS.worth(table.battle, "red") > 500
    assert SKIRMISHERS.worth(table.battle, "blue") < -500


@pytest.mark.clause("skirmishers.arc.levels")
def test_overlays_show_reach_sight_and_threat() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST))
    kinds = {shape.kind for shape in SKIRMISHERS.overlays(table.battle, "A")}
    assert kinds == {"reach", "sight", "threat"}
    assert SKIRMISHERS.overlays(table.battle, "nobody") == []


def label_of(text: str, heading: int) -> str:
    """How a move is offered while an enemy covers that way."""
    watch = {"degrees": 30, "heading": heading}
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=watch), D=foe((5, 5)))
    choice = choice_of(table)
    option = next(o for o in choice.listed if table.game.write(o) == text)
    return SKIRMISHERS.handle(table.battle, choice, option).label


@pytest.mark.clause("skirmishers.fire.trigger-move", "skirmishers.arc.table")
def test_a_moves_label_names_the_enemies_whose_arcs_it_crosses() -> None:
    assert label_of("move A a1-e1", heading=6) == "Move to e1, through the arc of B"
    assert label_of("move A a1-e1", heading=0) == "Move to e1"


def test_a_move_is_drawn_by_the_battle_as_it_stands_and_not_as_it_stood() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0)), D=foe((5, 5)))
    straight = table.handle("move A a1-c1").path
    blocker = table.unit("D")
    table.battle.lift(blocker)
    blocker.place = table.unit("A").place + 1
    table.battle.lay(blocker)
    around = table.handle("move A a1-c1").path
    assert straight[1] not in around
    assert (around[0], around[-1]) == (straight[0], straight[-1])


def test_not_to_fire_is_offered_as_holding_fire() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST), active="").play("activate A")
    choice = choice_of(table)
    offered = [SKIRMISHERS.handle(table.battle, choice, option) for option in choice.listed]
    assert [one.label for one in offered if one.text == "pass"] == ["Hold fire"]


@pytest.mark.clause("skirmishers.explosive.target-dot", "skirmishers.mfire.explosive")
def test_a_throw_is_offered_by_its_words_at_its_dot_and_as_harm() -> None:
    thrower = trooper((0, 0), grenades={"hand": 2}, active="hand-grenade")
    table = Table.on(A=thrower, B=foe((9, 0)), switches=("movement-fire",))
    assert offered(table, "throw") == ("Explosive", "Throw Hand Grenade at f1", "f1", True)
    table.move("A", (1, 0))
    thrown = ("Explosive on the move", "Throw Hand Grenade at f1", "f1", True)
    assert offered(table, "lob") == thrown


def offered(table: Table, verb: str) -> tuple[str, str, str, bool]:
    """How an explosive at the sixth dot of the first row is offered."""
    made = table.handle(f"{verb} A f1 hand-grenade")
    return made.group, made.label, made.place, made.harms


@pytest.mark.clause("skirmishers.dice.check")
def test_a_check_comes_out_in_two_ways_for_odds() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0)))
    flow = check(table.battle, 0, 7, "Somebody", because="skirmishers.fire.base")
    question = next(flow)
    assert isinstance(question, Roll)
    assert question.alike == ((2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))


@pytest.mark.longer
@pytest.mark.parametrize("mission", ["chance-meeting", "iron-rain", "convoy"])
def test_what_is_kept_of_a_board_is_what_would_be_drawn_anew(mission: str) -> None:
    """Two games in turn, so that nothing of one is shown in the other."""
    games = [Game(SKIRMISHERS, build_setup("skirmishers", mission=mission)) for _ in range(2)]
    for game, seed in zip(games, ("a", "b"), strict=True):
        game.dice = SeededDice(seed)
        if isinstance(game.question, Roll):
            game.answer(game.dice.roll(game.question))
    players = [registry.make("random", seed) for seed in ("1", "2")]
    for number in range(by_time(120, 30)):
        game = games[number % 2]
        if not isinstance(game.question, Choice):
            break
        battle, question = game.battle, game.question
        drawn = as_json(SKIRMISHERS.scene(battle))
        offered = [SKIRMISHERS.handle(battle, question, one) for one in question.listed]
        scene._kept.clear()
        for cache in (scene._lasting_zones, drawing._point, drawing._hexagon, dot_name):
            cache.cache_clear()
        assert as_json(SKIRMISHERS.scene(battle)) == drawn
        for option, before in zip(question.listed, offered, strict=True):
            Ways.kept.clear()
            assert SKIRMISHERS.handle(battle, question, option) == before
        game.answer(players[number % 2].answer(game))
