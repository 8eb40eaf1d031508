"""A guided first game, followed by somebody who does what it points at, in every game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, box, eventually

GAMES = {
    "skirm3": ("skirm", "Third"),
    "skirm2": ("skirm", "Second"),
    "skirm1": ("skirm", "First"),
    "openfire": ("openfire", ""),
    "skirmishers": ("skirmishers", ""),
}
ROUNDS = 14
"""Questions that are followed by hand; from there on the game is the same again."""


def begin(person: Person, name: str) -> None:
    family, edition = GAMES[name]
    page = person.home()
    card = page.locator(f".game[data-game={family}]")
    if edition:
        card.locator(".editions button", has_text=re.compile(edition, re.IGNORECASE)).click()
    card.get_by_test_id(f"guide-{family}").click()
    expect(person.table).to_be_visible()
    person.wait_for_turn()


def card(person: Person) -> Locator:
    return person.page.get_by_test_id("guide")


def title(person: Person) -> Locator:
    return person.page.locator("#guide-title")


def follow(person: Person) -> None:
    """Read what is said, then answer what the guide points at."""
    page = person.page
    number = person.question
    if not card(person).count():
        page.get_by_test_id("guide-again").click()
    expect(card(person)).to_be_visible()
    while not card(person).get_attribute("data-points"):
        page.get_by_test_id("guide-next").click()  # something to know, and nothing to do
        if not card(person).count():
            page.get_by_test_id("guide-again").click()
    points = card(person).get_attribute("data-points") or ""
    if points == "hint":
        page.get_by_test_id("hint-take").click()
    else:
        ring = page.get_by_test_id("guide-ring")
        mark = page.locator(f".prompt [data-answer='{points}']")
        group = page.locator(".group.pointed")
        eventually(lambda: ring.count() or mark.count() or group.count())  # it looks where to point
        if ring.count():
            page.mouse.click(*box(ring).middle)
            finish(person, number)
        else:
            if not mark.count():
                group.click()
            mark.first.click()
    person.expect_answered(number)


def finish(person: Person, number: str) -> None:
    """What is made by hand, or asked once more, is confirmed."""
    # What is usual stands there before anything was made.
    made = f".prompt[data-question='{number}'] .primary[data-answer]:not([disabled], [data-usual])"
    done = person.page.locator(f"{made}, .pop [data-answer]")

    def is_over() -> bool:
        return person.question != number or bool(person.page.get_by_test_id("end").count())

    eventually(lambda: is_over() or done.count())
    if not is_over():
        done.first.click()


@pytest.mark.parametrize("name", GAMES)
def test_who_follows_the_guide_with_the_mouse_gets_on_at_every_question(
    skirm: Stage, people: People, name: str
) -> None:
    ada = people(skirm)
    begin(ada, name)
    expect(title(ada)).to_have_text("How this is won")
    expect(ada.page.get_by_test_id("guide-count")).to_have_count(0)
    ada.page.get_by_test_id("guide-next").click()
    for _ in range(ROUNDS):
        ada.wait_for_turn()
        if ada.page.get_by_test_id("end").count():
            break
        follow(ada)
    expect(
        ada.page.get_by_test_id("guide").or_(ada.page.get_by_test_id("guide-again"))
    ).to_have_count(1)


def test_somebody_who_never_played_is_offered_a_guided_game(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    page.get_by_test_id("guide").click()
    expect(ada.table).to_be_visible()
    expect(card(ada)).to_be_visible()
    expect(page.locator(".pointed")).to_have_count(1)
    ada.page.goto(skirm.url)
    expect(page.get_by_test_id("play")).to_be_visible()
    expect(page.locator(".game").first).to_be_visible()
    expect(page.get_by_test_id("newcomer")).to_have_count(0)  # they have played now


def test_a_guide_goes_on_after_a_reload_and_is_left_for_good(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    begin(ada, "skirmishers")
    ada.page.get_by_test_id("guide-next").click()
    expect(title(ada)).not_to_have_text("How this is won")
    first = title(ada).inner_text()
    ada.page.reload()
    expect(title(ada)).to_have_text(first)
    ada.page.get_by_test_id("guide-leave").click()
    expect(card(ada)).to_have_count(0)
    ada.page.reload()
    expect(ada.table).to_be_visible()
    ada.expect_turn()
    expect(card(ada).or_(ada.page.get_by_test_id("guide-again"))).to_have_count(0)


def test_the_bubble_lies_over_the_board_beside_its_ring_and_the_question_stays_in_sight(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm, viewport={"width": 1280, "height": 720})
    begin(ada, "skirm3")
    ada.page.get_by_test_id("guide-next").click()
    # Whoever wins the roll-off is first asked for an edge, which is a button and has no ring.
    if title(ada).inner_text() == "Your edge of the board":
        assert box(ada.page.locator(".board")).holds(box(card(ada)), slack=1)
        follow(ada)
        ada.wait_for_turn()
    expect(title(ada)).to_have_text("Put your soldiers down")
    ring, bubble = box(ada.page.get_by_test_id("guide-ring")), box(card(ada))
    board = box(ada.page.locator(".board"))
    assert board.holds(bubble, slack=1)
    assert not ring.meets(bubble)
    question = box(ada.prompt.locator("h2"))
    assert 0 <= question.y < 720


def test_what_is_put_down_a_little_too_far_lies_where_it_is_allowed(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    begin(ada, "openfire")
    ada.page.get_by_test_id("guide-next").click()
    while not (card(ada).count() and title(ada).inner_text() == "Onto the table"):
        follow(ada)
        ada.wait_for_turn()
    number, do = ada.question, ada.page.get_by_role("button", name="Do it").first
    ring = box(ada.page.get_by_test_id("guide-ring"))
    ada.page.mouse.click(ring.right - ring.width / 5, ring.middle[1])  # beyond the six inches
    expect(do).to_be_enabled()
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    mat = box(ada.page.locator("rect.mat"))
    ada.page.mouse.click(mat.right - 30, mat.y + 30)  # at the far end of the table
    expect(ada.page.locator(".verdict.bad")).to_be_visible()
    expect(do).to_be_disabled()
    ada.page.mouse.click(*ring.middle)
    expect(do).to_be_enabled()
    do.click()
    ada.expect_answered(number)
