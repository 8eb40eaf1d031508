"""Whoever reads the store and has no key foresees no die and opens no seat."""

from __future__ import annotations

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.server.hosting import waking
from battlemat.server.settings import Settings, database_url
from battlemat.server.store.schema import SNAPSHOTS
from battlemat.server.store.sealing import Sealer, WrongKey, is_sealed, key_in
from battlemat.server.store.store import Store
from battlemat.tables.view.board import Board
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Person, running
from server.toy_catalogue import ToyCatalogue

KEY, OTHER = b"k" * 32, b"o" * 32


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    db = database_url(str(tmp_path / "games.db"))
    return Settings(db, limits=FREE, workers=1, key=KEY)


def stored(settings: Settings) -> bytes:
    """Everything that is in the files of a store."""
    file = Path(settings.db.removeprefix("sqlite:///"))
    return b"".join(each.read_bytes() for each in file.parent.glob(file.name + "*"))


def test_a_sealed_text_opens_with_its_key_in_its_place_alone() -> None:
    for text in ("0123456789abcdef" * 2, "not hexadecimal", ""):
        sealed = Sealer(KEY).seal(text, "game")
        assert is_sealed(sealed)
        assert Sealer(KEY).open(sealed, "game") == text
        assert Sealer(KEY).seal(text, "game") != sealed
        for key, about, what in (
            (OTHER, "game", sealed),
            (KEY, "other", sealed),
            (KEY, "game", sealed[:-8] + "AAAAAAA="),
            (KEY, "game", "v1:nonsense"),
        ):
            with pytest.raises(WrongKey):
                Sealer(key).open(what, about)
    assert len(Sealer(KEY).seal("ab" * 16, "game")) <= 80  # as long as a seed may be in the store


def test_no_seed_and_no_secret_of_links_is_in_the_store_in_clear(settings: Settings) -> None:
    with running(settings) as live:
        game = live.person().new_game(seats=HOT_SEAT)
        muster = live.person().post("musters", {})["id"]
        game.answer("wait")
        row = live.app.state.services.tables.store.game(game.id)
        agreed = live.app.state.services.musters.store.find(muster)
        links = live.app.state.services.tables.store.secret()
        game.post("concede", {"player": "red"})
        assert game.state["game"]["seed"] == row.seed
    held = stored(settings)
    assert len(row.seed) == len(agreed.seed) == 32
    for secret in (row.seed, agreed.seed, links.hex()):
        assert secret.encode() not in held
        assert bytes.fromhex(secret) not in held
    assert repr(KEY) not in repr(settings)


def test_a_sealed_game_goes_on_after_a_restart_also_where_a_process_plays_it(
    settings: Settings,
) -> None:
    with running(settings) as live:
        game = live.person().new_game(seats=HOT_SEAT, choices={"tokens": "0"})
        game.answer("fire R1 B1")
        state = game.state
    store = Store(settings.db, Sealer(KEY))
    with store.engine.begin() as db:
        db.execute(SNAPSHOTS.delete())
    store.close()
    board = waking.play(ToyCatalogue(), settings.db, KEY, game.id)
    assert isinstance(board, Board)
    with running(settings) as live:
        assert through(live, game.person).at(game.id).state["scene"] == state["scene"]


def test_a_game_that_another_key_seals_is_refused_in_one_sentence_and_no_other_is(
    settings: Settings,
) -> None:
    with running(settings) as live:
        ada = live.person()
        good, foreign = ada.new_game(seats=HOT_SEAT), ada.new_game(seats=HOT_SEAT)
    sealed = Sealer(OTHER).seal("ab" * 16, foreign.id)
    with sqlite3.connect(settings.db.removeprefix("sqlite:///")) as db:
        db.execute("DROP TRIGGER games_keeps_update")
        db.execute("UPDATE games SET seed = ? WHERE id = ?", (sealed, foreign.id))
    db.close()
    told = waking.play(ToyCatalogue(), settings.db, KEY, foreign.id)
    assert isinstance(told, tuple)
    assert told[:2] == (409, "other-key")
    with running(settings) as live:
        again = through(live, ada)
        lost = again.at(foreign.id)
        for refused in (
            lost.get(status=409),
            lost.get("events", 409),
            lost.get("record", 409),
            lost.answer("wait", 1, 409),
            lost.post("chat", {"text": "hello"}, 409),
        ):
            assert refused["error"] == "other-key"
            assert "sealed with another key" in refused["message"]
        mine = again.get("games")
        assert ([game["id"] for game in mine["games"]], mine["outlived"]) == ([good.id], [])
        again.at(good.id).answer("wait")


def through(live: Live, person: Person) -> Person:
    found = live.person()
    found.http.cookies = person.http.cookies
    return found


def test_a_store_of_before_keeps_its_links_and_its_games(settings: Settings) -> None:
    with running(replace(settings, key=None)) as live:
        red = live.person().new_game(seats=BY_LINK)
        link = red.state["links"]["invites"]["blue"]
        seed = live.app.state.services.tables.store.game(red.id).seed
        secret = live.app.state.services.tables.store.secret()
    with running(settings) as live:
        blue, token = live.person(), link.partition("#invite=")[2]
        blue.post(f"games/{red.id}/join", {"token": token}, 200)
        assert live.app.state.services.tables.store.game(red.id).seed == seed
    with sqlite3.connect(settings.db.removeprefix("sqlite:///")) as db:
        ((value,),) = db.execute("SELECT value FROM secrets").fetchall()
    db.close()
    assert is_sealed(value)
    assert Sealer(KEY).open(value, "links") == secret.hex()
    for sealer in (None, Sealer(OTHER)):
        store = Store(settings.db, sealer)
        with pytest.raises(WrongKey):
            store.secret()
        store.close()


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "secret.key"
    with ThreadPoolExecutor(8) as servers:
        (key,) = set(servers.map(lambda _: key_in(file), range(8)))
    assert len(key) == 32
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    file.chmod(0o644)
    with pytest.raises(ValueError, match="others may read"):
        key_in(file)
    file.chmod(0o600)
    file.write_text("not a key")
    with pytest.raises(ValueError, match="is not a key: 64 hexadecimal digits"):
        key_in(file)


def test_a_server_with_another_key_does_not_start(tmp_path: Path) -> None:
    db, key = tmp_path / "games.db", tmp_path / "secret.key"
    store = Store(database_url(str(db)), Sealer(OTHER))
    store.secret()
    store.close()
    how = ["serve", "--port", "0", "--db", str(db), "--secret-file"]
    failed = CliRunner().invoke(main, [*how, str(key)])
    assert failed.exit_code == 1
    assert "the store was made with another key than that in" in failed.stderr
    failed = CliRunner().invoke(main, [*how, str(db / "below" / "a-file")])
    assert failed.exit_code == 1
    assert "cannot be made or read" in failed.stderr
