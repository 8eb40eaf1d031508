"""Games outlive their rules: they are looked at for ever, and go on by agreement."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.questions import Flow
from battlemat.server.settings import Settings
from battlemat.server.store.schema import SNAPSHOTS
from battlemat.server.store.store import Store
from battlemat.tables.ledger import proof
from example.standoff import ToyBattle
from server.live import BY_LINK, FREE, Live, Person, Seated, running
from server.toy_catalogue import Standoff

PLAYED = ("wait", "fire B1 R1", "wait")


@pytest.fixture
def settings(db: str) -> Settings:
    return Settings(db, limits=FREE, workers=1)


def played(settings: Settings, *, to_the_end: bool = False) -> tuple[Seated, Seated, Any]:
    """A game of three answers between two people, and its state; the server has ended since."""
    with running(settings) as live:
        red = live.person().new_game(seats=BY_LINK, choices={"tokens": "0"})
        blue = red.invite(live.person())
        for number, text in enumerate(PLAYED):
            (blue if number % 2 else red).answer(text, number + 1)
        if to_the_end:
            blue.post("concede", {})
        return red, blue, red.state


SNAPSHOTS_ARE_THERE = [True]


@pytest.fixture(params=[True, False], ids=["snapshot", "no-snapshot"], autouse=True)
def _with_and_without_snapshots(request: pytest.FixtureRequest) -> None:
    """Whether a snapshot of before is there or not, a game fares alike when its rules change."""
    SNAPSHOTS_ARE_THERE[:] = [request.param]


def change_rules(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, *, version: bool = True
) -> None:
    """From the second answer on the battle goes otherwise."""
    step = Standoff.step

    def other(rules: Standoff, battle: ToyBattle) -> Flow[None] | None:
        if battle.turn > 2:
            battle.scores[0] += 1
        return step(rules, battle)

    monkeypatch.setattr(Standoff, "step", other)
    if version:
        monkeypatch.setattr(Standoff, "version", Standoff.version + 1)
    if SNAPSHOTS_ARE_THERE[0]:
        return
    store = Store(settings.db)
    with store.engine.begin() as db:
        db.execute(SNAPSHOTS.delete())
    store.close()


def again(live: Live, seated: Seated) -> Seated:
    person: Person = live.person()
    person.http.cookies = seated.person.http.cookies
    return person.at(seated.id)


def test_a_game_whose_rules_have_changed_is_shown_from_what_was_stored(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, _, before = played(settings)
    change_rules(settings, monkeypatch)
    with running(settings) as live:
        game = live.person().at(red.id)
        assert game.get(status=409)["error"] == "other-version"
        told = game.get("replay")
        answers = [entry for entry in told["entries"] if entry["kind"] == "answer"]
        assert [entry["text"] for entry in answers] == list(PLAYED)
        assert [bool(entry["dice"]) for entry in answers] == [False, True, False]
        kept = [line["text"] for entry in answers for line in entry["lines"]]
        assert kept == [line["text"] for line in before["log"] if line["kind"] != "note"]
        assert told["differs"]["answer"] == 2
        assert told["boards"][-1] == before["number"]
        assert game.get(f"replay/{before['number']}")["scene"] == before["scene"]
        assert game.get("replay/0", 404)["error"] == "unknown-step"
        mine = again(live, red).person.get("games")
        assert (mine["games"], [one["id"] for one in mine["outlived"]]) == ([], [red.id])
        text = game.person.http.get(f"/api/games/{red.id}/replay.txt").text
        assert all(line in text for line in kept)
        assert "from answer 2 on the rules now differ" in text


def test_it_goes_on_where_the_rules_begin_to_differ_when_everybody_agrees(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue, _ = played(settings)
    change_rules(settings, monkeypatch)
    with running(settings) as live:
        red, blue = again(live, red), again(live, blue)
        assert live.person().at(red.id).post("renewal", {}, 403)["error"] == "not-your-seat"
        said = red.post("renewal", {}, 200)
        assert said == {"agreed": ["red"], "awaited": ["blue"], "game": None}
        assert red.post("renewal", {}, 200) == said
        found = blue.post("renewal", {}, 200)
        assert (found["agreed"], found["awaited"]) == (["blue", "red"], [])
        assert red.get("replay")["renewed"] == found["game"]
        assert blue.post("renewal", {}, 200)["game"] == found["game"]
        onward, theirs = red.person.at(found["game"]), blue.person.at(found["game"])
        state = onward.state
        assert state["game"]["parent"] == {"game": red.id, "step": 1}
        assert "goes on from answer 1 of game" in state["log"][-1]["text"]
        assert (state["you"]["seats"], theirs.state["you"]["seats"]) == (["red"], ["blue"])
        theirs.answer("fire B1 R1")


def test_a_game_whose_rules_are_as_they_were_needs_no_agreement(settings: Settings) -> None:
    red, _, _ = played(settings)
    with running(settings) as live:
        game = again(live, red)
        assert game.post("renewal", {}, 409)["error"] == "same-rules"
        assert game.get("replay")["differs"] is None


def test_a_game_that_is_over_does_not_go_on(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, _, _ = played(settings, to_the_end=True)
    change_rules(settings, monkeypatch)
    with running(settings) as live:
        assert again(live, red).post("renewal", {}, 409)["error"] == "game-over"
        assert again(live, red).get("replay")["entries"][-1]["kind"] == "concede"


def test_a_game_whose_rules_have_changed_is_left_by_one_and_removed_by_the_last(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue, _ = played(settings)
    change_rules(settings, monkeypatch)
    with running(settings) as live:
        stranger = live.person().at(red.id)
        assert stranger.post("forget", {}, 403)["error"] == "not-your-seat"
        first, last = again(live, red), again(live, blue)
        assert first.post("forget", {}, 200) == {"removed": False}
        assert first.person.get("games")["outlived"] == []
        assert [one["id"] for one in last.person.get("games")["outlived"]] == [red.id]
        assert first.post("forget", {}, 403)["error"] == "not-your-seat"
        assert last.post("forget", {}, 200) == {"removed": True}
        assert last.get("replay", 404)["error"] == "unknown-game"


def test_a_game_of_ones_own_whose_rules_have_changed_is_removed_whole(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings) as live:
        both = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
        alone = live.person().new_game(seats=both, choices={"tokens": "0"})
        for number, text in enumerate(PLAYED):
            alone.answer(text, number + 1)
    change_rules(settings, monkeypatch)
    with running(settings) as live:
        mine = again(live, alone)
        assert mine.get(status=409)["error"] == "other-version"
        assert mine.post("forget", {}, 200) == {"removed": True}
        assert mine.get("replay", 404)["error"] == "unknown-game"
        assert mine.person.get("games")["outlived"] == []


def test_rules_that_changed_unnoticed_are_noticed_by_the_first_who_acts(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a version nor the text of the rules tells of the change; the ledger does."""
    red, blue, _ = played(settings)
    change_rules(settings, monkeypatch, version=False)
    with running(settings) as live:
        red, blue = again(live, red), again(live, blue)
        assert blue.answer("wait", 4, 409)["error"] == "other-version"
        assert red.get(status=409)["error"] == "other-version"
        assert [one["id"] for one in red.person.get("games")["outlived"]] == [red.id]
        assert red.get("replay")["differs"]["answer"] == 2
        red.post("renewal", {}, 200)
        assert blue.post("renewal", {}, 200)["game"]


def test_a_game_of_before_there_were_proofs_goes_on_by_agreement(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(proof, "proof", lambda history, told: {})
        red, blue, _ = played(settings)
    monkeypatch.setattr(Standoff, "version", Standoff.version + 1)
    with running(settings) as live:
        red, blue = again(live, red), again(live, blue)
        assert red.get(status=409)["error"] == "other-version"
        told = red.get("replay")["differs"]
        assert (told["answer"], "begun under version" in told["message"]) == (4, True)
        red.post("renewal", {}, 200)
        onward = blue.person.at(blue.post("renewal", {}, 200)["game"])
        assert onward.state["step"] >= len(PLAYED)
