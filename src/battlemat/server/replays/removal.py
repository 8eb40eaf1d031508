"""A game whose rules have changed is removed without being played: the store tells whose it is."""

from __future__ import annotations

from battlemat.kernel.words import say
from battlemat.server.store.forgetting import empty_words, forget, leave
from battlemat.server.store.store import Store
from battlemat.tables.problems import Problem


def remove(store: Store, game: str, holder: str | None) -> bool:
    """Remove it; False if it was only left, because another person has a seat in it still."""
    seats = store.held(game).get(holder) if holder is not None else None
    if holder is None or seats is None:
        raise Problem(403, "not-your-seat", say("you are watching this game; you hold no seat"))
    empty_words(store, game, sorted(seats))
    if leave(store, game, holder, seats - {""}):
        return False
    forget(store, game)
    return True
