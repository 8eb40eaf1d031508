"""What agents may do is what the engine offers, and what they see is documented."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from battlemat.env import BOOKS, Book, TableEnv, skirm3
from battlemat.env.seen import ACTIONS, HEAD, OF_UNIT, Pages
from battlemat.kernel.questions import Choice
from battlemat.packs.registry import find
from battlemat.players.registry import UnknownPlayer
from example.listing import Listing

SMALL: dict[str, Any] = {"mission": "first-steps", "red": "recruits", "blue": "recruits"}


@pytest.fixture
def table() -> TableEnv:
    made = skirm3.raw_env(**SMALL)
    made.reset(seed=3)
    return made


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_the_mask_is_exactly_what_the_engine_offers(book: Book) -> None:
    table = book.raw_env()
    table.reset(seed=5)
    chance = np.random.default_rng(5)
    for _ in range(15):
        question = table.standing.question
        assert isinstance(question, Choice)
        seen = table.observe(table.agent_selection)
        legal = np.flatnonzero(seen["action_mask"])
        assert list(legal) == list(range(len(question.listed)))
        assert table.options == list(question.listed)
        table.step(int(chance.choice(legal)))


def test_every_action_names_its_verb(table: TableEnv) -> None:
    seen = table.observe(table.agent_selection)
    verbs = find("skirm3").verbs.all
    for option, kind in zip(table.options, seen["kinds"], strict=False):
        assert isinstance(option, verbs[kind - 1].option)
    assert not seen["kinds"][len(table.options) :].any()


def test_a_game_ends_with_one_point_for_the_winner_and_minus_one_for_the_loser() -> None:
    ends = set()
    for seed in range(6):
        table = skirm3.raw_env(**SMALL)
        table.reset(seed=seed)
        chance = np.random.default_rng(seed)
        while not table.is_over:
            table.step(int(chance.integers(len(table.options))))
        result = table.standing.result
        assert result is not None
        rewards = {table.sides[agent]: reward for agent, reward in table.rewards.items()}
        if result.winner is None:
            assert set(rewards.values()) == {0.0}
        else:
            assert rewards[result.winner] == 1.0
            assert sum(rewards.values()) == 0.0
        ends.add(result.winner)
    assert len(ends) > 1


def test_an_action_that_the_mask_does_not_allow_loses_or_is_counted_around(
    table: TableEnv,
) -> None:
    agent, count = table.agent_selection, len(table.options)
    around = skirm3.raw_env(illegal="around", **SMALL)
    around.reset(seed=3)
    around.step(count)
    assert not around.is_over
    table.step(count)
    assert table.terminations[agent]
    assert table.rewards[agent] == -1.0


def test_each_seat_sees_the_table_from_its_own_side(table: TableEnv) -> None:
    chance = np.random.default_rng(1)
    while len(find("skirm3").scene(table.standing.battle).pieces) < 6:
        table.step(int(chance.integers(len(table.options))))
    red, blue = (table.observe(agent)["observation"] for agent in table.possible_agents)
    assert (red[1], blue[1]) == (1.0, -1.0)
    assert red[2] == pytest.approx(-blue[2], abs=1e-6)
    units = HEAD + OF_UNIT * np.arange(6)
    assert list(red[units]) == [-side for side in blue[units]]
    assert set(red[units]) == {1.0, -1.0}


def test_more_options_than_numbers_are_turned_over_page_by_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("battlemat.env.seen.ACTIONS", 4)
    pages = Pages(find("skirm3"))
    listed = [("option", n) for n in range(9)]
    pages.ask(Choice("red", "action", Listing(listed), "skirm3.turn.act"))
    found: list[Any] = []
    while pages.has_more:
        assert list(pages.mask()) == [1, 1, 1, 1]
        found += pages.shown
        pages.turn()
    assert [*found, *pages.shown] == listed
    assert list(pages.mask()) == [1, 1, 1, 0]


def test_the_next_game_of_a_seed_is_another_and_the_seed_begins_again(table: TableEnv) -> None:
    first = table.dice_seed
    table.reset()
    assert table.dice_seed != first
    table.reset(seed=3)
    assert table.dice_seed == first


@pytest.mark.filterwarnings("ignore::UserWarning:gymnasium")
def test_one_seat_is_an_environment_of_gymnasium() -> None:
    seat = skirm3.seat_env(against="random", illegal="around", **SMALL)
    check_env(seat, skip_render_check=True)


def test_one_seat_is_asked_in_every_step_until_the_game_is_over() -> None:
    seat = skirm3.seat_env(seat=1, against="random", **SMALL)
    seen, _ = seat.reset(seed=1)
    for _ in range(2000):
        masks = seat.action_masks()
        assert masks.shape == (ACTIONS,)
        assert seat.table.asked == "blue_1"
        seen, reward, over, _, _ = seat.step(int(np.flatnonzero(masks)[-1]))
        assert seat.observation_space.contains(seen)
        if over:
            break
    assert over
    assert reward in (-1.0, 0.0, 1.0)


def test_an_unknown_level_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownPlayer, match="did you mean 'sergeant'"):
        skirm3.seat_env(against="sergent", **SMALL)
