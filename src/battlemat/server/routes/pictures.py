"""Pictures of games, for lists and for the previews of links; watchers may have all of them."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Query, Response

from battlemat.drawing.png import draw_png
from battlemat.kernel.scene import as_json
from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.routes.dependencies import LOOKING, GameId, Responses, TheServices
from battlemat.tables.problems import Problem
from battlemat.tables.table import Table
from battlemat.tables.view.board import Board

router = APIRouter(prefix="/api/games/{game}")
SIZES = {"small": (360, 240), "card": (1200, 630)}
"""For a list of games, and as large as link previews want it."""
_PNG: Responses = {**LOOKING, 200: {"content": {"image/png": {"schema": {"type": "string"}}}}}


@router.get("/picture.png", response_class=Response, responses=_PNG)
async def picture(
    game: GameId,
    services: TheServices,
    step: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    size: Annotated[str, Query(pattern="^(small|card)$")] = "card",
) -> Response:
    """The board as it stands, or as it stood after `step` answers."""
    if step is None:
        sight = await services.tables.look(game)
    else:
        sight = await services.tables.find(game)
    image = await for_request(_drawn, sight, step, SIZES[size])
    return Response(image, media_type="image/png", headers={"cache-control": "max-age=60"})


def _drawn(sight: Table | Board, step: int | None, size: tuple[int, int]) -> bytes:
    players = [seat.player for seat in sight.row.seats]
    if isinstance(sight, Board):
        return draw_png(json.loads(sight.snapshot.scene), players, *size)
    with sight.lock:
        if step is None:
            scene = json.loads(sight.view.scene)
        elif step > sight.play.history.step:
            raise Problem(
                404,
                "unknown-step",
                say("the game has steps 0 to {last}", last=sight.play.history.step),
            )
        else:
            scene = as_json(sight.rulebook.scene(sight.play.history.at(step).battle))
    return draw_png(scene, players, *size)
