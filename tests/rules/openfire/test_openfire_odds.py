"""Exact odds of attacks and tests, held against icepool and against counting every face."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest

from battlemat.kernel.odds import odds
from battlemat.kernel.plans import plan_odds
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from rules.openfire.table import Table, model, unit, weapon


def of(battle: Battle, name: str) -> Unit:
    """The unit of this name, which must stand."""
    found = battle.find(name)
    assert found is not None
    return found


def damage_by_icepool(dice: int, hit: int, dmg: int, save: int) -> Any:
    """The distribution of failed saves: `hit` and `save` are the faces of 12 that succeed."""
    hits = dice @ icepool.Die({1: hit, 0: 12 - hit})
    return hits.map(lambda n: (n * dmg) @ icepool.Die({0: save, 1: 12 - save}) if n else 0)


@pytest.mark.parametrize(
    ("att", "dmg", "prc", "special", "hit"),
    [(1, 1, 0, [], 7), (4, 2, 2, [], 7), (6, 1, 1, ["Accurate"], 9), (3, 3, 0, ["Unwieldy"], 5)],
)
def test_exact_odds_of_an_attack_agree_with_icepool(
    att: int, dmg: int, prc: int, special: list[str], hit: int
) -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1", model(hp=99))],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=att, dmg=dmg, prc=prc, special=special)},
    )
    found = odds(table.game, "attack R1 B1", measure=lambda b: 99 - of(b, "B1").hp[0])
    expected = damage_by_icepool(2 * att, hit, dmg, 6 - prc)
    assert found.missing == 0
    assert {n: found.outcomes.get(n, Fraction(0)) for n in expected.outcomes()} == {
        n: Fraction(expected.quantity(n), expected.denominator()) for n in expected.outcomes()
    }


def test_exact_odds_with_rerolls_rending_and_impact_agree_with_icepool() -> None:
    table = Table(
        [unit("R1", model(special=["Skilled"]))],
        [unit("B1", model(hp=99, special=["Resilient"]))],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=3, special=["Rending (2)", "Impact"])},
    )
    found = odds(table.game, "attack R1 B1", measure=lambda b: 99 - of(b, "B1").hp[0])
    d12 = icepool.d12
    shot = d12.map(lambda f: d12 if 1 < f < 6 else f)
    shot = shot.map(lambda f: (2, 2) if f == 12 else (1, 0) if f >= 6 else (0, 0))
    save = d12.map(lambda f: d12 if 1 < f < 7 else f).map(lambda f: int(f < 7))
    both = (3 @ shot.map(lambda hits, rend: 10 * hits + rend)).map(
        lambda n: ((n // 10) @ save if n // 10 else icepool.Die([0])) + n % 10
    )
    assert {n: found.outcomes.get(n, Fraction(0)) for n in both.outcomes()} == {
        n: Fraction(both.quantity(n), both.denominator()) for n in both.outcomes()
    }


def test_the_odds_of_a_command_test_are_exact() -> None:
    table = Table(at={"R1": (1000, 1000), "B1": (4000, 4000)}, units={"R1": {"stress": 2}})
    found = odds(table.game, "activate R1", measure=lambda b: of(b, "R1").stress)
    none = Fraction(1, 12)
    twelve = 1 - (1 - none) ** 2
    plain = Fraction(5, 12)
    assert found.outcomes[0] == twelve + plain**2
    assert found.outcomes[2] == Fraction(6, 12) ** 2


@pytest.mark.clause("openfire.attack.steps")
@pytest.mark.parametrize("special", [[], ["Impact"], ["Rending (1)"], ["Unstable"], ["Torrent"]])
def test_the_quick_count_agrees_with_the_long_one(special: list[str]) -> None:
    def table() -> Table:
        return Table(
            [unit("R1", model(special=["Skilled"]), model())],
            [unit("B1", model(), model(**{"def": 5}), model())],
            {"R1": [(1000, 1000), (1000, 1150)], "B1": [(2000, 1000 + 150 * n) for n in range(3)]},
            active=("R1", "attack"),
            weapons={"rifle": weapon(special=special)},
        )

    quick = odds(table().game, "attack R1 B1")
    # An assumption of one's own switches the tallies off: every roll is counted where it stands.
    long = odds(table().game, "attack R1 B1", assume=OPENFIRE.assume)
    assert quick.outcomes == long.outcomes


def test_the_odds_of_a_move_past_an_enemy_count_its_free_attack() -> None:
    table = Table(
        [unit("R1", model(mov=10))],
        [unit("B1", model(weapons=["knife"]))],
        {"R1": (1000, 1000), "B1": (1500, 1200)},
        active=("R1", "move"),
    )
    found = odds(table.game, "move R1 20.00,10.00", measure=lambda b: bool(of(b, "R1").alive))
    assert found.outcomes[False] == Fraction(7, 12) * Fraction(6, 12)


@pytest.mark.clause("openfire.activation.order", "openfire.activation.recover")
def test_exact_odds_of_a_whole_activation_agree_with_icepool() -> None:
    table = Table(
        [unit("R1", model())],
        [unit("B1", model(hp=9))],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        units={"R1": {"stress": 1}},
        weapons={"rifle": weapon(att=2, prc=0)},
    )
    plan = ["activate R1", "move R1 12.00,10.00", "attack R1 B1"]
    found = plan_odds(
        table.game, plan, measure=lambda b: (of(b, "R1").stress, 9 - of(b, "B1").hp[0])
    )
    assert found.unused == ()
    assert found.odds.missing == 0
    # Half of the time the stress stays, and costs the attack one face in twelve.
    expected = {
        (stress, damage): Fraction(ways.quantity(damage), ways.denominator()) / 2
        for stress, ways in (
            (1, damage_by_icepool(2, 6, 1, 6)),
            (0, damage_by_icepool(2, 7, 1, 6)),
        )
        for damage in ways.outcomes()
    }
    assert found.odds.outcomes == expected
