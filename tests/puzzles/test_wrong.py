"""Puzzles that are broken on purpose: one clear message each."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.packs.problems import ContentError
from battlemat.packs.solving.puzzles import (
    PLAN,
    Goal,
    Puzzle,
    Rated,
    load_puzzle,
    read_puzzle_text,
    shipped_puzzles,
)
from battlemat.puzzles import counting
from battlemat.puzzles.checking import faults
from battlemat.puzzles.files import puzzle_text
from battlemat.puzzles.plans import Counted, unclear


@pytest.fixture(scope="module")
def sound() -> Puzzle:
    every = map(partial(load_puzzle, "skirm3"), shipped_puzzles("skirm3"))
    return next(one for one in every if one.type == PLAN)


def told(text: str) -> str:
    with pytest.raises(ContentError) as error:
        read_puzzle_text(text)
    return str(error.value)


def test_a_second_solution_is_told_with_both_answers() -> None:
    close = [Counted((), "shoot A B rifle", 0.60), Counted((), "move A c3-d4", 0.55)]
    assert unclear(close) == (
        "there is a second solution: 'move A c3-d4' reaches the goal in 55.0 % of cases, "
        "'shoot A B rifle' in 60.0 %"
    )
    assert unclear([close[0], close[1]._replace(chance=0.5)]) == ""


def test_a_goal_that_cannot_be_reached_has_no_solution(sound: Puzzle) -> None:
    far = replace(sound, goal=Goal("out", sound.goal.units[:1], 9))
    assert faults(far) == ["there is no solution: no answer reaches the goal often enough"]


def test_a_puzzle_of_another_rulebook_cannot_be_played(sound: Puzzle) -> None:
    (line,) = faults(replace(sound, rulebook="openfire", game={}, version=1))
    assert line.startswith("the way to the position cannot be played:")


def test_odds_that_are_not_true_are_told(sound: Puzzle) -> None:
    first, *rest = sound.best
    (line,) = faults(replace(sound, best=(Rated(first.answer, first.chance / 2), *rest)))
    assert line.startswith(f"'{first.answer}' reaches the goal in ")


def test_another_answer_than_the_best_is_told(sound: Puzzle) -> None:
    lines = faults(replace(sound, best=(sound.next,)))
    assert lines[0].startswith("right are ")


def test_a_position_that_the_rules_lead_elsewhere_is_told(sound: Puzzle) -> None:
    assert faults(replace(sound, digest="0" * 32)) == [
        "the rules of today lead to another position than that of the file"
    ]


def test_a_count_that_forgets_what_follows_is_noticed(
    sound: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting.PlanCount, "_after_step", lambda *_: (Fraction(0),))
    assert faults(sound) != []


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "a < b", "x" * 81])
def test_a_script_in_a_name_is_refused_in_one_line(sound: Puzzle, name: str) -> None:
    line = told(puzzle_text(replace(sound, name=name)))
    assert "name: a name of plain words" in line
    assert "\n" not in line


def test_a_side_and_a_lead_that_cannot_be_are_told(sound: Puzzle) -> None:
    text = puzzle_text(replace(sound, side="green"))
    assert "'green' is no player" in told(text)
    assert "a judgement tells its 'lead'" in told(text.replace("type: plan", "type: judgement"))


def test_a_plan_tells_nothing_of_its_other_answers(sound: Puzzle) -> None:
    assert "of a plan are counted" in told(puzzle_text(replace(sound, others=(sound.next,))))


def test_the_command_checks_files_and_ends_with_one_where_one_fails(
    sound: Puzzle, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(puzzle_text(sound), encoding="utf-8")
    bad.write_text(puzzle_text(replace(sound, digest="0" * 32)), encoding="utf-8")
    run = CliRunner().invoke(main, ["puzzles", "check", str(good), str(bad)])
    assert (run.exit_code, "1 of 2 hold." in run.output) == (1, True)
    assert CliRunner().invoke(main, ["check", str(good)]).exit_code == 0


def test_a_puzzle_is_solved_in_the_terminal(sound: Puzzle) -> None:
    solve = ["puzzles", "solve", sound.rulebook, sound.id]
    right = CliRunner().invoke(main, [*solve, "--answer", sound.best[0].answer])
    wrong = CliRunner().invoke(main, [*solve], input=f"nonsense\n{sound.next.answer}\n")
    assert (right.exit_code, right.output.startswith("Right.")) == (0, True)
    assert (wrong.exit_code, "There is better." in wrong.output) == (1, True)
    assert CliRunner().invoke(main, ["puzzles", "solve", "skirm3", "nowhere"]).exit_code == 1


def test_puzzles_are_listed_by_rulebook_and_theme() -> None:
    run = CliRunner().invoke(main, ["puzzles", "--rulebook", "skirm3", "--theme", "walk"])
    assert (run.exit_code, "skirm3 plan-" in run.output) == (0, True)


DRAWN = """
rulebook: skirm3
name: Between two
map: |
  .  .  .  .  D  .
  .  .  .  .  .  ~
  .  A  .  B  .  .
red:
  A: {unit: shock-troops/gunner, gear: [rocket-launcher, sidearm]}
blue:
  B: {unit: ankh-revenants/phylarch, state: downed}
  D: {unit: ankh-revenants/phylarch, state: downed}
active: {unit: A, act: 1}
"""


def test_a_position_that_was_drawn_becomes_a_puzzle(tmp_path: Path) -> None:
    file, out = tmp_path / "between.yaml", tmp_path / "out"
    file.write_text(DRAWN, encoding="utf-8")
    run = CliRunner().invoke(main, ["puzzles", "make", str(file), "--out", str(out)])
    assert (run.exit_code, "1 puzzle." in run.output) == (0, True)
    (made,) = out.glob("*.yaml")
    assert "blast A d2 rocket-launcher" in made.read_text(encoding="utf-8")
    assert faults(read_puzzle_text(made.read_text(encoding="utf-8"))) == []


def test_a_position_that_cannot_be_is_told_with_its_line(sound: Puzzle) -> None:
    drawn = {"map": "A . B", "red": {"A": None}, "blue": {}, "play": ["end A"]}
    text = puzzle_text(replace(sound, game=None, setup=None, answers=(), drawn=drawn))
    assert "a puzzle has no 'play' in its position" in told(text)
    assert "line " in told(text.replace('  play: ["end A"]\n', ""))
    twice = puzzle_text(sound) + "game: {mission: kill}\n"
    assert "one of them" in told(twice)
