"""`battlemat learn`: lessons at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from battlemat.cli import main
from battlemat.lessons.desk import course
from lessons.writing import SOUND


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def learn(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["learn", *words], input=typed)


def test_courses_are_listed_with_how_far_one_has_come() -> None:
    assert "walking      A soldier, and how it walks (2 min)" in learn().output
    learn("skirm3", "walking", typed="move A a2-d2\nquit\n")
    assert "1/4   walking" in learn().output


def test_side_goal_and_number_of_answers_are_said_first() -> None:
    said = learn("skirm3", "walking", typed="quit\n").output
    assert "You play Red. Bring your soldier to the relay. (1 answer)" in said
    assert said.index("You play Red.") < said.index("This is a soldier.")


def test_a_wrong_answer_gets_its_reply_with_what_it_leads_to_and_is_taken_back() -> None:
    said = learn("skirm3", "shooting", typed="move A a2-b2\nshoot A B rifle\nquit\n").output
    assert "Not quite: Move to b2." in said
    assert "You went for a walk." in said
    assert "A moves from a2 to b2." in said
    assert "It is taken back: try again." in said
    assert "2/4  Out of range" in said


@pytest.mark.clause("skirm3.combat.strike", "skirm3.combat.one-step")
def test_the_reply_to_a_shot_at_the_wrong_target_tells_its_odds_and_clause() -> None:
    first = "shoot A B rifle\nmove A a1-d1\nshoot A B pistol\nmove A d2-b2\nshoot A B rifle\n"
    said = learn("skirm3", "shooting", typed=f"{first}shoot A B rifle\nquit\n").output
    assert "4/4  Whom first?" in said
    assert "The wall saves that one a strike." in said
    assert "%  B Standing to Downed" in said or "%  B" in said
    assert "§ skirm3.cover.effect" in said


def test_a_hint_is_told_and_what_the_table_knows_can_be_asked() -> None:
    said = learn("skirm3", "walking", typed="hint\nmeasure A B\nwhat\nquit\n").output
    assert "three squares to the right of your soldier" in said
    assert "from A to B" in said.replace("\n", " ").casefold() or "distance" in said.casefold()


def test_a_lesson_that_is_left_goes_on_at_its_board() -> None:
    learn("skirm3", "walking", typed="move A a2-d2\n")  # the input ends: left
    assert "2/4  Who acts?" in learn("skirm3", typed="quit\n").output


def test_a_course_goes_on_with_the_next_lesson_until_all_are_done() -> None:
    answers = "move A a2-d2\nactivate C\nmove C e3-e1\nmove A a1-d1\nmove A d1-g1\n"
    done = f"{answers}dash A a2-b3\nmove A b3-d3\nquit\n"
    said = learn("skirm3", typed=done).output
    assert "This lesson is done." in said
    assert "1/4  A clear shot" in said


def test_a_file_of_ones_own_is_checked_and_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(SOUND, encoding="utf-8")
    said = learn(str(file), typed="move A a1-d1\nshoot A B pistol\n")
    assert "This lesson is done." in said.output
    file.write_text(SOUND.replace("say: Too early.", "sy: x"), encoding="utf-8")
    assert "'say' is missing" in learn(str(file)).output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("skirm4",), "there is no rulebook 'skirm4'; did you mean 'skirm3'?"),
        (("skirm3", "wlking"), "skirm3 has no lesson 'wlking'; did you mean 'walking'?"),
    ],
)
def test_what_there_is_not_is_told_with_the_nearest(words: tuple[str, ...], told: str) -> None:
    assert told in learn(*words).output


def test_a_lesson_of_another_rulebook_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(SOUND, encoding="utf-8")
    other = next((one for one in ("openfire", "skirm1") if course(one)), None)
    if other is not None:
        said = learn(other, str(file)).output
        assert f"this lesson is for skirm3, not for {other}" in said


def test_a_damaged_file_of_progress_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "battlemat").mkdir()
    (tmp_path / "battlemat" / "lessons.json").write_text("[1", encoding="utf-8")
    assert "1/4  One soldier" in learn("skirm3", typed="quit\n").output
