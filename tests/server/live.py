"""A live server in this process, and people who play on it over HTTP."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from battlemat.server.app import make_app
from battlemat.server.run import listen, server
from battlemat.server.settings import Limits, Settings
from battlemat.tables.catalogue import Catalogue
from server.toy_catalogue import ToyCatalogue

FREE = Limits(
    requests_per_second=1e6,
    burst=10**6,
    games_per_hour=10**6,
    offers_per_hour=10**6,
    seats_per_hour=10**6,
    streams=1000,
    connections_each=2000,
    verbs_per_minute={},
)


def child_environment() -> dict[str, str]:
    """For processes of tests: they import what the tests import, from the same folders."""
    tests = str(Path(__file__).parents[1])
    path = os.pathsep.join(filter(None, [tests, os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path}


class Live:
    """A server that runs; `person()` gives a browser with its own cookies."""

    def __init__(self, url: str, settings: Settings, app: FastAPI) -> None:
        self.url = url
        self.settings = settings
        self.app = app
        self._people: list[Person] = []

    def person(self) -> Person:
        person = Person(self.url)
        self._people.append(person)
        return person

    def close(self) -> None:
        for person in self._people:
            person.http.close()


@contextmanager
def running(settings: Settings, catalogue: Catalogue | None = None) -> Iterator[Live]:
    """Serve the toy game (or another catalogue) in a thread of this process."""
    at = listen("127.0.0.1", 0)
    app = make_app(settings, catalogue or ToyCatalogue())
    running = server(app, log_level="critical")
    thread = threading.Thread(target=running.run, kwargs={"sockets": [at]})
    thread.start()
    live = Live(f"http://127.0.0.1:{at.getsockname()[1]}", settings, app)
    try:
        eventually(lambda: running.started or not thread.is_alive())
        yield live
    finally:
        live.close()
        running.should_exit = True
        thread.join()
        at.close()


def eventually(holds: Callable[[], Any], seconds: float = 20.0, pause: float = 0.01) -> Any:
    """Wait until something holds, and give what it gave. Who asks much of a server pauses longer,
    so as not to be told to slow down.
    """
    until = time.monotonic() + seconds
    while not (found := holds()):
        if time.monotonic() > until:
            raise AssertionError("it did not come about in time")
        time.sleep(pause)
    return found


class Person:
    """A browser: cookies, and short ways to ask."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=30, verify=False, trust_env=False)

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        answer = self.http.get("/api/" + path, params=params)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, status: int = 201) -> Any:
        answer = self.http.post("/api/" + path, json={} if body is None else body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def new_game(self, **wish: Any) -> Seated:
        state = self.post("games", wish)
        return Seated(self, state["game"]["id"])

    def at(self, game: str) -> Seated:
        return Seated(self, game)


ME, FRIEND = {"kind": "me"}, {"kind": "friend"}


def against(machine: str) -> dict[str, Any]:
    """Seats for a game against a machine."""
    return {"red": ME, "blue": {"kind": "machine", "machine": machine}}


HOT_SEAT = {"red": ME, "blue": ME}
BY_LINK = {"red": ME, "blue": FRIEND}


class Seated:
    """A person at one table."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.id = game

    def get(self, path: str = "", status: int = 200, **params: Any) -> Any:
        return self.person.get(f"games/{self.id}" + (path and f"/{path}"), status, **params)

    def post(self, path: str, body: Any = None, status: int = 201) -> Any:
        return self.person.post(f"games/{self.id}/{path}", body, status)

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get()
        return found

    def answer(self, text: str, number: int | None = None, status: int = 201) -> Any:
        """Answer the standing question (or question `number`)."""
        if number is None:
            number = self.state["question"]["number"]
        return self.post("answers", {"number": number, "text": text}, status)

    def play_on(self, pick: int = 0) -> dict[str, Any]:
        """Answer with a listed option, once it is this person's turn; gives the state after."""
        state = eventually(self._mine_or_over)
        if state["result"] is None:
            handles = state["question"]["handles"]
            self.answer(handles[pick % len(handles)]["answer"], state["question"]["number"])
        return self.state

    def _mine_or_over(self) -> dict[str, Any] | None:
        state = self.state
        over = state["result"] is not None
        return state if over or (state["question"] and state["question"]["yours"]) else None

    def play_out(self) -> dict[str, Any]:
        """Play until the game is over."""
        for turn in range(200):
            state = self.play_on(turn)
            if state["result"] is not None:
                return state
        raise AssertionError("the game did not end")

    def invite(self, other: Person) -> Seated:
        """Let another person join by the invite link."""
        (link,) = self.state["links"]["invites"].values()
        token = link.partition("#invite=")[2]
        other.post(f"games/{self.id}/join", {"token": token, "name": "Bo"}, 200)
        return other.at(self.id)

    @contextmanager
    def stream(self, **how: Any) -> Iterator[Iterator[Event]]:
        """The stream of events; `after=` or `last=` (the header) says from where."""
        headers = {"last-event-id": str(how.pop("last"))} if "last" in how else {}
        url = f"/api/games/{self.id}/events"
        with self.person.http.stream("GET", url, params=how, headers=headers) as answer:
            assert answer.status_code == 200
            yield read_events(answer.iter_lines())


class Event:
    """One server-sent event."""

    def __init__(self, kind: str, id: int | None, data: Any) -> None:
        self.kind = kind
        self.id = id
        self.data = data

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.id!r})"


def read_events(lines: Iterator[str]) -> Iterator[Event]:
    """Events from the lines of a stream; comments and settings are passed over.

    A stream that brings nothing but comments for long is given up, so that no test hangs.
    """
    fields: dict[str, str] = {}
    heard = time.monotonic()
    for line in lines:
        assert time.monotonic() < heard + 30, "nothing came over the stream"
        if line:
            name, _, value = line.partition(":")
            if name:
                fields[name] = value.strip()
        elif "data" in fields:
            id = int(fields["id"]) if "id" in fields else None
            yield Event(fields["event"], id, json.loads(fields["data"]))
            fields, heard = {}, time.monotonic()
        else:
            fields = {}
