"""A house with one toy rulebook in it, and a way to run commands in that house."""

# ruff: noqa: ARG002  (a house with one rulebook need not look at its name)

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner, Result

from battlemat.cli import main
from battlemat.commands.shared.house import Entry, Find, House, SquadReport
from battlemat.kernel.clauses import Register
from battlemat.kernel.errors import BattlematError, SetupError
from battlemat.kernel.expectations import Expect
from battlemat.kernel.rulebook import Setup
from battlemat.kernel.scenario import Play, Scenario
from example import standoff as toy


class Thing(NamedTuple):
    id: str
    name: str
    text: str


class Report(NamedTuple):
    legal: bool
    words: str

    def __str__(self) -> str:
        return self.words


class ToyHouse(House):
    """Standoff, with squads that are numbers of tokens and scenarios in JSON."""

    @property
    def find(self) -> Find:
        return toy.find

    def names(self) -> Sequence[str]:
        return ["toy"]

    def has(self, rulebook: str) -> bool:
        return rulebook in self.names()

    def about(self, rulebook: str) -> str:
        return "A shoot-out."

    def register(self, rulebook: str) -> Register:
        return toy.find(rulebook).register

    def setup(self, rulebook: str, **choices: str) -> Setup:
        red = choices.get("red", "1")
        if not red.isdecimal():
            raise SetupError(f"there is no squad '{red}'")
        return {"tokens": int(red)}

    def listed(self, rulebook: str, kind: str) -> Sequence[Entry]:
        return [Thing(f"{kind}-one", f"The first {kind}", "Short and sweet.")]

    def check(self, path: Path) -> Sequence[str]:
        text = path.read_text(encoding="utf-8")
        return [f"{path.name}, line 1: tabs"] if "\t" in text else []

    def squad_report(self, path: Path) -> SquadReport:
        words = path.read_text(encoding="utf-8")
        return Report("legal" in words, words)

    def scenario(self, path: Path) -> Scenario:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if "rulebook" not in data:
            raise BattlematError(f"{path.name}: 'rulebook' is missing")
        plays = [
            Play(one["do"], tuple(one.get("dice", ())), Expect(facts=one.get("facts", {})), line)
            for line, one in enumerate(data.get("play", ()), 2)
        ]
        return Scenario(path.stem, data["rulebook"], {"tokens": 1}, plays, path.name)


def run(*args: str | Path, typed: str | bytes | None = None, house: House | None = None) -> Result:
    """What a command printed and how it ended."""
    return CliRunner().invoke(main, list(map(str, args)), input=typed, obj=house or ToyHouse())
