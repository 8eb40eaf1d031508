"""The finer points of clauses: what a rule that is only nearly right would get wrong."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import Refused
from battlemat.rulebooks.openfire.chapters.moving.placing import Followers, Lost
from battlemat.rulebooks.openfire.chapters.rounds import end_round, result
from battlemat.rulebooks.openfire.state.battle import TABLE
from rules.openfire.table import Table, model, tank, unit, weapon


@pytest.mark.clause("openfire.stress.damage-means", "openfire.stress.gain")
def test_a_single_lost_hit_point_is_damage_enough_for_stress() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1", model(hp=2))],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        active=("R1", "attack"),
    )
    table.play("attack R1 B1", dice="12 1")
    assert table["B1"].hp == [1]
    end_round(table.battle)
    assert (table["B1"].stress, table["R1"].stress) == (1, 0)


@pytest.mark.clause("openfire.special.resilient", "openfire.attack.defending-model")
def test_only_the_model_that_is_resilient_rerolls_and_not_its_comrades() -> None:
    def hit(leader: list[str], follower: list[str]) -> Table:
        table = Table(
            [unit("R1")],
            [unit("B1", model(hp=3, special=leader), model(hp=3, special=follower))],
            {"R1": (1000, 1000), "B1": [(2000, 1000), (2000, 1120)]},
            active=("R1", "attack"),
        )
        return table.play("attack R1 B1", dice="12 2")

    plain = hit(["Resilient"], [])  # the follower suffers, and a 2 fails
    assert plain["B1"].hp == [3, 2]
    tough = hit([], ["Resilient"])
    assert tough.asked() == "blue re-roll"


def wreck(*passengers: dict[str, Any], enemy: Any = None, at: Any = None) -> Table:
    """B1 destroys the transport R2 in which R1 rides."""
    table = Table(
        [unit("R1", *passengers), unit("R2", tank(hp=1, special=["Vehicle", "Transport (6)"]))],
        [unit("B1"), *(enemy or [])],
        {"R2": (2000, 2000), "B1": (2000, 700), **(at or {})},
        units={"R1": {"place": "aboard R2"}},
        active=("B1", "attack"),
        to_move="blue",
    )
    return table.play("attack B1 rifle:1>R2", dice="12 1")


@pytest.mark.clause("openfire.transport.wreck-search", "openfire.transport.wreck-losses")
def test_nobody_gives_a_passenger_up_who_would_find_a_place() -> None:
    table = wreck(model(), model())
    table.play(table.offers()[0])
    lost = Followers((Lost(1),))
    with pytest.raises(Refused) as refused:
        table.game.answer(lost)
    assert refused.value.refusal.because == "openfire.transport.wreck-search"
    table.play("followers auto")
    assert table["R1"].alive == [0, 1]


@pytest.mark.clause("openfire.transport.wreck-losses")
def test_passengers_of_a_wreck_keep_out_of_assault_range_every_one_of_them() -> None:
    table = wreck(model(), model(), enemy=[unit("B2")], at={"B2": (2500, 1750)})
    table.play("emerge R1 19.00,17.50")
    assert table.refused("followers 2 23.00,17.50") == "openfire.transport.wreck-losses"
    assert table.allows("followers 2 22.99,17.50")
    table.play("followers auto")
    assert table["R1"].place == TABLE


@pytest.mark.clause("openfire.round.tie")
def test_equal_points_are_a_draw_however_many_are_left() -> None:
    table = Table(
        [unit("R1"), unit("R2")],
        [unit("B1")],
        {"R1": (1000, 1000), "R2": (1000, 2000), "B1": (4000, 4000)},
        round=6,
    )
    table.battle.scores = [2, 2]
    end_round(table.battle)
    assert result(table.battle).winner is None


@pytest.mark.clause("openfire.weapon.unstable")
def test_an_unstable_weapon_survives_a_two() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1", model(hp=9))],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(special=["Unstable"])},
    )
    table.play("attack R1 B1", dice="2 2")
    assert table["R1"].hp == [1, 1]
