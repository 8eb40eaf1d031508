"""JSON text by an encoder that is many times quicker than the standard library's."""

from __future__ import annotations

import json
from typing import Any

import orjson

from battlemat.kernel.scene import as_json
from battlemat.tables.view.json_text import Writer


def dumps(value: Any) -> str:
    """JSON text, short and without characters that would break a stream's lines."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # a key, a number or a letter that the quick encoder cannot have
        return json.dumps(value, separators=(",", ":"), allow_nan=False)


def drawn(value: Any) -> str:
    """The JSON text of a scene, of handles or of shapes: what `as_json` gives, at a thirtieth of
    the cost, because the encoder knows dataclasses.
    """
    try:
        return orjson.dumps(value, default=_plainer).decode()
    except TypeError:  # a key, a number or a letter that the quick encoder cannot have
        return dumps(as_json(value))


def _plainer(value: Any) -> Any:
    """What the encoder does not know: tuples with names, and other mappings than dictionaries."""
    return list(value) if isinstance(value, tuple) else dict(value)


QUICK = Writer(dumps, drawn)
"""How a server writes all that it shows."""
