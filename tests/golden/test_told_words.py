"""What whole games tell is sentences: no code, no list of a program, no side in lower case."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import battlemat
from battlemat.rulebooks.skirmishers.state.words import reason_words

TALES = sorted(Path(__file__).parent.glob("*.txt"))
CONTENT = Path(battlemat.__file__).parent / "packs" / "content"
CLAUSES = re.compile(r" \[[a-z0-9., -]*\]$")
CODE = re.compile(
    r"^(?:red|blue)\b"  # a side has a capital
    r"|: (?:red|blue)\b"
    r"|\b(?:red|blue)(?:'s| (?:has|wins|rolls)\b)"
    r"|\bheading \d"
    r"|\[\d+(?:, \d+)*\]"
    r"|\d\.\d+, ?\d"  # two numbers of a free table tell nobody where
    r"|\b\dX from\b"
    r"|\bentry point [a-z]\b"
    r"|\b([A-Za-z]{3,}), \1\b"  # the same state twice
    r"|\b[a-z]+_[a-z]+\b"
    r"|`|\{|\}|\bNone\b"
)
NAMED = re.compile(r"(?:with|fires|readies) (?:the )?[a-z]+-[a-z]+")
"""A weapon by its id; its name has a capital."""


def told(text: str) -> list[str]:
    """What players read of a game: the lines below its answers, without their clauses."""
    lines = [line for line in text.splitlines() if line.startswith("    ")]
    return [CLAUSES.sub("", line.strip()) for line in lines]


def sides_in_lower_case(prose: list[str]) -> list[str]:
    """What tells of a side as of a colour: sentences that content and rules give to players."""
    return [line for line in prose if re.search(r"\b(?:red|blue)\b", line)]


@pytest.mark.parametrize("tale", TALES, ids=lambda file: file.stem)
def test_a_whole_game_is_told_in_sentences_without_a_code(tale: Path) -> None:
    lines = told(tale.read_text(encoding="utf-8"))
    assert len(lines) > 50
    assert [line for line in lines if CODE.search(line) or NAMED.search(line)] == []


def test_a_roll_off_says_which_roll_wins_it() -> None:
    rolls = [line for tale in TALES for line in told(tale.read_text("utf-8")) if "oll-off" in line]
    assert len(rolls) > len(TALES)
    for line in rolls:
        assert re.search(r"the (?:lower|higher) roll wins|tie|again", line), line


def test_the_end_of_a_game_is_told_with_the_names_of_its_sides() -> None:
    reasons = [
        reason_words(why, loser, 3, 1, "")
        for why in ("spent", "nobody", "points", "draw", "aim", "text")
        for loser in ("red", "blue")
    ]
    assert "Blue has no able trooper left" in reasons
    ends = [tale.read_text("utf-8").splitlines()[-2].partition(": ")[2] for tale in TALES]
    assert sides_in_lower_case([*reasons, *ends]) == []


def test_missions_call_the_sides_by_their_names() -> None:
    files = sorted(CONTENT.glob("*/missions/*.yaml"))
    assert len(files) > 20
    for file in files:
        mission = yaml.safe_load(file.read_text("utf-8"))
        prose = [mission.get("briefing", ""), *mission.get("texts", ())]
        wins = mission.get("wins", ())
        prose += [rule.get("text", "") for rule in wins if isinstance(rule, dict)]
        assert sides_in_lower_case(prose) == [], file.name
