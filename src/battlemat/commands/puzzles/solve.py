"""`battlemat puzzles solve`: think, answer, see what it is worth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from battlemat.commands.shared.options import FILE, known_rulebook
from battlemat.kernel.errors import Refused
from battlemat.kernel.words import say


@click.command(short_help="Solve a puzzle.")
@click.argument("rulebook", required=False, callback=known_rulebook)
@click.argument("id", required=False)
@click.option("--daily", is_flag=True, help="The puzzle of this day.")
@click.option("--file", type=FILE, help="A puzzle of your own.")
@click.option("--answer", help="Answer at once, by number or as it is typed.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def solve(
    rulebook: str | None,
    id: str | None,
    daily: bool,
    file: Path | None,
    answer: str | None,
    as_json: bool,
) -> None:
    """Solve a puzzle: by its id, the daily one, or the first of a RULEBOOK.

    \b
    Examples:
      battlemat puzzles solve --daily
      battlemat puzzles solve skirm3 plan-01
      battlemat puzzles solve --file my-puzzles/plan-1a2b3c.yaml
    """
    from battlemat.puzzles import desk
    from battlemat.puzzles.position import position

    if file is not None:
        from battlemat.packs.solving.puzzles import read_puzzle_file

        puzzle = read_puzzle_file(file)
    else:
        book, name = _which(rulebook, id, daily)
        puzzle = desk.find(book, name)
    game = position(puzzle)
    shown = desk.shown_of(puzzle, game)
    handles = [one for one in shown["question"]["handles"] if not one["gesture"]]
    if answer is None and as_json:
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False))
        return
    if answer is None:
        _show(game, shown, handles)
    found = _answered(puzzle, game, handles, answer)
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_told(found)))
    if not found["right"]:
        raise click.exceptions.Exit(1)


def _which(rulebook: str | None, id: str | None, daily: bool) -> tuple[str, str]:
    from battlemat.puzzles import desk

    if rulebook and id:
        return rulebook, id
    if rulebook and not daily:
        every = desk.listed(rulebook)
        if not every:
            raise click.UsageError(f"no puzzles are shipped for {rulebook}")
        return rulebook, str(every[0]["id"])
    today = datetime.now(UTC).date().isoformat()
    one = desk.daily(today, rulebook or "")
    return str(one["rulebook"]), str(one["id"])


def _show(game: Any, shown: Mapping[str, Any], handles: Sequence[Any]) -> None:
    """The board, the goal, and the answers with their numbers."""
    from battlemat.players.terminal.beside import legend
    from battlemat.players.terminal.board import draw_board

    scene = game.rulebook.scene(game.battle)
    click.echo(draw_board(scene, game.rulebook.players).plain)
    click.echo(legend(scene))
    click.echo(f"\n{shown['name']} ({shown['rulebook']} {shown['id']}, {shown['difficulty']})")
    for line in scene.status:
        if line.kind not in ("turn", "score") and (line.kind or not line.side):
            continue
        click.echo(f"{line.side + ': ' if line.side else ''}{line.label} {line.value}")
    click.echo(click.style(shown["goal"], bold=True))
    if shown["about"]:
        click.echo(shown["about"])
    click.echo(shown["question"]["says"]["lead"])
    for number, one in enumerate(handles, 1):
        click.echo(f"  {number:>3}  {one['label']}")


def _answered(puzzle: Any, game: Any, handles: Sequence[Any], answer: str | None) -> dict[str, Any]:
    """Ask until the answer is one."""
    from battlemat.puzzles import desk

    while True:
        text = answer if answer is not None else click.prompt(say("Your answer"))
        if text.isdecimal() and 0 < int(text) <= len(handles):
            text = handles[int(text) - 1]["answer"] or handles[int(text) - 1]["text"]
        try:
            return desk.answered_of(puzzle, game, text)
        except Refused as refused:
            if answer is not None:
                raise
            click.echo(refused.refusal.reason)


def _told(found: Mapping[str, Any]) -> Iterator[str]:
    yield say("Right.") if found["right"] else say("There is better.")
    best = found["best"][0]
    if found["chance"] is not None:
        yield say(
            "“{answer}”: {chance} %. The best, “{best}”: {most} %.",
            answer=found["told"],
            chance=f"{100 * found['chance']:.1f}",
            best=best["told"],
            most=f"{100 * best['chance']:.1f}",
        )
    else:
        yield say("The best: “{best}”.", best=best["told"])
    if found["share"] is not None:
        yield say("That is {share} % of the best.", share=round(100 * found["share"]))
    if found["lead"] is not None:
        lead = found["lead"]
        yield say(
            "It leads by {lead} points ({low} to {high}, {pairs} pairs of games).",
            lead=round(100 * lead["lead"]),
            low=round(100 * lead["low"]),
            high=round(100 * lead["high"]),
            pairs=lead["pairs"],
        )
    for one in found["leads"]:
        yield f"  {100 * one['chance']:5.1f} %  {one['told']}"
    yield "  § " + ", ".join(found["clauses"])
