"""Coverage of clauses: what counts as cited, and what is missing."""

from __future__ import annotations

from pathlib import Path

from battlemat.kernel.clauses import Clause, Register
from battlemat.lab.coverage import coverage, full_ids, short_ids, texts


def register() -> Register:
    clauses = [
        Clause("book.move.step", "Step", "Move", "Walk."),
        Clause("book.move.step-back", "Step back", "Move", "Walk back."),
        Clause("book.fire.hit", "Hit", "Fire", "Roll."),
        Clause("book.talk.polite", "Polite", "Talk", "Be nice.", exempt="for people alone"),
    ]
    return Register("book", "The Book", {clause.id: clause for clause in clauses})


def test_a_clause_is_covered_when_code_and_a_test_cite_it() -> None:
    found = coverage(
        register(),
        sources=['because="book.move.step"', "# see book.fire.hit."],
        tests=['@clause("book.move.step")'],
    )
    assert found.by_code == ("book.move.step", "book.fire.hit")
    assert found.missing_in_code == ("book.move.step-back",)
    assert found.missing_in_tests == ("book.move.step-back", "book.fire.hit")
    assert (found.covered, found.complete) == (2, False)


def test_an_exempt_clause_needs_no_citation() -> None:
    found = coverage(register(), sources=[], tests=[])
    assert "book.talk.polite" not in found.missing_in_code
    assert found.exempt == {"book.talk.polite": "for people alone"}


def test_everything_cited_is_complete() -> None:
    text = "book.move.step book.move.step-back book.fire.hit"
    assert coverage(register(), sources=[text], tests=[text]).complete


def test_shared_code_cites_clauses_without_the_books_name_as_literals() -> None:
    shared = """because="move.step-back"; other = 'fire.hit'; # move.step in a remark"""
    found = coverage(register(), sources=[], shared_sources=[shared], tests=[])
    assert found.by_code == ("book.move.step-back", "book.fire.hit")


def test_shared_code_cites_clauses_in_backquotes_too() -> None:
    shared = '"""A step back (`move.step-back`, `fire.hit`)."""'
    assert short_ids(shared) == {"move.step-back", "fire.hit"}


def test_an_id_is_not_found_inside_a_longer_one() -> None:
    assert full_ids("book.move.step-back") == {"book.move.step-back"}
    assert full_ids("see book.move.step, or 'book.fire.hit'.") == {
        "book.move.step",
        "book.fire.hit",
    }
    assert short_ids("'move.step-back'") == {"move.step-back"}


def test_texts_are_gathered_by_ending_and_caches_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.yaml").write_text("two")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "c.py").write_text("three")
    (tmp_path / "d.json").write_text("four")
    assert texts(tmp_path, (".py", ".yaml")) == ["one", "two"]
