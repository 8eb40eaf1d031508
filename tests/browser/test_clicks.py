"""How many clicks one activation takes: choose a unit, move it, attack with it, and be done.

Every press of the mouse, and every tap of a finger, is counted by the browser itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import boxes, under_the_hand

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
DESK: dict[str, Any] = {}
HABITS = {"forced": True, "formation": True, "policy": "matter"}
"""What the page does for those who never opened its settings."""
COUNT = """
    window.presses = 0;
    addEventListener("pointerdown", () => window.presses++, true);
"""
SKIRM = """\
rulebook: skirm3
map: |
  A . . . . . . B
  C . . . . . . D
red: {A: {weapons: {rifle: {roa: 2, dam: 1}}}, C: }
blue: {B: , D: }
"""
SKIRMISHERS = """\
rulebook: skirmishers
red: {A: {at: b5}, C: {at: b8}}
blue: {B: {at: h5}, D: {at: h8}}
"""
OPEN_FIRE = """\
rulebook: openfire
board: village-edge
red:
  R1: {unit: white-frontier/rifle-squad, at: [14, 6]}
  R2: {unit: white-frontier/rifle-squad, at: [24, 6]}
blue: {B1: {unit: white-frontier/rifle-squad, at: [14, 20]}}
"""


TWO_FALL = """\
rulebook: openfire
board: village-edge
red: {R1: {at: [14, 14], stats: {skl: 2}, weapons: {gun: {att: 4}}}}
blue: {B1: {unit: white-frontier/rifle-squad, at: [14, 20], stats: {def: 12}}}
active: R1 attack
play: [{do: "attack R1 gun:1>B1", dice: 12 12 1 1 1 1}]
"""


class Hand:
    """A mouse or a finger that points at the board and presses buttons."""

    def __init__(self, people: People, stage: Stage, position: str, how: dict[str, Any]) -> None:
        self.person = people(stage, HABITS, **how)
        self.page = self.person.page
        self.touches = bool(how)
        self.page.add_init_script(COUNT)
        self.person.open(position)

    @property
    def presses(self) -> int:
        return int(self.page.evaluate("presses"))

    def point(self, mark: Locator, meant: str = "") -> None:
        """Point at something on the board, and say yes where the page asks a finger again."""
        self.press(*under_the_hand(mark), meant)

    def press(self, x: float, y: float, meant: str = "") -> None:
        """The same at a point of the screen; of several answers there, give what is meant."""
        number = self.person.question
        (self.page.touchscreen.tap if self.touches else self.page.mouse.click)(x, y)
        if not self.touches and not meant:
            return
        self.page.wait_for_function(
            """number => document.querySelector(".pop [data-answer], .prompt .verdict")
                || document.querySelector(".prompt").dataset.question !== number""",
            arg=number,
        )
        confirm = self.page.locator(".pop [data-answer]")
        wanted = self.page.locator(f".pop [data-answer='{meant}']")
        if confirm.count():
            self.choose((wanted if wanted.count() else confirm).first)

    def choose(self, button: Locator) -> None:
        button.tap() if self.touches else button.click()

    def answers(self, doing: Callable[[], None]) -> None:
        """Do something that answers the question that stands."""
        number = self.person.question
        doing()
        self.person.expect_answered(number)

    def unit(self, piece: str) -> Locator:
        return self.page.locator(f".token[data-piece='{piece}'] .body")


def ways(*budgets: int) -> pytest.MarkDecorator:
    """The desk and the phone, each with its greatest number of clicks."""
    cases = [pytest.param(DESK, budgets[0], id="desk"), pytest.param(PHONE, budgets[1], id="phone")]
    return pytest.mark.parametrize(("how", "most"), cases)


@ways(4, 5)
def test_an_activation_of_skirm(
    skirm: Stage, people: People, how: dict[str, Any], most: int
) -> None:
    hand = Hand(people, skirm, SKIRM, how)
    hand.answers(lambda: hand.point(hand.unit("A")))
    hand.answers(lambda: hand.point(hand.page.locator(".place[data-place=d1]")))
    hand.answers(lambda: hand.point(hand.unit("B")))
    hand.answers(lambda: hand.choose(hand.page.locator(".prompt [data-answer='end A']").first))
    expect(hand.person.log).to_contain_text("A moves")
    expect(hand.person.log).to_contain_text("B")
    assert hand.presses <= most


@ways(4, 5)
def test_an_activation_of_skirmishers(
    skirm: Stage, people: People, how: dict[str, Any], most: int
) -> None:
    hand = Hand(people, skirm, SKIRMISHERS, how)
    hand.answers(lambda: hand.point(hand.unit("A")))
    hand.answers(lambda: hand.point(hand.page.locator(".place[data-place=c4]")))
    hand.answers(lambda: hand.point(hand.unit("B")))
    expect(hand.person.log).to_contain_text("A covers 60 degrees")
    # Nothing but the end is left to choose then: it is taken and told, without a click.
    expect(hand.page.locator(".prompt h2")).to_contain_text("What does C do now?")
    assert hand.presses <= most


@ways(5, 6)
def test_an_activation_of_open_fire(
    skirm: Stage, people: People, how: dict[str, Any], most: int
) -> None:
    hand = Hand(people, skirm, OPEN_FIRE, how)
    page = hand.page
    hand.answers(lambda: hand.point(hand.unit("R1.4")))  # any model stands for its unit
    hand.answers(lambda: hand.choose(page.locator("[data-answer='skip ability']").first))
    leader, mat = boxes(hand.unit("R1.1"), page.locator("rect.mat"))
    (x, y), inch = leader.middle, mat.width / 48
    hand.press(x + 2.4 * inch, y + 2.4 * inch)  # bare ground
    expect(page.locator(".verdict")).to_have_text("That is allowed.")
    hand.answers(lambda: hand.choose(page.get_by_role("button", name="Do it").first))
    # The others stand in formation without a question of their own.
    expect(hand.person.prompt).to_have_attribute("data-kind", "attack")
    expect(page.locator(".notice")).to_contain_text("formation")
    hand.answers(lambda: hand.point(hand.unit("B1.3")))
    expect(hand.person.log).to_contain_text("R1 attacks")
    assert hand.presses <= most


@pytest.mark.parametrize(
    ("position", "place"),
    [pytest.param(SKIRM, "d1", id="skirm"), pytest.param(SKIRMISHERS, "c4", id="skirmishers")],
)
def test_a_second_tap_on_the_same_place_confirms(
    skirm: Stage, people: People, position: str, place: str
) -> None:
    person = people(skirm, {**HABITS, "confirm": True}, **PHONE)
    page = person.page
    person.open(position)
    ways = page.locator(".token[data-piece=A] .body"), page.locator(f".place[data-place={place}]")
    for mark in ways:
        number = person.question
        person.tap_on(mark)
        expect(page.locator(".pop [data-answer]")).to_have_count(1)
        assert person.question == number
        person.tap_on(mark)
        person.expect_answered(number)
    expect(person.log).to_contain_text("A moves")


def test_the_models_of_a_unit_are_placed_by_hand_after_an_undo(
    skirm: Stage, people: People
) -> None:
    hand = Hand(people, skirm, OPEN_FIRE, DESK)
    page, person = hand.page, hand.person
    hand.answers(lambda: hand.point(hand.unit("R1.4")))
    hand.answers(lambda: person.choose("skip ability"))
    hand.answers(lambda: hand.point(page.locator(".place").first))
    expect(person.prompt).to_have_attribute("data-kind", "attack")
    page.get_by_role("button", name="Undo").click()
    expect(person.prompt).to_have_attribute("data-kind", "followers")
    expect(page.locator(".part").first).to_be_attached()


def test_a_casualty_has_a_usual_answer_and_any_other_can_be_pointed_at(
    skirm: Stage, people: People
) -> None:
    hand = Hand(people, skirm, TWO_FALL, DESK)
    person = hand.person
    expect(person.prompt).to_have_attribute("data-kind", "casualty")
    question = person.asked(person.game)["question"]
    usual = person.page.locator("[data-usual]")
    expect(usual).to_have_attribute("data-answer", question["usual"])
    assert question["usual"] != "lose 2"  # the gunner is worth more than a rifle
    hand.answers(usual.click)
    expect(person.prompt).to_have_attribute("data-kind", "casualty")
    hand.answers(lambda: hand.point(hand.unit("B1.2")))
    expect(hand.unit("B1.2")).to_have_count(0)
