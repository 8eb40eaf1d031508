"""Open Fire's hand: what is legal is seen before anything is put down, and nothing else can be."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, box, eventually

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLE = """\
rulebook: openfire
board: village-edge
red:
  R1: {unit: white-frontier/rifle-squad, at: [24, 6]}
  R2: {unit: white-frontier/rifle-squad, at: [6, 6], activated: true}
blue: {B1: {unit: white-frontier/rifle-squad, at: [24, 22]}}
active: R1
"""


def state(person: Person) -> Any:
    return person.asked(person.game)


def at_the_move(people: People, stage: Stage, **how: Any) -> Person:
    """Somebody whose R1 is to move."""
    ada = people(stage, {"notes": True}, **how)
    ada.open(TABLE)
    while state(ada)["question"]["kind"] != "move":
        number = ada.question
        ada.page.locator(
            ".prompt [data-answer^='activate R1'], .prompt [data-answer^='skip ']"
        ).first.click()
        ada.expect_answered(number)
        ada.expect_turn()
    return ada


def pixels(person: Person, x: float, y: float) -> tuple[float, float]:
    """Where a point of the table, in inches from its north-west corner, is on the screen."""
    scene = state(person)["scene"]
    mat = box(person.page.locator("rect.mat"))
    return mat.x + x * mat.width / scene["width"], mat.y + y * mat.height / scene["height"]


def leader(person: Person) -> tuple[float, float]:
    (at,) = (one["at"] for one in state(person)["scene"]["pieces"] if one["id"] == "R1.1")
    return at[0], at[1]


def beside(person: Person, start: tuple[float, float]) -> tuple[float, float]:
    """A point a little beyond the farthest that may be reached."""
    ways = [one for one in state(person)["question"]["handles"] if one["gesture"] == "path"]
    text = max(ways, key=lambda one: one["reach"])["text"].replace("{path}", "{here}")
    told = eventually(lambda: person.asked(person.game + "/area", text=text)["outlines"])
    far = max((point for outline in told for point in outline), key=lambda at: dist(at, start))
    part = (dist(far, start) + 0.6) / dist(far, start)
    return start[0] + part * (far[0] - start[0]), start[1] + part * (far[1] - start[1])


@pytest.mark.clause("openfire.move.allowance")
def test_the_legal_ground_is_seen_while_hovering_and_a_click_beside_it_snaps(
    skirm: Stage, people: People
) -> None:
    ada = at_the_move(people, skirm)
    x, y = leader(ada)
    ada.page.mouse.move(*pixels(ada, x + 0.3, y - 3))
    expect(ada.page.locator("path.legal")).to_have_count(1)
    expect(ada.page.locator("path.beyond")).to_have_count(1)
    expect(ada.page.locator(".key-strip .k-legal")).to_be_visible()
    # The ghost of the whole unit, with how far it is and who would see it there.
    expect(ada.page.locator(".c-ghost")).not_to_have_count(0)
    expect(ada.page.locator(".cover.c-way")).to_have_count(1)
    expect(ada.page.locator(".cover.c-watch")).not_to_have_count(0)
    expect(ada.page.locator(".cover.c-range")).not_to_have_count(0)
    # A little too far: it comes to lie inside, and may be done.
    ada.page.mouse.click(*pixels(ada, *beside(ada, (x, y))))
    do = ada.page.locator(".prompt button.primary", has_text="Do it")
    expect(do).to_be_enabled()
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    told = ada.page.get_by_test_id("told-here")
    expect(told).to_contain_text("sees")


def test_what_is_far_from_legal_says_why_at_its_place_and_cannot_be_done(
    skirm: Stage, people: People
) -> None:
    ada = at_the_move(people, skirm)
    x, y = leader(ada)
    ada.page.mouse.click(*pixels(ada, x + 14, y - 1))
    expect(ada.page.locator(".verdict.bad .clause")).to_have_count(1)
    expect(ada.page.locator(".pop .pop-why")).to_be_visible()
    expect(ada.page.locator(".pop .pop-why .clause")).to_have_count(1)
    expect(ada.page.locator(".prompt button.primary", has_text="Do it")).to_be_disabled()


def test_on_a_phone_the_first_tap_shows_and_the_second_does_it(
    skirm: Stage, people: People
) -> None:
    ada = at_the_move(people, skirm, **PHONE)
    x, y = leader(ada)
    place = pixels(ada, x + 2.5, y - 3)
    number = ada.question
    ada.page.touchscreen.tap(*place)
    expect(ada.page.locator(".c-ghost")).not_to_have_count(0)
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    expect(ada.page.locator("path.legal")).to_have_count(1)
    assert ada.question == number
    ada.page.touchscreen.tap(*place)
    ada.expect_answered(number)
    eventually(
        lambda: (
            leader(ada) == pytest.approx((x + 2.5, y - 3), abs=0.5)
            or state(ada)["question"]["kind"] == "followers"
        )
    )


def test_ground_and_entries_have_their_names_when_they_are_pointed_at(
    skirm: Stage, people: People
) -> None:
    ada = at_the_move(people, skirm)
    names = ada.page.locator(".label .area-name")
    ada.page.mouse.move(*pixels(ada, 1, 1))
    quiet = [text for text in names.all_text_contents() if not text.startswith("+")]
    shapes = state(ada)["scene"]["shapes"]
    shape = [one for one in shapes if one["name"] and one["form"] == "polygon"][-1]
    xs, ys = zip(*shape["points"], strict=True)
    ada.page.mouse.move(*pixels(ada, sum(xs) / len(xs), sum(ys) / len(ys)))
    expect(names.filter(has_text=shape["name"])).to_have_count(1)
    assert len(quiet) <= 1
