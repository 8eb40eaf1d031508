"""The shelf of content: setups, choices and checks for whatever rulebook is asked for.

Its one rule: it knows which module opens which rulebook, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from battlemat.packs.library import Entry, entries
from battlemat.packs.openfire import pack as openfire
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.skirm import pack as skirm
from battlemat.packs.skirm.words import EDITIONS
from battlemat.packs.skirmishers import pack as skirmishers
from battlemat.packs.yaml_source import Source, read_file

__all__ = ["Report", "build_setup", "check_file", "choices", "squad_report", "usual"]


class Report(Protocol):
    """What a squad or an army costs, as its text says, and whether it may be played."""

    @property
    def legal(self) -> bool: ...


class _Opener(NamedTuple):
    """How the setups of a rulebook are made: from which kinds of content, and what is usual.

    Where what is left out depends on what is chosen, the builder `fills_in` by itself.
    """

    build: Callable[..., dict[str, Any]]
    kinds: Mapping[str, str]
    usual: Mapping[str, str]
    check: Callable[[str | Path], list[str]] = skirm.check_file
    report: Callable[[str | Path], Report] = skirm.squad_report
    kind_of: Callable[[Source], str] = skirm.kind_of_file
    fielded: str = "squad"  # the kind of file that a side brings
    fills_in: bool = False


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
_OPENFIRE = {"mission": "mission", "map": "map", "red": "squad", "blue": "squad"}
_OPENERS: Mapping[str, _Opener] = {
    **{name: _Opener(skirm.build_setup, _SKIRM, _USUAL[name]) for name in EDITIONS},
    "openfire": _Opener(
        openfire.build_setup,
        _OPENFIRE,
        openfire.USUAL,
        openfire.check_file,
        openfire.army_report,
        openfire.kind_of_file,
        "army",
        fills_in=True,
    ),
    "skirmishers": _Opener(
        skirmishers.build_setup,
        _OPENFIRE,
        skirmishers.USUAL,
        skirmishers.check_file,
        skirmishers.force_report,
        skirmishers.kind_of_file,
        "force",
        fills_in=True,
    ),
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
    return opener.build(rulebook, **(picked if opener.fills_in else {**opener.usual, **picked}))


def check_file(path: str | Path) -> list[str]:
    """Everything that is wrong with a content file of any kind, one line each; empty if nothing.

    The file's `rulebook` says who reads it; a file that says none is taken for one of Skirm.
    """
    try:
        return _opener_of(path).check(path)
    except ContentError as error:
        return list(map(str, error.problems))


def squad_report(path: str | Path) -> Report:
    """What a squad or an army in a file costs, and whether it may be played."""
    opener = _opener_of(path)
    source = read_file(Path(path))
    try:
        kind = opener.kind_of(source)
    except ContentError:
        kind = opener.fielded  # the report says better what such a file lacks
    if kind != opener.fielded:
        command = "scenario" if kind == "scenario" else "check"
        what = f"this is a {kind} and no {opener.fielded}; try 'battlemat {command}'"
        raise ContentError([source.problem((), what)])
    return opener.report(path)


def _opener_of(path: str | Path) -> _Opener:
    source = read_file(Path(path))
    named = source.value.get("rulebook") if isinstance(source.value, Mapping) else None
    if not isinstance(named, str):
        return _OPENERS["skirm3"]
    if named not in _OPENERS:
        what = f"'{named}' is no rulebook here{nearest(named, _OPENERS)}"
        raise ContentError([source.problem(("rulebook",), what)])
    return _OPENERS[named]


def choices(rulebook: str) -> dict[str, tuple[Entry, ...]]:
    """What may be chosen for a battle of a rulebook, and the shipped content for each."""
    return {key: entries(rulebook, kind) for key, kind in _opener(rulebook).kinds.items()}


def usual(rulebook: str) -> Mapping[str, str]:
    """What is taken where nothing is chosen; a mission brings its own map and environment."""
    return dict(_opener(rulebook).usual)
