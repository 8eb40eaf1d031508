"""`battlemat rules --boards`: which clauses have a board to play, and why the others have none."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from battlemat.kernel.clauses import Register
from battlemat.kernel.words import say
from battlemat.reader.account import Account, account


def show_boards(registers: list[Register], as_json: bool, *, whole: bool) -> None:
    """Account for every clause; ends with 1 if one has neither a board nor a reason.

    The `whole` list names each clause; else only numbers are told, and what is open.
    """
    found = [account(register) for register in registers]
    if as_json:
        click.echo(json.dumps([_plain(one) for one in found], indent=2, ensure_ascii=False))
    else:
        for one in found:
            _tell(one, whole)
    if not all(one.complete for one in found):
        raise click.exceptions.Exit(1)


def _tell(one: Account, whole: bool) -> None:
    kinds = Counter(reason.kind for reason in one.reasons.values())
    others = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    shown = sum(id in one.boards for id in one.clauses)
    click.echo(
        say(
            "{rulebook}: {clauses} clauses, {shown} with a board, {without} without ({kinds}), "
            "{open} open",
            rulebook=one.rulebook,
            clauses=len(one.clauses),
            shown=shown,
            without=len(one.reasons),
            kinds=others or "-",
            open=len(one.open),
        )
    )
    for id in one.clauses if whole else (*one.open, *one.doubled):
        click.echo(f"  {id}  {_line(one, id)}")
    for id in one.unknown:
        click.echo(f"  {id}  " + say("is no clause of this book"))


def _line(one: Account, id: str) -> str:
    if id in one.doubled:
        return say("has a board, and a reason why it has none")
    if id in one.boards:
        return ", ".join(one.boards[id])
    reason = one.reasons.get(id)
    return f"({reason.kind}) {reason.why}" if reason else say("has no board and no reason")


def _plain(one: Account) -> dict[str, Any]:
    return {
        "rulebook": one.rulebook,
        "clauses": len(one.clauses),
        "complete": one.complete,
        "boards": {id: list(boards) for id, boards in one.boards.items()},
        "without": {id: reason._asdict() for id, reason in one.reasons.items()},
        "open": list(one.open),
    }
