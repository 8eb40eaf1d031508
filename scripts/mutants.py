"""Break the rules on purpose, and see whether a test notices: `make mutants`.

Draws places in the kernel, the boards and the rulebooks at random, from a seed, as many of each as
its code is large; breaks each in a copy of the tree, and runs the tests that come by the
place, fastest first, until one fails. Breaks that none notices survive and are listed: each
wants a test, or a reason in docs/mutation.md why nothing changes.

    python scripts/mutants.py --places 200 --seed 1 --write
    python scripts/mutants.py --these 1a2b3c4d
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Queue
from shutil import copy2, rmtree
from typing import Any

from mutants_draw import Mutant, draw, mutants
from mutants_judge import CODES, ENDLESS, NOTICED, UNSURE, WAITING, Job, limit
from mutants_readers import readers
from mutants_report import UNTESTED, Verdict, known, summary, write
from mutants_watch import probed

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "mutation.md"
TESTS = ("kernel", "boards", "rules", "golden", "packs", "testing", "example")
MOST_SECONDS = 40.0  # of tests for one break
MOST_TESTS = 500


@dataclass(frozen=True)
class Watched:
    """Which tests come by each place, fastest first, and which places are met by reading tests."""

    seconds: dict[str, float]
    by_place: dict[int, list[str]]
    early: frozenset[int]

    def tests(self, number: int) -> list[str]:
        """The tests for a place, as many as there is time for."""
        chosen: list[str] = []
        spent = 0.0
        for test in self.by_place.get(number, ()):
            spent += self.seconds[test]
            if chosen and (spent > MOST_SECONDS or len(chosen) >= MOST_TESTS):
                break
            chosen.append(test)
        return chosen

    def patience(self, tests: Iterable[str]) -> float:
        """The seconds of a processor after which a break is taken to go on for ever."""
        return 120 + 20 * sum(self.seconds[test] for test in tests)


def main() -> None:
    """Draw, break, run, and tell."""
    args = _arguments()
    drawn = _drawn(args)
    folder: Path = args.folder
    folder.mkdir(parents=True, exist_ok=True)
    trees = [_copy_tree(folder / f"tree{number}") for number in range(args.jobs)]
    watched = watch(drawn, args)
    verdicts = []
    for verdict in judge(drawn, watched, trees, folder):
        print(verdict, flush=True)
        verdicts.append(verdict)
    reasons = known(PAGE.read_text(encoding="utf-8"))
    print(summary(verdicts, reasons))
    if args.write:
        PAGE.write_text(
            write(PAGE.read_text(encoding="utf-8"), args.seed, verdicts), encoding="utf-8"
        )
    sys.exit(any(one.is_open(reasons) for one in verdicts))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Break the rules, and see whether a test notices.")
    parser.add_argument("--places", type=int, default=200, help="how many places to break")
    parser.add_argument("--seed", type=int, default=1, help="which places")
    parser.add_argument("--these", nargs="*", help="the names of breaks, instead of a draw")
    parser.add_argument("--only", default="", help="only files whose path matches this")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    parser.add_argument("--tests", nargs="*", default=TESTS, help="folders or files below tests")
    parser.add_argument(
        "--longest", type=float, default=6.0, help="leave out tests that take more seconds"
    )
    parser.add_argument("--write", action="store_true", help="write the figures into the docs")
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path(tempfile.gettempdir()) / "mutants-run",
        help="where the tree is copied to",
    )
    return parser.parse_args()


def _drawn(args: argparse.Namespace) -> list[Mutant]:
    if args.these is None:
        return draw(args.places, args.seed, args.only)
    named = [one for one in mutants(args.only) if one.name in args.these]
    if missing := set(args.these) - {one.name for one in named}:
        sys.exit(f"there is no break called {', '.join(sorted(missing))}")
    return named


def _copy_tree(folder: Path) -> Path:
    """A copy of what is in git; the checkout itself is never touched."""
    rmtree(folder, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    for name in listed.splitlines():
        if (ROOT / name).is_file() and not name.startswith("web/"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            copy2(ROOT / name, folder / name)
    return folder


def _pytest(
    tree: Path, *args: str, told: Mapping[str, str] | None = None, most: float = 0
) -> subprocess.Popen[bytes]:
    """Begin to run tests in a copy, with at most so many seconds of a processor, if it is said.

    What they print is not wanted.
    """
    paths = [tree / "src", tree / "tests", tree / "scripts"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), **(told or {})}
    env |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DEBUG_TEMPROOT": str(tree.parent)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--noconftest"]
    quiet = subprocess.DEVNULL
    first = partial(limit, most) if most else None
    return subprocess.Popen(
        [*command, *args], cwd=tree, env=env, stdout=quiet, stderr=quiet, preexec_fn=first
    )


# ---------------------------------------------------------------------- who comes by what


def watch(drawn: list[Mutant], args: argparse.Namespace) -> Watched:
    """Run the tests once over modules with probes at the places that were drawn."""
    print("watching which test comes by what ...", flush=True)
    tree, told = _copy_tree(args.folder / "probed"), args.folder / "map.jsonl"
    told.unlink(missing_ok=True)
    for file in {mutant.file for mutant in drawn}:
        path = tree / "src" / file
        text = path.read_text(encoding="utf-8")
        here = [(number, one.made) for number, one in enumerate(drawn) if one.file == file]
        path.write_text(probed(text, here), encoding="utf-8")
    wanted = [f"tests/{name}" for name in args.tests if (tree / "tests" / name).exists()]
    env = {
        "MUTANTS_MAP": str(told),
        "MUTANTS_AT_ONCE": str(args.jobs),
        "MUTANTS_MOST_SECONDS": str(args.longest),
    }
    _pytest(tree, "-s", "-p", "no:xdist", "-p", "mutants_watch", *wanted, told=env).wait()
    if not told.exists():
        sys.exit("no test has run; run the tests first")
    tests = (tree / "tests").rglob("test_*.py")
    return read_map(told.read_text(encoding="utf-8"), readers(drawn, tests, tree))


def read_map(text: str, readers: Mapping[int, Collection[str]] | None = None) -> Watched:
    """What the probes told, a line of JSON for each test.

    `readers` are files whose tests belong to a place though they meet no probe; they come first.
    """
    lines = sorted(
        map(json.loads, text.splitlines()), key=lambda one: (one["seconds"], one["test"])
    )
    by_place: dict[int, list[str]] = {}
    tests = [line["test"] for line in lines if line["test"]]
    for number, files in (readers or {}).items():
        by_place[number] = [test for test in tests if test.partition("::")[0] in files]
    for line in lines:
        for number in line["met"] if line["test"] else ():
            if line["test"] not in (found := by_place.setdefault(number, [])):
                found.append(line["test"])
    early = frozenset(number for line in lines if not line["test"] for number in line["met"])
    return Watched({line["test"]: line["seconds"] for line in lines}, by_place, early)


# ---------------------------------------------------------------------- breaking


def judge(
    drawn: list[Mutant], watched: Watched, trees: list[Path], folder: Path
) -> Iterator[Verdict]:
    """Say of each break whether a test notices: in forks, and where that is unsure, afresh."""
    jobs = []
    for number, mutant in enumerate(drawn):
        made, tests = mutant.made, watched.tests(number)
        if tests:
            text = made.apply((trees[0] / "src" / mutant.file).read_text(encoding="utf-8"))
            patience, is_early = watched.patience(tests), number in watched.early
            jobs.append(Job(number, mutant.file, made.function, text, tests, patience, is_early))
        else:
            yield Verdict(mutant, UNTESTED, "")
    unsure = []
    for told in _fork(jobs, trees[0], folder, len(trees)):
        mutant = drawn[told["number"]]
        if told["verdict"] == UNSURE:
            unsure.append((mutant, watched.tests(told["number"])))
        else:
            yield Verdict(mutant, told["verdict"], told["test"])
    free: Queue[Path] = Queue()
    for tree in trees:
        free.put(tree)

    def afresh(one: tuple[Mutant, list[str]]) -> Verdict:
        tree = free.get()
        try:
            return _judge_afresh(*one, watched.patience(one[1]), tree)
        finally:
            free.put(tree)

    with ThreadPoolExecutor(len(trees)) as pool:
        yield from pool.map(afresh, unsure)


def _fork(jobs: list[Job], tree: Path, folder: Path, at_once: int) -> Iterator[dict[str, Any]]:
    """Judge in forks of one process; verdicts come as they are told."""
    jobs_file, verdicts = folder / "jobs.jsonl", folder / "verdicts.jsonl"
    jobs_file.write_text("".join(json.dumps(vars(job)) + "\n" for job in jobs), encoding="utf-8")
    verdicts.write_text("")
    files = sorted({test.partition("::")[0] for job in jobs for test in job.tests})
    env = {
        "MUTANTS_JOBS": str(jobs_file),
        "MUTANTS_VERDICTS": str(verdicts),
        "MUTANTS_AT_ONCE": str(at_once),
    }
    running = _pytest(tree, "-s", "-p", "no:xdist", "-p", "mutants_judge", *files, told=env)
    read, is_over = 0, False
    while not is_over:
        is_over = running.poll() is not None
        whole = verdicts.read_text(encoding="utf-8").rpartition("\n")[0].splitlines()
        yield from map(json.loads, whole[read:])
        read = len(whole)
        time.sleep(0.2)
    if read != len(jobs):
        sys.exit(f"{len(jobs) - read} breaks were not judged; pytest: {running.returncode}")


def _judge_afresh(mutant: Mutant, tests: list[str], patience: float, tree: Path) -> Verdict:
    """Judge by a process that has never seen the unbroken module."""
    path = tree / "src" / mutant.file
    text = path.read_text(encoding="utf-8")
    path.write_text(mutant.made.apply(text), encoding="utf-8")
    running = _pytest(tree, "-x", "-p", "no:xdist", *tests, most=patience)
    try:
        code = running.wait(WAITING * patience)
        verdict = CODES[code] if code in (0, -signal.SIGXCPU) else NOTICED
    except subprocess.TimeoutExpired:
        running.kill()
        verdict = ENDLESS
    finally:
        path.write_text(text, encoding="utf-8")
    return Verdict(mutant, verdict, "")


if __name__ == "__main__":
    main()
