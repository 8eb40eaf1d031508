"""A mark of the rules as they are now: it tells whether something was made under others.

Versions of rulebooks rise when rules change; the mark also holds the program text of the rules, so
that it differs after every upgrade that touched them.
"""

from __future__ import annotations

import inspect
from hashlib import sha256
from pathlib import Path
from typing import Any

from battlemat import __version__, boards, kernel
from battlemat.kernel.memo import Memo
from battlemat.kernel.rulebook import Rulebook

_READ = (".py", ".json")


def rules_mark(rulebook: Rulebook[Any]) -> str:
    """The mark of a rulebook and of everything that it stands on."""
    written = _file_of(kernel), _file_of(boards), _file_of(type(rulebook))
    return f"{__version__} {rulebook.name} {rulebook.version} {_text_of(written)}"


def _file_of(what: Any) -> str:
    try:
        return inspect.getfile(what)
    except (OSError, TypeError):  # it has no file: its version must do
        return ""


@Memo("program text, which a running server does not change", bound=64)
def _text_of(modules: tuple[str, ...]) -> str:
    """A digest of all program text beside these files and below."""
    found = sha256()
    for module in modules:
        folder = Path(module).parent
        for file in sorted(folder.rglob("*")) if module else ():
            if file.suffix in _READ and file.is_file():
                found.update(file.relative_to(folder).as_posix().encode() + b"\0")
                found.update(file.read_bytes())
    return found.hexdigest()[:32]
