"""No command ends in a traceback: it says whose fault it is, and loses no game.

What a user can mend is one line on stderr. Anything else is a bug of ours: it says so, names the
file with the details, and saves the game that was being played.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from battlemat import __version__
from battlemat.commands.shared.house import House
from battlemat.kernel.errors import BattlematError, Misuse, RuleBug
from battlemat.kernel.words import say

T = TypeVar("T")


class Failure(click.ClickException):
    """Something that the user can mend: an expectation that failed, content that is not legal."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        for line in self.message.splitlines():
            click.echo(f"error: {line}", file=file, err=True)


class WrongUsage(Failure):
    """A name or a value that there is not; what would be right is said."""

    exit_code = 2


class Unreadable(Failure):
    """A file that cannot be read or written."""

    exit_code = 2


EXTRAS = {
    "server": (
        "cryptography",
        "fastapi",
        "orjson",
        "psycopg",
        "sqlalchemy",
        "starlette",
        "uvicorn",
    ),
    "lab": ("distributed", "pyarrow"),
    "env": ("gymnasium", "numpy", "pettingzoo"),
}
"""What a plain installation leaves out, by the extra that brings it."""


class Bug(Failure):
    """A fault of ours."""

    exit_code = 3


def guarded(run: Callable[[], T], house: House) -> T:
    """Run a command; turn whatever goes wrong into a line and an exit code."""
    try:
        return run()
    except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
        raise
    except RuleBug as error:
        raise _bug(error, house) from error
    except Misuse as error:
        raise WrongUsage(str(error)) from error
    except BattlematError as error:
        raise Failure(str(error)) from error
    except UnicodeError as error:
        raise Failure(say("this is not UTF-8 text: {error}", error=error)) from error
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        raise Unreadable(told(error)) from error
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and (missing := _left_out(error)):
            raise WrongUsage(missing) from None
        raise _bug(error, house) from error


def _left_out(error: ModuleNotFoundError) -> str:
    """How to get a module that is not there, where an extra brings it; else nothing."""
    missing = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if missing in modules:
            how = f"pip install 'battlemat[{extra}]'"
            return f"this needs {missing}, which is not installed: {how}"
    return ""


def told(error: OSError) -> str:
    """A system's error in one line: the file and what is wrong."""
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename else what


def _bug(error: Exception, house: House) -> Bug:
    """Write what happened to files, and say where they lie."""
    lines = [f"this is a bug in Battlemat, not your fault: {type(error).__name__}: {error}"]
    try:
        lines.append(f"the details are in {_report(error)}")
        if house.game is not None:
            kept = _keep(house)
            lines.append(f"your game is saved; go on with: battlemat resume {kept}")
    except Exception as second:  # a full disk must not hide the first fault
        lines.append(f"and the report could not be written: {second}")
    return Bug("\n".join(lines))


def _report(error: Exception) -> Path:
    import platform  # what only a crash needs is not loaded before there is one
    import tempfile
    import traceback

    handle, name = tempfile.mkstemp(prefix="battlemat-crash-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f"battlemat {__version__}, Python {platform.python_version()}\n")
        file.write(f"command: {' '.join(sys.argv[1:])}\n\n")
        file.write("".join(traceback.format_exception(error)))
    return Path(name)


def _keep(house: House) -> Path:
    from battlemat.keeping import saves  # a command that plays no game need not load it

    game = house.game
    assert game is not None
    path = saves.free_path(game.rulebook.name, Path.cwd())
    saves.write_whole(path, saves.rescue(game).write())
    return path
