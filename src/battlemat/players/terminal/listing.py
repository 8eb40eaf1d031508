"""The numbered options as lines: grouped, and folded where they are many.

Nothing that is folded is lost: its numbers, its form and an example are told, and `list` with its
word shows every one.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from battlemat.kernel.scene import Handle
from battlemat.kernel.words import GAP, say
from battlemat.players.terminal.menu import Entry
from battlemat.players.terminal.wrapping import wrapped

CROWD = 60
"""In a list of more options than this, places are told in runs, to be typed."""
MANY = 7
"""A group with more options than this is parted by the piece that acts."""
FEW = 4
"""More options than this that differ in the place alone are set in columns."""
FOLDED = 10
"""More options of one form than this are one line with that form."""


def draw_menu(
    found: Sequence[Entry], width: int = 80, *, small: bool = False, only: str = ""
) -> Text:
    """The options under their groups, in lines or, where they are many, in columns.

    On a `small` screen places are told in runs as soon as they are many. With `only` the answers
    that begin with that word are listed one by one.
    """
    text = Text()
    if only:
        for entry in found:
            if entry.text.split()[0] == only:
                _in_a_line(text, entry, width)
        return text
    most = FOLDED if small or len(found) > CROWD else len(found)
    for title, members in _groups(found):
        parts = _parts(members)
        if title and not all(head and len(part) > most for head, part in parts):
            text.append(f"{title}\n", "bold")
        for head, part in parts:
            if head and len(part) > most:
                _as_places(text, part, width)
            elif head:
                text.append(f"  {head}\n")
                _in_columns(text, part, width)
            else:
                _in_lines(text, part, width)
    return text


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


def _parts(members: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """Many options that differ in the place alone go under one head; the others stay in lines."""
    heads: dict[str, list[Entry]] = {}
    for entry in members:
        heads.setdefault(entry.head, []).append(entry)
    lines = [
        entry for head, part in heads.items() if len(part) <= FEW or not head for entry in part
    ]
    own = [entry for entry in lines if entry.example]  # to be made by hand, after what is offered
    lines = [entry for entry in lines if not entry.example]
    columns = [(head, part) for head, part in heads.items() if len(part) > FEW and head]
    return [*([("", lines)] if lines else []), *columns, *([("", own)] if own else [])]


def _in_lines(text: Text, members: Sequence[Entry], width: int) -> None:
    """One under another, but those of one form in one line where they are very many."""
    forms: dict[str, list[Entry]] = {}
    for entry in members:
        forms.setdefault(entry.form, []).append(entry)
    for form, part in forms.items():
        if form and len(part) > FOLDED:
            word, example = form.split()[0], part[0].text
            words = say(
                "{form}, such as ''{example}''; ''list {word}'' shows all {count}",
                form=form,
                example=example,
                word=word,
                count=len(part),
            )
            _folded(text, f"{_span(part)}: {words}", width)
            continue
        for entry in part:
            _in_a_line(text, entry, width)


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
        _indented(
            text, Text(say("or write your own, such as: {text}", text=entry.example), "dim"), width
        )


def _indented(text: Text, words: Text, width: int) -> None:
    """Words that go on under themselves where the line ends."""
    for number, row in enumerate(wrapped(words, width - 7)):
        text.append(" " * 7 if number else "")
        text.append_text(row)
        text.append("\n")


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
    first = members[0]
    places = ", ".join(runs([entry.handle.place for entry in members]))
    words = first.head.replace(GAP, places)
    costs = {entry.handle.cost for entry in members}
    cost = f" ({first.handle.cost})" if len(costs) == 1 and first.handle.cost else ""
    how = say("for example ''{text}''", text=first.text)
    if first.form:
        how = say("type ''{form}''", form=first.form)
    _folded(text, f"{_span(members)}: {words}{cost}; {how}", width)


def _span(members: Sequence[Entry]) -> str:
    """Their numbers, as far as they follow each other."""
    numbers = [entry.number for entry in members]
    if numbers[-1] - numbers[0] == len(numbers) - 1:
        return say("{first} to {last}", first=numbers[0], last=numbers[-1])
    return say("{count} from {first} on", count=len(numbers), first=numbers[0])


def _folded(text: Text, words: str, width: int) -> None:
    for number, row in enumerate(wrapped(Text(words), width - 6)):
        text.append("      " if number else "  ")
        text.append_text(row)
        text.append("\n")


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
