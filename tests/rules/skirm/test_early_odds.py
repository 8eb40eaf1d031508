"""Odds of the early editions against closed forms: doubles, chains, opposed melee.

For one die let f be the chance to fail, p of a plain success and c of a Critical. In the first
edition it comes to 0, 1 or 2 successes with chances f, p, c. In the second a Critical rolls on, so
that k successes have the chance c^k f + c^(k-1) p.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import sqrt
from typing import Any, TypeAlias

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.odds import Odds, odds
from battlemat.kernel.questions import Roll, Tally
from battlemat.rulebooks.skirm.chapters.combat.early import Throw, count_throw
from battlemat.rulebooks.skirm.state.battle import Battle
from boards.squares_boards import board
from rules.skirm.early_tables import both
from rules.skirm.table import Table, blade, foe, gun, unit

Chances: TypeAlias = Mapping[int, float]

CLOSE = 1e-11
LONG = 40  # successes that are worth counting


# ------------------------------------------------------------------ closed forms


def one_die(edition: str, need: int, critical: int = 1, rerolled: bool = False) -> Chances:
    """Successes of one die; `rerolled` once if it fails."""
    six = range(1, 7)
    c = sum(face <= critical for face in six) / 6
    p = sum(critical < face <= min(need, 5) for face in six) / 6
    f = 1 - c - p
    if rerolled:
        f, p, c = f * f, p + f * p, c + f * c
    if edition == "skirm1":
        return {0: f, 1: p, 2: c}
    return {0: f} | {k: c**k * f + c ** (k - 1) * p for k in range(1, LONG)}


def added(one: Chances, other: Chances) -> Chances:
    """The sum of two counts that fall apart from each other."""
    total: dict[int, float] = {}
    for (a, chance), (b, other_chance) in product(one.items(), other.items()):
        if a + b < LONG:
            total[a + b] = total.get(a + b, 0.0) + chance * other_chance
    return total


def dice(count: int, one: Chances) -> Chances:
    return reduce(added, [one] * count, {0: 1.0})


def lost(
    edition: str,
    hits: Chances,
    save: int,
    *,
    automatic: int = 0,
    piercing: int = 0,
    tough: int = 0,
    most: int = 99,
) -> Chances:
    """HIT lost for hits, with Saves on `save` or less."""
    found: dict[int, float] = {}
    for count, chance in hits.items():
        through = min(count, piercing)
        due = max(0, count - through - automatic)
        for saved, save_chance in saves(edition, due, save).items():
            unsaved = through + max(0, due - saved)
            for gone, kept in kept_by_tough(unsaved, tough).items():
                loss = min(gone, most)
                found[loss] = found.get(loss, 0.0) + chance * save_chance * kept
    return found


@cache
def saves(edition: str, count: int, need: int) -> Chances:
    return dice(count, one_die(edition, need))


@cache
def kept_by_tough(hits: int, tough: int) -> Chances:
    return dice(hits, {0: tough / 6, 1: 1 - tough / 6} if tough else {1: 1.0})


def assert_close(found: Odds, wanted: Mapping[Any, float]) -> None:
    assert sum(found.outcomes.values(), found.missing) == 1
    for value in {*found.outcomes, *wanted}:
        chance = float(found.outcomes.get(value, 0))
        assert chance == pytest.approx(wanted.get(value, 0.0), abs=CLOSE), value


def losses(table: Table, answer: str, *names: str, **more: Any) -> Odds:
    """The odds of how many HIT each named Agent loses (one name: a number, not a tuple)."""
    before = [table[name].hit for name in names]
    numbers = [table.unit(name).index for name in names]

    def measure(battle: Battle) -> Any:
        gone = tuple(had - battle.units[n].hit for had, n in zip(before, numbers, strict=True))
        return gone if len(gone) > 1 else gone[0]

    return odds(table.game, answer, measure=measure, **more)


# ------------------------------------------------------------------ shooting


SHOTS = [(roa, skl, 1, 7, 3) for roa in (1, 2, 4) for skl in (1, 3, 5)]
WIDE = [(4, 4, 2, 7, 8), (3, 1, 2, 6, 1), (5, 5, 3, 12, 1), (2, 6, 1, 9, 2), (3, 4, 6, 7, 3)]
CHAINS = [
    *[(1, 1, 1, 7, 3), (2, 3, 1, 7, 8), (4, 5, 1, 7, 3), (1, 1, 2, 6, 1), (2, 6, 1, 9, 2)],
    *[(4, 4, 2, 7, 8), (4, 4, 2, 7, 3)],
]


@pytest.mark.parametrize(
    ("edition", "roa", "skl", "critical", "arm", "dam"),
    [*(("skirm1", *one) for one in SHOTS + WIDE), *(("skirm2", *one) for one in CHAINS)],
)
@pytest.mark.clause("skirm1.dice.critical", "skirm1.combat.save-surplus")
@pytest.mark.clause("skirm2.dice.critical-chain", "skirm2.combat.save-surplus")
def test_a_shot_in_the_open(
    edition: str, roa: int, skl: int, critical: int, arm: int, dam: int
) -> None:
    special = f"CR{critical}" if critical > 1 else ""
    table = Table.parse(
        "A . . B",
        edition=edition,
        A=unit(weapons=[gun(special=special, roa=roa, skl=skl, dam=dam)]),
        B=foe(arm=arm, hit=9),
    )
    hits = dice(roa, one_die(edition, skl, critical))
    wanted = lost(edition, hits, arm - dam, most=9)
    assert_close(losses(table, "shoot A B rifle", "B"), wanted)


@both
@pytest.mark.parametrize(
    ("special", "target", "options"),
    [
        ("AP1", "", {"piercing": 1}),
        ("AP2", "CAM", {"piercing": 2, "automatic": 1}),
        ("", "CAM", {"automatic": 1}),
        ("", "TF2", {"tough": 2}),
        ("AP1", "CAM TF3", {"piercing": 1, "automatic": 1, "tough": 3}),
    ],
)
@pytest.mark.clause("skirm1.weapon.armor-piercing", "skirm1.special.tough")
@pytest.mark.clause("skirm2.weapon.armor-piercing", "skirm2.special.tough")
def test_a_shot_with_special_rules(
    edition: str, special: str, target: str, options: dict[str, int]
) -> None:
    table = Table.on(
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun(special=special, roa=3, skl=4, dam=3)]),
        B=foe(target, at=(5, 0), arm=7, hit=12),
    )
    wanted = lost(edition, dice(3, one_die(edition, 4)), 4, most=12, **options)
    assert_close(losses(table, "shoot A B rifle", "B"), wanted)


@pytest.mark.clause("skirm1.weapon.re-roll")
def test_re_rolls_of_all_failed_dice_in_the_first_edition() -> None:
    table = Table.parse(
        "A . . B",
        edition="skirm1",
        A=unit(weapons=[gun(special="RR6", roa=3, skl=3, dam=3)]),
        B=foe(arm=7, hit=9),
    )
    hits = dice(3, one_die("skirm1", 3, rerolled=True))
    assert_close(losses(table, "shoot A B rifle", "B"), lost("skirm1", hits, 4, most=9))


@pytest.mark.clause("skirm2.weapon.re-roll", "skirm2.dice.chain-window")
def test_a_re_roll_that_is_left_over_serves_the_chain() -> None:
    table = Table.parse(
        "A . . B",
        edition="skirm2",
        A=unit(weapons=[gun(special="RR1", roa=1, skl=3, dam=3)]),
        B=foe(arm=7, hit=9),
    )
    plain = one_die("skirm2", 3)
    hits: dict[int, float] = {}
    for k in range(LONG - 1):  # it fails and is re-rolled, or hits, or is Critical and goes on
        hits[k] = plain[k] / 2 + (k == 1) / 3 + hits.get(k - 1, 0.0) / 6
    assert_close(losses(table, "shoot A B rifle", "B"), lost("skirm2", hits, 4, most=9))


@pytest.mark.clause("skirm1.cover.effect")
@pytest.mark.parametrize(("special", "save"), [("", 5), ("NCV", 4)])
def test_a_shot_at_cover(special: str, save: int) -> None:
    table = Table.on(
        board(6, 1, walls={((4, 0), (5, 0)): 1}),
        edition="skirm1",
        A=unit(at=(0, 0), weapons=[gun(special=special, roa=3, skl=4, dam=3)]),
        B=foe(at=(5, 0), arm=7, hit=9),
    )
    wanted = lost("skirm1", dice(3, one_die("skirm1", 4)), save, most=9)
    assert_close(losses(table, "shoot A B rifle", "B"), wanted)


@both
@pytest.mark.clause("skirm1.combat.several", "skirm2.combat.several")
def test_each_victim_of_an_explosion_has_odds_of_its_own(edition: str) -> None:
    table = Table.parse(
        "A . . B C",
        edition=edition,
        A=unit(weapons=[gun("bomb", "XPL", roa=2, skl=4, dam=3)]),
        B=foe(arm=7, hit=4),
        C=foe(arm=5, hit=3),
    )
    hits = dice(2, one_die(edition, 4))
    on_b, on_c = lost(edition, hits, 4, most=4), lost(edition, hits, 2, most=3)
    wanted = {(b, c): on_b[b] * on_c[c] for b, c in product(on_b, on_c)}
    assert_close(losses(table, "shoot A B bomb", "B", "C"), wanted)


@pytest.mark.clause("skirm1.action.revive-hit", "skirm1.dice.d3")
def test_a_revival_gives_one_two_or_three_with_equal_chances() -> None:
    table = Table.parse(
        "A C . . B",
        edition="skirm1",
        A=unit(),
        C=unit(state="downed", hit=9),
        B=foe(),
        orders=(2, 0),
    )
    found = losses(table, "revive A C", "C")
    assert found.outcomes == {-1: Fraction(1, 3), -2: Fraction(1, 3), -3: Fraction(1, 3)}


# ------------------------------------------------------------------ melee


@both
@pytest.mark.parametrize("dodge", [False, True])
@pytest.mark.clause("skirm1.melee.weapons", "skirm2.melee.weapons")
def test_a_melee_against_an_unarmed_target(edition: str, dodge: bool) -> None:
    table = Table.parse(
        "A B",
        edition=edition,
        A=unit(weapons=[blade(roa=4, skl=4, dam=4)]),
        B=foe("DOD" if dodge else "", arm=7, hit=9, weapons=[]),
    )
    wanted = lost(edition, dice(4, one_die(edition, 4)), 3, automatic=int(dodge), most=9)
    assert_close(losses(table, "melee A B blade", "B"), wanted)


@pytest.mark.clause("skirm2.melee.opposed", "skirm2.melee.compare", "skirm2.melee.saves")
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ((4, 4, 1), (4, 4, 1)),
        ((1, 3, 1), (1, 3, 1)),
        ((2, 2, 1), (4, 5, 1)),
        ((2, 5, 2), (2, 3, 1)),
    ],
)
def test_an_opposed_melee_is_the_difference_of_two_counts(
    ours: tuple[int, int, int], theirs: tuple[int, int, int]
) -> None:
    def sword(numbers: tuple[int, int, int]) -> dict[str, Any]:
        roa, skl, critical = numbers
        return blade(special=f"CR{critical}" if critical > 1 else "", roa=roa, skl=skl, dam=3)

    table = Table.parse(
        "A B",
        edition="skirm2",
        A=unit(arm=6, hit=9, weapons=[sword(ours)]),
        B=foe(arm=7, hit=9, weapons=[sword(theirs)]),
    )
    mine = dice(ours[0], one_die("skirm2", *ours[1:]))
    back = dice(theirs[0] - 1, one_die("skirm2", *theirs[1:]))
    wins: dict[int, float] = {}
    for (a, chance), (b, other) in product(mine.items(), back.items()):
        wins[a - b] = wins.get(a - b, 0.0) + chance * other
    on_target = lost("skirm2", {n: c for n, c in wins.items() if n > 0}, 4, most=9)
    on_attacker = lost("skirm2", {-n: c for n, c in wins.items() if n < 0}, 3, most=9)
    wanted = {(0, n): chance for n, chance in on_target.items() if n}
    wanted |= {(n, 0): chance for n, chance in on_attacker.items() if n}
    wanted[0, 0] = on_target.get(0, 0.0) + on_attacker.get(0, 0.0) + wins[0]
    assert_close(losses(table, "melee A B blade", "A", "B"), wanted)


# ------------------------------------------------------------------ twins and samples


@pytest.mark.parametrize("special", ["", "CR2", "RR1", "AP1", "RR2 CR2"])
def test_counting_in_parts_agrees_with_walking_every_way_in_the_first_edition(
    special: str,
) -> None:
    table = Table.parse(
        "A . . B",
        edition="skirm1",
        A=unit(weapons=[gun(special=special, roa=3, skl=4, dam=3)]),
        B=foe("TF1", arm=7, hit=9),
    )
    quick = losses(table, "shoot A B rifle", "B")
    slow = losses(table, "shoot A B rifle", "B", assume=table.book.assume)
    assert quick.outcomes == slow.outcomes
    assert quick.missing == slow.missing == 0


@both
@pytest.mark.clause("skirm1.dice.critical", "skirm2.dice.critical-chain")
def test_a_hundred_thousand_dice_fall_as_the_closed_form_says(edition: str) -> None:
    table = Table.parse("A . . B", edition=edition, A=unit(), B=foe())
    throw = Throw("attack", 0, 4, 2, "combat.strike")
    source, times, found = SeededDice("sample"), 100_000 // 8, Counter[int]()
    for _ in range(times):
        flow, sent = count_throw(table.battle, throw, 8, 0), None
        while True:
            try:
                question = flow.send(sent)
            except StopIteration as end:
                found[end.value] += 1
                break
            if isinstance(question, Tally):
                sent = None
            else:
                assert isinstance(question, Roll)
                sent = source.roll(question)
    for value, chance in dice(8, one_die(edition, 4, 2)).items():
        expected = chance * times
        if expected > 20:
            assert abs(found[value] - expected) < 5 * sqrt(expected), value
