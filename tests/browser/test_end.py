"""The panel at the end of a game speaks the words of its game, and tells namesakes apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage

RECORDS = Path(__file__).parents[1] / "corpus"
UNITS = {
    "openfire-cold-stores-4": "Round",
    "skirmishers-breakout-11": "Round",
    "skirm3-kill-4": "Turn",
}
RECRUITS = {side: {"kind": "machine", "machine": "recruit"} for side in ("red", "blue")}


@pytest.mark.parametrize("record", UNITS)
def test_the_parts_of_a_game_are_called_as_in_its_book(
    skirm: Stage, people: People, record: str
) -> None:
    ada = people(skirm)
    made = ada.opened((RECORDS / f"{record}.battlemat").read_text(encoding="utf-8"))
    ada.visit(f"/game/{made['game']['id']}")
    end = ada.page.get_by_test_id("end")
    board = ada.page.locator(".top .status")
    expect(board).to_contain_text(re.compile(UNITS[record], re.IGNORECASE))
    first = end.get_by_test_id("score-by-turn").get_by_role("button").first
    expect(first).to_have_accessible_name(f"{UNITS[record]} 1")
    expect(end.locator("svg text", has_text=f"{UNITS[record]} 1")).to_be_visible()


def test_two_machines_of_one_level_are_told_apart_by_their_sides(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    made = ada.asked("/api/games", {"rulebook": "skirm3", "choices": {}, "seats": RECRUITS})
    ada.visit(f"/game/{made['game']['id']}")
    waiting = ada.page.locator(".prompt").first
    expect(waiting).to_contain_text(re.compile(r"Recruit \((Red|Blue)\)"))
