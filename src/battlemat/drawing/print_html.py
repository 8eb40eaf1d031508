"""Pages for print: a few tags, and one look; a text is escaped unless it is `Html`.

Everything is black on white, nothing is told by colour, and a page needs nothing beside it: no
script, no picture, no network.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from battlemat.kernel.clauses import Clause, Register

_STYLE = """
@page { margin: 9mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 192mm; background: #fff; color: #000;
  font: 8pt/1.2 "Liberation Sans", Arial, Helvetica, sans-serif; }
h1 { font-size: 15pt; margin: 0; }
h2 { font-size: 10pt; margin: 2mm 0 0.8mm; break-after: avoid; border-bottom: 0.3mm solid #000; }
h3 { font-size: 10pt; margin: 0; }
p { margin: 0.5mm 0; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 4mm;
  border-bottom: 0.6mm solid #000; margin-bottom: 2mm; }
header p { text-align: right; }
.cards { columns: 2; column-gap: 2mm; }
.card { border: 0.4mm solid #000; border-radius: 1.5mm; padding: 1mm 2mm; margin-bottom: 2mm;
  break-inside: avoid; }
.wide { column-span: all; }
.head { display: flex; justify-content: space-between; align-items: baseline; gap: 2mm; }
.head p { margin: 0; white-space: nowrap; font-size: 7pt; }
.head p b { font-size: 9pt; margin-left: 1mm; }
.stats { display: flex; flex-wrap: wrap; gap: 0.8mm; margin: 0.8mm 0; }
.stats span { border: 0.25mm solid #000; padding: 0 1mm; }
.stats b { margin-right: 1mm; font-weight: normal; font-size: 7pt; }
.stats span { font-weight: bold; font-size: 8pt; }
table { border-collapse: collapse; width: 100%; margin: 1mm 0; }
th, td { border: 0.2mm solid #000; padding: 0.1mm 0.7mm; text-align: center; font-size: 7.5pt; }
th { font-weight: bold; font-size: 7pt; }
th:first-child, td:first-child, .words td:last-child, .words th:last-child { text-align: left; }
tr { break-inside: avoid; }
.track { table-layout: fixed; }
.track th:first-child, .track td:first-child { width: 9mm; font-size: 6.5pt; }
.track td { padding: 0.1mm 0; font-size: 6.5pt; }
.track td:last-child { font-size: 5.5pt; }
.tight th, .tight td { padding: 0.1mm 0.4mm; font-size: 7pt; }
.tight th { font-size: 6.5pt; }
.track .significant { border-width: 0.7mm; }
.box { display: inline-block; width: 3.2mm; height: 3.2mm; border: 0.3mm solid #000;
  vertical-align: -0.5mm; margin: 0 0.35mm; }
.off { font-size: 7pt; }
.small { font-size: 7pt; }
.legend { columns: 2; column-gap: 5mm; font-size: 6.8pt; }
.legend p { break-inside: avoid; }
code { font: 6pt "Liberation Mono", monospace; }
.page { break-before: page; }
@media screen { body { padding: 6mm; } }
"""


_SHORT = 4
"""Rows of a table that a legend still tells."""


class Html(str):
    """Text that is already marked up."""

    __slots__ = ()


def tag(name: str, *inside: object, css: str = "", **attributes: str) -> Html:
    """An element around texts and other elements; what is None or empty is left out."""
    words = f' class="{escape(css)}"' if css else ""
    words += "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return Html(f"<{name}{words}>{join(inside)}</{name}>")


def join(parts: Iterable[object], between: str = "") -> Html:
    """Parts one behind the other, each escaped unless it is marked up."""
    texts = [
        part if isinstance(part, Html) else escape(str(part)) for part in parts if part is not None
    ]
    return Html(escape(between).join(texts))


def box(title: str = "to cross out") -> Html:
    """A box for the pencil."""
    return tag("span", css="box", title=title)


def boxes(count: int) -> Html:
    """A row of boxes for the pencil."""
    return join([box()] * count)


def checks(*words: str) -> Html:
    """Words with a box behind each, for what comes and goes in play."""
    return join([join((f"{word} ", box(), " ")) for word in words])


def table(head: Sequence[object], rows: Iterable[Sequence[object]], css: str = "") -> Html:
    """A table with one line of headings; no rows, no table."""
    lines = [tag("tr", *[tag("td", cell) for cell in row]) for row in rows]
    if not lines:
        return Html()
    top = tag("thead", tag("tr", *[tag("th", cell) for cell in head]))
    return tag("table", top, tag("tbody", *lines), css=css)


def stats(values: Iterable[tuple[str, object]]) -> Html:
    """Named values in a row of frames."""
    return tag("div", *[tag("span", tag("b", name), value) for name, value in values], css="stats")


def card(
    name: str, price: str, pencil: Html, *inside: object, tags: Sequence[str] = (), css: str = ""
) -> Html:
    """The frame of one unit: its name, its price, boxes for the pencil, and what it holds.

    The boxes stand beside the name, or beside the tags where a unit has any.
    """
    beside = (None, pencil) if tags else (pencil, None)
    head = tag("div", tag("h3", name), tag("p", beside[0], tag("b", price)), css="head")
    line = tag("div", tag("span", ", ".join(tags)), tag("p", beside[1]), css="head small")
    return tag("section", head, line if tags else None, *inside, css=f"card {css}".strip())


def part(title: str, *inside: Html, css: str = "") -> Html:
    """A titled part of a sheet; nothing where nothing is inside."""
    if not any(inside):
        return Html()
    return tag("section", tag("h2", title), *inside, css=css)


def legend(entries: Iterable[tuple[str, str, str]]) -> Html:
    """What words on the cards mean: each a title, a text, and the clause that says so."""
    lines = [
        tag("p", tag("b", title), ": ", text, *((" ", tag("code", id)) if id else ()))
        for title, text, id in entries
    ]
    return tag("div", *lines, css="legend") if lines else Html()


def plain_entry(clause: Clause) -> tuple[str, str, str]:
    """A clause for a legend, the rule alone: what a card's fields are needs no ruling."""
    return clause.title, clause.rule, clause.id


def clause_entry(clause: Clause) -> tuple[str, str, str]:
    """A clause for a legend: the rule, and our ruling where there is one."""
    said = (clause.rule, _figures(clause), clause.ruling)
    return clause.title, " ".join(filter(None, said)), clause.id


def _figures(clause: Clause) -> str:
    """A short table of a clause in words; long ones stand on the cards themselves."""
    if not 0 < len(clause.table) <= _SHORT:
        return ""
    rows = [
        ", ".join(f"{key.replace('_', ' ')} {_figure(value)}" for key, value in row.items())
        for row in clause.table
    ]
    return f"({'; '.join(rows)}.)"


def _figure(value: object) -> object:
    return ("no", "yes")[value] if isinstance(value, bool) else "-" if value is None else value


def with_details(register: Register, id: str) -> list[Clause]:
    """A clause and those that go on with it, as `weapon.heavy-move` does with `weapon.heavy`."""
    full = register.full(id)
    return [one for one in register if one.id == full or one.id.startswith(full + "-")]


def page(title: str, *inside: Html) -> str:
    """The whole page, as the text of a file."""
    head = join(
        (
            Html('<meta charset="utf-8">'),
            Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
            tag("title", title),
            tag("style", Html(_STYLE)),
        ),
        "\n",
    )
    body = tag("body", "\n", join((one for one in inside if one), "\n"), "\n")
    whole = tag("html", "\n", tag("head", "\n", head, "\n"), "\n", body, "\n", lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"


def top(title: str, kind: str, total: str) -> Html:
    """The heading of a sheet: whose it is, and what it comes to."""
    return tag("header", tag("h1", title), tag("p", kind, Html("<br>"), tag("b", total)))
