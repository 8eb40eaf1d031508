"""Writes a corpus with the rules of today, to be kept when a version of them is released.

    python tests/corpus/write.py FOLDER [RULEBOOK]

Of every mission: two games of random players, one of them with choices taken back, the beginning of
one of a random and a greedy player, and of one between greedy ones. Keep some of each in this
folder, and begin `changed.txt` anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import record
from battlemat.kernel.rulebook import Setup
from battlemat.packs import library, registry, setups
from battlemat.players.registry import make


class Manner(NamedTuple):
    """Who plays, how many choices at most, and after how many choices one is taken back."""

    red: str
    blue: str
    most: int = 100_000
    undo: int = 0


MANNERS = (
    Manner("random", "random"),
    Manner("random", "random", undo=7),
    Manner("random", "greedy", most=40),
    Manner("greedy", "greedy", most=25),
)


def played(rulebook: str, setup: Setup, seed: str, manner: Manner) -> Game[Any]:
    """One game; everything about it follows from the seed."""
    book = registry.find(rulebook)
    game = Game(book, setup, dice=SeededDice(seed))
    names = (manner.red, manner.blue)
    seats = {side: make(name, seed + side) for side, name in zip(book.players, names, strict=True)}
    choices = 0
    while isinstance(question := game.question, Choice) and choices < manner.most:
        game.answer(seats[question.player].answer(game))
        choices += 1
        if manner.undo and choices % manner.undo == 0 and choices % (2 * manner.undo):
            game.undo(agreed=True)
    return game


def text_of(game: Game[Any]) -> str:
    """The record with its setup in one line: half as long, and read like any other."""
    text = record(game).write()
    head, rest = text.split("setup\n", 1)
    _, answers = rest.split("\nanswers\n", 1)
    setup = json.dumps(game.setup, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"{head}setup\n  {setup}\nanswers\n{answers}"


def games(rulebook: str) -> Iterator[tuple[str, Game[Any]]]:
    """Every mission in every manner."""
    for entry in library.entries(rulebook, "mission"):
        setup = setups.build_setup(rulebook, mission=entry.id)
        for number, manner in enumerate(MANNERS):
            name = f"{rulebook}-{entry.id}-{number}"
            yield name, played(rulebook, setup, name, manner)


def main(folder: Path, *rulebooks: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for rulebook in rulebooks or registry.names():
        for name, game in games(rulebook):
            (folder / f"{name}.battlemat").write_text(text_of(game), encoding="utf-8")
            print(name, len(game.answers))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
