"""Questions in sentences, as the terminal and the page ask them."""

from __future__ import annotations

import pytest

from battlemat.kernel.events import Event, one, told
from battlemat.kernel.questions import PASS, Choice, Roll
from battlemat.kernel.scene import Handle, Piece, Scene
from battlemat.packs.registry import find, names
from battlemat.players.asked import SENTENCES, Asked, Cause, asked, needed

SCENE = Scene(
    3,
    3,
    "squares",
    pieces=[
        Piece("R4", "Medic", "red", (1, 1), active=True),
        Piece("B1", "Archer", "blue", (2, 2)),
        Piece("R2.1", "Sergeant", "red", (0, 0), card={"unit": "R2 Rifles"}),
    ],
    status=[("Active", "R4, 2 of 3 actions left"), ("Red orders", "1")],
)
ATTACK = Cause({"unit": "B1", "target": "R4", "weapon": "Light Bow"}, "B1 shoots at R4.")


def window(faces: tuple[int, ...], roll: str = "save") -> Choice:
    about = {"roll": roll, "faces": faces, "wins": (1, 2, 3, 4)}
    return Choice("red", "re-roll", [PASS], "toy.again", optional=True, about=about)


@pytest.mark.parametrize("name", names())
def test_every_kind_of_question_has_its_sentence(name: str) -> None:
    assert {ask.kind for ask in find(name).asks} <= SENTENCES.keys()


def test_a_window_says_what_the_dice_are_for_what_they_need_and_what_is_left() -> None:
    pay = Handle("reroll 5", "Re-roll the 5", cost="1 TO")
    found = asked(SCENE, window((5, 6, 2)), [pay, Handle("pass", "Pass")], ATTACK)
    assert found.context == (
        "R4 (Medic) saves against B1 (Archer)'s Light Bow: two of 3 dice failed (needs 4 or less)."
    )
    assert found.lead == "Roll a die again?"
    assert found.left == "costs 1 TO · 1 order left"
    assert found.whole.startswith("R4 (Medic) saves")


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ((5,), "the die failed"),
        ((1,), "the die succeeds"),
        ((1, 2), "all 2 dice succeed"),
        ((1, 6), "one of 2 dice failed"),
    ],
)
def test_dice_are_counted_in_words(faces: tuple[int, ...], words: str) -> None:
    assert words in asked(SCENE, window(faces, "attack"), [], ATTACK).context


def test_a_roll_without_an_attack_is_named_by_its_purpose() -> None:
    assert asked(SCENE, window((6,), "event"), []).context.startswith("The roll for event: ")


def test_a_unit_of_several_models_is_called_by_its_own_name() -> None:
    move = Choice("red", "move", [], "toy.move")
    handles = [Handle("move R2 1,1", "Move", piece="R2.1")]
    assert asked(SCENE, move, handles) == Asked("", "How does R2 (Rifles) move?", "1 order left")


def test_a_unit_beside_the_board_is_called_as_its_answers_call_it() -> None:
    deploy = Choice("red", "deploy", [], "toy.deploy")
    handles = [Handle(f"deploy R7 {n}", f"Deploy R7 (Skyray) at {n}") for n in "ab"]
    assert asked(SCENE, deploy, handles).lead == "Where does R7 (Skyray) begin?"


def test_ready_units_are_counted() -> None:
    activate = Choice("red", "activate", [], "toy.activate")
    assert asked(SCENE, activate, [Handle("a", "A", piece="R4")]).lead.endswith("One is ready.")
    both = [Handle("a", "A", piece="R4"), Handle("b", "B", piece="R5")]
    assert asked(SCENE, activate, both).lead.endswith("Two are ready.")


def test_typed_dice_are_asked_for_with_what_they_are_for() -> None:
    found = asked(SCENE, Roll("red", 1, 6, "toy.hit"), [], ATTACK)
    assert found == Asked("B1 shoots at R4.", "Roll one die with 6 sides.")


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 strikes, 1 points of damage", "1 strike, 1 point of damage"),
        ("1 mission points, 11 dice, 1 dice", "1 mission point, 11 dice, 1 die"),
        ("R1 hits 2.1 dots away", "R1 hits 2.1 dots away"),
        ("Turn 1 begins", "Turn 1 begins"),
    ],
)
def test_one_thing_is_told_in_the_singular(text: str, words: str) -> None:
    assert one(text) == words


def test_players_have_a_capital_wherever_they_stand() -> None:
    event = Event("holds", (), {"unit": "R1", "player": "red"})
    assert told(event, {"holds": "{unit} holds it for {player}."}) == "R1 holds it for Red."
