"""How many clicks an activation takes with the squads and windows that *Play now* begins with.

The position is one that a game of the usual set-up comes to: somebody can move, and attack from
there. Every press is counted by the browser, those at windows, too, but for dice that may be rolled
again: they are told apart. A place is chosen to which one way leads: where a Dash goes as well as a
Move, the page asks which, with a click more. What the other side is asked is answered for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice
from battlemat.kernel.record import record
from battlemat.players import registry
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.conftest import People
from browser.stage import Stage
from browser.table import eventually
from browser.test_clicks import DESK, PHONE, Hand
from browser.walks import SEED, same_dice

MOST = {"skirm1": 4, "skirm2": 4, "skirm3": 4, "skirmishers": 4, "openfire": 5}
"""At the desk; a phone may need one more. Each re-roll that a leader may make is a window more."""
CASES = [
    pytest.param(book, how, id=f"{book} {name}")
    for book in MOST
    for name, how in (("desk", DESK), ("phone", PHONE))
]
PLACES = 10
"""So many of the places to go are tried from each unit."""


AIM = "at "
"""An arc of fire is opened toward whom one points at."""


class Plan(NamedTuple):
    """Where a game stands, and what is done there: who, whereto, at whom."""

    record: str
    answers: tuple[str, ...]


def passed(game: Game[Any]) -> Game[Any]:
    """The game once every window was passed, and what the page does by itself was done."""
    while isinstance(game.question, Choice):
        if game.question.optional:
            game.answer(PASS)
            continue
        only = game.question.listed[0]
        routine = game.rulebook.handle(game.battle, game.question, only).gesture == "places"
        if not routine or len(game.question.listed) > 1:
            break
        game.answer(only)
    return game


def left_out(game: Game[Any]) -> tuple[str, ...]:
    """What is left out before a unit may move, each with a click."""
    question = passed(game).question
    if not isinstance(question, Choice) or question.kind != "ability":
        return ()
    game.answer(game.read("skip ability"))
    return ("skip ability",)


def handles(game: Game[Any]) -> Iterator[tuple[Any, Any]]:
    """What can be answered, each with what it points at."""
    question = game.question
    assert isinstance(question, Choice)
    for option in question.listed:
        yield option, game.rulebook.handle(game.battle, question, option)


@cache
def plan(book: str) -> Plan:
    """A moment of a usual game at which some unit of red can move and attack from there."""
    shelf = ShippedCatalogue()
    game: Game[Any] = Game(shelf.find(book), shelf.build(book, {}), dice=SeededDice(SEED))
    player = registry.make("random", SEED)
    while not game.over:
        question = game.question
        if (
            isinstance(question, Choice)
            and question.kind == "activate"
            and question.player == "red"
        ):
            found = _move_and_attack(game)
            if found:
                return Plan(record(game).write(), found)
        game.answer(player.answer(game))
    raise AssertionError(f"nobody comes to an attack in {book}")


def _move_and_attack(game: Game[Any]) -> tuple[str, ...]:
    for option, _ in handles(game):
        who = game.fork()
        who.answer(option)
        skipped = left_out(who)
        if not isinstance(who.question, Choice) or who.question.player != "red":
            continue
        lead = Counter(way.at for _, way in handles(who))
        ways = [
            one
            for one, way in handles(who)
            if way.group == "Move" and way.at and not way.target and lead[way.at] == 1
            if len(way.text.split()) > 2  # to stand still is a move, too, of two words
        ]
        for way in ways[::-1][:PLACES]:
            there = who.fork()
            there.answer(way)
            passed(there)
            if not isinstance(there.question, Choice) or there.question.player != "red":
                continue
            sides = {one.id: one.side for one in there.rulebook.scene(there.battle).pieces}
            for shot, aim in handles(there):
                if aim.harms and sides.get(aim.target, sides.get(f"{aim.target}.1")) == "blue":
                    return game.write(option), *skipped, who.write(way), there.write(shot)
                if aim.arc and "blue" in sides.values():
                    foes = [foe for foe, side in sides.items() if side == "blue"]
                    return game.write(option), *skipped, who.write(way), f"{AIM}{foes[0]}"
    return ()


class Player(Hand):
    """Somebody who does what is planned, and passes whatever else is asked."""

    windows = 0
    """So many windows in which red might have rolled dice again were passed."""

    @property
    def asked(self) -> dict[str, Any]:
        """The question that stands, as the page has it."""
        found: dict[str, Any] = eventually(lambda: self.person.asked(self.person.game)["question"])
        return found

    def unit(self, piece: str) -> Locator:
        """A unit, or any of its models."""
        found = f".token:is([data-piece='{piece}'], [data-piece^='{piece}.']) .body"
        return self.page.locator(found).first

    def settle(self) -> dict[str, Any]:
        """Pass every window: red's with a press, blue's without; then what red is asked."""
        while (asked := self.asked)["optional"]:
            self.answers(lambda one=asked: self.pass_for(one))  # type: ignore[misc]
        return asked

    def pass_for(self, asked: dict[str, Any]) -> None:
        if asked["player"] == "red":
            self.windows += "re-roll" in asked["kind"]
            self.choose(self.page.locator(".prompt [data-answer=pass]"))
            return
        data = {"number": asked["number"], "text": "pass"}
        self.person.asked(self.person.game + "/answers", data)

    def offered(self, answer: str) -> dict[str, Any]:
        """What the page has of an answer, once it is offered: it gives an only answer by itself."""
        while True:
            asked = self.settle()
            for one in asked["handles"]:
                if answer in (one["answer"], one["text"]):
                    found: dict[str, Any] = one
                    return found
            self.person.expect_answered(str(asked["number"]))

    def go(self, handle: dict[str, Any]) -> None:
        """Point at a place of the board, and say yes where the page first tells what it thinks."""
        place = self.page.locator(f".place[data-place='{handle['place']}']")
        self.point(place, handle["text"])
        if self.page.locator(".prompt .verdict").count():
            self.choose(self.page.get_by_role("button", name="Do it").first)

    def do(self, answer: str) -> None:
        """Point at what an answer stands for, or press its button where it stands for nothing."""
        if answer.startswith(AIM):
            self.settle()
            self.answers(lambda: self.point(self.unit(answer.removeprefix(AIM))))
            return
        handle = self.offered(answer)
        pointed = handle["target"] or handle["piece"]
        button = self.page.locator(f".prompt [data-answer='{handle['text']}']").first
        if handle["at"] and not handle["target"]:
            self.answers(lambda: self.go(handle))
        elif pointed:
            self.answers(lambda: self.point(self.unit(pointed), handle["text"]))
        else:
            self.answers(lambda: self.choose(button))


@pytest.mark.parametrize(("book", "how"), CASES)
def test_an_activation_of_a_usual_game_takes_few_clicks_besides_its_windows(
    skirm: Stage,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    book: str,
    how: dict[str, Any],
) -> None:
    same_dice(monkeypatch)
    planned = plan(book)
    player = Player(people, skirm, planned.record, how)
    for answer in planned.answers:
        player.do(answer)
    unit = planned.answers[0].split()[-1]
    end = player.page.locator(f".prompt [data-answer='end {unit}']")
    if player.settle()["kind"] != "activate" and end.count():  # else it is over by itself
        player.answers(lambda: player.choose(end.first))
    assert player.presses - player.windows <= MOST[book] + (how is PHONE)
    assert player.windows <= 2
