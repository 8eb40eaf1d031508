"""Small breaks of Python code: where a module can be broken, and the module broken there.

A break keeps the rest of the text as it is, so that it can be shown as one changed line. Texts for
readers, annotations and what only prints are left alone.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

Node = ast.expr | ast.stmt

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
OTHERWISE = {"min": "max", "max": "min", "any": "all", "all": "any"}
QUIET = {"__repr__", "__str__"}
REMOVED = (ast.Expr, ast.AugAssign, ast.Continue, ast.Break, ast.Delete)


@dataclass(frozen=True)
class Break:
    """One break: where it is, what it does, and which function it lies in.

    `function` is the qualified name of that function; empty for what runs with the module.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    was: str
    now: str
    kind: str
    function: str

    def apply(self, text: str) -> str:
        """The module broken here."""
        lines = text.splitlines(keepends=True)
        head = lines[self.line - 1].encode()[: self.column].decode()
        tail = lines[self.end_line - 1].encode()[self.end_column :].decode()
        return "".join([*lines[: self.line - 1], head + self.now + tail, *lines[self.end_line :]])


def breaks(text: str) -> list[Break]:
    """Every break that this module knows for a text, in the order of its lines."""
    found = []
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    for node, function in _nodes(ast.parse(text), "", ""):
        for kind, changed in _changed(node):
            end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
            now = ast.unparse(changed)
            if isinstance(node, ast.expr):
                now = f"({now})"
            place = (node.lineno, node.col_offset, end_line, end_column)
            found.append(Break(*place, _segment(lines, *place), now, kind, function))
    return sorted(found, key=lambda one: (one.line, one.column, one.kind))


def _segment(lines: list[bytes], line: int, column: int, end_line: int, end_column: int) -> str:
    """The text of a place; `ast.get_source_segment` would split the whole text each time."""
    if line == end_line:
        return lines[line - 1][column:end_column].decode()
    between = lines[line : end_line - 1]
    return b"".join([lines[line - 1][column:], *between, lines[end_line - 1][:end_column]]).decode()


def _nodes(node: ast.AST, inside: str, function: str) -> Iterator[tuple[Node, str]]:
    """The nodes that may be broken, with the function they lie in.

    `inside` is what the qualified names of functions below this node begin with.
    """
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "bases", "ctx"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_quiet(child):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child, function
            if isinstance(child, ast.FunctionDef):
                own = inside + child.name
                yield from _nodes(child.args, inside, function)  # defaults: made with the function
                body = ast.Module(child.body, [])
                yield from _nodes(body, f"{own}.<locals>.", own)
            elif isinstance(child, ast.ClassDef):
                yield from _nodes(child, f"{inside}{child.name}.", function)
            else:
                yield from _nodes(child, inside, function)


def _is_quiet(node: ast.AST) -> bool:
    """Whether a part of the tree says nothing to the program's results."""
    if isinstance(node, ast.FunctionDef):
        return node.name in QUIET
    if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr | ast.Raise | ast.Assert):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "Memo"  # how much is kept
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.Assign):
        names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        return bool(names & {"__slots__", "__all__"}) or _is_type(node.value)
    return isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias"


def _is_type(value: ast.expr) -> bool:
    """Whether an assignment names a type: `Side = tuple[int, int]`."""
    return isinstance(value, ast.Subscript) and ast.unparse(value.value) in (
        "tuple", "dict", "list", "set", "frozenset", "Callable", "Mapping", "Generator",
    )  # fmt: skip


def _changed(node: Node) -> Iterator[tuple[str, ast.AST]]:
    """The ways to break one node: what it is called, and the node broken."""
    new = copy.copy(node)
    if isinstance(new, ast.Compare) and len(new.ops) == 1:
        new.ops = [COMPARISONS[type(new.ops[0])]()]
        yield "comparison", new
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        yield "and/or", new
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        yield "not", new.operand
    elif isinstance(new, ast.BinOp) and type(new.op) in OPERATIONS:
        new.op = OPERATIONS[type(new.op)]()
        yield "operation", new
    elif isinstance(new, ast.Constant):
        yield from _other_constant(new)
    elif isinstance(new, ast.IfExp):
        new.body, new.orelse = new.orelse, new.body
        yield "branches", new
    elif isinstance(new, ast.Call):
        yield from _other_call(new)
    elif isinstance(new, ast.stmt):
        yield from _other_statement(new)


def _other_constant(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node.value, int):
        up = (node.lineno + node.col_offset) % 2  # one of the two, the same each time
        yield "constant", ast.Constant(node.value + 1 if up else node.value - 1)


def _other_call(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.func, ast.Name) and node.func.id in OTHERWISE:
        yield "function", ast.Call(ast.Name(OTHERWISE[node.func.id]), node.args, node.keywords)
    if isinstance(node.func, ast.Name) and node.func.id in ("max", "min"):
        return  # the same of two numbers in whichever order
    plain = [arg for arg in node.args if not isinstance(arg, ast.Starred)]
    if len(plain) == len(node.args) > 1 and ast.dump(plain[-1]) != ast.dump(plain[-2]):
        yield "arguments", ast.Call(node.func, [*plain[:-2], plain[-1], plain[-2]], node.keywords)


def _other_statement(node: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.Return) and node.value is not None:
        if not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield "return", ast.Return(ast.Constant(None))
    elif isinstance(node, REMOVED) or (
        isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    ):
        yield "removed", ast.Pass()
