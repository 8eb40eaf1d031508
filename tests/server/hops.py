"""The way of an answer: which functions are on it, from the route that takes it to the rule.

`python -m server.hops` (with `tests` on the path) prints it. Two figures are taken of one answer to
the toy game: the chain, one function below the other, from the route to the flow of the rulebook;
and all functions of the project that are entered on the way there, looked at by the profiler.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from battlemat.server.settings import Settings, database_url
from server.live import FREE, HOT_SEAT, running

_OURS = "/src/battlemat/"
_ROUTE = "routes/answering.py"
_FLOW = "battlemat/example/rules.py"
_GENERATOR = 0x20


class Way:
    """What was on the way of one answer, once `begin` was called."""

    def __init__(self) -> None:
        self.chain: list[str] = []
        self.entered: list[str] = []
        self._before: list[str] = []  # of the loop, when a thread took over
        self._on = False

    def begin(self) -> None:
        self._on = True

    def look(self, frame: FrameType, event: str, _arg: Any) -> None:
        """The profiler: called at every function that is entered or left, in any thread."""
        if not self._on or event != "call":
            return
        code = frame.f_code
        is_flow = code.co_filename.endswith(_FLOW) and bool(code.co_flags & _GENERATOR)
        if is_flow and self._before:
            self._on = False
            self.chain = [*self._before, *_stack(frame.f_back)]
        elif _OURS in code.co_filename:
            stack = _stack(frame)
            if any(_ROUTE in one for one in stack):
                self._before = stack
            if self._before:
                self.entered.append(_name(frame))


def _stack(frame: FrameType | None) -> list[str]:
    """The functions of the project that are under way in a thread, the route's first."""
    found = []
    while frame is not None:
        if _OURS in frame.f_code.co_filename:
            found.append(_name(frame))
        frame = frame.f_back
    found.reverse()
    begins = next((n for n, one in enumerate(found) if _ROUTE in one), 0)
    return found[begins:]


def _name(frame: FrameType) -> str:
    code = frame.f_code
    return f"{code.co_filename.rpartition(_OURS)[2]}: {code.co_qualname}"


def of_an_answer() -> Way:
    """The way of the second answer of a game, when everything is loaded."""
    way = Way()
    threading.setprofile(way.look)
    try:
        with tempfile.TemporaryDirectory() as folder:
            url = database_url(str(Path(folder) / "games.db"))
            with running(Settings(url, limits=FREE, workers=1)) as live:
                game = live.person().new_game(seats=HOT_SEAT)
                for number in (1, 2):
                    if number == 2:
                        time.sleep(0.3)  # the server has sent its first response
                        way.begin()
                    game.post("answers", {"number": number, "text": "wait"})
    finally:
        threading.setprofile(None)
    return way


if __name__ == "__main__":
    found = of_an_answer()
    with suppress(BrokenPipeError):
        sys.stdout.write("\n".join(found.chain))
        sys.stdout.write(f"\n\n{len(found.chain)} in a chain, {len(found.entered)} entered\n")
