"""In a language that marks every sentence, no words of the page stand outside the marks.

Whatever can be read is looked at: texts, and what is told to readers of screens and on hover. What
may stand outside is listed in `marks`: names and texts of content, and clauses. Here stand besides:
ids of clauses on their chips, what is typed, and people's names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import record
from battlemat.kernel.words import ENGLISH, MARKED, speak
from battlemat.packs.registry import find, names
from battlemat.packs.setups import build_setup
from battlemat.players import registry
from battlemat.players.standing import has_begun
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, middle
from marks import listed, unmarked
from server.live import HOT_SEAT

APART = "script, style, noscript, kbd, code, textarea, button.clause, .typed-form"
"""Where no sentences stand: keys, ids of clauses, files, answers as they are typed."""
TOLD = ("aria-label", "title", "placeholder", "alt", "data-tip")
SEEN = """([apart, told]) => {
  const seen = (one) => (one.closest("select") ?? one).checkVisibility();
  const inline = (one) => getComputedStyle(one).display === "inline";
  const block = (one) => (inline(one) ? block(one.parentElement) : one);
  const texts = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: around, textContent: text } = walk.currentNode;
    if (!around || around.closest(apart) || !seen(around)) continue;
    const whole = around.closest("text, option, .leads a") ?? block(around);
    texts.set(whole, (texts.get(whole) ?? "") + text);
  }
  const found = new Set([document.title, ...texts.values()]);
  for (const name of told)
    for (const one of document.querySelectorAll(`[${name}]`))
      if (!(name === "data-tip" && one.matches(".clause")) && one.checkVisibility())
        found.add(one.getAttribute(name));
  return [...found].map((text) => text.trim()).filter(Boolean);
}"""
"""What can be read: the text of each block, and what is told of things."""
PEOPLE = {"Ada", "Bo"}
SEED = "marks"
MOST = 900
"""Answers within which chance comes to an attack, and to a window."""


def look(person: Person, where: str = "") -> list[str]:
    """Texts on the screen with words that are in no catalogue."""
    found = person.page.evaluate(SEEN, [APART, list(TOLD)])
    whole = [text for text in found if not clipped(text)]
    return [f"{where} {text}: {words}" for text in whole if (words := unmarked(text, PEOPLE))]


def clipped(text: str) -> bool:
    """Whether it is a unit's id, or nothing, and as much of a name as there is room for."""
    whole = text.removesuffix("…")
    _, _, name = whole.partition(" ")
    begins = [part for part in (whole, name) if part]
    return text.endswith("…") and any(one.startswith(part) for part in begins for one in listed())


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    speak(MARKED)
    stage = Stage(ShippedCatalogue(), tmp_path_factory.mktemp("marked") / "games.db")
    yield stage
    stage.stop()
    speak(ENGLISH)


# ---------------------------------------------------------------------- pages without a table


def test_the_first_page_and_what_is_set_up_there(marked: Stage, people: People) -> None:
    ada = people(marked, {"notes": True})
    page = ada.home()
    found = look(ada)
    for rulebook in names():
        page.locator("#setup + .setup select").first.select_option(rulebook)
        for summary in page.locator(".in-pictures summary").all():
            summary.click()
        found += look(ada, rulebook)
    assert "\n".join(found) == ""


def test_the_settings(marked: Stage, people: People) -> None:
    ada = people(marked)
    ada.page.goto(f"{marked.url}/settings")
    expect(ada.page.locator("h1")).to_be_visible()
    assert look(ada) == []


def test_the_laboratory(marked: Stage, people: People) -> None:
    ada = people(marked)
    ada.page.goto(f"{marked.url}/lab")
    expect(ada.page.get_by_test_id("lab-run")).to_be_visible()
    assert look(ada) == []


def test_squads_that_are_brought(marked: Stage, people: People) -> None:
    ada = people(marked, {"player": "Ada"})
    ada.home().get_by_test_id("muster").click()
    expect(ada.page.get_by_test_id("muster-terms")).to_be_visible()
    assert look(ada) == []


def test_an_invitation_a_guest_and_somebody_who_watches(marked: Stage, people: People) -> None:
    ada, cy = (people(marked, {"player": name, "notes": True}) for name in ("Ada", ""))
    bo = people(marked, {"named": False})
    ada.home().get_by_test_id("friend").click()
    link = ada.page.get_by_test_id("invite").input_value()
    found = look(ada, "host")
    bo.page.goto(link)
    expect(bo.page.get_by_test_id("invitation")).to_be_visible()
    found += look(bo, "invited")
    bo.page.get_by_test_id("invitation").locator("form button").first.click()
    expect(bo.table).to_be_visible()
    cy.visit(link.partition("#")[0])
    found += look(bo, "guest") + look(cy, "watching") + look(ada, "host")
    assert "\n".join(found) == ""


# ---------------------------------------------------------------------- games


