"""What a builder of squads is shown, as typed values; each pack fills them for its rulebooks.

A draft is the value of the very file that a side brings, so what is built, saved, shared and
checked is one thing. A pack says what a draft may be made of (`Building.view`) and judges it by
the checks that read the file (`Building.judge`): no rule of building is written here or in a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FolderPath
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from battlemat.packs.problems import Path, Problem

Value: TypeAlias = dict[str, Any]
"""A draft: the plain value of a squad, force or army file, legal or not."""

SlotKind: TypeAlias = Literal["one", "many", "number", "text", "flag"]


class Fault(NamedTuple):
    """Why a draft may not be played: where, a sentence, and the clause (""; the form is wrong)."""

    path: Path
    what: str
    clause: str


class Thing(NamedTuple):
    """Something that can be chosen, with its price (None: it has none) and what is to be known."""

    id: str
    name: str
    price: int | None = None
    text: str = ""


class Slot(NamedTuple):
    """A part of a draft that can be changed: one thing of several, many of them, a number..."""

    path: Path
    label: str
    kind: SlotKind
    value: Any
    things: tuple[Thing, ...] = ()
    least: int = 0
    most: int = 0
    optional: bool = True
    """Whether it can be left empty."""


class Row(NamedTuple):
    """One entry of a draft: who it is, what it costs in all, and what can be changed in it."""

    path: Path
    name: str
    about: str
    price: int
    times: int
    """How many of it there are."""
    facts: tuple[tuple[str, str], ...]
    """The numbers of its card, worked out, as they are printed: a short word and a value."""
    slots: tuple[Slot, ...]


class Shelf(NamedTuple):
    """What can be added to a draft, under a heading: each thing and the entry that it becomes."""

    label: str
    things: tuple[tuple[Thing, Any], ...]


class View(NamedTuple):
    """A draft as a builder shows it."""

    head: tuple[Slot, ...]
    rows: tuple[Row, ...]
    shelves: tuple[Shelf, ...]


class Verdict(NamedTuple):
    """What a draft costs, and whether it may be played."""

    total: int
    cap: int | None
    unit: str
    """What prices are counted in."""
    faults: tuple[Fault, ...]
    warnings: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether it may be played as it is."""
        return not self.faults

    @property
    def over(self) -> int:
        """By how much it costs too much."""
        return 0 if self.cap is None else max(0, self.total - self.cap)


class Start(NamedTuple):
    """What a squad can be begun from: a faction, a module's faction, a ready squad, nothing."""

    id: str
    name: str
    about: str
    kind: str
    value: Value


class Meeting(NamedTuple):
    """Two units on a plain table, as a scenario file would write it, so that odds can be asked.

    The first of them, A, stands against B. Those of `answers` that can be given bring them to the
    question whose attacks are counted, or only those of its `options` that are named.
    """

    says: str
    position: Value
    answers: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    """Answers after an attack that bring it to its end, as that of the turn: then the dice that
    fall until somebody is asked again are counted, too."""


class Building(Protocol):
    """What a pack knows of building for one rulebook."""

    entries: str
    """The key of a draft under which its entries stand."""

    @property
    def folder(self) -> FolderPath | None:
        """Where paths in a draft start from."""
        ...

    def starts(self) -> Sequence[Start]:
        """What a draft can be begun from, the empty ones first."""
        ...

    def view(self, value: Value) -> View:
        """A draft as a builder shows it; what is wrong in it is left out, never an exception."""
        ...

    def judge(self, value: Value, cap: int | None = None) -> Verdict:
        """Price and faults of a draft, for a cap that was agreed or the usual one."""
        ...

    def prices(self, value: Value) -> Mapping[str, int]:
        """What each thing in a draft costs today, by id, to tell later what changed."""
        ...

    def meetings(self, value: Value, entry: int, enemy: Value, other: int) -> Sequence[Meeting]:
        """An entry of a draft against one of another, at the distances that tell most.

        `Misuse` where the two never meet.
        """
        ...


def faults_of(problems: Sequence[Problem], paths: Mapping[str, Path]) -> tuple[Fault, ...]:
    """Problems of a draft as faults; `paths` finds the path that a key was written from."""
    return tuple(
        dict.fromkeys(Fault(_known_path(one.key, paths), one.what, one.clause) for one in problems)
    )


def _known_path(key: str, paths: Mapping[str, Path]) -> Path:
    """The path of a key, or of the nearest thing around it: a bare word has no keys of its own."""
    while key not in paths:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return paths[key]


def paths_of(value: Any) -> dict[str, Path]:
    """The path of every part of a value, by the key that problems write."""
    from battlemat.packs.problems import write_path

    found: dict[str, Path] = {}

    def walk(one: Any, path: Path) -> None:
        found[write_path(path)] = path
        if isinstance(one, dict):
            for key, part in one.items():
                walk(part, (*path, key))
        elif isinstance(one, list):
            for n, part in enumerate(one):
                walk(part, (*path, n))

    walk(value, ())
    return found
