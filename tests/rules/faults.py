"""Faults of setups, and the lines that raise them: each is come by, and its text is held whole."""

from __future__ import annotations

import ast
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from battlemat.kernel.errors import SetupError


def raised(fault: Callable[[], object]) -> tuple[str, str]:
    """What is told of a fault, and the line that raises it."""
    with pytest.raises(SetupError) as error:
        fault()
    last = traceback.extract_tb(error.value.__traceback__)[-1]
    return str(error.value), f"{Path(last.filename).name}:{last.lineno}"


def lines(module: Path) -> Iterator[str]:
    """Where a module raises such faults."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and "SetupError" in ast.dump(node):
            yield f"{module.name}:{node.lineno}"
