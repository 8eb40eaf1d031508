"""Hints between people: off until all agree, and told to all when one is taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from battlemat.server.settings import Settings, database_url
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Person, Seated, against, running


def two(live: Live) -> tuple[Seated, Seated]:
    red = live.person().new_game(seats=BY_LINK, choices={"tokens": "1"})
    return red, red.invite(live.person())


def log(seat: Seated) -> list[str]:
    return [line["text"] for line in seat.state["log"]]


def off(seat: Seated) -> Any:
    told = seat.get("hint", 409)
    assert told["error"] == "hints-off"
    return told


def test_between_people_nobody_is_given_a_hint(live: Live) -> None:
    red, blue = two(live)
    assert "unless all of them agree" in off(red)["message"]
    assert red.state["hints"] == {"given": False, "agreed_by": [], "by_agreement": True}
    red.post("hints", {"agree": True})
    off(red)
    assert blue.state["hints"] == {"given": False, "agreed_by": ["red"], "by_agreement": True}
    assert log(blue)[-1] == "Red agrees to hints."


def test_where_both_agreed_each_hint_is_told_to_both(live: Live) -> None:
    red, blue = two(live)
    for seat in (red, blue):
        seat.post("hints", {"agree": True})
    assert red.state["hints"]["given"]
    assert red.get("hint")["text"].startswith("fire R")
    assert log(blue)[-1] == "Red takes a hint."
    red.get("hint")  # the same again is not told again
    assert log(blue).count("Red takes a hint.") == 1
    red.answer("wait")
    blue.post("hints", {"agree": False})
    assert log(red)[-1] == "Bo (blue) does not agree to hints."
    off(blue)


def test_whoever_waits_for_a_friend_waits_for_hints_too(live: Live) -> None:
    game = live.person().new_game(seats=BY_LINK)
    off(game)


def test_alone_and_against_a_machine_hints_need_nobody(live: Live) -> None:
    for seats in (HOT_SEAT, against("random")):
        game = live.person().new_game(seats=seats)
        assert game.state["hints"] == {"given": True, "agreed_by": [], "by_agreement": False}
        game.get("hint")
        assert not any("hint" in line for line in log(game))


def test_no_copy_of_a_running_game_between_people_gives_a_hint(live: Live, watcher: Person) -> None:
    red, blue = two(live)
    copy = red.person.at(red.post("practice", {})["game"]["id"])
    off(copy)
    again = red.person.at(copy.post("practice", {})["game"]["id"])
    off(again)
    off(watcher.at(watcher.at(red.id).post("practice", {})["game"]["id"]))
    blue.post("concede")
    copy.get("hint")
    again.get("hint")


def test_only_who_plays_agrees(live: Live, watcher: Person) -> None:
    red, _ = two(live)
    watcher.at(red.id).post("hints", {"agree": True}, 403)
    assert not watcher.at(red.id).state["hints"]["given"]


def test_what_was_agreed_outlasts_the_server(tmp_path: Path) -> None:
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE)
    with running(settings) as live:
        red, blue = two(live)
        for seat in (red, blue):
            seat.post("hints", {"agree": True})
        cookies = red.person.http.cookies
    with running(settings) as live:
        person = live.person()
        person.http.cookies = cookies
        told = person.at(red.id).state["hints"]  # shown by its snapshot
        assert told == {"given": True, "agreed_by": ["blue", "red"], "by_agreement": True}
        person.at(red.id).get("hint")