def position(rulebook: str, wanted: Callable[[Game[Any], Choice], bool]) -> str:
    """The record of a game that chance plays, up to a question that is wanted."""
    game: Game[Any] = Game(find(rulebook), build_setup(rulebook), dice=SeededDice(SEED))
    machine = registry.make("random", SEED)
    for _ in range(MOST):
        question = game.question
        assert question is not None, "the game ended before such a question came"
        if isinstance(question, Choice) and has_begun(game) and wanted(game, question):
            break
        game.answer(machine.answer(game))
    return record(game).write()


def may_harm(game: Game[Any], choice: Choice) -> bool:
    made = (game.rulebook.handle(game.battle, choice, option) for option in choice.listed)
    aimed = (one for one in made if one.harms and one.target not in ("", one.piece))
    return not choice.optional and next(aimed, None) is not None


def steps_in(_game: Game[Any], choice: Choice) -> bool:
    return choice.optional and len(choice.listed) > 1


def walk_around(ada: Person) -> Iterator[str]:
    """Look at everything that a table shows without an answer."""
    page = ada.page
    yield from look(ada, "table")
    for tab in ("list", "chat", "log"):
        page.locator(f"#tab-{tab}").click()
        yield from look(ada, tab)
    page.locator("details.card summary").click()
    yield from look(ada, "card")
    for group in page.locator("[data-group]").all()[:8]:
        if group.is_visible():
            group.click()
            yield from look(ada, "group")
    page.locator(".prompt button.clause").first.click()
    expect(page.locator("dialog[open], [role=dialog]").first).to_be_visible()
    yield from look(ada, "clause")
    page.keyboard.press("Escape")


def walk_over_the_board(ada: Person) -> Iterator[str]:
    """Rest on a piece of each side, ask of each why not, and measure between them."""
    page, ids = ada.page, []
    for token in (
        page.locator(".token[data-piece]").first,
        page.locator(".token[data-piece]").last,
    ):
        ids.append(token.get_attribute("data-piece") or "")
        ada.rest_on(token)
        yield from look(ada, "rest")
        page.mouse.click(*middle(token))
        yield from look(ada, "point")
        page.keyboard.press("Escape")
    page.locator(".surface").focus()
    page.keyboard.press("m")
    expect(page.get_by_test_id("ruler")).to_be_visible()
    for field, id in zip(page.locator(".ruler-panel input").all(), ids, strict=False):
        field.fill(id)
    page.keyboard.press("Enter")
    expect(page.locator(".ruler-panel .facts").first).to_be_visible()
    yield from look(ada, "ruler")
    page.locator(".ruler-panel button.plain").click()


def walk_through_the_menus(ada: Person) -> Iterator[str]:
    """Help, settings, links, the menu, a hint."""
    page = ada.page
    for number in (1, 2):
        page.locator(f".game-menu > button:nth-last-of-type({number})").click()
        expect(page.locator("dialog[open], [role=dialog]").first).to_be_visible()
        yield from look(ada, "menu")
        page.keyboard.press("Escape")
    page.locator(".game-menu details summary").click()
    yield from look(ada, "menu")
    page.keyboard.press("Escape")
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-take")).to_be_visible()
    yield from look(ada, "hint")
    page.get_by_test_id("hint-take").click()


def walk_to_the_end(ada: Person) -> Iterator[str]:
    """An answer is taken back, the game conceded, and looked over."""
    page = ada.page
    ada.expect_turn()
    yield from look(ada, "answered")
    page.locator(".game-menu > button").first.click()
    yield from look(ada, "undone")
    table = page.url.replace("/game/", "/api/games/").partition("?")[0]
    made = page.request.post(
        f"{table}/concede", data={"player": "red"}, headers={"Origin": ada.url}
    )
    assert made.ok, made.text()
    expect(page.get_by_test_id("end")).to_be_visible()
    expect(page.get_by_test_id("review-game")).to_be_enabled()
    yield from look(ada, "end")
    page.get_by_test_id("review-game").click()
    yield from look(ada, "review")


@pytest.mark.parametrize("rulebook", names())
def test_a_game_from_its_opening_to_its_review(
    marked: Stage, people: People, rulebook: str
) -> None:
    ada = people(marked, {"notes": True})
    body = {"rulebook": rulebook, "seats": HOT_SEAT, "nonces": True}
    made = ada.page.request.post(
        f"{marked.url}/api/games", data=body, headers={"Origin": marked.url}
    )
    assert made.ok, made.text()
    ada.visit(f"/game/{made.json()['game']['id']}")
    ada.expect_turn()
    found = look(ada, "opening")
    ada.open(position(rulebook, steps_in))
    found += look(ada, "window")
    ada.open(position(rulebook, may_harm))
    for walk in (walk_around, walk_over_the_board, walk_through_the_menus, walk_to_the_end):
        found += walk(ada)
    assert "\n".join(found) == ""


# ---------------------------------------------------------------------- rooms beside the table


