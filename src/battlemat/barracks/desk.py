"""A builder for the terminal: lines that a person types change a draft, lines tell how it stands.

It knows no game: all that can be typed comes from the pack's view of the draft.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from battlemat.barracks.drafts import Change, apply, write
from battlemat.barracks.meetings import Met, meet
from battlemat.barracks.mending import nearest
from battlemat.barracks.versions import KEY, differences, stamped
from battlemat.barracks.words import changes_said
from battlemat.kernel.errors import Misuse
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.words import say
from battlemat.packs.building.values import Building, Row, Slot, Thing, Value

WIDTH = 79
MOST = 8
"""Outcomes of an attack that are told one by one."""
T = TypeVar("T")


class Desk:
    """One draft on the desk, with what was done to it."""

    def __init__(self, building: Building, value: Value, cap: int | None = None) -> None:
        self.building = building
        self.value = value
        self.cap = cap
        self._before: list[Value] = []
        self._does: dict[str, Callable[[str], list[str]]] = {
            "add": self._add,
            "drop": self._drop,
            "show": self._show,
            "list": self._list,
            "mend": self._mend,
            "odds": self._odds,
            "undo": self._undo,
            "cap": self._agree,
            "text": lambda _: self.text.splitlines(),
            "help": lambda _: help_lines(),
        }

    @property
    def text(self) -> str:
        """The file as it would be saved."""
        return write(stamped(self.building, self.value))

    @property
    def is_changed(self) -> bool:
        """Whether anything was done that could be undone."""
        return bool(self._before)

    def greeting(self) -> list[str]:
        """How the draft stands, and what changed since it was saved."""
        told = list(differences(self.building, self.value).told)
        self.value = {key: one for key, one in self.value.items() if key != KEY}
        return [*self.standing(), *(f"! {one}" for one in told)]

    def standing(self) -> list[str]:
        """The draft in lines: its price, its entries, what is wrong with it."""
        verdict = self.building.judge(self.value, self.cap)
        of = f" of {verdict.cap}" if verdict.cap is not None else ""
        lines = [f"{self.value.get('name', '')}: {verdict.total}{of} {verdict.unit}"]
        for n, row in enumerate(self.building.view(self.value).rows, 1):
            times = f"{row.times} × " if row.times > 1 else ""
            lines += _wrapped(f"{n:3} {times}{row.name} ({row.price}){_carried(row)}", "      ")
        for fault in verdict.faults:
            clause = f" ({fault.clause})" if fault.clause else ""
            lines += _wrapped(f"✗ {fault.what}{clause}", "  ")
        lines += [f"· {one}" for one in verdict.warnings]
        if verdict.legal:
            lines.append(say("This may be played."))
        return lines

    def do(self, line: str) -> list[str]:
        """What a typed line does, and how things stand then; `Misuse` says what was not meant."""
        word, _, rest = line.strip().partition(" ")
        if word.isdecimal():
            return self._change_row(int(word), rest.strip())
        if word in self._does:
            return self._does[word](rest.strip())
        head = {_plain(one.label): one for one in self.building.view(self.value).head}
        if word in head:
            return self._change(slot_change(head[word], rest.strip()))
        known = [*self._does, *head]
        hint = did_you_mean(word, known)
        raise Misuse(say("“{word}” is nothing that can be done here", word=word) + hint)

    # ------------------------------------------------------------------ what can be typed

    def _change(self, *changes: Change) -> list[str]:
        made = self.value
        for change in changes:
            made = apply(made, change)
        self._before.append(self.value)
        self.value = made
        return self.standing()

    def _add(self, what: str) -> list[str]:
        things = [one for shelf in self.building.view(self.value).shelves for one in shelf.things]
        found = _pick(what, [(thing, entry) for thing, entry in things])
        return self._change(Change("add", (self.building.entries,), found))

    def _drop(self, what: str) -> list[str]:
        return self._change(Change("drop", self._row(what).path))

    def _row(self, what: str) -> Row:
        rows = self.building.view(self.value).rows
        if not what.isdecimal() or not 1 <= int(what) <= len(rows):
            raise Misuse(say("entries are numbered 1 to {most}", most=len(rows)))
        return rows[int(what) - 1]

    def _change_row(self, number: int, what: str) -> list[str]:
        row = self._row(str(number))
        word, _, rest = what.partition(" ")
        slots = {_plain(one.label): one for one in row.slots}
        if word not in slots:
            known = ", ".join(slots)
            raise Misuse(say("{name} has: {known}", name=row.name, known=known))
        return self._change(slot_change(slots[word], rest.strip()))

    def _show(self, what: str) -> list[str]:
        row = self._row(what)
        lines = [f"{row.name}: {row.about}, {row.price}"]
        for name, said in row.facts:
            lines += _wrapped(f"  {name}: {said}", "    ")
        for slot in row.slots:
            lines += _wrapped(f"  [{_plain(slot.label)}] {_slot_said(slot)}", "    ")
        return lines

    def _list(self, what: str) -> list[str]:
        del what
        lines = []
        for shelf in self.building.view(self.value).shelves:
            lines.append(shelf.label)
            for thing, _ in shelf.things:
                lines += _wrapped(f"  {_thing_said(thing)}", "      ")
        return lines

    def _mend(self, what: str) -> list[str]:
        del what
        found = nearest(self.building, self.value, self.cap)
        if found is None:
            raise Misuse(say("no small change makes this legal; take something out first"))
        told = changes_said(self.building, self.value, found.changes)
        return [*(f"→ {one}" for one in told), *self._change(*found.changes)]

    def _odds(self, what: str) -> list[str]:
        """`odds 2 red-rite 1`: entry 2 against the first of a ready squad; or two of one's own."""
        words = what.split()
        if len(words) not in (2, 3):
            raise Misuse(say("two entries are wanted, as in “odds 2 1” or “odds 2 red-rite 1”"))
        mine, named, theirs = words[0], words[1:-1], words[-1]
        enemy = self._start(named[0]) if named else self.value
        rows = self.building.view(enemy).rows
        if not theirs.isdecimal() or not 1 <= int(theirs) <= len(rows):
            raise Misuse(say("entries are numbered 1 to {most}", most=len(rows)))
        row, other = self._row(mine), rows[int(theirs) - 1]
        lines = [say("{first} (A) against {second} (B)", first=row.name, second=other.name)]
        rulebook = str(self.value["rulebook"])
        entry, against = int(row.path[-1]), int(other.path[-1])
        for met in meet(rulebook, self.value, entry, enemy, against, self.building.folder):
            lines += _met_said(met)
        return lines

    def _start(self, name: str) -> Value:
        starts = {one.id: one.value for one in self.building.starts()}
        if name not in starts:
            hint = did_you_mean(name, list(starts))
            raise Misuse(say("there is no “{name}” to choose", name=name) + hint)
        return starts[name]

    def _undo(self, what: str) -> list[str]:
        del what
        if not self._before:
            raise Misuse(say("nothing was done yet"))
        self.value = self._before.pop()
        return self.standing()

    def _agree(self, what: str) -> list[str]:
        if what and not what.isdecimal():
            raise Misuse(say("a number is wanted, or nothing for the usual cap"))
        self.cap = int(what) if what else None
        return self.standing()


