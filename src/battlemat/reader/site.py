"""The rules as one folder of files: books, search and recorded boards, without a server.

Everything works from the file system: pages link to each other by relative paths, and what search
needs is a script, because a page from a disk may load scripts and nothing else. A board is a page
of pictures, one for each step, with what was answered and told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from battlemat.drawing.print_html import Html, table, tag
from battlemat.drawing.svg import draw_svg
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.reader.book import Book, Entry, book
from battlemat.reader.editions import Edition
from battlemat.reader.recording import Deciding, Frame, Recording, deciding, recorded
from battlemat.reader.reference import Paper, reference_sheet
from battlemat.reader.shelf import shelf

_ASSETS = ("site.css", "site.js")
PAPERS: tuple[Paper, ...] = ("a4", "letter")


def write_site(rulebooks: Iterable[Rulebook[Any]], folder: Path) -> int:
    """Write the folder; returns how many files it has."""
    folder.mkdir(parents=True, exist_ok=True)
    books = [(rules, book(rules)) for rules in rulebooks]
    written = dict(_pages(books))
    for name, text in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return len(written)


def _pages(books: list[tuple[Rulebook[Any], Book]]) -> Iterator[tuple[str, str]]:
    for name in _ASSETS:
        yield name, (files("battlemat.reader") / name).read_text(encoding="utf-8")
    yield "search.js", "window.RULES = " + json.dumps(_index(one for _, one in books)) + ";\n"
    links = [tag("li", tag("a", one.title, href=f"{one.name}.html")) for _, one in books]
    yield "index.html", _page(say("Rules"), "", tag("ul", *links))
    for rules, one in books:
        yield f"{one.name}.html", _page(one.title, "", *map(_chapter, one.chapters))
        for paper in PAPERS:
            yield f"{one.name}-{paper}.html", reference_sheet(rules, paper)
        for id in _shown(one):
            board = shelf(one.name)[id]
            yield _board_file(one.name, id), _board(recorded(rules, board), deciding(rules, board))


def _shown(one: Book) -> list[str]:
    """The boards that stand beside a clause: the one that suits it best."""
    entries = one.entries().values()
    return list(dict.fromkeys(entry.boards[0].id for entry in entries if entry.boards))


def _board_file(rulebook: str, id: str) -> str:
    return f"boards/{rulebook}/{id.replace('/', '--')}.html"


def _index(books: Iterable[Book]) -> list[list[str]]:
    """What search goes through: file, id, title, and everything that is said."""
    return [
        [f"{one.name}.html", entry.id, entry.title, f"{entry.rule} {entry.ruling}"]
        for one in books
        for entry in one.entries().values()
    ]


# ---------------------------------------------------------------------- pages


def _page(title: str, up: str, *inside: object) -> str:
    """A page of the folder; `up` leads from it to where the shared files lie."""
    search = tag(
        "form",
        Html(f'<input type="search" id="search" placeholder="{say("Search")}" autocomplete="off">'),
        Html('<ul id="hits" aria-live="polite"></ul>'),
        role="search",
    )
    head = tag("header", tag("a", say("Rules"), href=f"{up}index.html"), tag("h1", title), search)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{tag('title', title)}"
        f'<link rel="stylesheet" href="{up}site.css"></head>'
        f'<body data-up="{up}">{head}{tag("main", *inside)}'
        f'<script src="{up}search.js"></script><script src="{up}site.js"></script></body></html>\n'
    )


def _chapter(chapter: Any) -> Html:
    return tag("section", tag("h2", chapter.title), *map(_clause, chapter.clauses))


def _clause(entry: Entry) -> Html:
    rulebook = entry.id.partition(".")[0]
    parts: list[object] = [
        tag("h3", entry.title, " ", tag("code", entry.id)),
        tag("p", entry.rule),
        _table(entry),
    ]
    if entry.readings:
        two = entry.readings
        default = say("as printed") if two.default == "print" else say("as likely meant")
        words = say(
            "As printed: {print} As likely meant: {intent} Where nothing is chosen: {default}.",
            print=two.print,
            intent=two.intent,
            default=default,
        )
        parts.append(tag("p", tag("b", say("Two readings.")), " ", words, css="ours"))
    if entry.ruling:
        parts.append(tag("p", tag("b", say("Our ruling.")), " ", entry.ruling, css="ours"))
    parts += [tag("p", " → ".join(case.values()), css="case") for case in entry.cases]
    parts += [_edition(edition) for edition in entry.editions]
    if entry.boards:
        board = entry.boards[0]
        link = tag("a", board.name, href=_board_file(rulebook, board.id))
        parts.append(tag("p", say("On a board:"), " ", link))
    else:
        parts.append(tag("p", say("No board: {why}", why=entry.no_board), css="case"))
    return tag("article", *parts, id=entry.id)


def _table(entry: Entry) -> Html:
    keys = list(dict.fromkeys(key for row in entry.table for key in row))
    rows = [[row.get(key, "") for key in keys] for row in entry.table]
    return table([key.replace("_", " ") for key in keys], rows)


def _edition(edition: Edition) -> Html:
    name = tag("b", edition.title, ": ")
    if edition.same:
        return tag("p", name, say("says the same."), css="edition")
    if not edition.id:
        return tag("p", name, say("has no such rule."), css="edition")
    told = [tag("mark", one.text) if one.differs else one.text for one in edition.pieces]
    link = tag("a", "§", href=f"{edition.rulebook}.html#{edition.id}")
    return tag("p", name, *told, " ", link, css="edition")


def _board(shown: Recording, dice: tuple[Deciding, ...]) -> str:
    board = shown.board
    frames = [_frame(n, frame, n == shown.decision, shown) for n, frame in enumerate(shown.frames)]
    clauses = [tag("a", id, " ", href=f"../../{board.rulebook}.html#{id}") for id in board.clauses]
    steps = tag("p", tag("button", say("Back"), id="back"), tag("button", say("Next"), id="next"))
    return _page(board.name, "../../", tag("p", *clauses), steps, *frames, _dice(dice))


def _frame(n: int, frame: Frame, decision: bool, shown: Recording) -> Html:
    lines = [tag("p", one.text) for one in frame.lines]
    tries: list[object] = []
    if decision and shown.tries:
        tries.append(tag("h3", say("What would you answer?")))
        for one in shown.tries:
            told = say("Legal.") if one.legal else say("Not legal: {why}", why=one.reason)
            tries.append(tag("details", tag("summary", one.told), told, " ", one.clause))
    return tag(
        "section",
        Html(draw_svg(frame.scene, shown.players)),
        tag("p", tag("b", frame.answer or say("How it begins"))),
        tag("p", frame.note, css="case") if frame.note else None,
        *lines,
        tag("p", frame.asks, css="case") if frame.asks else None,
        *tries,
        css="frame",
        id=f"step-{n}",
    )


def _dice(dice: tuple[Deciding, ...]) -> Html:
    if not dice:
        return Html()
    items = [
        tag("li", _faces(die.number, one.faces), " ", one.told)
        for die in dice
        for one in die.outcomes
    ]
    return tag("details", tag("summary", say("The dice that decide")), tag("ul", *items))


def _faces(number: int, faces: tuple[int, ...]) -> str:
    return say("Die {number}, {faces}:", number=number, faces=", ".join(map(str, faces)))
