"""Break the rules on purpose, and see whether a test notices: `make mutants`.

Draws places in the kernel, the boards and the rulebooks at random, from a seed; breaks each in a
copy of the tree, and runs the tests that call the broken function, fastest first, until one fails.
Breaks that none notices survive and are listed: each wants a test, or a reason why nothing changes.

    python scripts/mutants.py --places 200 --seed 1
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from shutil import copy2

from mutations import Break, breaks

ROOT = Path(__file__).parents[1]
ROOMS = ("kernel", "boards", "rulebooks")
NO_RULES = ("advice", "screen")  # rooms of a rulebook that decide nothing
TESTS = ("kernel", "boards", "rules", "golden", "testing")
MOST_SECONDS = 60.0  # of tests for one break
MOST_TESTS = 250


@dataclass(frozen=True)
class Mutant:
    """One break of one file."""

    file: str  # below src
    made: Break

    def __str__(self) -> str:
        was, now = (" ".join(text.split())[:70] for text in (self.made.was, self.made.now))
        return f"{self.file}:{self.made.line} {self.made.kind}: {was}  ->  {now}"


@dataclass(frozen=True)
class Watched:
    """What the tests call: for each function and each file the tests, fastest first."""

    seconds: dict[str, float]
    by_function: dict[tuple[str, int], list[str]]
    by_file: dict[str, list[str]]

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests for a break, as many as there is time for."""
        found = self.by_function.get((mutant.file, mutant.made.function))
        if found is None and mutant.made.function == 0:
            found = self.by_file.get(mutant.file)
        chosen: list[str] = []
        spent = 0.0
        for test in found or ():
            spent += self.seconds[test]
            if chosen and (spent > MOST_SECONDS or len(chosen) >= MOST_TESTS):
                break
            chosen.append(test)
        return chosen


def main() -> None:
    """Draw, break, run, and tell."""
    args = _arguments()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [_copy_tree(Path(folder) / f"tree{n}") for n in range(args.jobs)]
        watched = _watch(copies[0], args.map, args.tests)
        drawn = draw(args.places, args.seed, args.only, copies[0])
        survivors, untested = run(drawn, watched, copies)
    killed = len(drawn) - len(survivors) - len(untested)
    print(
        f"\n{len(drawn)} places, seed {args.seed}: {killed} noticed, {len(survivors)} survive, ",
        end="",
    )
    print(f"{len(untested)} called by no test")
    for title, some in (("survive", survivors), ("called by no test", untested)):
        for mutant in some:
            print(f"{title}: {mutant}")
    sys.exit(bool(survivors or untested))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Break the rules, and see whether a test notices.")
    parser.add_argument("--places", type=int, default=200, help="how many places to break")
    parser.add_argument("--seed", type=int, default=1, help="which places")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    parser.add_argument("--tests", nargs="*", default=TESTS, help="folders or files below tests")
    parser.add_argument("--only", default="", help="only files whose path matches this")
    parser.add_argument(
        "--map", type=Path, help="keep here which test calls what, and use it again"
    )
    return parser.parse_args()


def draw(places: int, seed: int, only: str = "", root: Path = ROOT) -> list[Mutant]:
    """Some places at random, the same for the same seed and tree."""
    found = []
    for room in ROOMS:
        for path in sorted((root / "src" / "battlemat" / room).rglob("*.py")):
            file = path.relative_to(root / "src").as_posix()
            if re.search(only, file) and not any(part in NO_RULES for part in file.split("/")):
                found += [Mutant(file, one) for one in breaks(path.read_text(encoding="utf-8"))]
    return random.Random(seed).sample(found, min(places, len(found)))


def _copy_tree(folder: Path) -> Path:
    """A copy of what is in git; the checkout itself is never touched."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    for name in listed.splitlines():
        if (ROOT / name).is_file() and not name.startswith("web/"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            copy2(ROOT / name, folder / name)
    return folder


def _pytest(tree: Path, *args: str, timeout: float | None = None, **more: str) -> int:
    """Run tests in a copy; what they print is not wanted."""
    paths = [tree / "src", tree / "tests", tree / "scripts"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), **more}
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--noconftest",
        *args,
    ]
    try:
        done = subprocess.run(
            command, cwd=tree, env=env, timeout=timeout, capture_output=True, check=False
        )
    except subprocess.TimeoutExpired:
        return -1
    return done.returncode


# ---------------------------------------------------------------------- who calls what


def _watch(tree: Path, kept: Path | None, tests: Iterable[str] = TESTS) -> Watched:
    """Run the tests once and note which functions each of them calls."""
    if kept is not None and kept.exists():
        return _read_map(json.loads(kept.read_text(encoding="utf-8")))
    print("watching which test calls what ...", flush=True)
    folder = tree / ".mutants"
    folder.mkdir()
    wanted = [f"tests/{name}" for name in tests if (tree / "tests" / name).exists()]
    _pytest(tree, "-n", "2", "-p", "mutants_watch", *wanted, MUTANTS_MAP=str(folder))
    told = {}
    for path in folder.glob("*.json"):
        told.update(json.loads(path.read_text(encoding="utf-8")))
    if not told:
        sys.exit("no test has run; run the tests first")
    if kept is not None:
        kept.write_text(json.dumps(told), encoding="utf-8")
    return _read_map(told)


def _read_map(told: dict[str, dict[str, object]]) -> Watched:
    seconds = {test: float(str(one["seconds"])) for test, one in told.items()}
    by_function: dict[tuple[str, int], list[str]] = {}
    by_file: dict[str, list[str]] = {}
    for test in sorted(told, key=lambda test: (seconds[test], test)):
        calls = told[test]["calls"]
        assert isinstance(calls, list)
        for file, line in calls:
            by_function.setdefault((file, line), []).append(test)
        for file in {file for file, _ in calls}:
            by_file.setdefault(file, []).append(test)
    return Watched(seconds, by_function, by_file)


# ---------------------------------------------------------------------- breaking


def run(
    drawn: Iterable[Mutant], watched: Watched, copies: list[Path]
) -> tuple[list[Mutant], list[Mutant]]:
    """The breaks that no test notices, and those in functions that no test calls."""
    free: Queue[Path] = Queue()
    for tree in copies:
        free.put(tree)

    def judge(mutant: Mutant) -> str:
        tree = free.get()
        try:
            return _judge(mutant, watched, tree)
        finally:
            free.put(tree)

    survivors, untested = [], []
    with ThreadPoolExecutor(len(copies)) as pool:
        for mutant, verdict in zip(drawn, pool.map(judge, drawn), strict=True):
            print(f"{verdict:<10}{mutant}", flush=True)
            if verdict == "survives":
                survivors.append(mutant)
            elif verdict == "untested":
                untested.append(mutant)
    return survivors, untested


def _judge(mutant: Mutant, watched: Watched, tree: Path) -> str:
    tests = watched.tests(mutant)
    if not tests:
        return "untested"
    path = tree / "src" / mutant.file
    text = path.read_text(encoding="utf-8")
    path.write_text(mutant.made.apply(text), encoding="utf-8")
    predicted = sum(watched.seconds[test] for test in tests)
    try:
        code = _pytest(tree, "-x", "-p", "no:xdist", *tests, timeout=60 + 5 * predicted)
    finally:
        path.write_text(text, encoding="utf-8")
    return "survives" if code == 0 else "endless" if code < 0 else "noticed"


if __name__ == "__main__":
    main()
