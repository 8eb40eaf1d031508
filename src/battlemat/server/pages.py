"""The page itself: the built files of the browser table, or a page that says how to build it."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from starlette.convertors import Convertor, register_url_convertor
from starlette.responses import FileResponse, HTMLResponse, Response

from battlemat.server.problems import Problem

BUILT = Path(__file__).parent / "static"
_YEAR = "public, max-age=31536000, immutable"
_MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Battlemat</title></head>
<body><h1>The table is not built yet</h1>
<p>The server runs, but the page that it should show has not been built. In a checkout of the
project, <code>make play</code> builds it and opens it. The interface for programs is at
<a href="/api/openapi.json">/api/openapi.json</a>.</p></body></html>
"""

router = APIRouter(include_in_schema=False)


class _PagePath(Convertor[str]):
    """Any path but those of the interface, which answers for itself."""

    regex = r"(?!api(?:/|$)).*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("page", _PagePath())


@router.get("/{path:page}")
def page(path: str, request: Request) -> Response:
    """A built file, or the page, which finds its own way from the address."""
    folder: Path = request.app.state.static
    file = (folder / path).resolve()
    if path and file.is_relative_to(folder.resolve()) and file.is_file():
        lasting = _YEAR if path.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={"cache-control": lasting})
    if path.startswith("assets/") or "\0" in path:
        raise Problem(404, "not-found", "there is nothing at this address")
    index = folder / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"cache-control": "no-cache"})
    return HTMLResponse(_MISSING, 503 if path else 200)
