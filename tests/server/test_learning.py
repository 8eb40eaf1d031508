"""Lessons over HTTP: the courses, a board that is a game, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.server.settings import Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, Live, Person, running


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("learning") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as server:
        yield server


@pytest.fixture
def cleo(real: Live) -> Person:
    return real.person()


def test_courses_are_listed_with_their_lessons_in_order(cleo: Person) -> None:
    courses = {one["rulebook"]: one for one in cleo.get("learn")["courses"]}
    lessons = courses["skirm3"]["lessons"]
    assert [one["id"] for one in lessons][:2] == ["walking", "shooting"]
    assert lessons[0]["boards"][0] == "One soldier"


def test_a_board_is_a_practice_game_and_a_wrong_answer_is_taken_back(cleo: Person) -> None:
    state = cleo.post("learn/skirm3", {"lesson": "walking", "board": 0})
    assert state["game"]["practice"]
    assert state["question"]["yours"]
    game = cleo.at(state["game"]["id"])
    at: dict[str, Any] = {"lesson": "walking", "board": 0}
    begun = game.get("lesson", **at)
    assert begun["verdict"] == "on"
    assert begun["goal"] == "You play Red. Bring your soldier to the relay. (1 answer)"
    assert [one["title"] for one in begun["steps"]] == ["This is a soldier", "Walk"]
    game.post("answers", {"number": state["question"]["number"], "text": "move A a2-c2"})
    wrong = game.get("lesson", **at)
    assert (wrong["verdict"], wrong["back"]) == ("wrong", state["step"])
    assert wrong["reply"]["answer"] == "Move to c2"
    assert wrong["reply"]["leads"] == ["A moves from a2 to c2."]
    assert wrong["reply"]["clause"] == "skirm3.action.move"
    game.post("undo", {})
    again = game.get("")
    assert game.get("lesson", **at)["verdict"] == "on"
    game.post("answers", {"number": again["question"]["number"], "text": "move A a2-d2"})
    assert game.get("lesson", **at)["verdict"] == "done"


def test_dice_that_were_laid_ready_fall(cleo: Person) -> None:
    state = cleo.post("learn/skirm3", {"lesson": "falling", "board": 0})
    game = cleo.at(state["game"]["id"])
    game.post("answers", {"number": state["question"]["number"], "text": "shoot A B rifle"})
    assert "B is Downed." in [one["text"] for one in game.get("")["log"]]


@pytest.mark.parametrize(
    ("rulebook", "lesson", "board", "word"),
    [
        ("chess", "walking", 0, "unknown-rulebook"),
        ("skirm3", "wandering", 0, "unknown-lesson"),
        ("skirm3", "walking", 50, "unknown-lesson"),
        ("skirm3", "<script>", 0, "unknown-lesson"),
    ],
)
def test_what_there_is_not_is_told_in_one_line(
    cleo: Person, rulebook: str, lesson: str, board: int, word: str
) -> None:
    told = cleo.post(f"learn/{rulebook}", {"lesson": lesson, "board": board}, 404)
    assert told["error"] == word


def test_a_game_of_something_else_is_no_lesson(cleo: Person) -> None:
    game = cleo.at(cleo.post("rules/skirm3/play", {"board": "low-wall"})["game"]["id"])
    first = game.get("")["question"]
    text = next(one["text"] for one in first["handles"] if one["text"])
    game.post("answers", {"number": first["number"], "text": text})
    told = game.get("lesson", status=409, lesson="walking", board=0)
    assert told["error"] == "other-lesson"
