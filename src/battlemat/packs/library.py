"""Where content is found: what is shipped, by its id, and what players wrote, by its path.

Its one rule: an id is a file's name without its ending, so a thing is found without reading others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.yaml_source import Source, read_file

# Content that several rulebooks share stands once, in a folder of its own.
_FOLDERS = {"skirm1": ("skirm1", "skirm-early"), "skirm2": ("skirm2", "skirm-early")}
# Where a rulebook has words of its own, its folders are called by them.
_OWN_WORDS = {
    ("openfire", "squad"): "armies",
    ("openfire", "army"): "armies",
    ("openfire", "map"): "boards",
    ("skirmishers", "squad"): "forces",
}
_ENDINGS = (".yaml", ".yml")


class Entry(NamedTuple):
    """A shipped file, as a list would show it."""

    id: str
    name: str
    text: str


def maps(rulebook: str) -> tuple[Entry, ...]:
    """The shipped maps of a rulebook."""
    return entries(rulebook, "map")


def missions(rulebook: str) -> tuple[Entry, ...]:
    """The shipped missions of a rulebook."""
    return entries(rulebook, "mission")


def squads(rulebook: str) -> tuple[Entry, ...]:
    """The shipped squads of a rulebook."""
    return entries(rulebook, "squad")


def factions(rulebook: str) -> tuple[Entry, ...]:
    """The shipped factions of a rulebook."""
    return entries(rulebook, "faction")


def environments(rulebook: str) -> tuple[Entry, ...]:
    """The shipped environments of a rulebook."""
    return entries(rulebook, "environment")


@cache
def entries(rulebook: str, kind: str) -> tuple[Entry, ...]:
    """Everything of one kind that is shipped for a rulebook, in the order of ids."""
    found = []
    for name in shipped(rulebook, kind):
        value = load(rulebook, kind, name).value
        words = value if isinstance(value, dict) else {}
        about = words.get("text") or words.get("briefing") or ""
        said = _owner(rulebook, words) + " ".join(str(about).split())
        found.append(Entry(name, str(words.get("name", name)), said))
    return tuple(found)


def _owner(rulebook: str, words: Mapping[str, object]) -> str:
    """The game module that a thing belongs to, where it can be played with that one alone."""
    owner = words.get("module")
    if not isinstance(owner, str) or owner not in shipped(rulebook, "module"):
        return ""
    module = load(rulebook, "module", owner).value
    return f"{module.get('name', owner)}. " if isinstance(module, dict) else ""


@cache
def shipped(rulebook: str, kind: str) -> Mapping[str, Traversable]:
    """The shipped files of one kind by id."""
    found: dict[str, Traversable] = {}
    for folder in _FOLDERS.get(rulebook, (rulebook,)):
        place = files("battlemat.packs") / "content" / folder / folder_name(rulebook, kind)
        if place.is_dir():
            for file in place.iterdir():
                stem, dot, ending = file.name.rpartition(".")
                if dot + ending in _ENDINGS:
                    found[stem] = file
    return MappingProxyType(dict(sorted(found.items())))


def folder_name(rulebook: str, kind: str) -> str:
    """The folder that the shipped files of one kind stand in."""
    return _OWN_WORDS.get((rulebook, kind), f"{kind}s")


def is_path(name: str) -> bool:
    """Whether a name is meant as a file of the user's rather than as an id."""
    return name.endswith(_ENDINGS) or "/" in name or "\\" in name


def load(rulebook: str, kind: str, name: str, *, beside: Path | None = None) -> Source:
    """A file by id or path; a path is read from `beside`, the folder of the file that names it."""
    if is_path(name):
        return read_file((beside or Path()) / name, name)
    known = shipped(rulebook, kind)
    if name not in known:
        raise ContentError([Problem(f"{kind} '{name}'", 0, "", unknown(rulebook, kind, name))])
    return _read_shipped(rulebook, kind, name)


def unknown(rulebook: str, kind: str, name: str) -> str:
    """What is said of an id that nothing shipped has."""
    return f"{rulebook} has no {kind} '{name}'{nearest(name, shipped(rulebook, kind))}"


@cache
def _read_shipped(rulebook: str, kind: str, name: str) -> Source:
    file = shipped(rulebook, kind)[name]
    return read_file(file, f"{rulebook}/{folder_name(rulebook, kind)}/{file.name}")
