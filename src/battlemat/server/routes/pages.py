"""The page itself: the built files of the browser table, or a page that says how to build it."""

from __future__ import annotations

import gzip
import re
from html import escape
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.convertors import Convertor, register_url_convertor
from starlette.responses import FileResponse, HTMLResponse, Response

from battlemat.kernel.memo import Memo
from battlemat.kernel.words import ENGLISH, say, spoken
from battlemat.tables.problems import Problem

BUILT = Path(__file__).parents[1] / "static"
_YEAR = "public, max-age=31536000, immutable"
_PACKED = ("application/javascript", "application/json", "image/svg+xml")
_MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Battlemat</title></head>
<body><h1>The table is not built yet</h1>
<p>The server runs, but the page that it should show has not been built. In a checkout of the
project, <code>make play</code> builds it and opens it. The interface for programs is at
<a href="/api/openapi.json">/api/openapi.json</a>.</p></body></html>
"""

_GAME = re.compile(r"game/([A-Za-z0-9_-]{1,40})/?")

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
    if "\0" in path:
        raise Problem(404, "not-found", say("there is nothing at this address"))
    packed = "gzip" in request.headers.get("accept-encoding", "")
    file = _built(folder, path)
    if file is not None:
        return _send(file, _YEAR if path.startswith("assets/") else "no-cache", packed)
    if path.startswith("assets/"):
        raise Problem(404, "not-found", say("there is nothing at this address"))
    index = folder / "index.html"
    if index.is_file() and (found := _GAME.fullmatch(path)):
        return _for_a_game(index, found[1], request)
    if index.is_file():
        prefix = request.app.state.settings.prefix
        plain = not prefix and spoken() is ENGLISH
        return _send(index, "no-cache", packed) if plain else _below(prefix, index)
    return HTMLResponse(_MISSING)


def _built(folder: Path, path: str) -> Path | None:
    """The built file at a path; None if there is none, whatever the path may be."""
    try:
        file = (folder / path).resolve()
        found = bool(path) and file.is_relative_to(folder.resolve()) and file.is_file()
    except (OSError, ValueError):  # a name that no file of this system can have
        return None
    return file if found else None


def _for_a_game(index: Path, game: str, request: Request) -> Response:
    """The page of a game, with what the preview of a link to it shows.

    Whether there is such a game is not asked here: a link tells no more than it did before.
    """
    prefix = request.app.state.settings.prefix
    at = f"{request.url.scheme}://{request.url.netloc}{prefix}"
    step = request.query_params.get("step", "")
    moment = f"?step={int(step)}" if step.isdecimal() and len(step) < 10 else ""
    image = escape(f"{at}/api/games/{game}/picture.png{moment}")
    tags = (
        ("og:type", "website"),
        ("og:title", "A game on Battlemat"),
        ("og:description", "Watch it, or look back at any moment of it."),
        ("og:image", image),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("twitter:card", "summary_large_image"),
    )
    meta = "".join(f'<meta property="{name}" content="{value}" />' for name, value in tags)
    text = _text(prefix, index).replace("</head>", f"{meta}</head>", 1)
    return HTMLResponse(text, headers={"cache-control": "no-cache"})


def _below(prefix: str, index: Path) -> Response:
    """The page for a server that lives below a path, or that speaks another language."""
    return HTMLResponse(_text(prefix, index), headers={"cache-control": "no-cache"})


def _text(prefix: str, index: Path) -> str:
    """The page's text: its files are below the path, and it asks for the words of the house."""
    text = index.read_text(encoding="utf-8")
    if spoken() is not ENGLISH:
        language = escape(spoken().language)
        text = text.replace('<html lang="en">', f'<html lang="{language}" data-words>', 1)
    return re.sub(r'(href|src)="/(?!/)', rf'\1="{prefix}/', text)


def _send(file: Path, lasting: str, packed: bool) -> Response:
    headers = {"cache-control": lasting, "vary": "accept-encoding"}
    kind = guess_type(file.name)[0] or "application/octet-stream"
    if packed and (kind.startswith("text/") or kind in _PACKED):
        headers["content-encoding"] = "gzip"
        content = _gzip(file, file.stat().st_mtime_ns)
        return Response(content, media_type=kind, headers=headers)
    return FileResponse(file, media_type=kind, headers=headers)


@Memo("the file, and when it was changed", bound=256)
def _gzip(file: Path, _changed: int) -> bytes:
    """A file packed, once. Only files are packed: a state holds secrets beside others' words."""
    return gzip.compress(file.read_bytes(), 9)
