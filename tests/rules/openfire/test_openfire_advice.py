"""Advice for machines: they take objectives, seek cover, shoot, advance and assault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from battlemat.boards.plane import Base, Stand, arc
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.players import registry
from battlemat.players.driver import play
from battlemat.players.greedy import GreedyPlayer
from battlemat.players.looking import Habits, LookingPlayer
from battlemat.players.random_player import RandomPlayer
from battlemat.rulebooks.openfire.advice.advise import worth
from battlemat.rulebooks.openfire.advice.weights import Weights
from battlemat.rulebooks.openfire.chapters.moving.goals import goals, nearest_foes
from battlemat.rulebooks.openfire.chapters.moving.proposals import turn_to
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import GONE
from rules.openfire.table import Table, mission, model, objective, setup, tank, unit, weapon

CARRIER = tank(mov=12, special=["Vehicle", "Transport (6)"], weapons=[])
FAR_RELAY = mission(objectives=[objective("access", (4300, 2400))])


def chosen(table: Table) -> str:
    """What a greedy player answers now."""
    return table.game.write(GreedyPlayer("x").answer(table.game))


def test_a_unit_goes_to_an_objective_that_it_can_reach_and_secures_it() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": (2000, 2400), "B1": (4700, 4700)},
        active=("R1", "move"),
        mission=mission(objectives=[objective("access", (2400, 2400))]),
    )
    table.play(chosen(table))
    assert table.asked() == "red secure"
    table.play(chosen(table))
    assert table.battle.scores == [3, 0]


def test_a_unit_advances_to_an_objective_that_is_too_far_for_a_move() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": (1400, 2400), "B1": (4700, 4700)},
        active=("R1", "move"),
        mission=mission(objectives=[objective("access", (2400, 2400))]),
    )
    assert chosen(table).startswith("advance R1")


def test_a_unit_with_blades_goes_for_contact_and_one_with_rifles_shoots() -> None:
    def foes(arms: list[str], **more: Any) -> Table:
        return Table(
            [unit("R1", *[model(weapons=arms) for _ in range(3)])],
            [unit("B1", *[model() for _ in range(3)])],
            {
                "R1": [(2000, 2000 + 120 * n) for n in range(3)],
                "B1": [(2900, 2000 + 120 * n) for n in range(3)],
            },
            active=("R1", "move"),
            weapons={"blade": weapon(rng=1, att=3, dmg=2, prc=3, special=["Assault"])},
            **more,
        )

    table = foes(["blade"])
    table.play(chosen(table), "followers auto")
    assert table.asked() == "red attack"  # near enough to strike
    rifles = foes(["rifle"])
    rifles.play(chosen(rifles), "followers auto")
    assert not rifles.battle.advanced
    assert chosen(rifles) == "attack R1 rifle:1,2,3>B1"


def test_a_unit_prefers_a_place_in_cover_to_one_in_the_open() -> None:
    wall = {"name": "wall", "keyword": "barrier", "height": 110, "sight": "solid"}
    table = Table(
        [unit("R1", model(weapons=[]))],
        [unit("B1", model(), model()), unit("B2")],
        {"R1": (1000, 2000), "B1": [(4000, 2000), (4000, 2150)], "B2": (4000, 1800)},
        parts=[{**wall, "box": [1100, 1500, 1130, 2600]}],
    )
    covered = OPENFIRE.worth(table.battle, "red")
    open_field = Table(
        [unit("R1", model(weapons=[]))],
        [unit("B1", model(), model()), unit("B2")],
        {"R1": (1000, 2000), "B1": [(4000, 2000), (4000, 2150)], "B2": (4000, 1800)},
    )
    assert covered > OPENFIRE.worth(open_field.battle, "red")


def test_every_candidate_is_legal_and_standing_still_is_among_them() -> None:
    table = Table(
        [unit("R1", *[model() for _ in range(4)])],
        [unit("B1")],
        {"R1": [(2000, 2000 + 120 * n) for n in range(4)], "B1": (3000, 2000)},
        active=("R1", "move"),
        parts=[{"name": "rock", "keyword": "impassable", "box": [2200, 1800, 2400, 2200]}],
    )
    question = table.game.question
    assert isinstance(question, Choice)
    texts = [table.game.write(option) for option in question.listed]
    assert all(table.allows(text) for text in texts)
    assert "move R1" in texts
    assert "skip move" in texts


def squad(id: str, count: int = 3, **more: Any) -> dict[str, Any]:
    return unit(id, *[model(**more) for _ in range(count)])


def beside(x: int, y: int, count: int = 3) -> list[tuple[int, int]]:
    return [(x, y + 120 * number) for number in range(count)]


def test_a_squad_far_from_its_objective_gets_into_a_transport_that_waits_beside_it() -> None:
    table = Table(
        [squad("R1"), unit("R2", CARRIER)],
        [unit("B1", model(weapons=[]))],
        {"R1": beside(800, 2300), "R2": (1120, 2400), "B1": (4700, 4700)},
        active=("R1", "move"),
        mission=FAR_RELAY,
    )
    assert chosen(table).endswith("embark R2")
    table.play(chosen(table))
    assert table["R1"].transport[0] == table["R2"].index


def test_a_squad_near_its_objective_walks_there_and_leaves_the_transport_alone() -> None:
    table = Table(
        [squad("R1"), unit("R2", CARRIER)],
        [unit("B1", model(weapons=[]))],
        {"R1": beside(3700, 2300), "R2": (3380, 2400), "B1": (200, 4700)},
        active=("R1", "move"),
        mission=FAR_RELAY,
    )
    assert "embark" not in chosen(table)
    table.play(chosen(table), "followers auto")
    assert table.asked() == "red secure"


def test_a_transport_drives_its_passengers_toward_their_objective() -> None:
    table = Table(
        [squad("R1"), unit("R2", CARRIER)],
        [unit("B1", model(weapons=[]))],
        {"R2": (1000, 2400), "B1": (4700, 4700)},
        units={"R1": {"place": "aboard R2"}},
        active=("R2", "move"),
        mission=FAR_RELAY,
    )
    table.play(chosen(table))
    assert table["R2"].lead.x >= 2000


def test_passengers_get_out_where_they_can_walk_to_the_objective_and_stay_in_where_not() -> None:
    def arriving(x: int) -> Table:
        return Table(
            [squad("R1"), unit("R2", CARRIER)],
            [unit("B1", model(weapons=[]))],
            {"R2": (x, 2400), "B1": (4700, 4700)},
            units={"R1": {"place": "aboard R2"}, "R2": {"activated": True}},
            mission=FAR_RELAY,
        )

    near = arriving(3700).play("activate R1")
    assert chosen(near).startswith("disembark R1")
    far = arriving(1000).play("activate R1")
    assert chosen(far) == "aboard R1"


def test_a_transport_with_passengers_acts_before_them() -> None:
    table = Table(
        [squad("R1"), unit("R2", CARRIER)],
        [unit("B1", model(weapons=[]))],
        {"R2": (1000, 2400), "B1": (4700, 4700)},
        units={"R1": {"place": "aboard R2"}},
        mission=FAR_RELAY,
    )
    assert chosen(table) == "activate R2"


def test_a_vehicle_which_is_weak_behind_ends_its_move_facing_the_enemy() -> None:
    table = Table(
        [unit("R1", tank())],
        [squad("B1", 4)],
        {"R1": (2000, 2000, 225), "B1": beside(3400, 3200, 4)},
        active=("R1", "move"),
    )
    turned = chosen(table)
    table.play(turned)
    assert arc(table["R1"].lead, table["B1"].lead) != "rear", turned


def test_a_walker_that_is_weak_behind_may_face_another_way_than_it_went() -> None:
    table = Table(
        [unit("R1", model(special=["Vulnerable (Rear Arc)"]))],
        [squad("B1", 4)],
        {"R1": (2400, 2000), "B1": beside(3600, 1900, 4)},
        active=("R1", "move"),
        mission=mission(objectives=[objective("access", (2050, 2000))]),
    )
    table.play(chosen(table))
    assert table["R1"].lead.x < 2400  # it went to the objective, away from the enemy
    assert arc(table["R1"].lead, table["B1"].lead) == "front"


def test_two_units_go_for_two_objectives_and_not_both_for_the_nearer_one() -> None:
    goals = [objective("control", (2400, 1800), id="1"), objective("control", (2400, 2900), id="2")]
    table = Table(
        [unit("R1"), unit("R2")],
        [unit("B1", model(weapons=[]))],
        {"R1": (2000, 1850), "R2": (2000, 2100), "B1": (4700, 4700)},
        units={"R1": {"activated": True}},
        objectives={"1": {"holder": "red", "since": 1}},
        active=("R2", "move"),
        mission=mission(objectives=goals),
    )
    table.play(chosen(table))
    assert table["R2"].lead.y > 2400


def test_nobody_leaves_a_held_objective_in_the_last_round_for_one_that_is_out_of_reach() -> None:
    goals = [objective("control", (2400, 2400), id="1"), objective("control", (2400, 4400), id="2")]
    table = Table(
        [unit("R1")],
        [unit("B1", model(weapons=[]))],
        {"R1": (2400, 2500), "B1": (4700, 300)},
        round=6,
        objectives={"1": {"holder": "red", "since": 2}},
        active=("R1", "move"),
        mission=mission(objectives=goals),
    )
    table.play(chosen(table))
    assert table.battle.markers[0].holder == 0


@pytest.mark.parametrize("held", [True, False])
def test_what_is_paid_for_control_in_the_end_draws_little_at_first(held: bool) -> None:
    """Fights are won first; a goal that is taken early is taken back. Charges have their time."""
    goals_alone = Weights(keen=0.0, keen_close=0.0, targets=0.0, danger=0.0)
    early = replace(goals_alone, early=0.1)

    def differs(round: int, weights: Weights, kind: str = "control") -> float:
        """What it makes that red holds the objective, or that one of its units is near it."""
        there = (2500, 2400) if not held else (1000, 1000)
        worths = []
        for holder, at in (("red" if held else None, there), (None, (1000, 1000))):
            table = Table(
                [unit("R1")],
                [unit("B1", model(weapons=[]))],
                {"R1": at, "B1": (4700, 300)},
                round=round,
                objectives={"1": {"holder": holder, "since": 1}} if holder else {},
                mission=mission(objectives=[objective(kind, (2400, 2400), id="1")], rounds=6),
            )
            worths.append(worth(table.battle, "red", weights))
        return worths[0] - worths[1]

    for kind, round, part in (("control", 1, 0.1), ("control", 6, 1.0), ("destroy", 1, 1.0)):
        expected = part * differs(round, goals_alone, kind)
        assert differs(round, early, kind) == pytest.approx(expected)
        assert expected > 0
    assert differs(1, early) < differs(3, early) < differs(5, early)


def test_who_may_secure_objectives_counts_otherwise_than_who_may_not() -> None:
    """Vehicles win no battle by themselves; with rules that let them secure they may."""

    def costs(hurt: str, weights: Weights, **rules: Any) -> float:
        """What it makes for red that a unit of blue is gone."""
        worths = []
        for gone in (True, False):
            table = Table(
                [unit("R1", model(weapons=[]))],
                [unit("B1"), unit("B2", tank(weapons=[])), unit("B3")],
                {"R1": (300, 300), "B1": (4000, 4000), "B2": (4500, 4500), "B3": (4500, 3000)},
                mission=mission(objectives=[], **rules),
            )
            if gone:
                table[hurt].place = GONE
            worths.append(worth(table.battle, "red", weights))
        return worths[0] - worths[1]

    strength = dict.fromkeys(("keen", "keen_close", "targets", "danger"), 0.0)
    plain = Weights(**strength)
    tuned = replace(plain, takers=2.0, others=0.5)
    drive = {"rules": {"vehicles_secure": True}}
    for hurt, times, rules in (("B1", 2.0, {}), ("B2", 0.5, {}), ("B2", 2.0, drive)):
        once = costs(hurt, plain, **rules)
        assert once > 0
        assert costs(hurt, tuned, **rules) == pytest.approx(times * once)


def test_who_carries_something_home_is_worth_hiding() -> None:
    def risk(carrier: bool) -> float:
        """What an enemy gun in the open takes off the worth of a unit."""
        held = {"1": {"holder": "red", "carrier": "R1", "since": 1}} if carrier else None
        tables = [
            Table(
                [unit("R1", model(weapons=[]))],
                [squad("B1", 4)],
                {"R1": (1000, 2000), "B1": beside(2200, 2000, 4)},
                parts=parts,
                objectives=held,
                mission=mission(objectives=[objective("recover", (900, 2000))]),
            )
            for parts in ([], [WALL])
        ]
        seen, hidden = (OPENFIRE.worth(table.battle, "red") for table in tables)
        return hidden - seen

    assert risk(carrier=True) > risk(carrier=False) > 0


@pytest.mark.parametrize(("round", "answer"), [(1, "skip secure"), (6, "secure R1 1")])
def test_what_goes_down_with_its_carrier_is_picked_up_late(round: int, answer: str) -> None:
    """The enemy has no time left then to shoot who carries it; until then one stands beside it."""
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": (2400, 2400), "B1": (2400, 3800)},
        active=("R1", "secure"),
        round=round,
        mission=mission(objectives=[objective("recover", (2400, 2400), id="1")], rounds=6),
    )
    captain, yardstick = LookingPlayer("x", Habits()), registry.make("yardstick", "x")
    assert table.game.write(captain.answer(table.game)) == answer
    assert table.game.write(yardstick.answer(table.game)) == "secure R1 1"  # at once, as ever


WALL = {
    "name": "wall",
    "keyword": "barrier",
    "height": 300,
    "sight": "solid",
    "box": [1100, 1500, 1130, 2700],
}


@pytest.mark.parametrize("seed", ["1", "2"])
def test_greed_beats_chance(seed: str) -> None:
    squads = [
        [unit(f"{side}{n}", *[model(weapons=["rifle", "knife"]) for _ in range(3)]) for n in (1, 2)]
        for side in "RB"
    ]
    entries = {"red": [{"id": "w", "at": [0, 1200]}], "blue": [{"id": "e", "at": [2400, 1200]}]}
    spots = ((1200, 1200), (1200, 600), (1200, 1800))
    goals = [objective("control", at, id=str(n)) for n, at in enumerate(spots)]
    task = mission(table=[24, 24], entry_points=entries, objectives=goals, rounds=4)
    values = setup(*squads, mission=task, board={"table": [2400, 2400]})
    game: Game[Any] = Game(OPENFIRE, values, dice=SeededDice(seed))
    result = play(game, {"red": GreedyPlayer(seed), "blue": RandomPlayer(seed)})
    assert result.winner == "red"


# ---------------------------------------------------------------------- what is offered first


def embarking(at: Any, *escort: dict[str, Any]) -> list[str]:
    """How R1 is offered to get into the transport R2."""
    table = Table(
        [unit("R1", model(), model()), unit("R2", CARRIER, *escort)],
        [unit("B1")],
        {"R1": [(1000, 1000), (1000, 880)], "R2": at, "B1": (4500, 4500)},
        active=("R1", "move"),
    )
    return [text for text in table.offers() if "embark" in text]


@pytest.mark.clause("openfire.transport.embark")
def test_getting_in_is_offered_where_the_transport_stands_within_a_move() -> None:
    assert embarking((1000, 1250)) == ["move R1 embark R2"]
    assert embarking((1000, 1500)) == ["move R1 10.00,13.00 embark R2"]
    assert embarking((1000, 2500)) == []
    assert embarking([(1000, 1250), (1400, 1250)], model()) == ["move R1 embark R2"]


def test_beside_a_wall_the_turn_that_can_be_made_comes_before_standing_still() -> None:
    wall = {"name": "wall", "keyword": "climbable", "levels": 1, "box": [1100, 800, 1160, 880]}
    table = Table(
        [unit("R1", tank())],
        at={"R1": (1000, 1000), "B1": (2000, 1000)},
        parts=[wall],
        active=("R1", "move"),
    )
    assert table.refused("move R1 right 45") == "openfire.vehicle.no-climb"
    offers = table.offers()
    assert offers.index("move R1 left 45") < offers.index("move R1")


@pytest.mark.parametrize(("rng", "weight"), [(1, 1.2), (2, 1.2), (3, 0.8), (24, 0.8)])
def test_enemies_draw_those_most_who_must_come_near(rng: int, weight: float) -> None:
    table = Table(at={"R1": (1000, 1000), "B1": (2000, 1000)}, weapons={"rifle": weapon(rng=rng)})
    assert [goal.weight for goal in goals(table.battle, table["R1"])] == [weight]


def test_a_vehicle_is_advised_to_turn_to_either_side_as_far_as_a_goal_asks_for() -> None:
    lead = Stand(Base.rectangle(400, 200, 200), 2000, 1000)
    for at, turn in (((3000, 1200), 11), ((3000, 800), -11), ((2000, 4000), 45), ((2000, 1000), 0)):
        assert turn_to(lead, at) == turn


def test_six_guns_frighten_more_than_five_and_as_much_as_seven() -> None:
    def danger(guns: int) -> float:
        table = Table(
            [unit("R1")],
            [unit("B1", *[model() for _ in range(guns)])],
            {"R1": (1000, 1000), "B1": [(3000, 1000 + 150 * n) for n in range(guns)]},
        )
        (threat,) = nearest_foes(table.battle, table["R1"], 3)
        return threat.danger

    assert danger(5) < danger(6) == danger(7)
