"""What covers the clauses of a rulebook: the code that cites them and the tests that show them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from battlemat.kernel.clauses import Register
from battlemat.lab.coverage import Coverage, coverage, texts


def show_coverage(registers: list[Register], tests: Path | None, as_json: bool) -> None:
    """Count it for each rulebook and list what lacks; ends with 1 if anything does."""
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
        scenarios=[
            text
            for folder in (package / "reader" / "scenarios", tests / "scenarios")
            if folder.is_dir()
            for text in texts(folder, (".yaml",))
        ],
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
