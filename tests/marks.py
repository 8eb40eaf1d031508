"""What of a text stands outside the marks of sentences, where a language marks every one.

What may stand there is listed here: names and texts of content, clauses, and what is the same in
every language (ids, numbers, addresses, what is typed).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import battlemat
from battlemat.packs.registry import find, names, register
from battlemat.rulebooks.openfire.state import specials as openfire_rules
from battlemat.rulebooks.skirm.state import specials as skirm_rules
from battlemat.rulebooks.skirmishers.state.weapons import BOOK
from battlemat.rulebooks.skirmishers.state.words import area_name

CONTENT = Path(battlemat.__file__).parent / "packs" / "content"
BOARDS = Path(battlemat.__file__).parent / "reader" / "scenarios"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ASIDE = re.compile(
    r"\[[^\]\[]*\]|https?://\S+|battlemat (?:resume|verify|review|lab)\b[^⟦\n]*"
    r"|\b(?:skirm\d|skirmishers|openfire|toy)(?:\.[\w-]+)+|\b\w+\.(?:battlemat|yaml|txt)\b"
)
"""Ids of clauses, addresses, what is typed in a shell."""
_SAID = re.compile(r"\b(?:name|note|text): (.+)$", re.MULTILINE)
"""What a scenario says to people."""
_WORD = re.compile(r"(?<![\w-])[A-Za-z][A-Za-z'’-]*[A-Za-z](?![\w-])")
_LETTERS = re.compile(r"[A-Za-z]+")
_ABBREVIATION = re.compile(r"[A-Z]{2,4}\d*|[A-Z]?\d.*")


def bare(text: str) -> str:
    """What of a text stands outside the marks."""
    depth, outside = 0, ""
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        outside += sign if not depth and sign != "⟧" else " "
    return outside


NAMED = frozenset(
    {
        *(
            "name",
            "names",
            "title",
            "text",
            "texts",
            "briefing",
            "about",
            "won",
            "say",
            "hint",
            "special",
        ),
        *("deployment", "setting", "scale", "army_word", "equipment", "tags", "rank"),
    }
)
"""The keys of files whose texts people read."""


def _texts(value: Any, wanted: bool = True) -> Iterator[str]:
    """The texts in a value; of a file those alone that stand under a key which people read."""
    if isinstance(value, str):
        yield from (value,) if wanted else ()
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts(part, key in NAMED)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _texts(part, wanted)


def _of_content() -> Iterator[str]:
    """Every text of the shipped files: names, briefings, what gear and abilities do."""
    for file in CONTENT.rglob("*.yaml"):
        found = yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)
        yield from _texts(found, wanted=False)
        yield from map(area_name, (found.get("places") or {}).get("areas") or ())
        if isinstance(found.get("points"), dict):  # those of a campaign without a name of their own
            yield from map(area_name, found["points"])
    for file in BOARDS.rglob("*.yaml"):
        yield from (text.strip("\"'} ") for text in _SAID.findall(file.read_text("utf-8")))
    yield from (weapon.name for weapon in BOOK)


def _of_clauses() -> Iterator[str]:
    """Titles, rules and rulings, and the two readings that some have."""
    for name in names():
        yield register(name).title
        for clause in register(name):
            yield from (clause.title, clause.section, clause.rule, clause.ruling)
            yield from (clause.differs, clause.option, clause.exempt)
            for row in (*clause.table, *clause.cases):
                yield from (str(part) for pair in row.items() for part in pair)
                yield from _texts(list(row.values()))
                yield from (str(key).replace("_", " ") for key in row)
            yield from re.split(r"(?<=[.:;]) ", " ".join(clause.rule.split()))
        for one in find(name).readings:
            yield from (one.print, one.intent, one.why)
    for units in skirm_rules.UNIT_RULES.values():
        yield from (rule.title for rule in units.values())
    for weapons in skirm_rules.WEAPON_RULES.values():
        yield from (rule.title for rule in weapons.values())
    yield from (*openfire_rules.UNIT_RULES, *openfire_rules.WEAPON_RULES, *openfire_rules.ARCS)


@cache
def listed() -> tuple[str, ...]:
    """All that may stand outside the marks, the longest first."""
    texts = [*_of_content(), *_of_clauses()]
    texts += [_ASIDE.sub(" ", text) for text in texts]  # as they stand once what is aside is gone
    found = {" ".join(text.split()) for text in texts}
    found |= {find(name).title for name in names()} | {"Battlemat", "Skirm"}
    return tuple(sorted((one for one in found if _WORD.search(one)), key=len, reverse=True))


@cache
def _listed_by_letters() -> Mapping[str, list[tuple[int, str]]]:
    """What is listed, each with its rank, under the first run of letters that it has."""
    found: dict[str, list[tuple[int, str]]] = {}
    for rank, one in enumerate(listed()):
        found.setdefault(_LETTERS.findall(one)[0], []).append((rank, one))
    return found


def _within(text: str, aside: Iterable[str]) -> Iterator[str]:
    """What may stand outside the marks and can be in a text, the longest first.

    Whole words alone count, so that the first letters of what is listed stand in the text as well.
    """
    by_letters, letters = _listed_by_letters(), set(_LETTERS.findall(text))
    own = [(-1, one) for one in aside if one]
    ranked = sorted([*own, *(row for run in letters for row in by_letters.get(run, ()))])
    return iter(sorted((one for _, one in ranked), key=len, reverse=True))


def unmarked(text: str, aside: Iterable[str] = ()) -> list[str]:
    """Words outside the marks that are neither content nor clauses nor `aside`."""
    return list(_unmarked(text, tuple(aside)))


@cache
def _unmarked(text: str, aside: tuple[str, ...]) -> tuple[str, ...]:
    found = " ".join(_ASIDE.sub(" ", bare(text)).split())
    for one in _within(found, aside):  # what is within a longer one goes with it
        if _WORD.search(found) is None:
            return ()
        if one in found:
            found = re.sub(rf"(?<![A-Za-z]){re.escape(one)}(?![A-Za-z])", " ", found)
    words = dict.fromkeys(_WORD.findall(found))
    told = (one for one in words if not _ABBREVIATION.fullmatch(one))
    return tuple(one for one in told if len(set(one.lower())) > 2)
