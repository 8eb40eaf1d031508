"""A squad of one's own in a game against the machine, and the cards of who is yet to come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.server.settings import Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import BY_LINK, FREE, Live, against, running
from server.test_musters_shipped import SQUADS, shipped_text


def own(rulebook: str) -> str:
    """A shipped squad under another name, as somebody has it on their disk."""
    lines = shipped_text(SQUADS[rulebook]).splitlines()
    name = next(line for line in lines if line.startswith("name:"))
    return "\n".join(lines).replace(name, "name: The Neighbours")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("own") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as server:
        yield server


def squads_of(state: dict[str, Any]) -> dict[str, str]:
    return {one["side"]: one["value"] for one in state["scene"]["status"] if one["kind"] == "squad"}


@pytest.mark.parametrize("rulebook", sorted(SQUADS))
def test_a_squad_of_ones_own_meets_the_machine(real: Live, rulebook: str) -> None:
    wish = {"rulebook": rulebook, "seats": against("recruit"), "squads": {"red": own(rulebook)}}
    state = real.person().post("games", wish)
    assert squads_of(state)["red"] == "The Neighbours"
    assert squads_of(state)["blue"] != "The Neighbours"


def test_the_other_choices_hold_beside_it(real: Live) -> None:
    wish = {
        "rulebook": "skirm3",
        "choices": {"mission": "kill", "blue": "hungry-tide"},
        "seats": against("recruit"),
        "squads": {"red": own("skirm3")},
    }
    state = real.person().post("games", wish)
    assert squads_of(state) == {"red": "The Neighbours", "blue": "Hungry Tide"}
    assert state["scene"]["mission"] == "Kill"


def test_everything_that_is_wrong_with_it_is_told(real: Live) -> None:
    wrong = own("skirm3").replace("faction:", "colour: red\nmood: sour\nfaction:")
    wish = {"rulebook": "skirm3", "seats": against("recruit"), "squads": {"red": wrong}}
    told = real.person().post("games", wish, 422)
    assert told["error"] == "bad-squad"
    assert len(told["message"].splitlines()) > 1


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": against("recruit"), "squads": {"green": "name: x"}},
        {"seats": BY_LINK, "squads": {"red": "name: x"}},
    ],
)
def test_nobody_brings_a_squad_for_nobody_or_past_a_muster(
    real: Live, wish: dict[str, Any]
) -> None:
    told = real.person().post("games", {"rulebook": "skirm3", **wish}, 422)
    assert told["error"] == "bad-setup"


@pytest.mark.parametrize("rulebook", ["skirm1", "skirm2", "skirm3", "openfire"])
def test_who_is_yet_to_come_to_the_board_has_a_card(real: Live, rulebook: str) -> None:
    state = real.person().post("games", {"rulebook": rulebook, "seats": against("recruit")})
    assert not state["scene"]["pieces"]
    waiting = state["scene"]["waiting"]
    assert {one["side"] for one in waiting} == {"red", "blue"}
    assert all(one["name"] and one["card"]["stats"] for one in waiting)
