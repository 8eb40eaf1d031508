"""Snapshots: a game is shown before it is played again, and the ledger is always right."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from battlemat.server.hosting import waking
from battlemat.server.settings import Settings
from battlemat.server.store.schema import SNAPSHOTS
from battlemat.server.store.store import Store
from battlemat.tables.ledger.rows import Asleep, SnapshotRow
from battlemat.tables.view import board
from battlemat.tables.view.board import Board
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Seated, against, eventually, running
from server.toy_catalogue import Standoff, ToyCatalogue


@pytest.fixture
def settings(db: str) -> Settings:
    return Settings(db, limits=FREE, workers=1, keep_alive=0.5)


def through(live: Live, game: Seated) -> Seated:
    """The same person at the same table, after a restart."""
    person = live.person()
    person.http.cookies = game.person.http.cookies
    return person.at(game.id)


def is_awake(live: Live, game: Seated) -> bool:
    return live.app.state.services.tables.live(game.id) is not None


@pytest.fixture
def before(settings: Settings) -> tuple[Seated, dict[str, Any]]:
    """A game of three answers on a server that has ended, and its state."""
    with running(settings) as live:
        game = live.person().new_game(seats=HOT_SEAT)
        for text in ("step R1 b1", "fire B1 R1", "pass"):
            game.answer(text)
        game.post("chat", {"text": "hello", "player": "red"})
        state = game.state
    return game, state


def asleep(settings: Settings, game: Seated) -> Asleep:
    store = Store(settings.db)
    found = store.asleep(game.id)
    store.close()
    assert found is not None
    return found


def test_a_game_that_sleeps_is_shown_as_it_was_without_waking(
    settings: Settings, before: tuple[Seated, dict[str, Any]]
) -> None:
    game, state = before
    with running(settings) as live:
        again = through(live, game)
        assert again.state == state
        watched = live.person().at(game.id).state
        assert (watched["you"]["seats"], watched["question"]["handles"]) == ([], [])
        assert [one["id"] for one in again.person.get("games")["games"]][:1] == [game.id]
        with again.stream(after=state["number"]) as events:
            shown = next(events)
            assert (shown.kind, shown.data["scene"]) == ("state", state["scene"])
            assert not is_awake(live, game)
            number = state["question"]["number"]
            again.answer("wait", number)
            entry, after = next(events), next(events)
        assert (entry.kind, entry.data["text"], after.kind) == ("entry", "wait", "state")
        assert after.data["number"] == state["number"] + 1
        assert is_awake(live, game)


def test_entries_that_a_page_has_missed_are_told_with_what_they_brought(
    settings: Settings, before: tuple[Seated, dict[str, Any]]
) -> None:
    game, state = before
    with running(settings) as live, through(live, game).stream(after=1) as events:
        told = [next(events) for _ in range(4)]
    assert [one.id for one in told] == [2, 3, 4, None]
    assert told[0].data["lines"]
    assert told[-1].data["scene"] == state["scene"]


def put(settings: Settings, row: SnapshotRow) -> None:
    store = Store(settings.db)
    with store.engine.begin() as db:
        change = {"number": row.number, "digest": row.digest, "body": row.body}
        db.execute(SNAPSHOTS.update().where(SNAPSHOTS.c.game == row.game).values(change))
    store.close()


def other_body(row: SnapshotRow) -> SnapshotRow:
    text = zlib.decompress(row.body).replace(b"R1", b"R9")
    return replace(row, body=zlib.compress(text))


def turned(body: bytes, at: int) -> bytes:
    """Every bit of one byte the other way round, whatever it was."""
    return body[:at] + bytes([body[at] ^ 0xFF]) + body[at + 1 :]


DAMAGE: dict[str, Callable[[SnapshotRow], SnapshotRow]] = {
    "cut": lambda row: replace(row, body=row.body[:40]),
    "turned": lambda row: replace(row, body=turned(row.body, 50)),
    "forged": other_body,
    "nothing": lambda row: replace(row, body=b""),
    "of another moment": lambda row: replace(row, number=row.number - 1),
    "other digest": lambda row: replace(row, digest="0" * 64),
}


@pytest.mark.parametrize("how", sorted(DAMAGE))
def test_a_snapshot_that_is_damaged_is_recovered_from_the_ledger(
    settings: Settings, before: tuple[Seated, dict[str, Any]], how: str
) -> None:
    game, state = before
    kept = asleep(settings, game).snapshot
    assert kept is not None
    put(settings, DAMAGE[how](kept))
    assert board.unpack(asleep(settings, game), Standoff()) is None
    with running(settings) as live:
        assert through(live, game).state == state
    assert asleep(settings, game).snapshot == kept  # and it is mended


def test_a_snapshot_older_than_the_ledger_tells_what_it_covers_and_no_more(
    settings: Settings, before: tuple[Seated, dict[str, Any]]
) -> None:
    game, state = before
    old = asleep(settings, game).snapshot
    assert old is not None
    with running(settings) as live:
        through(live, game).answer("wait")
    put(settings, old)  # as if the server had been killed
    with running(settings) as live:
        assert through(live, game).state["step"] == state["step"] + 1


def test_a_snapshot_that_tells_something_else_than_the_ledger_is_put_right(
    settings: Settings, before: tuple[Seated, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its digest is right: it was made by a server that drew something else."""
    game, state = before
    with running(settings) as live, monkeypatch.context() as wrong:
        draw = Standoff.scene

        def elsewhere(rules: Standoff, battle: Any) -> Any:
            scene = draw(rules, battle)
            scene.title = "elsewhere"
            return scene

        wrong.setattr(Standoff, "scene", elsewhere)
        through(live, game).post("chat", {"text": "again", "player": "red"})
    with running(settings) as live:
        again = through(live, game)
        with again.stream(after=state["number"] + 1) as events:
            assert next(events).data["scene"]["title"] == "elsewhere"
            again.get("log", before=1)  # the game wakes
            shown = next(events)
        assert (shown.kind, shown.data["scene"]) == ("state", state["scene"])


