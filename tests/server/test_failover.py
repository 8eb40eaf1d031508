"""PostgreSQL ends in the middle of everything, with four servers on it: nothing told is lost."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from threading import Event, Thread

import httpx

from battlemat.server.settings import database_url
from battlemat.server.store.store import Store
from server.live import HOT_SEAT, Person, eventually
from server.nginx import toy_servers
from server.postgres import new_database, restartable

SERVERS = 4


class Player:
    """Plays game after game through one server, and remembers what was acknowledged."""

    def __init__(self, url: str) -> None:
        self.person = Person(url)
        self.told: dict[str, dict[int, str]] = {}
        self.refused = 0
        self._game = ""
        self._number = 1

    def __len__(self) -> int:
        return sum(map(len, list(self.told.values())))

    def play(self, enough: Event) -> None:
        while not enough.is_set():
            if not self._game:
                made = self.person.http.post("/api/games", json={"seats": HOT_SEAT})
                if self._came_through(made):
                    self._game, self._number = made.json()["game"]["id"], 1
                    self.told[self._game] = {}
                continue
            body = {"number": self._number, "text": "wait"}
            answer = self.person.http.post(f"/api/games/{self._game}/answers", json=body)
            if self._came_through(answer):
                self._note(answer)

    def _came_through(self, answer: httpx.Response) -> bool:
        if answer.status_code != 503:
            return True
        assert answer.json()["error"] == "store-away"
        self.refused += 1
        time.sleep(0.02)  # and the same again, which does no harm
        return False

    def _note(self, answer: httpx.Response) -> None:
        said = answer.json()
        if answer.status_code == 201:
            self.told[self._game][said["number"]] = said["text"]
            self._number += 1
        elif said["error"] == "game-over":
            self._game = ""
        else:  # it had landed, but the database was gone before it could say so
            assert (answer.status_code, said["error"]) == (409, "conflict")
            self._number = said["number"]


def is_well(player: Player) -> bool:
    return bool(player.person.get("health")["ok"])


def test_a_database_that_is_restarted_under_four_servers_loses_nothing(tmp_path: Path) -> None:
    with restartable(tmp_path) as (maintenance, restart):
        db = new_database(maintenance, "games")
        with toy_servers(db, "", SERVERS) as ports:
            players = [Player(f"http://127.0.0.1:{port}") for port in ports]
            enough = Event()
            threads = [Thread(target=player.play, args=[enough]) for player in players]
            for thread in threads:
                thread.start()
            try:
                eventually(lambda: all(len(player) >= 5 for player in players), 60)
                restart()
                before = [len(player) for player in players]
                eventually(
                    lambda: all(
                        len(player) >= had + 5 for player, had in zip(players, before, strict=True)
                    )
                )
            finally:
                enough.set()
                for thread in threads:
                    thread.join()
            for player in players:
                eventually(partial(is_well, player))
                player.person.http.close()
        store = Store(database_url(db))
        for player in players:
            for game, told in player.told.items():
                kept = [entry for entry in store.entries(game) if entry.kind == "answer"]
                assert [entry.question for entry in kept] == list(range(1, len(kept) + 1))
                assert told.items() <= {entry.number: entry.text for entry in kept}.items()
        store.close()
