"""In a language that marks every sentence, no visible text of the page stands outside the marks.

What may: names of games, missions and squads; what stands on the board, on cards and in the log,
which tests of the rulebooks look at; choices of content; keys; ids, numbers, signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from battlemat.kernel.words import ENGLISH, MARKED, speak
from battlemat.packs.registry import names
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.conftest import People
from browser.stage import Stage
from browser.table import Person
from server.live import HOT_SEAT

CONTENT = "svg text, select, kbd, code, .card, .log"
"""Where names and texts of content, clauses and keys stand."""
SEEN = """(content) => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, around = node.parentElement;
    if (!around || around.closest(content) || around.closest("script, style, noscript")) continue;
    if (!around.checkVisibility()) continue;
    found.push(node.textContent.trim());
  }
  return found.filter(Boolean);
}"""
_WORD = re.compile(r"[A-Za-z]{3,}")


def bare(text: str) -> str:
    """What of a text stands outside the marks."""
    depth, outside = 0, ""
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        outside += sign if not depth and sign != "⟧" else " "
    return outside


def unmarked(person: Person) -> list[str]:
    """Words on the screen that are in no catalogue."""
    seen = person.page.evaluate(SEEN, CONTENT)
    return sorted({text for text in seen if _WORD.search(bare(text)) and text != "Battlemat"})


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    speak(MARKED)
    stage = Stage(ShippedCatalogue(), tmp_path_factory.mktemp("marked") / "games.db")
    yield stage
    stage.stop()
    speak(ENGLISH)


def test_words_outside_the_marks_are_found() -> None:
    assert _WORD.search(bare("⟦Marked ⟦twice⟧⟧ and bare"))
    assert not _WORD.search(bare("⟦Marked ⟦twice⟧⟧ 3 of R1"))


def test_the_settings(marked: Stage, people: People) -> None:
    ada = people(marked)
    ada.page.goto(f"{marked.url}/settings")
    expect(ada.page.locator("h1")).to_be_visible()
    assert unmarked(ada) == []


@pytest.mark.parametrize("rulebook", names())
def test_the_opening_of_a_game(marked: Stage, people: People, rulebook: str) -> None:
    ada = people(marked)
    body = {"rulebook": rulebook, "seats": HOT_SEAT, "nonces": True}
    origin = {"Origin": marked.url}
    made = ada.page.request.post(f"{marked.url}/api/games", data=body, headers=origin)
    assert made.ok, made.text()
    ada.visit(f"/game/{made.json()['game']['id']}")
    ada.expect_turn()
    state = ada.page.request.get(f"{marked.url}/api/games/{made.json()['game']['id']}").json()
    squads = [one["value"] for one in state["scene"]["status"] if one["kind"] == "squad"]
    content = {state["game"]["title"], state["scene"]["mission"], *squads}
    assert [text for text in unmarked(ada) if text.removeprefix(": ") not in content] == []
