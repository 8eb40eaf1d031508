"""`battlemat cards`: a page on disk, or one clear line."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from battlemat.commands.shared.house import House
from cli.house import run


@pytest.mark.parametrize(
    ("book", "squad"),
    [("skirm2", "red-harvest"), ("skirmishers", "hunters"), ("openfire", "hunting-moon")],
)
def test_cards_are_written_where_they_are_wanted(book: str, squad: str, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    done = run("cards", book, squad, "--out", out, house=House())
    assert done.exit_code == 0, done.output
    assert done.output == f"The cards are in {out}.\n"
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_without_a_place_the_page_is_called_after_the_squad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("cards", "skirm3", "deep-hold", house=House()).exit_code == 0
    assert "EP" in (tmp_path / "deep-hold.html").read_text(encoding="utf-8")


def test_a_file_of_ones_own_is_printed_with_its_texts_escaped(tmp_path: Path) -> None:
    shipped = files("battlemat.packs") / "content" / "skirmishers" / "forces" / "hunters.yaml"
    text = shipped.read_text(encoding="utf-8")
    own = tmp_path / "mine.yaml"
    name = next(line for line in text.splitlines() if line.startswith("name:"))
    own.write_text(text.replace(name, 'name: "<b>Mine & ours"'), encoding="utf-8")
    out = tmp_path / "mine.html"
    done = run("cards", "skirmishers", own, "--out", out, house=House())
    assert done.exit_code == 0, done.output
    assert "<h1>&lt;b&gt;Mine &amp; ours</h1>" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("skirm3", "breach-taem"), 2, "did you mean 'breach-team'?"),
        (("skirm4", "breach-team"), 2, "did you mean 'skirm"),
        (("openfire", "nowhere.yaml"), 1, "nowhere.yaml"),
    ],
)
def test_a_wrong_name_is_one_line_and_no_page(
    args: tuple[str, str], code: int, said: str, tmp_path: Path
) -> None:
    out = tmp_path / "page.html"
    done = run("cards", *args, "--out", out, house=House())
    assert done.exit_code == code
    assert said in " ".join(done.stderr.split())
    assert not out.exists()
    if code == 1:
        assert len(done.stderr.splitlines()) == 1


def test_a_file_for_another_rulebook_is_told_in_one_line(tmp_path: Path) -> None:
    own = tmp_path / "mine.yaml"
    own.write_text("kind: force\nrulebook: skirmishers\nunits: []\n", encoding="utf-8")
    done = run("cards", "skirm3", own, "--out", tmp_path / "page.html", house=House())
    assert done.exit_code == 1
    assert done.stderr.endswith("this file is for skirmishers, not for skirm3\n")
    assert len(done.stderr.splitlines()) == 1


def test_a_folder_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "page.html"
    done = run("cards", "skirm3", "deep-hold", "--out", place, house=House())
    assert done.exit_code == 2
    assert "there is no folder" in done.stderr


def test_a_rulebook_without_cards_says_so() -> None:
    done = run("cards", "toy", "squad-one")
    assert done.exit_code == 1
    assert "there are no cards for it" in done.stderr