def help_lines() -> list[str]:
    """What can be typed."""
    return [
        say("list              what can be added, with prices"),
        say("add NAME          add it"),
        say("drop 2            take entry 2 out"),
        say("show 2            its card, and what can be changed in it"),
        say("2 gear +scope     change entry 2: + adds, - takes away, or name the whole"),
        say("2 name Ayla       a name, a number or a choice is set as it is typed"),
        say("cap 120           check everything against another cap"),
        say("mend              make the nearest legal change"),
        say("odds 2 red-rite 1 the odds of entry 2 against the first of that squad"),
        say("undo, text, save, quit"),
    ]


# ------------------------------------------------------------------ what a slot takes


def slot_change(slot: Slot, said: str) -> Change:
    """The change that words mean for a slot; `Misuse` says what would be right."""
    if slot.kind == "many":
        return Change("set", slot.path, _many(slot, said.replace(",", " ").split()))
    if not said or said == "-":
        if not slot.optional:
            raise Misuse(say("{label} cannot be left empty", label=slot.label))
        return Change("drop", slot.path)
    if slot.kind == "one":
        return Change("set", slot.path, _pick(said, [(one, one.id) for one in slot.things]))
    if slot.kind == "number":
        return Change("set", slot.path, _number(slot, said))
    if slot.kind == "flag":
        if said not in ("yes", "no"):
            raise Misuse(say("“yes” or “no” is wanted"))
        return Change("set", slot.path, said == "yes")
    return Change("set", slot.path, said)


