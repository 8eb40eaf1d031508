"""Goals that have time until the enemy replies: fire that waits for him, blows that land on him."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs.solving.puzzles import REPLY, Goal, Puzzle, load_puzzle, read_puzzle_text
from battlemat.puzzles.counting import PlanCount
from battlemat.puzzles.files import puzzle_text
from battlemat.puzzles.finding import look
from battlemat.puzzles.goals import told
from battlemat.puzzles.making import drawn_file, drawn_position
from puzzles.by_hand import ByHand, Plan

HURT = Goal("left", ("B",), 9)
IN_TIME = HURT._replace(until=REPLY)


@pytest.fixture(scope="module")
def watching() -> Game[Any]:
    """A may set a narrow arc, at B or elsewhere; nothing else can hurt anybody."""
    drawn = {
        "map": "7x3",
        "red": {"A": {"at": "b2"}},
        "blue": {"B": {"at": "e2"}},
        "active": {"unit": "A", "spent": 6, "combat": True},
    }
    played = drawn_position("skirmishers", drawn)
    return Game(played.rulebook, played.setup)


def test_an_arc_hurts_whom_it_waits_for_when_he_is_activated(watching: Game[Any]) -> None:
    at_him, elsewhere = watching.read("arc A 30 0"), watching.read("arc A 30 6")
    assert PlanCount(watching, HURT).of(at_him) == 0
    assert PlanCount(watching, IN_TIME).of(at_him) > 0.5
    assert PlanCount(watching, IN_TIME).of(elsewhere) == 0


def test_by_hand_an_arc_is_worth_the_same(watching: Game[Any]) -> None:
    at_him = watching.read("arc A 30 0")
    choice = watching.question
    assert isinstance(choice, Choice)
    by_hand = ByHand(Plan(IN_TIME, choice), 1_000).after(watching, at_him)
    counted = PlanCount(watching, IN_TIME).of(at_him)
    assert by_hand == (counted, counted)


def test_goals_that_end_at_different_times_are_not_counted_together(watching: Game[Any]) -> None:
    with pytest.raises(RuleBug, match="the same time"):
        PlanCount(watching, HURT, IN_TIME)


def test_where_nothing_can_be_hurt_at_once_goals_wait_for_the_reply(watching: Game[Any]) -> None:
    assert {one.goal.until for one in look(watching, "test", 4_000, tries=12)} <= {REPLY}


def test_a_goal_says_until_when(watching: Game[Any]) -> None:
    said = [told(one, watching.rulebook, watching.battle) for one in (HURT, IN_TIME)]
    assert ["in this activation." in said[0], "before an enemy acts." in said[1]] == [True, True]


def test_the_time_of_a_goal_stands_in_its_file() -> None:
    sound: Puzzle = load_puzzle("skirm3", "plan-05d3f0")
    waits = replace(sound, goal=sound.goal._replace(until=REPLY))
    assert "until: reply" in puzzle_text(waits)
    assert read_puzzle_text(puzzle_text(waits)).goal == waits.goal


def test_what_is_played_in_a_drawn_position_leads_to_its_question(tmp_path: Path) -> None:
    file = tmp_path / "run.yaml"
    file.write_text(RUN, encoding="utf-8")
    played = drawn_file(file)
    assert played.answers == ("move B h3-e3", "fire A", "d6 1 1")
    game: Game[Any] = Game(played.rulebook, played.setup)
    for text in played.answers:
        game.answer(text)
    assert (game.question.player, game.question.kind) == ("red", "reaction")  # type: ignore[union-attr]


RUN = """
rulebook: skirmishers
name: He runs into two fans
map: 9x5
red:
  A: {at: b3, arc: 30 0}
  C: {at: f1, arc: 30 3}
blue:
  B: h3
active: B
play:
  - do: move B h3-e3
    note: A has one shot
  - do: fire A
    dice: 1 1
"""
