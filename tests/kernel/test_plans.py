"""Odds of plans: several answers one after another, over all the dice between them."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import pytest

from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.odds import odds
from battlemat.kernel.plans import plan_odds
from battlemat.kernel.questions import Flow, roll, tally_sum
from example.listing import choose
from example.standoff import TOY, Toy, ToyBattle, Wait

FIRST, SECOND = "fire R1 B1", "fire B2 R1"


def on_the_table(battle: Any) -> Hashable:
    return tuple(sorted(battle.at))


def test_a_plan_of_one_answer_has_the_odds_of_that_answer() -> None:
    game = Game(TOY, {})
    assert plan_odds(game, [FIRST]).odds == odds(game, FIRST)


def test_a_plan_is_carried_out_on_every_way_the_dice_may_have_fallen() -> None:
    game = Game(TOY, {})
    once = odds(game, FIRST, measure=on_the_table)
    by_hand: dict[Hashable, Fraction] = {}
    for faces in once.outcomes:
        after = next(battle for battle in _battles(game, FIRST) if on_the_table(battle) == faces)
        there = game.at(after)
        for end, chance in odds(there, SECOND, measure=on_the_table).outcomes.items():
            by_hand[end] = by_hand.get(end, Fraction(0)) + once.outcomes[faces] * chance
    found = plan_odds(game, [FIRST, SECOND], measure=on_the_table)
    assert found.odds.outcomes == by_hand
    assert sum(by_hand.values()) == 1
    assert found.unused == ()


def _battles(game: Game[Any], answer: str) -> list[Any]:
    """The battles that an answer may lead to."""
    kept: dict[Hashable, Any] = {}

    def keep(battle: Any) -> Hashable:
        return kept.setdefault(battle.key(), battle).key()  # type: ignore[no-any-return]

    odds(game, answer, measure=keep)
    return list(kept.values())


def _evens(dice: int) -> Flow[int]:
    """How many dice show an even number, thrown one after another."""
    even = 0
    for _ in range(dice):
        (face,) = yield from roll("red", 1, 6, because="toy.fire.hit")
        even += face % 2 == 0
    return even


class _Volley(Toy):
    """Standoff in which nobody moves: a step is a wait, and points by the dice of a volley."""

    def step(self, battle: ToyBattle) -> Flow[None]:
        yield from choose("red", "action", [Wait()], because="toy.turn.act")
        volley = tally_sum(12, "toy evens", lambda: _evens(1), lambda: _evens(12))
        battle.scores[0] += yield from volley


def test_dice_that_can_be_counted_once_and_added_are_so_in_a_plan() -> None:
    game = Game(_Volley(), {})
    found = plan_odds(game, ["wait"], measure=lambda battle: battle.scores[0], most=500)
    assert found.odds.outcomes[12] == Fraction(1, 2**12)
    assert found.odds.missing == 0


def test_what_has_become_impossible_is_left_out_and_what_never_was_possible_is_told() -> None:
    game = Game(TOY, {})
    found = plan_odds(game, [FIRST, "fire B1 R1", "dance R1"], measure=on_the_table)
    assert found.unused == ("dance R1",)
    # Where B1 fell it cannot answer the fire: those ways end as they stand.
    fell = odds(game, FIRST, measure=lambda battle: "B1" not in battle.at).outcomes[True]
    assert sum(p for end, p in found.odds.outcomes.items() if "B1" not in str(end)) == fell


def test_the_first_answer_of_a_plan_must_be_legal_now() -> None:
    with pytest.raises(Refused):
        plan_odds(Game(TOY, {}), ["dance R1", FIRST])


def test_counting_a_plan_leaves_the_game_alone() -> None:
    game = Game(TOY, {})
    before = game.digest
    plan_odds(game, [FIRST, SECOND])
    assert (game.digest, game.answers) == (before, [])
