"""Advice: what machines look at, what they think it is worth, and that it beats throwing dice."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice
from battlemat.players import registry
from battlemat.players.driver import play
from battlemat.players.looking import Habits, LookingPlayer
from battlemat.players.search import CLOSE
from battlemat.rulebooks.skirmishers.advice.goals import distance_on_foot
from battlemat.rulebooks.skirmishers.advice.marksmen import CHANCE, hit_chance
from battlemat.rulebooks.skirmishers.chapters.power import Disable
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.battle import Battle
from example.listing import Listing
from rules.skirmishers.table import Table, foe, ground, setup_of, trooper
from rules.skirmishers.test_vehicle import road, vehicle

WEST: dict[str, Any] = {"degrees": 60, "heading": 6}


def advised(table: Table) -> list[str]:
    question = table.game.question
    assert isinstance(question, Choice)
    before = table.game.digest
    found = [table.game.write(option) for option in SKIRMISHERS.advise(table.battle, question)]
    assert table.game.digest == before
    return found


def picks(table: Table) -> str:
    """What a player does now who looks one action ahead and looks closely."""
    return table.game.write(LookingPlayer("1", Habits(), CLOSE).answer(table.game))


def worth(table: Table) -> float:
    return SKIRMISHERS.worth(table.battle, "red")


# ---------------------------------------------------------------------- on foot


@pytest.mark.clause("skirmishers.action.switch-back", "skirmishers.explosive.active")
def test_a_grenade_is_taken_in_hand_and_thrown_where_enemies_crowd() -> None:
    crowd: dict[str, Any] = {f"B{n}": foe(at) for n, at in enumerate([(4, 3), (5, 3), (5, 2)])}
    table = Table.on(ground(tree=[(3, 1)]), A=trooper((1, 3), grenades={"hand": 2}), **crowd)
    assert picks(table) == "weapon A hand-grenade"
    table.play("weapon A hand-grenade")
    assert picks(table).startswith("throw A")
    lone = Table.on(A=trooper((1, 3), grenades={"hand": 2}), B=foe((14, 3)))
    assert picks(lone) != "weapon A hand-grenade"


@pytest.mark.clause("skirmishers.explosive.friendly")
def test_no_throw_is_advised_that_harms_friends_more_than_enemies() -> None:
    card: dict[str, Any] = {"grenades": {"hand": 2}, "holds": "hand-grenade"}
    table = Table.on(
        A=trooper((1, 3), **card), A2=trooper((4, 3)), A3=trooper((5, 2)), B=foe((5, 3))
    )
    at_him = f"throw A {table.dot(5, 3)} hand-grenade"
    assert at_him in table.options("throw A")
    assert at_him not in advised(table)


@pytest.mark.clause("skirmishers.fire.target-prone", "skirmishers.move.go-prone")
def test_lying_down_is_worth_most_under_an_arc_and_nothing_far_from_enemies() -> None:
    def gain(far: int = 9, **arc: Any) -> float:
        table = Table.on(A=trooper((0, 0)), B=foe((far, 0), **arc), spent=7, walked=7)
        before = worth(table)
        return worth(table.play("prone A")) - before

    assert gain(arc=WEST) > gain() > 0
    assert gain(far=20) < 0


@pytest.mark.clause("skirmishers.fire.choice", "skirmishers.arc.spent")
def test_fire_is_held_for_a_better_target_and_given_when_nobody_else_will_come() -> None:
    def answer(*, other: bool) -> str:
        more: dict[str, Any] = {"A2": trooper((7, 0), activated=not other)}
        shooter = foe((9, 0), arc={"degrees": 30, "heading": 6}, full=[7])
        board = ground(vegetation=[(2, 0), (3, 0), (4, 0)])
        doing: dict[str, Any] = {"spent": 7, "walked": 7}
        table = Table.on(board, A=trooper((0, 0)), B=shooter, B2=foe((20, 6)), **more, **doing)
        table.move("A", (1, 0))
        return picks(table)

    assert answer(other=True) == "pass"  # the next man stands three dots nearer, in the open
    assert answer(other=False) == "fire B"


@pytest.mark.clause("skirmishers.power.significant")
def test_the_weapon_disabled_is_the_one_that_hurts_most() -> None:
    suit: dict[str, Any] = {
        "suit": "standard",
        "primaries": ["suit-machine-gun", "suit-heavy-laser"],
    }
    table = Table.on(
        A=trooper((0, 0)), B=foe((5, 0), **suit), B2=foe((9, 3)), switches=("power-armor",)
    )
    slots = [Disable(1, 0), Disable(1, 2)]
    choice = Choice("red", "disable", Listing(slots), because="skirmishers.power.significant")
    first = SKIRMISHERS.advise(table.battle, choice)[0]
    weapons = [table.battle.weapon(table.unit("B").carries[slot]).id for slot in (0, 2)]
    assert weapons == ["suit-machine-gun", "suit-heavy-laser"]
    assert first == Disable(1, 2)


@pytest.mark.clause("skirmishers.power.arcs")
def test_a_suit_is_advised_arcs_for_all_its_weapons() -> None:
    suit: dict[str, Any] = {
        "suit": "standard",
        "primaries": ["suit-machine-gun", "suit-heavy-laser"],
    }
    table = Table.on(A=trooper((0, 3), **suit), B=foe((9, 3)), switches=("power-armor",))
    while picks(table) != "end A":
        table.play(picks(table))
    assert len(table.unit("A").arcs) == 2


@pytest.mark.clause("skirmishers.jet.distance", "skirmishers.jet.outdoors")
def test_a_flier_is_advised_the_roof_that_the_scenario_wants() -> None:
    board = ground(buildings={"A": (2, [(9, 3)])})
    table = Table.on(
        board,
        A=trooper((0, 3), jet_pack="worn"),
        B=foe((20, 7)),
        areas={"roof": ["k4@2"]},
        scenario={"points": [{"side": "red", "for": {"score": "holds", "area": "roof"}}]},
        switches=("jet-packs",),
    )
    assert table.board.name(table.board.top(table.board.place("k4"))) == "k4@2"
    assert advised(table).index("fly A b4-k4@2") < len(advised(table))
    assert picks(table) == "fly A b4-k4@2"


@pytest.mark.clause("skirmishers.jet.grenade")
def test_a_bomb_is_advised_where_it_does_most() -> None:
    card: dict[str, Any] = {"jet_pack": "worn", "grenades": {"hand": 1}, "holds": "hand-grenade"}
    table = Table.on(A=trooper((0, 3), **card), B=foe((5, 4)), switches=("jet-packs",))
    table.play(f"fly A {table.dot(0, 3)}-{table.dot(8, 3)}")
    best = advised(table)
    assert best[0] in (f"bomb A {table.dot(5, 3)}", f"bomb A {table.dot(4, 4)}")
    assert best[-1] == "pass"


@pytest.mark.clause("skirmishers.map.edge", "skirmishers.victory.scenario")
def test_who_is_to_leave_goes_to_the_exit_round_the_wall_and_out() -> None:
    wall = [((4, r), (5, r)) for r in range(7)] + [((4, r + 1), (5, r)) for r in range(7)]
    board = ground(14, 8, high_wall=wall)
    exits = {"red": ["n1", "n2"]}
    scenario = {
        "exits": exits,
        "wins": [{"side": "red", "if": {"test": "left", "least": 1}}],
    }
    table = Table.on(board, A=trooper((0, 0)), B=foe((0, 7)), scenario=scenario)
    near = board.place("e1")
    goals = table.battle.field.scenario.exits[0]
    table.unit("A").place = near
    assert distance_on_foot(table.battle, table.unit("A"), goals) > board.distance(
        near, board.place("n1")
    )
    out = Table.on(board, A=trooper("m1"), B=foe((0, 7)), scenario=scenario)
    out.play("move A m1-n1")
    assert picks(out) == "leave A"


@pytest.mark.clause("skirmishers.dice.check")
def test_the_chances_that_worth_is_made_of_are_those_of_two_dice() -> None:
    assert [round(36 * CHANCE[need]) for need in (2, 6, 7, 12, 13)] == [36, 26, 21, 1, 0]
    table = Table.on(ground(low_wall=[((3, 0), (4, 0))]), A=trooper((0, 0)), B=foe((6, 0)))
    rifle = table.battle.weapon(table.unit("A").hand)
    assert hit_chance(table.battle, table.unit("A"), rifle, table.unit("B")) == CHANCE[7]


# ---------------------------------------------------------------------- riding


EAST = {"exits": {"red": ["an3"]}, "wins": [{"side": "red", "if": {"test": "left"}}]}


def ridden(table: Table) -> list[str]:
    """What a rider does with his turn, whatever the dice say."""
    table.game.dice = SeededDice("ride")
    played: list[str] = []
    while table.asks in ("red action", "blue drop"):
        text = picks(table)
        table.game.answer(text)
        if table.asks != "blue drop":
            played.append(text)
        if text == "end A":
            break
    return played


@pytest.mark.clause("skirmishers.vehicle.mode-choose", "skirmishers.map.edge")
def test_a_rider_drives_to_the_exit_and_off_the_map() -> None:
    table = road(front=(30, 2), scenario=EAST, v={"in_motion": "cruise"})
    assert ridden(table)[-1] == "rideoff A"
    assert table.facts["result"]["winner"] == "red"


@pytest.mark.clause("skirmishers.vehicle.engine")
def test_a_rider_who_has_somewhere_to_go_starts_the_engine() -> None:
    table = road(machine={"engine": "off"}, scenario=EAST)
    assert picks(table) == "engine A on"


@pytest.mark.clause("skirmishers.vehicle.turn-forward", "skirmishers.vehicle.crash")
def test_a_ride_is_planned_round_what_is_in_the_way() -> None:
    wall = [((9, r), (10, r)) for r in range(1, 4)] + [((9, r + 1), (10, r)) for r in range(1, 4)]
    board = ground(40, 9, high_wall=wall)
    table = road(board=board, scenario=EAST)
    ridden(table)
    assert table.told("wipe-out") == []
    assert table.told("veers")


@pytest.mark.clause("skirmishers.vehicle.mounted-arc", "skirmishers.vehicle.mfire")
def test_mounted_weapons_are_fired_and_their_arcs_are_set() -> None:
    table = road(kind="assault", B=foe((16, 2)), v={"in_motion": "minimum"})
    played = ridden(table)
    assert any(text.startswith("gun A") for text in played)
    assert any(text.startswith("gunarc A") for text in played)


@pytest.mark.clause("skirmishers.vehicle.mount", "skirmishers.vehicle.passenger")
def test_a_man_mounts_what_takes_him_on_and_gets_off_where_he_is_wanted() -> None:
    exits = Table.on(
        ground(40, 9),
        A=trooper((3, 3)),
        V=vehicle("f3"),
        B=foe((30, 8)),
        scenario=EAST,
        switches=("vehicles",),
    )
    assert "mount A V" in advised(exits)
    assert picks(exits) == "mount A V"
    here: dict[str, Any] = {"areas": {"yard": [exits.dot(6, 1)]}}
    wanted = {"points": [{"side": "red", "points": 3, "for": {"score": "holds", "area": "yard"}}]}
    table = road(scenario=wanted, B=foe((12, 2)), **here)
    assert picks(table).startswith("dismount A")


@pytest.mark.clause("skirmishers.vehicle.lift", "skirmishers.vehicle.under")
def test_who_lies_under_his_vehicle_crawls_out() -> None:
    table = road(v={"overturned": True}, B=foe((14, 2)))
    assert picks(table).startswith("crawlout A")


# ---------------------------------------------------------------------- whole games


def convoy() -> dict[str, Any]:
    """Two on a bike, with a road to drive and two men to pass."""
    board = ground(22, 7, tree=[(8, 1), (12, 5)], vegetation=[(14, 2), (10, 4)])
    card: dict[str, Any] = {"primary": "smg", "secondary": "pistol"}
    return setup_of(
        board,
        {
            "V": vehicle("d4", "assault"),
            "A1": trooper(None, rides="V", **card),
            "A2": trooper(None, rides="V", seat="passenger", **card),
            "B1": foe("p2", **card),
            "B2": foe("s6", **card),
        },
        scenario={
            "rounds": 4,
            "exits": {"red": [f"v{row}" for row in range(1, 8)]},
            "wins": [{"side": "red", "if": {"test": "left", "least": 2}}],
            "points": [
                {"side": "red", "points": 3, "for": {"score": "left"}},
                {"side": "blue", "points": 1, "for": {"score": "alive"}},
            ],
        },
        switches=("vehicles", "movement-fire"),
    )


def winner(players: dict[str, str], seed: int) -> str | None:
    game: Game[Battle] = Game(SKIRMISHERS, convoy(), dice=SeededDice(f"convoy {seed}"))
    made = {side: registry.make(name, f"{seed} {side}") for side, name in players.items()}
    return play(game, made, most=5000).winner


@pytest.mark.clause("skirmishers.victory.scenario", "skirmishers.vehicle.mode-table")
def test_a_convoy_led_with_advice_gets_through_and_one_led_by_dice_does_not() -> None:
    led = [winner({"red": "captain", "blue": "random"}, seed) for seed in range(4)]
    lost = [winner({"red": "random", "blue": "captain"}, seed) for seed in range(2)]
    assert led.count("red") >= 3
    assert lost.count("red") == 0


def test_a_window_may_always_be_passed() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST))
    table.move("A", (1, 0))
    question = table.game.question
    assert isinstance(question, Choice)
    assert PASS in SKIRMISHERS.advise(table.battle, question)
