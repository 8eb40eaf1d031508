"""Setups of battles for any rulebook, from what was chosen by id or file, and what is usual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.packs.pack import Pack
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.registry import BY_NAME
from battlemat.packs.shipped import Entry


def build_setup(rulebook: str, **chosen: str | None) -> dict[str, Any]:
    """The setup of a battle. What is not chosen (or None) is the usual; see `choices`."""
    pack = _pack(rulebook)
    for key in chosen:
        if key not in pack.choices:
            what = f"{rulebook} has no such choice{nearest(key, pack.choices)}"
            raise ContentError([Problem(f"choice '{key}'", 0, "", what)])
    picked = {key: name for key, name in chosen.items() if name is not None}
    if not pack.fills_in:
        picked = {**pack.books[rulebook].usual, **picked}
    return pack.readers().build(rulebook, **picked)


def choices(rulebook: str) -> dict[str, tuple[Entry, ...]]:
    """What may be chosen for a battle of a rulebook, and the shipped content for each."""
    pack = _pack(rulebook)
    shipped = pack.books[rulebook].shipped
    return {key: shipped.entries(kind) for key, kind in pack.choices.items()}


def usual(rulebook: str) -> Mapping[str, str]:
    """What is taken where nothing is chosen; a mission brings its own map and environment."""
    return dict(_pack(rulebook).books[rulebook].usual)


def _pack(rulebook: str) -> Pack:
    if rulebook not in BY_NAME:
        what = f"no content is shipped for it{nearest(rulebook, BY_NAME)}"
        raise ContentError([Problem(f"rulebook '{rulebook}'", 0, "", what)])
    return BY_NAME[rulebook]
