"""Reading, building and measuring in a page: the server's answers, in the server's shapes."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from anywhere.page import RULEBOOKS, Page, begun
from battlemat.lab.squad_duel import lab_levels
from battlemat.reader.shelf import shelf
from battlemat.server.routes import responses, study_responses
from battlemat.server.routes.barracks import responses as squad_responses
from battlemat.server.routes.reading import responses as rule_responses
from battlemat.server.routes.solving import responses as puzzle_responses


def whole(shape: type[BaseModel], page: Page, method: str, path: str, **given: Any) -> Any:
    """An answer that has the shape of the server's."""
    status, told = page.ask(method, path, **given)
    assert status == 200, told
    shape.model_validate(told)
    return told


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_rules_are_read_and_a_board_beside_a_clause_is_tried_and_played(rulebook: str) -> None:
    page, at = Page(), f"/rules/{rulebook}"
    book = whole(rule_responses.RuleBook, page, "GET", at)
    assert book["chapters"]
    first = next(iter(shelf(rulebook)))
    board = whole(rule_responses.ClauseBoard, page, "GET", f"{at}/board", id=first)
    assert board["frames"]
    state = whole(responses.State, page, "POST", f"{at}/play", board=first)
    assert state["game"]["practice"]
    assert page.ask("GET", f"{at}/board", id="nothing")[0] == 404
    status, sheet = page.ask("GET", f"{at}/sheet.html", paper="letter")
    assert status == 200
    assert "<table" in sheet


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_squad_is_built_mended_saved_and_brought_to_a_game(rulebook: str) -> None:
    page, at = Page(), f"/barracks/{rulebook}"
    starts = whole(squad_responses.SquadStarts, page, "GET", at)["starts"]
    text = max((one["text"] for one in starts), key=len)  # the others are empty yet
    whole(squad_responses.SquadLook, page, "POST", at, text=text, changes=[], cap=None)
    whole(squad_responses.SquadMended, page, "POST", f"{at}/mend", text=text, cap=None)
    saved = whole(squad_responses.SquadText, page, "POST", f"{at}/save", text=text, cap=None)
    whole(squad_responses.SquadSheet, page, "POST", f"{at}/sheet", text=text, cap=None)
    assert page.ask("POST", at, text="[", changes=[], cap=None)[0] == 422
    if rulebook != "skirmishers":  # scenarios bring their own forces
        seats = {"red": {"kind": "me"}, "blue": {"kind": "machine", "machine": "recruit"}}
        game = {"rulebook": rulebook, "seats": seats, "squads": {"red": saved["text"]}}
        whole(responses.State, page, "POST", "/games", **game)


def test_a_squad_that_cannot_be_brought_is_told_why() -> None:
    status, told = Page().ask("POST", "/games", rulebook="skirm3", squads={"red": "units: 3"})
    assert status == 422
    assert told["error"] == "bad-squad"


def test_the_odds_of_two_units_are_counted_by_the_other_engine() -> None:
    page = Page()
    starts = page.ask("GET", "/barracks/skirm3")[1]["starts"]
    text = max((one["text"] for one in starts), key=len)
    given = {"text": text, "entry": 0, "enemy": text, "other": 0}
    whole(squad_responses.SquadOdds, page, "POST", "/barracks/skirm3/odds", **given)


def test_the_laboratory_plays_pair_by_pair_and_says_why_it_ends() -> None:
    page = Page()
    levels = page.ask("GET", "/catalogue")[1]["lab"]["levels"]
    assert levels == lab_levels()
    wish = {"rulebook": "skirm3", "choices": {}, "level": "recruit", "games": 4, "seed": "1"}
    begin, *pairs, end = page.lines("/lab/duel", **wish)
    assert begin["told"] == "begin"
    assert [one["games"] for one in pairs] == [2, 4]
    assert end == {"told": "end", "why": "most"}
    assert page.lines("/lab/duel", **wish)[1:] == [*pairs, end], "the same seed, the same games"
    assert page.ask("POST", "/lab/duel", rulebook="skirm3", level="general")[0] == 422


def test_a_game_is_looked_over_branched_and_asked_what_if() -> None:
    page = Page()
    game = begun(page, "skirm3")
    page.play(game, 2)
    branch = whole(responses.State, page, "POST", f"/games/{game}/practice", step=1)
    assert branch["game"]["practice"]
    page.ask("POST", f"/games/{game}/concede", player="red")
    whole(responses.Report, page, "GET", f"/games/{game}/report")
    found = whole(study_responses.Review, page, "GET", f"/games/{game}/review")
    assert found["ready"]
    assert page.ask("GET", f"/games/{game}/review")[1] == found


GIVEN_AWAY = """\
rulebook: skirm3
map: |
  A . . B . .
red: {A: {weapons: {rifle: {roa: 4, dam: 2}}}}
blue: {B: }
"""
"""Whoever ends the activation has not shot."""


def test_what_was_given_away_is_asked_once_more_and_weighed_by_the_other_engine() -> None:
    page = Page()
    game = page.ask("POST", "/open", text=GIVEN_AWAY)[1]["game"]["id"]
    for number, text in enumerate(("activate A", "end A"), 1):
        page.ask("POST", f"/games/{game}/answers", number=number, text=text)
    assert page.ask("GET", f"/games/{game}/mistakes/1")[1]["error"] == "not-over"
    page.ask("POST", f"/games/{game}/concede", player="red")
    assert page.ask("GET", f"/games/{game}/mistakes/1")[1]["error"] == "not-reviewed"
    [worst] = page.ask("GET", f"/games/{game}/review")[1]["mistakes"]
    assert (worst["step"], worst["kind"]) == (2, "End activation")
    at = f"/games/{game}/mistakes/2"
    shown = whole(puzzle_responses.PuzzleShown, page, "GET", at)
    assert (shown["type"], shown["side"]) == ("own", worst["player"])
    assert worst["told"] in shown["about"]
    assert worst["best"] in {one["answer"] for one in shown["question"]["handles"]}
    best = whole(puzzle_responses.PuzzleVerdict, page, "GET", f"{at}/worth", text=worst["best"])
    assert best["right"]
    played = whole(puzzle_responses.PuzzleVerdict, page, "GET", f"{at}/worth", text=worst["played"])
    assert not played["right"]
    assert best["chance"] - played["chance"] == pytest.approx(worst["lost"])
    assert page.ask("GET", f"{at}/worth", text="dance")[1]["error"] == "refused"
    assert page.ask("GET", f"/games/{game}/mistakes/999")[0] == 404
