"""Open Fire on the free table: units are placed by pointing and led by dragging their way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, box, boxes, eventually, middle
from browser.test_gestures import PHONE, touch

WIDE = 48  # inches of table


def on_the_spine(
    people: People, stage: Stage, settings: dict[str, object] | None = None, **how: object
) -> Person:
    """The Spine, with Falling Sky against the sergeant, when the first unit is to be chosen."""
    ada = people(stage, settings, **how)
    page = ada.home()
    with page.expect_response(re.compile("/choices/.*spine")):
        page.get_by_role("combobox", name="Game").select_option(label="Open Fire")
    page.get_by_role("combobox", name=re.compile("^Red squad")).select_option(label="Falling Sky")
    page.get_by_test_id("play").click()
    ada.expect_turn()
    answer(ada, "accept")
    hurry_to_activation(ada)
    return ada


def hurry_to_activation(person: Person) -> None:
    """Leave out what may be left out until the next unit of ours is to be chosen."""
    page = person.page
    while page.locator(".prompt [data-answer^='activate ']").count() == 0:
        number = person.question
        out = page.locator(".prompt [data-answer^='skip '], .prompt [data-answer='pass']")
        (out if out.count() else page.locator(".prompt [data-answer]")).first.click()
        settle(person, number)


def answer(person: Person, text: str) -> None:
    """Click the button that gives this answer, and wait for the next question to this person."""
    number = person.question
    person.choose(text)
    settle(person, number)


def settle(person: Person, number: str) -> None:
    person.expect_answered(number)
    person.page.locator(".prompt.mine [data-answer]").first.wait_for()


def pixels(person: Person, x: float, y: float) -> tuple[float, float]:
    """Where a point of the table, in inches from its north-west corner, is on the screen."""
    mat = box(person.page.locator("rect.mat"))
    return mat.x + x * mat.width / WIDE, mat.y + y * mat.height / WIDE


def inches(person: Person, mark: Locator) -> tuple[float, float]:
    """Where something stands on the table, in inches."""
    mat, found = boxes(person.page.locator("rect.mat"), mark)
    x, y = found.middle
    return (x - mat.x) * WIDE / mat.width, (y - mat.y) * WIDE / mat.height


def expect_at(person: Person, mark: Locator, at: tuple[float, float], within: float) -> None:
    """Something comes to stand at a point of the table, within so many inches."""
    eventually(lambda: inches(person, mark) == pytest.approx(at, abs=within))


def deploy(person: Person, unit: str, x: float, y: float) -> None:
    """Take a unit and put its leader down by pointing."""
    answer(person, f"activate {unit}")
    person.page.locator(f"[data-answer^='deploy {unit} a {{place}}']").click()
    person.page.mouse.click(*pixels(person, x, y))
    expect(ghost(person, f"{unit}.1")).to_be_attached()
    expect(person.page.locator(".verdict")).to_have_text("That is allowed.")
    number = person.question
    person.page.get_by_role("button", name="Do it").first.click()
    settle(person, number)


def ghost(person: Person, piece: str) -> Locator:
    """Where the page shows that a model would stand."""
    return person.page.locator(f".c-ghost[data-label='{piece}'], .part[data-part='{piece}'] .ghost")


def body(person: Person, piece: str) -> Locator:
    return person.page.locator(f".token[data-piece='{piece}'] .body")


def allowance(person: Person) -> float:
    """How many inches the first way that may be drawn now is allowed."""
    handles = person.asked(person.game)["question"]["handles"]
    cost: str = next(one["cost"] for one in handles if one["gesture"] == "path")
    return float(cost.split()[2])


def drag(person: Person, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press, move in a few steps and stay with the button down."""
    mouse = person.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    mouse.move(*end, steps=3)


def test_a_unit_is_placed_by_pointing_and_led_by_dragging_against_the_sergeant(
    skirm: Stage, people: People
) -> None:
    ada = on_the_spine(people, skirm)
    deploy(ada, "R2", 5, 34)
    answer(ada, "followers auto")
    expect_at(ada, body(ada, "R2.1"), (5, 34), 0.1)

    reach = allowance(ada)
    drag(ada, middle(body(ada, "R2.1")), pixels(ada, 8, 34))
    tally = ada.page.locator(".tally")
    expect(tally).to_have_text(f"{reach - 3:.1f}″ left")
    expect(ghost(ada, "R2.1")).to_be_attached()
    ada.page.mouse.up()
    drag(ada, pixels(ada, 8, 34), pixels(ada, 8, 33))
    expect(tally).to_have_text(f"{reach - 4:.1f}″ left")
    ada.page.mouse.up()
    expect(ada.page.locator(".way")).to_have_count(3)
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    number = ada.question
    ada.page.get_by_role("button", name="Do it").first.click()
    settle(ada, number)
    answer(ada, "followers auto")
    expect_at(ada, body(ada, "R2.1"), (8, 33), 0.1)
    hurry_to_activation(ada)
    # The sergeant has had its turn, and the next of ours is asked for.
    expect(ada.page.locator(".token[data-piece^='B']").first).to_be_attached()
    deploy(ada, "R1", 5, 30)


