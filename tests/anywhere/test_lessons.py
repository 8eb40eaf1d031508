"""Lessons in a page: the courses are listed, and a board is begun and judged without a server."""

from __future__ import annotations

from anywhere.page import Page
from battlemat.server.routes.learning import responses


def test_a_board_of_a_lesson_is_begun_and_judged_without_a_server() -> None:
    page = Page()
    status, found = page.ask("GET", "/learn")
    assert status == 200
    responses.Courses.model_validate(found)
    course = next(one for one in found["courses"] if one["rulebook"] == "skirm3")
    lesson = course["lessons"][0]["id"]
    status, state = page.ask("POST", "/learn/skirm3", lesson=lesson, board=0)
    assert status in (200, 201)
    assert state["question"]["yours"]
    status, told = page.ask("GET", f"/games/{state['game']['id']}/lesson", lesson=lesson, board=0)
    assert status == 200
    responses.LessonStanding.model_validate(told)


def test_a_lesson_that_is_none_is_told() -> None:
    assert Page().ask("POST", "/learn/skirm3", lesson="dancing", board=0)[0] == 404
