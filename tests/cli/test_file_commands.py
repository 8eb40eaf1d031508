"""The commands that read files: replay, verify, scenario, odds, check, squad."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from battlemat.keeping import saves
from battlemat.kernel.dice import SeededDice, commitment
from battlemat.kernel.game import Game
from battlemat.players.driver import play
from battlemat.players.registry import make
from cli.house import run
from example.standoff import TOY


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = Game(TOY, {"tokens": 1}, dice=SeededDice("9"))
    play(game, {side: make("random", side) for side in TOY.players})
    file = tmp_path / "done.battlemat"
    saves.save(game, file)
    return file


def test_a_replay_tells_every_answer_with_its_clauses_and_the_end(saved: Path) -> None:
    done = run("replay", saved, "--all")
    assert done.exit_code == 0
    for number, (player, text) in enumerate(saves.load(saved).answers, 1):
        assert f"{number:>4} {player}: {text}" in done.output
    assert "the shooting is over" in done.output


def test_a_replay_leaves_out_windows_that_were_passed(tmp_path: Path) -> None:
    game = Game(TOY, {"tokens": 1})
    for text in ("fire R1 B1", "1 1", "pass", "1 1", "wait"):
        game.answer(text)
    file = tmp_path / "short.battlemat"
    saves.save(game, file)
    told = run("replay", file).output
    assert "red: pass" not in told
    assert "blue: wait" in told
    assert "red: pass" in run("replay", file, "--all").output


def test_a_replay_stops_and_draws_where_it_is_told_to(saved: Path) -> None:
    done = run("replay", saved, "--at", "1")
    assert "   1 red:" in done.output
    assert "   2 " not in done.output
    assert "a   b   c   d   e" in done.output
    beyond = run("replay", saved, "--at", "9999")
    assert beyond.exit_code == 2
    assert "answers, not 9999" in beyond.stderr


def test_a_replay_draws_the_position_as_a_picture(saved: Path, tmp_path: Path) -> None:
    picture = tmp_path / "end.svg"
    assert run("replay", saved, "--svg", picture).exit_code == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_true_record_is_verified(saved: Path) -> None:
    done = run("verify", saved)
    assert done.exit_code == 0
    assert "all legal" in done.output
    assert "dice follow from the seed '9'" in done.output


def test_what_was_promised_about_dice_is_held_against_the_record(saved: Path) -> None:
    assert run("verify", saved, "--commitment", commitment("9").upper()).exit_code == 0
    other = run("verify", saved, "--commitment", commitment("8"))
    assert (other.exit_code, "the commitment of this seed is" in other.stderr) == (1, True)
    alone = run("verify", saved, "--nonce", "ab" * 16)
    assert (alone.exit_code, "nobody added abab" in alone.stderr) == (1, True)
    saved.write_text(
        saved.read_text().replace("\nsetup\n", f"\nmixed 999 nonce red {'ab' * 16}\nsetup\n")
    )
    done = run("verify", saved, "--nonce", "ab" * 16)
    assert f"from {'ab' * 16}, which red added after 999 dice," in done.output
    saved.write_text(saved.read_text().replace("dice seed 9", "dice open"))
    open_dice = run("verify", saved, "--commitment", commitment("9"))
    assert (open_dice.exit_code, "tells no seed" in open_dice.stderr) == (1, True)


def test_takings_back_are_told(saved: Path) -> None:
    saved.write_text(saved.read_text().replace("\ntrace\n", "\ntakebacks\n  3 blue: wait\ntrace\n"))
    assert "Blue took answer 3 back: wait" in run("verify", saved).output


def test_a_forged_die_is_found(saved: Path) -> None:
    lines = saved.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if ": d6 " in line)
    face = lines[at][-1]
    lines[at] = lines[at][:-1] + ("1" if face != "1" else "2")
    saved.write_text("\n".join(lines) + "\n")
    done = run("verify", saved)
    assert done.exit_code == 1
    assert f"line {at + 1}: " in done.stderr
    assert "is not what the seed gives" in done.stderr


def test_a_forged_end_is_found(saved: Path) -> None:
    text = saved.read_text()
    saved.write_text(text[: text.rindex("digest")] + "digest 0000\n")
    done = run("verify", saved)
    assert done.exit_code == 1
    assert "the record ends in 0000" in done.stderr


def write(folder: Path, name: str, data: object) -> Path:
    file = folder / name
    file.write_text(json.dumps(data))
    return file


def test_scenarios_that_hold_end_with_0_and_others_are_told_one_by_one(tmp_path: Path) -> None:
    play_step = {"do": "step R1 b1", "facts": {"units": {"R1": {"square": "b1"}}}}
    good = write(tmp_path, "good.json", {"rulebook": "toy", "play": [play_step]})
    wrong = {"do": "step R1 b1", "facts": {"units": {"R1": {"square": "c1"}}}}
    bad = write(tmp_path, "bad.json", {"rulebook": "toy", "play": [wrong]})
    unread = write(tmp_path, "unread.json", {})
    missing = tmp_path / "missing.json"
    assert run("scenario", good).exit_code == 0
    assert run("scenario", bad, good, unread).exit_code == 1
    done = run("scenario", bad, good, unread, missing)
    assert done.exit_code == 2
    assert "bad.json, line 2: units R1 square is 'b1', 'c1' was expected" in done.output
    assert "'rulebook' is missing" in done.output
    assert "No such file" in done.output
    assert f"ok    {good}" in done.output
    assert "1 of 4 hold." in done.output


def test_odds_of_every_attack_are_exact(tmp_path: Path) -> None:
    file = write(tmp_path, "open.json", {"rulebook": "toy"})
    done = run("odds", file)
    assert done.exit_code == 0
    assert "fire R1 B1\n   75.000 %  B1 out  (3/4)\n   25.000 %  no effect  (1/4)" in done.output
    assert "step" not in done.output


def test_odds_of_one_answer_as_json(tmp_path: Path) -> None:
    file = write(tmp_path, "open.json", {"rulebook": "toy", "play": [{"do": "wait"}]})
    done = run("odds", file, "--answer", "fire B1 R1", "--json")
    table = json.loads(done.output)["fire B1 R1"]
    assert table["outcomes"][0] == {"outcome": "R1 out", "fraction": "3/4", "per_cent": 75.0}
    assert table["missing"] == 0


def test_several_answers_are_a_plan_and_what_is_never_possible_is_told(tmp_path: Path) -> None:
    file = write(tmp_path, "open.json", {"rulebook": "toy"})
    plan = ["--answer", "fire R1 B1", "--answer", "fire B2 R1", "--answer", "dance"]
    done = run("odds", file, *plan)
    assert done.exit_code == 0
    assert done.stdout.startswith("fire R1 B1; fire B2 R1; dance\n   56.250 %")
    assert "B1 and R1 out  (9/16)" in done.stdout or "R1 and B1 out  (9/16)" in done.stdout
    assert done.stderr == "note: 'dance' is never possible in this plan\n"


def test_odds_read_a_saved_game_and_refuse_what_is_not_legal(saved: Path, tmp_path: Path) -> None:
    over = run("odds", saved)
    assert over.exit_code == 1
    assert "nothing is to be chosen" in over.stderr
    file = write(tmp_path, "open.json", {"rulebook": "toy"})
    done = run("odds", file, "--answer", "step R1 e3")
    assert done.exit_code == 1
    assert "(toy.move.step)" in done.stderr


def test_check_tells_every_problem_of_every_file(tmp_path: Path) -> None:
    good, bad, binary = (tmp_path / name for name in ("good.yaml", "bad.yaml", "x.yaml"))
    good.write_text("fine")
    bad.write_text("\tfoul")
    binary.write_bytes(b"\xff\xfe")
    assert run("check", good).exit_code == 0
    assert run("check", bad, good, binary).exit_code == 1
    done = run("check", bad, good, binary, tmp_path / "none.yaml")
    assert done.exit_code == 2
    assert "bad.yaml, line 1: tabs" in done.stderr
    assert "UTF-8" in done.stderr
    assert "No such file" in done.stderr
    assert f"ok    {good}" in done.stdout


def test_squad_check_ends_with_1_for_a_squad_that_may_not_be_played(tmp_path: Path) -> None:
    file = tmp_path / "squad.yaml"
    file.write_text("legal: 98 of 100")
    assert run("squad", "check", file).output == "legal: 98 of 100\n"
    file.write_text("101 of 100")
    assert run("squad", "check", file).exit_code == 1


@pytest.mark.parametrize("command", ["replay", "verify", "resume"])
def test_what_is_no_record_is_told_with_its_file_and_the_commands_for_it(
    command: str, tmp_path: Path
) -> None:
    lesson, binary = tmp_path / "lesson.yaml", tmp_path / "photo.battlemat"
    lesson.write_text("rulebook: toy\n", encoding="utf-8")
    binary.write_bytes(b"\xff\xfe\x00")
    told = run(command, lesson)
    assert told.exit_code == 1
    assert f"{lesson}, line 1: a record begins with" in told.stderr
    assert "'battlemat scenario'" in told.stderr
    assert run(command, binary).stderr == f"error: {binary}: this is not UTF-8 text\n"