def test_a_way_that_is_too_long_says_so_while_it_is_drawn(skirm: Stage, people: People) -> None:
    ada = on_the_spine(people, skirm)
    deploy(ada, "R2", 5, 34)
    answer(ada, "followers auto")
    reach = allowance(ada)
    drag(ada, middle(body(ada, "R2.1")), pixels(ada, 14, 34))
    expect(ada.page.locator(".tally.over")).to_have_text(f"{reach - 9:.1f}″ left")
    ada.page.mouse.up()
    expect(ada.page.locator(".verdict.bad .clause")).to_have_count(1)
    ada.page.get_by_role("button", name="Undo the last bend").click()
    expect(ada.page.locator(".verdict.bad")).to_have_count(0)


@pytest.mark.clause("openfire.formation.proposal", "openfire.formation.range")
def test_followers_who_are_not_on_the_table_yet_are_put_down_by_dragging_their_ghosts(
    skirm: Stage, people: People
) -> None:
    ada = on_the_spine(people, skirm)
    deploy(ada, "R2", 5, 34)
    expect(ada.page.locator(".part")).to_have_count(5)
    expect(body(ada, "R2.2")).to_have_count(0)
    drag(ada, middle(ghost(ada, "R2.2")), pixels(ada, 20, 34))
    expect(ada.page.locator(".verdict.bad .clause")).to_have_count(1)
    ada.page.mouse.move(*pixels(ada, 5, 37), steps=3)
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    ada.page.mouse.up()
    stays = inches(ada, ghost(ada, "R2.3"))
    number = ada.question
    ada.page.get_by_role("button", name="Do it").first.click()
    settle(ada, number)
    expect_at(ada, body(ada, "R2.2"), (5, 37), 0.1)
    expect_at(ada, body(ada, "R2.3"), stays, 0.1)


@pytest.mark.clause("openfire.formation.adjust")
def test_followers_are_moved_by_arrow_keys_and_may_go_back_to_where_they_were_proposed(
    skirm: Stage, people: People
) -> None:
    ada = on_the_spine(people, skirm)
    deploy(ada, "R2", 5, 34)
    x, y = inches(ada, ghost(ada, "R2.6"))
    ada.page.locator("button[data-part='R2.6']").press("ArrowDown")
    ada.page.locator(".surface").focus()
    ada.page.keyboard.press("ArrowDown")
    ada.page.keyboard.press("ArrowLeft")
    expect_at(ada, ghost(ada, "R2.6"), (x - 0.25, y + 0.5), 0.06)
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    ada.page.keyboard.press("n")
    expect(ada.page.get_by_test_id("live")).to_contain_text("R2.2 in hand")
    ada.page.get_by_role("button", name="As proposed").click()
    expect_at(ada, ghost(ada, "R2.6"), (x, y), 0.06)
    answer(ada, "followers auto")
    expect_at(ada, body(ada, "R2.6"), (x, y), 0.1)


def test_an_answer_may_be_typed_and_a_refusal_cites_its_clause(
    skirm: Stage, people: People
) -> None:
    ada = on_the_spine(people, skirm)
    deploy(ada, "R2", 5, 34)
    ada.page.get_by_text("Type an answer").click()
    field = ada.page.get_by_label("The answer in its short form")
    field.fill("followers 2 30.00,12.00")
    field.press("Enter")
    why = ada.page.locator(".by-hand .verdict")
    expect(why.get_by_role("button", name=re.compile("Rule formation"))).to_be_visible()
    number = ada.question
    field.fill("followers 2 5.00,12.00")
    expect(why).to_have_count(0)
    field.press("Enter")
    settle(ada, number)
    expect_at(ada, body(ada, "R2.2"), (5, 36), 0.1)


