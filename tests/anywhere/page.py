"""A page without a browser: what carries requests between its two engines, and what it stores."""

from __future__ import annotations

import json
from typing import Any

from battlemat.anywhere.desk import ask
from battlemat.anywhere.house import House
from battlemat.anywhere.thinker import Thinker
from battlemat.tables.shipped_catalogue import ShippedCatalogue

CATALOGUE = ShippedCatalogue()
SECRET = b"a page's own"
RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")


class Page:
    """What carries requests between a page and its two engines, and stores what must be stored."""

    def __init__(self, rows: list[dict[str, Any]] | None = None) -> None:
        self.rows = list(rows or ())
        self.house = House(CATALOGUE, SECRET)
        self.house.restore(json.dumps(self.rows))
        self.thinker = Thinker(CATALOGUE)
        self.watched: dict[str, int] = {}
        """Games that another tab follows, and the number of its stream."""
        self.untold: list[str] = []
        """Games that looked otherwise to another tab after a call that did not say so."""

    def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        query, sent = (body, {}) if method == "GET" else ({}, body)
        reply = self.stored(
            ask(self.house, method, f"/api{path}", json.dumps(query), json.dumps(sent))
        )
        while "work" in reply and "body" not in reply:
            reply = self.worked(reply)
        return reply["status"], json.loads(reply["body"])

    def lines(self, path: str, **body: Any) -> list[dict[str, Any]]:
        """What a request that goes on and on tells, line by line."""
        reply = self.stored(ask(self.house, "POST", f"/api{path}", "{}", json.dumps(body)))
        told = reply["body"]
        while "work" in reply:
            reply = self.worked(reply)
            told += reply["body"]
        return [json.loads(line) for line in told.splitlines()]

    def worked(self, reply: dict[str, Any]) -> dict[str, Any]:
        """What a reply comes to once its work is done by the other engine."""
        found = self.thinker.work(json.dumps(reply["work"]))
        return self.stored(self.house.finish(reply["work"]["ticket"], found))

    def stored(self, text: str) -> dict[str, Any]:
        reply: dict[str, Any] = json.loads(text)
        self.rows += reply["store"]
        said = {*reply.get("changed", ()), *(row["game"] for row in reply["store"])}
        for game, stream in self.watched.items():
            if json.loads(self.house.news(stream)) and game not in said:
                self.untold.append(game)
        return reply

    def watch(self, game: str) -> None:
        """Follow a game as another tab does, from now on."""
        self.watched[game] = self.house.follow(game, 0)
        self.house.news(self.watched[game])

    def drive(self, game: str) -> None:
        """Let machines think until a person is asked, or the game is over."""
        while (job := self.stored(self.house.job(game)))["work"] is not None:
            found = self.thinker.work(json.dumps(job["work"]))
            self.stored(self.house.thought(job["work"]["ticket"], found))

    def play(self, game: str, answers: int) -> dict[str, Any]:
        """Answer so many questions with what is listed first."""
        self.drive(game)
        for _ in range(answers):
            _, state = self.ask("GET", f"/games/{game}")
            question = state["question"]
            if question is None:
                break
            text = question["handles"][0]["answer"] or question["handles"][0]["text"]
            status, told = self.ask(
                "POST", f"/games/{game}/answers", number=question["number"], text=text
            )
            assert status == 200, told
            self.drive(game)
        status, state = self.ask("GET", f"/games/{game}")
        assert status == 200
        return dict(state)


def begun(page: Page, rulebook: str) -> str:
    """A game of whoever sits at the page against the quickest machine."""
    status, state = page.ask(
        "POST",
        "/games",
        rulebook=rulebook,
        seats={"red": {"kind": "me"}, "blue": {"kind": "machine", "machine": "recruit"}},
    )
    assert status == 200, state
    return str(state["game"]["id"])
