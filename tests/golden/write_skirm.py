"""Whole games of Skirm in words, to be compared on every change and read when they differ.

`python tests/golden/write_skirm.py` writes them anew; read the difference before it is kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from battlemat.boards.squares import distance
from battlemat.keeping.story import line
from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.packs.skirm import setups as skirm
from battlemat.rulebooks.skirm.chapters.combat.attacks import Shoot
from battlemat.rulebooks.skirm.rulebook import SKIRM1, SKIRM2, SKIRM3
from battlemat.rulebooks.skirm.state.battle import Battle

FOLDER = Path(__file__).parent
BOOKS = {book.name: book for book in (SKIRM1, SKIRM2, SKIRM3)}
SETUPS = {
    "skirm1": {"mission": "secure", "red": "iron-oath", "blue": "red-harvest"},
    "skirm2": {"mission": "infiltrate", "red": "gate-crashers", "blue": "court-of-hooks"},
    "skirm3": {"mission": "recon", "red": "breach-team", "blue": "hungry-tide"},
}


def tale(edition: str) -> str:
    """A seeded game in words: answers, what came of them, and the clauses that made it so."""
    book, told = BOOKS[edition], SETUPS[edition]
    setup = skirm.build_setup(edition, mission=told["mission"], red=told["red"], blue=told["blue"])
    lines: list[str] = [f"{book.title}: {told['mission']}, {told['red']} against {told['blue']}"]

    def note(event: Event) -> None:
        found = line(book, event)
        short = ", ".join(clause.partition(".")[2] for clause in found.because)
        lines.append(f"    {found.text} [{short}]")

    stream = Stream(f"golden {edition}")
    game: Game[Battle] = Game(book, setup, dice=SeededDice(f"golden {edition}"), log=note)
    while isinstance(choice := game.question, Choice):
        option = pick(game, choice, stream)
        lines.append(f"{choice.player}: {game.write(option)}")
        game.answer(option)
    assert game.result is not None
    lines.append(f"{game.result.winner or 'nobody'} wins: {game.result.reason}")
    lines.append(f"digest {game.digest}")
    return "\n".join(lines) + "\n"


def pick(game: Game[Battle], choice: Choice, stream: Stream) -> Option:
    """At random, but for the fight's sake: attacks often, and of two moves the one to the enemy."""
    verbs = list(dict.fromkeys(_verb(option) for option in choice.listed))
    fights = [verb for verb in verbs if verb in ("shoot", "line", "melee")]
    if fights and stream.below(3):
        verbs = fights
    elif len(verbs) > 1 and "end" in verbs:
        verbs.remove("end")  # units are busy as long as they can be
    verb = verbs[stream.below(len(verbs))]
    options = [option for option in choice.listed if _verb(option) == verb]
    found = [options[stream.below(len(options))] for _ in range(2)]
    if verb in ("move", "dash", "leap"):
        return min(found, key=lambda option: _way_to_enemy(game.battle, option))
    return found[0]


def _verb(option: Any) -> str:
    """What the tale calls an option: shots along a line are a kind of their own."""
    return "line" if isinstance(option, Shoot) and option.line else str(option.verb)


def _way_to_enemy(battle: Battle, option: Any) -> int:
    side = battle.units[option.unit].side
    enemies = [unit.square for unit in battle.side(1 - side)]
    return min(
        (distance(battle.field.board, option.square, square) for square in enemies), default=0
    )


def file_of(edition: str) -> Path:
    return FOLDER / f"{edition}.txt"


if __name__ == "__main__":
    for name in BOOKS:
        file_of(name).write_text(tale(name), encoding="utf-8")
        print(f"{file_of(name).name} is written; read what changed before you keep it")
