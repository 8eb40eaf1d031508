"""A whole game of Open Fire in words, to be compared on every change and read when it differs.

`python tests/golden/write_openfire.py` writes it anew; read the difference before it is kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":  # run as a script: the folder of the tests is where imports begin
    sys.path.insert(0, str(Path(__file__).parent.parent))

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.players.story import line
from battlemat.rulebooks.openfire.battle import Battle
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.test_openfire_contract import battle_of_everything

FILE = Path(__file__).parent / "openfire.txt"


def tale() -> str:
    """A seeded game in words: answers, what came of them, and the clauses that made it so."""
    lines: list[str] = [f"{OPENFIRE.title}: a battle of everything"]

    def note(event: Event) -> None:
        found = line(OPENFIRE, event)
        short = ", ".join(clause.partition(".")[2] for clause in found.because)
        lines.append(f"    {found.text} [{short}]")

    stream = Stream("golden openfire")
    dice = SeededDice("golden openfire")
    game: Game[Battle] = Game(OPENFIRE, battle_of_everything(), dice=dice, log=note)
    while isinstance(choice := game.question, Choice):
        option = pick(game, choice, stream)
        lines.append(f"{choice.player}: {game.write(option)}")
        game.answer(option)
    assert game.result is not None
    lines.append(f"{game.result.winner or 'nobody'} wins: {game.result.reason}")
    lines.append(f"digest {game.digest}")
    return "\n".join(lines) + "\n"


def pick(game: Game[Battle], choice: Choice, stream: Stream) -> Option:
    """One of the first that are advised, so that units go somewhere and fight."""
    options = OPENFIRE.advise(game.battle, choice)
    return options[stream.below(min(3, max(1, len(options) - 1)))]


if __name__ == "__main__":
    FILE.write_text(tale(), encoding="utf-8")
    print(f"{FILE.name} is written; read what changed before you keep it")
