"""On a phone the question and its first answers are in sight without scrolling, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import record
from battlemat.players import registry
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.conftest import People
from browser.stage import Stage

SIZES = ((390, 844, 2), (360, 640, 1))
"""A phone of today, which has room for two answers, and a small one: width, height, answers."""
KINDS, MOST = 4, 300
"""So many kinds of question are looked at in each game, within so many answers."""
IN_SIGHT = """([wide, most]) => {
  const asked = document.querySelector(".prompt.mine");
  if (!asked || innerWidth !== wide || scrollY) return false;
  const answers = [...asked.querySelectorAll("[data-answer], [data-group], .primary")];
  const seen = [asked.querySelector("h2"), ...answers.slice(0, most)];
  return answers.length > 0 && seen.every((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
  });
}"""


def questions(book: str) -> dict[str, str]:
    """By each kind of question the record of a game up to where it is asked first."""
    shelf = ShippedCatalogue()
    game = Game(shelf.find(book), shelf.build(book, {}), dice=SeededDice("fold"))
    player = registry.make("random", "fold")
    found: dict[str, str] = {}
    while len(found) < KINDS and len(game.answers) < MOST:
        question = game.question
        if isinstance(question, Choice) and question.kind not in found:
            found[question.kind] = record(game).write()
        game.answer(player.answer(game))
    return found


@pytest.mark.parametrize("book", ["skirm1", "skirm2", "skirm3", "skirmishers", "openfire"])
def test_the_question_and_its_first_answers_are_above_the_fold(
    skirm: Stage, people: People, book: str
) -> None:
    phone: dict[str, Any] = {"has_touch": True, "is_mobile": True}
    # Notes are for newcomers: what they read must not push away what they are asked.
    ada = people(skirm, {"notes": True}, viewport={"width": 390, "height": 844}, **phone)
    found = questions(book)
    assert len(found) > 2, list(found)
    for text in found.values():
        ada.open(text)
        for wide, high, answers in SIZES:
            ada.page.set_viewport_size({"width": wide, "height": high})
            ada.page.wait_for_function(IN_SIGHT, arg=[wide, answers])
