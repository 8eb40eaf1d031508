"""The house rules that a machine can check: who may import whom, who may yield, who may sample."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "battlemat"
LAYERS = (
    "kernel",
    "boards",
    "rulebooks",
    "drawing",
    "keeping",
    "packs",
    "players",
    "lab",
    "server",
    "commands",
    "cli",
)
PURE = ("kernel", "boards", "rulebooks")
UNPREDICTABLE = {"random", "time", "os", "asyncio", "threading", "secrets", "datetime", "uuid"}


def modules(*packages: str) -> list[Path]:
    found = [path for package in packages for path in sorted((SOURCE / package).rglob("*.py"))]
    assert found, "there is nothing to check"
    return found


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def layer(module: str) -> str:
    return module.split(".")[1] if module.count(".") else ""


@pytest.mark.parametrize("package", [name for name in LAYERS if name != "cli"])
def test_imports_run_downward(package: str) -> None:
    allowed = set(LAYERS[: LAYERS.index(package) + 1])
    if package == "server":
        allowed.discard("lab")  # beside the server, not below it
    for path in modules(package):
        for module in imports(path):
            if module.startswith("battlemat."):
                assert layer(module) in allowed, f"{path.name} of {package} imports {module}"


@pytest.mark.parametrize("package", PURE)
def test_rules_use_the_standard_library_alone_and_nothing_unpredictable(package: str) -> None:
    for path in modules(package):
        for module in imports(path):
            root = module.split(".")[0]
            if root in ("battlemat", "__future__"):
                continue
            assert root in sys.stdlib_module_names, f"{path.name} imports {module}"
            assert root not in UNPREDICTABLE, f"{path.name} imports {module}"


def test_no_rulebook_imports_another() -> None:
    books = [path for path in (SOURCE / "rulebooks").iterdir() if path.is_dir()]
    for book in books:
        for path in book.rglob("*.py"):
            for module in imports(path):
                if module.startswith("battlemat.rulebooks."):
                    assert module.split(".")[2] == book.name, f"{path.name} imports {module}"


def flow_functions(tree: ast.AST) -> set[str]:
    """The names of the functions that say they return a Flow."""
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and isinstance(node.returns, ast.Subscript)
        and isinstance(node.returns.value, ast.Name)
        and node.returns.value.id == "Flow"
    }


def test_a_bare_yield_stands_in_the_kernel_alone() -> None:
    for path in modules("rulebooks"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name in flow_functions(node):
                for inner in ast.walk(node):
                    assert not isinstance(inner, ast.Yield), f"{path.name}, {node.name}"


def flows_in_reach(path: Path, tree: ast.AST, flows: dict[str, set[str]]) -> set[str]:
    """The flow functions that a module defines or imports from its own rulebook."""
    found = set(flows[path.stem])
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            there = flows.get(node.module.rpartition(".")[2], set())
            found |= {name.name for name in node.names if name.name in there}
    return found


def test_every_call_of_a_flow_stands_under_yield_from() -> None:
    for book in (SOURCE / "rulebooks").iterdir():
        if not book.is_dir():
            continue
        trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in book.rglob("*.py")}
        defined = {path.stem: flow_functions(tree) for path, tree in trees.items()}
        for path, tree in trees.items():
            flows = flows_in_reach(path, tree, defined)
            taken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.YieldFrom)}
            # handed on whole, to a caller that yields from it
            taken |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Return)}
            taken |= {id(node.body) for node in ast.walk(tree) if isinstance(node, ast.Lambda)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    lost = node.func.id in flows and id(node) not in taken
                    assert not lost, f"{path.name}, line {node.lineno}: {node.func.id} is lost"


def test_files_hold_one_chapter() -> None:
    long = {
        path.name: len(path.read_text(encoding="utf-8").splitlines())
        for path in modules(*(name for name in LAYERS if name != "cli"))
    }
    assert {name: count for name, count in long.items() if count > 450} == {}
