"""Routes of what is said at a table: by players, and by watchers where the players allow it."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Response

from battlemat.kernel.words import say
from battlemat.server.routes import requests, responses
from battlemat.server.routes.dependencies import (
    ACTING,
    TheAsker,
    TheServices,
    TheTable,
    TheViewer,
    deed,
)
from battlemat.server.store.forgetting import empty_words
from battlemat.server.store.store import Store
from battlemat.tables.ledger.talk import ALLOW, FORBID, Chat, Unsay, WatchersMay
from battlemat.tables.ledger.told import Told
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import must_not_pose, watcher, watchers_write
from battlemat.tables.table import Table

router = APIRouter(prefix="/api/games/{game}")
MOST_FROM_ONE = 100
"""So many lines one watcher may write at a table."""
MOST_FROM_WATCHERS = 500
"""So many all of them together, so that they never use up what the players may say."""


@router.post("/chat", status_code=201, response_model=responses.Entry, responses=ACTING)
def chat(
    given: requests.Chat,
    services: TheServices,
    table: TheTable,
    who: TheViewer,
    asker: TheAsker,
) -> Response:
    """Say something to the table; a watcher may where the players allow it."""
    if not who.seats and given.player is None:
        return asker.thank(deed(services, table, lambda: _watcher_says(table, asker.holder, given)))
    player = who.acting(given.player or next(iter(sorted(who.seats)), None))
    return deed(services, table, lambda: table.say(Chat(player, given.text)))


def _watcher_says(table: Table, holder: str, given: requests.Chat) -> Told:
    gallery, player = table.play.gallery, watcher(table.id, holder)
    if not watchers_write(table, gallery.allowing):
        message = say("you are watching this game; its players do not let watchers write")
        raise Problem(403, "not-your-seat", message)
    if gallery.lines[player] >= MOST_FROM_ONE or gallery.lines.total() >= MOST_FROM_WATCHERS:
        raise Problem(409, "enough-said", say("watchers have written enough in this game"))
    people = [name for name in table.play.names.values() if name]
    must_not_pose(given.name, table.rulebook.players, people)
    return table.say(Chat(player, given.text, holder, given.name))


@router.post("/watchers", status_code=201, response_model=responses.Entry, responses=ACTING)
def watchers(
    given: requests.WatchersMay, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Let watchers write or not; they may while everybody who sits at the table lets them."""
    player = who.acting(given.player)
    said = ALLOW if given.write else FORBID
    return deed(services, table, lambda: table.say(WatchersMay(player, said)))


@router.post("/unsay", status_code=201, response_model=responses.Entry, responses=ACTING)
def unsay(
    _given: requests.Nothing, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Remove everything that you said at this table, for good."""
    players = sorted(who.seats)
    own = watcher(table.id, who.holder) if who.holder and not players else ""
    if own in table.play.gallery.spoke:
        players = [own]
    else:
        who.acting(players[0] if players else None)
    return deed(services, table, lambda: empty(services.tables.store, table, players))


def empty(store: Store, table: Table, players: Sequence[str]) -> Told:
    """Remove what these said, and tell so."""
    told = table.say(Unsay(players[0], tuple(players)))
    empty_words(store, table.id, players)
    return told
