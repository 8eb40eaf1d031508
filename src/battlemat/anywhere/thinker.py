"""The other engine of a page: works out what takes time, from answers alone, never from seeds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from battlemat.kernel.game import Game
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.work import tasks
from battlemat.tables.work.course import retell


def _make_again(
    catalogue: Catalogue, game: Game[Any], step: int, cost: list[Any], text: str
) -> Any:
    from battlemat.puzzles import own_games  # few games are learned from

    return own_games.answered(catalogue, game, step, cost, text)


_TASKS: Mapping[str, Callable[..., Any]] = {
    "think": tasks.think,
    "passes": lambda catalogue, game, policy, _none: tasks.passes(catalogue, game, policy),
    "odds": tasks.count_odds,
    "hint": tasks.give_hint,
    "retell": retell,
    "look over": tasks.look_over,
    "area": tasks.judge_area,
    "make again": _make_again,
}
"""What is worked out where a game stands."""


def _build(catalogue: Catalogue, do: str, rulebook: str, asked: Mapping[str, Any]) -> Any:
    from battlemat.tables.building import build  # few games need a workbench

    return build(catalogue, do, rulebook, asked)


def _lab_pair(catalogue: Catalogue, duel: Mapping[str, Any], number: int) -> Any:
    from battlemat.lab.squad_duel import play_plain_pair

    return play_plain_pair(catalogue, duel, number)


_APART: Mapping[str, Callable[..., Any]] = {"build": _build, "lab pair": _lab_pair}
"""What needs no game."""


class Thinker:
    """Plays along with the games that it is asked about; only the last one is kept."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._id = ""
        self._texts: list[str] = []
        self._game: Game[Any] | None = None

    def work(self, given: str) -> str:
        """Do one piece of work (`Work.plain` as JSON); what was found, as JSON."""
        wish = json.loads(given)
        task, at, args = wish["task"], wish["at"], wish["args"]
        if at is None:
            return json.dumps(_APART[task](self._catalogue, *args))
        return json.dumps(_TASKS[task](self._catalogue, self._at(at), *args))

    def _at(self, wish: Mapping[str, Any]) -> Game[Any]:
        game, texts = self._game, wish["texts"]
        known = self._texts
        if game is None or self._id != wish["game"] or texts[: len(known)] != known:
            game, known = Game(self._catalogue.find(wish["rulebook"]), wish["setup"]), []
        for text in texts[len(known) :]:
            game.take(game.read_again(text))
        self._id, self._texts, self._game = wish["game"], list(texts), game
        return game
