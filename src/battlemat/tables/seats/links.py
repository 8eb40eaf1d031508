"""Unguessable tokens: of people, of games, and of the links that open a seat.

A browser is known by one random token; the keeper has its hash alone. Invite and seat links carry
tokens that follow from the host's secret, so they are kept nowhere.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from battlemat.kernel.memo import Memo
from battlemat.tables.seats.viewers import Seating, Viewer

_TOKEN = 43  # characters of 32 random bytes
_MOST_TOKENS = 4_000
"""Tokens of links that are kept at hand: every state that is shown holds some."""


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def new_game_id() -> str:
    """The id of a game; who knows it may watch."""
    return secrets.token_urlsafe(12)


def holder_of(token: str | None) -> str | None:
    """What the store knows a browser by; None without a cookie, or with one not made here."""
    if not token or len(token) != _TOKEN:
        return None
    return sha256(token.encode()).hexdigest()


@Memo("the secret and what the link is for", bound=_MOST_TOKENS)
def _token(secret: bytes, purpose: str, game: str, player: str, anew: int) -> str:
    text = f"{purpose}|{game}|{player}" + (f"|{anew}" if anew else "")
    return hmac.new(secret, text.encode(), sha256).hexdigest()[:40]


class Links:
    """Makes and checks the tokens of links."""

    def __init__(self, secret: bytes, prefix: str = "") -> None:
        self._secret = secret
        self._prefix = prefix

    def token(self, purpose: str, game: str, player: str, anew: int = 0) -> str:
        """The token for a purpose ("invite" or "seat") at one seat; `anew` counts new ones."""
        return _token(self._secret, purpose, game, player, anew)

    def _at(self, table: Seating, purpose: str, player: str) -> str:
        return self.token(purpose, table.id, player, table.relinked.get(player, 0))

    def opens(self, table: Seating, token: str) -> tuple[str, str] | None:
        """The purpose and the player of a token, or None if it opens nothing here."""
        for player in table.people():
            for purpose in ("invite", "seat"):
                wanted = self._at(table, purpose, player)
                if hmac.compare_digest(wanted.encode(), token.encode("utf-8", "replace")):
                    return purpose, player
        return None

    def of(self, table: Seating, who: Viewer) -> dict[str, object]:
        """The links that a viewer may pass on."""
        page = f"{self._prefix}/game/{table.id}"
        free = [player for player in table.people() if player not in table.claimed]
        belongs = bool(who.seats) or who.owner
        invited = free if belongs else []
        mine = [player for player in table.people() if player in who.seats]
        return {
            "watch": page,
            "seats": {p: f"{page}#seat={self._at(table, 'seat', p)}" for p in mine},
            "invites": {p: f"{page}#invite={self._at(table, 'invite', p)}" for p in invited},
        }
