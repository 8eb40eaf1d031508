"""The example as a project of one's own: what `battlemat new rulebook` writes."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator
from keyword import iskeyword
from pathlib import Path

from battlemat.packs.problems import Problem, WrongChoice

_HERE = Path(__file__).parent
_CODE = ("rules.py", "rulebook.py", "pack.py")
_AROUND = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "test_toy.py": "tests/test_toy.py",
}
"""Templates by their names, and where they go."""


def write_project(folder: Path, taken: Collection[str]) -> None:
    """Write the example below a new folder, whose name becomes that of the game.

    `WrongChoice` where the name cannot be one, or is among those that are taken.
    """
    name = folder.name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise _wrong(name, "a name for a Python package is wanted, in lower case, such as standoff")
    if name in taken or name in sys.stdlib_module_names or name == "battlemat":
        raise _wrong(name, "this name is taken; give the folder another")
    folder.mkdir(parents=True)
    for path, text in _files(name):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def _wrong(name: str, what: str) -> WrongChoice:
    return WrongChoice([Problem(f"rulebook '{name}'", 0, "", what)])


def _files(name: str) -> Iterator[tuple[str, str]]:
    """Every file by its path, with the words of the game put in."""
    for template, path in _AROUND.items():
        yield _named(path, name), _named(_read(_HERE / "project" / f"{template}.in"), name)
    package = f"src/{name}"
    yield f"{package}/__init__.py", f'"""The game {_title(name)}."""\n'
    for file in _CODE:
        yield f"{package}/{file}", _named(_read(_HERE / file), name)
    for content in sorted((*_HERE.glob("content/*/*"), *_HERE.glob("beginnings/*"))):
        path = content.relative_to(_HERE).as_posix()
        yield f"{package}/{path}", _named(_read(content), name)


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _title(name: str) -> str:
    return " ".join(part.capitalize() for part in name.split("_"))


def _named(text: str, name: str) -> str:
    """The text with the game's own name for Standoff's."""
    text = text.replace("battlemat.example", name)
    text = re.sub(r"(?<![a-z])toy(?![a-z])", name, text)
    text = re.sub(r"\bTOY\b", name.upper(), text)
    text = re.sub(r"\bToy(?=[A-Z]|\b)", _title(name).replace(" ", ""), text)
    return text.replace("Standoff", _title(name))
