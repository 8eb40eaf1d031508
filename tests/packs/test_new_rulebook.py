"""A rulebook is one pack and one line: Standoff, registered, is reached by every command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from battlemat.commands.shared.house import House
from battlemat.kernel.clauses import Register
from battlemat.packs import registry
from battlemat.packs.kinds import kind_told
from battlemat.packs.pack import Book, Pack, Positions, Readers
from battlemat.packs.places import Place, checked
from battlemat.packs.schema import may, need, record, slug, text, whole
from battlemat.packs.shipped import Shipped
from battlemat.packs.yaml_source import Source, read_file
from cli.house import run
from example.standoff import TOY

SQUAD = record(need(id=slug(), rulebook=text(), tokens=whole(0, 9)), may(kind=text(), name=text()))


class Report:
    """What a squad of Standoff costs: nothing."""

    legal = True

    def __str__(self) -> str:
        return "Two gunners."


def build(rulebook: str, **chosen: str) -> dict[str, Any]:
    assert rulebook == "toy"
    tokens = checked(read_file(Path(chosen["red"])), SQUAD)["tokens"] if "red" in chosen else 1
    return {"tokens": tokens}


def position(_name: str, value: Mapping[str, Any], place: Place, _folder: Path | None) -> Any:
    return {"tokens": whole(0, 9)(value.get("tokens", 1), place / "tokens")}


def check(_kind: str, source: Source, _folder: Path | None) -> None:
    checked(source, SQUAD)


def sheet(register: Register, name: str) -> str:
    return f"<h1>{register.title}: {name}</h1>"


PACK = Pack(
    books={"toy": Book("A shoot-out in ten turns.", "", Shipped("toy"), usual={})},
    rules="example",
    choices={"red": "squad", "blue": "squad"},
    fielded="squad",
    rulebook=lambda _name: TOY,
    readers=lambda: Readers(
        build=build,
        kind_of=lambda source: kind_told(source, ("squad", "scenario"), {"play": "scenario"}),
        check=check,
        report=lambda _file: Report(),
        sheet=sheet,
        positions=Positions(position, ("tokens",), ("turn",), lambda value, _place: value),
    ),
)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line."""
    monkeypatch.setitem(registry.SHIPPED, "toy", PACK)


def write(folder: Path, name: str, words: str) -> Path:
    (folder / name).write_text(words, encoding="utf-8")
    return folder / name


@pytest.mark.usefixtures("registered")
def test_every_command_reaches_a_rulebook_that_is_registered(tmp_path: Path) -> None:
    squad = write(tmp_path, "mine.yaml", "kind: squad\nid: mine\nrulebook: toy\ntokens: 2\n")
    case = write(
        tmp_path,
        "case.yaml",
        "rulebook: toy\ntokens: 0\nplay:\n  - {do: fire R1 B1, dice: 1 6 1}\n"
        "  - {do: step B1 d1, expect: {turn: 3, costs: {wait: 0}}}\n",
    )
    told: dict[str, tuple[list[str | Path], str]] = {
        "rules": (["rules", "toy"], "toy.fire.hit"),
        "squads": (["squads", "toy"], "toy: 0 squads"),
        "check": (["check", squad, case], f"ok    {squad}"),
        "squad": (["squad", "check", squad], "Two gunners."),
        "scenario": (["scenario", case], "1 of 1 hold."),
        "answers": (["answers", "toy"], "`fire UNIT TARGET`"),
        "sim": (["sim", "toy", "--games", "2", "--jobs", "1"], "2 games of toy"),
        "play": (["play", "toy", "--red", squad, "--seat-red", "random", "--seed", "1"], "wins"),
        "cards": (["cards", "toy", squad, "--out", tmp_path / "cards.html"], "The cards are in"),
    }
    for name, (arguments, words) in told.items():
        done = run(*arguments, house=House())
        assert done.exit_code == 0, (name, done.output)
        assert words in done.stdout, (name, done.stdout)


@pytest.mark.usefixtures("registered")
def test_a_faulty_file_of_it_is_told_like_any_other(tmp_path: Path) -> None:
    squad = write(tmp_path, "odd.yaml", "kind: squad\nid: odd\nrulebook: toy\ntokens: many\n")
    done = run("check", squad, house=House())
    assert done.exit_code == 1
    assert "line 4, tokens: a whole number is wanted, not 'many'" in done.stderr