def test_a_worker_plays_a_game_and_leaves_its_snapshot(
    settings: Settings, before: tuple[Seated, dict[str, Any]]
) -> None:
    game, _ = before
    kept = asleep(settings, game).snapshot
    assert kept is not None
    put(settings, replace(kept, digest="none"))
    found = waking.play(ToyCatalogue(), settings.db, None, game.id)
    assert isinstance(found, Board)
    assert found.snapshot == board.unpack(asleep(settings, game), Standoff())
    assert waking.play(ToyCatalogue(), settings.db, None, "nothing")[0] == 404  # type: ignore[index]


def test_a_machine_that_must_move_does_so_once_its_game_is_looked_at(settings: Settings) -> None:
    with running(settings) as live:
        game = live.person().new_game(seats=against("slow"))
        game.answer("wait")
        eventually(lambda: game.state["thinking"])
    with running(settings) as live:
        again = through(live, game)
        assert again.state["step"] == 1  # from the snapshot; and the machine begins to think
        eventually(lambda: is_awake(live, game))
        eventually(lambda: again.state["thinking"])
        again.post("cancel", {}, 200)
        eventually(lambda: again.state["step"] >= 2)


def test_a_page_that_rests_hears_what_another_server_does(settings: Settings) -> None:
    with running(settings) as first:
        red = first.person().new_game(seats=BY_LINK)
        blue = red.invite(first.person())
        red.answer("wait")
    with running(settings) as one, running(settings) as other:
        here, there = through(one, red), through(other, blue)
        with here.stream(after=2) as events:
            assert next(events).data["step"] == 1
            there.answer("wait")
            heard = next(events)
        assert (heard.kind, heard.id, heard.data["text"]) == ("entry", 3, "wait")


def test_a_snapshot_holds_no_seed(
    settings: Settings, before: tuple[Seated, dict[str, Any]]
) -> None:
    game, _ = before
    found = asleep(settings, game)
    assert found.snapshot is not None
    assert found.row.seed is not None
    text = zlib.decompress(found.snapshot.body).decode()
    assert found.row.seed not in text
    assert json.loads(text.split("\n")[0])["number"] == 4
