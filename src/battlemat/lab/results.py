"""Results in a file: a head that says what was asked, then a line for each pair, as it is played.

Nothing is lost when a run stops, and a run goes on with what is there. A file that answers another
question, or comes from another version, is left as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from battlemat import __version__
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Rulebook
from battlemat.lab.duel import Duel, Outcome, Pair

FORMAT = "battlemat lab 1"

Played: TypeAlias = dict[str, dict[int, Pair]]
"""Pairs by the name of their meeting and their number."""


class ResultsError(BattlematError):
    """A file of results that does not belong to this question."""


class Kept:
    """A file of results; `about` must be the same for all that is added up."""

    def __init__(self, path: Path, about: Mapping[str, object]) -> None:
        self.path = path
        self._about = {"format": FORMAT, **about}

    def read(self) -> Played:
        """What was played before. `ResultsError` if that was another question."""
        text = self.path.read_text(encoding="utf-8", errors="replace") if self.path.exists() else ""
        if not text:
            return {}
        head, *lines = text.splitlines()
        self._check(head)
        found: Played = {}
        for line in lines:
            try:
                meeting, pair = _read(line)
            except (ValueError, TypeError, KeyError):
                continue  # the last line of a run that was killed may be half a line
            found.setdefault(meeting, {})[pair.number] = pair
        if not text.endswith("\n"):
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n")  # so that the next line is a line of its own
        return found

    def write(self, meeting: str, pair: Pair) -> None:
        """Add a pair of a meeting."""
        is_new = not self.path.exists() or not self.path.stat().st_size
        with self.path.open("a", encoding="utf-8") as file:
            if is_new:
                file.write(json.dumps(self._about, sort_keys=True) + "\n")
            file.write(json.dumps({"meeting": meeting, **asdict(pair)}) + "\n")

    def _check(self, head: str) -> None:
        try:
            theirs = json.loads(head)
            is_ours = str(theirs["format"]).startswith("battlemat ")
        except (ValueError, TypeError, KeyError):
            is_ours = False
        if not is_ours:
            raise ResultsError(f"{self.path} holds no results of games; it was left as it is")
        for name, value in self._about.items():
            if theirs.get(name) != value:
                raise ResultsError(
                    f"{self.path} holds results of something else ({name} {theirs.get(name)!r} "
                    f"there, {value!r} here); it was left as it is"
                )


def _read(line: str) -> tuple[str, Pair]:
    value: dict[str, Any] = json.loads(line)
    one, two = (
        Outcome(**{**game, "sides": tuple(game["sides"]), "scores": tuple(game["scores"])})
        for game in value["games"]
    )
    heard = {clause: (games, times) for clause, (games, times) in value["heard"].items()}
    return value["meeting"], Pair(value["number"], (one, two), heard)


def about(rulebook: Rulebook[Any], **more: object) -> dict[str, object]:
    """What results must share to be added up, whatever was asked."""
    return {
        "battlemat": __version__,
        "rulebook": rulebook.name,
        "version": rulebook.version,
        **more,
    }


def digest(*duels: Duel) -> str:
    """A short text for what is played: setups, players and seeds."""
    told = [asdict(duel) for duel in duels]
    for duel in told:
        if not duel["others"]:
            del duel["others"]  # files from before there were others stay good
    text = json.dumps(told, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()[:16]
