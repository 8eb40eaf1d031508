"""A quick look: with shares for every way it is exact, with few it is fair, and it never peeks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.odds import forget, odds, tally_ways
from battlemat.kernel.questions import Choice, Flow, Tally, roll
from battlemat.packs.skirm.setups import build_setup
from battlemat.players.glance import Attention, Judge, glance
from battlemat.players.looking import Habits, LookingPlayer
from battlemat.players.registry import make
from battlemat.rulebooks.skirm.advice import worth as skirm_worth
from battlemat.rulebooks.skirm.chapters.combat.attacks import Shoot
from battlemat.rulebooks.skirm.rulebook import SKIRM3
from battlemat.rulebooks.skirm.state.battle import CARRIED, DOWNED, STANDING
from example.standoff import TOY

SETUP = build_setup(
    "skirm3", mission="secure", map="relay-yard", red="tolands-line", blue="breach-team"
)


def at_a_shot() -> tuple[Game[Any], Choice, Shoot]:
    """A game of Skirm in which a shot may be fired."""
    game: Game[Any] = Game(SKIRM3, SETUP, dice=SeededDice("shot"))
    player = LookingPlayer("x", Habits(), Attention(options=6, shares=1))
    while isinstance(question := game.question, Choice):
        shots = [one for one in question.listed if isinstance(one, Shoot)]
        if question.kind == "action" and shots:
            return game, question, shots[0]
        game.answer(player.answer(game))
    raise AssertionError("nobody shoots in this game")


def test_a_look_with_shares_for_every_way_is_exact() -> None:
    game, choice, shot = at_a_shot()
    exact = odds(game, shot, measure=lambda battle: SKIRM3.worth(battle, choice.player))
    many = glance(game, shot, choice.player, shares=100_000, seed="1")
    assert many.exact
    assert many.worth == pytest.approx(exact.mean() / float(1 - exact.missing))


def test_few_shares_are_fair_on_the_average() -> None:
    game, choice, shot = at_a_shot()
    exact = odds(game, shot, measure=lambda battle: SKIRM3.worth(battle, choice.player))
    looks = [glance(game, shot, choice.player, shares=3, seed=str(n)).worth for n in range(100)]
    spread = max(looks) - min(looks)
    assert spread > 0
    assert sum(looks) / len(looks) == pytest.approx(exact.mean(), abs=0.1 * spread)


def test_a_look_leaves_the_game_as_it_was_and_knows_nothing_of_its_dice() -> None:
    scores = []
    for seed in ("one", "other"):
        game: Game[Any] = Game(TOY, {"tokens": 1}, dice=SeededDice(seed))
        before = game.digest
        choice = game.question
        assert isinstance(choice, Choice)
        judge = Judge("1")
        scores.append(judge.scores(game, choice, judge.worth_a_look(game, choice)))
        assert (game.digest, game.answers) == (before, [])
    assert scores[0] == scores[1]


def test_only_the_practised_keep_to_what_meets_the_eye(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game[Any] = Game(TOY, {"tokens": 1}, dice=SeededDice("1"))
    choice = game.question
    assert isinstance(choice, Choice)
    last = choice.listed[-1]
    monkeypatch.setattr(type(TOY), "glimpse", lambda _self, _battle, _choice: [last])
    assert list(Judge("1", Attention(practised=True)).worth_a_look(game, choice)) == [last]
    assert list(Judge("1").worth_a_look(game, choice)) == list(choice.listed)
    assert LookingPlayer("1", Habits(practised=True)).answer(game) == last
    assert make("captain", "1").answer(game) == last


def test_whether_a_part_is_too_dear_does_not_depend_on_what_was_counted_before() -> None:
    def three() -> Flow[int]:
        return sum((yield from roll("red", 3, 6, because="x")))

    part = Tally("three dice", three)
    forget()
    assert tally_ways(part, TOY.start({"tokens": 1}), TOY.assume, 55) is None
    enough = tally_ways(part, TOY.start({"tokens": 1}), TOY.assume, 56)  # 3 dice fall in 56 ways
    assert enough is not None
    assert enough[1] == 216
    assert tally_ways(part, TOY.start({"tokens": 1}), TOY.assume, 55) is None
    forget()
    assert tally_ways(part, TOY.start({"tokens": 1}), TOY.assume, 55) is None


def twins(battle: Any) -> Iterator[tuple[str, Any]]:
    """The same battle with one thing changed."""
    mine = next(unit for unit in battle.units if unit.state == STANDING)
    for what in ("lies", "elsewhere", "turn", "zones", "smoke", "carried", "limits", "doors"):
        twin = battle.copy()
        if what == "lies":
            twin.set_state(twin.units[mine.index], DOWNED)
        elif what == "elsewhere":
            free = next(s for s in range(60, 144) if not twin.occupied >> s & 1)
            twin.place(twin.units[mine.index], free)
        elif what == "turn":
            twin.turn += 1
        elif what == "zones":
            twin.zones.reverse()
        elif what == "smoke":
            twin.lasting = twin.lasting._replace(smoke=battle.field.board.all_squares)
        elif what == "carried":
            twin.markers = [CARRIED - mine.index for _ in twin.markers]
        elif what == "limits":
            numbers = range(len(twin.mission.objectives))
            every = [(a.id, 0, n) for a in twin.mission.actions for n in numbers]
            twin.limits = frozenset(every)
        else:
            twin.doors_open = 0 if twin.doors_open else (1 << len(battle.field.board.doors)) - 1
            twin.terrain = battle.field.board.terrain(twin.doors_open)
        yield what, twin


def test_what_is_kept_of_a_layout_is_what_it_is_worth() -> None:
    """As the yardstick judges, which counts everything that a layout holds."""
    differ = set()
    for mission in ("infiltrate", "recon", "secure"):
        setup = build_setup("skirm3", mission=mission, red="eternal-court", blue="breach-team")
        game: Game[Any] = Game(SKIRM3, setup, dice=SeededDice(mission))
        player = LookingPlayer(mission, Habits(overlooks=0.8), Attention(options=6, shares=1))
        for number in range(45):
            plain = SKIRM3.plain_worth(game.battle, "red")
            for what, twin in twins(game.battle) if number % 22 == 21 else ():
                kept = SKIRM3.plain_worth(twin, "red")
                skirm_worth._known.forget()
                assert SKIRM3.plain_worth(twin, "red") == kept, what
                differ |= {what} if kept != plain else set()
                assert SKIRM3.plain_worth(game.battle, "red") == plain
            game.answer(player.answer(game))
    assert differ == {"lies", "elsewhere", "turn", "zones", "smoke", "carried", "limits", "doors"}
