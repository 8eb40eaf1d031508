"""What all questions to the lab share: what is played, by whom, how well it is to be known."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shlex import join
from typing import Any, TypeAlias, TypeVar

import click

from battlemat.commands.shared.guard import Unreadable
from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import NEW_FILE, readings_option, rulebook_argument
from battlemat.commands.shared.playing import INTERRUPTED, Crew, crew_options
from battlemat.commands.shared.seats import player_named
from battlemat.lab.page import page
from battlemat.lab.report import (
    Report,
    ReportError,
    as_csv,
    as_json,
    lines,
    markdown,
    write_parquet,
)
from battlemat.lab.standing import Aim, Until
from battlemat.players import registry

F = TypeVar("F", bound=Callable[..., Any])
Answer: TypeAlias = Callable[..., tuple[Report, bool]]


@dataclass(frozen=True, slots=True)
class Output:
    """How the answer is told."""

    as_json: bool
    as_csv: bool
    parquet: Path | None
    html: Path | None
    markdown: Path | None


_FLAGS = ("--json", "--csv")
_ASIDE = ("--workers", "--jobs", "--cluster", "--results", "--html", "--parquet", "--markdown")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the lab, without what is its own."""

    rulebook: str
    choices: dict[str, str]
    """Mission, map and the like, and readings by clause."""
    levels: tuple[str, str]
    seed: str
    fixed: bool
    aim: Aim
    crew: Crew
    output: Output

    @property
    def command(self) -> str:
        """What was typed, to ask the same again; not who played it and where it was written."""
        kept, skip = [], False
        for part in sys.argv[1:]:
            if not skip and part not in _FLAGS and part not in _ASIDE:
                kept.append(part)
            skip = not skip and part in _ASIDE
        return f"battlemat {join(kept)}"


def named(text: str, sign: str = ",") -> list[str]:
    """Things that are named one behind another, each once."""
    return list(dict.fromkeys(part.strip() for part in text.split(sign)))


def _levels(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, str]:
    names = [name.strip() for name in value.split(",")]
    if len(names) > 2:
        raise click.BadParameter("one level for both or two are wanted", ctx, param)
    try:
        found = [player_named(name) for name in names]
    except registry.UnknownPlayer as error:
        raise click.BadParameter(str(error), ctx, param) from None
    return found[0], found[-1]


def _bounds(ctx: click.Context, param: click.Parameter, value: str) -> tuple[float, float]:
    low, _, high = value.partition("-")
    try:
        found = float(low) / 100, float(high) / 100
    except ValueError:
        found = 1.0, 0.0
    if not 0 <= found[0] < found[1] <= 1:
        raise click.BadParameter(f"two shares such as 40-60 are wanted, not '{value}'", ctx, param)
    return found


