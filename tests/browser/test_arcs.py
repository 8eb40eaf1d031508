"""Arcs of fire: those of the enemy are one outline, hatched where a way crosses it; one's own are
edges, drawn when they matter."""

from __future__ import annotations

import re

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


def test_the_arcs_of_the_enemy_are_one_outline_and_ones_own_are_edges(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.open(FIELD)
    expect_arcs(ada, "A", "B", "C", "D")
    (own, own_tint), (other, other_tint) = colours(arc(ada, "A")), colours(arc(ada, "B"))
    assert own != other
    assert own_tint == other_tint == "none"  # nothing that lies over something else is filled
    expect(ada.page.locator(".l-arc.own")).to_have_count(1)
    # What of an edge lies in another arc is not drawn, and all held ground has one faint tone.
    outside = ada.page.locator("g:has(> .l-arc.hostile)")
    expect(outside).to_have_count(1)
    expect(outside).to_have_attribute("mask", re.compile("outside-1"))
    ground = ada.page.locator(".held-ground")
    expect(ground).to_have_count(1)
    expect(ground).to_have_css("opacity", re.compile(r"0\.0\d+"))
    # The way that is pointed at is hatched where it is under fire.
    expect(ada.page.locator(".risk")).to_have_count(0)
    ada.rest_on(ada.page.locator(".place[data-place=g3]"))
    expect(ada.page.locator(".risk")).to_have_count(1)
    # Pointing at an enemy shows who looks at it.
    ada.rest_on(ada.page.locator(".token[data-piece=D] .body"))
    expect_arcs(ada, "A", "B", "C", "D", "F")
    # All of one's own too, for who wants that.
    every = ada.page.get_by_role("button", name="All arcs")
    every.click()
    expect(every).to_have_attribute("aria-pressed", "true")
    expect_arcs(ada, "A", "B", "C", "D", "F")
    every.click()
    expect_arcs(ada, "A", "B", "C", "D")


def test_a_way_is_a_line_and_says_at_its_end_what_it_leaves(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    ada.open(FIELD)
    ada.rest_on(ada.page.locator(".place[data-place=g3]"))
    expect(ada.page.locator(".cover-name.n-after")).to_contain_text("AP, leaves")
    line = ada.page.locator(".cover.c-line").first
    expect(line).to_have_css("fill", "none")


def test_the_keyboard_shows_who_looks_at_the_place_it_has_come_to(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.open(FIELD)
    ada.page.keyboard.press("b")
    ada.page.keyboard.press("ArrowUp")  # the cursor begins at the chosen unit
    for _ in range(4):
        ada.page.keyboard.press("ArrowUp")
    expect(ada.page.locator(".risk")).to_have_count(1)
    expect_arcs(ada, "A", "B", "C", "D")


def test_a_finger_sees_the_fire_that_it_would_enter_before_it_says_yes(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm, **PHONE)
    ada.open(FIELD)
    expect(ada.page.locator(".risk")).to_have_count(0)
    ada.tap_on(ada.page.locator(".place[data-place=g3]"))
    expect(ada.page.locator(".pop [data-answer]").first).to_be_visible()
    expect(ada.page.locator(".risk")).to_have_count(1)
    ada.expect_step(0)
