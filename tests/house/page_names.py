"""Finds where the page or a player knows a game: a name of its content, or words that it reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from battlemat.packs.registry import find, names
from battlemat.rulebooks.skirmishers.state.weapons import BOOK

ROOT = Path(__file__).parents[2]
CONTENT = ROOT / "src" / "battlemat" / "packs" / "content"
PLACES = {"maps", "boards", "guides", "lessons", "environments"}
"""Content that names no faction, unit or weapon."""
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS = r"label|title|subtitle|about|note|cost|group|told|brief|when|says"
_CUT = "split|replace|replaceAll|match|matchAll|search|startsWith|endsWith|includes|slice"
_CUT_UP = re.compile(rf"\.(?:{_WORDS})\b(?:\(\))?(?:!|\?)?\.(?:{_CUT})\(")
_TRIED = re.compile(rf"\.(?:test|exec)\([^)]*\b(?:{_WORDS})\b")
_PY_WORDS = _WORDS.replace("title|subtitle|", "")  # those of clauses, which people search
_PY_CUT = "split|partition|rpartition|startswith|endswith|removeprefix|removesuffix|find|casefold"
_PY_CUT_UP = re.compile(rf"\.(?:{_PY_WORDS})\.(?:{_PY_CUT})\(")
_PY_TRIED = re.compile(rf"re\.\w+\([^)]*\.(?:{_PY_WORDS})\b")
_PY_IN = re.compile(rf'"[^"]+" in \w+\.(?:{_PY_WORDS})\b')


def _named(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get("name"), str):
            yield value["name"]
        for part in value.values():
            yield from _named(part)
    elif isinstance(value, list):
        for part in value:
            yield from _named(part)


@cache
def content_names() -> re.Pattern[str]:
    """Names of rulebooks, factions, squads, units and weapons as people read them."""
    found = {find(name).title for name in names()} | {weapon.name for weapon in BOOK}
    for file in CONTENT.rglob("*.yaml"):
        if not PLACES & set(file.parts):
            found |= set(_named(yaml.load(file.read_text(), Loader=_LOADER)))
    longest = sorted(found, key=len, reverse=True)
    return re.compile(r"\b(?:" + "|".join(map(re.escape, longest)) + r")\b")


@cache
def content_ids() -> re.Pattern[str]:
    """The same as programs write them, where they stand as a text of their own."""
    found = set(names()) | {weapon.id for weapon in BOOK}
    for file in CONTENT.rglob("*.yaml"):
        if not PLACES & set(file.parts):
            found.add(file.stem)
    return re.compile(r"([\"'`])(?:" + "|".join(map(re.escape, sorted(found))) + r")\1")


def known_names(source: str) -> list[str]:
    """The names of content in a source."""
    return [*content_names().findall(source), *(m[0] for m in content_ids().finditer(source))]


def read_words(source: str) -> list[str]:
    """Where a source of the page takes words apart that are for people."""
    return [m[0] for one in (_CUT_UP, _TRIED) for m in one.finditer(source)]


def read_words_in_python(source: str) -> list[str]:
    """The same in a source of Python."""
    return [m[0] for one in (_PY_CUT_UP, _PY_TRIED, _PY_IN) for m in one.finditer(source)]
