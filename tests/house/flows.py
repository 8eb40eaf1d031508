"""Flows, read from syntax trees: who says that it returns one, and whether each call is driven."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping

from house.sources import Module, dotted

Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_flow(note: ast.expr | None) -> bool:
    """Whether an annotation is `Flow[...]`, also as one of several (`Flow[None] | None`)."""
    if isinstance(note, ast.BinOp):
        return is_flow(note.left) or is_flow(note.right)
    if isinstance(note, ast.Constant) and isinstance(note.value, str):
        return is_flow(ast.parse(note.value, mode="eval").body)
    return isinstance(note, ast.Subscript) and dotted(note.value).rpartition(".")[2] == "Flow"


def is_flow_maker(note: ast.expr | None, aliases: Collection[str] = ()) -> bool:
    """Whether an annotation is a callable that returns a flow, or a name that stands for one."""
    if isinstance(note, ast.BinOp):
        return is_flow_maker(note.left, aliases) or is_flow_maker(note.right, aliases)
    if isinstance(note, ast.Name):
        return note.id in aliases
    return (
        isinstance(note, ast.Subscript)
        and dotted(note.value).rpartition(".")[2] == "Callable"
        and isinstance(note.slice, ast.Tuple)
        and is_flow(note.slice.elts[-1])
    )


def flow_aliases(modules: Iterable[Module]) -> set[str]:
    """Names for the type of a function that returns a flow: `Doer = Callable[..., Flow[None]]`."""
    found = set()
    for module in modules:
        for node in module.tree.body:
            if isinstance(node, ast.Assign) and is_flow_maker(node.value):
                found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            elif isinstance(node, ast.AnnAssign) and is_flow_maker(node.value):
                found.add(dotted(node.target))
    return found


def flow_functions(tree: ast.Module) -> set[str]:
    """The functions of a module, outside classes and other functions, that return a flow."""
    return {node.name for node in tree.body if isinstance(node, Function) and is_flow(node.returns)}


def flow_parts(modules: Collection[Module]) -> set[str]:
    """The names by which objects offer flows: methods that return one, and fields that hold a
    function which does. A name that also means something else on another object is left out.
    """
    flows: set[str] = set()
    others: set[str] = set()
    aliases = flow_aliases(modules)
    for module in modules:
        for owner in ast.walk(module.tree):
            if not isinstance(owner, ast.ClassDef):
                continue
            for node in owner.body:
                if isinstance(node, Function):
                    (flows if is_flow(node.returns) else others).add(node.name)
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    makes = is_flow_maker(node.annotation, aliases)
                    (flows if makes else others).add(node.target.id)
    return flows - others


def bare_yields(module: Module) -> list[str]:
    """Flows that yield by themselves; the kernel alone does, so that answers have types."""
    found = []
    for function in ast.walk(module.tree):
        if isinstance(function, Function) and is_flow(function.returns):
            found += [
                module.at(node, f"{function.name} yields by itself")
                for node in ast.walk(function)
                if isinstance(node, ast.Yield)
            ]
    return found


def lost(module: Module, flows: Mapping[str, set[str]], parts: Iterable[str] = ()) -> list[str]:
    """Calls of flows that nobody drives: neither under `yield from` nor handed on by `return` or a
    lambda.

    `flows` are the flow functions by module; `parts` are names by which objects offer flows.
    """
    reach = _in_reach(module, flows)
    offered = set(parts)
    taken = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.YieldFrom | ast.Return) and node.value:
            taken |= {id(one) for one in _branches(node.value)}
        elif isinstance(node, ast.Lambda):
            taken |= {id(one) for one in _branches(node.body)}
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and id(node) not in taken:
            name = dotted(node.func)
            is_part = isinstance(node.func, ast.Attribute) and node.func.attr in offered
            if name in reach or is_part:
                found.append(module.at(node, f"{name or ast.unparse(node.func)} is not driven"))
    return found


def _branches(node: ast.expr) -> Iterator[ast.expr]:
    """An expression, or the ways that a conditional one may turn out."""
    if isinstance(node, ast.IfExp):
        yield from _branches(node.body)
        yield from _branches(node.orelse)
    else:
        yield node


def _in_reach(module: Module, flows: Mapping[str, set[str]]) -> set[str]:
    """Flow functions as this module spells them: its own, imported ones, those of a module."""
    found = set(flows.get(module.name, ()))
    for node in ast.walk(module.tree):
        if isinstance(node, Function) and is_flow(node.returns):
            if not (node.args.args and node.args.args[0].arg in ("self", "cls")):
                found.add(node.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                spelled = name.asname or name.name
                if name.name in flows.get(node.module, ()):
                    found.add(spelled)
                there = flows.get(f"{node.module}.{name.name}", ())
                found |= {f"{spelled}.{flow}" for flow in there}
        elif isinstance(node, ast.Import):
            for name in node.names:
                spelled = name.asname or name.name
                found |= {f"{spelled}.{flow}" for flow in flows.get(name.name, ())}
    return found
