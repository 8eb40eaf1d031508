"""Every clause has a board that can be played, or a reason why it has none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.kernel.clauses import Clause, Register
from battlemat.packs import registry
from battlemat.reader import account as accounts
from battlemat.reader import shelf as shelves
from battlemat.reader.account import account, read_reasons
from battlemat.reader.shelf import boards_of, head_ids, shelf


@pytest.mark.parametrize("name", registry.names())
def test_every_clause_is_accounted_for(name: str) -> None:
    found = account(registry.find(name).register)
    assert found.open == ()
    assert found.doubled == ()
    assert found.unknown == ()


@pytest.mark.parametrize("name", registry.names())
def test_every_reason_is_a_sentence_of_a_known_kind(name: str) -> None:
    kinds = {
        "before",
        "content",
        "credits",
        "files",
        "program",
        "screen",
        "squads",
        "table",
        "words",
    }
    for id, reason in account(registry.find(name).register).reasons.items():
        assert reason.kind in kinds, id
        assert reason.why, id


def test_the_command_tells_the_same() -> None:
    told = CliRunner().invoke(main, ["rules", "--boards", "--json"])
    assert told.exit_code == 0, told.output
    found = {one["rulebook"]: one for one in json.loads(told.output)}
    assert all(found[name]["complete"] for name in registry.names())
    assert found["skirm3"]["boards"]["skirm3.weapon.linear"][0] == "any-line"
    words = CliRunner().invoke(main, ["rules", "openfire", "--boards"])
    assert words.exit_code == 0
    assert "openfire.module.licence  (credits)" in words.output


class TestBroken:
    """Each way in which the account can fail is tried on a book that fails so."""

    @pytest.fixture(autouse=True)
    def book(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shelves, "SCENARIOS", tmp_path)
        (tmp_path / "book").mkdir()
        self.folder = tmp_path / "book"
        shelf.cache_clear()

    def told(self, monkeypatch: pytest.MonkeyPatch, reasons: str) -> accounts.Account:
        ids = ("book.move.step", "book.fire.hit")
        clauses = {id: Clause(id, "Title", "Moves", "Rule.") for id in ids}
        monkeypatch.setattr(accounts, "reasons", lambda: dict(read_reasons(reasons)))
        found = account(Register("book", "Book", clauses))
        shelf.cache_clear()
        return found

    def write(self, head: str) -> None:
        (self.folder / "one.yaml").write_text(f"# {head}\nrulebook: book\nname: One\n")

    def test_a_clause_with_neither_is_open(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.write("book.move.step")
        found = self.told(monkeypatch, "")
        assert found.open == ("book.fire.hit",)
        assert not found.complete

    def test_a_clause_with_both_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.write("book.move.step")
        found = self.told(monkeypatch, "= words: why\nbook.move.step book.fire.hit\n")
        assert found.doubled == ("book.move.step",)
        assert not found.complete

    def test_a_clause_of_no_book_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.write("book.move.step, book.fire.hit, book.gone.away")
        found = self.told(monkeypatch, "")
        assert found.unknown == ("book.gone.away",)
        assert not found.complete

    def test_a_file_about_content_is_no_board(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = "# book.move.step\nrulebook: book\ncontent: {}\n"
        (self.folder / "one.yaml").write_text(text)
        assert "book.move.step" in self.told(monkeypatch, "").open


def test_a_board_is_first_beside_the_clause_that_it_is_about() -> None:
    for name in registry.names():
        for clause, boards in boards_of(name).items():
            first = [board for board in shelf(name).values() if board.clauses[0] == clause]
            assert not first or boards[0] in first, clause


def test_a_head_ends_where_the_file_begins() -> None:
    assert head_ids("# a.b, c.d-e#2\n# f.g\nname: h.i\n# j.k\n") == ("a.b", "c.d-e", "f.g")
