"""The text of a clause as the interface tells it, with both readings where it has two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from battlemat.kernel.readings import as_read
from battlemat.kernel.rulebook import Rulebook
from battlemat.tables.problems import Problem


def clause_text(
    rulebook: Rulebook[Any], id: str, setup: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A clause as plain values; with a setup it says which reading that game follows."""
    found = rulebook.register.find(id)
    if found is None:
        near = rulebook.register.nearest(id)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise Problem(404, "unknown-clause", f"there is no clause '{id}'{hint}")
    return asdict(as_read(found, rulebook.readings, setup))
