"""`battlemat ladder` and `battlemat opponents`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlemat.lab.runner import Meeting, Run
from cli.house import run

SMALL = ("ladder", "toy", "--games", "4", "--levels", "random,sergeant", "--jobs", "1")


def test_a_ladder_is_rated_and_repeats_itself() -> None:
    one, two = (json.loads(run(*SMALL, "--json").stdout) for _ in range(2))
    assert one == two
    assert one["games"] == 4
    assert set(one["ratings"]) == {"sergeant", "random"}
    assert "sergeant" in run(*SMALL).output


def test_a_ladder_is_the_same_whatever_the_jobs() -> None:
    one = json.loads(run(*SMALL, "--json").stdout)
    two = json.loads(run(*SMALL[:-1], "2", "--json").stdout)
    assert one["ratings"] == two["ratings"]


def test_a_ladder_until_it_is_clear_names_itself_and_is_the_same_whatever_the_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    clear = ("ladder", "toy", "--until-clear", "--games", "20", "--levels", "recruit,captain")
    one = run(*clear, "--jobs", "1", "--json", "--write", "ladder.md")
    two = run(*clear, "--jobs", "2", "--json")
    assert one.exit_code == 0, one.output
    assert json.loads(one.stdout) == json.loads(two.stdout)
    assert 8 <= json.loads(one.stdout)["games"] <= 20
    assert "--until-clear" in (tmp_path / "ladder.md").read_text()


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ("sergent,random", "there is no player 'sergent'; did you mean 'sergeant'?"),
        ("captain", "a ladder has two players at least"),
    ],
)
def test_bad_levels_are_refused_in_one_line(levels: str, words: str) -> None:
    done = run("ladder", "toy", "--levels", levels)
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())


def test_results_are_gone_on_with_and_foreign_ones_left_alone(tmp_path: Path) -> None:
    file = str(tmp_path / "toy.results")
    assert run(*SMALL, "--results", file).exit_code == 0
    before = Path(file).read_text()
    assert run(*SMALL, "--results", file).exit_code == 0
    assert Path(file).read_text() == before
    refused = run(*SMALL, "--seed", "2", "--results", file)
    assert refused.exit_code == 2
    assert "seed '1' there, '2' here" in " ".join(refused.stderr.split())
    assert Path(file).read_text() == before


def test_the_page_gets_its_section_and_keeps_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "ladder.md"
    page.write_text("# The ladder\n\nWords.\n\n## Standoff\n\nold\n\n## Other\n\nkept\n")
    assert run(*SMALL, "--write", page).exit_code == 0
    text = page.read_text()
    assert text.startswith("# The ladder\n\nWords.\n\n## Standoff\n\n`battlemat ladder toy")
    assert "--levels sergeant,random --games 4" in text  # the command that is named plays the same
    assert "old" not in text
    assert text.endswith("\n## Other\n\nkept\n")
    assert run(*SMALL, "--write", page).exit_code == 0
    assert page.read_text() == text


def test_what_was_played_before_an_interrupt_is_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Run.play

    def interrupted(*args: Any) -> Iterator[Meeting]:
        yield next(play(*args))
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "play", interrupted)
    done = run(*SMALL)
    assert done.exit_code == 130
    assert "stopped after 2 games" in done.stderr
    assert "2 games of toy" in done.stdout


def test_opponents_are_listed_from_first_game_to_expert() -> None:
    told = run("opponents").output
    assert told.index("recruit") < told.index("general")
    assert "greedy" not in told
    assert len(json.loads(run("opponents", "--json").stdout)) == 5
