"""The lab finds a planted imbalance, and says what would be fair."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlemat.commands.shared.house import House
from battlemat.lab.prices import Price, Tip, prices, tip
from battlemat.lab.runner import Meeting, Run
from cli.house import run
from lab.muster import MusterHouse

QUICK = ("--workers", "1", "--json")


def asked(*args: str | Path, house: House | None = None) -> dict[str, Any]:
    done = run("lab", *args, *QUICK, house=house or MusterHouse())
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# ---------------------------------------------------------------------- a throw of dice

PLANTED = "scout+guard+drummer@15+heavy"
"""The drummer at half its fair cost."""


def suggested(found: dict[str, Any], unit: str) -> tuple[int, float, float, str]:
    row = next(row for row in found["tables"][0]["rows"] if row["unit"] == unit)
    fair, _, error = row["suggested"].partition(" ± ")
    return row["cost"], float(fair), float(error), row[""]


def test_a_unit_at_half_its_fair_cost_is_found_and_a_cost_within_its_error_suggested() -> None:
    found = asked("price", "muster", "--squad", PLANTED, "--games", "800", "--width", "1")
    cost, fair, error, words = suggested(found, "drummer")
    assert (cost, words) == (15, "too cheap")
    assert abs(30 - fair) <= error
    assert error < 15


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_fair_costs_are_let_stand(seed: str) -> None:
    squad = "scout+guard+drummer+heavy"
    found = asked("price", "muster", "--squad", squad, "--games", "400", "--seed", seed)
    for unit, fair in (("guard", 20), ("drummer", 30), ("heavy", 40)):
        cost, suggestion, error, words = suggested(found, unit)
        assert cost == fair
        assert abs(fair - suggestion) <= error
        assert words == "as it should be, as far as is known"


def test_a_squad_of_underpriced_units_stands_out_of_the_matrix() -> None:
    fair, planted = "scout+guard+drummer", "scout+guard+drummer@15+drummer@15"
    other = "guard+heavy"
    found = asked(
        "matrix", "muster", "--squads", f"{fair},{planted},{other},{fair}", "--games", "200"
    )
    best, *_ = found["tables"][0]["rows"]
    assert best["squad"] == planted
    assert (best["stronger than"], best["weaker than"]) == (2, 0)


def test_squads_meet_others_alone_where_some_are_named() -> None:
    squads = ("--squads", "scout,guard", "--against", "heavy,drummer", "--games", "2")
    found = asked("matrix", "muster", *squads)
    met = {(row["squad"], row["against"]) for row in found["tables"][1]["rows"]}
    assert met == {(one, other) for one in ("scout", "guard") for other in ("heavy", "drummer")}
    assert found["title"].startswith("Squads against others")


def test_a_squad_without_costs_or_with_one_kind_alone_is_refused_in_one_line() -> None:
    done = run("lab", "price", "muster", "--squad", "guard+guard", *QUICK, house=MusterHouse())
    assert done.exit_code == 2
    assert "two kinds of unit are needed" in done.stderr
    done = run("lab", "price", "muster", "--unit", "gard", *QUICK, house=MusterHouse())
    assert done.exit_code == 2
    assert "the squad has no 'gard'; did you mean 'guard'?" in done.stderr


def test_units_that_make_no_difference_get_no_suggestion() -> None:
    found = prices({"a": Tip(0.5, 0.1), "b": Tip(-0.1, 0.1)}, {"a": 10, "b": 10})
    assert found["a"] == Price(10, 0.0, float("inf"))
    assert not found["a"].is_wrong


def test_a_tip_is_the_log_odds_and_its_error_shrinks_with_the_root_of_the_pairs() -> None:
    few, many = tip([0.75] * 10 + [0.25] * 10), tip(([0.75] * 10 + [0.25] * 10) * 4)
    assert few.value == pytest.approx(0)
    assert many.error == pytest.approx(few.error / 2, rel=0.05)
    assert tip([1.0] * 50).value > tip([0.9] * 50).value > 1


# ---------------------------------------------------------------------- the other questions


def test_a_sweep_shows_how_a_stat_answers() -> None:
    squads = ("--red", "guard+guard", "--blue", "guard+guard")
    vary = ("--vary", "A.units.*.strength=1,2,3", "--games", "200")
    found = asked("sweep", "muster", *squads, *vary)
    low, even, high = (row["share"] for row in found["tables"][0]["rows"])
    assert low["high"] < 0.5 < high["low"]
    assert even["low"] < 0.5 < even["high"]


def test_a_sweep_changes_the_squad_of_the_second_where_that_is_asked() -> None:
    vary = ("--vary", "B.units.heavy.strength=1,9", "--games", "100")
    found = asked("sweep", "muster", *vary)
    low, high = (row["share"] for row in found["tables"][0]["rows"])
    assert low["low"] > 0.5 > high["high"]


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ("A.units.gard.strength=1,2", "there is no 'gard'; did you mean 'guard'?"),
        ("nonsense=1,2", "nothing is called 'nonsense'"),
        ("A.units=1", "two values at least"),
        ("switch:smoke=on,off", "no optional rules to switch"),
        ("A.units=[]|[1]", "a side needs a unit"),
    ],
)
def test_what_cannot_be_varied_is_told_in_one_line(vary: str, words: str) -> None:
    done = run("lab", "sweep", "muster", "--vary", vary, *QUICK, house=MusterHouse())
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())


def test_sides_are_measured_for_each_map_with_the_strength_of_squads_cancelled_out() -> None:
    squads = ("--red", "heavy", "--blue", "scout")
    found = asked("first", "muster", *squads, "--only", "here,there", "--games", "100")
    for row in found["tables"][0]["rows"]:
        assert row["share of red"]["value"] == 0.5  # whoever plays the heavy wins as red and blue


def test_what_was_not_played_before_an_interrupt_is_named_and_not_called_even(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = Run.play

    def interrupted(*args: Any) -> Iterator[Meeting]:
        yield next(play(*args))
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "play", interrupted)
    for question in (
        ("matrix", "muster", "--squads", "scout,guard,heavy"),
        ("first", "muster", "--only", "here,there"),
        ("sweep", "muster", "--vary", "A.units.*.strength=1,2"),
    ):
        done = run("lab", *question, *QUICK, house=MusterHouse())
        assert done.exit_code == 130
        found = json.loads(done.stdout)
        assert len(found["tables"][-1]["rows"]) == 1
        assert found["facts"]["not played yet"]


@pytest.mark.parametrize(
    ("squads", "outside", "why"),
    [
        ("guard+heavy,scout", "guard+heavy against scout", "the range lies outside the bounds"),
        ("guard+heavy,heavy+guard", "none", "the range lies within the bounds"),
    ],
)
def test_a_matrix_until_bounds_stops_when_it_is_known_whether_it_is_fair(
    squads: str, outside: str, why: str
) -> None:
    found = asked("matrix", "muster", "--squads", squads, "--until", "bounds", "--games", "2000")
    assert found["facts"]["outside 40 to 60 %"] == outside
    assert found["tables"][-1]["rows"][0]["stopped"] == why


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--bounds", "60-40"), "two shares such as 40-60 are wanted, not '60-40'"),
        (("--bounds", "nonsense"), "two shares such as 40-60 are wanted, not 'nonsense'"),
        (("--mission", "a", "--missions", "b,c"), "--mission or --missions, not both"),
    ],
)
def test_bounds_and_missions_that_make_no_sense_are_told_in_one_line(
    options: tuple[str, ...], words: str
) -> None:
    done = run("lab", "matrix", "muster", *options, *QUICK, house=MusterHouse())
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())


def test_squads_meet_in_several_missions_in_turn_and_in_those_alone_that_fit() -> None:
    squads = ("--red", "tolands-line", "--blue", "hungry-tide", "--levels", "random")
    missions = ("--missions", "kill,no-such-mission,secure", "--games", "4", "--until", "width")
    found = asked("duel", "skirm3", *squads, *missions, house=House())
    alone = asked("duel", "skirm3", *squads, "--mission", "kill", *missions[2:], house=House())
    told, kill = ([game["digest"] for game in one["games"]] for one in (found, alone))
    assert told[:2] == kill[:2]
    assert told[2:] != kill[2:]


def test_the_clauses_that_spoke_are_told_and_those_that_never_did() -> None:
    done = run("lab", "clauses", "toy", "--levels", "random", "--games", "6", *QUICK)
    spoke, silent = json.loads(done.stdout)["tables"]
    assert {"toy.turn.act", "toy.fire.hit", "toy.move.step"} <= {
        row["clause"] for row in spoke["rows"]
    }
    assert "toy.end.out" in {row["clause"] for row in silent["rows"]}
    assert spoke["rows"][0]["in games"] == "100 %"


# ---------------------------------------------------------------------- a real game

FACTION = """\
kind: faction
id: militia
rulebook: skirm3
name: Militia
text: Two cards that are the same, and one of them at half the cost.
weapons:
  rifle: {name: Rifle, type: ranged, roa: 3, dam: 1, ep: 0}
  fists: {name: Fists, type: melee, roa: 1, dam: 1, ep: 0}
