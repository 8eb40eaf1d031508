"""Seats that are open to anybody: listed, taken by one person only, withdrawn, stale."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.server.settings import Limits, Settings, database_url
from battlemat.server.store.store import Store
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Person, Seated, eventually, running


def store_of(live: Live) -> Store:
    store: Store = live.app.state.services.tables.store
    return store


@pytest.fixture
def at(live: Live, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set the time of everything that is stored."""
    return lambda now: monkeypatch.setattr(store_of(live), "now", lambda: now)


def offer(person: Person, **open: str) -> Seated:
    seats = {"red": {"kind": "me", "name": "Ada"}, "blue": {"kind": "friend"}}
    return person.new_game(rulebook="toy", seats=seats, choices={"tokens": "2"}, open=open)


def listed(person: Person) -> list[str]:
    return [seat["game"] for seat in all_seats(person)]


def all_seats(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.get("lobby")["seats"]
    return found


def sit(person: Person, game: Seated, status: int = 200) -> Any:
    return person.post(f"lobby/{game.id}/sit", {"name": "Bo", "nonce": "5f3a" * 8}, status)


def test_a_stranger_finds_an_open_seat_and_sits_down(live: Live, ada: Person, bo: Person) -> None:
    game = offer(ada, level="new", wish="My first game; be kind.", pace="correspondence")
    (seat,) = (one for one in all_seats(bo) if one["game"] == game.id)
    assert ada.get(f"lobby/{game.id}") == {"seat": {**seat, "yours": True}}
    words = {"host": "Ada", "level": "new", "wish": "My first game; be kind."}
    assert words.items() <= seat.items()
    assert (seat["pace"], seat["player"], seat["yours"]) == ("correspondence", "blue", False)
    assert {"key": "tokens", "label": "Tokens", "value": "2 tokens"} in seat["terms"]
    state = sit(bo, game)
    assert state["you"]["seats"] == ["blue"]
    assert state["seats"][1]["name"] == "Bo"
    assert [mix["text"] for mix in state["game"]["mixes"]] == ["5f3a" * 8]
    assert game.id not in listed(live.person())
    assert ada.get(f"lobby/{game.id}") == {"seat": None}
    game.answer("wait")
    bo.at(game.id).answer("wait")


def test_the_clock_of_an_open_game_is_told(ada: Person, bo: Person) -> None:
    clock = {"kind": "increment", "minutes": 15, "seconds": 10}
    game = ada.new_game(seats=BY_LINK, open={}, clock=clock)
    (seat,) = (one for one in all_seats(bo) if one["game"] == game.id)
    assert seat["clock"] == {"kind": "increment", "seconds": 900, "increment": 10}
    left = sit(bo, game)["clock"]["left"]
    assert left["blue"] == 900
    assert 840 < left["red"] <= 900  # it is red's turn: that clock runs from here on


def test_of_many_who_sit_down_at_once_one_has_the_seat(live: Live, ada: Person) -> None:
    game = offer(ada)
    people = [live.person() for _ in range(6)]
    ready = Barrier(len(people))

    def take(person: Person) -> int:
        ready.wait()
        body = {"name": "Somebody"}
        return person.http.post(f"/api/lobby/{game.id}/sit", json=body).status_code

    with ThreadPoolExecutor(len(people)) as hands:
        found = sorted(hands.map(take, people))
    assert found == [200] + [409] * 5
    held = store_of(live).held(game.id).values()
    assert [sorted(seats) for seats in held if "blue" in seats] == [["blue"]]


def test_two_servers_on_one_store_give_a_seat_to_one_person(live: Live, ada: Person) -> None:
    game = offer(ada)
    with running(Settings(live.settings.db, limits=FREE, workers=1)) as second:
        there = second.person()
        assert game.id in listed(there)
        sit(live.person(), game)
        assert sit(there, game, 409)["error"] == "seat-taken"
        eventually(lambda: game.id not in listed(there))


def test_an_offer_can_be_withdrawn_by_its_owner_alone(ada: Person, bo: Person) -> None:
    game = offer(ada)
    assert bo.post(f"lobby/{game.id}/withdraw", {}, 403)["error"] == "not-your-seat"
    assert sit(ada, game, 409)["error"] == "own-seat"
    assert ada.post(f"lobby/{game.id}/withdraw", {}, 200) == {"withdrawn": True}
    assert game.id not in listed(bo)
    assert sit(bo, game, 409)["error"] == "seat-taken"
    assert ada.post(f"lobby/{game.id}/withdraw", {}, 409)["error"] == "seat-taken"
    game.invite(bo)  # its link still opens the seat


def test_a_seat_that_a_friend_took_by_link_is_offered_no_more(ada: Person, bo: Person) -> None:
    game = offer(ada)
    game.invite(bo)
    assert game.id not in listed(bo)


def test_a_removed_or_ended_game_offers_nothing(ada: Person, bo: Person) -> None:
    removed, ended = offer(ada), offer(ada)
    removed.post("forget", status=200)
    ended.post("concede")
    assert removed.id not in listed(bo)
    assert bo.post(f"lobby/{removed.id}/sit", {}, 404)["error"] == "unknown-game"
    assert sit(bo, ended, 409)["error"] == "seat-taken"


def test_a_real_time_offer_is_stale_when_its_owner_has_gone(
    live: Live, at: Any, ada: Person, bo: Person
) -> None:
    at("2030-05-01T10:00:00Z")
    game, letters = offer(ada), offer(ada, pace="correspondence")
    pages = live.app.state.services.lobby._pages
    with game.stream(after=0) as events:
        next(events)
        at("2030-05-01T10:05:00Z")
        note_who_is_here(live)
        pages.clear()
        assert {game.id, letters.id} <= set(listed(bo))
    eventually(lambda: not live.app.state.services.presence.is_here(game.id, holder(live, game)))
    at("2030-05-01T10:08:00Z")
    pages.clear()
    assert {game.id, letters.id} & set(listed(bo)) == {letters.id}
    assert sit(bo, game, 409)["error"] == "seat-taken"
    at("2030-05-16T10:00:00Z")
    pages.clear()
    assert letters.id not in listed(bo)


def holder(live: Live, game: Seated) -> str:
    """The holder of the red seat."""
    held = store_of(live).held(game.id)
    return next(one for one, seats in held.items() if "red" in seats)


def note_who_is_here(live: Live) -> None:
    """Write down who is there, as the server does now and then."""
    services = live.app.state.services
    asyncio.run_coroutine_threadsafe(services.presence.note(), services.tables._loop).result()


def test_an_open_game_needs_a_free_seat(ada: Person) -> None:
    told = ada.post("games", {"seats": HOT_SEAT, "open": {}}, 422)
    assert told["error"] == "bad-setup"
    assert "one seat of kind 'friend'" in told["message"]
    ada.post("games", {"seats": BY_LINK, "open": {"wish": "x" * 141}}, 422)
    ada.post("games", {"seats": BY_LINK, "open": {"level": "champion"}}, 422)


def test_one_person_offers_five_seats_at_most(ada: Person, bo: Person) -> None:
    games = [offer(ada) for _ in range(5)]
    told = ada.post("games", {"seats": BY_LINK, "open": {}}, 409)
    assert told["error"] == "enough-offers"
    sit(bo, games[0])
    offer(ada)


def test_the_list_is_paged_newest_first(
    live: Live, at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battlemat.server.hosting.lobby.PAGE", 2)
    person, games = live.person(), []
    for minute in range(3):
        at(f"2040-05-01T10:0{minute}:00Z")
        games.append(offer(person, pace="correspondence").id)
    first, second = person.get("lobby"), person.get("lobby", page=1)
    assert [seat["game"] for seat in first["seats"]] == [games[2], games[1]]
    assert [seat["game"] for seat in second["seats"]] == [games[0]]
    assert (first["more"], second["more"]) == (True, False)
    person.get("lobby", 422, page=25)


def test_looking_and_sitting_have_limits(tmp_path: Path) -> None:
    limits = Limits(verbs_per_minute={"lobby": 2, "sit": 1})
    db = database_url(str(tmp_path / "games.db"))
    with running(Settings(db, limits=limits, workers=1)) as live:
        ada, bo = live.person(), live.person()
        game = offer(ada)
        assert [bo.http.get("/api/lobby").status_code for _ in range(3)] == [200, 200, 429]
        sit(bo, game)
        assert sit(live.person(), game, 429)["error"] == "too-many"


def test_one_address_offers_so_many_seats_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who throws their cookie away each time fills no lobby."""
    monkeypatch.setattr("battlemat.server.hosting.lobby.MOST_FROM_HERE", 3)
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE)
    with running(settings) as live:
        games = [offer(live.person()) for _ in range(3)]
        told = live.person().post("games", {"seats": BY_LINK, "open": {}}, 409)
        assert told["error"] == "enough-offers"
        sit(live.person(), games[0])
        offer(live.person())


def test_offers_and_seats_are_limited_within_an_hour_by_address_and_by_person(
    tmp_path: Path,
) -> None:
    limits = replace(FREE, offers_per_hour=6, seats_per_hour=6)
    with running(Settings(database_url(str(tmp_path / "games.db")), limits=limits)) as live:
        ada, bo = live.person(), live.person()
        games = [offer(ada), offer(ada)]
        told = ada.post("games", {"seats": BY_LINK, "open": {}}, 429)
        assert told["error"] == "too-many"
        games += [offer(live.person()) for _ in range(4)]
        live.person().post("games", {"seats": BY_LINK, "open": {}}, 429)  # by address
        live.person().new_game(seats=BY_LINK)  # for a friend it is free
        for game in games[2:4]:
            sit(bo, game)
        assert sit(bo, games[4], 429)["error"] == "too-many"
        sit(live.person(), games[4])


def test_an_offer_is_reported_with_its_words(live: Live, ada: Person, bo: Person) -> None:
    game = offer(ada, wish="Buy my watches")
    body = {"reason": "spam", "text": "look at it"}
    assert bo.post(f"lobby/{game.id}/complaints", body) == {"reported": True}
    assert bo.post(f"lobby/{game.id}/complaints", body, 409)["error"] == "enough-said"
    ada.post(f"lobby/{game.id}/complaints", body, 422)
    found = CliRunner().invoke(main, ["reports", "--db", live.settings.db]).output
    assert "offer of blue" in found
    assert "said: Ada / Buy my watches" in found
    assert "note: look at it" in found
    ada.post(f"lobby/{game.id}/withdraw", {}, 200)
    live.person().post(f"lobby/{game.id}/complaints", body, 409)
