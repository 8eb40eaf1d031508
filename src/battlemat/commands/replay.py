"""`battlemat replay`: a saved game, or one of a server, told in words."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from battlemat.commands.shared.house import House
from battlemat.commands.shared.links import GameLink, is_link
from battlemat.commands.shared.options import FILE, NEW_FILE
from battlemat.commands.shared.screen import console
from battlemat.commands.shared.sitting import in_words
from battlemat.drawing.svg import draw_svg
from battlemat.keeping import saves
from battlemat.keeping.story import Chapter, Line, tell
from battlemat.kernel.record import Record, read, resume
from battlemat.players.terminal.beside import roster, status_lines
from battlemat.players.terminal.board import draw_board
from battlemat.players.terminal.screen import print_line


@click.command(short_help="Tell a saved game, or one of a server, in words.")
@click.argument("game", metavar="FILE|LINK")
@click.option("--at", type=click.IntRange(0), help="Stop after this many answers and draw.")
@click.option("--svg", type=NEW_FILE, help="Draw the position into this SVG file.")
@click.option("--all", "everything", is_flag=True, help="Tell windows that were passed, too.")
@click.option("--step", is_flag=True, help="Wait for Enter after each answer; q ends.")
@click.pass_obj
def command(
    house: House, game: str, at: int | None, svg: Path | None, everything: bool, step: bool
) -> None:
    """Tell a saved game in words: every answer, what came of it, and the clauses.

    The link to a game of a server tells that game, as it was told when it was played; with --at or
    --svg its record is fetched, and played by the rules of this program.

    \b
    Examples:
      battlemat replay evening.battlemat
      battlemat replay evening.battlemat --at 40 --svg position.svg
      battlemat replay https://play.example.org/game/Xf3kQ9 --step
    """
    pace = _Pace(step)
    if not is_link(game):
        file = Path(FILE.convert(game, None, click.get_current_context()))
        _tell(house, saves.load(file), at, svg, everything, pace)
    elif at is None and svg is None:
        _tell_as_told(GameLink(game).replay(), everything, pace)
    else:
        _tell(house, read(GameLink(game).record()), at, svg, everything, pace)


class _Pace:
    """How fast a game is told: all at once, or an answer for each Enter."""

    def __init__(self, by_step: bool) -> None:
        self._by_step = by_step

    def goes_on(self) -> bool:
        """Wait, if that is wanted; False if that was enough."""
        if not self._by_step:
            return True
        said = sys.stdin.readline()
        return bool(said) and said.strip().lower() not in ("q", "quit")


def _tell(
    house: House, record: Record, at: int | None, svg: Path | None, everything: bool, pace: _Pace
) -> None:
    """Play a record, and tell it."""
    book = house.find(record.rulebook)
    if at is not None and at > len(record.answers):
        words = f"the game has {len(record.answers)} answers, not {at}"
        raise click.BadParameter(words, param_hint="--at")
    answers = resume(book, record).answers[: len(record.answers) if at is None else at]
    screen = console()
    game = None
    for chapter, told in tell(book, record.setup, answers):
        game = told
        if everything or chapter.lines or chapter.answer != "pass":
            _print_chapter(screen, chapter)
            if not pace.goes_on():
                break
    if game is None:
        return
    if game.result is not None:
        screen.print(Text(in_words(game.result), "bold"))
    scene = book.scene(game.battle)
    if at is not None:
        screen.print(draw_board(scene, book.players), end="")
        screen.print(roster(scene, book.players), end="")
        screen.print(Text(status_lines(scene), "bold"))
    if svg is not None:
        saves.write_whole(svg, draw_svg(scene, book.players))
        screen.print(f"The position is drawn in {svg}.", soft_wrap=True)


def _tell_as_told(told: Mapping[str, Any], everything: bool, pace: _Pace) -> None:
    """Tell a game as a server tells it, from what was stored when it was played."""
    screen = console()
    screen.print(Text(f"{told['rulebook']}, begun {told['created']}", "bold"))
    if told["differs"]:
        screen.print(Text(told["differs"]["message"], "bold"), soft_wrap=True)
    for one in told["entries"]:
        lines = [Line(line["text"], tuple(line["clauses"])) for line in one["lines"]]
        if one["kind"] == "answer" and one["text"] == "pass" and not lines and not everything:
            continue
        answer = one["text"] if one["kind"] == "answer" else f"{one['kind']} {one['text']}"
        dice = "".join(f"  [{' '.join(map(str, faces))}]" for faces in one["dice"])
        who = one["player"] or "server"
        _print_chapter(screen, Chapter(one["number"], who, answer.rstrip() + dice, tuple(lines)))
        if not pace.goes_on():
            return


def _print_chapter(screen: Console, chapter: Chapter) -> None:
    if chapter.number:
        head = (f"{chapter.number:>4} {chapter.player}: ", "dim")
        screen.print(Text.assemble(head, (chapter.answer, "bold")))
    for line in chapter.lines:
        print_line(screen, line, indent=6)
