"""Every reason for a refusal is shown: some scenario gives the answer that it is there for.

A bar that no scenario comes by may say anything. So each place of the chapters that makes a
refusal must be the reason that some `refuses:` of a scenario file meets, with its clause named.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from battlemat.kernel import expectations
from battlemat.kernel.errors import Refusal, Refused
from battlemat.kernel.expectations import Refuse
from battlemat.kernel.game import Game
from battlemat.kernel.scenario import play
from battlemat.packs.scenarios import read_scenario
from battlemat.reader.shelf import SCENARIOS
from battlemat.rulebooks.skirmishers import chapters
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS

FILES = sorted((SCENARIOS / "skirmishers").rglob("*.yaml"))


class Site(NamedTuple):
    """Where a refusal is made: a line of a module."""

    module: str
    where: str


def _modules() -> list[ModuleType]:
    found = pkgutil.walk_packages(chapters.__path__, chapters.__name__ + ".")
    return [importlib.import_module(one.name) for one in found]


def _sites(module: ModuleType) -> Iterator[Site]:
    """Every `Refusal(...)` of a module."""
    for node in ast.parse(inspect.getsource(module)).body:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call) and getattr(inner.func, "id", "") == "Refusal":
                yield Site(module.__name__, str(inner.lineno))


class _Watch:
    """Which sites made the reasons that scenarios met."""

    def __init__(self, modules: list[ModuleType], patch: pytest.MonkeyPatch) -> None:
        self.made: list[tuple[Site, Refusal]] = []
        self.shown: set[Site] = set()
        for module in modules:
            if "Refusal" in vars(module):
                patch.setattr(module, "Refusal", self._maker(module))
        self.rule = expectations._refuses
        patch.setattr(expectations, "_refuses", self._refuses)

    def _maker(self, module: ModuleType) -> Any:
        def make(*given: Any) -> Refusal:
            refusal = Refusal(*given)
            line = sys._getframe(1).f_lineno
            self.made.append((Site(module.__name__, str(line)), refusal))
            return refusal

        return make

    def _refuses(self, game: Game[Any], refuse: Refuse) -> Iterator[str]:
        self.made.clear()
        yield from self.rule(game, refuse)
        if refuse.because is None:
            return
        try:
            game.read(refuse.answer)
        except Refused as refused:
            met = refused.refusal
            self.shown |= {site for site, made in self.made if made == met}


def test_every_reason_for_a_refusal_is_met_by_a_scenario_with_its_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    modules = _modules()
    sites = {site for module in modules for site in _sites(module)}
    watch = _Watch(modules, monkeypatch)
    for file in FILES:
        if "refuses:" in file.read_text(encoding="utf-8"):
            play(SKIRMISHERS, read_scenario(file))
    assert len(sites) > 100
    missing = sorted(sites - watch.shown)
    assert missing == [], "\n".join(f"{site.module}:{site.where}" for site in missing)
