"""The page of answers: written from the verbs, and never stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.commands.shared.house import House
from battlemat.packs import registry
from battlemat.packs.answers import answers_page
from battlemat.packs.chapters import chapters_table, put_chapters
from cli.house import run

PAGE = Path(__file__).parents[2] / "docs" / "answers.md"


def test_the_page_of_answers_is_not_stale() -> None:
    written = answers_page([registry.find(name) for name in registry.names()])
    assert PAGE.read_text("utf-8") == written, "write it anew: battlemat answers --write"


@pytest.mark.parametrize("name", registry.names())
def test_every_answer_and_every_question_of_a_rulebook_is_on_the_page(name: str) -> None:
    book = registry.find(name)
    text = PAGE.read_text("utf-8")
    asks, verbs = book.asks, book.verbs
    assert asks
    assert all(f"| `{ask.kind}` |" in text for ask in asks)
    assert all(verb.form.pattern.replace("|", "\\|") in text for verb in verbs)
    inside = {verb.option for ask in asks for verb in ask.verbs}
    assert {verb.option for verb in verbs} == inside


def test_the_command_prints_one_rulebook_or_writes_all(tmp_path: Path) -> None:
    done = run("answers", "openfire", house=House())
    assert done.exit_code == 0
    assert "attack UNIT GROUP" in done.stdout
    done = run("answers", "--write", tmp_path / "page.md", house=House())
    assert (tmp_path / "page.md").read_text("utf-8") == PAGE.read_text("utf-8")


def test_every_chapter_of_every_book_has_its_line_on_the_page_of_playing() -> None:
    page = (PAGE.parent / "play.md").read_text("utf-8")
    books = [registry.find(name) for name in registry.names()]
    written = put_chapters(page, chapters_table(books))
    assert page == written, "write it anew: battlemat answers --chapters docs/play.md"
    for book in books:
        part = page.partition(f"### {book.title}\n")[2].partition("\n### ")[0]
        assert all(f"| {section} | `" in part for section in {c.section for c in book.register})
