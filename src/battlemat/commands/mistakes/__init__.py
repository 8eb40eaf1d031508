"""`battlemat mistakes`: the turning points of one's own games, each to be played better."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.text import Text

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE, words_option
from battlemat.commands.shared.screen import console
from battlemat.keeping import saves
from battlemat.keeping.story import Log
from battlemat.kernel.errors import Refused
from battlemat.kernel.record import resume
from battlemat.kernel.words import say

if TYPE_CHECKING:
    from battlemat.lessons.own import Mistake

LEAVE = ("quit", "q", "leave")
TRIES = 3


@click.command(short_help="Learn from your own games: what you gave away, and better answers.")
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--side", help="Whose choices; the first side where nothing is said.")
@click.option("--solve/--list", default=True, help="Answer anew, or only see what was dearest.")
@click.option("--most", default=3, show_default=True, help="So many are to be answered anew.")
@words_option
@click.pass_obj
def command(
    house: House, files: tuple[Path, ...], side: str | None, solve: bool, most: int
) -> None:
    """Learn from your own games: which kinds of choice cost you most, and each of the dearest to be
    made once more, on the spot.

    Chances are those of `battlemat review`. The games are read where they are, and nothing is kept.

    \b
    Examples:
      battlemat mistakes evening.battlemat
      battlemat mistakes *.battlemat --side blue --list
    """
    found = [one for file in files for one in _of_a_game(house, file, side)]
    found.sort(key=lambda one: -one.move.lost)
    screen = console()
    _show_kinds(screen, found, len(files))
    for number, one in enumerate(found[:most] if solve else (), 1):
        if not _solve(screen, one, f"{number}/{min(most, len(found))}"):
            return


def _of_a_game(house: House, file: Path, side: str | None) -> list[Mistake]:
    from battlemat.lessons.own import mistakes

    record = saves.load(file)
    book = house.find(record.rulebook)
    player = side or book.players[0]
    if player not in book.players:
        raise click.UsageError(f"{file}: the sides are {' and '.join(book.players)}")
    game = resume(book, record)
    return mistakes(book, record.setup, game.answers, player)


def _show_kinds(screen: Console, found: list[Mistake], games: int) -> None:
    from battlemat.lessons.own import by_kind

    if not found:
        screen.print(say("Nothing was given away that is worth a word."))
        return
    screen.print(
        Text(
            say(
                "What you gave away in {games, plural, one {# game} other {# games}}, "
                "in points of chance to win",
                games=games,
            ),
            "bold",
        )
    )
    for one in by_kind(found):
        screen.print(
            say(
                "  {kind}: {points} in {times, plural, one {# choice} other {# choices}}",
                kind=one.kind,
                points=round(100 * one.lost),
                times=one.times,
            )
        )


def _solve(screen: Console, one: Mistake, place: str) -> bool:
    """One choice made anew; False if somebody leaves."""
    from battlemat.lessons.own import Cost, judge
    from battlemat.players.terminal import menu
    from battlemat.players.terminal.screen import Screen

    shown = Screen(screen, Log(one.game.rulebook))
    lost = round(100 * one.move.lost)
    screen.print(
        Text(
            say(
                "\n{place}  You gave away {points} points here ({told}). Find better.",
                place=place,
                points=lost,
                told=one.move.told,
            ),
            "bold",
        )
    )
    shown.show_board(one.game)
    shown.show_question(one.game)
    for _ in range(TRIES):
        typed = _ask(screen)
        if typed is None:
            return False
        entry = menu.pick(shown.entries, typed)
        try:
            verdict = judge(one.game, Cost.of(one.move), entry.text if entry else typed)
        except Refused as refused:
            screen.print(refused.refusal.reason)
            continue
        gain = round(100 * verdict.gain)
        if verdict.right:
            screen.print(Text(say("Yes: {gain} points more.", gain=gain), "green"))
            return True
        screen.print(
            say("{gain} points beside what you played; there is better.", gain=f"{gain:+d}")
        )
    best = one.move.best.told
    screen.print(say("The best found was: {best}, {points} points more.", best=best, points=lost))
    return True


def _ask(screen: Console) -> str | None:
    try:
        typed = screen.input(say("Your answer (or quit): "))
    except (EOFError, KeyboardInterrupt):
        return None
    typed = " ".join(typed.split())
    return None if typed.casefold() in LEAVE else typed
