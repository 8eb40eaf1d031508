"""How a person reaches every chapter of a book: one line each, by which command and which click.

Chapters with verbs of their own are reached by those; the others are rules that are asked with a
ruler, read on a card, chosen before the game, or told in the log when they act.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from battlemat.kernel.clauses import Clause
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.verbs import Verb

BEGIN, END = "<!-- chapters: begin -->\n", "<!-- chapters: end -->\n"
_MOST = 4
"""So many answers stand in a line; the page of answers has them all."""


class Way(NamedTuple):
    """How something is reached at the terminal, and on the page."""

    command: str
    click: str


_RULER = Way("`measure A B`", "press `m`, then two things")
_CARD = Way("`card A`", "the unit, for its card; a code on it, for its rule")
_GROUND = Way("`ground`, `measure c3 d5`", "a place of the board, for its ground")
_REACH = Way("`preview A`", "the unit: its reach is drawn")
_DICE = Way("`log`; `--dice typed` to roll by hand", "the dice, as they fall, and the log")
_ATTACK = Way("`odds N` before an attack, `log` after it", "the chances beside an attack; its dice")
_LOG = Way("`log`, `? CLAUSE`", "the line of the log, and the clause on it")
_SETUP = Way("`battlemat play RULEBOOK --mission ID --map ID`", "the choices of the first page")
_STATUS = Way("`board`", "the lines over the board: turn, orders, scores")
_BUILD = Way(
    "`battlemat squad check FILE`, `battlemat cards RULEBOOK FILE`",
    "the squad's choice; *Each brings a squad* for a file of your own",
)
_GROWTH = Way("`battlemat squad gain SQUAD RECORD`", "the end of the game: the log tells the gains")
_MODULE = Way("`battlemat check FILE`", "the mission's choice; a module is a file")
_PASSIVE: Mapping[str, Way] = {
    **dict.fromkeys(("los", "cover", "range", "measure", "geometry", "facing", "target"), _RULER),
    **dict.fromkeys(("assault", "arc", "sneak"), _RULER),
    **dict.fromkeys(("card", "special", "weapon", "unit", "armor", "power", "aircraft"), _CARD),
    **dict.fromkeys(("experience", "vehicle", "transport", "launcher"), _CARD),
    **dict.fromkeys(("map", "terrain", "large"), _GROUND),
    **dict.fromkeys(("move", "formation"), _REACH),
    "dice": _DICE,
    **dict.fromkeys(("combat", "melee", "damage", "attack", "fire", "explosive"), _ATTACK),
    **dict.fromkeys(("setup", "mission", "option", "reserve"), _SETUP),
    **dict.fromkeys(("turn", "round", "objective", "victory", "orders", "activation"), _STATUS),
    **dict.fromkeys(("squad", "points"), _BUILD),
    "progress": _GROWTH,
    "module": _MODULE,
}


def chapters_table(books: Sequence[Rulebook[Any]]) -> str:
    """A table for each book, between the marks that a page keeps for it."""
    parts = [BEGIN]
    for book in books:
        parts.append(f"\n### {book.title}\n\n")
        parts.append("| chapter | at the terminal | on the page |\n| --- | --- | --- |\n")
        parts += _rows(book)
    return "".join([*parts, "\n", END])


def put_chapters(page: str, table: str) -> str:
    """A page with its table of chapters written anew."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no {BEGIN.strip()} ... {END.strip()}")
    return before + table + after


def _rows(book: Rulebook[Any]) -> Iterator[str]:
    sections: dict[str, list[Clause]] = {}
    for clause in book.register:
        sections.setdefault(clause.section, []).append(clause)
    for section, clauses in sections.items():
        ids = {clause.id for clause in clauses}
        verbs = [verb for verb in book.verbs if book.register.full(verb.because) in ids]
        way = _by_verbs(verbs) if verbs else _by_clause(clauses)
        yield f"| {section} | {way.command} | {way.click} |\n"


def _by_verbs(verbs: Sequence[Verb[Any, Any, Any]]) -> Way:
    texts = list(dict.fromkeys(verb.form.pattern.replace("|", "\\|") for verb in verbs))
    more = f" and {len(texts) - _MOST} more" if len(texts) > _MOST else ""
    clicks = list(dict.fromkeys(_click(verb) for verb in verbs))
    return Way(", ".join(f"`{text}`" for text in texts[:_MOST]) + more, "; ".join(clicks[:2]))


_PLACES = {"square", "place", "dot", "to", "link", "door", "way", "entry", "heading", "spot"}


def _click(verb: Verb[Any, Any, Any]) -> str:
    parts = set(verb.form.parts)
    if "way" in parts:
        return "drag the unit along its way"
    if "target" in parts or "group" in parts:
        return "the unit, then its target"
    if parts & _PLACES:
        return "the unit, then the place"
    return "the unit, then the button" if "unit" in parts else "the button"


def _by_clause(clauses: Sequence[Clause]) -> Way:
    kinds = [clause.id.split(".")[1] for clause in clauses]
    often = max(dict.fromkeys(kinds), key=kinds.count)
    return _PASSIVE.get(often, _LOG)