def test_squads_are_built_and_compared(marked: Stage, people: People) -> None:
    ada = people(marked, {"notes": True})
    page, found = ada.page, []
    for rulebook in names():
        page.goto(f"{marked.url}/barracks")
        page.get_by_test_id("game").select_option(rulebook)
        start = page.locator("[data-start]").first
        expect(start).to_be_visible()
        found += look(ada, f"{rulebook} begun from")
        start.click()
        expect(page.get_by_test_id("verdict")).to_be_visible()
        found += look(ada, f"{rulebook} nobody")
        page.get_by_test_id("add").first.click()
        expect(page.get_by_test_id("entry")).not_to_have_count(0)
        page.get_by_test_id("cap").fill("0")
        page.get_by_test_id("cap").press("Tab")
        expect(page.get_by_test_id("verdict")).to_have_attribute("data-legal", "false")
        page.get_by_test_id("odds").locator("summary").click()
        page.get_by_test_id("odds-from").select_option(index=1)
        page.get_by_test_id("odds-unit").select_option(index=1)
        expect(page.get_by_test_id("odds-told")).to_contain_text("%")
        found += look(ada, f"{rulebook} too dear")
    assert "\n".join(found) == ""


def test_books_are_read(marked: Stage, people: People) -> None:
    ada = people(marked, {"notes": True})
    page, found = ada.page, []
    for rulebook in names():
        page.goto(f"{marked.url}/rules/{rulebook}")
        expect(page.get_by_test_id("clause").first).to_be_visible()
        found += look(ada, f"{rulebook} book")
        page.get_by_test_id("search").fill("range")
        page.get_by_test_id("hit").first.click()
        expect(page.locator("article.chosen")).to_be_visible()
        found += look(ada, f"{rulebook} found")
    page.goto(f"{marked.url}/embed/skirm3/doors")
    board = page.get_by_test_id("clause-board")
    expect(board).to_have_attribute("data-at", board.get_attribute("data-decision") or "")
    board.get_by_test_id("try").first.click()
    expect(board.get_by_test_id("verdict")).to_be_visible()
    found += look(ada, "board")
    assert "\n".join(found) == ""


def test_campaigns_are_begun(marked: Stage, people: People) -> None:
    ada = people(marked, {"notes": True})
    page, found = ada.page, []
    for rulebook in names():
        page.goto(f"{marked.url}/campaigns")
        page.locator(f"[data-campaign={rulebook}]").get_by_test_id("begin").click()
        expect(page.get_by_test_id("point")).to_be_visible()
        found += look(ada, f"{rulebook} told")
        while page.get_by_test_id("read-on").count():
            page.get_by_test_id("read-on").click()
        expect(page.get_by_test_id("fight")).to_be_enabled()
        found += look(ada, f"{rulebook} to fight")
    page.get_by_test_id("add-ledger").click()
    page.get_by_test_id("ledger-text").fill("nonsense")
    page.get_by_test_id("ledger-open").click()
    expect(page.locator(".notice").first).to_be_visible()
    found += look(ada, "refused")
    assert "\n".join(found) == ""


def firsts(person: Person, room: str) -> list[str]:
    """The first link of each game that a room has."""
    person.page.goto(f"{person.url}/{room}")
    links = person.page.locator(f"a[href*='/{room}/']")
    expect(links.first).to_be_visible()
    found: dict[str, str] = {}
    for link in links.all():
        way = link.get_attribute("href") or ""
        found.setdefault(way.split("/")[-2], way)
    assert set(found) <= set(names())
    assert len(found) > 2
    return list(found.values())


def test_lessons_are_begun_and_hinted_at(marked: Stage, people: People) -> None:
    ada = people(marked, {"notes": True})
    page, found = ada.page, []
    links = firsts(ada, "learn")
    found += look(ada, "courses")
    for link in links:
        page.goto(f"{marked.url}{link}")
        expect(page.get_by_test_id("guide")).to_be_visible()
        while page.get_by_test_id("guide-next").count():
            found += look(ada, f"{link} card")
            page.get_by_test_id("guide-next").click()
        page.get_by_test_id("lesson-hint").click()
        expect(page.get_by_test_id("guide")).to_have_attribute("data-kind", "hint")
        found += look(ada, f"{link} hint")
    assert "\n".join(found) == ""


def test_puzzles_are_answered(marked: Stage, people: People) -> None:
    ada = people(marked, {"notes": True})
    page, found = ada.page, []
    links = firsts(ada, "puzzles")
    found += look(ada, "all")
    for link in links:
        page.goto(f"{marked.url}{link}")
        expect(page.get_by_test_id("goal")).to_be_visible()
        found += look(ada, f"{link} asked")
        page.get_by_test_id("answer").first.click()
        expect(page.get_by_test_id("verdict")).to_be_visible()
        found += look(ada, f"{link} judged")
    assert "\n".join(found) == ""
