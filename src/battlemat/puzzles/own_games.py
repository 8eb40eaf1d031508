"""Puzzles out of one's own games: a choice that cost chances, to be made once more.

The review of a game says which choices these are and what they cost, and the look of that review
weighs another answer (`lessons/own.py`); here they are told in the shapes of puzzles, for any
screen. No HTTP is known here.
"""

from __future__ import annotations

from typing import Any

from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.words import say
from battlemat.lessons.own import ALIKE, Cost, before, judge
from battlemat.puzzles.desk import clauses_of, leads_of, posed, valued
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.problems import Problem
from battlemat.tables.table import Table

OWN = "own"
"""The type of such a puzzle, beside those of the shipped ones."""


def shown(table: Table, step: int) -> dict[str, Any]:
    """A choice of a finished game as it was asked; the table's lock is held."""
    found = _mistake(table, step)
    return {
        "id": str(step),
        "rulebook": table.rulebook.name,
        "game": table.rulebook.title,
        "name": found["kind"],
        "type": OWN,
        "difficulty": "",
        "themes": [],
        "side": found["player"],
        "goal": say(
            "{points, plural, one {# point} other {# points}} given away here: find better.",
            points=round(100 * found["lost"]),
        ),
        "about": say("Played: {told}.", told=found["told"]),
        **posed(table.play.history.at(step - 1)),
    }


def cost(table: Table, step: int) -> Cost:
    """What a choice of a finished game cost; the table's lock is held."""
    found = _mistake(table, step)
    return Cost(*(found[name] for name in Cost._fields))


def _mistake(table: Table, step: int) -> dict[str, Any]:
    """What the review says of a choice; 409 before there is one, 404 where nothing was lost."""
    if table.play.ending is None:
        raise Problem(409, "not-over", say("the game is not over yet"))
    review = table.view.findings.review
    if review is None:
        raise Problem(409, "not-reviewed", say("this game has not been looked over yet"))
    for one in review["mistakes"]:
        if one["step"] == step:
            found: dict[str, Any] = one
            return found
    raise Problem(404, "no-mistake", say("nothing to speak of was given away there"))


def answered(
    _catalogue: Catalogue, game: Game[Any], step: int, cost: list[Any], text: str
) -> dict[str, Any]:
    """What another answer to a choice of a whole game is worth: a piece of work for an engine."""
    stood = before(game.rulebook, game.setup, game.answers, step)
    try:
        return _verdict(stood, Cost(*cost), text)
    except Refused as refused:
        return {"refused": tuple(refused.refusal)}


def _verdict(game: Game[Any], cost: Cost, text: str) -> dict[str, Any]:
    option, best = game.read(text), game.read(cost.best)
    found = judge(game, cost, text)
    return {
        "right": found.right,
        "told": game.tell(option),
        "chance": cost.made + found.gain,
        "share": None,
        "better": found.gain > cost.lost + ALIKE,
        "leads": leads_of(game, option),
        "best": [valued(game, cost.best, cost.made + cost.lost)],
        "best_leads": leads_of(game, best),
        "next": valued(game, cost.played, cost.made),
        "lead": None,
        "clauses": clauses_of(game, [option, best]),
    }
