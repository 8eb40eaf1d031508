"""Exact odds of attacks, held against icepool, closed forms, brute force and samples.

The odds run the rules' own code over every outcome; here the same numbers come from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import icepool
import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.odds import flow_odds, odds
from battlemat.kernel.questions import Choice, Flow, Roll, Tally
from battlemat.rulebooks.skirm.chapters.combat.early import Throw, count_throw
from battlemat.rulebooks.skirm.state.battle import Battle
from boards.squares_boards import board
from rules.skirm.table import BOOKS, Table, blade, foe, gun, unit


def agrees(table: Table, answer: str, expected: Fraction) -> bool:
    """Whether the odds that B is Downed are those, but for the little that odds say they miss."""
    found = odds(table.game, answer)
    assert sum(found.outcomes.values()) + found.missing == 1
    assert found.missing < Fraction(1, 10**13)
    low = found.chance(lambda what: what == "B Downed")
    return low <= expected <= low + found.missing


# ---------------------------------------------------------------------- third edition


def wins(need: int) -> set[int]:
    return {face for face in range(1, 6) if face <= need} | {1}


def again(die: Any, faces: Callable[[int], bool]) -> Any:
    """A die that is rolled once more if it shows such a face."""
    return die.map(lambda face: icepool.d6 if faces(face) else face)


def downed(
    *,
    roa: int,
    skill: int,
    dam: int = 1,
    arm: int = 3,
    special: str = "",
    automatic: int = 0,
    second_saves: bool = False,
) -> Fraction:
    """The chance that an attack downs its target, by icepool."""
    hits, saves = wins(skill), wins(arm)
    die: Any = icepool.d6
    if "PRC" in special or "BRU" in special:
        die = again(die, lambda face: face not in hits)
    elif "RLT" in special:
        die = again(die, lambda face: face == 6)
    worth = {face: (dam if face in hits else 0) for face in range(1, 7)}
    if "RND" in special:
        worth[1] = 2 * dam
    points = (roa @ die.map(worth)) if roa else icepool.Die([0])
    points += dam if "ARP" in special else 0
    saved = Fraction(len(saves), 6)
    if second_saves:
        saved += (1 - saved) * saved
    unharmed = sum(
        points.probability(total) * saved ** max(0, total - automatic) for total in points
    )
    return 1 - Fraction(unharmed)


@pytest.mark.parametrize("skill", [0, 1, 2, 4, 5, 6])
@pytest.mark.parametrize("special", ["", "RND", "ARP", "PRC", "RLT", "RND ARP PRC", "RND RLT"])
def test_shots_agree_with_icepool(skill: int, special: str) -> None:
    for roa, dam, arm in [(1, 1, 0), (2, 1, 3), (3, 2, 4), (4, 1, 6), (0, 2, 2), (5, 3, 5)]:
        table = Table.parse(
            "A . . B",
            A=unit(rsk=skill, weapons=[gun(special=special, roa=roa, dam=dam)]),
            B=foe(arm=arm),
        )
        expected = downed(roa=roa, skill=skill, dam=dam, arm=arm, special=special)
        assert agrees(table, "shoot A B rifle", expected)


@pytest.mark.parametrize("special", ["", "RND", "PRC"])
@pytest.mark.parametrize(
    ("target", "covered", "automatic"), [("CAM", False, 1), ("", True, 1), ("CAM TMP", True, 2)]
)
def test_cover_and_camouflage_agree_with_icepool(
    special: str, target: str, covered: bool, automatic: int
) -> None:
    ground = board(6, 1, walls={((4, 0), (5, 0)): 1} if covered else None)
    for roa, dam in [(2, 1), (3, 2)]:
        table = Table.on(
            ground,
            A=unit(at=(0, 0), rsk=4, weapons=[gun(special=special, roa=roa, dam=dam)]),
            B=foe(target, at=(5, 0), arm=3),
        )
        expected = downed(
            roa=roa,
            skill=4,
            dam=dam,
            special=special,
            automatic=automatic,
            second_saves="TMP" in target,
        )
        assert agrees(table, "shoot A B rifle", expected)


@pytest.mark.parametrize(("target", "automatic"), [("", 0), ("DOD", 1), ("DOD TGH", 1), ("REP", 0)])
@pytest.mark.parametrize("special", ["", "BRU", "RND BRU", "ARP"])
def test_melee_agrees_with_icepool(special: str, target: str, automatic: int) -> None:
    table = Table.parse(
        "A B C", A=unit(msk=4, weapons=[blade(special=special)]), B=foe(target, arm=4), C=unit()
    )
    expected = downed(
        roa=3,  # two and one for support
        skill=3 if target == "REP" else 4,
        arm=4,
        special=special,
        automatic=automatic,
        second_saves="TGH" in target,
    )
    assert agrees(table, "melee A B blade", expected)


@pytest.mark.parametrize(("roa", "msk", "arm"), [(1, 3, 3), (3, 4, 2), (4, 5, 5)])
def test_parry_takes_one_strike_back_to_the_die(roa: int, msk: int, arm: int) -> None:
    table = Table.parse("A B", A=unit(msk=msk, weapons=[blade(roa=roa)]), B=foe("PAR", arm=arm))
    hit, saved = Fraction(len(wins(msk)), 6), Fraction(len(wins(arm)), 6)
    unharmed = Fraction(0)
    for strikes in range(roa + 1):
        p = comb(roa, strikes) * hit**strikes * (1 - hit) ** (roa - strikes)
        kept = max(0, strikes - 1)
        parried = hit * saved ** (kept + 1) + (1 - hit) * saved**kept if strikes else 1
        unharmed += p * parried
    assert agrees(table, "melee A B blade", 1 - unharmed)


def test_high_ground_is_in_the_odds() -> None:
    table = Table.on(board(6, 1, levels={(0, 0): 2}), A=unit(at=(0, 0), rsk=3), B=foe(at=(4, 0)))
    assert agrees(table, "shoot A B rifle", downed(roa=2, skill=4))


# ---------------------------------------------------------------------- sums of dice

Chances = Mapping[int, float]
LONGEST = 20  # a chain this long comes once in 10**15


def together(one: Chances, other: Chances) -> dict[int, float]:
    """The distribution of the sum of two independent numbers."""
    found: dict[int, float] = {}
    for (a, p), (b, q) in product(one.items(), other.items()):
        found[a + b] = found.get(a + b, 0.0) + p * q
    return found


def spread(die: Chances, dice: int) -> dict[int, float]:
    """The distribution of the sum of so many dice."""
    found = {0: 1.0}
    for _ in range(dice):
        found = together(found, die)
    return found


def chain(need: int, critical: int) -> dict[int, float]:
    """Second edition, one die: P(0) = f and P(k) = c^k f + c^(k-1) p."""
    c = critical / 6
    p = len(wins(need) - set(range(1, critical + 1))) / 6
    f = 1 - c - p
    return {0: f} | {k: c**k * f + c ** (k - 1) * p for k in range(1, LONGEST * critical)}


def double(need: int, critical: int) -> dict[int, float]:
    """First edition, one die: a critical counts twice."""
    c = critical / 6
    p = len(wins(need) - set(range(1, critical + 1))) / 6
    return {0: 1 - c - p, 1: p, 2: c}


ONE_DIE = {"skirm1": double, "skirm2": chain}


def near(found: Mapping[Any, Fraction], expected: Chances) -> bool:
    keys = {*found, *expected}
    return all(abs(float(found.get(k, 0)) - expected.get(k, 0.0)) < 1e-9 for k in keys)


@pytest.mark.parametrize("edition", ["skirm1", "skirm2"])
@pytest.mark.parametrize("critical", [1, 2])
def test_counted_successes_agree_with_the_closed_form(edition: str, critical: int) -> None:
    battle = Table.parse("A . . B", A=unit(), B=foe(), edition=edition).battle
    for need, dice in product(range(7), (1, 3)):
        throw = Throw("attack", 0, need, critical, "combat.strike")
        found = flow_odds(lambda t=throw, n=dice: count_throw(battle, t, n, 0))  # type: ignore[misc]
        assert near(found.outcomes, spread(ONE_DIE[edition](need, critical), dice))


def lost(hits: Chances, need: int, edition: str) -> dict[int, float]:
    """The distribution of HIT lost: hits that rolled Saves do not take away."""
    found: dict[int, float] = {}
    for count, p in hits.items():
        for saves, q in spread(ONE_DIE[edition](need, 1), min(count, LONGEST)).items():
            left = max(0, count - saves)
            found[left] = found.get(left, 0.0) + p * q
    return found


def hit_lost(table: Table, answer: str, *names: str) -> Mapping[Any, Fraction]:
    """The odds of HIT lost by one unit, or of what the first lost more than the second."""
    index = [table.unit(name).index for name in names]
    before = [table.unit(name).hit for name in names]

    def measure(battle: Battle) -> int:
        gone = [was - battle.units[i].hit for i, was in zip(index, before, strict=True)]
        return gone[0] if len(gone) == 1 else gone[0] - gone[1]

    return odds(table.game, answer, measure=measure).outcomes


@pytest.mark.parametrize("edition", ["skirm1", "skirm2"])
@pytest.mark.parametrize(("skl", "dam", "arm"), [(4, 0, 3), (3, 1, 4), (5, 2, 2), (2, 3, 6)])
def test_shots_of_the_early_editions_agree_with_sums_of_dice(
    edition: str, skl: int, dam: int, arm: int
) -> None:
    table = Table.parse(
        "A . . B",
        A=unit(weapons=[gun(roa=2, dam=dam, skl=skl)]),
        B=foe(arm=arm, hit=60),
        edition=edition,
    )
    hits = spread(ONE_DIE[edition](skl, 1), 2)
    assert near(hit_lost(table, "shoot A B rifle", "B"), lost(hits, arm - dam, edition))


def test_opposed_melee_agrees_with_the_convolution_of_both_sides() -> None:
    table = Table.parse(
        "A B",
        A=unit(arm=3, hit=60, weapons=[blade(roa=2, skl=4, dam=1)]),
        B=foe(arm=4, hit=60, weapons=[blade(roa=2, skl=3, dam=2)]),
        edition="skirm2",
    )
    theirs = spread(chain(3, 1), 1)  # the target of a melee rolls one die less
    surplus = together(spread(chain(4, 1), 2), {-k: p for k, p in theirs.items()})
    expected = {0: surplus[0]}
    wounds = lost({k: p for k, p in surplus.items() if k > 0}, 4 - 1, "skirm2")
    scars = lost({-k: p for k, p in surplus.items() if k < 0}, 3 - 2, "skirm2")
    for gone, p in (*wounds.items(), *((-gone, p) for gone, p in scars.items())):
        expected[gone] = expected.get(gone, 0.0) + p
    assert near(hit_lost(table, "melee A B blade", "B", "A"), expected)


# ---------------------------------------------------------------------- fast paths and their twins


def duels(edition: str) -> Iterator[tuple[Table, str]]:
    """Attacks that go through every part of an edition's dice."""
    specials = {
        "skirm1": ["", "RR1", "AP1 CR2"],
        "skirm3": ["", "RND PRC", "RLT STN"],
    }
    for special in specials[edition]:
        card = unit(
            weapons=[gun(special=special, roa=2), blade(special=special.replace("PRC", "BRU"))]
        )
        yield Table.parse("A . . B", A=card, B=foe(), edition=edition), "shoot A B rifle"
        yield Table.parse("A B", A=card, B=foe("DOD"), edition=edition), "melee A B blade"
    if edition == "skirm3":
        yield Table.parse("A B", A=unit(), B=foe("PAR TGH CTR")), "melee A B blade"


