"""Events: typed values that tell themselves and cite their clauses."""

from __future__ import annotations

import pytest

from battlemat.kernel.events import Event, Side, Signed, cited
from battlemat.kernel.words import MARKED, speaking


class Held(Event):
    says = "{unit} holds it for {player} ({modifier})."
    unit: str
    player: Side
    modifier: Signed


def _held() -> Event:
    return cited(Held(unit="R1", player="red", modifier=2), ("toy.hold",), {})


def test_an_event_tells_itself_sides_by_name_and_modifiers_with_their_sign() -> None:
    assert _held().told() == "R1 holds it for Red (+2)."


def test_an_event_is_known_by_its_word_and_has_its_parts_as_facts() -> None:
    assert Held.kind == "held"
    assert _held().facts == {"unit": "R1", "player": "red", "modifier": 2}


def test_how_its_clauses_were_read_is_told_behind_it() -> None:
    event = cited(_held(), ("toy.hold", "toy.roll"), {"toy.hold": "print", "toy.roll": "intent"})
    assert event.told() == "R1 holds it for Red (+2). (read as printed and as likely meant)"
    assert event.facts["readings"] == {"toy.hold": "print", "toy.roll": "intent"}


def test_all_of_it_can_be_said_in_another_language() -> None:
    with speaking(MARKED):
        assert _held().told() == "⟦R1 holds it for ⟦Red⟧ (+2).⟧"


def test_a_sentence_that_names_a_part_which_the_event_lacks_is_no_event() -> None:
    with pytest.raises(TypeError, match="square"):
        type("Odd", (Event,), {"says": "{square} is gone."})


def test_events_that_share_their_parts_share_their_role() -> None:
    class Leg(Event, role="way"):
        start: str

    class Ran(Leg):
        says = "From {start}."

    assert Ran.role == "way"
    assert cited(Ran(start="c4"), (), {}).told() == "From c4."


def test_who_is_named_by_his_id_is_told_once() -> None:
    class Fell(Event):
        says = "{called} falls."
        unit: str
        name: str

    assert cited(Fell(unit="R1", name="Ripper"), (), {}).told() == "R1 (Ripper) falls."
    assert cited(Fell(unit="R1", name="R1"), (), {}).told() == "R1 falls."
