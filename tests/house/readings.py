"""Claims about a page that read it once, at whatever moment that is, and do not look again.

A page is never done: content arrives, a list reflows, a card opens. What a test claims of it
must be waited for (`expect`, `eventually`), and what it compares must be measured in one moment.
"""

from __future__ import annotations

import ast
import re
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
    """Assertions on a single look at the page, measures of one thing at a time, and words that
    the page would have to evaluate itself, which its own content policy forbids.
    """
    claims = [
        module.at(node, f"{ast.unparse(node.test)} is read once; let expect or eventually ask")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Assert) and any(_readings(node.test, ONCE))
    ]
    alone = [
        module.at(node, f"{ast.unparse(node)} measures one thing; ask browser.table.boxes")
        for node in _readings(module.tree, NEVER)
    ]
    return (
        claims
        + alone
        + [
            module.at(node, f"{ast.unparse(node)} is no function; a page may not evaluate words")
            for node in _readings(module.tree, {"wait_for_function"})
            if node.args and not _is_function(node.args[0])
        ]
    )


def _is_function(given: ast.expr) -> bool:
    """Whether a script is a function, as far as it stands here in words."""
    if isinstance(given, ast.JoinedStr):
        given = given.values[0]
    if not isinstance(given, ast.Constant):
        return True
    return re.match(r"(async )?(\w+|\([^)]*\)) =>", str(given.value)) is not None


def _readings(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    """Calls without arguments of what a locator tells at once; a text also counts its letters."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        counts_letters = node.func.attr == "count" and node.args
        if node.func.attr in names and not counts_letters:
            yield node
