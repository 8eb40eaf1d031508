"""Puzzles in a page: listed, shown without their solution, and answered."""

from __future__ import annotations

from anywhere.page import Page
from battlemat.server.routes.solving import responses


def test_a_puzzle_is_solved_without_a_server() -> None:
    page = Page()
    status, shelf = page.ask("GET", "/puzzles")
    assert status == 200
    responses.Puzzles.model_validate(shelf)
    daily = shelf["daily"]
    status, shown = page.ask("GET", f"/puzzles/{daily['rulebook']}/{daily['id']}")
    assert status == 200
    responses.PuzzleShown.model_validate(shown)
    text = shown["question"]["handles"][0]["answer"]
    path = f"/puzzles/{daily['rulebook']}/{daily['id']}/answers"
    status, verdict = page.ask("POST", path, text=text)
    assert status == 200
    responses.PuzzleVerdict.model_validate(verdict)


def test_a_puzzle_that_is_none_and_an_answer_that_is_none_are_told() -> None:
    page = Page()
    daily = page.ask("GET", "/puzzles")[1]["daily"]
    assert page.ask("GET", f"/puzzles/{daily['rulebook']}/nothing")[0] == 404
    path = f"/puzzles/{daily['rulebook']}/{daily['id']}/answers"
    status, told = page.ask("POST", path, text="dance")
    assert (status, told["error"]) == (422, "refused")
