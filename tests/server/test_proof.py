"""A stored game never opens silently changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.questions import Faces, Flow, Roll
from battlemat.server.settings import Settings, database_url
from battlemat.server.store.schema import SNAPSHOTS
from battlemat.server.store.store import Store
from battlemat.tables.ledger import proof
from example.standoff import ToyBattle
from server.live import FREE, HOT_SEAT, running
from server.toy_catalogue import Standoff


def played(settings: Settings) -> tuple[str, dict[str, Any]]:
    """A game of three answers with dice among them, and its last state."""
    with running(settings) as live:
        game = live.person().new_game(seats=HOT_SEAT, choices={"tokens": "0"})
        for text in ("wait", "fire B1 R1", "wait"):
            game.answer(text)
        return game.id, game.state


def opened(settings: Settings, id: str, before: dict[str, Any]) -> dict[str, Any]:
    """A game is shown as it was, and then it is said why it does not go on."""
    with running(settings) as live:
        game = live.person().at(id)
        assert game.state["scene"] == before["scene"]
        told: dict[str, Any] = game.get("log", 409, before=1)
    forget_snapshots(settings)
    with running(settings) as live:
        assert live.person().at(id).get(status=409) == told
    return told


def forget_snapshots(settings: Settings) -> None:
    store = Store(settings.db)
    with store.engine.begin() as db:
        db.execute(SNAPSHOTS.delete())
    store.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database_url(str(tmp_path / "games.db")), limits=FREE, workers=1)


def test_the_ledger_keeps_the_dice_that_fell_and_a_digest_of_each_step(settings: Settings) -> None:
    id, state = played(settings)
    store = Store(settings.db)
    entries = store.entries(id)
    store.close()
    assert [len(entry.extra["digest"]) for entry in entries] == [32] * 3
    assert len({entry.extra["digest"] for entry in entries}) == 3
    assert [bool(entry.extra["dice"]) for entry in entries] == [False, True, False]
    assert state["number"] == 3


def test_a_game_opens_as_it_was_under_the_same_rules(settings: Settings) -> None:
    id, state = played(settings)
    with running(settings) as live:
        assert live.person().at(id).state["scene"] == state["scene"]


def test_a_game_whose_rules_have_changed_says_from_which_answer_on(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, before = played(settings)
    step = Standoff.step

    def other(rules: Standoff, battle: ToyBattle) -> Flow[None] | None:
        if battle.turn > 2:
            battle.scores[0] += 1
        return step(rules, battle)

    monkeypatch.setattr(Standoff, "step", other)
    told = opened(settings, id, before)
    assert told["error"] == "other-version"
    assert "from answer 2 on the rules now differ" in told["message"]


def test_dice_that_would_fall_otherwise_now_are_noticed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, before = played(settings)
    fall = SeededDice.roll

    def otherwise(dice: SeededDice, roll: Roll) -> Faces:
        return tuple(face % roll.sides + 1 for face in fall(dice, roll))

    monkeypatch.setattr(SeededDice, "roll", otherwise)
    told = opened(settings, id, before)
    assert "from answer 2 on the rules now differ" in told["message"]


def test_a_game_of_an_older_version_goes_on_if_it_is_proved_to_go_where_it_went(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, before = played(settings)
    monkeypatch.setattr(Standoff, "version", Standoff.version + 1)
    forget_snapshots(settings)
    with running(settings) as live:
        game = live.person().at(id)
        assert game.state["scene"] == before["scene"]
        assert len(game.get("log", before=99)["log"]) == len(before["log"])


def test_a_game_of_an_older_version_without_a_proof_does_not_open(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(proof, "proof", lambda history, told: {})
        id, _ = played(settings)
    monkeypatch.setattr(Standoff, "version", Standoff.version + 1)
    forget_snapshots(settings)
    with running(settings) as live:
        told = live.person().at(id).get(status=409)
    assert "begun under version 1 of toy; this server plays version 2" in told["message"]


def test_a_game_of_a_later_version_does_not_open(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, _ = played(settings)
    monkeypatch.setattr(Standoff, "version", Standoff.version - 1)
    with running(settings) as live:
        assert live.person().at(id).get(status=409)["error"] == "other-version"