@pytest.mark.parametrize("edition", ["skirm1", "skirm3"])  # the closed form is the second's twin
def test_odds_with_tallies_are_those_without(edition: str) -> None:
    for table, answer in duels(edition):
        without = odds(table.game, answer, assume=BOOKS[edition].assume)
        assert odds(table.game, answer).outcomes == without.outcomes


def brute(table: Table, answer: str) -> Mapping[str, Fraction]:
    """Every ordered outcome of every die, played through."""
    book, before = table.book, table.game.fork().battle
    found: Counter[str] = Counter()
    whole = 6**12

    def walk(game: Game[Battle], ways: int) -> None:
        question = game.question
        if isinstance(question, Choice) and question.kind not in ("action", "activate"):
            option = book.assume(game.battle, question)
            assert option is not None
            game.answer(option)
            walk(game, ways)
        elif isinstance(question, Roll):
            share = ways // 6**question.count
            for faces in product(range(1, 7), repeat=question.count):
                twin = game.fork()
                twin.answer(faces)
                walk(twin, share)
        else:
            found[book.outcome(before, game.battle)] += ways

    start = table.game.fork()
    start.answer(answer)
    walk(start, whole)
    return {outcome: Fraction(ways, whole) for outcome, ways in found.items()}


@pytest.mark.parametrize(
    ("edition", "special"), [("skirm3", "RND"), ("skirm3", "PRC"), ("skirm1", "")]
)
def test_odds_are_those_of_every_ordered_roll(edition: str, special: str) -> None:
    table = Table.parse(
        "A . . B", A=unit(weapons=[gun(special=special, roa=1)]), B=foe(hit=1), edition=edition
    )
    assert odds(table.game, "shoot A B rifle").outcomes == brute(table, "shoot A B rifle")


# ---------------------------------------------------------------------- samples


def sampled(flow: Callable[[], Flow[int]], times: int) -> Counter[int]:
    dice, found = SeededDice("samples"), Counter[int]()
    for _ in range(times):
        run, sent = flow(), None
        try:
            while True:
                question: Any = run.send(sent)
                sent = None if isinstance(question, Tally) else dice.roll(question)
        except StopIteration as end:
            found[end.value] += 1
    return found


@pytest.mark.parametrize("edition", ["skirm1", "skirm2"])
def test_a_hundred_thousand_sampled_dice_lie_where_the_odds_say(edition: str) -> None:
    battle = Table.parse("A . . B", A=unit(), B=foe(), edition=edition).battle
    throw = Throw("attack", 0, 4, 1, "combat.strike")
    times, dice = 10_000, 10
    seen = sampled(lambda: count_throw(battle, throw, dice, 0), times)
    found = flow_odds(lambda: count_throw(battle, throw, dice, 0))
    for value, p in found.outcomes.items():
        assert isinstance(value, int)
        expected, spread_ = float(p) * times, (float(p) * (1 - float(p)) * times) ** 0.5
        assert abs(seen[value] - expected) <= 5 * spread_ + 3, value
