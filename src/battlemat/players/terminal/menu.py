"""The options of a choice, numbered, with the odds of the few attacks among them.

Attacks come first, then the others as the rulebook lists them, so the same question always has the
same numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from battlemat.kernel.errors import BattlematError, Refused
from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds
from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.kernel.scene import Handle
from battlemat.kernel.words import leaving_open
from battlemat.players.aimed import MOST_PARTS
from battlemat.players.lookahead import TooMany, bounded_odds

MOST_ODDS = 8
"""With more attacks than this, odds are told when asked for and not for all at once."""
MOST_WAYS = 4_000
"""What is walked way by way for odds that were asked for."""
GLANCE_PARTS, GLANCE_WAYS = 30_000, 1_200
"""What odds share that are merely shown: counted part by part, and walked way by way."""
_SMALL = Fraction(1, 200)  # what odds in whole per cents may leave out


@dataclass(frozen=True, slots=True)
class Entry:
    """One option as it is offered: its number, the option, its handle, its odds in short.

    `text` is its answer text and `form` how answers of its kind are written. Where a player may
    make an option of their own instead (a way on a free table), `example` is one that is legal now.
    """

    number: int
    option: Option
    handle: Handle
    odds: str = ""
    text: str = ""
    example: str = ""
    form: str = ""
    head: str = ""
    """Its words with a gap for the place, where nothing else is pointed at: "Move to …"."""


def entries(game: Game[Any], choice: Choice) -> list[Entry]:
    """Every listed option with its number, the odds of attacks included where they are few."""
    battle, rulebook = game.battle, game.rulebook
    sides = {piece.id: piece.side for piece in rulebook.scene(battle).pieces}
    offered = [
        (option, rulebook.handle(battle, choice, option), rulebook.write(battle, option))
        for option in choice.listed
    ]
    aimed = {one.group for _, one, _ in offered if one.harms or is_attack(one, sides)}
    offered.sort(key=lambda one: one[1].group not in aimed)
    attacks = sum(is_attack(handle, sides) for _, handle, _ in offered)
    texts = [text for _, _, text in offered]
    found = []
    for number, (option, handle, text) in enumerate(offered, 1):
        told = attacks <= MOST_ODDS and is_attack(handle, sides)
        odds = short_odds(game, option, attacks) if told else ""
        example = _example(game, choice, option, handle, texts)
        form = _form(choice, option, text)
        head = "" if example else _head(choice, option, handle)
        found.append(Entry(number, option, handle, odds, text, example, form, head))
    return found


def _head(choice: Choice, option: Option, handle: Handle) -> str:
    """What an option has in common with those that lead to other places; "" if it has nothing."""
    if not handle.place or handle.target:
        return ""
    with leaving_open(handle.place):
        told = choice.menu.tell(option)
    return told if told != handle.label else ""


def _form(choice: Choice, option: Option, text: str) -> str:
    """How answers like this are written, the unit named: `arc A1 DEGREES HEADING`."""
    pattern = re.sub(r"\[[^\]]*\]", "", choice.menu.pattern(option))
    words = text.split()
    return pattern.replace("UNIT", words[1], 1) if len(words) > 1 else pattern


def _example(
    game: Game[Any], choice: Choice, option: Option, handle: Handle, texts: Sequence[str]
) -> str:
    """A legal answer of the form that a gesture would make, or "" where no gesture is offered."""
    if not handle.gesture:
        return ""
    form = handle.text.partition("{")[0]
    text = game.write(option)
    others = [other for other in texts if other.startswith(form) and other != text]
    if handle.parts:
        others = _placed(game, choice, option, handle)
    return others[0] if others else text if text.startswith(form) else ""


def _placed(game: Game[Any], choice: Choice, option: Option, handle: Handle) -> list[str]:
    """The proposed places of several pieces as they are written when put down by hand."""
    ghosts = game.rulebook.preview(game.battle, choice, option)
    at = {ghost.label: ghost.points[0] for ghost in ghosts if ghost.label in handle.parts}
    told = " ".join(f"{handle.parts[id]} {x:.2f},{y:.2f}" for id, (x, y) in at.items())
    try:
        return [game.write(game.read(handle.text.replace("{places}", told)))]
    except Refused:
        return []


def is_attack(handle: Handle, sides: Mapping[str, str]) -> bool:
    """Whether an option is aimed at another side's piece, so that its odds are worth telling."""
    return sides.get(handle.target) not in (None, sides.get(handle.piece))


def option_odds(
    game: Game[Any], option: Option, parts: int = MOST_PARTS, ways: int = MOST_WAYS
) -> Odds | None:
    """The exact odds of an option, or None if they cannot be counted in a moment."""
    try:
        return bounded_odds(game, option, parts, tail=_SMALL, whole=ways)
    except (TooMany, BattlematError):
        return None


def short_odds(game: Game[Any], option: Option, among: int) -> str:
    """The two likeliest outcomes of one of so many attacks in a few words; "" where nothing is
    open, or where they cannot be counted at a glance.
    """
    found = option_odds(game, option, GLANCE_PARTS // among, GLANCE_WAYS // among)
    if found is None or len(found.outcomes) < 2:
        return ""
    best = [f"{what} {per_cent(chance)}" for what, chance in found.ranked()[:2]]
    return ", ".join(best)


def per_cent(chance: Fraction) -> str:
    """A chance for people: whole per cents, and never 0 or 100 for what is merely near it."""
    value = round(float(chance) * 100)
    if value == 0 and chance > 0:
        return "<1 %"
    if value == 100 and chance < 1:
        return ">99 %"
    return f"{value} %"


def pick(found: Sequence[Entry], text: str) -> Entry | None:
    """The entry that a number stands for."""
    if not text.isascii() or not text.isdecimal():
        return None
    number = int(text)
    return found[number - 1] if 1 <= number <= len(found) else None


def passing(found: Sequence[Entry]) -> Entry | None:
    """The entry that passes, if there is one."""
    return next((entry for entry in found if entry.option == PASS), None)
