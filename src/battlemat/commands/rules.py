"""`battlemat rules`: the rulebooks, clause by clause, and what covers them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Literal

import click
from rich.text import Text

from battlemat.commands.shared.guard import Failure, WrongUsage
from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import known_rulebook
from battlemat.commands.shared.screen import console
from battlemat.kernel.clauses import Clause, Register
from battlemat.kernel.readings import as_read
from battlemat.kernel.words import say
from battlemat.players.terminal.clauses import search, show_clause


@click.command(short_help="Read the rules, clause by clause.")
@click.argument("rulebook", required=False)
@click.argument("clause", required=False)
@click.option("--search", "words", metavar="WORD", help="Only clauses with this word in them.")
@click.option("--coverage", "covered", is_flag=True, help="What code and tests cite each clause.")
@click.option(
    "--tests",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Where the tests lie, for --coverage (default: those of the checkout).",
)
@click.option("--boards", is_flag=True, help="Which clauses have a board to play, and why not all.")
@click.option(
    "--site",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write books, search and recorded boards into this folder; they need no server.",
)
@click.option(
    "--sheet",
    type=click.Choice(["a4", "letter"]),
    help="Print the reference sheet of a rulebook, as HTML for this paper.",
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    rulebook: str | None,
    clause: str | None,
    words: str | None,
    covered: bool,
    tests: Path | None,
    boards: bool,
    site: Path | None,
    sheet: Literal["a4", "letter"] | None,
    as_json: bool,
) -> None:
    """Read the rules: all rulebooks, one of them, or one clause by its id.

    \b
    Examples:
      battlemat rules
      battlemat rules skirm3 --search cover
      battlemat rules skirm3.los.corners
      battlemat rules skirm3 --coverage
      battlemat rules --boards
      battlemat rules --site rules
      battlemat rules skirm3 --sheet a4 > skirm3.html
    """
    house = ctx.ensure_object(House)
    if rulebook is not None and "." in rulebook and clause is None:
        rulebook, clause = rulebook.partition(".")[0], rulebook
    known_rulebook(ctx, ctx.command.params[0], rulebook)
    names = [rulebook] if rulebook else list(house.names())
    registers = [house.register(name) for name in names]
    if covered:
        from battlemat.commands.shared.coverage import show_coverage  # it reads code and tests

        show_coverage(registers, tests, as_json)
    elif site is not None:
        from battlemat.reader.site import write_site  # it plays every board

        count = write_site(map(house.find, names), site)
        click.echo(say("{count} files are in {folder}.", count=count, folder=str(site)))
    elif sheet is not None:
        from battlemat.reader.reference import reference_sheet

        click.echo(reference_sheet(house.find(names[0]), sheet))
    elif boards:
        from battlemat.commands.shared.boards import show_boards  # it reads every board

        show_boards(registers, as_json, whole=rulebook is not None)
    elif clause is not None:
        found_one = _find(registers[0], clause)
        _show_clauses([as_read(found_one, house.find(names[0]).readings)], as_json)
    elif words is not None:
        found = [hit for register in registers for hit in search(register, words)]
        if not found:
            raise Failure(say("no clause has ''{words}'' in it", words=words))
        _list(found, as_json)
    elif rulebook is not None:
        _list(list(registers[0]), as_json)
    else:
        _list_books(registers, as_json)


def _find(register: Register, id: str) -> Clause:
    clause = register.find(id)
    if clause is None:
        near = register.nearest(id)
        hint = f"; near it: {', '.join(near)}" if near else ""
        raise WrongUsage(
            say("{name} has no clause ''{id}''{hint}", name=register.name, id=id, hint=hint)
        )
    return clause


def _show_clauses(clauses: list[Clause], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([asdict(clause) for clause in clauses], indent=2, ensure_ascii=False))
        return
    screen = console()
    for clause in clauses:
        screen.print(show_clause(clause), end="")


def _list(clauses: list[Clause], as_json: bool) -> None:
    if as_json:
        _show_clauses(clauses, True)
        return
    lines, section = [], ""
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            lines.append(Text(section, "bold"))
        lines.append(Text.assemble(f"  {clause.id}", ("  " + clause.title, "dim")))
    console().print(Text("\n").join(lines))


def _list_books(registers: list[Register], as_json: bool) -> None:
    if as_json:
        told = [{"name": r.name, "title": r.title, "clauses": len(r)} for r in registers]
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    for register in registers:
        click.echo(f"{register.name:<14}{register.title}, {len(register)} clauses")
