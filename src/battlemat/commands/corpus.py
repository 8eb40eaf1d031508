"""`battlemat corpus`: which games of before play otherwise under the rules of today."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from battlemat.commands.shared.guard import told
from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE
from battlemat.keeping import saves
from battlemat.keeping.corpus import Difference, difference
from battlemat.kernel.errors import BattlematError


@click.command(short_help="Say which past games today's rules would change, where and why.")
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Tell it as JSON, one entry for each file.")
@click.pass_obj
def command(house: House, files: tuple[Path, ...], as_json: bool) -> None:
    """Play saved games again, and say which of them the rules of today lead elsewhere.

    For each such game: from which answer on, what differs, and the clauses that the rules give
    for it. Ends with 0 if all play as they did, 1 if some do not, 2 if a file cannot be read.

    \b
    Example:
      battlemat corpus games/*.battlemat
    """
    entries = [_entry(house, file) for file in files]
    if as_json:
        click.echo(json.dumps(entries, indent=2, ensure_ascii=False))
    else:
        for entry in entries:
            _tell(entry)
        _tell_sum(entries)
    states = {entry["state"] for entry in entries}
    if states != {"same"}:
        raise click.exceptions.Exit(2 if "unreadable" in states else 1)


def _entry(house: House, file: Path) -> dict[str, Any]:
    """What is found of one file, as plain values."""
    try:
        record = saves.load(file)
        rulebook = house.find(record.rulebook)
        found = difference(rulebook, record)
    except BattlematError as error:
        return {"file": str(file), "state": "unreadable", "problem": str(error)}
    except OSError as error:
        return {"file": str(file), "state": "unreadable", "problem": told(error)}
    entry: dict[str, Any] = {
        "file": str(file),
        "state": "same" if found is None else "differs",
        "rulebook": record.rulebook,
        "version": record.version,
        "today": rulebook.version,
        "answers": len(record.answers),
    }
    return entry if found is None else {**entry, **_plain(found)}


def _plain(found: Difference) -> dict[str, Any]:
    return {
        "answer": found.answer,
        "player": found.player,
        "text": found.text,
        "what": found.what,
        "because": list(found.because),
        "happens": [{"text": one.text, "because": list(one.because)} for one in found.happens],
        "gone": list(found.gone),
        "told": str(found),
    }


def _tell(entry: dict[str, Any]) -> None:
    if entry["state"] == "unreadable":
        click.echo(f"error: {entry['problem']}", err=True)
        return
    file, rulebook = entry["file"], entry["rulebook"]
    versions = f"{rulebook} {entry['version']}, today {entry['today']}"
    if entry["state"] == "same":
        click.echo(f"{file}: plays as it did, {entry['answers']} answers ({versions})")
        return
    click.echo(f"{file}: plays otherwise {entry['told']} ({versions})")
    for one in entry["happens"]:
        click.echo(f"    now: {one['text']} [{', '.join(one['because'])}]")


def _tell_sum(entries: list[dict[str, Any]]) -> None:
    """How many of each, where there is more than one file."""
    if len(entries) == 1:
        return
    words = {"same": "as they did", "differs": "otherwise", "unreadable": "cannot be read"}
    counts = ((words[state], sum(one["state"] == state for one in entries)) for state in words)
    told = ", ".join(f"{count} {word}" for word, count in counts if count)
    click.echo(f"{len(entries)} games: {told}")
