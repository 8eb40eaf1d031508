"""YAML as plain values that know their lines; data only, and one value for one text.

Of YAML the plain part is read: mappings, lists, texts, whole and broken numbers, true and false,
and nothing (`null` or an empty place). Tags, anchors and aliases are refused, so a file can neither
call code nor unfold into more than was written. Words such as `no`, `on` or `3:30` stay words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from battlemat.packs.problems import ContentError, Path, Problem, write_path

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LARGEST = 1_000_000  # bytes; the longest file that a person would write is far below this

PARSED = b"#parsed\n"
"""What a file begins with whose value was written as JSON when a folder was built (`as_parsed`)."""


@dataclass(frozen=True)
class Source:
    """The value of a file, and the line of every key and item in it."""

    file: str
    value: Any
    lines: Mapping[Path, int] = field(default_factory=dict)
    columns: Mapping[Path, int] = field(default_factory=dict)
    faults: tuple[Problem, ...] = ()
    """What is not plain YAML in it, where the rest could be read all the same."""

    def line(self, path: Path) -> int:
        """The line of a key, or of the nearest thing around it that was written."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def problem(self, path: Path, what: str, clause: str = "") -> Problem:
        """What is wrong with the value of a key."""
        key = write_path(path)
        return Problem(self.file, self.line(path), key, what, self.column(path), clause)

    def column(self, path: Path) -> int:
        """The column of a key, or of the nearest thing around it that was written."""
        while path and path not in self.columns:
            path = path[:-1]
        return self.columns.get(path, 0)

    @cached_property
    def leaves(self) -> frozenset[str]:
        """The keys of all single values, as problems write them."""
        return frozenset(_leaves(self.value, ()))


def _leaves(value: Any, path: Path) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _leaves(one, (*path, key))
    elif isinstance(value, list):
        for n, one in enumerate(value):
            yield from _leaves(one, (*path, n))
    else:
        yield write_path(path)


def read_file(path: FilePath | Traversable, file: str | None = None) -> Source:
    """The value of a file; `ContentError` if it cannot be read or is not plain YAML."""
    return _plain_only(look_at_file(path, file))


def read_text(text: str, file: str = "text") -> Source:
    """The value of a text; `file` is the name that its problems are told under."""
    return _plain_only(look_at_text(text, file))


def _plain_only(source: Source) -> Source:
    if source.faults:
        raise ContentError(source.faults)
    return source


def look_at_file(path: FilePath | Traversable, file: str | None = None) -> Source:
    """The value of a file, its faults beside it as long as there is a value at all."""
    name = file or str(path)
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise _wrong(name, 0, "there is no such file") from None
    except IsADirectoryError:
        raise _wrong(name, 0, "this is a folder, not a file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name is not one of a file"
        raise _wrong(name, 0, f"the file cannot be read: {reason}") from None
    if raw.startswith(PARSED):
        return Source(name, json.loads(raw[len(PARSED) :]))
    if len(raw) > LARGEST:
        raise _wrong(name, 0, f"the file has {len(raw)} bytes; at most {LARGEST} are read")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise _wrong(name, line, "this is not UTF-8 text; save the file as UTF-8") from None
    return look_at_text(text, name)


def look_at_text(text: str, file: str = "text") -> Source:
    """The value of a text, its faults beside it as long as there is a value at all."""
    tabs = [
        Problem(file, number, "", "a tab stands in the indentation; use spaces")
        for number, line in enumerate(text.splitlines(), 1)
        if "\t" in line[: len(line) - len(line.lstrip())]
    ]
    if tabs:
        raise ContentError(tabs)
    from battlemat.packs import yaml_events  # what was read before needs no YAML at all

    builder = yaml_events.built(text, file)
    if builder.empty:
        raise ContentError([*builder.problems, Problem(file, 0, "", "the file is empty")])
    faults = tuple(builder.problems)
    return Source(file, builder.root, builder.lines, builder.columns, faults)


def _wrong(file: str, line: int, what: str) -> ContentError:
    return ContentError([Problem(file, line, "", what)])


def as_parsed(path: FilePath) -> bytes:
    """A file as it is read without YAML; `read_file` gives the same value of it, without lines."""
    return PARSED + json.dumps(read_file(path).value).encode()
