"""One's own games as puzzles: a choice that cost chances, and what another one is worth."""

from __future__ import annotations

import json
from functools import partial

from battlemat.anywhere.house import House, Work
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.anywhere.routes.study import unless_refused
from battlemat.puzzles import own_games


def mistake(house: House, at: At, _query: Given, _body: Given) -> str:
    """A choice of a finished game as it was asked, to be made once more."""
    return json.dumps(own_games.shown(house.table(at["game"]), int(at["step"])))


def worth(house: House, at: At, query: Given, _body: Given) -> Work:
    """What another answer to that choice is worth."""
    table, step, text = house.table(at["game"]), int(at["step"]), str(query["text"])
    cost = list(own_games.cost(table, step))
    then = partial(unless_refused, table, text, step)
    return Work("make again", (step, cost, text), then, table)


ROUTES = below(
    "/api/games/{game}/mistakes/{step}", [("GET", "", mistake), ("GET", "/worth", worth)]
)
