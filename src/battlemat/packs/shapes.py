"""JSON Schema (draft 7, which editors know best) of what the checks in `schema.py` take.

Only shapes are told: keys, kinds of values, words, bounds. What one part of a file says of another
is for `battlemat check` alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Shape = dict[str, Any]
Definitions = dict[str, Shape]

DIALECT = "http://json-schema.org/draft-07/schema#"


def words(what: str) -> Shape:
    """Any words, or a bare whole number."""
    return {"type": ["string", "integer"], "pattern": r"\S", "description": what}


def matching(regex: str, what: str) -> Shape:
    """A word of a certain shape; a bare whole number may be one."""
    told: Shape = {"type": "string", "pattern": f"^({regex})$", "description": what}
    numbers = re.compile(regex)
    if numbers.fullmatch("1") or numbers.fullmatch("10"):
        told["type"] = ["string", "integer"]
    return told


def codes(exact: Sequence[str], numbered: Iterable[str]) -> Shape:
    """Codes as they are printed, or with a number of one or two digits."""
    told: list[Shape] = [{"enum": list(exact)}] if exact else []
    stems = "|".join(re.escape(stem) for stem in numbered)
    if stems:
        told.append({"type": "string", "pattern": f"^({stems})[1-9][0-9]?$"})
    return any_of(*told)


def suggested(names: Sequence[str], what: str) -> Shape:
    """Names that an editor may offer; others may be right, which the whole file tells."""
    told: Shape = {"type": "string", "minLength": 1, "description": what}
    return {"anyOf": [{"enum": list(names)}, told]}


def any_of(*shapes: Shape) -> Shape:
    """One of several shapes."""
    different = [one for n, one in enumerate(shapes) if one not in shapes[:n]]
    return different[0] if len(different) == 1 else {"anyOf": different}


def items(item: Shape, least: int, most: int | None) -> Shape:
    """A list; one thing that is no mapping may stand for a list of one, nothing for none."""
    listed: Shape = {"type": "array", "items": item}
    if least:
        listed["minItems"] = least
    if most is not None:
        listed["maxItems"] = most
    told = [listed]
    if least <= 1:
        told.append({"allOf": [item, {"not": {"type": ["object", "array", "null"]}}]})
    if least == 0:
        told.append({"type": "null"})
    return any_of(*told)


def exactly(item: Shape, number: int) -> Shape:
    """A list of so many things."""
    return {"type": "array", "items": item, "minItems": number, "maxItems": number}


def entries(key: Shape, item: Shape, least: int) -> Shape:
    """A mapping whose keys the writer chooses."""
    told: Shape = {"type": "object", "propertyNames": key, "additionalProperties": item}
    if not least:
        return {**told, "type": ["object", "null"]}
    return {**told, "minProperties": least}


def mapping(fields: Mapping[str, Shape], needed: Sequence[str]) -> Shape:
    """A mapping with known keys."""
    told: Shape = {"type": "object", "properties": dict(fields), "additionalProperties": False}
    return {**told, "required": list(needed)} if needed else told


def tagged(tag: str, kinds: Mapping[str, Shape]) -> Shape:
    """A mapping whose key `tag` says which one it is."""
    return {
        "type": "object",
        "required": [tag],
        "properties": {tag: {"enum": list(kinds)}},
        "allOf": [
            {"if": {"properties": {tag: {"const": word}}, "required": [tag]}, "then": shape}
            for word, shape in kinds.items()
        ],
    }
