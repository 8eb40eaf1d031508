"""Machine players over a toy game: they end it, repeat it, and greed beats chance."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice, Flow, Roll
from battlemat.kernel.rulebook import Result
from battlemat.players import registry
from battlemat.players.driver import Windows, play
from battlemat.players.greedy import Budget, GreedyPlayer
from battlemat.players.lookahead import TooMany, bounded_odds, expected_worth, sampled_worth
from battlemat.testing import contract
from example.listing import choose
from example.standoff import SIDES, TOY, Again, Fire, Toy, ToyBattle


def new_game(seed: str = "1", tokens: int = 1) -> Game[Any]:
    return Game(TOY, {"tokens": tokens}, dice=SeededDice(seed))


def duel(red: str, blue: str, seed: str) -> tuple[Game[Any], Result]:
    game = new_game(seed)
    players = {"red": registry.make(red, seed), "blue": registry.make(blue, seed + "b")}
    return game, play(game, players, most=1000)


def test_the_toy_keeps_the_contract_of_rulebooks() -> None:
    for seed in range(10):
        contract.check(TOY, {"tokens": 2}, str(seed))


@pytest.mark.parametrize("name", registry.names())
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    assert duel(name, name, "7")[0].answers == duel(name, name, "7")[0].answers


def test_greed_beats_chance_from_either_seat() -> None:
    as_red = [duel("captain", "random", f"g{n}")[1].winner for n in range(20)]
    as_blue = [duel("random", "captain", f"g{n}")[1].winner for n in range(20)]
    assert as_red.count("red") > as_red.count("blue")
    assert as_blue.count("blue") > as_blue.count("red")


def test_greed_fires_when_firing_is_worth_most() -> None:
    assert isinstance(GreedyPlayer("1").answer(new_game()), Fire)


def test_greed_leaves_its_game_as_it_was() -> None:
    game = new_game()
    before = game.digest
    GreedyPlayer("1").answer(game)
    assert (game.digest, game.answers) == (before, [])


def test_greed_weighs_a_window_by_what_it_is_worth() -> None:
    game = Game(TOY, {"tokens": 1})
    game.answer("fire R1 B1")
    game.answer("d6 6 6")
    assert GreedyPlayer("1").answer(game) == Again()


def test_a_count_beyond_its_limit_is_given_up_and_sampled() -> None:
    game = new_game()
    option = game.read("fire R1 B1")
    with pytest.raises(TooMany):
        bounded_odds(game, option, 2)
    guess = expected_worth(game, option, "red", most=2, samples=400, seed="s")
    exact = expected_worth(game, option, "red", most=1000, samples=1, seed="s")
    assert guess == sampled_worth(game, option, "red", samples=400, seed="s")
    assert exact == pytest.approx(10 * 3 / 4 - 1)  # out in 3 of 4, and the token is spent
    assert guess == pytest.approx(exact, abs=1.0)


def test_a_small_budget_looks_at_the_first_advice_alone() -> None:
    game = new_game()
    assert GreedyPlayer("1", Budget(options=1)).answer(game) == game.read("fire R1 B1")


def test_machines_roll_their_own_dice_when_they_are_asked_to() -> None:
    game = Game(TOY, {"tokens": 1})
    players = {side: registry.make("captain", side) for side in TOY.players}
    play(game, players, most=1000)
    assert game.over


def test_an_unknown_player_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(registry.UnknownPlayer, match="did you mean 'captain'"):
        registry.make("captan", "1")


class Asked:
    """A player that notes what it was asked and takes the first option."""

    def __init__(self) -> None:
        self.kinds: list[str] = []

    def answer(self, game: Game[Any]) -> Any:
        question = game.question
        assert question is not None
        if isinstance(question, Roll):
            self.kinds.append("roll")
            return (6,) * question.count
        self.kinds.append(question.kind)
        return question.listed[0]


def test_never_asked_about_windows_means_they_are_passed() -> None:
    game = Game(TOY, {"tokens": 1})
    asked, answers = Asked(), []
    play(
        game,
        {"red": asked, "blue": asked},
        windows=dict.fromkeys(TOY.players, Windows.NEVER),
        on_answer=lambda _game, _question, answer: answers.append(answer),
    )
    assert "re-roll" not in asked.kinds
    assert PASS in answers


def test_a_window_that_can_change_something_is_asked_when_it_matters() -> None:
    game = Game(TOY, {"tokens": 1})
    game.answer("fire R1 B1")
    game.answer("d6 6 6")
    assert not Windows.MATTER.passes(game)
    assert not Windows.ALWAYS.passes(game)
    assert Windows.NEVER.passes(game)


def test_a_window_that_cannot_help_is_passed_when_asked_only_if_it_matters() -> None:
    game = Game(TOY, {"tokens": 1})
    game.answer("fire R1 B1")
    game.answer("d6 1 1")
    assert isinstance(game.question, Choice)
    assert Windows.MATTER.passes(game)
    assert not Windows.ALWAYS.passes(game)


def test_a_window_of_which_nothing_is_told_is_asked() -> None:
    game = Game(TOY, {"tokens": 1})
    game.answer("fire R1 B1")
    game.answer("d6 6 6")
    assert isinstance(game.question, Choice)
    game.question.about = None
    assert not Windows.MATTER.passes(game)


def test_a_window_with_the_same_odds_either_way_is_passed() -> None:
    game = Game(TOY, {"tokens": 1})
    game.answer("fire R1 B1")
    game.answer("d6 1 1")
    assert isinstance(game.question, Choice)
    game.question.about = {"faces": (1, 1)}  # nothing told, so the outcomes are compared
    assert Windows.MATTER.passes(game)


def test_rolls_go_to_the_roller_when_there_is_one() -> None:
    asked, roller = Asked(), Asked()
    play(Game(TOY, {"tokens": 0}), {"red": asked, "blue": asked}, roller=roller)
    assert "roll" not in asked.kinds
    assert set(roller.kinds) == {"roll"}


class Offers(Toy):
    """Standoff with a drum that the side to move may beat before every action, to no effect."""

    def step(self, battle: ToyBattle) -> Flow[None] | None:
        flow = super().step(battle)
        return None if flow is None else self._offer(battle, flow)

    def _offer(self, battle: ToyBattle, flow: Flow[None]) -> Flow[None]:
        side = SIDES[battle.to_move]
        yield from choose(side, "drum", [("drum",), PASS], because="toy.turn.act", optional=True)
        yield from flow


class Passing(Asked):
    """Passes every window and waits at every turn."""

    def answer(self, game: Game[Any]) -> Any:
        super().answer(game)
        assert isinstance(game.question, Choice)
        return game.question.listed[-1]


@pytest.mark.parametrize(("policy", "asked"), [(Windows.ALWAYS, 10), (Windows.MATTER, 4)])
def test_an_offer_just_passed_is_not_made_again_at_once(policy: Windows, asked: int) -> None:
    player = Passing()
    windows = dict.fromkeys(SIDES, policy)
    play(Game(Offers(), {}), {"red": player, "blue": player}, windows=windows)
    # Asked only if it matters, each side is asked at first and again after its first action.
    assert player.kinds.count("drum") == asked
    assert player.kinds.count("action") == 10
