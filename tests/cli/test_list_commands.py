"""The commands that list and add up: rules, squads, maps, missions, sim."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from battlemat.cli import main
from cli.house import run


def test_rules_lists_books_clauses_and_one_clause() -> None:
    assert "toy           Standoff, 6 clauses" in run("rules").output
    listed = run("rules", "toy").output
    assert "toy.fire.save" in listed
    for args in (["toy", "fire.save"], ["toy", "toy.fire.save"], ["toy.fire.save"]):
        assert "1 or 2 saves from it." in run("rules", *args).output


def test_rules_can_be_searched() -> None:
    found = run("rules", "--search", "token").output
    assert "toy.fire.again" in found
    assert "toy.move.step" not in found
    assert run("rules", "--search", "zzz").exit_code == 1


def test_an_unknown_clause_names_its_neighbours() -> None:
    done = run("rules", "toy", "fire.sav")
    assert done.exit_code == 2
    assert "toy.fire.save" in done.stderr
    assert run("rules", "nobook").exit_code == 2


def test_rules_speak_json() -> None:
    clauses = json.loads(run("rules", "toy", "--json").output)
    assert [clause["id"] for clause in clauses][:1] == ["toy.turn.act"]
    assert json.loads(run("rules", "--json").output)[0]["clauses"] == 6


def test_coverage_lists_what_no_test_shows_and_what_tests_show_alone(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text('@clause("toy.fire.hit")\ndef test(): ...')
    done = run("rules", "toy", "--coverage", "--tests", tmp_path)
    assert done.exit_code == 1
    assert "toy: 5 shown by no test:" in done.output
    assert "toy: 1 shown by tests alone, cited nowhere:\n  toy.fire.hit\n" in done.output
    told = json.loads(run("rules", "toy", "--coverage", "--tests", tmp_path, "--json").output)
    assert told[0]["cited_by_tests"] == 1
    assert told[0]["shown_by_tests_alone"] == ["toy.fire.hit"]
    assert "toy.fire.hit" not in told[0]["missing"]


@pytest.mark.parametrize("kind", ["squad", "map", "mission", "environment"])
def test_what_is_shipped_is_listed(kind: str) -> None:
    done = run(f"{kind}s", "toy")
    assert done.exit_code == 0
    assert f"{kind}-one" in done.output
    assert "Short and sweet." in done.output
    assert json.loads(run(f"{kind}s", "--json").output)["toy"][0]["id"] == f"{kind}-one"


def test_sim_adds_up_games_and_repeats_them() -> None:
    args = ["sim", "toy", "--games", "20", "--players", "captain,random", "--jobs", "1"]
    done = run(*args)
    assert done.exit_code == 0
    assert "20 games of toy, seed 1" in done.output
    assert "edge of the first to choose" in done.output
    one, two = (json.loads(run(*args, "--json").stdout) for _ in range(2))
    assert one["outcomes"] == two["outcomes"]
    assert one["wins"][0] > one["wins"][1]
    assert sum(one["wins"]) + one["draws"] == 20


def test_sim_prints_a_line_for_each_game_as_csv() -> None:
    args = ["sim", "toy", "--games", "4", "--players", "captain,random", "--jobs", "1"]
    rows = list(csv.DictReader(io.StringIO(run(*args, "--csv").stdout)))
    told = json.loads(run(*args, "--json").stdout)
    assert [row["digest"] for row in rows] == [one["digest"] for one in told["outcomes"]]
    assert [(row["red"], row["blue"]) for row in rows[:2]] == [
        ("captain", "random"),
        ("random", "captain"),
    ]
    for row, one in zip(rows, told["outcomes"], strict=True):
        assert row["winner"] == ("" if one["winner"] is None else one["sides"][one["winner"]])
        assert row["first"] == one["sides"][one["first"]]
    assert run(*args, "--csv", "--json").exit_code == 2


def test_sim_gives_the_same_games_whatever_the_jobs() -> None:
    args = ["sim", "toy", "--games", "6", "--players", "random,random", "--json"]
    one = json.loads(run(*args, "--jobs", "1").stdout)
    two = json.loads(run(*args, "--jobs", "2").stdout)
    assert one["outcomes"] == two["outcomes"]


@pytest.mark.parametrize(
    ("players", "words"),
    [("captain", "two players are wanted"), ("captain,randm", "did you mean 'random'?")],
)
def test_sim_wants_two_known_players(players: str, words: str) -> None:
    done = run("sim", "toy", "--players", players)
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())


def test_every_command_helps_with_an_example() -> None:
    with main.make_context("battlemat", ["rules"]) as ctx:
        names = main.list_commands(ctx)
    assert {"play", "resume", "replay", "verify", "scenario", "odds", "sim"} <= set(names)
    for name in names:
        args = [name, "check"] if name == "squad" else [name]
        done = run(*args, "--help")
        assert done.exit_code == 0
        assert "Example" in done.output, name
