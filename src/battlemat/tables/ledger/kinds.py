"""All kinds of entries: which there are, and what an entry does to a game that hears it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from battlemat.tables.ledger import agreements, moves, talk
from battlemat.tables.ledger.deed import Deed, Other
from battlemat.tables.ledger.rows import Entry
from battlemat.tables.ledger.told import Told
from battlemat.tables.play import clocks
from battlemat.tables.play.history import Fallen, Line
from battlemat.tables.play.match import Match

_ALL: Sequence[type[Deed]] = (
    *(moves.Begin, moves.Answer, moves.TakeBack, moves.Awaits, moves.Nonce),
    *(talk.Chat, talk.Unsay, talk.Join, talk.Relink, talk.Policy, talk.Brings, talk.Hint),
    *(talk.WatchersMay, talk.Shows, talk.HintsMay),
    *(agreements.OfferDraw, agreements.OfferUndo, agreements.OfferRematch),
    *(agreements.Accept, agreements.Decline),
    *(agreements.Draw, agreements.Concede, agreements.Flag, agreements.Gone, agreements.StandIn),
    *(agreements.Agree, agreements.Renew, agreements.Renewed),
)
KINDS: Mapping[str, type[Deed]] = MappingProxyType({one.kind: one for one in _ALL})
"""Kinds by the word that stands for each in stored ledgers."""
_T = TypeVar("_T", Line, Fallen)


def kind_of(entry: Entry) -> type[Deed]:
    """The kind of an entry."""
    return KINDS.get(entry.kind, Other)


def hear(play: Match, entry: Entry) -> Told:
    """Let an entry of a ledger do to a game what it does; gives what it brought."""
    return do(play, kind_of(entry).of(entry), entry)


def do(play: Match, deed: Deed, entry: Entry) -> Told:
    """Do a deed, which its entry tells; gives what it brought."""
    written = deed.happen(play, entry)
    if written is not None:
        entry = replace(entry, text=written)
    if entry.question is None:
        play.talk += 1
    else:
        play.asked = entry.question + 1
        if play.offer is not None and play.offer.kind in agreements.LAPSING:
            play.offer = None
    if entry.question is not None or deed.redraws:
        play.moved = entry.number
    if play.clock is not None:
        asks, optional = clocks.whose_time(play.question, play.row.seats)
        answers = isinstance(deed, moves.Answer)
        play.clock = play.clock.after(entry, asks, play.asked, optional=optional, answers=answers)
    history = play.history
    lines, fallen = _brought(history.log, entry.number), _brought(history.fallen, entry.number)
    told = Told(entry, history.step, lines, fallen)
    play.told.append(told)
    return told


def _brought(all_: Sequence[_T], number: int) -> tuple[_T, ...]:
    """What an entry brought: the newest lines, or dice, that have its number."""
    first = len(all_)
    while first and all_[first - 1].number == number:
        first -= 1
    return tuple(all_[first:])
