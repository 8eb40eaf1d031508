"""Looking at a game: why not, odds, the timeline, practice, files, clauses, the report."""

from __future__ import annotations

import asyncio
import logging
import socket
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Event
from typing import Any

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.odds import odds
from battlemat.players import registry
from battlemat.server.workers.pool import TooBusy
from battlemat.server.workers.uploads import open_file
from battlemat.tables.work.course import retell
from server.live import HOT_SEAT, Live, Person, Seated, against, eventually
from server.toy_catalogue import Standoff, ToyCatalogue


def test_why_says_what_is_wrong_with_a_text(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    assert game.get("why", text="wait")["answers"] == [
        {"text": "wait", "legal": True, "reason": None, "clause": None}
    ]
    (refused,) = game.get("why", text="step R1 e3")["answers"]
    assert (refused["legal"], refused["clause"]) == (False, "toy.move.step")


def test_why_understands_what_was_pointed_at(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    (step,) = game.get("why", piece="R1", place="e3")["answers"]
    assert (step["text"], step["clause"]) == ("step R1 e3", "toy.move.step")
    (fire,) = game.get("why", piece="R1", target="R2")["answers"]
    assert (fire["text"], fire["legal"]) == ("fire R1 R2", False)
    (fire,) = game.get("why", piece="R1", target="B2")["answers"]
    assert (fire["text"], fire["legal"]) == ("fire R1 B2", True)
    assert game.get("why", piece="R1", place="e3", group="Fire")["answers"] == []
    assert game.get("why")["answers"] == []


def test_odds_are_those_of_the_kernel(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "1"})
    told = game.get("odds", text="fire R1 B1")
    exact = odds(Game(Standoff(), {"tokens": 1}), "fire R1 B1").ranked()
    assert told["known"] is True
    assert [(one["text"], Fraction(one["fraction"])) for one in told["outcomes"]] == exact
    assert told["outcomes"][0]["chance"] == float(exact[0][1])
    assert game.get("odds", text="fire R1 B1") == told
    assert game.get("odds", 422, text="fire R1 R2")["error"] == "refused"
    assert game.get("odds", 422)["error"] == "invalid"


def test_odds_that_nobody_had_time_for_may_be_asked_for_again(
    live: Live, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "1"})
    counters = live.app.state.services.tables.pools.counters

    async def busy(*_args: Any, **_how: Any) -> Any:
        raise TooBusy("the server was too busy for it")

    with monkeypatch.context() as full:
        full.setattr(counters, "run", busy)
        told = game.get("odds", text="fire R1 B1")
    assert (told["known"], told["later"]) == (False, True)
    assert "too busy" in told["reason"]
    told = game.get("odds", text="fire R1 B1")
    assert (told["known"], told["later"]) == (True, False)


def test_a_hint_says_what_to_do_and_why(ada: Person, live: Live) -> None:
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "1"})
    told = game.get("hint")
    assert told["text"].startswith("fire R")
    assert "chance of about" in told["reason"]
    assert sum(one["chance"] for one in told["outcomes"]) == 1
    assert game.get("odds", text=told["text"])["known"] is True
    other = live.person().at(game.id).get("hint", 403)
    assert other["error"] == "not-your-seat"


def test_there_is_no_hint_for_dice(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "0"}, dice="typed")
    game.answer("fire R1 B1")
    assert game.get("hint", 409)["error"] == "not-asked"