units:
  guard: {name: Guard, ep: 20, stats: {act: 2, msk: 3, rsk: 4, arm: 3}, carries: [rifle, fists]}
  twin: {name: Twin, ep: 10, stats: {act: 2, msk: 3, rsk: 4, arm: 3}, carries: [rifle, fists]}
"""
SQUAD = """\
kind: squad
id: {name}
rulebook: skirm3
name: {name}
faction: faction.yaml
text: As many as eighty points buy.
units: [{{unit: {unit}, count: {count}}}]
"""


def test_in_skirm_a_squad_of_a_unit_at_half_its_cost_is_found_to_be_stronger(
    tmp_path: Path,
) -> None:
    (tmp_path / "faction.yaml").write_text(FACTION)
    for unit, count in (("guard", 4), ("twin", 8)):
        text = SQUAD.format(name=f"{unit}s", unit=unit, count=count)
        (tmp_path / f"{unit}s.yaml").write_text(text)
    squads = ("--red", tmp_path / "guards.yaml", "--blue", tmp_path / "twins.yaml")
    setting = ("--mission", "first-steps", "--cap", "80", "--levels", "random")
    found = asked("duel", "skirm3", *squads, *setting, "--games", "300", house=House())
    assert "twins.yaml is stronger than" in found["facts"]["answer"]
    assert len(found["games"]) < 300
