"""Whole games through the command line, played by lines on standard input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.keeping import saves
from battlemat.kernel.game import Game
from battlemat.kernel.record import resume
from cli.house import ToyHouse, run
from example import standoff as toy


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_whole_game_against_the_machine() -> None:
    done = run("play", "toy", "--seed", "3", "--seat-blue", "random", typed="1\n" * 40)
    assert done.exit_code == 0
    assert "wins (" in done.output or "A draw (" in done.output
    assert "[toy.fire.hit]" in done.output


def test_the_same_seed_gives_the_same_evening() -> None:
    first = run("play", "toy", "--seed", "5", typed="1\n" * 40)
    assert first.output == run("play", "toy", "--seed", "5", typed="1\n" * 40).output


def test_two_machines_play_without_anyone_typing() -> None:
    seats = ["--seat-red", "sergeant", "--seat-blue", "random"]
    done = run("play", "toy", *seats, "--seed", "1")
    assert done.exit_code == 0
    assert "fires at" in done.output


def test_leaving_saves_and_resume_goes_on_to_the_end(folder: Path) -> None:
    left = run("play", "toy", "--seed", "3", "--seat-blue", "random", typed="wait\n")
    assert left.exit_code == 0
    assert "battlemat resume toy-1.battlemat --seat-blue random" in left.output
    done = run("resume", "toy-1.battlemat", "--seat-blue", "random", typed="1\n" * 40)
    assert done.exit_code == 0
    game = resume(toy.TOY, saves.load(folder / "toy-1.battlemat"))
    assert game.over
    again = run("resume", "toy-1.battlemat")
    assert again.output.startswith("This game is over.")


def test_a_game_is_kept_in_its_file_after_each_answer(folder: Path) -> None:
    file = folder / "evening.battlemat"
    run("play", "toy", "--save", file, "--seat-blue", "human", typed="wait\nwait\nstep R1 b1\n")
    assert [text for _, text in saves.load(file).answers] == ["wait", "wait", "step R1 b1"]


def test_a_new_game_does_not_take_an_old_saves_place(folder: Path) -> None:
    file = folder / "old.battlemat"
    file.write_text("precious")
    done = run("play", "toy", "--save", file)
    assert done.exit_code == 2
    assert "is there already" in done.output
    assert file.read_text() == "precious"


def test_typed_dice_are_asked_for_both_sides_and_resume_typed(folder: Path) -> None:
    typed = "fire R1 B1\n3 6\n1\n"
    done = run("play", "toy", "--dice", "typed", "--windows", "never", typed=typed)
    assert "Red rolls 2d6 for Hitting (toy.fire.hit): " in done.output
    assert "Blue rolls 1d6 for Saving (toy.fire.save): " in done.output
    record = saves.load(folder / "toy-1.battlemat")
    assert record.seed is None
    again = run("resume", "toy-1.battlemat", typed="")
    assert "Blue rolls 2d6 for Hitting" in again.output


def test_a_wrong_squad_is_one_line_and_no_traceback() -> None:
    done = run("play", "toy", "--red", "nobody")
    assert done.exit_code == 1
    assert done.stderr == "error: there is no squad 'nobody'\n"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["play", "toyy"], "did you mean 'toy'?"),
        (["play", "chess"], "the choices are toy"),
        (["ploy"], "did you mean 'play'?"),
        (["play", "toy", "--windows", "often"], "'always', 'matter', 'never'"),
        (["resume", "missing.battlemat"], "does not exist"),
    ],
)
def test_wrong_usage_says_what_would_be_right(args: list[str], words: str) -> None:
    done = run(*args)
    assert done.exit_code == 2
    assert words in done.stderr


class Broken(toy.Toy):
    """A rulebook with a bug: the third turn breaks."""

    def step(self, battle: toy.ToyBattle) -> Any:
        if battle.turn == 3:
            raise ZeroDivisionError("the sky fell")
        return super().step(battle)


class BrokenHouse(ToyHouse):
    @property
    def find(self) -> Any:
        return lambda _name: Broken()


def test_a_bug_is_owned_up_to_and_the_game_is_saved(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    done = run(
        "play", "toy", "--seat-blue", "human", typed="wait\nwait\nwait\n", house=BrokenHouse()
    )
    assert done.exit_code == 3
    assert "this is a bug in Battlemat" in done.stderr
    assert "Traceback" not in done.output
    report = next(folder.glob("battlemat-crash-*.txt")).read_text()
    assert "ZeroDivisionError: the sky fell" in report
    kept = saves.load(folder / "toy-1.battlemat")
    assert [text for _, text in kept.answers] == ["wait"]


def test_a_rescued_game_keeps_every_answer_before_the_break() -> None:
    game: Game[Any] = Game(Broken(), {})
    game.answer("wait")
    with pytest.raises(ZeroDivisionError):
        game.answer("wait")
    assert [text for _, text in saves.rescue(game).answers] == ["wait"]


@pytest.mark.parametrize("text", ["", "nonsense", "battlemat record 1\nrulebook toy 1\n"])
def test_a_broken_save_is_one_line(folder: Path, text: str) -> None:
    file = folder / "bad.battlemat"
    file.write_text(text)
    done = run("resume", file)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"error: {file}, line ")
    assert len(done.stderr.splitlines()) == 1


def test_a_save_that_is_no_text_is_one_line(folder: Path) -> None:
    file = folder / "bad.battlemat"
    file.write_bytes(b"\xff\xfe\x00")
    done = run("resume", file)
    assert done.exit_code == 1
    assert "UTF-8" in done.stderr


def test_help_and_version() -> None:
    assert run("--version").output.startswith("battlemat, version ")
    for command in ("play", "resume"):
        done = run(command, "--help")
        assert done.exit_code == 0
        assert "Example" in done.output


def test_people_select_their_squads_unseen_and_both_are_shown_together() -> None:
    typed = "two\n3\n2\nwait\nquit\nn\n"
    done = run("play", "toy", "--seat-blue", "human", "--secret", typed=typed)
    assert "That cannot be played: there is no squad '...'" in done.stderr
    shown = done.stdout
    assert shown.index("Red, your squad") < shown.index("Blue, your squad")
    assert shown.index("Blue, your squad") < shown.index("Red brings 3.")
    assert "Red brings 3.\nBlue brings 2.\n" in shown
    assert "3" not in shown.partition("Red brings")[0]
