"""Squads between two battles: what a finished one gave them, and the file of the grown squad."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.game import Game
from battlemat.kernel.record import Record
from battlemat.kernel.words import say
from battlemat.packs.campaigns.living import Lines, Living
from battlemat.packs.skirm.files import check_source
from battlemat.packs.skirm.squads import read_squad
from battlemat.packs.yaml_source import read_file
from battlemat.rulebooks.skirm.chapters import progression

EDITION = "skirm3"
_MARK = 16
"""So many figures of a record's digest tell it from any other."""


class NoGrowth(BattlematError):
    """A squad that cannot grow by this game, and why."""


class Growth(NamedTuple):
    """What a squad gained, line by line with the clause that gives it, and what it comes to."""

    gains: tuple[tuple[str, str, int], ...]
    gained: int


def gains(game: Game[Any]) -> Mapping[str, Growth]:
    """What each side's squad gains by a finished battle of the third edition."""
    if game.rulebook.name != EDITION or game.result is None:
        return {}
    full = game.rulebook.register.full
    found = {}
    for side, player in enumerate(game.rulebook.players):
        lines = tuple(
            (line.what, full(line.because), line.ep)
            for line in progression.gains(game.battle, side)
        )
        found[player] = Growth(lines, sum(ep for _, _, ep in lines))
    return found


def _left(facts: Mapping[str, Any]) -> int:
    """A Unit that stands has its HIT left, where its edition counts them."""
    return {"out": 0, "downed": 1}.get(facts["state"], 2 + int(facts["hit"]))


def _lines(game: Game[Any]) -> Mapping[str, Lines]:
    return {side: found.gains for side, found in gains(game).items()}


LIVING = Living(_left, (EDITION,), _lines)


def gains_in_words(game: Game[Any]) -> list[str]:
    """A line for each gain, with its clause, and the sum."""
    lines = []
    for side, found in gains(game).items():
        lines.append(f"{side.capitalize()} gains {found.gained} EP:")
        lines += [f"  {ep} for: {what} ({clause})" for what, clause, ep in found.gains]
    return lines


def grow(file: Path, record: Record, game: Game[Any], side: str | None) -> str:
    """The text of the squad's file with the cap that its gains give it, and a line that says so.

    `NoGrowth` if the game is not over, if the squad was not in it, or if it was counted before.
    """
    found = gains(game)
    if not found:
        what = "it is not over" if game.rulebook.name == EDITION else "only the third edition grows"
        raise NoGrowth(say("nobody gains anything by this game: {what}", what=what))
    source = read_file(file)
    content = check_source(EDITION, "squad", source, file.parent)
    side = side or _side_of(content.value["id"], game.setup["squads"], file)
    mark = record.digest[:_MARK]
    grown = [str(line) for line in content.value.get("grown", ())]
    if any(mark in line for line in grown):
        raise NoGrowth(
            say(
                "{file}: this game was counted before (line ''{grown}'')",
                file=file,
                grown=grown[-1],
            )
        )
    squad = read_squad(EDITION, content)
    gained = found[side].gained
    grown.append(f"+{gained} EP, game {mark}")
    text = file.read_text(encoding="utf-8")
    text = _put(text, "cap", f"cap: {squad.cap + gained}\n")
    return _put(text, "grown", "grown:\n" + "".join(f"  - {line}\n" for line in grown))


def _side_of(squad: str, squads: Mapping[str, Any], file: Path) -> str:
    sides = [side for side, one in squads.items() if one["id"] == squad]
    if len(sides) != 1:
        played = "played on both sides" if sides else "was not in this game"
        raise NoGrowth(
            say(
                "{file}: the squad ''{squad}'' {played}; say whose it was with --side",
                file=file,
                squad=squad,
                played=played,
            )
        )
    return sides[0]


def _put(text: str, key: str, lines: str) -> str:
    """A file's text with a key of its own set anew, at its old place or at the end."""
    found = re.compile(rf"^{key}:.*\n?(?:[ \t-].*\n?)*", re.M).search(text)
    if found is not None:
        return text[: found.start()] + lines + text[found.end() :]
    return text + ("" if text.endswith("\n") else "\n") + lines
