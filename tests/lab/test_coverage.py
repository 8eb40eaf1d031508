"""Coverage of clauses: what counts as cited, what as shown, and what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.kernel.clauses import Clause, Register
from battlemat.lab.citations import Citation, citations, content_ids, ids_in
from battlemat.lab.coverage import coverage, marked_ids, texts
from battlemat.reader.shelf import head_ids


def register() -> Register:
    clauses = [
        Clause("book.move.step", "Step", "Move", "Walk."),
        Clause("book.move.step-back", "Step back", "Move", "Walk back."),
        Clause("book.fire.hit", "Hit", "Fire", "Roll."),
        Clause("book.talk.polite", "Polite", "Talk", "Be nice.", exempt="for people alone"),
    ]
    return Register("book", "The Book", {clause.id: clause for clause in clauses})


def cited(source: str) -> set[str]:
    return {one.id for one in citations(source)}


def test_a_clause_is_covered_when_a_test_shows_it() -> None:
    found = coverage(
        register(),
        code=['roll(because="book.move.step")', "# see book.fire.hit"],
        tests=['@clause("book.move.step", "book.move.step-back")\ndef test(): ...'],
    )
    assert found.by_code == ("book.move.step",)
    assert found.by_tests_alone == ("book.move.step-back",)
    assert found.missing == ("book.fire.hit",)
    assert (found.covered, found.complete) == (3, False)


def test_an_exempt_clause_needs_no_citation() -> None:
    found = coverage(register(), code=[])
    assert "book.talk.polite" not in found.missing
    assert found.exempt == {"book.talk.polite": "for people alone"}


def test_everything_shown_is_complete() -> None:
    marker = '@clause("book.move.step", "book.move.step-back", "book.fire.hit")\ndef test(): ...'
    assert coverage(register(), code=[], tests=[marker]).complete
    head = "# book.move.step, book.move.step-back\n# book.fire.hit\nrulebook: book"
    assert coverage(register(), code=[], scenarios=[head]).complete


@pytest.mark.parametrize(
    "source",
    [
        'ask(because="book.move.step")',
        'TABLE = {"book.move.step": 3}',
        'class Shoot(Verb):\n    clause = "book.move.step"',
        'def price(unit, because="book.move.step"): ...',
        'def bar():\n    return None if near else "book.move.step"',
        'tell(f"see book.move.step of {name}")',
    ],
)
def test_a_text_that_the_program_holds_cites(source: str) -> None:
    assert coverage(register(), code=[source]).by_code == ("book.move.step",)


@pytest.mark.parametrize(
    "source",
    [
        "# book.move.step",
        '"""A module about book.move.step."""',
        'def step():\n    """A step: book.move.step."""',
        'class Step:\n    """book.move.step"""\n    size = 1\n    """book.move.step"""',
        'x = 1  # "book.move.step"',
        'because="book.move.step-back"',
    ],
)
def test_prose_cites_nothing(source: str) -> None:
    assert "book.move.step" not in coverage(register(), code=[source]).by_code


def test_a_text_with_holes_cites_what_it_can_spell() -> None:
    found = coverage(register(), code=['because = f"book.move.{kind}"'])
    assert found.by_code == ("book.move.step", "book.move.step-back")
    chosen = """because = f"book.{'move.step' if near else 'fire.hit'}" """
    assert coverage(register(), code=[chosen]).by_code == ("book.move.step", "book.fire.hit")
    for text in ("a step. {kind}", "{kind}.{name}", "{file}.yaml", "{kind}"):
        assert coverage(register(), code=[f"words = f'{text}'"]).by_code == ()


def test_shared_code_cites_clauses_without_the_books_name() -> None:
    shared = """because="move.step-back"; other = f"{name}.fire.hit" # move.step in a remark"""
    assert coverage(register(), code=[shared]).by_code == ("book.fire.hit",)
    found = coverage(register(), code=[], shared=[shared])
    assert found.by_code == ("book.move.step-back", "book.fire.hit")


def test_content_cites_in_its_values_and_not_in_remarks() -> None:
    text = "# book.move.step\nskill: {because: book.fire.hit}\nlist: [1, book.move.step-back]"
    assert content_ids(text) == {"book.fire.hit", "book.move.step-back"}


def test_a_citation_knows_what_holds_it() -> None:
    source = 'TABLE = ("a.table",)\n@deco("a.deco")\ndef step(x="a.default"):\n    tell("a.body")\n'
    source += 'late = lambda: tell("a.lambda")\n'
    assert set(citations(source)) == {
        Citation("a.table", False, 0, "TABLE"),
        Citation("a.deco", False, 0, "step"),
        Citation("a.default", False, 0, "step"),
        Citation("a.body", False, 2, "step"),
        Citation("a.lambda", False, 5, "late"),
    }


def test_markers_show_and_other_texts_in_tests_do_not() -> None:
    source = """
@pytest.mark.clause("book.move.step", "book.fire.hit")
def test(): assert told == "book.move.step-back"
@clause(*(f"{edition}.move.step" for edition in EDITIONS))
def test_more(): ...
"""
    assert {"book.move.step", "book.fire.hit"} <= marked_ids(source)
    assert "book.move.step-back" not in marked_ids(source)


def test_a_scenario_shows_what_its_first_remarks_name() -> None:
    text = "# book.move.step\n# more: book.fire.hit 2\nname: x\n# book.move.step-back"
    assert set(head_ids(text)) == {"book.move.step", "book.fire.hit"}


def test_an_id_is_not_found_inside_a_longer_one() -> None:
    assert ids_in("book.move.step-back") == {"book.move.step-back"}
    assert ids_in("see book.move.step, or 'book.fire.hit'.") == {"book.move.step", "book.fire.hit"}


def test_texts_are_gathered_by_ending_and_caches_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.yaml").write_text("two")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "c.py").write_text("three")
    (tmp_path / "d.json").write_text("four")
    assert texts(tmp_path, (".py", ".yaml")) == ["one", "two"]
