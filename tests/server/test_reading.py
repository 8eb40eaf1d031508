"""The rules over HTTP: books, boards beside clauses, and a board that becomes a game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import requests

from battlemat.server.settings import Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, Live, Person, running


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("reading") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as server:
        yield server


@pytest.fixture
def cleo(real: Live) -> Person:
    return real.person()


def test_a_book_comes_whole(cleo: Person) -> None:
    book = cleo.get("rules/skirm3")
    clauses = {one["id"]: one for chapter in book["chapters"] for one in chapter["clauses"]}
    assert len(clauses) == 236
    door = clauses["skirm3.action.door"]
    assert [one["rulebook"] for one in door["editions"]] == ["skirm1", "skirm2"]
    assert "doors" in [one["id"] for one in door["boards"]]


def test_a_board_stops_at_its_decision_and_becomes_a_game(cleo: Person) -> None:
    board = cleo.get("rules/skirm3/board", id="low-wall")
    frame = board["frames"][board["decision"]]
    assert frame["scene"]["pieces"]
    assert board["dice"][0]["outcomes"][1]["told"] == "B is Downed."
    game = cleo.post("rules/skirm3/play", {"board": "low-wall"})
    assert (game["step"], game["game"]["practice"]) == (frame["step"], True)
    assert game["question"]["player"] == frame["player"]
    later = cleo.post("rules/skirm3/play", {"board": "low-wall", "step": 0})
    assert later["step"] == 0


@pytest.mark.parametrize(
    ("address", "id", "word"),
    [
        ("rules/chess", "", "unknown-rulebook"),
        ("rules/skirm3/board", "nowhere", "unknown-board"),
        ("rules/skirm3/board", "../skirm1/cover", "unknown-board"),
        ("rules/chess/sheet.html", "", "unknown-rulebook"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(
    cleo: Person, address: str, id: str, word: str
) -> None:
    assert cleo.get(address, status=404, id=id)["error"] == word


@pytest.mark.parametrize(("paper", "size"), [("a4", "A4"), ("letter", "letter")])
def test_a_reference_sheet_is_made_for_a_paper(real: Live, paper: str, size: str) -> None:
    address = f"{real.url}/api/rules/openfire/sheet.html"
    sheet = requests.get(address, params={"paper": paper}, timeout=20).text
    assert f"size: {size}" in sheet
    assert "<script" not in sheet


def test_only_a_board_of_the_rules_may_be_framed(real: Live) -> None:
    for path, framed in (
        ("/embed/skirm3/low-wall", True),
        ("/embed/skirmishers/vehicle/ram", True),
        ("/", False),
        ("/rules/skirm3", False),
        ("/game/abc", False),
        ("/embed", False),
        ("/embed/../game/abc", False),
        ("/api/rules/skirm3/board?id=low-wall", False),
    ):
        headers = requests.get(real.url + path, timeout=20).headers
        policy = headers["content-security-policy"]
        assert ("frame-ancestors *" in policy) is framed, path
        assert ("x-frame-options" in headers) is not framed, path
