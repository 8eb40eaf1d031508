"""A page's own house: games without a server, stored row by row, and the same after a restart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from anywhere.page import RULEBOOKS, Page, begun


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_game_is_played_without_a_server_and_is_the_same_after_a_restart(rulebook: str) -> None:
    page = Page()
    game = begun(page, rulebook)
    played = page.play(game, 3)
    again = Page(page.rows)
    status, found = again.ask("GET", f"/games/{game}")
    assert status == 200
    for part in ("step", "scene", "question", "log", "seats"):
        assert found[part] == played[part], part


def test_no_seed_leaves_the_house_of_the_dice() -> None:
    page = Page()
    game = begun(page, "skirm3")
    page.drive(game)
    seed = page.house.table(game).row.seed
    assert seed is not None
    job = json.loads(page.house.answer(_work(page, game)))
    assert seed not in json.dumps(job["work"])


def _work(page: Page, game: str) -> Any:
    from battlemat.anywhere.house import Work

    return Work("hint", (), json.dumps, page.house.table(game))


def test_what_takes_time_is_worked_out_by_the_other_engine() -> None:
    page = Page()
    game = begun(page, "skirm3")
    page.play(game, 1)
    _, state = page.ask("GET", f"/games/{game}")
    text = state["question"]["handles"][0]["answer"] or state["question"]["handles"][0]["text"]
    status, odds = page.ask("GET", f"/games/{game}/odds", text=text)
    assert status == 200
    assert odds["text"]
    status, hint = page.ask("GET", f"/games/{game}/hint")
    assert status == 200
    assert hint["told"]


def test_what_was_worked_out_for_a_house_that_is_no_more_changes_nothing() -> None:
    page = Page()
    seats = {player: {"kind": "machine", "machine": "recruit"} for player in ("red", "blue")}
    game = page.ask("POST", "/games", rulebook="skirm3", seats=seats)[1]["game"]["id"]
    before = page.stored(page.house.job(game))["work"]["ticket"]
    again = Page(page.rows)
    theirs = again.stored(again.house.job(game))["work"]
    assert again.stored(again.house.thought(before, "null")) == {"store": []}
    late = again.stored(again.house.finish(before, "null"))
    assert (late["status"], late["store"]) == (503, [])
    assert again.stored(again.house.thought(theirs["ticket"], "null"))["store"]


def test_an_entry_is_told_once_to_whoever_follows_with_the_newest_state() -> None:
    page = Page()
    game = begun(page, "skirm3")
    page.drive(game)
    stream = page.house.follow(game, 0)
    kinds = [kind for kind, _ in json.loads(page.house.news(stream))]
    assert kinds[-1] == "state"
    assert "entry" in kinds
    assert json.loads(page.house.news(stream)) == []
    page.play(game, 1)
    told = json.loads(page.house.news(stream))
    assert [kind for kind, _ in told].count("state") == 1
    page.house.unfollow(stream)
    assert json.loads(page.house.news(stream)) == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_whatever_looks_otherwise_to_another_tab_is_told_to_it(rulebook: str) -> None:
    page = Page()
    game = begun(page, rulebook)
    page.watch(game)
    page.play(game, 20)
    page.ask("GET", f"/games/{game}/hint")
    page.ask("POST", f"/games/{game}/offers", kind="undo", player="red")
    page.ask("POST", f"/games/{game}/chat", text="well played")
    page.play(game, 3)
    assert page.untold == []


def test_a_game_ends_with_its_report_and_is_played_again() -> None:
    page = Page()
    game = begun(page, "skirm3")
    page.play(game, 2)
    assert page.ask("GET", f"/games/{game}/report")[0] == 409
    assert page.ask("POST", f"/games/{game}/concede", player="red")[0] == 200
    status, report = page.ask("GET", f"/games/{game}/report")
    assert status == 200
    assert report["result"]["winner"] == "blue"
    status, _ = page.ask("POST", f"/games/{game}/offers", kind="rematch", player="red")
    assert status == 200
    listed = page.ask("GET", "/games")[1]["games"]
    assert len(listed) == 2
    page.ask("POST", f"/games/{game}/forget")
    assert len(Page(page.rows).ask("GET", "/games")[1]["games"]) == 1


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/lobby", 404),
        ("GET", "/games/nothing", 404),
        ("POST", "/open", 422),
        ("GET", "/rulebooks/skirm3/clauses/nothing", 404),
    ],
)
def test_what_a_page_cannot_do_is_said_in_one_line(method: str, path: str, status: int) -> None:
    found, told = Page().ask(method, path)
    assert found == status
    assert told["message"]
    assert "\n" not in told["message"]
