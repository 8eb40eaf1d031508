"""Answers to requests that came to nothing, whatever stopped them: one shape for all."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import Request
from pydantic import ValidationError
from starlette.responses import Response

from battlemat.kernel.words import say
from battlemat.server.quick_json import dumps
from battlemat.server.routes.dependencies import send_json
from battlemat.tables.problems import Problem

_LOG = logging.getLogger("battlemat.server")


def tell(problem: Problem) -> Response:
    """A problem, told."""
    return send_json(dumps(problem.body()), problem.status, problem.headers)


def away() -> Problem:
    """The store could not be asked. Sending the same again does no harm: it lands once."""
    message = say(
        "the games cannot be reached at the moment; nothing that was told is lost; try again"
    )
    return Problem(503, "store-away", message, headers={"retry-after": "2"})


def malformed() -> Problem:
    """The body of a request cannot be read at all."""
    return Problem(400, "malformed", say("the body is not JSON"))


def invalid(error: ValidationError) -> Problem:
    """What is wrong with the body of a request."""
    return _first(error.errors()[0], error.errors()[0]["loc"])


def _first(error: Any, where: tuple[Any, ...]) -> Problem:
    """The first thing that is wrong, in one line."""
    if error["type"] == "json_invalid":
        return malformed()
    named = ".".join(str(part) for part in where) or "the body"
    return Problem(422, "invalid", f"{named}: {error['msg']}"[:500])


# ---------------------------------------------------------------------- as the framework calls them


async def on_problem(_request: Request, problem: Any) -> Response:
    return tell(problem)


async def on_invalid(_request: Request, error: Any) -> Response:
    first = error.errors()[0]
    return tell(_first(first, first["loc"][1:]))


async def on_plain(_request: Request, error: Any) -> Response:
    """What the framework refuses by itself."""
    words = {404: "not-found", 405: "wrong-method", 400: "malformed"}
    word = words.get(error.status_code, "refused-request")
    headers = dict(error.headers or {})
    return tell(Problem(error.status_code, word, str(error.detail), headers=headers))


async def on_store_away(_request: Request, _error: Exception) -> Response:
    return tell(away())


async def on_bug(_request: Request, error: Exception) -> Response:
    _LOG.error("a request failed", exc_info=error)
    return tell(Problem(500, "server-bug", say("the server made a mistake; nothing was changed")))
