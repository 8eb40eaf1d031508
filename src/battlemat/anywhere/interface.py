"""The requests that a page's own house answers, by method and path, as docs/api.md tells them.

Routes that few games need are loaded when they are first asked for, so that a first board is soon
there. What is left out stands in `capabilities`, with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from battlemat.anywhere.routes import acting, front, looking, study
from battlemat.anywhere.routes.given import At, Route, Routed
from battlemat.kernel.words import say
from battlemat.tables.problems import Problem


def _kept() -> list[Routed]:
    from battlemat.anywhere.routes import kept

    return kept.ROUTES


def _rules() -> list[Routed]:
    from battlemat.anywhere.routes import rules

    return rules.ROUTES


def _squads() -> list[Routed]:
    from battlemat.anywhere.routes import squads

    return squads.ROUTES


def _laboratory() -> list[Routed]:
    from battlemat.anywhere.routes import laboratory

    return laboratory.ROUTES


def _campaigns() -> list[Routed]:
    from battlemat.anywhere.routes import campaigns

    return campaigns.ROUTES


def _lessons() -> list[Routed]:
    from battlemat.anywhere.routes import lessons

    return lessons.ROUTES


def _own_games() -> list[Routed]:
    from battlemat.anywhere.routes import own_games

    return own_games.ROUTES


def _of_games() -> list[Routed]:
    return [*_kept(), *_lessons(), *_own_games()]


def _puzzles() -> list[Routed]:
    from battlemat.anywhere.routes import puzzles

    return puzzles.ROUTES


_LATER: Mapping[str, Callable[[], list[Routed]]] = {
    "/api/rules/": _rules,
    "/api/barracks/": _squads,
    "/api/lab/": _laboratory,
    "/api/campaigns": _campaigns,
    "/api/learn": _lessons,
    "/api/puzzles": _puzzles,
    "/api/games/": _of_games,
}
_AT_ONCE = [*front.ROUTES, *looking.ROUTES, *study.ROUTES, *acting.ROUTES]


def all_routes() -> list[Routed]:
    """Every route, those that are loaded later included."""
    return [*_AT_ONCE, *(one for load in _LATER.values() for one in load())]


_GUESTS_POST = re.compile(r"/(answers|armed|undo|offers|offers/\d+|concede|nonce|policy|join)")
"""What somebody who plays from another page may do to the game."""


def for_guests(method: str, path: str) -> str:
    """The game that a request of another page is about; "" if such a page may not ask it."""
    found = re.fullmatch(r"/api/games/([^/]+)(/.*)?", path)
    if found is None:
        return ""
    game, inner = found[1], found[2] or ""
    return game if method == "GET" or _GUESTS_POST.fullmatch(inner) else ""


def find_route(method: str, path: str) -> tuple[Route, At]:
    """The route of a request and what stands in its path; 404 if there is none."""
    for one in _AT_ONCE:
        if (at := one.match(method, path)) is not None:
            return one.route, at
    for prefix, load in _LATER.items():
        for one in load() if path.startswith(prefix) else ():
            if (at := one.match(method, path)) is not None:
                return one.route, at
    raise Problem(404, "not-here", say("this needs a server; a page alone cannot do it"))
