"""The shipped files of one rulebook, found by id; files that players wrote are found by path.

An id is a file's name without its ending, so a thing is found without reading any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple

from battlemat.packs.problems import ContentError, Problem, WrongChoice, nearest
from battlemat.packs.yaml_source import Source, read_file, read_text

_HERE = Path(__file__).parent  # `importlib.resources` takes 10 ms to load
_ENDINGS = (".yaml", ".yml")
_TRAINING = "training"
"""The folder of what guided games are played with: found by id, but in no list to choose from."""


class Entry(NamedTuple):
    """A shipped file, as a list would show it."""

    id: str
    name: str
    text: str


class Inside(NamedTuple):
    """A thing that stands inside a file of another kind, as the missions of a game module do."""

    kind: str
    entry: Entry
    path: str
    """How it is asked for."""


SENT = "your file"


class Sent(str):
    """The name of a file whose text was sent along; no disk is asked for it.

    It stands wherever the path of a file may stand. What the file names itself is shipped content.
    """

    __slots__ = ("text",)
    text: str

    @classmethod
    def of(cls, text: str, name: str = SENT) -> Sent:
        """A text under the name that its problems are told by."""
        sent = cls(name)
        sent.text = text
        return sent


class _NoFolder(PurePosixPath):
    """The folder that paths of a file start from which was sent: there is none."""

    def __truediv__(self, name: Any) -> Any:
        what = "a file that is sent names shipped content, not other files"
        raise ContentError([Problem(f"'{name}'", 0, "", what)])


NO_FOLDER: Any = _NoFolder("nowhere")


def is_path(name: str) -> bool:
    """Whether a name is meant as a file of the user's rather than as an id."""
    if isinstance(name, Sent):
        return True
    return name.endswith(_ENDINGS) or "/" in name or "\\" in name


def folder_of(name: str, beside: Path | None) -> Path | None:
    """The folder that the paths in a file start from; None for shipped content."""
    if isinstance(name, Sent):
        found: Path = NO_FOLDER
        return found
    return ((beside or Path()) / name).parent if is_path(name) else None


class Shipped:
    """What is shipped for one rulebook.

    `folders` of the content hold its files: its own first, then those that it shares with others.
    A kind of content stands in a folder of its name in the plural; `words` says where a rulebook
    calls it by another, and `told` what a thing is about where its file does not say it all, from
    the rulebook and what the file holds. Whatever was read is kept and never changed.

    An installed package has its own `root`, the folder in which `content` and `beginnings` lie.
    """

    def __init__(
        self,
        rulebook: str,
        *folders: str,
        words: Mapping[str, str] = MappingProxyType({}),
        told: Callable[[str, Mapping[str, Any]], str] | None = None,
        root: Path = _HERE,
    ) -> None:
        self.rulebook = rulebook
        self._told = told
        self._root = root
        self._folders = folders or (rulebook,)
        self._words = words
        self._files: dict[tuple[str, str], Mapping[str, Path]] = {}
        self._sources: dict[tuple[str, Path], Source] = {}
        self._own: dict[tuple[str, str], Path] = {}

    def add(self, kind: str, name: str, file: Path) -> None:
        """Let a file of the host's own be found by its id, beside what is shipped."""
        self._own[self._folder(kind), name] = file
        self._files.clear()

    def forget_own(self) -> None:
        """What is shipped is all that there is again."""
        self._own.clear()
        self._files.clear()

    def home(self, kind: str, name: str) -> Path | None:
        """The folder that the paths in a file start from which is found by its id; None for what
        is shipped, which names no paths."""
        file = self._own.get((self._folder(kind), name))
        return file.parent if file else None

    def files(self, kind: str) -> Mapping[str, Path]:
        """The files of one kind by id, in the order of ids."""
        return self._found(kind)

    def _found(self, kind: str, within: str = "") -> Mapping[str, Path]:
        if (kind, within) not in self._files:
            found: dict[str, Path] = {}
            for folder in self._folders:
                place = self._root / "content" / folder / within / self._folder(kind)
                if place.is_dir():
                    for file in place.iterdir():
                        stem, dot, ending = file.name.rpartition(".")
                        if dot + ending in _ENDINGS:
                            found[stem] = file
            for (folder, name), file in self._own.items() if not within else ():
                if folder == self._folder(kind):
                    found[name] = file
            self._files[kind, within] = MappingProxyType(dict(sorted(found.items())))
        return self._files[kind, within]

    def file_to_begin_with(self, kind: str) -> Path | None:
        """The file of a kind that `battlemat new` writes; None if there is none."""
        places = (self._root / "beginnings" / folder / f"{kind}.yaml" for folder in self._folders)
        return next((file for file in places if file.is_file()), None)

    def holds(self, kind: str, name: str) -> bool:
        """Whether a file is found by this id, in the lists or among what guided games need."""
        return name in self.files(kind) or name in self._found(kind, _TRAINING)

    def load(self, kind: str, name: str, *, beside: Path | None = None) -> Source:
        """A file by id or path; a path is read from `beside`, the folder of the file that names
        it."""
        if isinstance(name, Sent):
            return read_text(name.text, name)
        if is_path(name):
            return read_file((beside or Path()) / name, name)
        file = self.files(kind).get(name) or self._found(kind, _TRAINING).get(name)
        if file is None:
            raise WrongChoice([Problem(f"{kind} '{name}'", 0, "", self.unknown(kind, name))])
        if (kind, file) not in self._sources:
            own = (self._folder(kind), name) in self._own
            label = str(file) if own else f"{self.rulebook}/{self._folder(kind)}/{file.name}"
            self._sources[kind, file] = read_file(file, label)
        return self._sources[kind, file]

    def unknown(self, kind: str, name: str) -> str:
        """What is said of an id that nothing shipped has."""
        return f"{self.rulebook} has no {kind} '{name}'{nearest(name, self.files(kind))}"

    def entries(self, kind: str) -> tuple[Entry, ...]:
        """Everything of one kind, in the order of ids, with what its files say of it."""
        found = []
        for name in self.files(kind):
            value = self.load(kind, name).value
            words = value if isinstance(value, dict) else {}
            about = words.get("text") or words.get("briefing") or ""
            if self._told is not None and "briefing" in words:
                about = self._told(self.rulebook, words)
            said = self._owner(words) + " ".join(str(about).split())
            found.append(Entry(name, str(words.get("name", name)), said))
        return tuple(found)

    def _owner(self, words: Mapping[str, object]) -> str:
        """The game module that a thing belongs to, where it can be played with that one alone."""
        owner = words.get("module")
        if not isinstance(owner, str) or owner not in self.files("module"):
            return ""
        module = self.load("module", owner).value
        return f"{module.get('name', owner)}. " if isinstance(module, dict) else ""

    def _folder(self, kind: str) -> str:
        return self._words.get(kind, f"{kind}s")
