"""Setups of battles for any rulebook, from what was chosen by id or file, and what is usual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.packs.pack import Pack
from battlemat.packs.problems import Problem, WrongChoice, nearest
from battlemat.packs.random_boards import seeded
from battlemat.packs.registry import BY_NAME
from battlemat.packs.shipped import Entry

WAYS = ("print", "intent")


def build_setup(rulebook: str, **chosen: str | None) -> dict[str, Any]:
    """The setup of a battle. What is not chosen (or None) is the usual; see `choices`.

    The map `random:SEED` is made from the seed, `random` from a fresh one.
    A clause with two readings is chosen by its id: `**{"skirm2.combat.saves": "print"}`.
    """
    pack = _pack(rulebook)
    read = {key: str(chosen.pop(key)) for key in list(chosen) if key.startswith(rulebook + ".")}
    known = (*pack.choices, *pack.terms)
    for key in chosen:
        if key not in known:
            what = f"{rulebook} has no such choice{nearest(key, known)}"
            raise WrongChoice([Problem(f"choice '{key}'", 0, "", what)])
    picked = {key: name for key, name in chosen.items() if name is not None}
    if "map" in picked:
        picked["map"] = seeded(picked["map"])
    if not pack.fills_in:
        picked = {**pack.books[rulebook].usual, **picked}
    setup = pack.readers().build(rulebook, **picked)
    readings = all_readings(rulebook, read)
    return {**setup, "readings": readings} if readings else setup


def all_readings(rulebook: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """How each clause with two readings is read, those that were not chosen by their default.

    So a record says what was played, whatever the defaults become. `ContentError` for a choice
    that there is not.
    """
    known = {one.clause: one.default for one in _pack(rulebook).rulebook(rulebook).readings}
    for clause, way in chosen.items():
        if clause not in known:
            what = f"'{clause}' has no two readings in {rulebook}{nearest(clause, known)}"
            raise WrongChoice([Problem("readings", 0, clause, what)])
        if way not in WAYS:
            what = f"'print' or 'intent' is wanted, not '{way}'{nearest(way, WAYS)}"
            raise WrongChoice([Problem("readings", 0, clause, what)])
    return {**known, **chosen}


def choices(rulebook: str) -> dict[str, tuple[Entry, ...]]:
    """What may be chosen for a battle of a rulebook, and the shipped content for each."""
    pack = _pack(rulebook)
    shipped = pack.books[rulebook].shipped
    return {key: shipped.entries(kind) for key, kind in pack.choices.items()}


def terms(rulebook: str) -> Mapping[str, str]:
    """What else may be agreed for a battle, and what it is."""
    return dict(_pack(rulebook).terms)


def usual(rulebook: str) -> Mapping[str, str]:
    """What is taken where nothing is chosen; a mission brings its own map and environment."""
    return dict(_pack(rulebook).books[rulebook].usual)


def _pack(rulebook: str) -> Pack:
    if rulebook not in BY_NAME:
        what = f"no content is shipped for it{nearest(rulebook, BY_NAME)}"
        raise WrongChoice([Problem(f"rulebook '{rulebook}'", 0, "", what)])
    return BY_NAME[rulebook]
