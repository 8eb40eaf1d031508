"""Saved games on disk; a save is either the old file or the new one, never half.

The record is written to a temporary file beside its place, flushed to the disk, and moved there.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from battlemat.kernel.errors import RecordError
from battlemat.kernel.game import Game
from battlemat.kernel.record import Record, read, record

SUFFIX = ".battlemat"


def save(game: Game[Any], path: Path) -> None:
    """Write the record of a game; what stood at `path` before is lost only when this is whole."""
    write_whole(path, record(game).write())


def write_whole(path: Path, text: str) -> None:
    """Write a text file at once or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(path))
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _mode(path: Path) -> int:
    """The file's own mode, or what a new file would get: a temporary file is too private."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the move itself durable where the system lets us open folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def rescue(game: Game[Any]) -> Record:
    """The record of a game in which a rule broke: every answer before the one that broke it."""
    whole = Game(game.rulebook, game.setup)
    for number, answer in enumerate(game.answers):
        try:
            whole.answer(answer)
        except Exception:  # whatever broke the game breaks its replay at the same answer
            whole = _replayed(game, number)
            break
    whole.dice = game.dice
    return record(whole)


def _replayed(game: Game[Any], answers: int) -> Game[Any]:
    again = Game(game.rulebook, game.setup)
    for answer in game.answers[:answers]:
        again.answer(answer)
    return again


def load(path: Path) -> Record:
    """The record in a file, not yet replayed. What is wrong with it is told with the file."""
    try:
        return read(path.read_text(encoding="utf-8"))
    except (RecordError, UnicodeError) as error:
        what = ": this is not UTF-8 text" if isinstance(error, UnicodeError) else f", {error}"
        raise RecordError(f"{path}{what}{_hint(path)}") from error


def _hint(path: Path) -> str:
    """Other files that people have are content."""
    if path.suffix.lower() not in (".yaml", ".yml"):
        return ""
    return "; content is read by 'battlemat check', 'battlemat scenario' and 'battlemat odds'"


def free_path(rulebook: str, folder: Path) -> Path:
    """A name for a save that takes no other save's place: `skirm3-1.battlemat`, `-2` and so on."""
    number = 1
    while (path := folder / f"{rulebook}-{number}{SUFFIX}").exists():
        number += 1
    return path
