"""A folder of a host's own content, checked like any input and then found by its ids.

There is one such folder in a process; another takes its place. What a file names, it names by an id
(of shipped things or of the folder's) or by a path from where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from battlemat.packs import registry
from battlemat.packs.checks import file_problems, kind_in
from battlemat.packs.problems import ContentError, Problem
from battlemat.packs.shipped import Inside
from battlemat.packs.yaml_source import Source, look_at_file

_ENDINGS = (".yaml", ".yml")
_UNLISTED = ("scenario", "puzzle")


class _Found(NamedTuple):
    file: Path
    source: Source
    kind: str
    id: str
    rulebooks: tuple[str, ...]


def add_content(folder: Path) -> None:
    """Let everything in a folder be chosen; `ContentError` with all that is wrong in any file.

    If anything is, nothing of the folder is added.
    """
    forget_content()
    faults: list[Problem] = []
    files = _files(folder)
    for found in _look(files, faults):
        _register(found, faults)
    for file in files:  # now that they find each other
        faults += file_problems(file)
    if faults:
        forget_content()
        raise ContentError(list(dict.fromkeys(faults)))


def forget_content() -> None:
    """What is shipped is all that there is again."""
    for name in registry.names():
        registry.book(name).shipped.forget_own()


def inside(rulebook: str) -> tuple[Inside, ...]:
    """What the host's own files hold besides the things that they are themselves."""
    readers = registry.pack_of(rulebook).readers()
    return tuple(readers.inside()) if readers.inside is not None else ()


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise ContentError([Problem(str(folder), 0, "", "there is no such folder")])
    found = sorted(file for file in folder.rglob("*") if file.suffix in _ENDINGS)
    if not found:
        raise ContentError([Problem(str(folder), 0, "", "no content (*.yaml) is in this folder")])
    return found


def _look(files: list[Path], faults: list[Problem]) -> Iterator[_Found]:
    """The files that say what they are; of the others it is told what they lack."""
    known = registry.names()
    for file in files:
        try:
            source = look_at_file(file)
            kind = kind_in(source)
        except ContentError as error:
            faults += error.problems
            continue
        value = source.value
        said = value.get("rulebook") if isinstance(value, Mapping) else None
        listed = said if isinstance(said, list) else [said]
        books = tuple(str(one) for one in listed if isinstance(one, str) and one in known)
        if kind not in _UNLISTED and isinstance(value.get("id"), str):
            yield _Found(file, source, kind, value["id"], books)


def _register(found: _Found, faults: list[Problem]) -> None:
    for rulebook in found.rulebooks:
        shipped = registry.book(rulebook).shipped
        if shipped.holds(found.kind, found.id):
            what = f"{rulebook} already has a {found.kind} '{found.id}'; give this one another id"
            faults.append(found.source.problem(("id",), what))
        else:
            shipped.add(found.kind, found.id, found.file)
