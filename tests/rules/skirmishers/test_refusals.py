"""Every reason for a refusal is shown: some scenario gives the answer that it is there for."""

from __future__ import annotations

import pytest

from battlemat.reader.shelf import SCENARIOS
from battlemat.rulebooks.skirmishers import chapters
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from rules.refusal_sites import Watch, modules_of, sites_of

FILES = sorted((SCENARIOS / "skirmishers").rglob("*.yaml"))


def test_every_reason_for_a_refusal_is_met_by_a_scenario_with_its_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    modules = modules_of(chapters)
    sites = {site for module in modules for site in sites_of(module)}
    assert len(sites) > 100
    watch = Watch(modules, monkeypatch, SKIRMISHERS.register.clauses)
    watch.play(SKIRMISHERS, FILES)
    missing = sorted(sites - watch.shown)
    assert missing == [], "\n".join(f"{site.module}:{site.where}" for site in missing)
