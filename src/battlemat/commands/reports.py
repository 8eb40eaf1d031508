"""`battlemat reports`: what players reported to the host of a server."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battlemat.server.settings import database_url
from battlemat.tables.seats.names import for_terminal

if TYPE_CHECKING:
    from battlemat.server.store.conduct_store import Report


@click.command(short_help="Read what players reported to the host of a server.")
@click.option(
    "--db",
    metavar="PATH-OR-URL",
    envvar="BATTLEMAT_DB",
    help="The store of the server, as `battlemat serve` was told; else the default file.",
)
@click.option("--limit", type=click.IntRange(1, 10_000), default=100, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="As a JSON list, for programs.")
@click.option("--remove", metavar="ID", help="Remove one report, for good.")
def command(db: str | None, limit: int, as_json: bool, remove: str | None) -> None:
    """Read what players reported, newest first.

    A report has the game, the player, the reason and a copy of the words it is about. `by` and
    `against` are the marks by which the server knows browsers: the same mark, the same browser.

    \b
    Example:
      battlemat reports
      battlemat reports --db postgresql://localhost/battlemat --json
      battlemat reports --remove 5f3a09c1d2e4
    """
    # A database is needed for these, and `battlemat --help` must do without.
    from battlemat.server.store.conduct_store import ConductStore
    from battlemat.server.store.store import Store
    from battlemat.tables.ledger.keeper import StoreAway

    url = database_url(db)
    file = url.removeprefix("sqlite:///")
    if file != url and not Path(file).is_file():
        raise click.ClickException(f"there is no store at {file}")
    try:
        store = Store(url)
        conduct = ConductStore(store)
    except (StoreAway, OSError) as error:
        raise click.ClickException(f"the store cannot be read: {error}") from None
    try:
        if remove is not None:
            if not conduct.remove(remove):
                raise click.ClickException(f"there is no report '{remove}'")
            click.echo(f"Report {remove} is removed.")
            return
        found = conduct.reports(limit)
    finally:
        store.close()
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], indent=2))
    else:
        click.echo("\n\n".join(map(_in_words, found)) or "Nobody has reported anything.")


def _in_words(one: Report) -> str:
    against = ", ".join(holder[:10] for holder in one.against)
    lines = [
        f"{one.id}  {one.at}  {one.reason}",
        f"  game {one.game}, {for_terminal(one.player)} ({against}), reported by {one.by[:10]}",
    ]
    if one.said:
        lines.append(f"  said: {for_terminal(one.said)}")
    if one.text:
        lines.append(f"  note: {for_terminal(one.text)}")
    return "\n".join(lines)
