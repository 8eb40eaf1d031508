"""The options of a choice, numbered and grouped, with the odds of the few attacks among them.

Number n is the n-th option of the choice, so the same question has the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from textwrap import fill
from typing import Any

from rich.console import Console
from rich.text import Text

from battlemat.kernel.errors import BattlematError, Refused
from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds
from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.kernel.scene import Handle
from battlemat.players.lookahead import TooMany, bounded_odds

CROWD = 60
"""A group with more options than this is told as places for each piece, to be typed."""
MANY = 7
"""A group with more options than this is parted by the piece that acts."""
FEW = 4
"""More options than this that differ in the place alone are set in columns."""
MOST_ODDS = 8
"""With more attacks than this, odds are told when asked for and not for all at once."""
MOST_WAYS = 4_000
"""What is walked for odds that were asked for; odds that are merely shown share the next."""
GLANCE_WAYS = 1_200
_SMALL = Fraction(1, 200)  # what odds in whole per cents may leave out


@dataclass(frozen=True, slots=True)
class Entry:
    """One option as it is offered: its number, the option, its handle, its odds in short.

    `text` is its answer text. Where a player may make an option of their own instead (a way on a
    free table), `example` is one that is legal now.
    """

    number: int
    option: Option
    handle: Handle
    odds: str = ""
    text: str = ""
    example: str = ""


def entries(game: Game[Any], choice: Choice) -> list[Entry]:
    """Every listed option with its number, the odds of attacks included where they are few."""
    battle, rulebook = game.battle, game.rulebook
    handles = [rulebook.handle(battle, choice, option) for option in choice.listed]
    sides = {piece.id: piece.side for piece in rulebook.scene(battle).pieces}
    attacks = [is_attack(handle, sides) for handle in handles]
    tell_odds = sum(attacks) <= MOST_ODDS
    texts = [rulebook.write(battle, option) for option in choice.listed]
    found = []
    for number, (option, handle) in enumerate(zip(choice.listed, handles, strict=True), 1):
        told = tell_odds and attacks[number - 1]
        odds = short_odds(game, option, GLANCE_WAYS // sum(attacks)) if told else ""
        example = _example(game, choice, option, handle, texts)
        found.append(Entry(number, option, handle, odds, texts[number - 1], example))
    return found


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


def option_odds(game: Game[Any], option: Option, most: int = MOST_WAYS) -> Odds | None:
    """The exact odds of an option, or None if they cannot be counted in a moment."""
    try:
        return bounded_odds(game, option, most, tail=_SMALL)
    except (TooMany, BattlematError):
        return None


def short_odds(game: Game[Any], option: Option, most: int = MOST_WAYS) -> str:
    """The two likeliest outcomes of an option in a few words; "" where nothing is open."""
    found = option_odds(game, option, most)
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


# ---------------------------------------------------------------------- drawing


def draw_menu(found: Sequence[Entry], width: int = 80) -> Text:
    """The options under their groups, in lines or, where they are many, in columns."""
    text = Text()
    for title, members in _groups(found):
        if len(found) > CROWD and all(entry.handle.place for entry in members):
            _as_places(text, members, width)
            continue
        if title:
            text.append(f"{title}\n", "bold")
        for head, part in _parts(members):
            if head:
                text.append(f"  {head}\n")
                _in_columns(text, part, width)
            else:
                for entry in part:
                    _in_a_line(text, entry, width)
    return text


def _parts(members: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """Many options that differ in the place alone go under one head; the others stay in lines."""
    heads: dict[str, list[Entry]] = {}
    for entry in members:
        handle = entry.handle
        only_a_place = handle.place and not handle.target
        head = handle.label.removesuffix(handle.place).rstrip() if only_a_place else ""
        heads.setdefault(head, []).append(entry)
    lines = [
        entry for head, part in heads.items() if len(part) <= FEW or not head for entry in part
    ]
    columns = [(head, part) for head, part in heads.items() if len(part) > FEW and head]
    return [*([("", lines)] if lines else []), *columns]


def _groups(found: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """Entries by group, in order; a big group is parted by the piece that acts."""
    groups: dict[str, list[Entry]] = {}
    for entry in found:
        groups.setdefault(entry.handle.group, []).append(entry)
    parted: list[tuple[str, list[Entry]]] = []
    for title, members in groups.items():
        pieces = dict.fromkeys(entry.handle.piece for entry in members)
        if len(members) <= MANY or len(pieces) < 2:
            parted.append((title, members))
            continue
        for piece in pieces:
            own = [entry for entry in members if entry.handle.piece == piece]
            parted.append((f"{title} {piece}".strip(), own))
    return parted


def _in_a_line(text: Text, entry: Entry, width: int) -> None:
    handle = entry.handle
    text.append(f"  {entry.number:>3}  ", "bold cyan")
    words = Text(handle.label or handle.text)
    if handle.cost:
        words.append(f" ({handle.cost})", "dim")
    if entry.odds:
        words.append(f": {entry.odds}", "green")
    _indented(text, words, width)
    if entry.example:
        text.append(" " * 7)
        _indented(text, Text(f"or write your own, such as: {entry.example}", "dim"), width)


def _indented(text: Text, words: Text, width: int) -> None:
    """Words that go on under themselves where the line ends."""
    rows = words.wrap(_PAPER, max(20, width - 7))
    for number, row in enumerate(rows):
        row.rstrip()
        text.append(" " * 7 if number else "")
        text.append_text(row)
        text.append("\n")


_PAPER = Console(file=StringIO(), width=80)  # what wraps a text; nothing is printed on it


def _in_columns(text: Text, members: Sequence[Entry], width: int) -> None:
    words = [_short(entry.handle) for entry in members]
    column = max(map(len, words)) + 7
    across = max(1, (width - 2) // column)
    for start in range(0, len(members), across):
        text.append("  ")
        row = zip(members[start : start + across], words[start : start + across], strict=True)
        for entry, word in row:
            text.append(f"{entry.number:>3} ", "bold cyan")
            text.append(word.ljust(column - 4))
        text.rstrip()
        text.append("\n")


def _as_places(text: Text, members: Sequence[Entry], width: int) -> None:
    """One line of places for many options that differ only in the place."""
    first, last = members[0], members[-1]
    label = first.handle.label.removesuffix(first.handle.place).rstrip()
    places = ", ".join(runs([entry.handle.place for entry in members]))
    words = f"{first.number} to {last.number}: {label} {places}; type such as '{first.text}'"
    text.append(fill(words, width, initial_indent="  ", subsequent_indent="      ") + "\n")


def runs(places: Sequence[str]) -> list[str]:
    """Names of squares in a row drawn together: a1, b1, c1 is `a1-c1`."""
    found: list[list[str]] = []
    for place in sorted(places, key=_place_order):
        if found and _follows(found[-1][-1], place):
            found[-1].append(place)
        else:
            found.append([place])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found]


def _place_order(place: str) -> tuple[str, str]:
    return place[1:].rjust(4), place[:1]


def _follows(one: str, other: str) -> bool:
    return one[1:] == other[1:] and ord(other[0]) == ord(one[0]) + 1


def _short(handle: Handle) -> str:
    """What tells an option from the others under its head."""
    return f"{handle.place} {handle.cost}".strip() if len(handle.cost) < 8 else handle.place


def pick(found: Sequence[Entry], text: str) -> Entry | None:
    """The entry that a number stands for."""
    if not text.isascii() or not text.isdecimal():
        return None
    number = int(text)
    return found[number - 1] if 1 <= number <= len(found) else None


def passing(found: Sequence[Entry]) -> Entry | None:
    """The entry that passes, if there is one."""
    return next((entry for entry in found if entry.option == PASS), None)
