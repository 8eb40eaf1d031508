"""What tests claim, read from syntax trees: tests that claim nothing, and claims that always hold.

A test claims something by an assertion, by expecting an exception, or in a line that does nothing
but call a function that does: those of the tests are looked into, those of the project are listed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from house.sources import Module, dotted

TESTS = Path(__file__).parents[1]
EXPECTING = {"raises", "warns", "fail", "expect"}  # of pytest, and of the browser
CHECKERS = {  # functions of the project, and of libraries, that raise when something is wrong
    "battlemat.kernel.scenario.play",
    "battlemat.testing.check",
    "battlemat.testing.contract.check",
    "gymnasium.utils.env_checker.check_env",
    "pettingzoo.test.api_test",
    "pettingzoo.test.max_cycles_test",
    "pettingzoo.test.seed_test",
}
METHODS = {  # the same, of values
    "check_keys",  # of what the contract observed
    "expect_turn",  # of the tests' own browser, which waits for it
    "validate_response",  # of schemathesis
    "wait_for_function",  # of a page in the browser: asks until it holds, or fails
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules_of_tests() -> tuple[Module, ...]:
    """Every module below tests."""
    found = []
    for path in sorted(TESTS.rglob("*.py")):
        name = ".".join(path.relative_to(TESTS).with_suffix("").parts)
        found.append(Module(name, ast.parse(path.read_text(encoding="utf-8"))))
    return tuple(found)


def claims_nothing(modules: Iterable[Module]) -> list[str]:
    """Tests in which nothing can fail but by accident."""
    modules = list(modules)
    claiming = _claiming(modules)
    return [
        module.at(function, f"{function.name} claims nothing")
        for module in modules
        for function in _functions(module.tree)
        if function.name.startswith("test_") and not _claims(function, module, claiming)
    ]


def _claiming(modules: list[Module]) -> set[str]:
    """The dotted names of all functions that claim something, themselves or by calling others."""
    claiming: set[str] = set()
    functions = [(module, one) for module in modules for one in _functions(module.tree)]
    while found := {
        f"{module.name}.{one.name}"
        for module, one in functions
        if f"{module.name}.{one.name}" not in claiming and _claims(one, module, claiming)
    }:
        claiming |= found
    return claiming


def _claims(function: Function, module: Module, claiming: set[str]) -> bool:
    imported = _imported(module)
    return any(
        isinstance(node, ast.Assert)
        or (isinstance(node, ast.Call) and _last_names(node, EXPECTING))
        or (isinstance(node, ast.Raise) and "AssertionError" in ast.unparse(node))
        or (isinstance(node, ast.keyword) and ast.unparse(node) == "check=True")
        or _is_told(node, module, imported, claiming)
        for node in ast.walk(function)
    )


def _is_told(node: ast.AST, module: Module, imported: dict[str, str], claiming: set[str]) -> bool:
    """Whether a line calls a function that claims, for nothing but that."""
    if not isinstance(node, ast.Expr | ast.Return) or node.value is None:
        return False
    call = node.value.value if isinstance(node.value, ast.Await) else node.value
    if not isinstance(call, ast.Call):
        return False
    if dotted(call.func) == "asyncio.run" and isinstance(call.args[0], ast.Call):
        call = call.args[0]
    name = dotted(call.func)
    whole = imported.get(name.partition(".")[0], f"{module.name}.{name.partition('.')[0]}")
    if "." in name:
        whole = f"{whole}.{name.partition('.')[2]}"
    return whole in CHECKERS or whole in claiming or _last_names(call, METHODS)


def _last_names(call: ast.Call, names: Iterable[str]) -> bool:
    last = call.func.attr if isinstance(call.func, ast.Attribute) else dotted(call.func)
    return last in names


@cache
def _imported(module: Module) -> dict[str, str]:
    """What a module calls the things that it imports, and where they are."""
    return {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.names
    }


def _functions(tree: ast.Module) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield node


# ---------------------------------------------------------------------- claims that always hold


def always_holds(module: Module) -> list[str]:
    """Assertions that no mistake can break."""
    return [
        module.at(node, f"{ast.unparse(node)} always holds")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Assert) and _is_true(node.test)
    ]


def _is_true(test: ast.expr) -> bool:
    if isinstance(test, ast.BoolOp):
        return (any if isinstance(test.op, ast.Or) else all)(map(_is_true, test.values))
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _is_false(test.operand)
    if isinstance(test, ast.Compare):
        sides = [test.left, *test.comparators]
        return all(
            _compares_true(left, op, right)
            for left, op, right in zip(sides, test.ops, sides[1:], strict=False)
        )
    if isinstance(test, ast.Call):
        return _is_true_call(test)
    return _is_full(test)


def _is_false(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and not test.value


def _is_full(value: ast.expr) -> bool:
    """A constant, a display with something in it, a function: true whatever happens."""
    if isinstance(value, ast.Constant):
        return bool(value.value)
    if isinstance(value, ast.Tuple | ast.List | ast.Set):
        return any(not isinstance(one, ast.Starred) for one in value.elts)
    if isinstance(value, ast.Dict):
        return any(key is not None for key in value.keys)
    return isinstance(value, ast.Lambda | ast.GeneratorExp)


def _is_true_call(test: ast.Call) -> bool:
    called, args = dotted(test.func), test.args
    if called == "isinstance" and len(args) == 2:
        return dotted(args[1]) == "object"
    if called == "hasattr" and len(args) == 2:
        return isinstance(args[1], ast.Constant) and args[1].value == "__class__"
    return called == "bool" and len(args) == 1 and _is_full(args[0])


def _compares_true(left: ast.expr, op: ast.cmpop, right: ast.expr) -> bool:
    if isinstance(op, ast.Gt | ast.GtE):
        turned = ast.Lt() if isinstance(op, ast.Gt) else ast.LtE()
        return _compares_true(right, turned, left)
    if isinstance(op, ast.Eq | ast.Is):
        return _same(left, right)
    if isinstance(op, ast.LtE):
        return (
            _same(left, right)
            or _is_among(left, right, "max")
            or _is_among(right, left, "min")
            or (_number(left, 0) and _is_count(right))
        )
    if isinstance(op, ast.Lt):
        return _number(left, -1) and _is_count(right)
    if isinstance(op, ast.NotEq):
        return (_number(left, -1) and _is_count(right)) or (_number(right, -1) and _is_count(left))
    return isinstance(op, ast.In) and _holds(right, left)


def _same(left: ast.expr, right: ast.expr) -> bool:
    """Two texts that are the same and give the same: a call may answer otherwise each time."""
    calls = any(isinstance(node, ast.Call) for node in ast.walk(left))
    return ast.dump(left) == ast.dump(right) and not calls


def _is_among(one: ast.expr, call: ast.expr, name: str) -> bool:
    """`x` and `max(x, y)`: no `x` is above it."""
    return (
        isinstance(call, ast.Call)
        and dotted(call.func) == name
        and len(call.args) > 1
        and any(_same(one, arg) for arg in call.args)
    )


def _holds(display: ast.expr, one: ast.expr) -> bool:
    """`x in (x, y)`."""
    return isinstance(display, ast.Tuple | ast.List | ast.Set) and any(
        _same(one, part) for part in display.elts
    )


def _number(value: ast.expr, number: int) -> bool:
    try:
        return bool(ast.literal_eval(value) == number)
    except ValueError:
        return False


def _is_count(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and dotted(value.func) in ("len", "abs")
