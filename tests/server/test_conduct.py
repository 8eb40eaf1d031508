"""Muting people, and reporting them to the host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.server.settings import Limits, Settings, database_url
from battlemat.server.store.conduct_store import Report
from server.live import BY_LINK, FREE, HOT_SEAT, Event, Live, Seated, against, running


def two(live: Live) -> tuple[Seated, Seated]:
    red = live.person().new_game(seats=BY_LINK)
    return red, red.invite(live.person())


def test_a_mute_is_remembered_and_follows_the_person(live: Live) -> None:
    red, blue = two(live)
    assert red.get("mutes") == {"muted": []}
    assert red.post("mutes", {"player": "blue", "muted": True}, 200) == {"muted": ["blue"]}
    assert red.post("mutes", {"player": "blue", "muted": True}, 200) == {"muted": ["blue"]}
    assert blue.get("mutes") == {"muted": []}
    next_game = blue.person.new_game(seats=BY_LINK)
    next_game.invite(red.person)
    assert red.person.at(next_game.id).get("mutes") == {"muted": ["red"]}
    assert red.post("mutes", {"player": "blue", "muted": False}, 200) == {"muted": []}


def test_words_of_somebody_who_is_muted_are_not_sent_at_all(live: Live) -> None:
    red, blue = two(live)
    red.post("mutes", {"player": "blue", "muted": True}, 200)
    seen = red.state["number"]
    with red.stream(after=seen) as events, blue.stream(after=seen) as others:
        said = blue.post("chat", {"text": "you play badly"})
        red.post("chat", {"text": "good luck"})
        heard = list(islice(entries(events), 2))
        assert [(one.id, one.data["text"]) for one in heard] == [
            (said["number"], ""),
            (said["number"] + 1, "good luck"),
        ]
        assert next(entries(others)).data["text"] == "you play badly"
    assert [line["text"] for line in red.state["chat"]] == ["good luck"]
    assert [line["text"] for line in blue.state["chat"]] == ["you play badly", "good luck"]
    red.post("mutes", {"player": "blue", "muted": False}, 200)
    assert [line["text"] for line in red.state["chat"]] == ["you play badly", "good luck"]


def test_a_watcher_who_is_muted_is_not_heard_either_nor_is_a_game_that_sleeps(
    tmp_path: Path,
) -> None:
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE)
    with running(settings) as live:
        red = live.person().new_game(seats=HOT_SEAT)
        for player in ("red", "blue"):
            red.post("watchers", {"write": True, "player": player})
        told = live.person().at(red.id).post("chat", {"text": "boo", "name": "Cy"})
        cookies, id = red.person.http.cookies, red.id
        red.post("mutes", {"player": told["player"], "muted": True}, 200)
    with running(settings) as live:
        again = live.person()
        again.http.cookies = cookies
        assert again.at(id).state["chat"] == []
        assert live.app.state.services.tables.live(id) is None
        assert [line["text"] for line in live.person().at(id).state["chat"]] == ["boo"]


def entries(events: Iterator[Event]) -> Iterator[Event]:
    return (event for event in events if event.kind == "entry")


def test_nobody_mutes_themselves_a_machine_or_as_a_watcher(live: Live) -> None:
    red, _ = two(live)
    assert red.post("mutes", {"player": "red", "muted": True}, 422)["error"] == "invalid"
    alone = live.person().new_game(seats=against("greedy"))
    assert alone.post("mutes", {"player": "blue", "muted": True}, 422)["error"] == "invalid"
    watcher = live.person().at(red.id)
    assert watcher.post("mutes", {"player": "red", "muted": True}, 403)["error"] == "not-your-seat"


def reports(live: Live, *options: str) -> str:
    found = CliRunner().invoke(main, ["reports", "--db", live.settings.db, *options])
    assert found.exit_code == 0, found.output
    return found.output


def test_the_host_reads_what_was_reported(live: Live) -> None:
    red, blue = two(live)
    said = blue.post("chat", {"text": "You are a fool."})["number"]
    body = {"player": "blue", "number": said, "reason": "abuse", "text": "Again and again."}
    assert red.post("complaints", body) == {"reported": True}
    blue.post("unsay")
    (told,) = (one for one in json.loads(reports(live, "--json")) if one["game"] == red.id)
    assert (told["player"], told["reason"], told["number"]) == ("blue", "abuse", said)
    assert (told["said"], told["text"]) == ("You are a fool.", "Again and again.")
    assert told["by"] != told["against"][0]
    assert "said: You are a fool." in reports(live)
    assert "is removed" in reports(live, "--remove", told["id"])
    assert red.id not in reports(live)
    again = CliRunner().invoke(main, ["reports", "--db", live.settings.db, "--remove", told["id"]])
    assert again.exit_code == 1
    assert "there is no report" in again.output


def test_what_nobody_said_cannot_be_reported(live: Live) -> None:
    red, blue = two(live)
    mine = red.post("chat", {"text": "hello"})["number"]
    for number in (mine, 999, 0):
        body = {"player": "blue", "number": number, "reason": "spam"}
        assert red.post("complaints", body, 404)["error"] == "not-found"
    body = {"player": "blue", "reason": "other"}
    assert live.person().at(red.id).post("complaints", body, 403)["error"] == "not-your-seat"
    assert blue.post("complaints", {"player": "red", "reason": "rude"}, 422)["error"] == "invalid"


def test_nothing_that_was_said_speaks_to_the_hosts_terminal(live: Live) -> None:
    """Not even words of before they were refused at the door."""
    red, _ = two(live)
    said = "\x1b]0;owned\x07\x9b2J\u202etxt\r\nnew line"
    told = Report(red.id, "blue\x1b[2J", 1, "other", said, said, "by", ("against",))
    live.app.state.services.conduct.report(told, 10)
    found = CliRunner().invoke(main, ["reports", "--db", live.settings.db]).output
    assert r"said: \x1b]0;owned\x07\x9b2J\u202etxt\r\nnew line" in found
    assert all(letter.isprintable() or letter == "\n" for letter in found)


def test_reports_are_bounded(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlemat.server.routes.conduct._MOST_REPORTS", 2)
    red, blue = two(live)
    body = {"player": "blue", "reason": "other"}
    for _ in range(2):
        red.post("complaints", body)
    assert red.post("complaints", body, 409)["error"] == "enough-said"
    blue.post("complaints", {"player": "red", "reason": "other"})


def test_reports_have_a_limit_a_minute(tmp_path: Path) -> None:
    db = database_url(str(tmp_path / "games.db"))
    limits = Limits(verbs_per_minute={"complaints": 1})
    with running(Settings(db, limits=limits, workers=1)) as live:
        red, _ = two(live)
        red.post("complaints", {"player": "blue", "reason": "other"})
        told = red.post("complaints", {"player": "blue", "reason": "other"}, 429)
        assert told["error"] == "too-many"


def test_a_store_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    found = CliRunner().invoke(main, ["reports", "--db", str(tmp_path / "none.db")])
    assert found.exit_code == 1
    assert found.output.startswith("Error: there is no store at")
    assert not (tmp_path / "none.db").exists()
