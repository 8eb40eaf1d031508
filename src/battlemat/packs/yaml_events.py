"""YAML event by event: the plain part of it, with the line of every key and item.

Files that were read before (`yaml_source.as_parsed`) come without it: it is loaded when a text is
to be read.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, NoReturn

import yaml

from battlemat.packs.problems import ContentError, Path, Problem, write_path

DEEPEST = 40

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]{0,17})")
_BROKEN = re.compile(r"[+-]?[0-9]{1,18}\.[0-9]{1,18}")
_BLOCK = re.compile(r"(?P<lead>(?: |- )*)(?P<key>[\w-]+:\s+)\|(?P<chomp>[+-]?)\s*")
_CONSTANTS: dict[str, Any] = {"": None, "~": None, "null": None, "true": True, "false": False}


def built(text: str, file: str) -> Builder:
    """What a text holds, and what is wrong with it as long as there is a value at all."""
    builder = Builder(file)
    try:
        for event in yaml.parse(_say_indents(text), Loader=_LOADER):
            builder.take(event)
    except yaml.reader.ReaderError as error:
        line_number = text.count("\n", 0, error.position) + 1
        code = error.character if isinstance(error.character, int) else ord(error.character[:1])
        what = f"the character U+{code:04X} is not allowed"
        raise ContentError([Problem(file, line_number, "", what)]) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        syntax = Problem(file, line, "", _said(error), column)
        raise ContentError([*builder.problems, syntax]) from None
    return builder


def _say_indents(text: str) -> str:
    """The text with the indentation of every drawing said out loud (`|` becomes `|2`).

    YAML takes the first line of a block for its left edge, but the first line of a map is seldom
    its leftmost. Lines keep their numbers.
    """
    lines = text.split("\n")
    written = [
        (number, len(line) - len(line.lstrip(" ")))
        for number, line in enumerate(lines)
        if line.strip()
    ]  # blank lines are left out once: a block at a time would look at all of them again
    for at, (number, _) in enumerate(written):
        opened = _BLOCK.fullmatch(lines[number].rstrip("\r"))
        if opened is None:
            continue
        edge = len(opened["lead"])
        depth = 0
        for _, indent in islice(written, at + 1, None):
            if indent <= edge:
                break
            depth = min(depth, indent - edge) if depth else indent - edge
        if 1 <= depth <= 9:
            lines[number] = f"{opened['lead']}{opened['key']}|{depth}{opened['chomp']}"
    return "\n".join(lines)


def _said(error: yaml.MarkedYAMLError) -> str:
    problem = " ".join((error.problem or "it cannot be read").split())
    context = f" {error.context}" if error.context else ""
    return f"not YAML: {problem}{context}; texts with ': ', '#' or quotes need quotes around them"


class _Open:
    """A mapping or list that is still being read."""

    __slots__ = ("again", "key", "path", "value")

    def __init__(self, value: dict[str, Any] | list[Any], path: Path) -> None:
        self.value = value
        self.path = path
        self.key: str | None = None
        self.again = False  # the key stood before; the first value counts


class Builder:
    """Builds the value event by event, so that no depth of nesting can exhaust the stack."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Any = None
        self.empty = True
        self.documents = 0
        self.lines: dict[Path, int] = {}
        self.columns: dict[Path, int] = {}
        self.column = 0
        self.problems: list[Problem] = []
        self.stack: list[_Open] = []
        self.skipping = 0

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        self.column = event.start_mark.column + 1
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents == 2:
                self._complain(line, (), "a second document begins; one file holds one")
        elif self.documents > 1:
            return
        elif self.skipping:
            self._skip(event, line)
        elif isinstance(event, yaml.AliasEvent):
            self._complain(
                line, self._path(), f"aliases (*{event.anchor}) are not read; write the value out"
            )
            self._put(None, line)
        elif isinstance(event, yaml.ScalarEvent):
            self._plain(event, line)
            self._scalar(event, line)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._plain(event, line)
            self._begin(event, line)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.stack.pop()

    def _plain(self, event: Any, line: int) -> None:
        if event.anchor is not None:
            self._complain(
                line, self._path(), f"anchors (&{event.anchor}) are not read; leave it out"
            )
        if event.tag is not None and event.tag != "!":
            self._complain(line, self._path(), f"tags ({event.tag}) are not read; leave it out")

    def _skip(self, event: Any, line: int) -> None:
        if isinstance(event, yaml.CollectionStartEvent):
            self.skipping += 1
            if self.skipping > DEEPEST:
                self._too_deep(line)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.skipping -= 1

    def _scalar(self, event: Any, line: int) -> None:
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.value, dict) and top.key is None:
            self._key(top, str(event.value), line)
            return
        plain = event.implicit[0] and event.style in (None, "")
        self._put(plain_value(event.value) if plain else event.value, line)

    def _key(self, top: _Open, key: str, line: int) -> None:
        path = (*top.path, key)
        if key in top.value:
            first = self.lines[path]
            self._complain(line, path, f"this key stands twice, first in line {first}")
            top.again = True
        self._note(path, line)
        top.key = key

    def _begin(self, event: Any, line: int) -> None:
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.value, dict) and top.key is None:
            self._complain(line, top.path, "a list or mapping stands as a key; keys are words")
            top.key = "?"
            self.skipping = 1
            return
        if len(self.stack) >= DEEPEST:
            self._too_deep(line)
        if top is not None and top.again:
            self._put(None, line)
            self.skipping = 1
            return
        path = self._path()
        value: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
        self._put(value, line)
        self.stack.append(_Open(value, path))

    def _path(self) -> Path:
        if not self.stack:
            return ()
        top = self.stack[-1]
        if isinstance(top.value, list):
            return (*top.path, len(top.value))
        return top.path if top.key is None else (*top.path, top.key)

    def _put(self, value: Any, line: int) -> None:
        if not self.stack:
            self.root = value
            self.empty = value is None
            self._note((), line)
            return
        top = self.stack[-1]
        if isinstance(top.value, list):
            self._note((*top.path, len(top.value)), line)
            top.value.append(value)
        elif top.key is not None:
            if not top.again:
                top.value[top.key] = value
            top.key, top.again = None, False
        else:
            self._key(top, "?", line)

    def _note(self, path: Path, line: int) -> None:
        self.lines.setdefault(path, line)
        self.columns.setdefault(path, self.column)

    def _too_deep(self, line: int) -> NoReturn:
        """Stop at once: reading on would cost more with every level."""
        self._complain(line, (), f"nested deeper than {DEEPEST} levels")
        raise ContentError(self.problems)

    def _complain(self, line: int, path: Path, what: str) -> None:
        self.problems.append(Problem(self.file, line, write_path(path), what, self.column))


def plain_value(text: str) -> Any:
    """What an unquoted word stands for: nothing, true or false, a number, or itself."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _WHOLE.fullmatch(text) and not text.startswith("+"):
        return int(text)
    if _BROKEN.fullmatch(text):
        return float(text)
    return text
