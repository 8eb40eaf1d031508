"""Skirmishers on its dots: firing arcs are shown, and what a way through them risks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.odds import odds
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import record
from battlemat.kernel.scene import Handle
from battlemat.players import registry
from battlemat.rulebooks.skirmishers.chapters.moving.movement import Move
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, middle

UNHURT = "nobody is hurt"


def test_a_game_of_skirmishers_starts_and_a_unit_sets_its_firing_arc(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.home().get_by_role("combobox", name="Game").select_option(label="Skirmishers")
    ada.page.get_by_test_id("both").click()
    ada.expect_turn()
    expect(ada.page.locator("svg.grid-dots .dot").first).to_be_attached()
    number = ada.question
    ada.page.locator(".prompt [data-answer^='activate ']").first.click()
    ada.expect_answered(number)
    ada.expect_turn()
    before = ada.page.locator(".l-arc").count()
    number = ada.question
    ada.page.locator("[data-group='Firing arc']").click()
    # It is aimed on the board: at an enemy, and the wheel makes it wider and narrower.
    x, y = middle(ada.page.locator(".token[data-piece='B3'] .body"))
    ada.page.mouse.move(x, y)
    expect(ada.page.locator(".widths [aria-pressed=true]")).to_contain_text("60°")
    ada.page.mouse.wheel(0, 100)
    expect(ada.page.locator(".widths [aria-pressed=true]")).to_contain_text("30°")
    ada.page.mouse.click(x, y)
    ada.expect_answered(number)
    expect(ada.log).to_contain_text(re.compile("covers 30 degrees.*with"))
    expect(ada.page.locator(".l-arc")).to_have_count(before + 1)


def in_sight_of_arcs() -> tuple[Game[Any], Handle, int]:
    """A game where a way leads through an arc of fire: that way, and its chance in percent."""
    shelf = ShippedCatalogue()
    book = shelf.find("skirmishers")
    game = Game(book, shelf.build("skirmishers", {}), dice=SeededDice("arcs"))
    sergeant = registry.make("sergeant", "arcs")
    while not game.over:
        question = game.question
        if isinstance(question, Choice) and question.kind == "action":
            ways = [option for option in question.listed if isinstance(option, Move)]
            for option in ways[-1:]:  # the farthest of them is the likeliest to meet one
                unhurt = odds(game, option).outcomes.get(UNHURT, 1)
                if 0.1 < unhurt < 0.99:
                    handle = book.handle(game.battle, question, option)
                    return game, handle, round(unhurt * 100)
        game.answer(sergeant.answer(game))
    raise AssertionError("nobody came near an arc of fire")


def test_resting_on_a_dot_tells_the_odds_of_coming_there_unhurt(
    skirm: Stage, people: People, tmp_path: Path
) -> None:
    game, way, percent = in_sight_of_arcs()
    file = tmp_path / "game.txt"
    file.write_text(record(game).write(), encoding="utf-8")
    ada = people(skirm)
    ada.home().get_by_test_id("open").set_input_files(file)
    expect(ada.table).to_be_visible()
    ada.expect_turn()
    expect(ada.page.locator(".l-arc").first).to_be_attached()
    ada.page.locator("[data-group=Move]").click()
    ada.rest_on(ada.page.locator(f".place[data-place='{way.place}']"))
    line = ada.page.locator(".pop .odds li").filter(has_text=re.compile(UNHURT, re.IGNORECASE))
    expect(line.locator(".chance")).to_have_text(f"{percent} %")
    ada.expect_step(len(game.answers))


AMBUSH = """\
rulebook: skirmishers
name: A man with a grenade before a firing arc
red: {A: {at: b5, prone: true, grenades: {hand: 2}, active: hand-grenade}}
blue: {B: {at: h5, primary: smg, arc: 60 6}}
active: A
"""


def before_the_arc(people: People, stage: Stage, file: Path) -> Person:
    file.write_text(AMBUSH, encoding="utf-8")
    ada = people(stage)
    ada.home().get_by_test_id("open").set_input_files(file)
    expect(ada.table).to_be_visible()
    ada.expect_turn()
    return ada


@pytest.mark.clause("skirmishers.explosive.apply", "skirmishers.explosive.scatter")
def test_a_throw_shows_its_blast_and_where_it_may_come_down(
    skirm: Stage, people: People, tmp_path: Path
) -> None:
    ada = before_the_arc(people, skirm, tmp_path / "ambush.yaml")
    ada.page.locator("[data-group=Explosive]").click()
    place = ada.page.locator(".place[data-place=e5]")
    ada.rest_on(place)
    inner = ada.page.locator(".cover.c-blast")
    expect(inner.first).to_be_attached()
    expect(ada.page.locator(".cover.c-blast-outer").first).to_be_attached()
    expect(ada.page.locator(".cover.c-scatter").first).to_be_attached()
    expect(ada.page.locator(".cover-name", has_text=re.compile("^6X")).first).to_be_attached()
    ada.expect_step(0)


@pytest.mark.clause("skirmishers.fire.base", "skirmishers.fire.target-prone")
def test_a_shot_tells_its_odds_before_and_its_target_number_modifier_by_modifier_after(
    skirm: Stage, people: People, tmp_path: Path
) -> None:
    ada = before_the_arc(people, skirm, tmp_path / "ambush.yaml")
    ada.page.locator("[data-group=Move]").click()
    number = ada.question
    ada.click_place("c5")
    ada.expect_answered(number)
    expect(ada.page.locator(".prompt.window")).to_be_visible()
    ada.rest_on(ada.page.locator(".token[data-piece=A] .body"))
    chances = ada.page.locator(".pop .odds .chance")
    expect(chances.first).to_have_text(re.compile(r"^\d+(\.\d)? %$"))
    number = ada.question
    ada.click_piece("A")
    ada.expect_answered(number)
    ada.turn_to("Log")
    told = ada.log.locator(".line-attack").first
    expect(told).to_contain_text(
        "B fires at A with SMG, 5 dots away: target number 7 = 6 +1 target prone."
    )
    rules = told.get_by_role("button", name=re.compile("Rules: .*fire.base"))
    expect(rules.first).to_be_visible()
