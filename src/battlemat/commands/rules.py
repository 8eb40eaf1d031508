"""`battlemat rules`: the rulebooks, clause by clause, and what covers them."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from battlemat.commands._guard import Failure
from battlemat.commands._house import House
from battlemat.commands._options import known_rulebook
from battlemat.commands._screen import console
from battlemat.kernel.clauses import Clause, Register
from battlemat.lab.coverage import Coverage, coverage, texts
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
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    rulebook: str | None,
    clause: str | None,
    words: str | None,
    covered: bool,
    tests: Path | None,
    as_json: bool,
) -> None:
    """Read the rules: all rulebooks, one of them, or one clause by its id.

    \b
    Examples:
      battlemat rules
      battlemat rules skirm3 --search cover
      battlemat rules skirm3.los.corners
      battlemat rules skirm3 --coverage
    """
    house = ctx.ensure_object(House)
    if rulebook is not None and "." in rulebook and clause is None:
        rulebook, clause = rulebook.partition(".")[0], rulebook
    known_rulebook(ctx, ctx.command.params[0], rulebook)
    names = [rulebook] if rulebook else list(house.names())
    registers = [house.register(name) for name in names]
    if covered:
        _show_coverage(registers, tests, as_json)
    elif clause is not None:
        _show_clauses([_find(registers[0], clause)], as_json)
    elif words is not None:
        found = [hit for register in registers for hit in search(register, words)]
        if not found:
            raise Failure(f"no clause has '{words}' in it")
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
        raise Failure(f"{register.name} has no clause '{id}'{hint}")
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
    screen, section = console(), ""
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            screen.print(Text(section, "bold"))
        screen.print(Text.assemble(f"  {clause.id}", ("  " + clause.title, "dim")))


def _list_books(registers: list[Register], as_json: bool) -> None:
    if as_json:
        told = [{"name": r.name, "title": r.title, "clauses": len(r)} for r in registers]
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    for register in registers:
        click.echo(f"{register.name:<14}{register.title}, {len(register)} clauses")


# ---------------------------------------------------------------------- coverage


def _show_coverage(registers: list[Register], tests: Path | None, as_json: bool) -> None:
    found = [cover(register, tests or _tests_of_checkout()) for register in registers]
    if as_json:
        click.echo(json.dumps([_plain(one) for one in found], indent=2, ensure_ascii=False))
    else:
        click.echo("rulebook       clauses  cited  shown  shown alone  exempt  covered")
        for one in found:
            counts = f"{len(one.by_code):>7}{len(one.by_tests):>7}{len(one.by_tests_alone):>13}"
            total = len(one.clauses)
            exempt = len(one.exempt)
            click.echo(f"{one.rulebook:<15}{total:>7}{counts}{exempt:>8}  {one.covered} of {total}")
        for one in found:
            _list_ids(f"{one.rulebook}: %d shown by no test:", one.missing)
            _list_ids(
                f"{one.rulebook}: %d shown by tests alone, cited nowhere:", one.by_tests_alone
            )
    if not all(one.complete for one in found):
        raise click.exceptions.Exit(1)


def _list_ids(heading: str, ids: tuple[str, ...]) -> None:
    if ids:
        click.echo(heading % len(ids))
        for id in ids:
            click.echo(f"  {id}")


def cover(register: Register, tests: Path) -> Coverage:
    """What is cited in the shipped rulebooks and content, and shown by the tests of a folder.

    The editions of Skirm share an engine that cites clauses without a name.
    """
    package = files("battlemat")
    engine = register.name.rstrip("0123456789")
    is_shared = engine != register.name
    rules = package / "rulebooks" / engine
    code = texts(package / "packs", (".py",)) + (texts(rules, (".py",)) if rules.is_dir() else [])
    return coverage(
        register,
        code=() if is_shared else code,
        shared=code if is_shared else (),
        content=texts(package / "packs", (".yaml", ".yml")),
        tests=texts(tests, (".py",)),
        scenarios=texts(tests / "scenarios", (".yaml",)) if (tests / "scenarios").is_dir() else (),
    )


def _tests_of_checkout() -> Path:
    folder = Path(str(files("battlemat"))).parent.parent / "tests"
    if not folder.is_dir():
        raise click.UsageError("--coverage needs the tests of a checkout; name them with --tests")
    return folder


def _plain(found: Coverage) -> dict[str, Any]:
    return {
        "rulebook": found.rulebook,
        "clauses": len(found.clauses),
        "cited_by_code": len(found.by_code),
        "cited_by_tests": len(found.by_tests),
        "exempt": dict(found.exempt),
        "covered": found.covered,
        "shown_by_tests_alone": list(found.by_tests_alone),
        "missing": list(found.missing),
    }
