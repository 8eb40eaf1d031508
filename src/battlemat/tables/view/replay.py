"""A game shown again from what was stored of it: words, dice and boards, without any rules.

So a game can be looked at for ever, whatever becomes of the rules that it was played by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlemat.tables.ledger.agreements import GAME, Renew, Renewed, StandIn
from battlemat.tables.ledger.kinds import kind_of
from battlemat.tables.ledger.proof import RulesDiffer
from battlemat.tables.ledger.rows import Asleep, Entry
from battlemat.tables.ledger.talk import Chat


def replay(
    asleep: Asleep, entries: Sequence[Entry], boards: Sequence[int], differs: RulesDiffer | None
) -> dict[str, Any]:
    """All that is stored of a game; `differs` if it cannot be played by today's rules."""
    row = asleep.row
    return {
        "id": row.id,
        "rulebook": row.rulebook,
        "version": row.version,
        "created": row.created,
        "seats": [{"player": seat.player, "kind": seat.kind} for seat in row.seats],
        "entries": [_entry(one) for one in entries if _is_told(one)],
        "boards": list(boards),
        "differs": differs and {"answer": differs.answer, "message": differs.message},
        "agreed": agreed(entries),
        "awaited": awaited(asleep, entries) if differs else [],
        "renewed": renewed(entries),
    }


def _is_told(entry: Entry) -> bool:
    return kind_of(entry).retold and not (entry.kind == Chat.kind and not entry.text)


def _entry(entry: Entry) -> dict[str, Any]:
    kept = entry.extra
    return {
        "number": entry.number,
        "kind": entry.kind,
        "player": entry.player,
        "by": entry.by,
        "text": entry.text,
        "at": entry.at,
        "dice": kept.get("dice", []),
        "lines": kept.get("lines", []),
    }


def agreed(entries: Sequence[Entry]) -> list[str]:
    """Who has agreed to go on under today's rules."""
    return sorted({entry.player for entry in entries if entry.kind == Renew.kind})


def awaited(asleep: Asleep, entries: Sequence[Entry]) -> list[str]:
    """Who has yet to agree: everybody who has taken a seat."""
    return sorted(people(asleep, entries) & asleep.claimed - set(agreed(entries)))


def people(asleep: Asleep, entries: Sequence[Entry]) -> set[str]:
    """The players whose seats are for people; machines took some over."""
    gone = {entry.player for entry in entries if entry.kind == StandIn.kind}
    return {seat.player for seat in asleep.row.seats if seat.kind == "person"} - gone


def renewed(entries: Sequence[Entry]) -> str | None:
    """The game in which this one goes on."""
    games = (entry.extra.get(GAME) for entry in entries if entry.kind == Renewed.kind)
    return next((str(game) for game in games if game), None)


def is_over(entries: Sequence[Entry]) -> bool:
    """Whether a game had come to its end under the rules that it was played by."""
    moved = [entry for entry in entries if "digest" in entry.extra]
    return any(kind_of(entry).ends for entry in entries) or bool(
        moved and moved[-1].extra.get("over")
    )


def as_text(told: dict[str, Any]) -> str:
    """A replay as a text that people read."""
    head = [f"# {told['rulebook']}, version {told['version']}, begun {told['created']}"]
    if told["differs"]:
        head.append(f"# {told['differs']['message']}")
    lines = []
    for one in told["entries"]:
        dice = "".join(f" [{' '.join(map(str, faces))}]" for faces in one["dice"])
        lines.append(
            f"{one['number']}. {one['player']}: {one['kind']} {one['text']}{dice}".rstrip()
        )
        lines += [f"    {line['text']}" for line in one["lines"]]
    return "\n".join([*head, "", *lines]) + "\n"
