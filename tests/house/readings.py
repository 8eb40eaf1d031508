"""Claims about a page that read it once, at whatever moment that is, and do not look again.

A page is never done: content arrives, a list reflows, a card opens. What a test claims of it
must be waited for (`expect`, `eventually`), and what it compares must be measured in one moment.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from house.sources import Module

ONCE = {
    "all_inner_texts",
    "all_text_contents",
    "bounding_box",
    "count",
    "evaluate",
    "evaluate_all",
    "get_attribute",
    "inner_html",
    "inner_text",
    "input_value",
    "is_checked",
    "is_disabled",
    "is_enabled",
    "is_hidden",
    "is_visible",
    "text_content",
}
NEVER = {"bounding_box"}  # `browser.table.boxes` measures what stands still, all in one moment


def reads_once(module: Module) -> list[str]:
    """Assertions on a single look at the page, and measures of one thing at a time."""
    claims = [
        module.at(node, f"{ast.unparse(node.test)} is read once; let expect or eventually ask")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Assert) and any(_readings(node.test, ONCE))
    ]
    alone = [
        module.at(node, f"{ast.unparse(node)} measures one thing; ask browser.table.boxes")
        for node in _readings(module.tree, NEVER)
    ]
    return claims + alone


def _readings(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    """Calls without arguments of what a locator tells at once; a text also counts its letters."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        counts_letters = node.func.attr == "count" and node.args
        if node.func.attr in names and not counts_letters:
            yield node
