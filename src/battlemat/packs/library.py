"""Shipped content by the name of its rulebook; a name that no rulebook has owns nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from battlemat.packs import registry
from battlemat.packs.shipped import Entry, Shipped
from battlemat.packs.yaml_source import Source


def maps(rulebook: str) -> tuple[Entry, ...]:
    """The shipped maps of a rulebook."""
    return entries(rulebook, "map")


def missions(rulebook: str) -> tuple[Entry, ...]:
    """The shipped missions of a rulebook."""
    return entries(rulebook, "mission")


def squads(rulebook: str) -> tuple[Entry, ...]:
    """The shipped squads of a rulebook."""
    return entries(rulebook, "squad")


def factions(rulebook: str) -> tuple[Entry, ...]:
    """The shipped factions of a rulebook."""
    return entries(rulebook, "faction")


def environments(rulebook: str) -> tuple[Entry, ...]:
    """The shipped environments of a rulebook."""
    return entries(rulebook, "environment")


def entries(rulebook: str, kind: str) -> tuple[Entry, ...]:
    """Everything of one kind that is shipped for a rulebook, in the order of ids."""
    return _shipped(rulebook).entries(kind)


def shipped(rulebook: str, kind: str) -> Mapping[str, Path]:
    """The shipped files of one kind by id."""
    return _shipped(rulebook).files(kind)


def load(rulebook: str, kind: str, name: str, *, beside: Path | None = None) -> Source:
    """A file by id or path; a path is read from `beside`, the folder of the file that names it."""
    return _shipped(rulebook).load(kind, name, beside=beside)


def _shipped(rulebook: str) -> Shipped:
    return registry.book(rulebook).shipped if rulebook in registry.BY_NAME else Shipped(rulebook)
