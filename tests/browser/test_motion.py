"""Motion and sound explain what happened, keep to what a person asked for, and can be hurried."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Box, Person, boxes

LISTEN = """
window.heard = 0;
const make = AudioContext.prototype.createGain;
AudioContext.prototype.createGain = function () { window.heard++; return make.call(this); };
"""


def at_the_table(people: People, stage: Stage, **settings: Any) -> Person:
    ada = people(stage, {"motion": "full", **settings})
    ada.both_sides()
    return ada


def watch_for_glides(person: Person) -> None:
    """Remember every animation that R1 is given from now on."""
    person.page.evaluate(
        """() => {
          window.glides = [];
          const animate = SVGElement.prototype.animate;
          SVGElement.prototype.animate = function (frames, how) {
            window.glides.push([this.dataset.piece, frames.length, how.duration]);
            return animate.call(this, frames, how);
          };
        }"""
    )


def test_a_piece_glides_to_its_place_and_leaves_a_trail(toy: Stage, people: People) -> None:
    ada = at_the_table(people, toy)
    watch_for_glides(ada)
    ada.choose_step("R1", "b1")
    ada.page.wait_for_function("() => window.glides.some(([piece]) => piece === 'R1')")
    expect(ada.page.locator(".trail")).to_have_count(1)


@pytest.mark.parametrize("how", ["setting", "system"])
def test_nothing_glides_for_those_who_asked_for_stillness(
    toy: Stage, people: People, how: str
) -> None:
    still = {"reduced_motion": "reduce"} if how == "system" else {}
    ada = people(toy, {"motion": "off" if how == "setting" else "full"}, **still)
    ada.both_sides()
    watch_for_glides(ada)
    number = ada.question
    ada.choose_step("R1", "b1")
    ada.expect_answered(number)
    expect(ada.page.locator(".trail")).to_have_count(0)
    ada.page.wait_for_function("() => window.glides.length === 0")


def test_sounds_are_made_and_can_be_turned_off(toy: Stage, people: People) -> None:
    for sound in (True, False):
        ada = people(toy, {"motion": "full", "sound": sound})
        ada.page.add_init_script(LISTEN)
        ada.both_sides()
        number = ada.question
        ada.choose_step("R1", "b1")
        ada.expect_answered(number)
        if sound:
            ada.page.wait_for_function("() => window.heard > 0")
        else:
            ada.page.wait_for_timeout(300)
            ada.page.wait_for_function("() => window.heard === 0")


SHOT = """\
rulebook: skirm3
map: |
  A . . B
