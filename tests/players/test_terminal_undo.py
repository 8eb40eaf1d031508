"""`undo` takes back what a person gave last, choice or dice, and shows nobody a passed window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.keeping import saves
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice, Roll
from battlemat.kernel.record import resume
from battlemat.players.driver import Windows, play
from battlemat.players.random_player import RandomPlayer
from battlemat.players.terminal.talk import Left, TerminalPlayer
from battlemat.players.terminal.undoing import last_given, take_back
from players.evening import BOOKS, Evening


class Noting:
    """A person whose answers come by chance, with a note of every question that was asked."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.given: list[int] = []

    def answer(self, game: Game[Any]) -> Any:
        self.given.append(len(game.answers))
        if len(self.given) > 120:
            raise Left(None)
        return self.evening.machine.answer(game)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("windows", list(Windows))
def test_undo_goes_back_to_what_was_asked_and_never_to_a_passed_window(
    book: str, windows: Windows, tmp_path: Path
) -> None:
    evening = Evening(book, tmp_path)
    person = Noting(evening)
    players = dict.fromkeys(evening.rulebook.players, person)
    with pytest.raises(Left):
        play(evening.game, players, windows=dict.fromkeys(evening.rulebook.players, windows))
    asked = set(person.given)
    evening.save_to.parent.mkdir(exist_ok=True)
    saves.save(evening.game, evening.save_to)
    resumed = resume(evening.rulebook, saves.load(evening.save_to))
    for game, given in ((evening.game, person.given), (resumed, [])):
        for _ in range(12):
            number = last_given(game, given, evening.rulebook.players)
            assert number is not None
            assert number in asked
            take_back(game, number)
            assert len(game.answers) == number


@pytest.mark.parametrize("book", BOOKS)
def test_the_last_dice_typed_are_taken_back_first(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path, seed=None)
    roller = RandomPlayer("dice")
    while not isinstance(evening.game.question, Roll):
        evening.game.answer(evening.machine.answer(evening.game))
    before = len(evening.game.answers)
    faces = evening.game.write(roller.answer(evening.game)).partition(" ")[2]
    lines = [faces, "undo"]
    person = evening.person(lines)
    with pytest.raises(Left):
        play(evening.game, dict.fromkeys(evening.rulebook.players, person), roller=person)
    assert len(evening.game.answers) == before
    assert isinstance(evening.game.question, Roll)
    assert "Type these dice again." in evening.screen.getvalue()


def test_a_machines_answers_go_back_with_the_persons(tmp_path: Path) -> None:
    evening = Evening("skirm3", tmp_path)
    person = evening.person(["1", "1", "undo"])
    person.seats = ("red",)
    players: dict[str, Any] = {"red": person, "blue": evening.machine}
    with pytest.raises(Left):
        play(evening.game, players)
    assert isinstance(evening.game.question, Choice)
    assert evening.game.question.player == "red"
    assert "The dice stay as they were." in " ".join(evening.screen.getvalue().split())


def test_a_window_that_was_passed_is_offered_again_after_the_pass_was_taken_back(
    tmp_path: Path,
) -> None:
    evening = Evening("skirm3", tmp_path)
    evening.play_until(lambda choice: choice.kind == "activate")
    asked: list[tuple[int, str]] = []

    class Person(TerminalPlayer):
        def answer(self, game: Game[Any]) -> Any:
            asked.append((len(game.answers), game.question.kind))  # type: ignore[union-attr]
            return super().answer(game)

    person = evening.person([])
    typed = iter(["auto", "", "undo", "undo", "auto"])
    person.ask = lambda _prompt: next(typed)
    person.__class__ = Person
    with pytest.raises(StopIteration):
        play(
            evening.game,
            dict.fromkeys(evening.rulebook.players, person),
            windows=dict.fromkeys(evening.rulebook.players, Windows.MATTER),
        )
    kinds = [kind for _, kind in asked]
    assert kinds.count(kinds[1]) == 2, kinds
    assert PASS not in evening.game.answers[-1:]


@pytest.mark.parametrize("typed", ["7 1", "1", "six", "1 2 3 4 5 6 7 8 9"])
def test_wrong_dice_are_told_in_the_words_of_the_prompt(typed: str, tmp_path: Path) -> None:
    evening = Evening("skirm3", tmp_path, seed=None)
    while not isinstance(evening.game.question, Roll):
        evening.game.answer(evening.machine.answer(evening.game))
    roll = evening.game.question
    (told,) = evening.replies(f"{typed} 9")
    assert told.startswith(f"{roll.player.capitalize()} rolls {roll.count}d{roll.sides}: ")
    assert "option" not in told