def test_odds_of_a_position_that_was_taken_back_are_told_to_nobody(
    live: Live, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many answers stand when they are counted as when they were asked for; but others."""
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "0"})
    game.answer("wait")
    counters = live.app.state.services.tables.pools.counters
    counts, begun, goes_on = counters.run, Event(), Event()

    async def slowly(*args: Any, **how: Any) -> Any:
        found = await counts(*args, **how)
        begun.set()
        await asyncio.to_thread(goes_on.wait, 20)
        return found

    with ThreadPoolExecutor(1) as people, monkeypatch.context() as slow:
        slow.setattr(counters, "run", slowly)
        late = people.submit(ada.http.get, f"/api/games/{game.id}/odds?text=fire B1 R1")
        assert begun.wait(20)
        game.post("undo", {})
        game.answer("step R1 b1")
        goes_on.set()
        assert late.result().json()["error"] == "conflict"
    stands = Game(Standoff(), {"tokens": 0})
    stands.answer("step R1 b1")
    told = game.get("odds", text="fire B1 R1")["outcomes"]
    exact = odds(stands, "fire B1 R1").ranked()
    assert [(one["text"], Fraction(one["fraction"])) for one in told] == exact


def test_odds_follow_the_game(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "0"})
    game.get("odds", text="fire R1 B1")
    game.answer("wait")
    assert game.get("odds", 422, text="fire R1 B1")["error"] == "refused"
    told = {one["text"] for one in game.get("odds", text="fire B1 R1")["outcomes"]}
    assert told == {"R1 out", "no effect"}


def test_overlays_come_from_the_rulebook(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    told = game.get("overlays", piece="R1")
    assert told["piece"] == "R1"
    assert [(shape["kind"], shape["points"]) for shape in told["shapes"]] == [
        ("reach", [[0.5, 0.5]])
    ]
    assert game.get("overlays", 404, piece="X9")["error"] == "unknown-piece"


def test_a_preview_shows_what_an_option_would_cover_and_nothing_for_an_illegal_one(
    ada: Person,
) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    legal = next(h["text"] for h in game.state["question"]["handles"] if h["group"] == "Fire")
    assert [shape["kind"] for shape in game.get("preview", text=legal)["shapes"]] == ["blast"]
    assert game.get("preview", text="fire R1 R1")["shapes"] == []


def test_a_ruler_lies_between_two_things_and_tells_its_clause(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    told = game.get("measure", start="R1", end="B1")
    assert [fact["name"] for fact in told["facts"]] == ["distance"]
    assert told["facts"][0]["because"] == "toy.move.step"
    assert [shape["kind"] for shape in told["shapes"]] == ["ruler"]
    assert game.get("measure", 404, start="R1", end="X9")["error"] == "unknown-thing"


def played(person: Person) -> Seated:
    """A hot-seat game with some moves and some dice."""
    game = person.new_game(seats=HOT_SEAT, choices={"tokens": "0"})
    for text in ("step R1 b1", "wait", "step R2 b3", "step B2 d3", "fire R1 B1", "wait"):
        game.answer(text)
    return game


def place(scene: dict[str, list[dict[str, str]]], piece: str) -> str:
    return next(one["place"] for one in scene["pieces"] if one["id"] == piece)


def test_any_step_of_the_timeline_can_be_shown(ada: Person) -> None:
    game = played(ada)
    length = game.state["length"]
    start = game.get("positions/0")
    assert (start["step"], start["length"], start["last"]) == (0, length, None)
    assert place(start["scene"], "R1") == "a1"
    third = game.get("positions/3")
    assert third["last"] == {"player": "red", "text": "step R2 b3", "roll": False}
    assert (place(third["scene"], "R1"), place(third["scene"], "R2")) == ("b1", "b3")
    assert third["question"] == {"player": "blue", "kind": "action", "because": "toy.turn.act"}
    dice = game.get("positions/6")
    assert dice["last"]["roll"] is True
    assert game.get(f"positions/{length}")["scene"] == game.state["scene"]
    assert game.get(f"positions/{length + 1}", 404)["error"] == "unknown-step"


def test_what_if_is_a_practice_copy_with_every_seat_mine(live: Live) -> None:
    game = played(live.person())
    before = game.state
    other = live.person()
    state = other.post(f"games/{game.id}/practice", {"step": 3})
    assert state["you"]["seats"] == ["blue", "red"]
    assert (state["game"]["practice"], state["step"]) == (True, 3)
    assert state["game"]["parent"] == {"game": game.id, "step": 3}
    assert place(state["scene"], "R2") == "b3"
    assert [line["text"] for line in state["log"]][:1] == ["R1 walks to b1."]
    copy = other.at(state["game"]["id"])
    copy.answer("fire B1 R1")
    assert copy.state["step"] > 4
    assert game.state == before
    error = other.post(f"games/{game.id}/practice", {"step": 99}, 404)
    assert error["error"] == "unknown-step"


def test_a_practice_copy_of_a_moment_between_dice_rolls_on(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "0"})
    game.answer("fire R1 B1")
    copy = game.post("practice", {"step": 1})
    assert copy["question"] is None or copy["question"]["ask"] == "choice"
    assert copy["step"] > 1


def test_a_record_can_be_opened_and_played_on(ada: Person, bo: Person) -> None:
    game = played(ada)
    text = ada.http.get(f"/api/games/{game.id}/record").text
    opened = bo.post("open", {"text": text})
    assert opened["scene"] == game.state["scene"]
    assert opened["step"] == game.state["step"]
    copy = bo.at(opened["game"]["id"])
    copy.answer("wait")
    again = bo.http.get(f"/api/games/{copy.id}/record").text
    assert bo.post("open", {"text": again})["step"] == copy.state["step"]


def test_a_scenario_can_be_opened(ada: Person) -> None:
    text = "setup: {tokens: 0}\nplay:\n  - {do: fire R1 B1, dice: [1, 4, 6]}\n"
    state = ada.post("open", {"text": text})
    assert "B1" not in {piece["id"] for piece in state["scene"]["pieces"]}
    assert state["question"]["player"] == "blue"


def test_files_that_cannot_be_opened_say_why(ada: Person) -> None:
    game = played(ada)
    text = ada.http.get(f"/api/games/{game.id}/record").text
    cases = {
        text.replace("step R1 b1", "step R1 e1"): "line",
        text.replace("rulebook toy 1", "rulebook toy 9"): "version 9",
        text.replace("rulebook toy 1", "rulebook chess 1"): "no rulebook 'chess'",
        text.replace('"tokens": 0', '"tokens": "x"'): "tokens: a whole number is wanted",
        "battlemat record 1\n": "ends where",
        "setup: [": "not YAML",
        "play: 3": "makes no battle",
    }
    for content, reason in cases.items():
        error = ada.http.post("/api/open", json={"text": content})
        assert (error.status_code, error.json()["error"]) == (422, "bad-file"), content
        assert reason in error.json()["message"]


def test_a_file_over_which_battlemat_itself_trips_is_told_to_who_runs_the_server(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert open_file(ToyCatalogue(), "play: 3") == {
        "problem": "the setup in this file makes no battle"
    }
    (told,) = caplog.records
    assert told.levelno == logging.WARNING  # less is not written by a worker
    assert told.exc_info is not None


def test_clauses_are_looked_up_and_searched(ada: Person) -> None:
    clause = ada.get("rulebooks/toy/clauses/toy.fire.hit")
    assert (clause["title"], clause["section"]) == ("Hitting", "Fire")
    assert ada.get("rulebooks/toy/clauses/fire.hit") == clause
    near = ada.get("rulebooks/toy/clauses/toy.fire.hitt", 404)
    assert "did you mean 'toy.fire.hit'" in near["message"]
    found = ada.get("rulebooks/toy/clauses", search="dice hit")["clauses"]
    assert found[0]["id"] == "toy.fire.hit"
    assert len(ada.get("rulebooks/toy/clauses")["clauses"]) == 6
    assert ada.get("rulebooks/chess/clauses", 404)["error"] == "unknown-rulebook"


def test_the_catalogue_says_what_can_be_played(ada: Person) -> None:
    told = ada.get("catalogue")
    (toy,) = told["rulebooks"]
    assert (toy["name"], toy["players"], toy["choices"][0]["default"]) == (
        "toy",
        ["red", "blue"],
        "1",
    )
    (usual,) = [one for one in told["machines"] if one["default"]]
    assert usual["name"] == "sergeant"
    assert [one["name"] for one in told["machines"]][:5] == list(registry.names())
    assert all(one["strength"] and one["about"] for one in told["machines"][:5])


def test_the_report_tells_scores_and_the_chance_to_win(ada: Person) -> None:
    game = ada.new_game(seats=against("sergeant"), choices={"tokens": "1"})
    assert game.get("report", 409)["error"] == "not-over"
    state = game.play_out()
    first = game.get("report")
    assert first["ready"]
    assert first["result"] == state["result"]
    assert first["turns"][-1]["scores"] == state["result"]["scores"]
    assert [turn["turn"] for turn in first["turns"]] == list(range(1, len(first["turns"]) + 1))
    steps, chances = zip(*first["curve"], strict=True)
    assert list(steps) == sorted(steps)
    assert steps[-1] == state["step"]
    assert all(0 <= chance <= 1 for chance in chances)
    assert chances[-1] == {"red": 1, "blue": 0}.get(state["result"]["winner"], 0.5)


def test_luck_and_choices_add_up_to_the_way_from_the_start_to_the_end(ada: Person) -> None:
    game = ada.new_game(seats=against("sergeant"), choices={"tokens": "1"})
    assert game.get("review", 409)["error"] == "not-over"
    state = game.play_out()
    told = eventually(lambda: r if (r := game.get("review"))["ready"] else None)
    assert told["start"] == 0.5
    assert told["end"] == {"red": 1, "blue": 0}.get(state["result"]["winner"], 0.5)
    red, blue = told["players"]["red"]["luck"], told["players"]["blue"]["luck"]
    assert red == pytest.approx(-blue), "what is luck for one is none for the other"
    assert red == pytest.approx(
        sum(one["luck"] * (1 if one["player"] == "red" else -1) for one in told["moves"]), abs=1e-3
    )
    steps = [one["step"] for one in told["moves"]]
    assert steps == sorted(set(steps))
    for one in told["moves"]:
        assert one["told"] != one["other"]
        assert -1 <= one["worth"] <= 1


def test_the_course_of_a_game_is_told_beside_its_table_and_given_up_when_nobody_waits(
    live: Live, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    game.post("concede", {"player": "red"})
    asked, given_up = [], []

    async def never(function: object, *_: object, **__: object) -> None:
        asked.append(function)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            given_up.append(function)
            raise

    services = live.app.state.services
    monkeypatch.setattr(services.tables.pools.reporters, "run", never)
    pages = [asks_for_report(live, game) for _ in range(2)]
    eventually(lambda: services.reports.followers(game.id) == 2)
    game.post("chat", {"text": "well played", "player": "red"})  # nobody works at the table
    pages[0].close()
    eventually(lambda: services.reports.followers(game.id) == 1)
    assert not given_up
    pages[1].close()
    eventually(lambda: given_up)
    assert asked == [retell]


def asks_for_report(live: Live, game: Seated) -> socket.socket:
    """A page that has asked for the report of a game, and may go away."""
    host, port = live.url.removeprefix("http://").split(":")
    page = socket.create_connection((host, int(port)))
    page.sendall(f"GET /api/games/{game.id}/report HTTP/1.1\r\nhost: {host}\r\n\r\n".encode())
    return page


def test_the_page_is_served_or_said_to_be_missing(ada: Person) -> None:
    page = ada.http.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert ada.http.get("/assets/nothing.js").status_code == 404
    for path in ("/%2e%2e/app.py", "/..%2fapp.py", "/assets/%2e%2e/%2e%2e/app.py", "/%00"):
        assert "make_app" not in ada.http.get(path).text
