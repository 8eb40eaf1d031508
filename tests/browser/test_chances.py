"""Chances on the page: none where nothing is uncertain, and none rounded to a certainty."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Route, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person

HIT, MISS = "B1 is hit", "no change"


def at_the_toy(people: People, stage: Stage, outcomes: dict[str, float]) -> Person:
    """Somebody with an enemy before him whose odds are these, and who has been told them."""
    ada = people(stage)

    def tell(route: Route) -> None:
        told: dict[str, Any] = {"text": "", "known": True, "missing": 0, "reason": None}
        told["later"] = False
        harm = sum(chance for text, chance in outcomes.items() if text == HIT)
        told["aim"] = {"target": "B1", "told": "Chance to harm B1", "chance": harm}
        told["outcomes"] = [
            {"text": text, "chance": chance, "fraction": ""} for text, chance in outcomes.items()
        ]
        route.fulfill(status=200, content_type="application/json", body=json.dumps(told))

    ada.page.route("**/odds?*", tell)
    ada.both_sides()
    with ada.page.expect_response("**/odds?*"):
        ada.click_piece("R1")
    return ada


def test_what_happens_for_certain_has_no_odds(toy: Stage, people: People) -> None:
    ada = at_the_toy(people, toy, {MISS: 1.0})
    ada.rest_on(ada.page.locator(".token[data-piece=B1] .body"))
    expect(ada.page.locator(".pop .pop-line").first).to_be_visible()
    expect(ada.page.locator(".pop").get_by_text("Counting")).to_have_count(0)
    expect(ada.page.locator(".pop .odds")).to_have_count(0)
    expect(ada.page.locator(".chance-pill")).to_have_count(0)


def test_what_is_nearly_certain_is_not_called_certain(toy: Stage, people: People) -> None:
    ada = at_the_toy(people, toy, {HIT: 0.9995, MISS: 0.0005})
    expect(ada.page.locator(".chance-pill[data-foe=B1] text")).to_have_text(">99%")
    ada.rest_on(ada.page.locator(".token[data-piece=B1] .body"))
    expect(ada.page.locator(".pop .odds .chance")).to_have_text([">99 %", "<0.1 %"])


def test_what_hardly_ever_happens_is_not_called_impossible(toy: Stage, people: People) -> None:
    ada = at_the_toy(people, toy, {MISS: 0.9996, HIT: 0.0004})
    expect(ada.page.locator(".chance-pill[data-foe=B1] text")).to_have_text("<1%")


def test_odds_that_nobody_had_time_for_are_counted_when_one_looks_again(
    toy: Stage, people: People
) -> None:
    ada = people(toy)
    busy = {"text": "", "known": False, "outcomes": [], "missing": 1, "aim": None}
    busy |= {"reason": "the server was too busy for it", "later": True}
    ada.page.route("**/odds?*", lambda route: route.fulfill(json=busy))
    ada.both_sides()
    with ada.page.expect_response("**/odds?*"):
        ada.click_piece("R1")
    ada.rest_on(ada.page.locator(".token[data-piece=B1] .body"))
    expect(ada.page.locator(".pop")).to_contain_text("too busy")
    ada.page.unroute("**/odds?*")
    ada.page.mouse.move(1, 1)
    expect(ada.page.locator(".pop")).to_have_count(0)
    ada.rest_on(ada.page.locator(".token[data-piece=B1] .body"))
    expect(ada.page.locator(".pop .odds")).to_be_visible()
