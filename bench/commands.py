"""The command line: what a command takes from start to end, beside `python -c pass`.

Each command is a process of its own, started in turns with an empty Python. Its processor time is
what a person waits on a machine that does nothing else; the least of some rounds counts. Compiled
modules are kept in a folder for the whole run, as an installed package has them.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import Row

ROOT = Path(__file__).parents[1]
GOAL = 0.3
ROUNDS = 7
COMMANDS = (
    ("rules", "skirm3", "--search", "cover"),
    ("rules", "skirmishers"),
    ("squads", "skirm3"),
    ("squads", "openfire"),
    *(("check", name) for name in ("skirm3", "skirmishers", "openfire")),
    *(("scenario", name) for name in ("skirm3", "skirmishers", "openfire")),
)
MAIN = "from battlemat.cli import main; main()"


def _arguments(command: tuple[str, ...]) -> list[str]:
    """The command's words; `check` and `scenario` take the first file of a rulebook."""
    if command[0] in ("check", "scenario"):
        folder = ROOT / "src" / "battlemat" / "reader" / "scenarios" / command[1]
        return [command[0], str(min(folder.rglob("*.yaml")))]
    return list(command)


def _seconds(arguments: list[str], environment: dict[str, str]) -> float:
    """The processor time of one process, its own and the system's for it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, cwd=ROOT, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{arguments}: {done.stderr.decode()}{done.stdout.decode()}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows() -> list[Row]:
    """One row for each command."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
        }
        environment["PYTHONPYCACHEPREFIX"] = folder
        for command in COMMANDS:
            arguments = ["-c", MAIN, *_arguments(command)]
            _seconds(arguments, environment)  # compiles
            ours = empty = float("inf")
            for _ in range(ROUNDS):
                ours = min(ours, _seconds(arguments, environment))
                empty = min(empty, _seconds(["-c", "pass"], environment))
            found.append(
                Row(
                    f"battlemat {' '.join(command)}",
                    f"{ours:.3f} s",
                    f"{empty:.3f} s (python -c pass)",
                    f"{ours / empty:.1f}",
                    f"{GOAL} s",
                )
            )
    return found
