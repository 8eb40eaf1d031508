"""Answers to questions, which is what a server is asked for most, by the shortest way.

An answer is judged by what this server knows of the game, and stored (`answer_batches`); the store
itself takes no second answer to a question. `QuickAnswers` does what the framework would do with
such a request, at a tenth of its cost; the route in `play` describes it.
"""

from __future__ import annotations

import json
import re

from fastapi import Request, Response
from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from battlemat.server.problems import Problem
from battlemat.server.routes import failures
from battlemat.server.routes.dependencies import Services, send_json
from battlemat.server.routes.requests import GivenAnswer
from battlemat.server.store import StoreAway
from battlemat.server.tables.seats import COOKIE, holder_of

_ANSWERED = re.compile(r"/api/games/([A-Za-z0-9_-]{1,40})/answers")


class QuickAnswers:
    """ASGI middleware: takes answers to questions out of the stream of requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = None
        if scope["type"] == "http" and scope["method"] == "POST":
            found = _ANSWERED.fullmatch(scope["path"])
        if found is None:
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            given = _read(await request.body())
            holder = holder_of(request.cookies.get(COOKIE))
            response = await answer(scope["app"].state.services, found[1], holder, given)
        except Problem as problem:
            response = failures.tell(problem)
        except StoreAway:
            response = failures.tell(failures.away())
        await response(scope, receive, send)


def _read(body: bytes) -> GivenAnswer:
    if not body:
        raise Problem(422, "invalid", "the body: Field required")
    try:
        return GivenAnswer.model_validate(json.loads(body))
    except ValidationError as error:
        raise failures.invalid(error) from None
    except (ValueError, RecursionError):
        raise failures.malformed() from None


async def answer(services: Services, game: str, holder: str | None, given: GivenAnswer) -> Response:
    """Answer the question that stands, for whoever asks."""
    table = await services.tables.find(game)
    return send_json(await services.answers.give(table, holder, given), 201)
