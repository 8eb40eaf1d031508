"""`battlemat replay`: a saved game told in words."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE, NEW_FILE
from battlemat.commands.shared.screen import console
from battlemat.commands.shared.sitting import in_words
from battlemat.drawing.svg import draw_svg
from battlemat.keeping import saves
from battlemat.keeping.story import Chapter, tell
from battlemat.kernel.record import resume
from battlemat.players.terminal.beside import roster, status_lines
from battlemat.players.terminal.board import draw_board
from battlemat.players.terminal.talk import print_line


@click.command(short_help="Tell a saved game in words.")
@click.argument("file", type=FILE)
@click.option("--at", type=click.IntRange(0), help="Stop after this many answers and draw.")
@click.option("--svg", type=NEW_FILE, help="Draw the position into this SVG file.")
@click.option("--all", "everything", is_flag=True, help="Tell windows that were passed, too.")
@click.pass_obj
def command(house: House, file: Path, at: int | None, svg: Path | None, everything: bool) -> None:
    """Tell a saved game in words: every answer, what came of it, and the clauses.

    \b
    Examples:
      battlemat replay evening.battlemat
      battlemat replay evening.battlemat --at 40 --svg position.svg
    """
    record = saves.load(file)
    book = house.find(record.rulebook)
    if at is not None and at > len(record.answers):
        words = f"the game has {len(record.answers)} answers, not {at}"
        raise click.BadParameter(words, param_hint="--at")
    answers = resume(book, record).answers[: len(record.answers) if at is None else at]
    screen = console()
    game = None
    for chapter, told in tell(book, record.setup, answers):
        if everything or chapter.lines or chapter.answer != "pass":
            _print_chapter(screen, chapter)
        game = told
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


def _print_chapter(screen: Console, chapter: Chapter) -> None:
    if chapter.number:
        head = (f"{chapter.number:>4} {chapter.player}: ", "dim")
        screen.print(Text.assemble(head, (chapter.answer, "bold")))
    for line in chapter.lines:
        print_line(screen, line, indent=6)
