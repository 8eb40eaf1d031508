"""A rule is broken on purpose, and what is told of games of before says where and why."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from battlemat.example import rules as standoff
from battlemat.keeping.corpus import difference
from battlemat.kernel.errors import RecordError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Flow, roll
from battlemat.kernel.record import Record, read, record, resume
from cli.house import run
from example.standoff import TOY, Toy, ToyBattle

ANSWERS = ("fire R1 B1", "d6 1 5", "d6 2", "step B1 d1", "wait")


def told(*answers: str, traced: bool = True) -> Record:
    game = Game(TOY, {"tokens": 0})
    for text in answers:
        game.answer(text)
    return record(game, traced=traced)


def _save(battle: ToyBattle, me: int, target: str, hits: int) -> Flow[None]:
    """The rule of saves, broken: nothing saves, and it is told otherwise."""
    yield from roll(standoff.SIDES[1 - me], hits, 6, because="toy.fire.save")
    battle.scores[me] += 1
    battle.tell(standoff.WentOut, "toy.fire.save", target=target, faces=())


def test_a_game_that_plays_as_it_did_has_no_difference() -> None:
    assert difference(TOY, told(*ANSWERS)) is None
    assert difference(TOY, told(*ANSWERS, traced=False)) is None


def test_the_first_answer_after_which_a_game_stands_otherwise_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    traced, bare = told(*ANSWERS), told(*ANSWERS, traced=False)
    monkeypatch.setattr(standoff, "_save", _save)
    found = difference(TOY, traced)
    assert found is not None
    assert (found.answer, found.player, found.text) == (3, "blue", "d6 2")
    assert found.because == ("toy.fire.save",)
    assert found.what == (
        "what happens now and did not: out; what happened and does not now: saved"
    )
    assert [line.text for line in found.happens] == ["B1 fails a save () and is out."]
    assert found.gone == ("saved",)
    end = difference(TOY, bare)
    assert end is not None
    assert (end.answer, end.what) == (
        5,
        "the game ends otherwise; its record has no trace to say where",
    )


@pytest.mark.parametrize(
    ("change", "answer", "what", "because"),
    [
        ({"setup": {"tokens": -1}}, 0, "the setup is refused: ", ()),
        ({"answers": (("red", "fire B1 R1"),)}, 1, "other side's turn", ("toy.turn.act",)),
        ({"answers": (("blue", "wait"),)}, 1, "red is asked instead", ("toy.turn.act",)),
        (
            {"answers": (("red", "fire R1 B1"), ("red", "d6 1"))},
            2,
            "2 dice",
            ("toy.fire.hit",),
        ),
        ({"answers": (("red", "wait"), ("blue", "wait")) * 6}, 11, "is over before it", ()),
    ],
)
def test_what_is_no_longer_possible_is_told_with_its_clause(
    change: dict[str, Any], answer: int, what: str, because: tuple[str, ...]
) -> None:
    found = difference(TOY, replace(told(traced=False), **change))
    assert found is not None
    assert (found.answer, found.because) == (answer, because)
    assert what in found.what


def test_a_record_of_an_older_version_resumes_if_it_comes_to_its_digest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = told(*ANSWERS)
    monkeypatch.setattr(Toy, "version", 2)
    assert resume(TOY, kept).digest == kept.digest
    monkeypatch.setattr(standoff, "_save", _save)
    with pytest.raises(RecordError, match=r"under version 1 .*'battlemat corpus'"):
        resume(TOY, kept)


def test_a_trace_reads_back_and_a_bent_one_names_its_line() -> None:
    text = told(*ANSWERS).write()
    assert read(text).write() == text
    assert [point.events for point in read(text).trace[:4]] == [(), (), ("fire",), ("saved",)]
    short = text.replace(text.splitlines()[-2] + "\n", "")
    for bent, words in ((text.replace("\n  2 ", "\n  7 "), "wanted here"), (short, "6 lines")):
        with pytest.raises(RecordError, match=words):
            read(bent)


# ---------------------------------------------------------------------- the command


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A game with a save in it, and one without."""
    texts = (told(*ANSWERS).write(), told("wait", "wait").write())
    found = [tmp_path / f"{number}.battlemat" for number in range(len(texts))]
    for file, text in zip(found, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    return found


def test_the_command_tells_games_that_play_as_they_did(files: list[Path]) -> None:
    done = run("corpus", *files)
    assert done.exit_code == 0
    assert "0.battlemat: plays as it did, 5 answers (toy 1, today 1)" in done.output
    assert done.output.splitlines()[-1] == "2 games: 2 as they did"


def test_the_command_tells_where_and_why_a_game_plays_otherwise(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standoff, "_save", _save)
    done = run("corpus", *files)
    assert done.exit_code == 1
    assert "plays otherwise from answer 3, 'd6 2', on: what happens now" in done.output
    assert "[toy.fire.save]" in done.output
    assert "    now: B1 fails a save" in done.output
    assert done.output.splitlines()[-1] == "2 games: 1 as they did, 1 otherwise"
    entries = json.loads(run("corpus", "--json", *files).output)
    assert [entry["state"] for entry in entries] == ["differs", "same"]
    assert (entries[0]["answer"], entries[0]["because"]) == (3, ["toy.fire.save"])


def test_the_command_goes_on_after_a_file_that_it_cannot_read(
    files: list[Path], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.battlemat"
    bad.write_text("hello\n", encoding="utf-8")
    done = run("corpus", bad, *files)
    assert done.exit_code == 2
    assert "a record begins with" in done.stderr
    assert "3 games: 2 as they did, 1 cannot be read" in done.output
