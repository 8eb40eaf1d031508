"""`battlemat learn`: lessons at this terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from battlemat.commands.shared.guard import Failure
from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import words_option
from battlemat.commands.shared.screen import console
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.words import say

if TYPE_CHECKING:
    from battlemat.lessons.progress import Progress
    from battlemat.packs.teaching.lessons import Lesson, Listed


@click.command(short_help="Learn a game, lesson by lesson.")
@click.argument("rulebook", required=False)
@click.argument("lesson", required=False)
@words_option
@click.pass_obj
def command(house: House, rulebook: str | None, lesson: str | None) -> None:
    """Learn a game on small boards, each with a goal; every answer is judged, and a wrong one gets
    a reply and is taken back.

    Without a RULEBOOK the courses are listed, and how far you have come. With one the course goes
    on where you left it. A LESSON begins that one; a file of your own may stand in place of both.

    \b
    Examples:
      battlemat learn
      battlemat learn skirm3
      battlemat learn skirm3 shooting
      battlemat learn my-lesson.yaml
    """
    from battlemat.commands.learn.board import play_lesson
    from battlemat.lessons.progress import Progress
    from battlemat.server.settings import data_folder

    progress = Progress(data_folder())
    if rulebook is None:
        _list(house, progress)
        return
    if Path(rulebook).suffix in (".yaml", ".yml"):
        play_lesson(house.find, _file(Path(rulebook)), None, console())
        return
    course = _course(house, rulebook)
    wanted = [_named(course, rulebook, lesson)] if lesson else _left(course, rulebook, progress)
    if not wanted:
        click.echo(f"All lessons of {rulebook} are done. 'battlemat play {rulebook}' is next.")
    for one in wanted:
        if not play_lesson(house.find, one, progress, console()):
            return


def _list(house: House, progress: Progress) -> None:
    from battlemat.lessons.desk import course

    for name in house.names():
        if not (found := course(name)):
            continue
        click.echo(f"{name}: {house.find(name).title}")
        for one in found:
            done, of = progress.done(name, one.id), len(one.boards)
            sign = "done" if done >= of else f"{done}/{of}" if done else ""
            click.echo(f"  {sign:5} {one.id:12} {one.name} ({one.minutes} min)")


def _course(house: House, rulebook: str) -> tuple[Listed, ...]:
    from battlemat.lessons.desk import course

    if not house.has(rulebook):
        hint = did_you_mean(rulebook, list(house.names()))
        raise click.BadParameter(f"there is no rulebook '{rulebook}'{hint}", param_hint="RULEBOOK")
    found = course(rulebook)
    if not found:
        raise Failure(say("there is no course for {rulebook} yet", rulebook=rulebook))
    return found


def _named(course: tuple[Listed, ...], rulebook: str, name: str) -> Lesson:
    from battlemat.lessons.desk import find

    if Path(name).suffix in (".yaml", ".yml"):
        found = _file(Path(name))
        if found.rulebook != rulebook:
            why = say(
                "{file}: this lesson is for {own}, not for {asked}",
                file=name,
                own=found.rulebook,
                asked=rulebook,
            )
            raise Failure(why)
        return found
    known = [one.id for one in course]
    if name not in known:
        hint = did_you_mean(name, known)
        raise click.BadParameter(f"{rulebook} has no lesson '{name}'{hint}", param_hint="LESSON")
    return find(rulebook, name)


def _file(path: Path) -> Lesson:
    from battlemat.lessons.files import file_problems
    from battlemat.packs.teaching.lessons import is_lesson, read_lesson
    from battlemat.packs.yaml_source import read_file

    if problems := file_problems(path):
        raise Failure("\n".join(map(str, problems)))
    source = read_file(path)
    if not is_lesson(source):
        raise Failure(say("{file}: this is no lesson; its kind is another", file=str(path)))
    return read_lesson(source)


def _left(course: tuple[Listed, ...], rulebook: str, progress: Progress) -> list[Lesson]:
    """The lessons that are not done, from the first of them on."""
    from battlemat.lessons.desk import find

    left = [one for one in course if progress.done(rulebook, one.id) < len(one.boards)]
    return [find(rulebook, one.id) for one in left]
