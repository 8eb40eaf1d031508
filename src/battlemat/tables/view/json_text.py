"""How views become JSON text: by the standard library, or by whatever quicker way a host has."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from battlemat.kernel.scene import as_json


class Writer(NamedTuple):
    """Writes JSON text: `plain` values, and what is `drawn` (scenes, handles, shapes)."""

    plain: Callable[[Any], str]
    drawn: Callable[[Any], str]


def plain(value: Any) -> str:
    """JSON text, short and without characters that would break a stream's lines."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False, ensure_ascii=False)


def drawn(value: Any) -> str:
    """The JSON text of a scene, of handles or of shapes."""
    return plain(as_json(value))


PLAIN = Writer(plain, drawn)
"""The writer that is always there."""


def joined(texts: Mapping[str, str]) -> str:
    """JSON texts by name, as the text of one object."""
    return "{" + ",".join(f'"{name}":{text}' for name, text in texts.items()) + "}"
