"""Questions in sentences, as the terminal and the page ask them."""

from __future__ import annotations

import pytest

from battlemat.kernel.questions import PASS, Choice, Roll
from battlemat.kernel.scene import Piece, Scene, Status
from battlemat.packs.registry import find, names
from battlemat.players.asked import Asked, Cause, asked, needed
from example.listing import Listing

SCENE = Scene(
    3,
    3,
    "squares",
    pieces=[
        Piece("R4", "Medic", "red", (1, 1), active=True),
        Piece("B1", "Archer", "blue", (2, 2)),
        Piece("R2.1", "Sergeant", "red", (0, 0), unit="Rifles"),
    ],
    status=[Status("Active", "R4, 2 of 3 actions left"), Status("Red orders", "1")],
)
ATTACK = Cause({"unit": "B1", "target": "R4", "weapon": "Light Bow"}, "B1 shoots at R4.")


def window(faces: tuple[int, ...], roll: str = "save") -> Choice:
    about = {"roll": roll, "faces": faces, "wins": (1, 2, 3, 4)}
    menu = Listing([PASS])
    menu.spending = ("costs 1 TO", "1 order left")
    return Choice("red", "re-roll", menu, "toy.again", optional=True, about=about)


def test_a_window_says_what_the_dice_are_for_what_they_need_and_what_is_left() -> None:
    found = asked(SCENE, window((5, 6, 2)), ATTACK)
    assert found.context == (
        "R4 (Medic) saves against B1 (Archer)'s Light Bow: 2 of 3 dice failed (needs 4 or less)."
    )
    assert found.lead == "Which?"
    assert found.left == "costs 1 TO · 1 order left"
    assert found.whole.startswith("R4 (Medic) saves")


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ((5,), "the die failed"),
        ((1,), "the die succeeds"),
        ((1, 2), "all 2 dice succeed"),
        ((1, 6), "1 of 2 dice failed"),
    ],
)
def test_dice_are_counted_in_words(faces: tuple[int, ...], words: str) -> None:
    assert words in asked(SCENE, window(faces, "attack"), ATTACK).context


def test_a_roll_without_an_attack_is_just_a_roll() -> None:
    assert (
        asked(SCENE, window((6,), "event")).context == "The roll: the die failed (needs 4 or less)."
    )


def test_a_unit_of_several_models_is_called_by_its_own_name() -> None:
    cause = Cause({"unit": "R2.1", "target": "B1", "weapon": "Rifle"})
    context = asked(SCENE, window((5,), "attack"), cause).context
    assert context.startswith("R2 (Rifles) attacks B1 (Archer) with Rifle: ")


def test_what_happened_before_explains_a_window_and_not_ones_own_work() -> None:
    menu = Listing([PASS])
    own = Choice("red", "move", menu, "toy.move")
    assert asked(SCENE, own, Cause(None, "B1 falls.")).context == ""
    menu.own = False
    assert asked(SCENE, own, Cause(None, "B1 falls.")).context == "B1 falls."


@pytest.mark.parametrize("name", names())
def test_every_kind_of_question_is_a_sentence(name: str) -> None:
    for ask in find(name).asks:
        assert ask.says[0].isupper() or ask.says[0] == "{", ask.kind
        assert ask.says.rstrip().endswith(("?", ".")), ask.kind


def test_typed_dice_are_asked_for_with_what_they_are_for() -> None:
    found = asked(SCENE, Roll("red", 1, 6, "toy.hit"), ATTACK)
    assert found == Asked("B1 shoots at R4.", "Roll 1 die with 6 sides.")


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        ((1, 2, 3), "3 or less"),
        ((5, 6), "5 or more"),
        ((2,), "2"),
        ((2, 4), "2, 4"),
        ((2, 3), "2 to 3"),
    ],
)
def test_what_succeeds_is_said_as_people_say_it(wins: tuple[int, ...], words: str) -> None:
    assert needed(wins) == words
