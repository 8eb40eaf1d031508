"""Whole games on a screen of 80 columns and 24 rows: nothing is cut, broken or out of sight."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battlemat.drawing.looks import mark_sign, troops
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.players.driver import Windows, play
from battlemat.players.terminal.listing import FOLDED
from battlemat.players.terminal.menu import is_attack
from battlemat.players.terminal.talk import Left, TerminalPlayer
from players.evening import BOOKS, COLUMNS, ROWS, Evening
from sampling import by_time

NARROW, WIDE = 34, 10_000
EVERY = by_time(1, 4)
"""Of so many questions of a game one is answered at the screen, and chance answers the others."""


class Watched:
    """Somebody who answers by numbers at a small screen, and looks closely at each."""

    def __init__(self, evening: Evening, seed: str) -> None:
        self.evening = evening
        self.draw = Random(seed)
        self.person: TerminalPlayer = evening.person([])
        self.person.ask = self.ask
        self.seen: set[str] = set()
        self.begin = 0

    def ask(self, prompt: str) -> str:
        screen = self.evening.screen
        shown = (screen.getvalue()[self.begin :] + prompt).splitlines()
        question = self.evening.game.question
        assert isinstance(question, Choice)
        check_screen(self.evening.game, self.person, question, shown)
        screen.write(f"{prompt}\n")
        self.begin = screen.tell()
        return str(1 + self.draw.randrange(len(self.person.screen.entries)))

    def answer(self, game: Game[Any]) -> Any:
        question = game.question
        assert isinstance(question, Choice)
        if self.draw.randrange(EVERY):
            return self.draw.choice(question.listed)
        return self.person.answer(game)


def check_screen(
    game: Game[Any], person: TerminalPlayer, question: Choice, shown: list[str]
) -> None:
    """One screen: no line too long, no word broken, question and first answers in sight."""
    assert max(map(len, shown)) <= COLUMNS
    in_sight = "\n".join(shown[-ROWS:])
    screen = person.screen
    narrow, wide = (screen.asked_beside(game, question, width).plain for width in (NARROW, WIDE))
    assert narrow.split() == wide.split()
    heading = f"{question.player.capitalize()}: "
    assert heading in in_sight
    assert re.search(r"\b1 ", in_sight.partition(heading)[2])
    scene = game.rulebook.scene(game.battle)
    for mark in scene.marks:
        if mark.kind == "objective":
            assert mark_sign(mark) in in_sight
    squares = scene.grid == "squares"
    for troop in troops(scene):
        assert not squares or troop.id in in_sight, f"{troop.id} is hidden"
    aims = [entry.handle for entry in screen.entries]
    sides = {piece.id: piece.side for piece in scene.pieces}
    groups = list(dict.fromkeys(handle.group for handle in aims))
    aimed = {handle.group for handle in aims if handle.harms or is_attack(handle, sides)}
    assert set(groups[: len(aimed)]) == aimed


@pytest.mark.longer
@pytest.mark.parametrize("book", BOOKS)
def test_a_whole_game_is_played_on_a_small_screen(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path)
    evening.pins = True
    watched = Watched(evening, book)
    other = evening.machine
    players = dict(zip(evening.rulebook.players, (watched, other), strict=True))
    windows = dict.fromkeys(evening.rulebook.players, Windows.MATTER)
    play(evening.game, players, windows=windows)
    assert evening.game.over


def test_many_arcs_are_one_line_with_a_form(tmp_path: Path) -> None:
    evening = Evening("skirmishers", tmp_path)
    evening.play_until(lambda choice: sum(option[-1] == "arc" for option in choice.listed) > FOLDED)
    evening.pins = True
    folded, whole, wrong = evening.replies("list", "list arc", "list dance")
    forms = re.findall(r"\d+ to \d+: arc (\w+) DEGREES HEADING, such as 'arc", folded)
    assert len(forms) == 1
    assert "'list arc' shows all" in " ".join(folded.split())
    assert len(whole.splitlines()) > len(folded.splitlines())
    assert wrong.startswith("No option begins with 'dance'; there are ")


def test_the_person_may_leave_a_small_screen(tmp_path: Path) -> None:
    evening = Evening("skirm3", tmp_path)
    evening.pins = True
    with pytest.raises(Left):
        evening.person([]).answer(evening.game)