_OPTIONS: tuple[Callable[[F], F], ...] = (
    rulebook_argument,
    *(
        click.option(f"--{name}", metavar="ID|FILE", help=words)
        for name, words in (
            ("mission", "The mission: an id ('battlemat missions RULEBOOK') or a file."),
            ("map", "The map: an id, a file, or random:SEED."),
            ("environment", "The environment and its events, 'none' for none."),
        )
    ),
    click.option("--cap", metavar="EP", help="What each squad may spend, if not the usual."),
    readings_option,
    click.option(
        "--players",
        "--levels",
        "levels",
        callback=_levels,
        default="sergeant",
        show_default=True,
        metavar="A[,B]",
        help=f"Who plays: {', '.join(registry.names())}; {' and '.join(registry.YARDSTICKS)}; "
        "installed ones; or MODULE:CLASS.",
    ),
    click.option("--seed", default="1", show_default=True, help="The same seed, the same games."),
    click.option(
        "--fixed",
        is_flag=True,
        help="Let squads keep their sides, for missions in which they cannot change.",
    ),
    click.option(
        "--confidence",
        type=click.FloatRange(50, 100, min_open=True, max_open=True),
        default=95.0,
        show_default=True,
        help="How sure the ranges are, in per cent; they may be looked at at any time.",
    ),
    click.option(
        "--width",
        type=click.FloatRange(0, 100, min_open=True),
        default=10.0,
        show_default=True,
        help="Play until the range is no wider, in points of per cent.",
    ),
    click.option(
        "--until",
        type=click.Choice([one.value for one in Until]),
        default=Until.EITHER.value,
        show_default=True,
        help="Stop at that width, when the side of 50 % is known, at either, or by --bounds.",
    ),
    click.option(
        "--bounds",
        callback=_bounds,
        default="40-60",
        show_default=True,
        metavar="LOW-HIGH",
        help="Between which a share is fair; '--until bounds' stops when a range lies within or "
        "outside of them.",
    ),
    click.option(
        "--games",
        type=click.IntRange(2),
        help="The most games of each meeting; where nothing is said, 1000, or 40 for clauses.",
    ),
    crew_options,
    click.option("--json", "as_json", is_flag=True, help="Print everything as JSON."),
    click.option("--csv", "as_csv", is_flag=True, help="Print a line for each game as CSV."),
    click.option("--parquet", type=NEW_FILE, help="Write a row for each game to this file."),
    click.option("--html", type=NEW_FILE, help="Write a page with plots to this file."),
    click.option("--markdown", type=NEW_FILE, help="Write the tables as Markdown to this file."),
)


def lab_command(function: Answer, most: int = 1000) -> Callable[..., None]:
    """The options that all questions share; the answer is told as they say.

    `most` is how many games are played where nothing is said. The function gets the house, what was
    asked, and its own options; it gives the report and whether the playing came to its end.
    """

    def command(house: House, /, **options: Any) -> None:
        asked = _asked(options, most)
        if asked.output.as_json and asked.output.as_csv:
            raise click.UsageError("--json or --csv, not both")
        _check_folders(asked)  # before games are played that could then not be told of
        report, finished = function(house, asked, **options)
        tell(report, asked.output)
        if not finished:
            raise click.exceptions.Exit(INTERRUPTED)

    command.__doc__ = function.__doc__
    decorated: Callable[..., None] = click.pass_obj(command)
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


def _asked(options: dict[str, Any], most: int) -> Asked:
    """Take what is shared out of the options of a command."""
    take = options.pop
    names = ("mission", "map", "environment", "cap")
    choices = {name: value for name in names if (value := take(name)) is not None}
    choices.update(take("readings"))
    width, confidence = take("width") / 100, take("confidence") / 100
    return Asked(
        take("rulebook"),
        choices,
        take("levels"),
        take("seed"),
        take("fixed"),
        Aim(
            confidence,
            width,
            Until(take("until")),
            ((take("games") or most) + 1) // 2,
            take("bounds"),
        ),
        Crew(take("workers"), take("cluster"), take("results")),
        Output(take("as_json"), take("as_csv"), take("parquet"), take("html"), take("markdown")),
    )


def _check_folders(asked: Asked) -> None:
    output = asked.output
    for path in (output.parquet, output.html, output.markdown, asked.crew.results):
        if path is not None and not path.parent.is_dir():
            raise Unreadable(f"{path}: there is no folder {path.parent}")


def tell(report: Report, output: Output) -> None:
    """Print a report, and write what was asked for."""
    if output.as_json:
        click.echo(as_json(report))
    elif output.as_csv:
        click.echo(as_csv(report), nl=False)
    else:
        click.echo("\n".join(lines(report)))
    try:
        if output.parquet:
            write_parquet(report, output.parquet)
    except ReportError as error:
        raise Unreadable(str(error)) from error
    for path, make in ((output.html, page), (output.markdown, markdown)):
        if path:
            path.write_text(make(report), encoding="utf-8")
            click.echo(f"wrote {path}", err=True)
