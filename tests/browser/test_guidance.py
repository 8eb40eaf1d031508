"""The table guides: questions in sentences, reasons for what is not possible, words for codes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, box, eventually

TIP = ".tip-box"


def both_sides(people: People, stage: Stage, **settings: object) -> Person:
    ada = people(stage, settings)
    ada.both_sides()
    return ada


def stroke(mark: Locator) -> str:
    colour: str = mark.evaluate("one => getComputedStyle(one).stroke")
    return colour


def test_a_window_says_what_was_rolled_for_what_is_needed_and_what_failed(
    toy: Stage, people: People
) -> None:
    ada = both_sides(people, toy)
    ada.click_piece("R1")
    ada.click_piece("B1")
    expect(ada.page.locator(".prompt.window .asked-context")).to_contain_text("needs")
    expect(ada.page.locator(".prompt.window h2")).to_have_text(re.compile("again\\?"))


def test_an_activation_says_what_is_left(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    ada.home().get_by_role("combobox", name="Game").select_option(label="Skirmishers")
    ada.page.get_by_test_id("both").click()
    ada.expect_turn()
    expect(ada.page.locator(".prompt h2")).to_have_text(
        "Which of your units acts now? 6 are ready."
    )
    number = ada.question
    ada.page.locator(".prompt [data-answer^='activate ']").first.click()
    ada.expect_answered(number)
    expect(ada.page.locator(".asked-left")).to_have_text(re.compile(r"^\d+ AP left"))
    # The same stands at its token: so many pips, and in words with its name.
    acting = ada.page.locator(".token.active")
    left = int((ada.page.locator(".asked-left").text_content() or "").split()[0])
    expect(acting.locator(".act:not(.used)")).to_have_count(left)
    expect(ada.page.locator(".label.wanted .name")).to_contain_text(f"{left} AP")
    # Its short words are explained, by the pointer and by the focus.
    short = ada.page.locator(".asked-left abbr", has_text="AP").first
    short.hover()
    expect(ada.page.locator(TIP)).to_contain_text("Action points")
    ada.page.mouse.move(5, 5)
    expect(ada.page.locator(TIP)).to_have_count(0)
    short.focus()
    expect(ada.page.locator(TIP)).to_contain_text("Action points")


def test_bare_ground_answers_with_a_reason_before_any_action_is_chosen(
    toy: Stage, people: People
) -> None:
    ada = both_sides(people, toy)
    ada.click_piece("R1")
    mat = box(ada.page.locator("rect.mat"))
    ada.page.mouse.click(mat.x + mat.width * 0.5, mat.y + mat.height * 0.9)
    why = ada.page.get_by_role("dialog", name=re.compile("^Why not"))
    expect(why.locator("li").first).not_to_be_empty()


def test_places_are_gold_and_foes_are_ember_with_their_chance(toy: Stage, people: People) -> None:
    ada = both_sides(people, toy)
    ada.click_piece("R1")
    place = ada.page.locator(".place rect").first
    foe = ada.page.locator(".target.foe circle").first
    expect(place).to_be_attached()
    expect(foe).to_be_attached()
    eventually(lambda: stroke(place) != stroke(foe))
    expect(ada.page.locator(".chance-pill text").first).to_have_text(re.compile(r"^<?\d+%$"))


def test_bare_ground_is_a_target_only_once_a_weapon_was_chosen(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    page = ada.both_sides()
    launcher = reach_the_gunner(ada)
    assert launcher
    handles = ada.asked(ada.game)["question"]["handles"]
    ground = [one for one in handles if one["group"] == "Ranged Attack" and not one["target"]]
    ways = {tuple(one["at"]) for one in handles if one["group"] in ("Move", "Dash", "Climb")}
    assert ground
    expect(page.locator(".place")).to_have_count(len(ways))
    page.locator("[data-group='Ranged Attack']").click()
    expect(page.locator(".place")).to_have_count(len({tuple(one["at"]) for one in ground}))


def reach_the_gunner(person: Person) -> bool:
    """Answer over the wire until the Gunner with the rocket launcher acts."""
    for _ in range(200):
        question = person.asked(person.game)["question"]
        handles = question["handles"]
        if question["kind"] == "action" and any(
            one["group"] == "Ranged Attack" and not one["target"] for one in handles
        ):
            expect(person.page.locator(".prompt")).to_have_attribute(
                "data-question", str(question["number"])
            )
            return True
        wanted = [one for one in handles if one["text"] == "activate R2"] or [
            one for one in handles if one["text"].startswith(("end ", "pass", "skip"))
        ]
        text = (wanted or handles)[0]["text"]
        data = {"number": question["number"], "text": text}
        person.asked(person.game + "/answers", data)
    return False


@pytest.mark.parametrize("way", ["pointer", "keyboard"])
def test_short_words_of_a_card_are_explained(skirm: Stage, people: People, way: str) -> None:
    ada = people(skirm)
    ada.both_sides()
    reach_the_gunner(ada)
    ada.click_on(ada.page.locator(".token[data-piece=R2] .body"))
    stat = ada.page.locator(".stat", has_text="ARM")
    expect(ada.page.locator(TIP)).to_have_count(0)
    if way == "pointer":
        stat.hover()
    else:
        ada.page.keyboard.press("Tab")
        stat.focus()
    expect(ada.page.locator(TIP)).to_contain_text("Armour")


TWO_LINES = """\
rulebook: skirm3
map: |
  A . . C
  . . . .
  . . . B
