"""Where the chapters of a rulebook make refusals, and which of them scenarios meet.

A bar that no scenario comes by may say anything. So each place that makes a refusal, and each
refusal that is written down once, must be the reason that some `refuses:` of a scenario file meets,
with its clause named.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from battlemat.kernel import expectations
from battlemat.kernel.errors import Refusal, Refused
from battlemat.kernel.expectations import Refuse
from battlemat.kernel.game import Game
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.scenario import play
from battlemat.packs.scenarios import read_scenario


class Site(NamedTuple):
    """Where a refusal is made: a line of a module, or the name that it is written down under."""

    module: str
    where: str


def modules_of(chapters: ModuleType) -> list[ModuleType]:
    """All modules below a package."""
    found = pkgutil.walk_packages(chapters.__path__, chapters.__name__ + ".")
    return [importlib.import_module(one.name) for one in found]


def sites_of(module: ModuleType) -> Iterator[Site]:
    """Every `Refusal(...)` of a module: by the function that holds it, or by its own name."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if any(map(_makes_a_refusal, ast.walk(node))):
                yield Site(module.__name__, node.targets[0].id)
        else:
            yield from _held(module.__name__, node, "", 0)


def _held(module: str, node: ast.AST, holder: str, first: int) -> Iterator[Site]:
    """The refusals below a node, each by its line below the first one of its function."""
    if isinstance(node, ast.FunctionDef):
        holder = node.name
        first = min([one.lineno for one in node.decorator_list] or [node.lineno])
    if isinstance(node, ast.Call) and _makes_a_refusal(node):
        yield Site(module, f"{holder}+{node.lineno - first}")
    for child in ast.iter_child_nodes(node):
        yield from _held(module, child, holder, first)


def _makes_a_refusal(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"


class Watch:
    """Which sites made the reasons that scenarios met."""

    def __init__(
        self,
        modules: Sequence[ModuleType],
        patch: pytest.MonkeyPatch,
        clauses: Container[str],
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        self.forget = forget
        self.clauses = clauses
        self.made: list[tuple[Site, Refusal]] = []
        self.shown: set[Site] = set()
        self.constants = {
            Site(module.__name__, name): value
            for module in modules
            for name, value in vars(module).items()
            if isinstance(value, Refusal) and Site(module.__name__, name) in set(sites_of(module))
        }
        for module in modules:
            if "Refusal" in vars(module):
                patch.setattr(module, "Refusal", self._maker(module))
        self.rule = expectations._refuses
        patch.setattr(expectations, "_refuses", self._refuses)

    def _maker(self, module: ModuleType) -> Any:
        """What stands for `Refusal` in a module: it makes the same, and notes where."""

        class Kind(type):
            def __instancecheck__(cls, value: object) -> bool:
                return isinstance(value, Refusal)

        class Noted(metaclass=Kind):
            def __new__(cls, *given: Any) -> Any:
                refusal = Refusal(*given)
                assert refusal.because is None or refusal.because in watch.clauses, given
                frame = sys._getframe(1)
                line = frame.f_lineno - frame.f_code.co_firstlineno
                site = Site(module.__name__, f"{frame.f_code.co_name}+{line}")
                watch.made.append((site, refusal))
                return refusal

        watch = self
        return Noted

    def _refuses(self, game: Game[Any], refuse: Refuse) -> Iterator[str]:
        self.made.clear()
        self.forget()  # so that what is kept is made anew
        yield from self.rule(game, refuse)
        if refuse.because is None:
            return
        try:
            game.read(refuse.answer)
        except Refused as refused:
            self.meet(refused.refusal)

    def meet(self, met: Refusal | None) -> None:
        """Note where a refusal that somebody met was made, of all since the last one."""
        if met is not None:
            self.shown |= {site for site, made in self.made if made == met}
            self.shown |= {site for site, one in self.constants.items() if one == met}
        self.made.clear()

    def play(self, rulebook: Rulebook[Any], files: Sequence[Path]) -> None:
        """Play the scenarios that show refusals."""
        for file in files:
            if "refuses:" in file.read_text(encoding="utf-8"):
                play(rulebook, read_scenario(file))
