"""The terminal's help tells nothing that does not work, and no refusal proposes what is illegal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from battlemat.kernel.errors import Refusal, Refused
from battlemat.kernel.questions import Choice
from battlemat.players.hint import suggest
from battlemat.players.standing import has_begun
from battlemat.players.terminal import menu
from battlemat.players.terminal.help import help_text, rows
from battlemat.players.terminal.talk import Left
from players.evening import BOOKS, COLUMNS, ROWS, Evening
from sampling import by_time

WRONG = ("Not possible", "not understood", "No clause", "Which unit", "Odds of which", "of which")
MOVES = {"skirmishers": "action", "openfire": "move"}


def at_work(book: str, folder: Path) -> Evening:
    """A game with both sides on the table, at a question that lets a unit move."""
    evening = Evening(book, folder)
    kind = MOVES.get(book, "action")

    def may_move(choice: Choice) -> bool:
        if choice.kind != kind or not has_begun(evening.game):
            return False
        texts = [evening.game.write(option) for option in choice.listed]
        return any(text.startswith(("move", "advance")) for text in texts)

    evening.play_until(may_move)
    return evening


def questions(evening: Evening, every: int, most: int) -> Iterator[Choice]:
    """Choices of a random game, one of so many."""
    for number in range(most):
        question = evening.game.question
        if question is None:
            return
        if number % every == 0 and isinstance(question, Choice):
            yield question
        evening.game.answer(evening.machine.answer(evening.game))


def why_not(evening: Evening, text: str) -> Refusal | None:
    """Why a text is no legal answer; None if it is."""
    try:
        evening.game.read(text)
    except Refused as refused:
        return refused.refusal
    return None


@pytest.mark.parametrize("book", BOOKS)
def test_every_example_of_the_help_works_in_every_game(book: str, tmp_path: Path) -> None:
    evening = at_work(book, tmp_path)
    question = evening.game.question
    assert isinstance(question, Choice)
    found = rows(evening.game, menu.entries(evening.game, question))
    asked = [row.typed for row in found if not row.answers and row.typed not in ("undo", "quit")]
    assert len(asked) > 12
    for typed, told in zip(asked, evening.replies(*asked), strict=True):
        assert told.strip(), typed
        assert not any(words in told for words in WRONG), f"{typed}: {told}"
    for row in found:
        if row.answers:
            answer = evening.person([row.typed]).answer(evening.game)
            assert answer in question.listed, row.typed


@pytest.mark.parametrize("book", BOOKS)
def test_help_fits_a_small_screen_and_names_only_what_is_there(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path)
    for question in questions(evening, every=7, most=70):
        lines = help_text(evening.game, menu.entries(evening.game, question)).splitlines()
        assert max(map(len, lines)) <= COLUMNS
        assert len(lines) < ROWS


@pytest.mark.parametrize("book", BOOKS)
def test_a_move_is_understood_without_its_start(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path)
    shortened = 0
    for question in questions(evening, every=3, most=240):
        for option in question.listed:
            text = evening.game.write(option)
            short = re.sub(
                r"^(move|dash|crawl|leap|step|fly) (\S+) [^-\s]+-([^-\s]+)$", r"\1 \2 \3", text
            )
            if short != text:
                shortened += 1
                assert evening.game.read(short) == option
    assert shortened > 20 or book == "openfire"


@pytest.mark.parametrize("book", BOOKS)
def test_a_move_to_any_place_is_legal_or_refused_with_its_clause(book: str, tmp_path: Path) -> None:
    evening = at_work(book, tmp_path)
    question, scene = evening.game.question, evening.rulebook.scene(evening.game.battle)
    assert isinstance(question, Choice)
    texts = [evening.game.write(option) for option in question.listed]
    unit = next(text for text in texts if text.startswith(("move", "advance"))).split()[1]
    places = [spot.name for spot in scene.spots]
    places = places or [f"{x},{y}" for x in range(2, 48, 9) for y in range(2, 48, 9)]
    for place in places:
        refusal = why_not(evening, f"move {unit} {place}")
        assert refusal is None or refusal.because, refusal
        assert refusal is None or "not understood" not in refusal.reason


@pytest.mark.parametrize("book", BOOKS)
def test_an_answer_to_another_question_is_refused_with_the_clause_of_this_one(
    book: str, tmp_path: Path
) -> None:
    evening = at_work(book, tmp_path)
    question = evening.game.question
    assert isinstance(question, Choice)
    move = next(
        text
        for text in map(evening.game.write, question.listed)
        if text.startswith(("move", "advance"))
    )
    evening.play_until(lambda choice: choice.kind == "activate")
    with pytest.raises(Refused) as refused:
        evening.game.read(move)
    assert refused.value.refusal.because


PROPOSED = re.compile(r"'([^']+)'")
END = re.compile(r"; did you mean |; for example ")


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_proposed_is_legal(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path)
    draw = Random(7)
    proposals = 0
    for question in questions(evening, every=5, most=200):
        texts = [evening.game.write(option) for option in question.listed]
        words = {text.split()[0] for text in texts}
        for _ in range(4):
            text = draw.choice(texts)
            place = draw.randrange(len(text))
            wrong = text[:place] + draw.choice("qzx9") + text[place + draw.randrange(2) :]
            refusal = why_not(evening, wrong)
            for one in PROPOSED.findall(END.split(refusal.reason)[-1] if refusal else ""):
                if END.search(refusal.reason if refusal else "") is None:
                    break
                proposals += 1
                part_of_one = any(one in text for text in texts)  # such as a weapon
                assert one in words or part_of_one or why_not(evening, one) is None, refusal
    assert proposals > 20


@pytest.mark.parametrize("book", BOOKS)
def test_auto_does_what_hint_says(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path)
    for _ in questions(evening, every=13, most=by_time(80, 40)):
        told = evening.replies("hint")[0]
        answer = evening.person(["auto"]).answer(evening.game)
        assert evening.game.tell(answer) in " ".join(told.split())


@pytest.mark.parametrize("book", BOOKS)
def test_no_chance_to_win_is_told_before_it_means_something(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path)
    for question in questions(evening, every=by_time(2, 5), most=28):
        found = suggest(evening.game)
        told = "a chance of about" in found.reason
        compared = found.other is not None and not found.alike
        assert told == (has_begun(evening.game) and compared), found.reason
        if len(question.listed) == 1:
            assert found.reason.startswith("There is nothing else to do")
            assert 0.02 < found.best.chance < 0.98


@pytest.mark.parametrize("book", BOOKS)
def test_a_verb_that_is_called_like_a_command_is_refused_as_an_answer(
    book: str, tmp_path: Path
) -> None:
    evening = at_work(book, tmp_path)
    person = evening.person([])
    for word in set(person._commands) & set(evening.rulebook.verbs.words):
        (told,) = evening.replies(f"{word} X Y")
        assert told.startswith("Not possible"), told


def test_nobody_is_asked_for_what_cannot_be_typed(tmp_path: Path) -> None:
    evening = Evening("skirm3", tmp_path, seed=None)
    with pytest.raises(Left):
        evening.person(["auto", "hint", "odds 1", "help"]).answer(evening.game)
    assert "Roll the dice and type what they show." in evening.screen.getvalue()
