"""Sentences with named parts: how they are read, said and replaced."""

from __future__ import annotations

import threading

import pytest

from battlemat.kernel.words import (
    ENGLISH,
    MARKED,
    BadSentence,
    Catalogue,
    listed,
    names_of,
    say,
    speak,
    speaking,
)

FALLS = "{unit} falls {levels, plural, =0 {nowhere} one {# level} other {# levels}}."


def test_a_sentence_names_its_parts() -> None:
    assert say("{unit} moves to {square}.", unit="R1", square="c4") == "R1 moves to c4."
    assert names_of(FALLS) == {"unit", "levels"}


@pytest.mark.parametrize(
    ("levels", "told"),
    [(0, "R1 falls nowhere."), (1, "R1 falls 1 level."), (5, "R1 falls 5 levels.")],
)
def test_a_number_picks_its_form(levels: int, told: str) -> None:
    assert say(FALLS, unit="R1", levels=levels) == told


def test_a_form_may_have_no_words_at_all() -> None:
    clock = "{n} minutes{more, plural, =0 {} other {, and # seconds more}}"
    assert say(clock, n=15, more=0) == "15 minutes"
    assert say("{n, plural, one {} other {# times }}again", n=1) == "again"


def test_a_word_picks_its_form_and_forms_hold_parts_of_their_own() -> None:
    door = "{state, select, open {{unit} opens} other {{unit} shuts}} the door."
    assert say(door, unit="R1", state="open") == "R1 opens the door."
    assert say(door, unit="R1", state="shut") == "R1 shuts the door."


def test_dice_are_told_with_commas_and_several_things_with_a_last_and() -> None:
    assert say("{player} rolls {faces}.", player="Red", faces=(2, 5)) == "Red rolls 2, 5."
    assert [listed(["R1"]), listed(["R1", "R2"]), listed(["R1", "R2", "R5"])] == [
        "R1",
        "R1 and R2",
        "R1, R2 and R5",
    ]
    assert listed([]) == ""


def test_an_apostrophe_is_itself_unless_it_keeps_a_brace() -> None:
    assert say("the enemy's door") == "the enemy's door"
    assert say("type '{' and ''quit''") == "type { and 'quit'"


@pytest.mark.parametrize(
    "sentence",
    [
        "{unit",
        "unit}",
        "{}",
        "{two words}",
        "{n, number}",
        "{n, plural, one {# hit}}",
        "{n, plural, one {# hit} other {# hits}",
        "{n, plural, one",
        "no ''{unit}'{n}",
    ],
)
def test_what_is_no_sentence_is_refused(sentence: str) -> None:
    with pytest.raises(BadSentence):
        say(sentence, unit="R1", n=1)


def test_a_part_that_is_missing_or_no_number_is_told() -> None:
    with pytest.raises(BadSentence, match="'square', which it was not given"):
        say("{unit} moves to {square}.", unit="R1")
    with pytest.raises(BadSentence, match="a plural needs a whole number"):
        say(FALLS, unit="R1", levels="many")


def test_another_language_has_other_sentences_and_other_forms() -> None:
    def polish(number: int) -> str:
        return "one" if number == 1 else "few" if number in (2, 3, 4) else "other"

    fall = "{unit} spada {levels, plural, one {# poziom} few {# poziomy} other {# poziomów}}."
    with speaking(Catalogue("pl", {FALLS: fall}, polish)):
        assert say(FALLS, unit="R1", levels=2) == "R1 spada 2 poziomy."
        assert say(FALLS, unit="R1", levels=5) == "R1 spada 5 poziomów."
        assert say("untranslated") == "untranslated"
    assert say(FALLS, unit="R1", levels=2) == "R1 falls 2 levels."


def test_marks_stand_around_every_sentence_and_around_those_within() -> None:
    with speaking(MARKED):
        assert say("{unit} waits.", unit=say("the captain")) == "⟦⟦the captain⟧ waits.⟧"


def test_what_a_house_speaks_is_heard_in_every_thread() -> None:
    heard: list[str] = []
    speak(MARKED)
    try:
        worker = threading.Thread(target=lambda: heard.append(say("Hello.")))
        worker.start()
        worker.join()
    finally:
        speak(ENGLISH)
    assert heard == ["⟦Hello.⟧"]
    assert say("Hello.") == "Hello."
