"""`battlemat lab`: questions, answers in every form, and bad input in one line."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from battlemat.lab.runner import Meeting, Run
from cli.house import run

DUEL = ("lab", "duel", "toy", "--levels", "sergeant,random", "--games", "60", "--workers", "1")


def told(done: Result) -> dict[str, Any]:
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_duel_is_played_until_it_is_known_and_says_how_sure_it_is() -> None:
    found = told(run(*DUEL, "--json"))
    assert found["facts"]["answer"] == "sergeant is stronger than random (95 % sure)"
    assert found["facts"]["stopped"] == "it is known on which side of 50 % it lies"
    share = found["tables"][0]["rows"][0]["share"]
    assert 0.5 < share["low"] <= share["value"] <= share["high"] <= 1
    assert 10 <= len(found["games"]) < 60
    assert told(run(*DUEL, "--json")) == found


def test_a_duel_of_equals_ends_with_the_most_games_or_a_narrow_range() -> None:
    even = ("lab", "duel", "toy", "--levels", "random", "--games", "12", "--workers", "1")
    assert "not known yet" in run(*even).output
    narrow = told(run(*even, "--width", "95", "--json"))
    assert narrow["facts"]["stopped"] == "the range is as narrow as asked"


def test_an_answer_is_told_as_csv_parquet_markdown_and_as_a_page(tmp_path: Path) -> None:
    from pyarrow import parquet

    files = {name: tmp_path / f"duel.{name}" for name in ("parquet", "html", "markdown")}
    options = [part for name, path in files.items() for part in (f"--{name}", str(path))]
    done = run(*DUEL, "--csv", *options)
    assert done.exit_code == 0
    head, *rows = done.stdout.splitlines()
    assert head.startswith("meeting,game,seed,")
    table = parquet.read_table(files["parquet"])
    assert table.num_rows == len(rows)
    page = files["html"].read_text()
    assert "sergeant against random" in page
    assert page.count("<svg") == 2
    assert "http" not in page  # it needs nothing else
    assert "prefers-color-scheme: dark" in page
    assert "| squad | share |" in files["markdown"].read_text()


def test_what_is_known_at_an_interrupt_is_told_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "results")
    play = Run.play

    def interrupted(*args: Any) -> Iterator[Meeting]:
        playing = play(*args)
        yield next(playing)
        yield next(playing)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Run, "play", interrupted)
        stopped = run(*DUEL, "--results", file)
    assert stopped.exit_code == 130
    assert "stopped: it was stopped" in stopped.stdout
    before = Path(file).read_text()
    assert told(run(*DUEL, "--results", file, "--json")) == told(run(*DUEL, "--json"))
    assert Path(file).read_text().startswith(before)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--levels", "sergent"), "there is no player 'sergent'; did you mean 'sergeant'?"),
        (("--levels", "a,b,c"), "one level for both or two are wanted"),
        (("--json", "--csv"), "--json or --csv, not both"),
        (("--width", "0"), "0"),
        (("--html", "/nowhere/page.html"), "/nowhere/page.html: there is no folder /nowhere"),
        (("--results", "/nowhere/results"), "/nowhere/results: there is no folder /nowhere"),
    ],
)
def test_bad_input_is_refused_in_one_line(options: tuple[str, ...], words: str) -> None:
    done = run(*DUEL, *options)
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert "Traceback" not in done.output


@pytest.mark.filterwarnings("ignore")  # Dask leaves its sockets to the garbage collector
def test_a_cluster_that_does_not_answer_is_told_of_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("battlemat.lab.pool.PATIENCE", 0.2)
    done = run(*DUEL, "--cluster", "tcp://127.0.0.1:1")
    gc.collect()
    assert done.exit_code == 2
    assert "no Dask cluster answers at tcp://127.0.0.1:1" in " ".join(done.stderr.split())
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("--seed", "2"), "seed '1' there, '2' here"),
        (("--red", "3"), "setups "),
        (("--levels", "random"), "players ['sergeant', 'random'] there"),
    ],
)
def test_results_of_another_question_are_refused_and_left_alone(
    tmp_path: Path, change: tuple[str, ...], words: str
) -> None:
    file = tmp_path / "results"
    assert run(*DUEL, "--results", file).exit_code == 0
    before = file.read_text()
    refused = run(*DUEL, *change, "--results", file)
    assert refused.exit_code == 2
    assert words in " ".join(refused.stderr.split())
    assert file.read_text() == before


def test_results_of_another_version_are_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "results"
    assert run(*DUEL, "--results", file).exit_code == 0
    older = file.read_text().replace('"battlemat": "', '"battlemat": "0.0.', 1)
    file.write_text(older)
    refused = run(*DUEL, "--results", file)
    assert refused.exit_code == 2
    assert "battlemat '0.0." in " ".join(refused.stderr.split())
    assert file.read_text() == older
