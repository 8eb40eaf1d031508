"""A board beside a clause plays itself, stops at the decision, and says what the dice change."""

from __future__ import annotations

import pytest

from battlemat.kernel.game import Game
from battlemat.packs import registry
from battlemat.reader.recording import Recording, deciding, recorded
from battlemat.reader.shelf import BoardFile, shelf

EVERY = 9
"""Every so many boards are recorded here; that each of them holds is tried with its rulebook."""


def board(name: str, id: str) -> tuple[Recording, BoardFile]:
    file = shelf(name)[id]
    return recorded(registry.find(name), file), file


@pytest.mark.parametrize("name", registry.names())
def test_a_board_can_be_opened_at_its_decision(name: str) -> None:
    book = registry.find(name)
    for file in list(shelf(name).values())[::EVERY]:
        shown = recorded(book, file)
        frame = shown.frames[shown.decision]
        game = Game(book, shown.setup)
        for text in shown.answers[: frame.step]:
            game.answer(text)
        assert (game.question.player if game.question else "") == frame.player, file.id
        for one in shown.tries:
            assert bool(one.reason) is not one.legal, (file.id, one)


def test_it_stops_where_something_is_refused_and_says_why() -> None:
    shown, _ = board("skirm3", "doors")
    assert shown.frames[shown.decision].answer == "Move to b1"
    refused = [one for one in shown.tries if not one.legal]
    assert [(one.text, one.clause) for one in refused] == [
        ("shoot A B rifle", "skirm3.los.corners")
    ]
    assert refused[0].reason
    assert refused[0].told == "Shoot at B with the Rifle"


def test_it_stops_before_the_dice_and_tells_which_of_them_decide() -> None:
    shown, file = board("skirm3", "low-wall")
    assert [line.text for line in shown.frames[shown.decision + 1].lines][-1].startswith("B rolls")
    (die,) = deciding(registry.find("skirm3"), file)
    assert (die.number, die.face, die.because) == (3, 4, "skirm3.combat.saves")
    assert [(one.faces, one.fell) for one in die.outcomes] == [
        ((1, 2, 3, 4), True),
        ((5, 6), False),
    ]
    assert die.outcomes[1].told == "B is Downed."


def test_where_no_die_falls_none_decides() -> None:
    _, file = board("skirm3", "climbing")
    assert deciding(registry.find("skirm3"), file) == ()


def test_notes_of_the_writer_are_told_with_the_answer() -> None:
    shown, _ = board("skirm3", "climbing")
    assert "two levels and the step itself are a whole Move" in [one.note for one in shown.frames]


def test_a_face_that_ties_is_rolled_off_and_does_not_tie_for_ever() -> None:
    for name in ("skirm1", "skirm2", "skirm3"):
        _, file = board(name, "orders-of-a-turn")
        found = deciding(registry.find(name), file)
        assert [die.face for die in found][:2] in ([3, 5], [5, 3])
