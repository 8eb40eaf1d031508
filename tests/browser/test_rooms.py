"""Whoever comes into a context that others have used finds nothing of theirs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.rooms import Rooms
from browser.stage import Stage

BREAK = """() => new Promise((done) => setTimeout(() => {
  setTimeout(done);
  throw new Error('broken');
}))"""
LEFT = "() => localStorage.getItem('left')"


def test_nothing_is_left_of_who_was_there_before(rooms: Rooms, toy: Stage) -> None:
    ada = rooms.enter(toy.url, reduced_motion="reduce")
    ada.settle(player="Ada")
    ada.page.add_init_script("window.told = true")
    ada.both_sides()
    ada.page.evaluate("() => localStorage.setItem('left', 'here')")
    ada.page.route("**/api/catalogue", lambda route: route.abort())
    rooms.leave(ada)
    bo = rooms.enter(toy.url, reduced_motion="reduce")
    assert bo.context is ada.context
    assert bo.context.cookies() == []
    page = bo.home()
    expect(page.locator(".resume li")).to_have_text([])  # says what was found
    kept, told = page.evaluate(f"() => [({LEFT})(), window.told ?? null]")
    assert (kept, told) == (None, None)
    expect(page.get_by_role("link", name="Settings")).to_be_visible()
    rooms.leave(bo)


def test_a_clock_that_stands_is_nobody_elses(rooms: Rooms, toy: Stage) -> None:
    ada = rooms.enter(toy.url, reduced_motion="reduce")
    ada.stop_the_clock()
    rooms.leave(ada)
    bo = rooms.enter(toy.url, reduced_motion="reduce")
    assert bo.context is not ada.context
    rooms.leave(bo)


def test_what_goes_wrong_on_a_page_is_told_of_when_it_is_left(rooms: Rooms, toy: Stage) -> None:
    for _ in range(2):  # in a room of one's own, and in one that was used before
        ada = rooms.enter(toy.url, reduced_motion="no-preference")
        ada.home()
        ada.page.evaluate(BREAK)
        with pytest.raises(AssertionError, match="broken"):
            rooms.leave(ada)
