"""What a page alone cannot do, with the reasons; the one place where that is written down.

The page is told the names (`data-without` on its first element) and hides what they stand for; a
test holds every route of the server against the routes of this house and this list.
"""

from __future__ import annotations

from collections.abc import Mapping

WITHOUT: Mapping[str, str] = {
    "strangers": "lobby, invitations, seats by link, musters, talk, watching and complaints need "
    "somebody who is reached; a page without a server reaches nobody",
    "clocks": "a clock of a game needs a time that neither player can set",
    "fair-dice": "the seed lies in your own page, so its dice prove nothing to others",
    "live-pictures": "pictures of games in lists are drawn by a server; boards that can be chosen "
    "are here as files",
    "old-boards": "boards of games whose rules have changed are kept by a server alone; what was "
    "told of such a game is here, and it can be gone on with",
}
"""What is not here, by the names that the page knows, and why."""

BY_PAGE: Mapping[str, str] = {
    "/api/games/{game}/events": "the page follows its engine itself",
    "/api/games/{game}/cancel": "the page ends the engine that thinks, and begins another",
    "/api/rulebooks/{rulebook}/picture.png": "a file of the folder",
    "/api/rulebooks/{rulebook}/cover.jpg": "a file of the folder",
    "/api/words": "the folder speaks English; a house with another language tells it over HTTP",
    "/api/openapi.json": "it describes a server",
    "/api/health": "it is for those who run a server",
    "/api/ready": "it is for those who run a server",
    "/api/metrics": "it is for those who run a server",
    "/{path:page}": "a file of the folder",
}
"""What is asked of a server and of nobody here, because the page or its files do it."""

LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "strangers": (
        "GET /api/lobby",
        "GET /api/lobby/{game}",
        "POST /api/lobby/{game}/sit",
        "POST /api/lobby/{game}/withdraw",
        "POST /api/lobby/{game}/complaints",
        "GET /api/musters",
        "POST /api/musters",
        "GET /api/musters/{muster}",
        "POST /api/musters/{muster}/join",
        "GET /api/watch",
        "POST /api/games/{game}/shows",
        "POST /api/games/{game}/chat",
        "POST /api/games/{game}/watchers",
        "POST /api/games/{game}/unsay",
        "POST /api/games/{game}/mutes",
        "POST /api/games/{game}/complaints",
        "POST /api/games/{game}/relink",
        "POST /api/games/{game}/hints",
    ),
    "clocks": ("GET /api/games/{game}/absence", "POST /api/games/{game}/claim"),
    "fair-dice": (),
    "live-pictures": ("GET /api/games/{game}/picture.png",),
    "old-boards": ("GET /api/games/{game}/replay/{number}",),
}
"""The routes of a server that are not here, by what would be needed for them."""
