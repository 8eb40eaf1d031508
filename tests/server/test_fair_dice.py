"""Dice that nobody can choose: the server commits, then players mix in what they bring."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.dice import Mix, SeededDice, commitment
from battlemat.kernel.questions import Roll
from battlemat.kernel.record import read, resume
from battlemat.server.settings import Settings, database_url
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Seated, against, running
from server.toy_catalogue import Standoff

ADA, BO = "ada0" * 8, "b0" * 16
SEED = "0123456789abcdef" * 2
TWO_DICE = Roll("red", 2, 6, "toy.fire.hit")
NO_TOKENS = {"tokens": "0"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database_url(str(tmp_path / "games.db")), limits=FREE, workers=1)


@pytest.fixture
def live(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """A server whose seeds are known, so that no test depends on chance."""
    monkeypatch.setattr("battlemat.tables.making.secrets.token_hex", lambda _bytes: SEED)
    with running(settings) as server:
        yield server


def fired(game: Seated) -> list[int]:
    """What the two dice of a shot show."""
    faces: list[int] = game.answer("fire R1 B1")["rolls"][0]["faces"]
    return faces


def first_dice(*mixes: Mix) -> list[int]:
    return list(SeededDice(SEED, mixes).roll(TWO_DICE))


def test_a_game_begins_when_its_maker_has_added_a_nonce(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT, choices=NO_TOKENS, nonces=True)
    before = game.state
    assert before["game"]["commitment"] == commitment(SEED)
    assert before["game"]["awaits"] == ["blue", "red"]
    assert before["question"] is None
    assert game.answer("wait", 1, status=409)["error"] == "not-begun"
    game.post("nonce", {"nonce": ADA, "player": "red"})
    assert game.state["game"]["awaits"] == ["blue"]
    game.post("nonce", {"nonce": BO, "player": "blue"})
    assert game.state["game"]["awaits"] == []
    mixes = [Mix(0, "nonce", "red", ADA), Mix(0, "nonce", "blue", BO)]
    assert game.state["game"]["mixes"] == [mix._asdict() for mix in mixes]
    assert fired(game) == first_dice(*mixes) != first_dice()


def test_whoever_joins_brings_a_nonce_along(live: Live) -> None:
    red = live.person().new_game(seats=BY_LINK, choices=NO_TOKENS)
    (link,) = red.state["links"]["invites"].values()
    bo, token = live.person(), link.partition("#invite=")[2]
    state = bo.post(f"games/{red.id}/join", {"token": token, "nonce": BO}, 200)
    assert [mix["text"] for mix in state["game"]["mixes"]] == [BO]
    assert fired(red) == first_dice(Mix(0, "nonce", "blue", BO))


def test_a_game_by_link_begins_when_all_have_added_theirs(live: Live) -> None:
    """Whoever joins without a nonce is waited for: the first roll-off is from all."""
    red = live.person().new_game(seats=BY_LINK, choices=NO_TOKENS, nonces=True)
    assert red.state["game"]["awaits"] == ["blue", "red"]
    red.post("nonce", {"nonce": ADA})
    blue = red.invite(live.person())
    assert blue.state["game"]["awaits"] == ["blue"]
    assert red.answer("wait", 1, status=409)["error"] == "not-begun"
    blue.post("nonce", {"nonce": BO})
    assert red.state["game"]["awaits"] == []
    mixes = [Mix(0, "nonce", "red", ADA), Mix(0, "nonce", "blue", BO)]
    assert fired(red) == first_dice(*mixes)


def test_an_open_seat_begins_when_all_have_added_theirs(live: Live) -> None:
    red = live.person().new_game(seats=BY_LINK, choices=NO_TOKENS, nonces=True, open={})
    red.post("nonce", {"nonce": ADA})
    state = live.person().post(f"lobby/{red.id}/sit", {"nonce": BO}, 200)
    assert state["game"]["awaits"] == []
    assert [mix["after"] for mix in state["game"]["mixes"]] == [0, 0]


def test_a_muster_waits_for_the_nonces_of_all(live: Live) -> None:
    ada, bo = live.person(), live.person()
    made = ada.post("musters", {})
    (link,) = made["invites"].values()
    ada.post(f"musters/{made['id']}/join", {"shipped": "steady"}, 200)
    body = {"shipped": "swift", "token": link.partition("#invite=")[2]}
    bo.post(f"musters/{made['id']}/join", body, 200)
    red, blue = ada.at(made["id"]), bo.at(made["id"])
    assert red.state["game"]["awaits"] == ["blue", "red"]
    assert red.state["question"] is None
    blue.post("nonce", {"nonce": BO})
    red.post("nonce", {"nonce": ADA})
    assert red.state["question"] is not None


def test_whoever_keeps_the_dice_waiting_can_be_replaced(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = live.person().new_game(seats=BY_LINK, choices=NO_TOKENS, nonces=True)
    red.post("nonce", {"nonce": ADA})
    red.invite(live.person())
    store = live.app.state.services.tables.store
    monkeypatch.setattr(store, "now", lambda: "2999-01-01T00:00:00Z")
    assert red.get("absence")["player"] == "blue"
    red.post("claim", {"what": "machine"})
    monkeypatch.undo()
    assert red.state["game"]["awaits"] == []
    assert red.state["question"] is not None


def test_a_nonce_may_come_late_and_turns_only_later_dice(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT, choices=NO_TOKENS)
    assert fired(game) == first_dice()
    fallen = sum(len(roll["faces"]) for roll in rolls(game))
    game.post("nonce", {"nonce": BO, "player": "blue"})
    (mix,) = game.state["game"]["mixes"]
    assert mix == {"after": fallen, "kind": "nonce", "player": "blue", "text": BO}


def rolls(game: Seated) -> list[Any]:
    with game.stream(after=0) as events:
        entries = [next(events).data for _ in range(game.state["number"])]
    return [roll for entry in entries for roll in entry["rolls"]]


def test_only_seats_add_and_only_what_can_be_written(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT)
    assert live.person().at(game.id).post("nonce", {"nonce": ADA}, 403)["error"] == "not-your-seat"
    for nonce in ("", "short", "G" * 32, "a" * 65, "a" * 16 + "\n"):
        game.post("nonce", {"nonce": nonce, "player": "red"}, 422)
    for _ in range(20):
        game.post("nonce", {"nonce": ADA, "player": "red"})
    told = game.post("nonce", {"nonce": ADA, "player": "red"}, 409)
    assert told["error"] == "enough-said"
    typed = live.person().new_game(seats=HOT_SEAT, dice="typed", nonces=True)
    assert typed.state["question"] is not None
    told = typed.post("nonce", {"nonce": ADA, "player": "red"}, 409)
    assert told["error"] == "typed-dice"


def test_the_game_is_the_same_after_a_restart(live: Live, settings: Settings) -> None:
    game = live.person().new_game(seats=HOT_SEAT, choices=NO_TOKENS, nonces=True)
    for player in ("red", "blue"):
        game.post("nonce", {"nonce": ADA, "player": player})
    fired(game)
    game.post("nonce", {"nonce": BO, "player": "blue"})
    told = game.state
    with running(settings) as again:
        assert again.person().at(game.id).get("positions/1")["scene"]  # it is awake
        assert again.person().at(game.id).state["game"] == told["game"]
        assert again.person().at(game.id).state["scene"] == told["scene"]


# ---------------------------------------------------------------------- taking back


def taken_back(live: Live) -> tuple[Seated, Seated, list[int]]:
    """A game of two people in which a shot was taken back; and what its dice had shown."""
    red = live.person().new_game(seats=BY_LINK, choices=NO_TOKENS)
    blue = red.invite(live.person())
    seen = fired(red)
    offer = red.post("undo")["number"]
    blue.post(f"offers/{offer}", {"accept": True})
    return red, blue, seen


def test_between_people_dice_that_were_seen_do_not_fall_again(live: Live) -> None:
    red, _, seen = taken_back(live)
    state = red.state
    # What was done is told in words, and not as it was typed.
    told = r"Red takes back: R1 fires at B1: .* \(other dice fall now\)"
    assert re.fullmatch(told, state["log"][-1]["text"])
    (mix,) = (Mix(**mix) for mix in state["game"]["mixes"])
    assert (mix.after, mix.kind, mix.player) == (0, "undo", "red")
    assert fired(red) == first_dice(mix) != seen == first_dice()


def test_in_practice_the_same_dice_fall_again_and_it_is_said(live: Live) -> None:
    for seats in (HOT_SEAT, against("random")):
        game = live.person().new_game(seats=seats, choices=NO_TOKENS)
        seen = fired(game)
        game.post("undo", {"player": "red"})
        texts = [line["text"] for line in game.state["log"]]
        told = r"Red takes back: R1 fires at B1: .* \(practice: the same dice fall again\)"
        assert any(re.fullmatch(told, text) for text in texts)
        assert game.state["game"]["mixes"] == []
        assert fired(game) == seen


def test_nothing_is_mixed_in_where_no_die_was_taken_back(live: Live) -> None:
    red = live.person().new_game(seats=BY_LINK, choices=NO_TOKENS)
    blue = red.invite(live.person())
    red.answer("wait")
    blue.answer("wait")
    blue.post(f"offers/{red.post('undo')['number']}", {"accept": True})
    assert red.state["log"][-1]["text"] == "Red takes back: wait"
    assert red.state["game"]["mixes"] == []


def test_the_record_tells_takings_back_and_proves_the_dice(live: Live) -> None:
    red, blue, _ = taken_back(live)
    blue.post("nonce", {"nonce": BO})
    fired(red)
    open_record = red.person.http.get(f"/api/games/{red.id}/record").text
    assert SEED not in open_record
    assert "\ntakebacks\n  1 red: fire R1 B1\n" in open_record
    red.post("concede")
    text = red.person.http.get(f"/api/games/{red.id}/record").text
    told = read(text)
    assert told.write() == text
    assert (told.seed, [mix.kind for mix in told.mixes]) == (SEED, ["undo", "nonce"])
    resume(Standoff(), told)


def test_a_rematch_waits_for_nonces_as_the_first_game_did(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT, nonces=True)
    for player in ("red", "blue"):
        game.post("nonce", {"nonce": ADA, "player": player})
    game.post("concede", {"player": "red"})
    game.post("offers", {"kind": "rematch", "player": "red"})
    again = game.person.at(game.state["rematch"])
    assert again.state["game"]["awaits"] == ["blue", "red"]
