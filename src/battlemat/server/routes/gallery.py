"""Routes of the gallery: games that their players opened to watchers."""

from __future__ import annotations

from fastapi import APIRouter, Response

from battlemat.server.quick_json import dumps
from battlemat.server.routes import requests, responses
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    TheServices,
    TheTable,
    TheViewer,
    deed,
    send_json,
)

router = APIRouter(prefix="/api")


@router.get("/watch", response_model=responses.Watchable, responses=LOOKING)
async def to_watch(services: TheServices) -> Response:
    """Games in progress that their players opened to watchers, at most twelve."""
    return send_json(dumps({"games": await services.gallery.listed()}))


@router.post(
    "/games/{game}/shows", status_code=201, response_model=responses.Entry, responses=ACTING
)
def shows(
    given: requests.ShowsIt, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Open the game to watchers or not; it is listed while everybody who plays opens it."""
    player = who.acting(given.player)
    gallery = services.gallery
    return deed(services, table, lambda: gallery.show(table, who, player, show=given.show))
