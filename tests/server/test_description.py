"""The description of the interface is true: Schemathesis finds no server error and no answer that
is not in it, and the page for people names every request.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from battlemat.packs.campaigns.files import shipped as campaigns
from battlemat.server.app import make_app
from battlemat.server.settings import Settings, database_url
from battlemat.server.store.board_store import BoardRow, BoardStore
from battlemat.tables.ledger.rows import Entry, now
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, FRIEND, HOT_SEAT, Live, eventually, running
from server.toy_catalogue import ToyCatalogue

APP = make_app(Settings("sqlite://"), ToyCatalogue())
SCHEMA = schemathesis.openapi.from_dict(APP.openapi())
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
WITHOUT_END = "/api/games/{game}/events"


class Browser:
    """A browser with a seat in a game, for requests that are made up."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.url = live.url
        self.session = requests.Session()
        body = {"seats": HOT_SEAT}
        answer = self.session.post(live.url + "/api/games", json=body, timeout=10)
        self.game: str = answer.json()["game"]["id"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    db = database_url(str(tmp_path_factory.mktemp("described") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1)) as live:
        browser = Browser(live)
        yield browser
        browser.session.close()


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("shipped") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as live:
        yield live


@SCHEMA.exclude(path=WITHOUT_END).parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_finds_a_server_error_or_an_answer_that_is_not_described(
    case: schemathesis.Case[Any], browser: Browser
) -> None:
    check(case, browser)
    known = {"game": browser.game, "rulebook": "toy"}
    given = case.path_parameters or {}
    if set(known) & set(given):  # and now at a table that exists
        case.path_parameters = {name: known.get(name, value) for name, value in given.items()}
        check(case, browser)


def check(case: schemathesis.Case[Any], browser: Browser) -> None:
    answer = case.call(base_url=browser.url, session=browser.session)
    case.validate_response(answer, checks=CHECKS)


class Tour:
    """Visits requests and holds each answer against its description."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.url = browser.url
        self.game = browser.game
        self.visited: set[tuple[str, str]] = set()

    def get(self, path: str, **fill: Any) -> Any:
        return self._visit("GET", path, 200, None, fill)

    def post(self, path: str, body: Any, status: int = 201, **fill: Any) -> Any:
        return self._visit("POST", path, status, body, fill)

    def _visit(self, method: str, path: str, status: int, body: Any, fill: Any) -> Any:
        names = {"game": self.game, "rulebook": "toy", **fill}
        url = self.url + path.format(**names)
        params = {name: value for name, value in fill.items() if f"{{{name}}}" not in path}
        answer = self.browser.session.request(method, url, json=body, params=params, timeout=30)
        assert answer.status_code == status, answer.text
        SCHEMA[path][method].validate_response(answer)
        self.visited.add((method, path))
        json = answer.headers["content-type"] == "application/json"
        return answer.json() if json else answer.text


TABLE = "/api/games/{game}"


def test_every_request_that_succeeds_answers_as_it_is_described(
    browser: Browser, shipped: Live
) -> None:
    tour = Tour(browser)
    visit_the_front_door(tour)
    visit_a_table(tour)
    visit_the_others(tour)
    tour.url = shipped.url
    visit_the_barracks(tour)
    visit_campaigns(tour)
    visit_the_books(tour)
    visit_the_puzzles(tour)
    visit_a_mistake(tour)
    visit_an_offer_that_was_passed(tour)
    assert tour.visited == {
        (method.upper(), path)
        for path, methods in APP.openapi()["paths"].items()
        for method in methods
        if path != WITHOUT_END
    }


def visit_the_front_door(tour: Tour) -> None:
    for path in ("/api/health", "/api/ready", "/api/catalogue", "/api/games", "/api/words"):
        tour.get(path)
    tour.get("/api/rulebooks/{rulebook}/choices/{key}/{option}", key="tokens", option="1")
    tour.get("/api/rulebooks/{rulebook}/picture.png")
    tour.get("/api/rulebooks/{rulebook}/cover.jpg")
    tour.get("/api/rulebooks/{rulebook}/clauses", search="hit")
    tour.post("/api/lab/duel", {"rulebook": "toy", "level": "recruit", "games": 2}, 200)
    tour.get("/api/rulebooks/{rulebook}/clauses/{clause}", clause="toy.fire.hit")
    tour.game = tour.post("/api/games", {"seats": HOT_SEAT})["game"]["id"]
    muster = tour.post("/api/musters", {"rulebook": "toy"})["id"]
    tour.get("/api/musters")
    tour.post("/api/musters/{muster}/join", {"shipped": "swift"}, 200, muster=muster)
    tour.get("/api/musters/{muster}", muster=muster)


def visit_the_barracks(tour: Tour) -> None:
    """Squads are built for what is shipped; the toy has none that could be."""
    barracks, rulebook = "/api/barracks/{rulebook}", "skirm3"
    start = tour.get(barracks, rulebook=rulebook)["starts"][-1]["text"]
    for path in ("", "/mend", "/save", "/sheet"):
        tour.post(barracks + path, {"text": start}, 200, rulebook=rulebook)
    meeting = {"text": start, "entry": 0, "enemy": start, "other": 0}
    tour.post(barracks + "/odds", meeting, 200, rulebook=rulebook)


def visit_campaigns(tour: Tour) -> None:
    """A campaign that was just begun; its battle is given up at the table."""
    first = tour.get("/api/campaigns")["campaigns"][0]
    wish = {"rulebook": first["rulebook"], "id": first["id"]}
    file = campaigns(first["rulebook"])[first["id"]]
    tour.post("/api/campaigns/file", {"file": file.read_text(encoding="utf-8")}, 200)
    begun = tour.post("/api/campaigns/begin", wish, 200)
    kept = {"ledger": begun["ledger"]}
    tour.post("/api/campaigns/look", kept, 200)
    tour.post("/api/campaigns/merge", {**kept, "other": begun["ledger"]}, 200)
    force = {"do": "force", "what": begun["view"]["forces"][0]["text"]}
    tour.post("/api/campaigns/decide", {**kept, **force}, 200)
    tour.post("/api/campaigns/table", kept, 201)


def visit_the_books(tour: Tour) -> None:
    """Rules are read of what is shipped, too: the toy has no boards beside its clauses."""
    books, rulebook = "/api/rules/{rulebook}", "skirm3"
    tour.get(books, rulebook=rulebook)
    tour.get(books + "/board", rulebook=rulebook, id="low-wall")
    tour.get(books + "/sheet.html", rulebook=rulebook)
    tour.post(books + "/play", {"board": "low-wall"}, 201, rulebook=rulebook)
    tour.get("/api/learn")
    wish = {"lesson": "walking", "board": 0}
    tour.game = tour.post("/api/learn/{rulebook}", wish, 201, rulebook=rulebook)["game"]["id"]
    tour.get(TABLE + "/lesson", lesson="walking", board=0)


def visit_the_puzzles(tour: Tour) -> None:
    """Puzzles are shipped for the real games alone."""
    daily = tour.get("/api/puzzles")["daily"]
    at = {"rulebook": daily["rulebook"], "id": daily["id"]}
    shown = tour.get("/api/puzzles/{rulebook}/{id}", **at)
    text = shown["question"]["handles"][0]["text"]
    tour.post("/api/puzzles/{rulebook}/{id}/answers", {"text": text}, 200, **at)


GIVEN_AWAY = """\
rulebook: skirm3
map: |
  A . . B . .
red: {A: {weapons: {rifle: {roa: 4, dam: 2}}}}
blue: {B: }
"""


def visit_a_mistake(tour: Tour) -> None:
    """What was given away in a game is asked once more."""
    tour.game = tour.post("/api/open", {"text": GIVEN_AWAY})["game"]["id"]
    for number, text in ((1, "activate A"), (2, "end A")):
        tour.post(TABLE + "/answers", {"number": number, "text": text})
    tour.post(TABLE + "/concede", {"player": "red"})
    eventually(lambda: tour.get(TABLE + "/review")["ready"])
    tour.get(TABLE + "/mistakes/{step}", step=2)
    tour.get(TABLE + "/mistakes/{step}/worth", step=2, text="end A")


CRIER = """\
rulebook: skirm3
map: |
  A . . . . . . B
red: {A: {skills: {cry: {name: Cry, text: Oh, cost: {to: 1}, effects: [{do: score, points: 1}]}}}}
blue: {B: }
orders: {red: 1}
active: A
"""


def visit_an_offer_that_was_passed(tour: Tour) -> None:
    tour.game = tour.post("/api/open", {"text": CRIER})["game"]["id"]
    tour.post(TABLE + "/answers", {"number": 1, "text": "pass"})
    (offer,) = tour.get(TABLE)["question"]["armed"]
    tour.post(TABLE + "/armed", {"number": 2, "text": offer["text"]})


def visit_a_table(tour: Tour) -> None:
    tour.get(TABLE + "/odds", text="fire R1 B1")
    tour.get(TABLE + "/hint")
    tour.get(TABLE + "/options", after=0)
    tour.get(TABLE + "/clauses/{clause}", clause="toy.fire.hit")
    tour.post(TABLE + "/answers", {"number": 1, "text": "fire R1 B1"})
    tour.post(TABLE + "/undo", {})
    tour.post(TABLE + "/chat", {"text": "hello"})
    tour.post(TABLE + "/watchers", {"write": True, "player": "red"})
    tour.post(TABLE + "/shows", {"show": True, "player": "red"})
    tour.get("/api/watch")
    tour.post(TABLE + "/hints", {"agree": True, "player": "red"})
    tour.post(TABLE + "/unsay", {})
    tour.post(TABLE + "/relink", {"player": "red"})
    tour.post(TABLE + "/nonce", {"nonce": "5f3a" * 8, "player": "red"})
    tour.post(TABLE + "/policy", {"policy": "matter", "player": "red"})
    tour.get(TABLE)
    tour.get(TABLE + "/log", before=5)
    tour.get(TABLE + "/why", text="wait")
    tour.get(TABLE + "/overlays", piece="R1")
    tour.get(TABLE + "/preview", text="wait")
    tour.get(TABLE + "/area", text="wait {here}")
    tour.get(TABLE + "/measure", start="R1", end="B1")
    tour.get(TABLE + "/positions/{step}", step=0)
    tour.get(TABLE + "/picture.png", step=0)
    tour.post("/api/open", {"text": tour.get(TABLE + "/record")})
    tour.post(TABLE + "/practice", {})
    tour.post(TABLE + "/concede", {"player": "red"})
    tour.post(TABLE + "/offers", {"kind": "rematch", "player": "red"})
    eventually(lambda: tour.get(TABLE + "/report")["ready"])
    eventually(lambda: tour.get(TABLE + "/review")["ready"])
    tour.post(TABLE + "/forget", {}, 200)


def visit_the_others(tour: Tour) -> None:
    """The requests that need somebody else: a thought to cancel, a seat and an offer."""
    wish = {"seats": {"red": {"kind": "me"}, "blue": {"kind": "machine", "machine": "slow"}}}
    tour.game = tour.post("/api/games", wish)["game"]["id"]
    tour.post(TABLE + "/answers", {"number": 1, "text": "wait"})
    eventually(lambda: tour.get(TABLE)["thinking"])
    tour.post(TABLE + "/cancel", {}, 200)
    with requests.Session() as other:
        body = {"seats": {"red": {"kind": "me"}, "blue": FRIEND}}
        made = other.post(tour.browser.url + "/api/games", json=body, timeout=10).json()
        tour.game = made["game"]["id"]
        token = made["links"]["invites"]["blue"].partition("#invite=")[2]
        tour.post(TABLE + "/join", {"token": token}, 200)
        url = f"{tour.browser.url}/api/games/{tour.game}/offers"
        offer = other.post(url, json={"kind": "draw"}, timeout=10).json()["number"]
    tour.post(TABLE + "/offers/{number}", {"accept": True}, number=offer)
    visit_the_lobby(tour)
    visit_a_game_of_other_rules(tour)


def visit_a_game_of_other_rules(tour: Tour) -> None:
    tour.game = tour.post("/api/games", {"seats": HOT_SEAT})["game"]["id"]
    tour.post(TABLE + "/answers", {"number": 1, "text": "wait"})
    tables = tour.browser.live.app.state.services.tables
    scene = json.dumps(tour.get(TABLE)["scene"])
    tables.drop(tour.game)
    elsewhere = Entry(2, "answer", "blue", "wait", question=2, extra={"digest": "0", "dice": []})
    tables.store.append(tour.game, elsewhere)
    BoardStore(tables.store).keep([BoardRow(tour.game, 1, scene)])
    tour.get(TABLE + "/replay")
    tour.get(TABLE + "/replay.txt")
    tour.get(TABLE + "/replay/{number}", number=2)
    tour.post(TABLE + "/renewal", {"player": "red"}, 200)


def visit_the_lobby(tour: Tour) -> None:
    wish = {"seats": {"red": {"kind": "me"}, "blue": FRIEND}, "open": {"wish": "hello"}}
    tour.game = tour.post("/api/games", wish)["game"]["id"]
    assert tour.get("/api/lobby")["seats"]
    assert tour.get("/api/lobby/{game}")["seat"]["yours"]
    tour.post("/api/lobby/{game}/withdraw", {}, 200)
    with requests.Session() as other:
        made = other.post(tour.browser.url + "/api/games", json=wish, timeout=10).json()
        tour.game = made["game"]["id"]
        tour.post("/api/lobby/{game}/complaints", {"reason": "spam"})
        tour.post("/api/lobby/{game}/sit", {"name": "Bo"}, 200)
        tour.get(TABLE + "/absence")
        tour.get(TABLE + "/mutes")
        tour.post(TABLE + "/mutes", {"player": "red", "muted": True}, 200)
        tour.post(TABLE + "/complaints", {"player": "red", "reason": "other"})
        store = tour.browser.live.app.state.services.tables.store
        store.now = lambda: "2090-01-01T00:00:00Z"
        tour.post(TABLE + "/claim", {"what": "game"})
        store.now = now


# ---------------------------------------------------------------------- the page for people

ROOT = Path(__file__).parents[2]


def test_the_page_for_people_names_every_request() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    for path, methods in APP.openapi()["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}" in page, f"{method} {path}"


def test_the_page_for_people_names_every_error() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    words = set()
    for file in (ROOT / "src/battlemat/server").rglob("*.py"):
        words |= set(re.findall(r'Problem\(\s*\d+, "([a-z-]+)"', file.read_text(encoding="utf-8")))
    assert len(words) > 20
    for word in words:
        assert f"`{word}`" in page, word
