"""The terminal in a language that marks every sentence: no word of its own stands outside.

What may stand there: names and texts of content, clauses and their ids, signs of the board, ids,
places and numbers; and answers as they are typed, which are a notation.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.drawing.looks import troops
from battlemat.kernel.questions import Choice
from battlemat.kernel.words import ENGLISH, MARKED, speak
from battlemat.packs.registry import names
from battlemat.players.terminal import menu
from battlemat.players.terminal.help import rows
from marks import unmarked
from players.evening import Evening

ANSWERS = 5
EVERY, MOST = 40, 120
"""Of so many answers of a game that chance plays, one of so many is looked at."""
NONSENSE = ("xyzzy", "why xyzzy", "odds", "odds xyzzy", "preview", "preview xyzzy", "card xyzzy")
MORE = ("measure", "measure xyzzy q", "list xyzzy", "? xyzzy", "999", "undo", "log", "save")


@pytest.fixture(autouse=True)
def marks() -> Iterator[None]:
    speak(MARKED)
    yield
    speak(ENGLISH)


def test_a_word_outside_the_marks_is_found() -> None:
    assert unmarked("⟦Turn⟧ zyxwv [skirm3.turn.act]") == ["zyxwv"]
    assert unmarked("⟦Turn ⟦one⟧⟧ and R1 3 [skirm3.turn.act]") == ["and"]
    assert unmarked("⟦Turn ⟦one⟧⟧ R1 3 [skirm3.turn.act]") == []


def notation(evening: Evening) -> set[str]:
    """What can be typed at the question that stands, and its words."""
    question = evening.game.question
    assert isinstance(question, Choice)
    found = menu.entries(evening.game, question)
    texts = {row.typed for row in rows(evening.game, found)} | {entry.text for entry in found}
    texts |= {entry.form for entry in found} | {entry.example for entry in found}
    return texts | set(evening.rulebook.verbs.words) | set(evening.person([])._commands)


def requests(evening: Evening) -> list[str]:
    """All that can be asked at the question that stands, well or badly."""
    question = evening.game.question
    assert isinstance(question, Choice)
    found = rows(evening.game, menu.entries(evening.game, question))
    asked = [row.typed for row in found if not row.answers and row.typed != "quit"]
    units = [troop.id for troop in troops(evening.rulebook.scene(evening.game.battle))]
    return [*asked, *(f"card {unit}" for unit in units), *NONSENSE, *MORE]


@pytest.mark.parametrize("rulebook", names())
def test_all_that_is_told_in_the_turns_of_a_game_is_in_the_catalogue(
    rulebook: str, tmp_path: Path
) -> None:
    evening = Evening(rulebook, tmp_path)
    found: dict[str, str] = {}
    for number in range(MOST):
        question = evening.game.question
        if question is None:
            break
        if number % EVERY == 0 and isinstance(question, Choice):
            typed, aside = requests(evening), notation(evening)
            for asked, told in zip(typed, evening.replies(*typed), strict=True):
                words = unmarked(told, {asked, *asked.split(), *aside})
                found |= dict.fromkeys(words, f"{asked}: {told}")
        evening.game.answer(evening.machine.answer(evening.game))
    assert found == {}


@pytest.mark.parametrize("rulebook", names())
def test_an_opening_at_the_terminal_says_nothing_of_its_own(
    rulebook: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["play", rulebook, "--words", "marked", "--seed", "marks"]
    shown = CliRunner().invoke(main, command, input="1\n" * ANSWERS).output
    lines = [line for line in shown.splitlines() if "> " not in line]
    assert unmarked(" ".join(lines)) == []