def test_no_name_on_the_table_is_cut_off_at_its_edge(skirm: Stage, people: People) -> None:
    ada = on_the_spine(people, skirm)
    names = ada.page.locator(".sign-name, .area-name")
    ada.page.mouse.move(*pixels(ada, 47, 14))  # where an entry point lies, as names come with it
    expect(names.filter(has_text="Blue's north-east entry")).to_have_count(1)
    table, *found = boxes(ada.page.locator("rect.mat"), *names.all())
    cut_off = [name for name in found if not table.holds(name, slack=1)]
    assert not cut_off, names.all_text_contents()


# ---------------------------------------------------------------------- positions from files

TANK = """\
rulebook: openfire
name: A tank at the edge of the village
board: village-edge
red: {R1: {unit: white-frontier/t-26, at: [6, 6], face: 90}}
blue: {B1: {unit: white-frontier/t-26, at: [40, 40]}}
"""

SQUADS = """\
rulebook: openfire
name: Two squads with a house between them
board: village-edge
red: {R1: {unit: white-frontier/rifle-squad, at: [14, 6], stress: 1}}
blue: {B1: {unit: white-frontier/rifle-squad, at: [14, 20]}}
play:
  - {do: activate R1, dice: 2}
  - do: [skip ability, skip move]
"""


def opened(people: People, stage: Stage, file: Path, text: str) -> Person:
    """A practice game at the position of a scenario file; every seat is ours."""
    file.write_text(text, encoding="utf-8")
    ada = people(stage)
    ada.home().get_by_test_id("open").set_input_files(file)
    expect(ada.table).to_be_visible()
    ada.expect_turn()
    return ada


@pytest.mark.clause("openfire.vehicle.manoeuvre")
def test_a_vehicle_is_turned_by_dragging_where_it_should_face(
    skirm: Stage, people: People, tmp_path: Path
) -> None:
    ada = opened(people, skirm, tmp_path / "tank.yaml", TANK)
    answer(ada, "activate R1")
    ada.page.locator("[data-group=Move]").click()
    ada.page.get_by_role("button", name="Turn R1 on the spot").click()
    drag(ada, pixels(ada, 6, 41), pixels(ada, 8, 40))
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    expect(ghost(ada, "R1.1")).to_be_attached()
    ada.page.mouse.up()
    number = ada.question
    ada.page.get_by_role("button", name="Do it").click()
    settle(ada, number)
    expect(ada.log).to_contain_text("R1 moves")
    expect_at(ada, body(ada, "R1.1"), (6, 42), 0.2)
    turned = ada.page.locator(".token[data-piece='R1.1'] .facing")
    expect(turned).to_have_attribute("transform", "rotate(45)")


@pytest.mark.clause("openfire.vehicle.steps")
def test_a_vehicle_is_driven_by_dragging_and_too_far_says_why(
    skirm: Stage, people: People, tmp_path: Path
) -> None:
    ada = opened(people, skirm, tmp_path / "tank.yaml", TANK)
    answer(ada, "activate R1")
    drag(ada, pixels(ada, 6, 42), pixels(ada, 6, 26))
    expect(ada.page.locator(".verdict.bad .clause")).to_have_count(1)
    expect(ghost(ada, "R1.1")).to_have_count(0)
    ada.page.mouse.move(*pixels(ada, 8, 40), steps=4)
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    # The ghost comes with a request of its own.
    expect_at(ada, ghost(ada, "R1.1"), (8, 40), 0.3)
    ada.page.mouse.up()
    number = ada.question
    ada.page.get_by_role("button", name="Do it").click()
    settle(ada, number)
    expect_at(ada, body(ada, "R1.1"), (8, 40), 0.3)


@pytest.mark.clause("openfire.measure.free", "openfire.measure.base-to-base")
def test_a_ruler_is_laid_from_a_model_to_any_point_of_the_free_table(
    skirm: Stage, people: People, tmp_path: Path
) -> None:
    ada = opened(people, skirm, tmp_path / "tank.yaml", TANK)
    ada.page.get_by_role("button", name="Ruler").click()
    ada.click_on(body(ada, "R1.1"))
    ada.page.mouse.click(*pixels(ada, 26, 42))
    told = ada.page.locator(".ruler-panel [data-fact=distance]")
    expect(told).to_contain_text(re.compile(r"inches from R1\.1 to \d+\.\d\d,6\.\d\d"))
    expect(told.get_by_role("button", name="Rule measure · base to base")).to_be_visible()
    expect(ada.page.locator(".cover.c-ruler")).to_have_count(1)
    to = ada.page.get_by_role("textbox", name="To")
    to.fill("26, 30")
    to.press("Enter")
    expect(told).to_contain_text("inches from R1.1 to 26.00,18.00")
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_test_id("ruler")).to_have_count(0)
    ada.expect_step(0)


