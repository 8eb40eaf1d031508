"""The terminal in a language that marks every sentence: no word of its own stands outside.

What may stand there: names and texts of content, clauses and their ids, signs of the board, ids,
places and numbers; and answers as they are typed, which are a notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.kernel.words import ENGLISH, speak
from battlemat.packs.registry import names, register

ANSWERS = 5
GROUND = {"impassable", "difficult", "stairs", "barrier", "slow", "tree", "vegetation", "ladder"}
"""Kinds of ground beside their sign: not in a catalogue yet."""
AREAS = {"north", "south", "house"}
"""Names of areas of a map, which are content."""
_ASIDE = re.compile(r"\[[^\]]*\]|https?://\S+|battlemat resume \S+")
"""Ids of clauses, addresses, and what is typed in a shell."""
_WORD = re.compile(r"\b[a-z]{3,}\b")


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)


def outside(text: str) -> str:
    """What of a text stands outside the marks of sentences."""
    depth, found = 0, ""
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        found += sign if not depth and sign != "⟧" else " "
    return found


def own_words(rulebook: str, shown: str) -> list[str]:
    """Lower case words of the terminal that are neither marked nor a clause's."""
    text = " ".join(line for line in shown.splitlines() if "> " not in line)
    clauses = " ".join(f"{one.title} {one.rule}" for one in register(rulebook))
    known = set(_WORD.findall(clauses.lower())) | GROUND | AREAS
    bare = _ASIDE.sub(" ", outside(text))
    return sorted({word for word in _WORD.findall(bare) if word not in known})


def test_a_word_outside_the_marks_is_found() -> None:
    assert own_words("skirm3", "⟦Turn⟧ zyxwv [skirm3.turn.act]") == ["zyxwv"]
    assert own_words("skirm3", "⟦Turn ⟦one⟧⟧ [skirm3.turn.act]") == []


@pytest.mark.parametrize("rulebook", names())
def test_an_opening_at_the_terminal_says_nothing_of_its_own(
    rulebook: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("marked"))
    command = ["play", rulebook, "--words", "marked", "--seed", "marks"]
    shown = CliRunner().invoke(main, command, input="1\n" * ANSWERS).output
    game = shown[shown.index("⟦") :]  # what stands before is the briefing of the mission
    assert own_words(rulebook, game) == []
