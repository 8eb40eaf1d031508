"""Squads that are built in a page: what a workbench makes of a text that nobody has checked.

A server reads it in a worker, within its bounds; a page in its second engine. A text that is
refused is told why in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from battlemat.barracks import workbench
from battlemat.barracks.printing import printed
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.unchecked import outcome


def build(catalogue: Catalogue, do: str, rulebook: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the workbench makes of a request: `made`, or the `problem` with it."""
    return outcome(
        lambda: _DOES[do](catalogue, rulebook, asked),
        too_large="this squad is too large to be built here",
        senseless="this file makes no squad",
    )


def _starts(catalogue: Catalogue, rulebook: str, asked: Mapping[str, Any]) -> Any:
    del catalogue, asked
    return {"starts": workbench.starts(rulebook)}


def _look(catalogue: Catalogue, rulebook: str, asked: Mapping[str, Any]) -> Any:
    del catalogue
    return workbench.look(rulebook, asked["text"], asked["changes"], asked["cap"])


def _mend(catalogue: Catalogue, rulebook: str, asked: Mapping[str, Any]) -> Any:
    del catalogue
    return workbench.mend(rulebook, asked["text"], asked["cap"])


def _odds(catalogue: Catalogue, rulebook: str, asked: Mapping[str, Any]) -> Any:
    del catalogue
    enemy, other = asked["enemy"], asked["other"]
    return workbench.odds(rulebook, asked["text"], asked["entry"], enemy, other)


def _save(catalogue: Catalogue, rulebook: str, asked: Mapping[str, Any]) -> Any:
    del catalogue
    return {"text": workbench.saved(rulebook, asked["text"])}


def _sheet(catalogue: Catalogue, rulebook: str, asked: Mapping[str, Any]) -> Any:
    register = catalogue.find(rulebook).register
    return {"page": printed(register, asked["text"], asked["cap"])}


_DOES: Mapping[str, Callable[[Catalogue, str, Mapping[str, Any]], Any]] = {
    "starts": _starts,
    "look": _look,
    "mend": _mend,
    "odds": _odds,
    "save": _save,
    "sheet": _sheet,
}