red: {A: {stats: {rsk: 4}, weapons: {rifle: {roa: 3, dam: 1}}}}
blue: {B: }
active: A
"""


def in_sight(people: People, stage: Stage, where: str = SHOT, **settings: Any) -> Person:
    """Both sides of a position in which A may shoot at B."""
    ada = people(stage, {"policy": "never", **settings})
    ada.open(where)
    return ada


def test_a_shot_is_drawn_before_its_dice_fall(skirm: Stage, people: People) -> None:
    ada = in_sight(people, skirm, motion="full", dice="full")
    ada.stop_the_clock()
    ada.click_on(ada.page.locator(".token[data-piece=B] .body"))
    expect(ada.page.locator("line.shot")).to_have_count(1)
    tray = ada.page.locator(".tray")
    expect(tray).to_have_count(0)
    ada.run_until(tray)
    expect(tray.locator(".tray-purpose")).to_contain_text(re.compile("fires at|attacks"))


FREE = ". . . . . . . . ."
LONE = ". . . . {} . . . ."
PLACES = {
    "across": ("A . . . . . . . .", *[FREE] * 7, ". . . . . . . . B"),
    "above each other": (LONE.format("A"), *[FREE] * 7, LONE.format("B")),
    "beside each other": (*[FREE] * 8, ". . . A . B . . ."),
    "among others": (
        LONE.format("C"),
        *[FREE] * 3,
        "A . . . . . . . B",
        *[FREE] * 3,
        LONE.format("D"),
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_tray_covers_neither_who_shoots_nor_who_is_shot_at(
    skirm: Stage, people: People, place: str
) -> None:
    lines = SHOT.splitlines()
    board = [f"  {row}" for row in PLACES[place]]
    where = "\n".join([*lines[:2], *board, *lines[3:]])
    if place == "among others":
        where = where.replace("{B: }", "{B: , C: , D: }")
    ada = in_sight(people, skirm, where, motion="full", dice="full")
    ada.stop_the_clock()
    ada.click_on(ada.page.locator(".token[data-piece=B] .body"))
    tray = ada.page.locator(".tray")
    ada.run_until(tray.locator(".tray-lines"))
    bodies = [ada.page.locator(f".token[data-piece={name}] .body") for name in "AB"]
    lies, *stand = boxes(tray, *bodies)
    assert not [at for at in stand if lies.holds(Box(*at.middle, 0, 0))]
    # In the midst of the board it lies only where it must.
    midst = re.compile("lies-m")
    if place == "above each other":
        expect(tray).to_have_class(midst)
    else:
        expect(tray).not_to_have_class(midst)


def test_a_click_hurries_what_is_shown(skirm: Stage, people: People) -> None:
    ada = in_sight(people, skirm, motion="full", dice="full")
    number = ada.question
    # Time stands still for the page: without a click the dice would lie there for ever.
    ada.stop_the_clock()
    ada.click_on(ada.page.locator(".token[data-piece=B] .body"))
    ada.run_until(ada.page.locator(".tray"))
    ada.page.mouse.click(*boxes(ada.page.locator(".top h1"))[0].middle)
    expect(ada.page.locator(".tray")).to_have_count(0)
    ada.page.clock.resume()
    ada.expect_answered(number)


def test_the_last_action_is_marked_until_the_next(skirm: Stage, people: People) -> None:
    ada = in_sight(people, skirm)
    number = ada.question
    ada.click_on(ada.page.locator(".token[data-piece=B] .body"))
    ada.expect_answered(number)
    expect(ada.page.locator(".aimed")).to_have_count(1)
    expect(ada.page.locator(".aimed-at")).to_have_count(1)
    number = ada.question
    ada.choose("end A")
    ada.expect_answered(number)
    expect(ada.page.locator(".aimed")).to_have_count(0)


def test_looking_back_shows_the_dice_and_lines_of_that_moment(skirm: Stage, people: People) -> None:
    ada = in_sight(people, skirm)
    number = ada.question
    ada.click_on(ada.page.locator(".token[data-piece=B] .body"))
    ada.expect_answered(number)
    number = ada.question
    ada.choose("end A")
    ada.expect_answered(number)
    page = ada.page
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".ribbon")).to_have_text("Position 0")
    expect(page.locator(".tray")).to_have_count(0)
    expect(page.locator(".aimed")).to_have_count(0)
    on = page.get_by_role("button", name="One step on")
    on.click()
    expect(page.locator(".ribbon")).to_contain_text("Position 1: A")
    expect(page.locator(".aimed")).to_have_count(1)
    on.click()  # the roll is an answer of its own
    expect(page.locator(".ribbon")).to_contain_text("Position 2")
    expect(page.locator(".tray .die")).to_have_count(3)
    expect(page.locator(".tray-purpose")).to_contain_text("A fires at B")
    expect(page.locator(".log li.now")).to_have_count(1)
    expect(page.locator(".log li.now")).to_contain_text("A fires at B")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".tray")).to_have_count(0)


CALLS = """
window.called = [];
window.Notification = class { constructor(title, how) { window.called.push([title, how.body]); } };
window.Notification.permission = "granted";
window.Notification.requestPermission = async () => "granted";
Object.defineProperty(document, "hidden", { get: () => window.elsewhere ?? false });
"""


def test_your_turn_is_called_by_the_title_and_by_a_note_for_those_who_look_elsewhere(
    toy: Stage, people: People
) -> None:
    ada = people(toy, {"notify": True})
    ada.page.add_init_script(CALLS)
    ada.home().get_by_test_id("friend").click()
    bob = people(toy)
    bob.visit(ada.page.get_by_test_id("invite").input_value())
    ada.expect_turn()
    expect(ada.page).to_have_title(re.compile("^● "))
    expect(bob.page).to_have_title(re.compile("^[^●]"))
    ada.choose_step("R1", "b1")
    bob.expect_turn()
    expect(ada.page).to_have_title(re.compile("^[^●]"))
    ada.page.evaluate("window.elsewhere = true")
    bob.choose_step("B1", "d1")
    ada.page.wait_for_function("() => window.called.length === 1")
    ada.page.wait_for_function("() => window.called[0][0] === 'It is your turn'")
    expect(ada.page).to_have_title(re.compile("^● "))


def test_speed_and_sound_are_settings(toy: Stage, people: People) -> None:
    ada = at_the_table(people, toy)
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_label("Motion").select_option(label="None")
    ada.page.get_by_label("Sound").check()
    ada.page.wait_for_function(
        """() => {
          const kept = JSON.parse(localStorage.getItem("battlemat.settings"));
          return kept.motion === "off" && kept.sound === true;
        }"""
    )
