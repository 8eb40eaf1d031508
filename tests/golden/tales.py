"""A whole seeded game in words: answers, what came of them, and the clauses that made it so."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

from battlemat.keeping.story import line
from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.rulebook import Rulebook, Setup


def tale(rulebook: Rulebook[Any], setup: Setup, title: str) -> str:
    """The game that follows from the rulebook's name as seed, as text."""
    lines: list[str] = [f"{rulebook.title}: {title}"]

    def note(event: Event) -> None:
        found = line(rulebook, event)
        short = ", ".join(clause.partition(".")[2] for clause in found.because)
        lines.append(f"    {found.text} [{short}]")

    seed = f"golden {rulebook.name}"
    stream = Stream(seed)
    game: Game[Any] = Game(rulebook, setup, dice=SeededDice(seed), log=note)
    while isinstance(choice := game.question, Choice):
        option = pick(game, choice, stream)
        lines.append(f"{choice.player}: {game.write(option)}")
        game.answer(option)
    assert game.result is not None
    lines.append(f"{game.result.winner or 'nobody'} wins: {game.result.reason}")
    lines.append(f"digest {game.digest}")
    return "\n".join(lines) + "\n"


def pick(game: Game[Any], choice: Choice, stream: Stream) -> Option:
    """One of the first that are advised, so that units go somewhere and fight."""
    options = game.rulebook.advise(game.battle, choice)
    return options[stream.below(min(3, max(1, len(options) - 1)))]


def differences(file: Path, found: str, script: str) -> str:
    """What differs from the kept tale, with what to do about it; "" if nothing does."""
    kept = file.read_text(encoding="utf-8").splitlines()
    changes = difflib.unified_diff(kept, found.splitlines(), "kept", "found", lineterm="", n=2)
    shown = list(changes)[:40]
    hint = f"read this; if it is meant, run python tests/golden/{script}"
    return "\n".join([hint, *shown]) if shown else ""
