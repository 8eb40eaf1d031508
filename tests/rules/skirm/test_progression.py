"""Third edition, chapter "Progression": what squads gain by a finished mission, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.skirm.chapters.progression import gains
from rules.skirm.table import Table, foe, unit


def lines(table: Table, side: int) -> list[tuple[str, int]]:
    return [(line.because, line.ep) for line in gains(table.battle, side)]


def out_of_the_way(**more: Any) -> Table:
    """B is on the map, D of blue went Out; B ends the last turn."""
    units = {"A": unit(ready=False), "C": unit(state="downed", ready=False), "B": foe()}
    table = Table.parse(
        "A C . . B . . D",
        **units,
        D=foe(ready=False),
        **({"active": "B", "turn": 4} | more),
    )
    table.battle.set_state(table.unit("D"), 3)
    return table.play("end B")


@pytest.mark.clause(
    "skirm3.progress.table",
    "skirm3.progress.total",
    "skirm3.progress.finished",
    "skirm3.progress.victory",
    "skirm3.progress.enemies-out",
    "skirm3.progress.standing",
)
def test_a_squad_gains_for_the_end_for_victory_for_enemies_out_and_for_those_who_stand() -> None:
    table = out_of_the_way(scores=(3, 1))
    ended, victory = ("progress.finished", 2), ("progress.victory", 2)
    out, standing = ("progress.enemies-out", 1), ("progress.standing", 1)
    assert lines(table, 0) == [ended, victory, out, standing]
    assert lines(table, 1) == [ended, standing]
    assert [told["ep"] for told in table.told("gain-total")] == [6, 3]
    assert table.book.facts(table.battle)["gains"] == {"red": 6, "blue": 3}


@pytest.mark.clause("skirm3.progress.victory", "skirm3.progress.mission")
def test_a_draw_is_no_victory_and_a_mission_may_give_gains_of_its_own() -> None:
    own = [{"for": "points", "ep": 2, "name": "salvage"}, {"for": "victory", "ep": 5}]
    table = out_of_the_way(scores=(2, 2), gains=own)
    assert "progress.victory" not in dict(lines(table, 0))
    assert dict(lines(table, 0))["progress.mission"] == 4
    assert table.told("gain")[-1]["what"] == "salvage"


def test_nobody_gains_before_the_end_or_in_an_edition_without_progression() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe())
    assert lines(table, 0) == []
    early = Table.parse("A . . B", edition="skirm2", A=unit(), B=foe(ready=False), turn=4)
    early.play("end A")
    assert early.asks == "nothing"
    assert lines(early, 0) == []
