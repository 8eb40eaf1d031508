"""Games of a server, reached by their link: what the server tells of them without a page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from battlemat.commands.shared.guard import Failure
from battlemat.kernel.words import say

_GAME = re.compile(
    r"(.*?)/(?:game|api/games)/([A-Za-z0-9_-]{1,40})(?:/(?:replay(?:\.txt)?|record))?/?"
)
_PATIENCE = 20
_MOST = 64 * 2**20
"""Seconds that a server may take to answer, and bytes that it may send."""


def is_link(text: str) -> bool:
    """Whether something is the address of a server's page, and not the name of a file."""
    return text.lower().startswith(("http://", "https://"))


class GameLink:
    """A game of a server. Whatever is wrong with it or its server is a `Failure` of one line."""

    def __init__(self, text: str) -> None:
        """`text` is the address of the game's page, or of its record or replay."""
        try:
            parts = urlsplit(text)
            found = _GAME.fullmatch(parts.path) if parts.hostname else None
        except ValueError:
            found = None
        if found is None:
            raise Failure(
                say(
                    "{text}: this is no link to a game; one looks like https://HOST/game/ID",
                    text=text,
                )
            )
        self._text = text
        self._address = f"{parts.scheme}://{parts.netloc}{found[1]}/api/games/{found[2]}"

    def replay(self) -> Mapping[str, Any]:
        """The game as it was told, whatever has become of its rules. None of its texts would do
        anything to a terminal but be shown.
        """
        try:
            told = json.loads(self._get("replay"))
        except ValueError:
            told = None
        if not isinstance(told, dict) or not isinstance(told.get("entries"), list):
            raise Failure(say("{text}: what answers there is no Battlemat server", text=self._text))
        harmless: Mapping[str, Any] = _harmless(told)
        return harmless

    def record(self) -> str:
        """The record of the game, which is played again by the rules of whoever reads it."""
        return self._get("record")

    def _get(self, what: str) -> str:
        request = Request(f"{self._address}/{what}", headers={"user-agent": "battlemat"})
        try:
            with urlopen(request, timeout=_PATIENCE) as answer:
                body: bytes = answer.read(_MOST + 1)
        except HTTPError as error:
            raise Failure(f"{self._text}: {_reason(error)}") from None
        except (URLError, OSError, ValueError) as error:
            why = error.reason if isinstance(error, URLError) else error
            raise Failure(
                say("{text}: the server cannot be reached ({why})", text=self._text, why=why)
            ) from None
        if len(body) > _MOST:
            raise Failure(say("{text}: the server sends more than a game can be", text=self._text))
        return body.decode("utf-8", "replace")


def _harmless(value: Any) -> Any:
    """The same JSON, with every letter that cannot be printed replaced."""
    if isinstance(value, str):
        return "".join(one if one.isprintable() else "\ufffd" for one in value)
    if isinstance(value, list):
        return [_harmless(one) for one in value]
    if isinstance(value, dict):
        return {name: _harmless(one) for name, one in value.items()}
    return value


def _reason(error: HTTPError) -> str:
    """Why a server refused, in its own words where it has some."""
    with error:
        try:
            told = json.loads(error.read(100_000))["message"]
        except (ValueError, KeyError, TypeError, OSError):
            told = f"the server answers {error.code} {error.reason}"
    return str(_harmless(" ".join(str(told).split())[:300]))
