"""The shelf of content: setups, choices and checks for whatever rulebook is asked for.

Its one rule: it knows which module opens which rulebook, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from battlemat.packs import skirm
from battlemat.packs.library import Entry, entries
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.skirm import SquadReport, check_file, squad_report
from battlemat.packs.skirm_words import EDITIONS

__all__ = ["SquadReport", "build_setup", "check_file", "choices", "squad_report", "usual"]


class _Opener(NamedTuple):
    """How the setups of a rulebook are made: from which kinds of content, and what is usual."""

    build: Callable[..., dict[str, Any]]
    kinds: Mapping[str, str]
    usual: Mapping[str, str]


_SKIRM = {
    "mission": "mission",
    "map": "map",
    "red": "squad",
    "blue": "squad",
    "environment": "environment",
}
_USUAL = {
    "skirm1": {"mission": "secure", "red": "iron-oath", "blue": "twilight-watch"},
    "skirm2": {"mission": "secure", "red": "iron-oath", "blue": "twilight-watch"},
    "skirm3": {"mission": "secure", "red": "tolands-line", "blue": "hungry-tide"},
}
_OPENERS: Mapping[str, _Opener] = {
    name: _Opener(skirm.build_setup, _SKIRM, _USUAL[name]) for name in EDITIONS
}


def _opener(rulebook: str) -> _Opener:
    if rulebook not in _OPENERS:
        what = f"no content is shipped for it{nearest(rulebook, _OPENERS)}"
        raise ContentError([Problem(f"rulebook '{rulebook}'", 0, "", what)])
    return _OPENERS[rulebook]


def build_setup(rulebook: str, **chosen: str | None) -> dict[str, Any]:
    """The setup of a battle. What is not chosen (or None) is the usual; see `choices`."""
    opener = _opener(rulebook)
    for key in chosen:
        if key not in opener.kinds:
            what = f"{rulebook} has no such choice{nearest(key, opener.kinds)}"
            raise ContentError([Problem(f"choice '{key}'", 0, "", what)])
    picked = {key: name for key, name in chosen.items() if name is not None}
    return opener.build(rulebook, **{**opener.usual, **picked})


def choices(rulebook: str) -> dict[str, tuple[Entry, ...]]:
    """What may be chosen for a battle of a rulebook, and the shipped content for each."""
    return {key: entries(rulebook, kind) for key, kind in _opener(rulebook).kinds.items()}


def usual(rulebook: str) -> Mapping[str, str]:
    """What is taken where nothing is chosen; a mission brings its own map and environment."""
    return dict(_opener(rulebook).usual)
