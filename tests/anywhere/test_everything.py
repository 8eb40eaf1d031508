"""Everything that a page keeps, as one file: taken in whole, or not at all."""

from __future__ import annotations

import json
from typing import Any

import pytest

from anywhere.page import Page, begun
from battlemat.anywhere.everything import FORMAT, take_in, write_all
from battlemat.tables.problems import Problem

OWN = {"battlemat squads": '[{"id": "1"}]'}


def played() -> tuple[Page, str]:
    page = Page()
    game = begun(page, "skirm3")
    page.play(game, 2)
    return page, game


def state(page: Page, game: str) -> Any:
    status, found = page.ask("GET", f"/games/{game}")
    assert status == 200, found
    return found


def taken_in(page: Page, text: str) -> dict[str, Any]:
    found = take_in(page.house, text)
    page.rows += page.house.keeper.take_unstored()
    return found


def test_a_file_of_everything_makes_another_browser_the_same() -> None:
    page, game = played()
    other = Page()
    assert taken_in(other, write_all(page.house, OWN)) == {"added": 1, "kept": 0, "own": OWN}
    there = Page(other.rows)  # what was stored of it
    for part in ("step", "scene", "question", "log", "seats", "you"):
        assert state(there, game)[part] == state(page, game)[part], part


def test_a_game_that_is_here_stays_unless_the_file_knows_how_it_went_on() -> None:
    page, game = played()
    early = write_all(page.house, {})
    behind = Page(page.rows)
    page.play(game, 1)
    late, length = write_all(page.house, {}), state(page, game)["length"]
    assert taken_in(page, early) == {"added": 0, "kept": 1, "own": {}}
    assert state(page, game)["length"] == length
    assert taken_in(behind, late) == {"added": 1, "kept": 0, "own": {}}
    assert state(Page(behind.rows), game)["length"] == length


def test_a_game_that_went_elsewhere_is_not_overwritten() -> None:
    page, game = played()
    other = Page(page.rows)
    other.ask("POST", f"/games/{game}/concede", player="red")
    page.play(game, 2)
    before = state(other, game)
    assert taken_in(other, write_all(page.house, {}))["kept"] == 1
    assert state(other, game) == before


def damaged() -> list[str]:
    text = write_all(played()[0].house, OWN)
    head, digest, body = text.split("\n", 2)
    return [
        "",
        "battlemat record 1\n",
        text[: len(text) // 2],
        text.replace('"number": 2', '"number": 3', 1),
        f"{head}\n{digest[:-1]}\n{body}",
        f"{FORMAT}\n",
    ]


@pytest.mark.parametrize("which", range(6))
def test_a_damaged_file_is_told_in_one_line_and_changes_nothing(which: int) -> None:
    page, game = played()
    before = json.dumps(page.house.keeper.rows())
    with pytest.raises(Problem) as told:
        take_in(page.house, damaged()[which])
    assert "nothing was changed" in told.value.body()["message"]
    assert json.dumps(page.house.keeper.rows()) == before
    assert state(page, game)


def test_rows_that_make_no_games_are_refused_even_under_a_right_digest() -> None:
    import hashlib

    body = json.dumps({"rows": [{"kind": "game", "game": "x"}], "own": {}})
    text = f"{FORMAT}\nsha256 {hashlib.sha256(body.encode()).hexdigest()}\n{body}\n"
    page = Page()
    with pytest.raises(Problem):
        take_in(page.house, text)
    assert page.house.keeper.games == {}
