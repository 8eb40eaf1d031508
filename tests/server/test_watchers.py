"""Words of watchers: only where everybody who plays allows it, marked as theirs, and bounded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.server.settings import Limits, Settings, database_url
from server.live import BY_LINK, Live, Person, Seated, against, running

WORDS = {"text": "Well played!", "name": "Cy"}


def two(live: Live) -> tuple[Seated, Seated]:
    red = live.person().new_game(seats=BY_LINK)
    return red, red.invite(live.person())


def allow(*seats: Seated) -> None:
    for seat in seats:
        seat.post("watchers", {"write": True})


def refused(watcher: Person, game: str) -> Any:
    return watcher.at(game).post("chat", WORDS, 403)


def test_watchers_do_not_write_unless_they_are_let(live: Live, watcher: Person) -> None:
    red, _ = two(live)
    told = refused(watcher, red.id)
    assert told["error"] == "not-your-seat"
    assert told["message"].endswith("its players do not let watchers write")
    assert red.state["watchers"] == {"write": False, "allowed_by": [], "you": None}
    assert red.state["chat"] == []


def test_watchers_write_while_all_who_play_let_them(live: Live, watcher: Person) -> None:
    red, blue = two(live)
    allow(red)
    assert red.state["watchers"] == {"write": False, "allowed_by": ["red"], "you": None}
    refused(watcher, red.id)
    allow(blue)
    assert watcher.at(red.id).state["watchers"]["write"]
    said = watcher.at(red.id).post("chat", WORDS)
    assert (said["kind"], said["text"], said["name"]) == ("chat", "Well played!", "Cy")
    assert said["player"] not in ("red", "blue")
    (line,) = red.state["chat"]
    assert (line["watcher"], line["name"], line["player"]) == (True, "Cy", said["player"])
    assert watcher.at(red.id).state["watchers"]["you"] == said["player"]
    blue.post("watchers", {"write": False})
    refused(watcher, red.id)
    log = [one["text"] for one in red.state["log"]]
    assert log[-1] == "Bo (blue) does not let watchers write."
    assert "Red lets watchers write." in log


def test_whoever_sits_down_later_is_asked_too(live: Live, watcher: Person) -> None:
    red = live.person().new_game(seats=BY_LINK)
    allow(red)
    watcher.at(red.id).post("chat", WORDS)
    red.invite(live.person())
    assert refused(watcher, red.id)["error"] == "not-your-seat"
    assert not red.state["watchers"]["write"]


def test_against_a_machine_the_one_person_decides(live: Live, watcher: Person) -> None:
    red = live.person().new_game(seats=against("greedy"))
    allow(red)
    watcher.at(red.id).post("chat", WORDS)
    red.post("chat", {"text": "Thank you."})
    assert [one["watcher"] for one in red.state["chat"]] == [True, False]


def test_a_watcher_lets_nobody_write_and_speaks_for_no_seat(live: Live, watcher: Person) -> None:
    red, blue = two(live)
    told = watcher.at(red.id).post("watchers", {"write": True}, 403)
    assert told["error"] == "not-your-seat"
    allow(red, blue)
    for_red = {"text": "I concede.", "player": "red"}
    assert watcher.at(red.id).post("chat", for_red, 403)["error"] == "not-your-seat"


def test_between_machines_nobody_is_there_to_let_watchers_write(live: Live) -> None:
    machine = {"kind": "machine", "machine": "greedy"}
    made = live.person().new_game(seats={"red": machine, "blue": machine})
    assert made.post("chat", WORDS, 403)["error"] == "not-your-seat"


def test_watchers_never_use_up_what_players_may_say(
    live: Live, watcher: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battlemat.server.routes.talk.MOST_FROM_ONE", 2)
    monkeypatch.setattr("battlemat.server.routes.talk.MOST_FROM_WATCHERS", 3)
    red, blue = two(live)
    allow(red, blue)
    for _ in range(2):
        watcher.at(red.id).post("chat", WORDS)
    assert watcher.at(red.id).post("chat", WORDS, 409)["error"] == "enough-said"
    other = live.person()
    other.at(red.id).post("chat", WORDS)
    assert other.at(red.id).post("chat", WORDS, 409)["error"] == "enough-said"
    red.post("chat", {"text": "Silence in the gallery."})


def test_what_watchers_say_has_the_limits_of_all_chat(tmp_path: Path) -> None:
    db = database_url(str(tmp_path / "games.db"))
    limits = Limits(verbs_per_minute={"chat": 1})
    with running(Settings(db, limits=limits, workers=1)) as live:
        red, blue = two(live)
        allow(red, blue)
        watching = live.person().at(red.id)
        watching.post("chat", WORDS)
        assert watching.post("chat", WORDS, 429)["error"] == "too-many"
        assert watching.post("chat", {"text": "x" * 501}, 429)["error"] == "too-many"


def test_a_watcher_is_muted_and_reported_and_takes_words_back(live: Live, watcher: Person) -> None:
    red, blue = two(live)
    allow(red, blue)
    said = watcher.at(red.id).post("chat", WORDS)
    muting = {"player": said["player"], "muted": True}
    assert red.post("mutes", muting, 200) == {"muted": [said["player"]]}
    live.app.state.services.tables.drop(red.id)  # also where the game is shown from its snapshot
    assert red.get("mutes") == {"muted": [said["player"]]}
    report = {"player": said["player"], "number": said["number"], "reason": "spam"}
    assert blue.post("complaints", report) == {"reported": True}
    silent = live.person()
    assert silent.at(red.id).post("unsay", status=403)["error"] == "not-your-seat"
    watcher.at(red.id).post("unsay")
    assert red.state["chat"] == []


def test_it_is_all_kept_when_the_game_is_played_again_from_its_ledger(
    live: Live, watcher: Person
) -> None:
    red, blue = two(live)
    allow(red, blue)
    watcher.at(red.id).post("chat", WORDS)
    before = watcher.at(red.id).state
    live.app.state.services.tables.drop(red.id)
    after = watcher.at(red.id).state
    for part in ("watchers", "chat"):
        assert after[part] == before[part]
    watcher.at(red.id).post("chat", WORDS)
