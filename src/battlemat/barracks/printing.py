"""Cards for print of a draft, legal or not: each page says what content it is of, and its verdict.

A squad that may be played has the cards that its pack draws. One that may not has plain cards, made
of what the builder shows, so that it can be talked about on paper too.
"""

from __future__ import annotations

from html import escape

from battlemat.barracks.drafts import building, read, write
from battlemat.barracks.versions import KEY, mark
from battlemat.kernel.clauses import Register
from battlemat.kernel.words import say
from battlemat.packs.building.values import Building, Row, Value, Verdict
from battlemat.packs.problems import ContentError
from battlemat.packs.sheets import draw_sheet
from battlemat.packs.shipped import Sent

_STYLE = """body { font: 10pt/1.3 Arial, sans-serif; max-width: 190mm; margin: 0 auto; color: #000;
  background: #fff; }
.card { border: 0.4mm solid #000; border-radius: 1.5mm; padding: 1mm 2mm; margin: 2mm 0;
  break-inside: avoid; }
h1, h2 { margin: 0; }
h2 { font-size: 12pt; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 3mm; margin: 1mm 0; }
dd { margin: 0; }"""


def printed(register: Register, text: str, cap: int | None = None) -> str:
    """A page of HTML that needs nothing else, with the cards of a draft, its mark and verdict."""
    rulebook = register.name
    _, value = read(text, rulebook)
    build = building(rulebook)
    plain = {key: one for key, one in value.items() if key != KEY}
    verdict = build.judge(plain, cap)
    note = _note(verdict, mark(build, plain))
    try:
        page = draw_sheet(register, Sent.of(write(plain)))
    except ContentError:
        return _plain_page(build, plain, note)
    return page.replace("</body>", f"{note}</body>", 1)


def _note(verdict: Verdict, content: str) -> str:
    of = say(" of {cap}", cap=verdict.cap) if verdict.cap is not None else ""
    cost = f"{verdict.total}{of} {verdict.unit}"
    said = say("This may be played.") if verdict.legal else say("This may not be played:")
    faults = "".join(
        f"<li>{escape(one.what)}{escape(f' ({one.clause})' if one.clause else '')}</li>"
        for one in verdict.faults
    )
    content_said = say("Content {mark}", mark=content)
    told = f"{escape(cost)}. {said} {content_said}."
    return f"<footer><p>{told}</p>" + (f"<ul>{faults}</ul>" if faults else "") + "</footer>\n"


def _plain_page(build: Building, value: Value, note: str) -> str:
    name = escape(str(value.get("name", "")))
    cards = "".join(_card(row) for row in build.view(value).rows)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{name}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n"
        f"<body>\n<h1>{name}</h1>\n{cards}{note}</body>\n</html>\n"
    )


def _card(row: Row) -> str:
    times = f"{row.times} × " if row.times > 1 else ""
    facts = "".join(f"<dt>{escape(one)}</dt><dd>{escape(said)}</dd>" for one, said in row.facts)
    head = f"<h2>{escape(times + row.name)} ({row.price})</h2>"
    return f'<section class="card">{head}<dl>{facts}</dl></section>\n'
