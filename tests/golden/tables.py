"""Whatever modules of the kernel, the boards and the rulebooks write down once, as readable lines.

Numbers, tables, cards and editions run while their module is read: no probe stands before them, and
a number among them may be one off where no battle comes by. So all of them are written out, a line
for each entry, and compared with the lines that are kept. Sentences are left out, for they may be
put better at any time; ids, clauses, names of functions and numbers are not.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
from collections.abc import Iterator, Mapping, Set
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from battlemat.kernel.memo import Memo, Table
from rules.test_unsaid import modules

KEPT = Path(__file__).with_suffix(".list")
HINT = "if these values are meant, run python tests/golden/write_tables.py"
ROOMS = ("kernel", "boards", "skirm", "skirmishers", "openfire")
UNSAID = "..."
"""What stands for a sentence."""
GROWS = "_house"
"""What languages are spoken in the house: more of them once one is read."""
WIDE = 90
"""A table that is wider than this is written entry by entry."""


def room_of(module: str) -> str:
    """The part of the house that a module lies in."""
    parts = module.removeprefix("battlemat.").split(".")
    return parts[1] if parts[0] == "rulebooks" else parts[0]


def written(room: str) -> dict[str, str]:
    """What the modules of one room write down: place and value."""
    found: dict[str, str] = {}
    for module in modules():
        if room_of(module.__name__ + ".") == room:
            home = module.__name__.removeprefix("battlemat.")
            for name, value in _assigned(module):
                found.update(_entries(f"{home}.{name}", value))
    return {place: text for place, text in found.items() if text != UNSAID}


def _assigned(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The names that a module and its classes give to values, in the order of the text."""
    yield from _names(ast.parse(inspect.getsource(module)), "", vars(module))


def _names(
    tree: ast.Module | ast.ClassDef, inside: str, held: Mapping[str, Any]
) -> Iterator[tuple[str, object]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _names(node, f"{inside}{node.name}.", vars(held[node.name]))
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        if targets and not _says_something(node):
            continue
        for target in targets:
            for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                name = getattr(one, "id", "")
                if name in held and not _is_left_out(name, held[name]):
                    yield inside + name, held[name]


def _says_something(node: ast.AST) -> bool:
    """Not what begins empty and is filled while games are played."""
    return ast.unparse(getattr(node, "value", node)) not in ("{}", "[]", "set()")


def _is_left_out(name: str, value: object) -> bool:
    """Fields of values, whose defaults `test_unsaid` reads; names of types."""
    kinds = ("_tuplegetter", "member_descriptor", "TypeVar", "ParamSpec")
    return (
        name.startswith("__")
        or name == GROWS
        or inspect.isroutine(value)
        or inspect.isclass(value)
        or type(value).__name__ in kinds
        or type(value).__module__ in ("typing", "types")
    )


def _entries(place: str, value: object) -> Iterator[tuple[str, str]]:
    """A value in one line, or a wide table entry by entry; of a long list of numbers a digest."""
    text = shown(value)
    if len(text) <= WIDE or hasattr(value, "_fields"):
        yield place, text
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield f"{place}[{shown(key)}]", shown(one)
    elif isinstance(value, tuple | list) and re.search("[A-Za-z]", text):
        for number, one in enumerate(value):
            yield f"{place}[{number}]", shown(one)
    elif isinstance(value, tuple | list):
        yield place, f"{len(value)} rows of numbers, {sha256(text.encode()).hexdigest()[:12]}"
    else:
        yield place, text


def shown(value: object) -> str:
    """A value as it is written here: no addresses, no sentences, sets in order."""
    if isinstance(value, str):
        return repr(value) if re.fullmatch(r"\S*", value) else UNSAID
    if isinstance(value, Enum):
        return f"{value} {value.value}"
    if value is None or isinstance(value, int | float | Fraction | bytes | range):
        return repr(value)
    if isinstance(value, re.Pattern):
        return str(value.pattern)
    if isinstance(value, Table):
        return f"Table(bound={value.bound})"  # what lies in it depends on what was played
    if isinstance(value, Set):
        return f"{{{', '.join(sorted(map(shown, value)))}}}"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{shown(key)}: {shown(one)}' for key, one in value.items())}}}"
    if isinstance(value, type) or inspect.isroutine(value) or isinstance(value, Memo):
        return str(getattr(value, "__qualname__", type(value).__name__))
    return _composed(value)


def _composed(value: object) -> str:
    """A value with parts: each by its name, but for defaults; a sequence without names."""
    defaults: Any = getattr(value, "_field_defaults", {})
    names: Any = getattr(value, "_fields", None)
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        defaults = {field.name: field.default for field in dataclasses.fields(value)}
    if names is not None:
        said = {name: getattr(value, name) for name in names}
        parts = [
            f"{name}={shown(one)}"
            for name, one in said.items()
            if not (name in defaults and shown(one) == shown(defaults[name]))
        ]
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(shown, value))}]"
    return type(value).__name__


def kept() -> dict[str, dict[str, str]]:
    """What is kept, by room."""
    found: dict[str, dict[str, str]] = {room: {} for room in ROOMS}
    for line in KEPT.read_text(encoding="utf-8").splitlines():
        place, _, text = line.partition(" = ")
        found[room_of(place)][place] = text
    return found


def write() -> None:
    """Write down what the modules write down now."""
    rows = [f"{place} = {text}\n" for room in ROOMS for place, text in written(room).items()]
    KEPT.write_text("".join(rows), encoding="utf-8")
