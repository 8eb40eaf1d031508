"""A server is stopped and another takes its place while games are played: pages only reconnect."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import httpx

from battlemat.server.settings import Settings
from battlemat.server.store.store import Store
from server.live import FREE, HOT_SEAT, Live, Person, Seated, eventually, running

PLAYERS = 3


class Player:
    """Plays games through whichever server there is, and remembers what was acknowledged."""

    def __init__(self, first: Live) -> None:
        self.person = Person(first.url)
        self.game = self._new()
        self.told: dict[str, list[str]] = {self.game.id: []}

    def _new(self) -> Seated:
        return self.person.new_game(seats=HOT_SEAT)

    def play(self, enough: Event, second: Live) -> None:
        while not enough.is_set():
            try:
                self._answer()
            except httpx.TransportError:
                self.person.http.base_url = httpx.URL(second.url)  # as a proxy would send them

    def _answer(self) -> None:
        number = len(self.told[self.game.id]) + 1
        url = f"/api/games/{self.game.id}/answers"
        answer = self.person.http.post(url, json={"number": number, "text": "wait"})
        said = answer.json()
        if answer.status_code == 503:
            raise httpx.ConnectError(said["message"])  # a proxy would try the next
        if answer.status_code == 201:
            self.told[self.game.id].append(said["text"])
        elif said["error"] == "conflict":  # it had landed before the server could say so
            assert said["number"] == number + 1
            self.told[self.game.id].append("wait")
        else:
            assert said["error"] == "game-over", said
            self.game = self._new()
            self.told[self.game.id] = []

    @property
    def answers(self) -> int:
        return sum(map(len, list(self.told.values())))


def test_a_server_is_replaced_under_load_and_nothing_that_was_told_is_lost(db: str) -> None:
    settings = Settings(db, limits=FREE, workers=1)
    enough = Event()
    with running(settings) as second, ThreadPoolExecutor(PLAYERS) as crowd:
        with running(settings) as first:
            watched = first.person().new_game(seats=HOT_SEAT)
            with watched.stream(after=0) as events:
                watched.answer("wait", 1)
                seen = next(event.id for event in events if event.kind == "entry")
                players = [Player(first) for _ in range(PLAYERS)]
                playing = [crowd.submit(one.play, enough, second) for one in players]
                eventually(lambda: all(one.answers >= 3 for one in players))
                first.app.state.services.tables.end_streams()
                list(events)  # the stream comes to its end by itself
        before = {one: one.answers for one in players}
        eventually(lambda: all(one.answers > told for one, told in before.items()))
        enough.set()
        for one in playing:
            one.result()
        again = second.person()
        again.http.cookies = watched.person.http.cookies
        with again.at(watched.id).stream(last=seen) as events:
            again.at(watched.id).answer("wait", 2)
            assert next(event.id for event in events if event.kind == "entry") == 2
    store = Store(db)
    for player in players:
        player.person.http.close()
        for game, told in player.told.items():
            kept = [one.text for one in store.entries(game) if one.kind == "answer"]
            assert kept[: len(told)] == told
    store.close()
