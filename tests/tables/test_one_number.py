"""An attack has one number: on the board, in the list, in its odds and in a hint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.players import aimed, hint
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.tables.work import tasks
from sampling import by_time

BOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
POSITIONS = by_time(200, 50)
SHELF = ShippedCatalogue()
GOING = {"move", "advance", "step", "walk", "arc", "dash"}
"""Answers that are aimed at nobody, and are many: they are not looked at one by one."""
DEAR = {"free attack"}
"""Questions in the middle of a move, whose odds take seconds."""
EAGER = 3
"""An attack that is on offer is made this often, of four times: else units only walk."""


def attacks(game: Game[Any], choice: Choice) -> list[Option]:
    """The answers that are aimed at somebody of the other side, as a page finds them."""
    sides = {one.id: one.side for one in game.rulebook.scene(game.battle).pieces}
    found = []
    for option in choice.listed if choice.kind not in DEAR else ():
        if option[-1] in GOING:
            continue
        target = game.rulebook.handle(game.battle, choice, option).target
        if sides.get(target, choice.player) != choice.player:
            found.append(option)
    return found


def positions(book: str, count: int) -> Iterator[tuple[Game[Any], Option]]:
    """Questions at which somebody may be attacked, each with one of the attacks."""
    for seed in range(1000):
        chance = Stream(f"one number {seed}")
        game: Game[Any] = Game(
            SHELF.find(book), SHELF.build(book, {}), dice=SeededDice(f"number {seed}")
        )
        for _ in range(400):
            choice = game.question
            if not isinstance(choice, Choice):
                break
            options = attacks(game, choice)
            if options:
                option = options[chance.below(len(options))]
                yield game, option
                count -= 1
                if not count:
                    return
                if chance.below(4) < EAGER:
                    game.answer(option)
                    continue
            listed = choice.listed
            game.answer(listed[chance.below(len(listed))])


def disagreements(game: Game[Any], option: Option) -> list[str]:
    """Where the number of an attack differs from that of the board."""
    told = tasks.count_odds(SHELF, game, game.write(option))
    if not told["known"]:
        return []
    board = told["aim"]["chance"]
    unit = told["aim"]["target"].partition(".")[0]
    found = []
    panel = sum(
        one["chance"]
        for one in told["outcomes"]
        if unit in re.split(r"[^\w.]+", one["text"].replace(".", " "))
    )
    if abs(panel - board) > 1e-9:
        found.append(f"the odds say {panel}, the board {board}")
    outcomes = hint.outcomes_of(game, option, vars(hint)["counted"])
    if outcomes:  # one certain outcome is no odds
        best = hint.Weighed.of(game, option, 0.5)
        hinted = tasks.hinted(game, hint.Hint(best, None, outcomes))
        if hinted["aim"]["chance"] != board:
            found.append(f"the hint says {hinted['aim']['chance']}, the board {board}")
    choice = game.question
    assert isinstance(choice, Choice)
    for shape in game.rulebook.preview(game.battle, choice, option):
        words = shape.name or shape.label
        if "%" in words:
            found.append(f"the line has a number of its own: {words}")
    return found


@pytest.mark.longer
@pytest.mark.parametrize("book", BOOKS)
def test_board_list_odds_and_hint_agree_on_the_number_of_an_attack(book: str) -> None:
    seen, found = 0, []
    for game, option in positions(book, POSITIONS):
        seen += 1
        found += [f"{game.tell(option)}: {one}" for one in disagreements(game, option)]
    assert seen == POSITIONS
    assert not found


def test_a_hint_that_counts_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def otherwise(game: Game[Any], option: Option) -> Any:
        odds = aimed.counted(game, option)
        worse = {what: chance / 2 for what, chance in odds.outcomes.items()}
        return type(odds)(worse, odds.missing)

    monkeypatch.setattr(hint, "counted", otherwise)
    assert any(disagreements(game, option) for game, option in positions("skirm3", 10))


def test_the_number_says_what_it_counts() -> None:
    game, option = next(positions("skirm3", 1))
    told = tasks.count_odds(SHELF, game, game.write(option))["aim"]
    assert told["told"].startswith("Chance to harm ")
    assert told["target"] in told["told"]


def test_an_answer_that_is_aimed_at_nobody_has_no_number() -> None:
    game: Game[Any] = Game(SHELF.find("skirm3"), SHELF.build("skirm3", {}), dice=SeededDice("1"))
    assert isinstance(game.question, Choice)
    assert tasks.count_odds(SHELF, game, game.write(game.question.listed[0]))["aim"] is None
