"""A server is killed and PostgreSQL ends while people play, with three servers on it behind nginx:
nothing that was told is lost.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from threading import Event, Thread

import httpx

from battlemat.server.settings import database_url
from battlemat.server.store.store import Store
from server.live import HOT_SEAT, Person, eventually
from server.nginx import nginx, toy_processes
from server.postgres import new_database, restartable

SERVERS = 3
PLAYERS = 4


class Player:
    """Plays game after game through the proxy, and remembers what was acknowledged."""

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
        if answer.status_code not in (502, 503):
            return True
        if answer.status_code == 503:
            assert answer.json()["error"] == "store-away"  # else the server was killed, says nginx
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


def all_go_on(players: list[Player]) -> None:
    """Wait until everybody had five more answers acknowledged."""
    before = [len(player) for player in players]
    eventually(
        lambda: all(len(one) >= had + 5 for one, had in zip(players, before, strict=True)), 60
    )


def test_a_killed_server_and_a_restarted_database_lose_nothing_behind_nginx(
    tmp_path: Path,
) -> None:
    with restartable(tmp_path) as (maintenance, restart):
        db, folder = new_database(maintenance, "games"), tmp_path / "nginx"
        folder.mkdir()
        with (
            toy_processes(db, "", SERVERS) as processes,
            nginx(folder, list(processes), "") as url,
        ):
            players = [Player(url) for _ in range(PLAYERS)]
            enough = Event()
            threads = [Thread(target=player.play, args=[enough]) for player in players]
            for thread in threads:
                thread.start()
            try:
                all_go_on(players)
                next(iter(processes.values())).kill()
                all_go_on(players)
                restart()
                all_go_on(players)
            finally:
                enough.set()
                for thread in threads:
                    thread.join()
            for player in players:
                eventually(partial(is_well, player))
                player.person.http.close()
        compare_with_store(db, players)


def compare_with_store(db: str, players: list[Player]) -> None:
    """Every acknowledged answer is there once, under its number, with its text."""
    store = Store(database_url(db))
    for player in players:
        for game, told in player.told.items():
            kept = [entry for entry in store.entries(game) if entry.kind == "answer"]
            assert [entry.question for entry in kept] == list(range(1, len(kept) + 1))
            assert told.items() <= {entry.number: entry.text for entry in kept}.items()
    store.close()
