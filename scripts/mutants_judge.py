"""A plugin of pytest that judges breaks: each in a fork of a process that has collected the tests.

The tests are read once. For each break the process forks; the fork gives the broken function its
new code and runs the tests that belong, until one fails. The breaks come as lines of JSON in the
file that MUTANTS_JOBS names, the verdicts go as lines into MUTANTS_VERDICTS.

A function that ran while the tests were read may have left something behind that the new code would
have made otherwise, and what stands outside functions has run for good: such breaks are handed back
as `unsure` when no test notices, to be judged by a fresh process.
"""

from __future__ import annotations

import gc
import json
import math
import os
import resource
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType

import pytest

ROOMS = ("/battlemat/kernel/", "/battlemat/boards/", "/battlemat/rulebooks/")
NOTICED, SURVIVES, UNSURE, ENDLESS = "noticed", "survives", "unsure", "endless"
CODES = {0: SURVIVES, 1: NOTICED, 2: UNSURE, -signal.SIGXCPU: ENDLESS}
WAITING = 10
"""So many times its seconds of a processor may a break take by the clock: others work beside it."""
FUNCTIONS: dict[tuple[str, str], list[FunctionType]] = {}  # all that are loaded, by their names


@dataclass(frozen=True)
class Job:
    """One break: the broken module's text, and the tests that belong."""

    number: int
    file: str  # below src
    function: str  # qualified name; empty for what stands outside functions
    text: str
    tests: list[str]
    seconds: float  # the most of a processor that it may take
    is_early: bool  # whether the place was met while the tests were read


@dataclass
class Fork:
    """A process that tries one job; `said` is the file in which it names the failing test."""

    job: Job
    said: Path
    end: float


@dataclass
class Bench:
    """Jobs to do, the processes at work, and tests that fail without any break."""

    session: pytest.Session
    folder: Path
    verdicts: Path
    at_once: int
    items: dict[str, pytest.Item] = field(default_factory=dict)
    forks: dict[int, Fork] = field(default_factory=dict)
    sound: dict[str, bool] = field(default_factory=dict)

    def work(self, jobs: list[Job]) -> None:
        """Judge every job."""
        self.items = {item.nodeid: item for item in self.session.items}
        waiting = list(reversed(jobs))
        while waiting or self.forks:
            while waiting and len(self.forks) < self.at_once:
                self._start(waiting.pop())
            for job, verdict, test in self._ended():
                if verdict == NOTICED and test and not self._is_sound(test):
                    waiting.append(job)
                else:
                    self._tell(job, verdict, test)
            time.sleep(0.02)

    def _start(self, job: Job) -> None:
        said = self.folder / f"said-{job.number}"
        said.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            os.setsid()
            limit(job.seconds)
            _try(self.session, job, [self.items[test] for test in self._tests(job)], said)
        self.forks[child] = Fork(job, said, time.monotonic() + WAITING * job.seconds)

    def _tests(self, job: Job) -> list[str]:
        return [one for one in job.tests if one in self.items and self.sound.get(one, True)]

    def _ended(self) -> Iterator[tuple[Job, str, str]]:
        """The jobs whose process has ended, or had its time."""
        for child, fork in list(self.forks.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                verdict = CODES.get(os.waitstatus_to_exitcode(status), NOTICED)
            elif time.monotonic() > fork.end:
                verdict = ENDLESS
                with suppress(ProcessLookupError):
                    os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
            else:
                continue
            del self.forks[child]
            if verdict == SURVIVES and fork.job.is_early:
                verdict = UNSURE
            yield fork.job, verdict, fork.said.read_text() if fork.said.exists() else ""

    def _is_sound(self, test: str) -> bool:
        """Whether a test passes when nothing is broken, in a fork like any other."""
        if test not in self.sound:
            child = os.fork()
            if child == 0:
                os.setsid()
                job = Job(-1, "", "", "", [test], 0, False)
                _try(self.session, job, [self.items[test]], self.folder / "said-sound")
            self.sound[test] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        return self.sound[test]

    def _tell(self, job: Job, verdict: str, test: str) -> None:
        with self.verdicts.open("a", encoding="utf-8") as file:
            line = {"number": job.number, "verdict": verdict, "test": test}
            file.write(json.dumps(line) + "\n")


def limit(seconds: float) -> None:
    """Let this process end once it has had so many seconds of a processor."""
    most = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))


def _try(session: pytest.Session, job: Job, items: list[pytest.Item], said: Path) -> None:
    """In a fork: break, run, and leave by a code of CODES."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    code = 3
    try:
        if job.file and not give_new_code(job.file, job.function, job.text):
            os._exit(2)
        before, code = session.testsfailed, 0
        for item, after in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if session.testsfailed > before:
                said.write_text(item.nodeid)
                code = 1
                break
    finally:
        os._exit(code)


def note_functions() -> None:
    """Note every function that is loaded by now and may be broken."""
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and any(r in one.__code__.co_filename for r in ROOMS):
            file = one.__code__.co_filename.rpartition("/src/")[2]
            FUNCTIONS.setdefault((file, one.__code__.co_qualname), []).append(one)


def give_new_code(file: str, function: str, text: str) -> bool:
    """Give a loaded function, and those that it has made already, the code that another text of
    its module has for them.

    False if that does not break anything: the change lies in a default, a class or the module.
    """
    outermost = function.partition(".<locals>")[0]
    made = [
        one
        for (where, name), found in FUNCTIONS.items()
        if where == file and (name == outermost or name.startswith(f"{outermost}.<locals>."))
        for one in found
    ]
    changed = False
    for old in made:
        new = _find(compile(text, old.__code__.co_filename, "exec"), old.__code__)
        if new is None or len(new.co_freevars) != len(old.__code__.co_freevars):
            return False
        changed = changed or _acts(new) != _acts(old.__code__)
        old.__code__ = new
    return changed


def _find(module: CodeType, like: CodeType) -> CodeType | None:
    """The code of the function that is called the same and begins in the same line."""
    for one in module.co_consts:
        if isinstance(one, CodeType):
            if (one.co_qualname, one.co_firstlineno) == (like.co_qualname, like.co_firstlineno):
                return one
            if found := _find(one, like):
                return found
    return None


def _acts(code: CodeType) -> tuple[object, ...]:
    """What code does, without its lines."""
    inner = [
        (type(one), _acts(one) if isinstance(one, CodeType) else repr(one))
        for one in code.co_consts
    ]
    return code.co_code, code.co_names, tuple(inner)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Judge instead of running the tests."""
    path = Path(os.environ["MUTANTS_JOBS"])
    jobs = [Job(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    verdicts = Path(os.environ["MUTANTS_VERDICTS"])
    bench = Bench(session, path.parent, verdicts, int(os.environ["MUTANTS_AT_ONCE"]))
    note_functions()
    gc.freeze()  # the forks share what is loaded
    bench.work(jobs)
    return True
