"""What a question to the lab came to: one value that terminals, tools and pages are made from."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

from battlemat.kernel.errors import BattlematError
from battlemat.lab.plots import Plot
from battlemat.lab.runner import Meeting
from battlemat.lab.standing import Standing
from battlemat.lab.summary import Range

Cell: TypeAlias = str | int | float | Range | None


class ReportError(BattlematError):
    """A report that cannot be written in the way that was asked for."""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns by name, and rows of texts, numbers and shares with their ranges."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class Report:
    """The answer to one question, with all that is needed to ask it again."""

    title: str
    command: str
    facts: Mapping[str, str]
    tables: Sequence[Table]
    plots: Sequence[Plot] = ()
    games: Sequence[Mapping[str, Any]] = field(default_factory=list)


def cell_text(cell: Cell) -> str:
    """A cell for people: shares in per cent, their ranges behind them."""
    if cell is None:
        return ""
    if isinstance(cell, Range):
        return f"{100 * cell.value:.1f} % ({100 * cell.low:.1f} to {100 * cell.high:.1f})"
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def lines(report: Report) -> Iterator[str]:
    """The report for a terminal."""
    yield report.title
    for name, text in report.facts.items():
        yield f"  {name}: {text}"
    for table in report.tables:
        yield ""
        if table.title:
            yield table.title
        texts = [table.columns, *(tuple(map(cell_text, row)) for row in table.rows)]
        widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
        for row in texts:
            padded = (text.ljust(width) for text, width in zip(row, widths, strict=True))
            yield "  " + "  ".join(padded).rstrip()


def as_json(report: Report) -> str:
    """Everything, for tools."""
    told = {
        "title": report.title,
        "command": report.command,
        "facts": dict(report.facts),
        "tables": [
            {
                "title": table.title,
                "rows": [
                    dict(zip(table.columns, map(_plain, row), strict=True)) for row in table.rows
                ],
            }
            for table in report.tables
        ],
        "games": list(report.games),
    }
    return json.dumps(told, indent=2, ensure_ascii=False)


def _plain(cell: Cell) -> object:
    return asdict(cell) if isinstance(cell, Range) else cell


def markdown(report: Report) -> str:
    """The report as a page of text."""
    parts = [f"# {report.title}", "", f"`{report.command}`", ""]
    parts += [f"- {name}: {text}" for name, text in report.facts.items()]
    for table in report.tables:
        parts += ["", f"## {table.title or 'Results'}", ""]
        parts.append("| " + " | ".join(table.columns) + " |")
        parts.append("| --- " * len(table.columns) + "|")
        parts += ["| " + " | ".join(map(cell_text, row)) + " |" for row in table.rows]
    return "\n".join(parts) + "\n"


# ---------------------------------------------------------------------- single games


def games_of(
    meetings: Sequence[Meeting], standings: Mapping[str, Standing]
) -> list[dict[str, Any]]:
    """A row for each game that was counted: sides by name, so that it can be read alone."""
    found = []
    for meeting in meetings:
        for pair in standings[meeting.name].pairs:
            for game in pair.games:
                winner = "" if game.winner is None else game.sides[game.winner]
                row: dict[str, Any] = {
                    "meeting": meeting.name,
                    "game": game.number,
                    "seed": game.seed,
                    "first_entrant_plays": game.sides[0],
                    "first_player": meeting.duel.players[0],
                    "second_player": meeting.duel.players[1],
                    "winner": winner,
                    "first_entrant_score": game.scores[0],
                    "second_entrant_score": game.scores[1],
                    "chose_first": game.sides[game.first],
                    "decisions": game.decisions,
                    "rolls": game.rolls,
                    "reason": game.reason,
                    "digest": game.digest,
                }
                found.append(row)
    return found


def as_csv(report: Report) -> str:
    """A line for each game."""
    paper = StringIO()
    sheet = csv.DictWriter(
        paper, list(report.games[0]) if report.games else [], lineterminator="\n"
    )
    sheet.writeheader()
    sheet.writerows(report.games)
    return paper.getvalue()


def write_parquet(report: Report, path: Path) -> None:
    """A row for each game, for tools that read columns."""
    try:
        from pyarrow import Table as Columns
        from pyarrow import parquet
    except ImportError:
        need = "pip install 'battlemat[lab]'"
        raise ReportError(f"Parquet needs pyarrow, which is not installed: {need}") from None
    parquet.write_table(Columns.from_pylist([dict(game) for game in report.games]), path)
