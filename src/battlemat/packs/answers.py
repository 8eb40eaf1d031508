"""The page of answers: every kind of question and every answer of a rulebook, from its verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.verbs import Ask, Verb

HEAD = """\
# Answers

Every question that a game can ask, and every answer that may be typed, for each rulebook. Words in
capitals are parts that you fill in, what stands in brackets may be left out, and case does not
matter. This page is written by `battlemat answers --write docs/answers.md` from the verbs of the
rulebooks; a test says when it is stale.
"""


def answers_page(books: Sequence[Rulebook[Any]]) -> str:
    """The whole page; rulebooks with the same answers, such as editions, share a chapter."""
    chapters: dict[str, list[Rulebook[Any]]] = {}
    for book in books:
        text = "\n".join(_chapter(book))
        chapters.setdefault(text, []).append(book)
    parts = [HEAD]
    for text, shared in chapters.items():
        names = " and ".join(f"{book.title} (`{book.name}`)" for book in shared)
        parts.append(f"## {names}\n\n{text}\n")
    return "\n".join(parts)


def _chapter(book: Rulebook[Any]) -> Iterator[str]:
    yield "| question | what is asked | answers | clause |"
    yield "| --- | --- | --- | --- |"
    for ask in book.asks:
        yield _question(book, ask)
    yield ""
    yield "| answer | what it does | its parts | clause |"
    yield "| --- | --- | --- | --- |"
    for verb in sorted(book.verbs, key=lambda verb: verb.word):
        yield _answer(book, verb)


def _question(book: Rulebook[Any], ask: Ask[Any, Any, Any]) -> str:
    words = ", ".join(dict.fromkeys(f"`{verb.word}`" for verb in ask.verbs))
    window = "; may be passed" if ask.optional else ""
    return f"| `{ask.kind}` | {_cell(ask.says)}{window} | {words} | {_clause(book, ask.because)} |"


def _answer(book: Rulebook[Any], verb: Verb[Any, Any, Any]) -> str:
    parts = "; ".join(f"{name.upper()}: {about}" for name, about in verb.form.parts.items())
    pattern = _cell(verb.form.pattern)
    return f"| `{pattern}` | {_cell(verb.says)} | {_cell(parts)} | {_clause(book, verb.because)} |"


def _clause(book: Rulebook[Any], because: str) -> str:
    """The clause without the rulebook's name, which differs between editions."""
    return f"`{book.register.full(because).removeprefix(book.name + '.')}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
