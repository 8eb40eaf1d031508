"""Many games: the same whoever plays them, and added up rightly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.lab.duel import UNFINISHED, Duel, Outcome, play_one, play_pair
from battlemat.lab.summary import mean_range, summarise, wilson
from example.standoff import find

DUEL = Duel("toy", {"tokens": 1}, ("captain", "random"), "42")


def run(duel: Duel, games: int) -> list[Outcome]:
    return [play_one(find, duel, number) for number in range(games)]


def test_games_differ_from_one_another_and_by_seed() -> None:
    digests = {outcome.digest for outcome in run(DUEL, 12)}
    assert len(digests) > 6
    other = Duel("toy", {"tokens": 1}, ("captain", "random"), "43")
    assert play_one(find, other, 0) != play_one(find, DUEL, 0)


def test_entrants_change_sides_from_game_to_game() -> None:
    first, second = run(DUEL, 2)
    assert (first.sides, second.sides) == (("red", "blue"), ("blue", "red"))
    # Red always moves first in the toy, so the first to choose changes with the sides.
    assert (first.first, second.first) == (0, 1)


def test_a_game_of_a_duel_has_the_dice_of_its_seed() -> None:
    outcome = play_one(find, DUEL, 3)
    assert outcome.seed == "42/1"
    assert outcome.rolls > 0
    game = Game(find("toy"), {"tokens": 1}, dice=SeededDice(outcome.seed))
    assert game.digest != outcome.digest


def test_two_games_each_share_their_dice_with_the_sides_changed() -> None:
    games = run(DUEL, 6)
    assert [game.seed for game in games] == ["42/0", "42/0", "42/1", "42/1", "42/2", "42/2"]
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.sides == other.sides[::-1]


def test_squads_change_sides_with_their_players_where_a_mirrored_setup_is_given() -> None:
    mirrored = replace(DUEL, setup={"tokens": 0}, mirrored={"tokens": 9})
    pair = play_pair(find, mirrored, 2)
    assert pair.games[0] == play_one(find, replace(DUEL, setup={"tokens": 0}), 4)
    assert pair.games[1] == play_one(find, replace(DUEL, setup={"tokens": 9}), 5)


def test_pairs_go_through_the_settings_in_turn() -> None:
    other = {"tokens": 3}
    duel = replace(DUEL, others=((other, None),))
    assert play_pair(find, duel, 2) == play_pair(find, DUEL, 2)
    assert play_pair(find, duel, 3) == play_pair(find, replace(DUEL, setup=other), 3)
    assert play_pair(find, duel, 3) != play_pair(find, DUEL, 3)


def test_entrants_that_keep_their_sides_have_dice_of_their_own_in_every_game() -> None:
    games = run(replace(DUEL, fixed=True), 4)
    assert {game.sides for game in games} == {("red", "blue")}
    assert len({game.seed for game in games}) == 4


def test_who_listens_hears_the_clauses_and_changes_nothing() -> None:
    heard = play_pair(find, DUEL, 0, listening=True)
    assert heard.games == play_pair(find, DUEL, 0).games
    assert {"toy.turn.act", "toy.fire.hit"} <= set(heard.heard)
    games, times = heard.heard["toy.turn.act"]
    assert games == 2
    assert times > 2


def test_a_game_that_does_not_end_is_counted_and_nothing_else() -> None:
    endless = play_one(find, DUEL, 0, most=2)
    assert (endless.reason, endless.winner, endless.scores) == (UNFINISHED, None, (0, 0))
    summary = summarise([endless, play_one(find, DUEL, 1)])
    assert (summary.games, summary.unfinished) == (2, 1)
    assert sum(summary.wins) + summary.draws == 1
    nothing = summarise([endless])
    assert (nothing.win_rates[0].low, nothing.win_rates[0].high) == (0.0, 1.0)


def outcome(number: int, winner: int | None, scores: tuple[int, int], first: int = 0) -> Outcome:
    sides = ("red", "blue") if number % 2 == 0 else ("blue", "red")
    return Outcome(number, "s", sides, winner, scores, first, 10, 5, "over", "d")


def test_a_summary_counts_wins_draws_scores_and_the_edge_of_the_first() -> None:
    summary = summarise(
        [
            outcome(0, 0, (2, 0)),
            outcome(1, 0, (1, 0), first=1),
            outcome(2, None, (1, 1)),
            outcome(3, 1, (0, 2), first=1),
        ]
    )
    assert (summary.wins, summary.draws) == ((2, 1), 1)
    assert summary.side_wins == {"red": 2, "blue": 1}
    assert summary.side_rates["red"] == wilson(2, 4)
    assert summary.mean_scores == (1.0, 0.75)
    assert summary.edge.value == 0.25  # won, lost, drawn, won by the first to choose
    assert (summary.decisions, summary.rolls) == (40, 20)


def test_ranges_hold_their_value_and_narrow_with_more_games() -> None:
    few, many = wilson(5, 10), wilson(500, 1000)
    assert few.low < 0.5 < few.high
    assert many.high - many.low < few.high - few.low
    assert wilson(0, 10).low == 0.0
    assert wilson(0, 10).high == pytest.approx(0.2775, abs=1e-4)  # the published value
    assert mean_range([1]).low == -1.0
    assert mean_range([1, 1, 1]).high == 1.0
