"""Arcs of fire have the colour of their side and are drawn when they matter, not all at once."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person

FIELD = """\
rulebook: skirmishers
name: A man between several arcs of fire
map: 20x13
red:
  A: {at: f7, primary: smg, arc: 60 0}
  F: {at: a13, primary: smg, arc: 60 0}
blue:
  B: {at: l7, primary: smg, arc: 60 6}
  C: {at: r3, primary: smg, arc: 30 6}
  D: {at: r13, primary: smg, arc: 30 6}
active: A
"""
"""B's arc holds A; whoever goes north to g3 enters that of C; D's lies away from all that."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def arc(person: Person, unit: str) -> Locator:
    return person.page.locator(f".line.l-arc[data-owner='{unit}']")


def expect_arcs(person: Person, *units: str) -> None:
    expect(person.page.locator(".line.l-arc")).to_have_count(len(units))
    for unit in units:
        expect(arc(person, unit)).to_have_count(1)


def colours(mark: Locator) -> tuple[str, str]:
    """The colour of an arc's edge, and its tint."""
    edge, tint = mark.evaluate("one => [getComputedStyle(one).stroke, getComputedStyle(one).fill]")
    return edge, tint


def test_an_arc_is_drawn_for_its_owner_and_for_whoever_it_holds_or_will_hold(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.open(FIELD)
    expect_arcs(ada, "A", "B")
    (own, own_tint), (other, other_tint) = colours(arc(ada, "A")), colours(arc(ada, "B"))
    assert own != other
    assert own_tint != other_tint
    assert "none" not in (own_tint, other_tint)
    # The way that is pointed at would lead into another one.
    ada.rest_on(ada.page.locator(".place[data-place=g3]"))
    expect_arcs(ada, "A", "B", "C")
    ada.rest_on(ada.page.locator(".place[data-place=f9]"))
    expect_arcs(ada, "A", "B")
    # Pointing at a unit shows where it looks, and who looks at it.
    ada.rest_on(ada.page.locator(".token[data-piece=D] .body"))
    expect_arcs(ada, "A", "B", "D", "F")
    # All of them, for who wants that.
    every = ada.page.get_by_role("button", name="All arcs")
    every.click()
    expect(every).to_have_attribute("aria-pressed", "true")
    expect_arcs(ada, "A", "B", "C", "D", "F")
    every.click()
    expect_arcs(ada, "A", "B")


def test_the_keyboard_shows_the_arcs_over_the_place_it_has_come_to(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.open(FIELD)
    ada.page.keyboard.press("b")
    ada.page.keyboard.press("ArrowUp")  # the cursor begins at the chosen unit
    expect_arcs(ada, "A", "B")
    for _ in range(4):
        ada.page.keyboard.press("ArrowUp")
    expect_arcs(ada, "A", "B", "C")
    for _ in range(4):
        ada.page.keyboard.press("ArrowDown")
    expect_arcs(ada, "A", "B")


def test_a_finger_sees_the_arc_that_it_would_enter_before_it_says_yes(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm, **PHONE)
    ada.open(FIELD)
    expect_arcs(ada, "A", "B")
    ada.tap_on(ada.page.locator(".place[data-place=g3]"))
    expect(ada.page.locator(".pop [data-answer]").first).to_be_visible()
    expect_arcs(ada, "A", "B", "C")
    ada.expect_step(0)
