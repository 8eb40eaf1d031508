"""Exact odds: counted by the rules' own code, held against other ways to count."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.kernel.dice import ScriptedDice, SeededDice
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.odds import ERROR, TooMany, flow_odds, odds
from battlemat.kernel.questions import Choice, Flow, Roll, roll, tally
from battlemat.kernel.rolls import outcomes
from example.listing import choose
from example.standoff import TOY, Fire, ToyBattle


def chain(dice: int, skill: int, critical: int) -> Flow[int]:
    """Successes of dice of which criticals roll on without end."""
    groups = (range(1, critical + 1), range(critical + 1, skill + 1), range(skill + 1, 7))
    alike = tuple(tuple(group) for group in groups if group)
    faces = yield from roll("red", dice, 6, because="x", alike=alike)
    more = sum(face <= critical for face in faces)
    hits = sum(face <= skill for face in faces)
    if more:
        key = ("test chain", more, skill, critical)
        hits += yield from tally(key, lambda: chain(more, skill, critical))
    return hits


def one_die(skill: int, critical: int, most: int) -> dict[int, Fraction]:
    """The closed form for one die: k successes end in a plain one or in a miss."""
    crit, plain = Fraction(critical, 6), Fraction(skill - critical, 6)
    miss = 1 - crit - plain
    return {k: crit**k * miss + (crit ** (k - 1) * plain if k else 0) for k in range(most)}


@pytest.mark.parametrize(("skill", "critical"), [(4, 1), (5, 2), (3, 3), (5, 4)])
def test_a_chain_without_end_agrees_with_its_closed_form(skill: int, critical: int) -> None:
    found = flow_odds(lambda: chain(1, skill, critical))
    exact = one_die(skill, critical, 12)
    for k, chance in exact.items():
        assert abs(found.outcomes[k] - chance) <= ERROR


def test_what_a_chain_leaves_out_is_stated_and_tiny() -> None:
    found = flow_odds(lambda: chain(3, 4, 1))
    assert 0 < found.missing <= ERROR < Fraction(1, 10**12)
    assert sum(found.outcomes.values()) + found.missing == 1
    assert abs(found.mean() - 3 * 0.8) < 1e-9


def test_several_chained_dice_are_the_sum_of_single_ones() -> None:
    found = flow_odds(lambda: chain(2, 4, 2))
    single = one_die(4, 2, 40)
    for k in range(8):
        by_hand = sum(single[i] * single[k - i] for i in range(k + 1))
        assert abs(found.outcomes[k] - by_hand) <= ERROR


def test_a_chain_that_cannot_end_is_called_a_bug() -> None:
    def endless() -> Flow[int]:
        yield from roll("red", 1, 6, because="x")
        return (yield from tally("test endless", endless))

    with pytest.raises(RuleBug, match="does not end"):
        flow_odds(endless)


@given(count=st.integers(1, 4), cut=st.integers(1, 5), sides=st.sampled_from([6, 12]))
@settings(max_examples=40, deadline=None)
def test_outcomes_told_apart_by_group_have_the_ways_of_all_their_faces(
    count: int, cut: int, sides: int
) -> None:
    if sides**count > 3000:
        count = 2
    low, high = tuple(range(1, cut + 1)), tuple(range(cut + 1, sides + 1))
    counted: Counter[int] = Counter()
    for faces in product(range(1, sides + 1), repeat=count):
        counted[sum(face <= cut for face in faces)] += 1
    found = outcomes(count, sides, (low, high), False)
    assert {sum(f <= cut for f in faces): ways for faces, ways in found} == counted


@given(count=st.integers(1, 3), cut=st.integers(3, 17))
@settings(max_examples=40, deadline=None)
def test_outcomes_told_apart_by_total_have_the_ways_of_all_their_faces(
    count: int, cut: int
) -> None:
    totals = Counter(sum(faces) for faces in product(range(1, 7), repeat=count))
    assert {sum(f): ways for f, ways in outcomes(count, 6, None, True)} == totals
    low = tuple(t for t in totals if t < cut)
    high = tuple(t for t in totals if t >= cut)
    alike = tuple(group for group in (low, high) if group)
    found = {sum(f) >= cut: ways for f, ways in outcomes(count, 6, alike, True)}
    assert found.get(True, 0) == sum(totals[t] for t in high)


def brute_force(tokens: int) -> Fraction:
    """The chance that a toy shot takes its target out, over every ordered face."""

    def out_after(hits: int) -> Fraction:
        return 1 - Fraction(1, 3) ** hits if hits else Fraction(0)

    total = Fraction(0)
    for faces in product(range(1, 7), repeat=2):
        hits = sum(face <= 3 for face in faces)
        if hits < 2 and tokens:
            for more in range(3 - hits):
                left = 2 - hits
                ways = Fraction([1, left, 1][more] if left == 2 else 1, 2**left)
                total += ways * out_after(hits + more) / 36
        else:
            total += out_after(hits) / 36
    return total


@pytest.mark.parametrize("tokens", [0, 1])
def test_the_odds_of_a_choice_agree_with_brute_force(tokens: int) -> None:
    game = Game(TOY, {"tokens": tokens})
    found = odds(game, "fire R1 B1")
    assert found.outcomes["B1 out"] == brute_force(tokens)
    assert found.chance(lambda what: True) == 1
    assert found.missing == 0


def test_the_odds_leave_the_game_alone() -> None:
    game = Game(TOY, {})
    before = game.digest
    odds(game, "fire R1 B1")
    assert game.digest == before
    assert game.answers == []


def test_odds_in_mid_action_count_from_the_dice_that_lie_there() -> None:
    game = Game(TOY, {"tokens": 1}, dice=ScriptedDice((6, 6)))
    game.answer("fire R1 B1")
    assert odds(game, "pass").outcomes == {"no effect": 1}
    assert odds(game, "again").outcomes["B1 out"] == brute_force(0)


def test_a_caller_may_assume_other_answers_and_measure_something_else() -> None:
    game = Game(TOY, {"tokens": 1})
    kept = odds(
        game,
        "fire R1 B1",
        assume=lambda battle, choice: ("pass",),
        measure=lambda battle: battle.tokens[0],
    )
    assert kept.outcomes == {1: 1}


def test_odds_agree_with_many_sampled_games() -> None:
    exact = float(brute_force(0))
    game = Game(TOY, {"tokens": 0})
    hits = 0
    for seed in range(4000):
        twin = game.fork(SeededDice(str(seed)))
        twin.answer(Fire("R1", "B1"))
        hits += "B1" not in twin.battle.at
    assert abs(hits / 4000 - exact) < 4 * (exact * (1 - exact) / 4000) ** 0.5


def test_a_tally_runs_in_place_for_a_driver_that_does_not_count() -> None:
    flow = chain(1, 4, 1)
    question = next(flow)
    assert isinstance(question, Roll)
    inner = flow.send((1,))
    assert not isinstance(inner, (Roll, Choice))
    assert isinstance(flow.send(None), Roll)


def test_a_choice_inside_a_flow_of_dice_alone_is_called_a_bug() -> None:
    def asks() -> Flow[None]:
        yield from choose("red", "what", [("pass",)], because="x")

    with pytest.raises(RuleBug, match="dice alone"):
        flow_odds(asks)


def test_a_count_that_is_kept_is_as_dear_as_before() -> None:
    game: Game[ToyBattle] = Game(TOY, {"tokens": 2}, dice=SeededDice("dear"))
    cost = next(most for most in range(1, 100) if _can_pay(game.fork(), most))
    assert cost > 1
    counted = odds(game, "fire R1 B1")
    assert odds(game, "fire R1 B1", most=cost) is counted
    with pytest.raises(TooMany):
        odds(game, "fire R1 B1", most=cost - 1)


def _can_pay(game: Game[ToyBattle], most: int) -> bool:
    try:
        odds(game, "fire R1 B1", most=most)
    except TooMany:
        return False
    return True


def test_odds_are_those_of_the_position_that_stands_after_an_answer_was_taken_back() -> None:
    game: Game[ToyBattle] = Game(TOY, {"tokens": 0}, dice=SeededDice("back"))
    before = odds(game, "fire R1 B1")
    game.answer("step R1 b1")
    there = odds(game, "fire B1 R1")
    game.undo()
    assert odds(game, "fire R1 B1") == before
    game.answer("wait")
    assert odds(game, "fire B1 R2").outcomes.keys() != there.outcomes.keys()