red: {A: {}, C: {}}
blue: {B: {ready: false}}
"""


def test_short_words_of_the_log_are_explained_and_the_keyboard_stops_at_each_once(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.open(TWO_LINES)
    for answer in ("activate A", "end A", "activate C"):
        number = ada.question
        ada.choose(answer)
        ada.expect_answered(number)
    ada.turn_to("Log")
    short = ada.log.locator("abbr", has_text="ACT")
    expect(short).to_have_count(2)
    short.first.hover()
    expect(ada.page.locator(TIP)).to_contain_text("Actions")
    ada.page.mouse.move(5, 5)
    expect(ada.page.locator(TIP)).to_have_count(0)
    stop = ada.log.locator("abbr[tabindex='0']", has_text="ACT")
    expect(stop).to_have_count(1)
    ada.log.focus()
    for _ in range(60):  # past the buttons of some lines
        if stop.evaluate("one => one === document.activeElement"):
            break
        ada.page.keyboard.press("Tab")
    expect(stop).to_be_focused()
    expect(ada.page.locator(TIP)).to_contain_text("Actions")


def test_colours_on_the_board_have_a_legend_while_they_are_there(
    toy: Stage, people: People
) -> None:
    ada = both_sides(people, toy, notes=True)
    ada.page.get_by_role("button", name="Got it").click()
    ada.click_piece("R1")
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_label("Hints for newcomers").check()
    ada.page.keyboard.press("Escape")
    strip = ada.page.locator(".key-strip")
    expect(strip).to_contain_text("Can be reached")
    expect(strip).to_contain_text("Can be attacked")
    ada.rest_on(ada.page.locator(".token[data-piece=R1] .body"))
    expect(strip).to_contain_text("Within reach")


def test_the_only_possible_answer_is_given_and_told(skirm: Stage, people: People) -> None:
    ada = people(skirm, {"forced": True})
    page = ada.home()
    with page.expect_response(re.compile("/choices/.*spine")):
        page.get_by_role("combobox", name="Game").select_option(label="Open Fire")
    page.get_by_test_id("both").click()
    told = page.locator(".notice").filter(has_text="Accept the board as it is")
    expect(told.first).to_be_visible()
    expect(page.locator(".prompt [data-answer^='activate ']").first).to_be_visible()


def expect_never_asked(person: Person) -> None:
    eventually(
        lambda: all(seat["policy"] == "never" for seat in person.asked(person.game)["seats"])
    )


def test_when_to_be_asked_is_remembered_at_the_next_table_and_through_a_rematch(
    toy: Stage, people: People
) -> None:
    ada = both_sides(people, toy, policy="never")
    expect_never_asked(ada)
    ada.both_sides()
    expect_never_asked(ada)
    page, before = ada.page, ada.page.url
    page.get_by_text("Game", exact=True).click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != before)
    ada.expect_turn()
    expect_never_asked(ada)


HELD = """\
rulebook: skirm3
map: |
  A . . . . . . B
  . . . . . . . .
