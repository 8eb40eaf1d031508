"""What is said in Open Fire: whole phrases out of one catalogue, and never a code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from battlemat.boards.plane.board import Part, Stop
from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Setup
from battlemat.kernel.verbs import Menu
from battlemat.kernel.words import MARKED, speaking
from battlemat.rulebooks.openfire.chapters.moving.formation import why
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.screen.phrases import entry_name
from battlemat.rulebooks.openfire.state.battle import Battle
from rules.openfire.table import Table, model, unit
from rules.openfire.test_openfire_contract import battle_of_everything, small_battle


def told(table: Table, text: str) -> str:
    """An answer in words."""
    return table.game.tell(table.game.read(text))


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("table", "its base would lie beyond the edge of the table"),
        ("base", "another base is there"),
        ("edge", "the edge of Mill passes under its base"),
        ("part", "its base overlaps Mill"),
    ],
)
def test_each_thing_in_the_way_of_a_base_has_words_of_its_own(reason: str, words: str) -> None:
    mill = Part("Mill", "impassable", [(0, 0), (100, 0), (100, 100)])
    assert why(Stop(reason, source=mill)) == words


def test_an_attack_is_told_by_names_and_numbers() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1")],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
    )
    assert told(table, "attack R1 B1") == "Attack B1 (Unit B1): 2 with Rifle"
    assert told(table, "attack R1 rifle:1,2>B1 eye 1>B1") == (
        "Attack B1 (Unit B1): 2 with Rifle; R1.1 checks the sight for all"
    )
    assert told(table, "skip attack") == "No attack"


def test_a_move_is_told_by_where_it_leads() -> None:
    table = Table([unit("R1")], at={"R1": (1000, 1000), "B1": (4000, 4000)}, active=("R1", "move"))
    assert told(table, "move R1 13.00,10.00") == "Move 3.0 inches to 13.0, 10.0"
    assert told(table, "advance R1 17.00,10.00") == "Advance 7.0 inches to 17.0, 10.0"
    assert told(table, "move R1 face 90") == "Turn to the north"
    question = table.game.question
    assert isinstance(question, Choice)
    drawn = [
        handle.label
        for handle in (question.menu.handle(question, option) for option in question.listed)
        if handle.gesture
    ]
    assert drawn[0].startswith("Move R1, up to ")


@pytest.mark.parametrize(
    ("at", "name"),
    [
        ((0, 2400), "west entry"),
        ((4800, 2400), "east entry"),
        ((0, 4800), "north-west entry"),
        ((4700, 100), "south-east entry"),
        ((1000, 0), "south-west entry"),
        ((2400, 4800), "north entry"),
    ],
)
def test_an_entry_point_is_called_by_where_it_lies(at: tuple[int, int], name: str) -> None:
    table = Table([unit("R1")], at={"R1": (1000, 1000), "B1": (2400, 2400)}, active=("R1", "move"))
    table.battle.entries[0] = (("a", *at),)
    assert entry_name(table.battle, 0, "a") == name


def test_entry_points_that_lie_alike_have_their_letters_too() -> None:
    table = Table([unit("R1")], at={"R1": (1000, 1000), "B1": (2400, 2400)}, active=("R1", "move"))
    table.battle.entries[0] = (("a", 0, 2200), ("b", 0, 2600), ("c", 4800, 2400))
    names = [entry_name(table.battle, 0, letter) for letter in "abc"]
    assert names == ["west entry a", "west entry b", "east entry"]


CODE = re.compile(r"\w+:\d+(,\d+)*>\w+|\{|\}")


def spoken_at(game: Game[Battle], choice: Choice) -> Iterator[str]:
    """Whatever a question, its answers and the table beside it show as sentences."""
    yield choice.menu.says()
    yield from choice.menu.left()
    for option in choice.listed:
        handle = choice.menu.handle(choice, option)
        yield from (handle.label, handle.group, game.tell(option))
    scene = OPENFIRE.scene(game.battle)
    yield scene.title
    yield from (mark.label for mark in scene.marks)
    yield from (shape.label for shape in (*scene.shapes, *scene.zones))
    yield from (one.label for piece in scene.pieces for one in piece.conditions)


@pytest.mark.parametrize("start", [battle_of_everything, small_battle])
def test_whatever_a_battle_says_is_a_sentence_of_the_catalogue(
    start: Callable[[], Setup],
) -> None:
    stream, bare, codes = Stream("words"), set(), set()
    with speaking(MARKED):
        log: list[Event] = []
        game = Game(OPENFIRE, start(), dice=SeededDice("words"), log=log.append)
        for _ in range(40):
            choice = game.question
            if not isinstance(choice, Choice):
                break
            for text in spoken_at(game, choice):
                bare |= {text} if not (text.startswith("⟦") and text.endswith("⟧")) else set()
            codes |= {game.tell(one) for one in choice.listed if CODE.search(game.tell(one))}
            for _ in range(6):
                option = choice.menu.sample(stream.below) if isinstance(choice.menu, Menu) else None
                refusal = None if option is None else choice.menu.refusal(option)
                if refusal is not None and not refusal.reason.startswith("⟦"):
                    bare.add(refusal.reason)
            game.answer(choice.listed[stream.below(len(choice.listed))])
        bare |= {one.told() for one in log if not one.told().startswith("⟦")}
    assert bare == set()
    assert codes == set()
