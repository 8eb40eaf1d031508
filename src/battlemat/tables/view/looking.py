"""What anybody may ask of a table without changing it, as JSON text in the shapes of docs/api.md.

All functions want the table's lock held.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from battlemat.kernel.errors import NoSuchThing, Refused
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.tables.problems import Problem
from battlemat.tables.table import Table
from battlemat.tables.view import views
from battlemat.tables.view.rule_text import clause_text
from battlemat.tables.view.why import Pointed, attempts, explain


def reasons(table: Table, text: str | None, pointed: Pointed) -> str:
    """Why an answer is not legal, by its text or by what was pointed at."""
    game = table.play.history.game
    texts = [text] if text is not None else attempts(game, table.play.question, pointed)
    return table.writer.plain({"answers": explain(game, texts)})


def overlays(table: Table, piece: str) -> str:
    """Reach, sight and threat of a piece, where the rulebook offers them."""
    battle = table.play.history.game.battle
    if all(one.id != piece for one in table.rulebook.scene(battle).pieces):
        raise Problem(404, "unknown-piece", say("there is no such piece on the table"))
    shapes = table.rulebook.overlays(battle, piece)
    return table.writer.drawn({"piece": piece, "shapes": shapes})


def preview(table: Table, text: str) -> str:
    """What an option, listed or made up, would cover. Nothing where it is not legal."""
    game = table.play.history.game
    shapes: Sequence[Shape] = ()
    if isinstance(game.question, Choice):
        with suppress(Refused):
            shapes = table.rulebook.preview(game.battle, game.question, game.read(text))
    return table.writer.drawn({"text": text, "shapes": shapes})


def clause(table: Table, id: str) -> str:
    """The text of a clause, and which of its readings this game follows if it has two."""
    return table.writer.plain(clause_text(table.rulebook, id, table.play.history.game.setup))


def ruler(table: Table, start: str, end: str) -> str:
    """A ruler between two things on the table."""
    try:
        reading = table.rulebook.measure(table.play.history.game.battle, start, end)
    except NoSuchThing as error:
        raise Problem(404, "unknown-thing", str(error)) from None
    full = table.rulebook.register.full
    for fact in reading.facts:
        fact.because = full(fact.because) if fact.because else ""
    told = {"facts": reading.facts, "shapes": reading.shapes}
    return table.writer.drawn({"start": start, "end": end, **told})


def position(table: Table, step: int) -> str:
    """The position after so many answers."""
    if step > table.play.history.step:
        raise Problem(
            404, "unknown-step", say("the game has steps 0 to {step}", step=table.play.history.step)
        )
    return views.position(table, step)


def record(table: Table) -> str:
    """The record of the game as it stands. The seed is told when the game is over."""
    return table.play.history.record(tell_seed=table.play.ending is not None).write()