objectives: {1: {at: a1, name: East}, 2: {at: h1, name: West}, 3: {at: d2, name: Far}}
scoring: [{score: objectives, when: turn, points: 2}]
red: {A: {weapons: {rifle: {roa: 2, dam: 1}}}}
blue: {B: }
"""


def opened(people: People, stage: Stage, position: str, **settings: object) -> Person:
    """Both sides of a position that somebody wrote."""
    ada = people(stage, settings)
    ada.open(position)
    return ada


def test_the_mission_is_told_with_who_holds_what_and_what_would_be_scored(
    skirm: Stage, people: People
) -> None:
    ada = opened(people, skirm, HELD)
    panel = ada.page.get_by_test_id("mission")
    # What the end of the turn would score stands there unasked, and in full once it is opened.
    expect(panel).to_contain_text("If turn 1 ended now: Red +2, Blue +2")
    panel.locator("summary").click()
    expect(panel.get_by_test_id("outlook").locator("li")).to_have_text(
        [re.compile(r"Red \+2 \(controls East\)"), re.compile(r"Blue \+2 \(controls West\)")]
    )
    expect(panel.locator("li[data-held=red]")).to_contain_text("East")
    expect(panel.locator("li[data-held='']")).to_contain_text("nobody")
    panel.locator("li[data-held='']").hover()
    expect(ada.page.locator(".sign .beacon")).to_have_count(1)


def test_objectives_have_the_colour_of_their_holder_and_explain_themselves(
    skirm: Stage, people: People
) -> None:
    ada = opened(people, skirm, HELD)
    base = ".sign[data-mark='objective {}'] .flag-ring"
    colours = [
        ada.page.locator(base.format(name)).evaluate("one => getComputedStyle(one).fill")
        for name in "123"
    ]
    assert len(set(colours)) == 3
    ada.rest_on(ada.page.locator(base.format(3)))
    expect(ada.page.locator(TIP)).to_have_text("Far: held by nobody, 2 points each turn")
    # Whoever goes away holds it no more.
    ada.page.mouse.move(5, 5)
    number = ada.question
    ada.page.locator("[data-answer='activate A']").first.click()
    ada.expect_answered(number)
    number = ada.question
    ada.click_place("c1")
    ada.expect_answered(number)
    expect(ada.page.get_by_test_id("mission")).to_contain_text("Red nothing, Blue +2")


def test_the_mission_guided_players_play_is_told_in_words(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    ada.both_sides()
    panel = ada.page.get_by_test_id("mission")
    panel.locator("summary").click()
    expect(panel).to_contain_text("Secure")
    expect(panel).to_contain_text("hold")
    expect(panel.locator("li[data-held]")).to_have_count(4)
    expect(panel.locator("li[data-held]").first).to_contain_text("nobody")


SHOT = """\
rulebook: skirm3
map: |
  A . . B
red: {A: {stats: {rsk: 5}, weapons: {rifle: {roa: 3, dam: 1}}}}
blue: {B: {stats: {arm: 2}}}
active: {unit: A, act: 1}
"""


def test_a_hint_says_what_a_strong_player_would_do_with_its_reason_and_odds(
    skirm: Stage, people: People
) -> None:
    ada = opened(people, skirm, SHOT)
    asked = ada.page.get_by_test_id("ask-hint")
    expect(asked).to_be_enabled()
    asked.click()
    card = ada.page.get_by_test_id("hint")
    expect(card.locator("p").first).to_contain_text(re.compile("to win|about as good"))
    odds = card.locator(".likely li")
    expect(odds.filter(has_text="B Downed")).to_contain_text(re.compile(r"\d+ %"))
    eventually(lambda: 90 <= sum(percents(odds)) <= 102)
    step = ada.table.get_attribute("data-step")
    ada.page.get_by_test_id("hint-take").click()
    expect(card).to_have_count(0)
    expect(ada.table).not_to_have_attribute("data-step", step or "")


def percents(odds: Locator) -> list[int]:
    """The figures of a list of odds, read in one moment."""
    told: list[str] = odds.evaluate_all("all => all.map((one) => one.textContent)")
    return [int(re.findall(r"(\d+) %", one)[-1]) for one in told]


def test_the_log_has_one_line_for_an_action_and_unfolds_what_it_led_to(
    toy: Stage, people: People
) -> None:
    ada = both_sides(people, toy)
    number = ada.question
    ada.click_piece("R1")
    ada.click_piece("B1")
    ada.expect_answered(number)
    number = ada.question
    ada.choose("pass")
    ada.expect_answered(number)
    ada.turn_to("Log")
    deed = ada.log.locator("> li", has_text="R1 fires at B1")
    expect(deed).to_have_count(1)
    fold = deed.locator(".fold")
    lines = deed.locator(".led-to li")
    if fold.count():
        expect(lines.first).to_be_hidden()
        fold.click()
        expect(lines.first).to_be_visible()
    deed.locator(".who", has_text="R1").first.hover()
    expect(ada.page.locator(".token[data-piece='R1'] .beacon")).to_be_attached()