def _number(slot: Slot, said: str) -> int:
    if not said.lstrip("-").isdecimal() or not slot.least <= int(said) <= slot.most:
        raise Misuse(
            say("a number from {least} to {most} is wanted", least=slot.least, most=slot.most)
        )
    return int(said)


def _many(slot: Slot, words: Sequence[str]) -> list[str]:
    things = [(one, one.id) for one in slot.things]
    if any(not word.startswith(("+", "-")) for word in words):
        return [_pick(word, things) for word in words]
    held = list(slot.value)
    for word in words:
        item = _pick(word[1:], things)
        if word[0] == "+":
            held.append(item)
        elif item in held:
            held.remove(item)
    return held


def _pick(said: str, things: Sequence[tuple[Thing, T]]) -> T:
    """What a name or an id means among things; the nearest is proposed where it means nothing."""
    wanted = said.strip().lower()
    for thing, value in things:
        if wanted in (thing.id.lower(), thing.name.rstrip("*").lower()):
            return value
    near = [(thing, value) for thing, value in things if wanted and wanted in thing.name.lower()]
    if len(near) == 1:
        return near[0][1]
    hint = did_you_mean(wanted, [thing.id for thing, _ in things])
    raise Misuse(say("there is no “{name}” to choose", name=said) + hint)


# ------------------------------------------------------------------ lines


def _plain(label: str) -> str:
    """The word that is typed for a label: its words joined."""
    return label.lower().replace(" ", "-")


def _carried(row: Row) -> str:
    names = [name for slot in row.slots if slot.kind == "many" for name in _held(slot)]
    names += [
        _name(slot, slot.value)
        for slot in row.slots
        if slot.kind == "one" and slot.value is not None
    ]
    return f": {', '.join(names)}" if names else ""


def _held(slot: Slot) -> Iterator[str]:
    for item in slot.value:
        yield _name(slot, item)


def _name(slot: Slot, id: object) -> str:
    return next((one.name for one in slot.things if one.id == id), str(id))


def _slot_said(slot: Slot) -> str:
    held = ", ".join(_held(slot)) if slot.kind == "many" else str(slot.value or "")
    if slot.kind == "number":
        return f"{slot.value} ({slot.least} to {slot.most})"
    offered = "; ".join(_thing_said(one) for one in slot.things)
    return f"{held or '-'}" + (f" | {offered}" if offered else "")


def _thing_said(thing: Thing) -> str:
    price = f" {thing.price}" if thing.price is not None else ""
    return f"{thing.id}{price}" + (f" ({thing.text})" if thing.text else "")


def _met_said(met: Met) -> list[str]:
    """Every attack of a meeting with what it may come to, in per cent."""
    lines = [met.says]
    if not met.attacks:
        lines.append(f"  {say('nothing reaches that far')}")
    for attack in met.attacks:
        likely = [f"{100 * float(chance):.1f} % {what}" for what, chance in attack.outcomes[:MOST]]
        if len(attack.outcomes) > MOST:
            likely.append(say("{n} others less likely", n=len(attack.outcomes) - MOST))
        told = ", ".join(likely) or say("too many ways to count")
        lines += _wrapped(f"  {attack.says}: {told}", "    ")
    return lines


def _wrapped(line: str, indent: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent) or [line]
