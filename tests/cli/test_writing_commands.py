"""The commands for who writes content: schema, new, factions, check --json."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema_rs
import pytest

from battlemat.commands.shared.house import House
from battlemat.packs import registry
from battlemat.packs.checks import file_problems
from battlemat.packs.json_schemas import json_schema, kinds
from battlemat.packs.yaml_source import read_file
from cli.house import run
from packs.test_broken_files import FACTION

BOOKS = registry.names()
PAIRS = [(book, kind) for book in BOOKS for kind in kinds(book)]


@pytest.mark.parametrize(("book", "kind"), PAIRS)
def test_a_new_file_of_any_kind_is_sound_and_has_remarks(
    book: str, kind: str, tmp_path: Path
) -> None:
    file = tmp_path / f"{kind}.yaml"
    done = run("new", kind, file, "--rulebook", book, house=House())
    assert done.exit_code == 0, done.output
    assert file_problems(file) == []
    value = read_file(file).value
    assert value["kind"] == kind
    assert value["rulebook"] == book
    assert "#" in file.read_text(encoding="utf-8")
    assert jsonschema_rs.validator_for(json_schema(book, kind)).is_valid(value)


@pytest.mark.parametrize("command", ["new", "schema"])
def test_the_help_names_every_kind_that_there_is(command: str) -> None:
    told = set(re.findall(r"[a-z]+", run(command, "--help", house=House()).stdout))
    assert {kind for _, kind in PAIRS} - told == set()


def test_a_new_scenario_holds(tmp_path: Path) -> None:
    for book in BOOKS:
        file = tmp_path / f"{book}.yaml"
        run("new", "scenario", file, "--rulebook", book, house=House())
        done = run("scenario", file, house=House())
        assert done.exit_code == 0, (book, done.output)


def test_new_writes_over_nothing_and_prints_without_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("mine", encoding="utf-8")
    done = run("new", "squad", file, house=House())
    assert done.exit_code == 1
    assert "is there already" in done.stderr
    assert file.read_text(encoding="utf-8") == "mine"
    assert run("new", "squad", house=House()).stdout.startswith("# A squad")


@pytest.mark.parametrize("command", ["new", "schema"])
def test_an_unknown_kind_is_answered_with_the_nearest(command: str) -> None:
    done = run(command, "squat", house=House())
    assert done.exit_code == 2
    assert "did you mean 'squad'?" in done.stderr
    done = run(command, "force", house=House())
    assert "the choices are faction, squad, map" in done.stderr


def test_schema_prints_json_or_writes_a_file(tmp_path: Path) -> None:
    printed = json.loads(run("schema", "squad", house=House()).stdout)
    assert printed["title"] == "skirm3 squad"
    assert set(printed["required"]) == {"id", "rulebook", "name", "faction", "units"}
    file = tmp_path / "squad.schema.json"
    assert run("schema", "squad", "--out", file, house=House()).exit_code == 0
    assert json.loads(file.read_text(encoding="utf-8")) == printed


@pytest.mark.parametrize("book", BOOKS)
def test_factions_lists_units_gear_and_prices(book: str) -> None:
    lists = json.loads(run("factions", book, "--json", house=House()).stdout)
    assert lists
    shown = run("factions", book, house=House()).stdout
    for one in lists:
        assert f"{one['id']} " in shown
        told = run("factions", book, one["id"], house=House()).stdout
        for part, things in one["parts"].items():
            assert not things or part in told
            for thing in things:
                price = "" if thing["price"] is None else f", {thing['price']} {one['unit']}"
                assert f"{thing['name']}{price}" in told


def test_prices_are_those_of_the_cards(tmp_path: Path) -> None:
    file = tmp_path / "watch.yaml"
    file.write_text(FACTION, encoding="utf-8")
    (one,) = json.loads(run("factions", "skirm3", file, "--json", house=House()).stdout)
    prices = {thing["id"]: thing["price"] for part in one["parts"].values() for thing in part}
    assert prices == {"sergeant": 12, "carbine": 2, "scope": 1, "shout": 0}
    done = run("factions", "skirm3", "shock-trops", house=House())
    assert done.exit_code == 2
    assert "did you mean 'shock-troops'?" in done.stderr


def test_check_tells_tools_file_line_column_key_and_what_would_be_right(tmp_path: Path) -> None:
    file = tmp_path / "watch.yaml"
    text = FACTION.replace("type: ranged", "type: range").replace("roa: 2", "roa: two")
    file.write_text(text.replace("    ep: 12\n", ""), encoding="utf-8")
    done = run("check", "--json", file, house=House())
    assert done.exit_code == 1
    first, second, third = json.loads(done.stdout)
    line = text.splitlines()[4]
    assert first == {
        "file": str(file),
        "line": 5,
        "column": line.index("type:") + 1,
        "key": "weapons.carbine.type",
        "message": "'range' is not known here; did you mean 'ranged'?",
        "right": "did you mean 'ranged'?",
    }
    assert second["column"] == line.index("roa:") + 1
    assert second["right"] == "a whole number"
    assert (third["key"], third["right"]) == ("units.sergeant", None)
    file.write_text(FACTION, encoding="utf-8")
    done = run("check", "--json", file, house=House())
    assert (done.exit_code, json.loads(done.stdout)) == (0, [])
