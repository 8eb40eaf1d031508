"""Games of the release before: they play as they did, or it is written down where not and why."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from battlemat.keeping.corpus import Difference, difference
from battlemat.kernel.record import Record, read, resume
from battlemat.packs import registry

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.battlemat"))
CHANGELOG = FOLDER.parents[1] / "CHANGELOG.md"


def listed(text: str) -> dict[str, int]:
    """From which answer on each game is said to play otherwise."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            game, answer, why = line.split(maxsplit=2)
            assert why, f"{game}: say why it plays otherwise"
            found[game] = int(answer)
    return found


CHANGED = listed((FOLDER / "changed.txt").read_text(encoding="utf-8"))


@cache
def loaded(file: Path) -> Record:
    return read(file.read_text(encoding="utf-8"))


@cache
def found_in(file: Path) -> Difference | None:
    record = loaded(file)
    return difference(registry.find(record.rulebook), record)


def test_the_corpus_has_games_of_every_rulebook_whole_and_unfinished() -> None:
    records = [loaded(file) for file in FILES]
    for name in registry.names():
        lengths = [len(record.answers) for record in records if record.rulebook == name]
        assert min(lengths) < 100 < max(lengths), name
    assert all(len(record.trace) == len(record.answers) + 1 for record in records)


def test_every_game_that_is_listed_is_in_the_corpus() -> None:
    assert set(CHANGED) <= {file.stem for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_of_before_plays_as_it_did_or_is_listed(file: Path) -> None:
    found = found_in(file)
    told = (
        f"{file.stem} plays otherwise {found}. If a rule was meant to change: raise the rulebook's "
        "version unless it is above that of the last release, write what changed into CHANGELOG.md "
        "and the game with its answer and the reason into tests/corpus/changed.txt."
    )
    assert (found.answer if found else None) == CHANGED.get(file.stem), told


@pytest.mark.parametrize("file", [file for file in FILES if file.stem not in CHANGED])
def test_a_record_of_before_resumes_to_its_digest(file: Path) -> None:
    record = loaded(file)
    game = resume(registry.find(record.rulebook), record)
    assert game.digest == record.digest


def faults(found: dict[str, bool], then: dict[str, int], now: dict[str, int], log: str) -> set[str]:
    """The rulebooks that lead games elsewhere without a new version and a line that tells of it."""
    missing = set()
    for name, differs in found.items():
        lines = [rf"\b{name} {number}\b" for number in range(then[name] + 1, now[name] + 1)]
        if differs and not (lines and all(re.search(line, log) for line in lines)):
            missing.add(name)
    return missing


def test_rules_that_lead_elsewhere_have_a_new_version_and_a_line_in_the_changelog() -> None:
    found: dict[str, bool] = {}
    then: dict[str, int] = {}
    for file in FILES:
        name = loaded(file).rulebook
        then[name] = loaded(file).version
        found[name] = found.get(name, False) or found_in(file) is not None
    now = {name: registry.find(name).version for name in found}
    assert all(now[name] >= then[name] for name in now)
    assert faults(found, then, now, CHANGELOG.read_text(encoding="utf-8")) == set()


def test_a_change_without_a_version_or_without_a_line_is_noticed() -> None:
    log = "- Rules, versions: skirm3 2, openfire 2 and 3.\n"
    then = {"skirm3": 1}
    assert faults({"skirm3": True}, then, {"skirm3": 1}, log) == {"skirm3"}
    assert faults({"skirm3": True}, then, {"skirm3": 3}, log) == {"skirm3"}
    assert faults({"skirm3": True}, then, {"skirm3": 2}, log) == set()
    assert faults({"skirm3": False}, then, {"skirm3": 1}, "") == set()
