"""Verbs: options with named parts are written, read, barred and listed by one value."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from battlemat.kernel.errors import Refusal, RuleBug
from battlemat.kernel.forms import Part, Shown, Template
from battlemat.kernel.questions import PASS, is_faces
from battlemat.kernel.verbs import Ask, Menu, Verb, Verbs, passing

UNITS = ("R1", "R2", "B1")
UNIT = Part(
    "a unit by its id",
    write=lambda _battle, value, _found: UNITS[value],
    read=lambda _battle, word, _found: UNITS.index(word.upper()) if word.upper() in UNITS else None,
    values=lambda _battle, _found: range(3),
)
MATES = Part(
    "units with commas between",
    write=lambda _battle, value, _found: ",".join(UNITS[one] for one in value),
    read=lambda _battle, word, _found: tuple(sorted(map(UNITS.index, word.upper().split(",")))),
    values=lambda _battle, _found: ((), (1,), (1, 2)),
)


class Step(NamedTuple):
    unit: int
    square: int
    verb: str = "step"


class Dash(NamedTuple):
    unit: int
    square: int
    verb: str = "dash"


class Rally(NamedTuple):
    unit: int
    mates: tuple[int, ...] = ()
    verb: str = "rally"


SQUARE = Part(
    "a square from 0 to 9",
    write=lambda _battle, value, _found: str(value),
    read=lambda _battle, word, _found: int(word) if word.isdecimal() and int(word) < 10 else None,
    values=lambda _battle, _found: range(10),
)
START = Shown("where the unit stands", write=lambda battle, option: str(battle[option.unit]))


def _bar(battle: Any, asked: int, option: Step) -> Refusal | None:
    if option.unit != asked:
        return Refusal("it is not that unit's turn", "toy.turn")
    far = abs(option.square - battle[option.unit]) > 1
    return Refusal("that is too far", "toy.move") if far else None


STEP: Verb[Any, int, Step] = Verb(
    Step,
    Template(Step, "step {unit} {start}-{square}", unit=UNIT, start=START, square=SQUARE),
    says="one square",
    because="toy.move",
    candidates=lambda battle, asked: (Step(asked, battle[asked] + 1),),
    bar=_bar,
)
RALLY: Verb[Any, int, Rally] = Verb(
    Rally,
    Template(Rally, "rally {unit}[ with {mates}]", unit=UNIT, mates=MATES),
    says="call units together",
    because="toy.rally",
)
VERBS: Verbs[Any] = Verbs(STEP, RALLY, passing("toy.pass"))
ASK: Ask[Any, int, Any] = Ask("turn", "What now?", "toy.turn", VERBS)
BATTLE = (3, 4, 5)


def test_an_option_is_written_and_read_back_with_what_follows_from_it() -> None:
    assert VERBS.write(BATTLE, Step(0, 4)) == "step R1 3-4"
    assert VERBS.read(BATTLE, "step r1 3-4") == Step(0, 4)


def test_what_is_shown_must_agree_with_the_rest() -> None:
    found = VERBS.read(BATTLE, "step R1 7-4")
    assert isinstance(found, Refusal)
    assert "where the unit stands is 3" in found.reason


def test_brackets_are_left_out_at_their_default() -> None:
    assert VERBS.write(BATTLE, Rally(0)) == "rally R1"
    assert VERBS.read(BATTLE, "rally R1") == Rally(0)
    assert VERBS.write(BATTLE, Rally(0, (1, 2))) == "rally R1 with R2,B1"
    assert VERBS.read(BATTLE, "rally R1 with B1,R2") == Rally(0, (1, 2))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an answer is wanted"),
        ("stop R1", "'stop' is no answer here; did you mean 'step'?"),
        ("step R1", "write 'step UNIT START-SQUARE'"),
        ("step R9 3-4", "'R9' is not a unit by its id"),
        ("step R1 3-44", "'44' is not a square from 0 to 9"),
    ],
)
def test_a_text_that_is_no_answer_is_told_what_would_be(text: str, why: str) -> None:
    found = VERBS.read(BATTLE, text)
    assert isinstance(found, Refusal)
    assert why in found.reason


def test_options_of_two_verbs_are_never_equal() -> None:
    assert Step(0, 4) != Dash(0, 4)  # type: ignore[comparison-overlap]
    with pytest.raises(RuleBug, match="no verb here"):
        VERBS.of(Dash(0, 4))


def test_a_menu_lists_what_is_offered_and_bars_the_rest_by_the_rule() -> None:
    menu = Menu(ASK, BATTLE, 0)
    assert menu.refusal(Step(0, 2)) is None  # legal, though not among those that are offered
    assert menu.candidates() == [Step(0, 4), PASS]
    assert menu.refusal(Step(0, 9)) == Refusal("that is too far", "toy.move")
    assert menu.refusal(Step(1, 5)) == Refusal("it is not that unit's turn", "toy.turn")
    assert menu.refusal(Dash(0, 4)) == Refusal("that is not asked for now")


def test_a_question_may_put_the_options_of_its_verbs_in_another_order() -> None:
    backwards = replace(ASK, arrange=lambda _battle, _asked, listed: listed[::-1])
    menu = Menu(backwards, BATTLE, 0)
    assert menu.candidates() == [PASS, Step(0, 4)]


def test_a_menu_draws_any_answer_that_its_parts_can_say() -> None:
    menu = Menu(ASK, BATTLE, 0)
    numbers = iter([1, 2, 1, 2] * 50)
    drawn = {menu.sample(lambda below: next(numbers) % below) for _ in range(10)}
    assert Rally(2, (1, 2)) in drawn


def test_dice_are_told_from_options() -> None:
    assert is_faces((1, 6))
    assert not is_faces(Step(0, 4))
    assert not is_faces(PASS)


class Point(NamedTuple):
    unit: int
    at: int
    by: int = 0
    verb: str = "point"


class PointAll(NamedTuple):
    square: int
    unit: int
    verb: str = "point"


def _point(kind: Any, form: str) -> Verb[Any, Any, Any]:
    parts = {name: UNIT if name in ("unit", "at") else SQUARE for name in kind._fields[:-1]}
    return Verb(kind, Template(kind, form, **parts), says="point", because="toy.point")


def test_of_two_forms_with_one_word_the_one_that_understood_most_says_what_is_wrong() -> None:
    """In whatever order the verbs stand: how far each form came is counted in its parts."""
    near = _point(Point, "point {unit} {at}[ {by}]")
    far = _point(PointAll, "point {square} {unit}")
    for verbs in (Verbs(near, far), Verbs(far, near)):
        for text, wrong in (
            ("point R1 R9", "'R9'"),
            ("point 3 R9", "'R9'"),
            ("point R1 B1 x", "'x'"),
        ):
            found = verbs.read((0, 0, 0), text)
            assert isinstance(found, Refusal), text
            assert found.reason.startswith(wrong), (text, found)