@pytest.mark.clause("openfire.attack.modifiers")
def test_a_shot_tells_its_odds_before_and_its_modifiers_after(
    skirm: Stage, people: People, tmp_path: Path
) -> None:
    ada = opened(people, skirm, tmp_path / "squads.yaml", SQUADS)
    ada.rest_on(body(ada, "B1.1"))
    line = ada.page.locator(".pop .odds li").filter(has_text="B1 loses 1 model")
    expect(line.locator(".chance")).to_have_text(re.compile(r"^\d+ %$"))
    expect(ada.page.locator(".cover.c-sight-obstructed").first).to_be_attached()
    ada.expect_step(4)
    number = ada.question
    ada.click_on(body(ada, "B1.1"))
    ada.expect_answered(number)
    told = ada.log.locator(".line-attack").first
    expect(told).to_contain_text("needs 7, obstructed -4, stress -1, special rule +1")
    expect(told.get_by_role("button", name=re.compile("Rules: .*los.obstructed"))).to_be_visible()


def test_followers_are_put_down_with_a_finger(skirm: Stage, people: People) -> None:
    ada = on_the_spine(people, skirm, viewport=PHONE, has_touch=True)
    answer(ada, "activate R2")
    ada.page.locator("[data-answer^='deploy R2 a {place}']").tap()
    ada.page.touchscreen.tap(*pixels(ada, 5, 34))
    expect(ghost(ada, "R2.1")).to_be_attached()
    number = ada.question
    ada.page.get_by_role("button", name="Do it").first.tap()
    settle(ada, number)
    start, end = middle(ghost(ada, "R2.6")), pixels(ada, 5, 37)
    session = ada.context.new_cdp_session(ada.page)
    touch(session, "touchStart", start)
    for part in (0.3, 0.6, 1):
        at = (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
        touch(session, "touchMove", at)
    touch(session, "touchEnd")
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    expect_at(ada, ghost(ada, "R2.6"), (5, 37), 0.3)


def carry(person: Person, unit: str, x: float, y: float) -> None:
    """Take a unit by its card with a finger and put it down on the table."""
    grip = person.page.locator(f"[data-answer='activate {unit}'] .grip")
    grip.scroll_into_view_if_needed()
    session = person.context.new_cdp_session(person.page)
    start, end = middle(grip), pixels(person, x, y)
    touch(session, "touchStart", start)
    for part in (0.2, 0.6, 1):
        at = (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
        touch(session, "touchMove", at)
    expect(person.page.locator(".carried")).to_contain_text(unit)
    touch(session, "touchEnd")


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_a_unit_is_dragged_from_its_card_onto_the_table(
    skirm: Stage, people: People, hand: str
) -> None:
    how = {"viewport": PHONE, "has_touch": True} if hand == "finger" else {}
    ada = on_the_spine(people, skirm, {"formation": True}, **how)
    if hand == "finger":
        carry(ada, "R2", 5, 34)
    else:
        card = ada.page.locator("[data-answer='activate R2']")
        drag(ada, middle(card), pixels(ada, 5, 34))
        expect(ada.page.locator(".carried")).to_contain_text("R2")
        ada.page.mouse.up()
    # The unit was chosen by that, and its leader lies where the hand let go.
    expect(ghost(ada, "R2.1")).to_be_attached()
    expect(ada.page.locator(".carried")).to_have_count(0)
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    expect_at(ada, ghost(ada, "R2.1"), (5, 34), 0.3)
    ada.page.get_by_role("button", name="Do it").first.click()
    # One click, and the whole unit stands in formation.
    expect(body(ada, "R2.6")).to_be_attached()
    expect_at(ada, body(ada, "R2.1"), (5, 34), 0.3)


def test_the_ruler_along_the_edge_counts_from_the_south_west_as_answers_do(
    skirm: Stage, people: People
) -> None:
    ada = on_the_spine(people, skirm)
    six, more = (ada.page.locator(".names text", has_text=re.compile(f"^{n}″$")) for n in (6, 12))
    mat, across, up, higher = boxes(ada.page.locator("rect.mat"), six.first, six.last, more.last)
    assert across.middle[0] == pytest.approx(mat.x + 6 * mat.width / WIDE, abs=6)
    assert up.middle[1] == pytest.approx(mat.bottom - 6 * mat.height / WIDE, abs=6)
    assert higher.middle[1] < up.middle[1]
