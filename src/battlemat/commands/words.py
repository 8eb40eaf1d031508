"""`battlemat words`: all sentences of the games and of the page, for translators."""

from __future__ import annotations

import json
from pathlib import Path

import click

from battlemat.commands.shared.guard import Failure
from battlemat.commands.shared.options import FILE


@click.group(invoke_without_command=True, short_help="All sentences, for translators.")
@click.option("--po", is_flag=True, help="Print them as a PO file of gettext.")
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON, with their places.")
@click.pass_context
def command(ctx: click.Context, po: bool, as_json: bool) -> None:
    """List every sentence that the games and the page can say, or check a translation.

    A sentence is an ICU message with named parts and plural forms, and its English text is its key.
    `battlemat serve --words FILE` and `battlemat play RULEBOOK --words FILE` speak a translation.

    \b
    Examples:
      battlemat words --po > battlemat.po
      battlemat words check deutsch.po
      battlemat serve --words deutsch.po
    """
    if ctx.invoked_subcommand is not None:
        return
    from battlemat.keeping.catalogues import as_po
    from battlemat.kernel.words import names_of
    from battlemat.lab.sentences import sentences

    found = sentences()
    if po:
        click.echo(as_po(found), nl=False)
    elif as_json:
        told = {
            key: {"parts": sorted(names_of(key)), "places": found[key]} for key in sorted(found)
        }
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        for key in sorted(found):
            click.echo(key)


@command.command(short_help="Say what is wrong with a translation.")
@click.argument("file", type=FILE)
def check(file: Path) -> None:
    """Say what of a translation is missing, unknown, or has parts that its sentence has not."""
    from battlemat.keeping.catalogues import faults, read
    from battlemat.lab.sentences import sentences

    known = sentences()
    found = faults(known, read(file).sentences)
    for line in found:
        click.echo(line)
    if found:
        missing = sum(line.startswith("missing") for line in found)
        raise Failure(f"{len(known) - missing} of {len(known)} sentences, {len(found)} faults")
    click.echo(f"All {len(known)} sentences are there.")
