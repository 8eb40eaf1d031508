"""Faults that players met at the table once, each held down by a test."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Box, Person, box, boxes
from browser.test_openfire import answer, on_the_spine, pixels


def both_sides(people: People, stage: Stage, **how: object) -> Person:
    ada = people(stage, **how)
    ada.both_sides()
    return ada


def test_a_click_on_the_bare_table_puts_a_unit_there_and_is_not_lost(
    skirm: Stage, people: People
) -> None:
    ada = on_the_spine(people, skirm)
    answer(ada, "activate R2")
    ada.page.mouse.click(*pixels(ada, 4.3, 34.4))
    expect(ada.page.locator(".verdict")).to_have_text("That is allowed.")
    made = ada.page.locator(".prompt .row .primary")
    expect(made).to_have_attribute("data-answer", re.compile(r"^deploy R2 a 4\.\d+,34\.\d+"))


def test_an_answer_by_hand_is_not_given_before_anything_was_pointed_at(
    skirm: Stage, people: People
) -> None:
    ada = on_the_spine(people, skirm)
    answer(ada, "activate R2")
    ada.page.locator("[data-answer^='deploy R2 a {place}']").click()
    expect(ada.page.get_by_role("button", name="Do it").first).to_be_disabled()


def test_the_bar_of_the_replay_does_not_move_under_the_mouse(toy: Stage, people: People) -> None:
    ada = both_sides(people, toy)
    number = ada.question
    ada.choose_step("R1", "b1")
    ada.expect_answered(number)
    back = ada.page.get_by_role("button", name="One step back")
    slider = ada.page.get_by_role("slider", name="Position in the game")
    before = boxes(back, slider)
    back.click()
    expect(ada.page.locator(".ribbon")).to_be_visible()
    assert boxes(back, slider) == before


def test_chat_has_no_unread_mark_while_it_is_read_and_its_button_stays_in_its_column(
    toy: Stage, people: People
) -> None:
    ada = people(toy, viewport={"width": 1100, "height": 560})
    ada.home().get_by_test_id("friend").click()
    invite = ada.page.get_by_test_id("invite").input_value()
    bob = people(toy)
    bob.visit(invite)
    ada.page.keyboard.press("Escape")
    ada.turn_to("Chat")
    bob.page.get_by_role("tab", name="Chat").click()
    for word in ("hello", "there", "how", "are", "you", "today"):
        bob.page.get_by_role("textbox", name="Say something").fill(word)
        bob.page.get_by_role("button", name="Send").click()
        expect(ada.page.locator(".chat")).to_contain_text(word)
    expect(ada.page.get_by_role("tab", name="Chat").locator(".count")).to_have_count(0)
    send, column = boxes(
        ada.page.get_by_role("button", name="Send"), ada.page.locator(".tab-panel")
    )
    assert column.holds(send)


def in_chat(ada: Person) -> tuple[Page, Locator]:
    """A table that waits for a friend, and the field for words."""
    page = ada.home()
    page.get_by_test_id("friend").click()
    page.keyboard.press("Escape")
    ada.turn_to("Chat")
    return page, page.get_by_role("textbox", name="Say something")


@pytest.mark.parametrize("wide", [1360, 390])
def test_to_remove_words_is_never_offered_where_they_were_sent(
    toy: Stage, people: People, wide: int
) -> None:
    page, field = in_chat(people(toy, viewport={"width": wide, "height": 800}))
    send, remove = (page.get_by_role("button", name=one) for one in ("Send", "Remove my words"))
    field.fill("hello")
    expect(remove).to_be_hidden()
    send.scroll_into_view_if_needed()
    clicked = Box(*box(send).middle, 0, 0)
    page.mouse.click(clicked.x, clicked.y)
    expect(remove).to_be_visible()
    assert not box(remove).holds(clicked)
    assert box(send).holds(clicked)


def test_what_is_typed_while_words_are_on_their_way_is_not_lost(toy: Stage, people: People) -> None:
    page, field = in_chat(people(toy))
    send = page.get_by_role("button", name="Send")
    held: list[Route] = []
    page.route("**/chat", lambda route: held.append(route))
    with page.expect_request("**/chat"):
        field.fill("hello")
        send.click()
    expect(field).to_have_value("")
    field.fill("there")
    with page.expect_response("**/chat"):
        held[0].continue_()
    expect(page.locator(".chat ul")).to_contain_text("hello")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(field).to_have_value("there")
    with page.expect_request("**/chat"):
        send.click()
    field.fill("you")
    held[1].abort()
    expect(field).to_have_value("there you")
    page.unroute_all()
    send.click()
    expect(page.locator(".chat li").last).to_contain_text("there you")


def test_the_game_menu_closes_on_escape_and_on_a_click_elsewhere(
    toy: Stage, people: People
) -> None:
    ada = both_sides(people, toy)
    menu = ada.page.locator(".game-menu .drop-list")
    ada.page.get_by_text("Game", exact=True).click()
    expect(menu).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    ada.page.get_by_text("Game", exact=True).click()
    expect(menu).to_be_visible()
    ada.page.locator(".scoreboard").click()
    expect(menu).to_be_hidden()


def test_typed_dice_hear_digits_wherever_the_keyboard_is(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.home().get_by_label("Real dice.").check()
    ada.page.get_by_test_id("both").click()
    ada.expect_turn()
    ada.click_piece("R1")
    ada.click_piece("B1")
    expect(ada.page.locator(".typed")).to_be_visible()
    ada.page.keyboard.type("26")
    ada.page.keyboard.press("Enter")
    expect(ada.log).to_contain_text("2, 6, 1 hit.")


def test_no_field_of_the_first_page_is_wider_than_its_place(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    parts = page.locator(".setup > label select")
    expect(parts.nth(3)).to_be_attached()
    fields = page.locator(".setup > label", has=page.locator("select"))
    for field in fields.all():
        room, part = boxes(field, field.locator("select"))
        assert part.width <= room.width + 0.5


def test_a_damage_track_is_drawn_as_a_row_of_boxes_and_ranges_have_their_word(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.home().get_by_role("combobox", name="Game").select_option(label="Skirmishers")
    ada.page.get_by_test_id("both").click()
    ada.expect_turn()
    ada.click_on(ada.page.locator(".token[data-piece=A1] .body"))
    card = ada.page.locator(".card")
    track = card.locator(".track li")
    expect(track.nth(5)).to_be_visible()
    first, second = boxes(track.nth(0), track.nth(1))
    assert first.y == second.y
    expect(card.locator(".track [aria-current=true] b")).to_have_text("10")
    expect(card).to_contain_text(re.compile(r"Range \d+, \d+"))
    # On a phone the list of storeys says whole which one is shown.
    ada.page.set_viewport_size({"width": 390, "height": 844})
    expect(ada.page.locator(".zoom select")).to_be_visible()
    ada.page.wait_for_function(f"() => !({CUT_OFF})().length")


def test_a_side_is_called_by_its_name_with_a_capital(toy: Stage, people: People) -> None:
    ada = both_sides(people, toy)
    expect(ada.page.locator(".score-side .who b").first).to_contain_text("Red")


def test_the_page_checks_every_die_itself_when_the_game_is_over(toy: Stage, people: People) -> None:
    ada = both_sides(people, toy)
    number = ada.question
    table = ada.page.url.replace("/game/", "/api/games/")
    shot = {"number": int(number), "text": "fire R1 B1"}
    assert ada.page.request.post(f"{table}/answers", data=shot).status == 201
    ada.expect_answered(number)
    ada.page.get_by_text("Game", exact=True).click()
    ada.page.get_by_role("button", name="Concede").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    expect(ada.page.get_by_test_id("end")).to_be_visible()
    ada.page.get_by_role("button", name="One step back").click()
    expect(ada.page.locator(".prompt")).to_contain_text("looking back at a game that is over")
    ada.page.get_by_role("button", name="Back to now").click()
    ada.page.get_by_text("Game", exact=True).click()
    ada.page.get_by_role("button", name="Check the dice").click()
    verdict = ada.page.get_by_test_id("fair-verdict")
    expect(verdict).to_have_text(
        re.compile(r"Checked in this browser: all [1-9]\d* dice fell as they had to\.")
    )
    dialog = ada.page.get_by_role("dialog", name="Dice that can be checked")
    expect(dialog).to_contain_text("red added, before the first die:")
    expect(dialog).to_contain_text("blue added, before the first die:")


CUT_OFF = """() => [...document.querySelectorAll("select")].flatMap((select) => {
  const alone = select.cloneNode();
  alone.append(select.selectedOptions[0]?.cloneNode(true) ?? "");
  alone.style.cssText = "width: max-content; position: absolute; visibility: hidden";
  select.after(alone);
  const [room, need] = [select.offsetWidth, alone.offsetWidth];
  alone.remove();
  return need > room + 1 ? [select.selectedOptions[0].text] : [];
})"""
"""What is chosen in a list and does not fit into its field."""


@pytest.mark.parametrize("wide", [1360, 390])
def test_what_is_chosen_on_the_first_page_can_be_read_whole(
    skirm: Stage, people: People, wide: int
) -> None:
    ada = people(skirm, viewport={"width": wide, "height": 860})
    page = ada.home()
    expect(page.get_by_test_id("offer-seat")).to_be_visible()
    for book in ("skirmishers", "openfire", "skirm3"):
        page.get_by_role("combobox", name="Game").select_option(book)
        page.wait_for_function(f"() => !({CUT_OFF})().length")


def test_notices_lie_on_neither_the_question_nor_a_button_and_say_a_thing_once(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm, {"forced": True})
    page = ada.home()
    page.get_by_role("combobox", name="Game").select_option("openfire")
    page.get_by_test_id("both").click()
    told = page.locator(".notice").filter(has_text="Accept the board as it is")
    expect(told).to_have_count(1)
    for wide in (1360, 390):
        page.set_viewport_size({"width": wide, "height": 860})
        notices, prompt, menu, zoom = boxes(
            page.locator(".notices"),
            page.locator(".prompt"),
            page.locator(".game-menu"),
            page.locator(".zoom"),
        )
        assert not [one for one in (prompt, menu, zoom) if notices.meets(one)]


def test_on_a_phone_the_mission_is_named_in_the_head(skirm: Stage, people: People) -> None:
    ada = people(skirm, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ada.home().get_by_test_id("play").click()
    expect(ada.table).to_be_visible()
    head, title, score, menu = boxes(
        ada.page.locator(".top"),
        ada.page.locator(".top h1"),
        ada.page.locator(".scoreboard"),
        ada.page.locator(".game-menu"),
    )
    ada.page.wait_for_function(
        """() => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } =
            document.querySelector(".top h1");
          return scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1;
        }"""
    )
    assert head.holds(title)
    assert head.holds(score)
    assert not title.meets(score)
    assert menu.bottom == 844  # in reach of the thumb
    expect(ada.page.locator(".score-side .figure:visible")).to_have_text(["0points", "0points"])
    expect(ada.page.locator(".score-side .who b", has_text="Sergeant")).to_have_count(1)


def test_a_log_begins_in_words_and_its_clause_is_behind_a_mark(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.home().get_by_role("combobox", name="Game").select_option("skirmishers")
    ada.page.get_by_test_id("both").click()
    ada.turn_to("Log")
    # The first line of a newcomer is about the game, and how rules are read is behind a button.
    expect(ada.log.locator("[data-deed]").first).not_to_contain_text("two readings")
    ada.page.get_by_test_id("readings").click()
    line = ada.log.locator(".led-to li", has_text="A rule with two readings is read").first
    expect(line).not_to_contain_text("incendiary.no-scatter")
    expect(line.get_by_role("button", name=re.compile("incendiary.no-scatter"))).to_be_visible()


def test_the_card_of_a_unit_stays_where_it_is_when_the_question_changes(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.home().get_by_role("combobox", name="Game").select_option("skirmishers")
    ada.page.get_by_test_id("both").click()
    ada.expect_turn()
    unit = ada.page.locator("circle.choice").first
    ada.rest_on(unit)
    card = ada.page.locator(".card")
    before = boxes(card)
    number = ada.question
    ada.click_on(unit)
    ada.expect_answered(number)
    ada.expect_turn()
    (now,) = boxes(card)
    assert now.bottom == before[0].bottom


AT_AN_END = """\
rulebook: skirmishers
name: A shot, and then one side has had enough
red: {A: {at: b5, primary: smg}, C: {at: b9}}
blue: {B: {at: h5, primary: smg, arc: 60 6}}
active: A
"""
"""Whatever becomes of A, it goes on with C: a game that is over has no way back."""
TYPED = re.compile(r"\b(move|fire|arc|activate|end) [A-Z]\d? ?\S*\d")
"""An answer as it is typed, such as `move A b5-c5`."""


def test_luck_and_key_moments_of_a_conceded_game_are_told_in_words(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm, {"policy": "always"})
    ada.open(AT_AN_END)
    ada.page.locator("[data-group=Move]").click()
    number = ada.question
    ada.click_place("c5")
    ada.expect_answered(number)
    ada.expect_turn()
    number = ada.question
    ada.click_piece("A")  # who fires out of his arc, in mid-move
    ada.expect_answered(number)
    ada.page.get_by_role("button", name="Undo").click()
    taken = ada.log.locator(".note", has_text="takes back")
    expect(taken).to_contain_text("B fires at A with SMG")
    expect(taken).not_to_have_text(TYPED)
    ada.page.get_by_text("Game", exact=True).click()
    ada.page.get_by_role("button", name="Concede").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    end = ada.page.get_by_test_id("end")
    expect(end.get_by_test_id("luck")).to_contain_text("points of winning chance")
    expect(end).not_to_contain_text(TYPED)


ASKED_WHO = """\
rulebook: skirm3
map: |
  A . . . . . . B
  C . . . . . . D
