"""`Any` in the kernel stands only where Python's types cannot say more; each place says why."""

from __future__ import annotations

import ast

import pytest

from house.sources import Module, rooms, snippet

WHY = {
    "clauses": "tables of a book have whatever columns the book gives them",
    "events": "the facts of an event are those of its own class",
    "forms": "two names for it, each with its reason: the battle, and the value, of whichever book",
    "odds": "an outcome is what the caller's own measure returns",
    "plain": "what setups are made of is found at run time, from their hints",
    "questions": "all that is sent into a generator has one type; `Ask` gives each its own",
    "rulebook": "a setup is plain JSON; a list of questions holds questions of several types",
    "scene": "a card is plain JSON, made by the rulebook for people",
    "state": "a declared field has the type that the class gives it, which a function cannot know",
    "verbs": "a set of verbs holds verbs of several types of answer",
}
"""The modules that may, by name, and why."""
MOST = 40
"""Lines of the kernel with it; 190 before types were given to what has one."""


def uses_any(module: Module) -> bool:
    """Whether a module takes `Any` from `typing`."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "typing"
        and "Any" in {name.name for name in node.names}
        for node in ast.walk(module.tree)
    )


def test_any_stands_only_where_types_cannot_say_more() -> None:
    found = {one.name.rsplit(".", 1)[-1] for one in rooms("kernel") if uses_any(one)}
    assert found == set(WHY)


def lines_with_any(module: Module) -> int:
    """Lines of a module in which the name stands, imports aside."""
    nodes = (one for one in ast.walk(module.tree) if isinstance(one, ast.Name))
    return len({one.lineno for one in nodes if one.id == "Any"})


def test_it_stands_on_few_lines() -> None:
    assert sum(map(lines_with_any, rooms("kernel"))) <= MOST
    text = "from typing import Any\none: Any = 1\ntwo: dict[str, Any] = {}"
    assert lines_with_any(snippet("battlemat.kernel.walk", text)) == 2


@pytest.mark.parametrize("text", ["from typing import Any", "from typing import Any, Generic"])
def test_a_module_that_takes_it_is_noticed(text: str) -> None:
    assert uses_any(snippet("battlemat.kernel.walk", text))
    assert not uses_any(snippet("battlemat.kernel.walk", "from typing import Generic"))