red: {A: , C: }
blue: {B: , D: }
"""


def test_n_steps_through_ones_own_units_where_those_are_asked_for(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.open(ASKED_WHO)
    expect(ada.prompt).to_have_attribute("data-kind", "activate")
    page, told = ada.page, ada.page.get_by_test_id("live")
    page.keyboard.press("b")
    expect(page.locator(".surface")).to_be_focused()
    for place in ("a1", "a2", "a1"):  # round and round, and never to an enemy
        page.keyboard.press("n")
        expect(told).to_contain_text(place)
    page.keyboard.press("Enter")
    expect(page.locator(".prompt h2")).to_contain_text("What does A")
    # And the signs are those of this board: it has neither doors nor stairs.
    page.get_by_role("button", name="Signs and keys").first.click()
    signs = page.locator("dialog .legend").first
    expect(signs).to_contain_text("Within reach")
    expect(signs).not_to_contain_text("door")
    expect(signs).not_to_contain_text("Stairs")


def test_what_if_keeps_who_plays_whom_and_leads_back(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.home().get_by_test_id("play").click()
    ada.wait_for_turn()
    seats = ada.page.locator(".scoreboard .who b").all_text_contents()
    first = ada.page.url
    ada.more_of_time()
    ada.page.get_by_role("button", name="What if?").first.click()
    ada.page.wait_for_url(lambda url: url != first)
    expect(ada.page.locator(".title")).to_contain_text("practice")
    expect(ada.page.locator(".scoreboard .who b")).to_have_text(seats)
    ada.page.get_by_test_id("to-parent").click()
    expect(ada.page).to_have_url(re.compile(re.escape(first)))
