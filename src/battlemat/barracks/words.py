"""Changes and differences of drafts, said in words."""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.barracks.drafts import Change, apply
from battlemat.kernel.words import listed, say
from battlemat.packs.building.values import Building, Row, Slot, Value, View


def change_said(view: View, change: Change) -> str:
    """A change as a person would say it: `Take the Scope off Strike Trooper`."""
    if change.do == "add":
        return say("Add {name}", name=_added(view, change))
    row = next((one for one in view.rows if change.path[: len(one.path)] == one.path), None)
    if row is None:
        if change.do == "drop":
            return say("Leave out what is not known")
        head = next((one for one in view.head if one.path == change.path), None)
        if head is None:
            return say("Change it")
        return f"{head.label}: {_name(head, change.value) or change.value}"
    if change.path == row.path:
        return say("Leave out {name}", name=row.name)
    slot = next((one for one in row.slots if one.path == change.path), None)
    if slot is None:
        return say("Leave out what {name} cannot have", name=row.name)
    return _slot_said(row, slot, change)


def changes_said(building: Building, value: Value, changes: Sequence[Change]) -> tuple[str, ...]:
    """Several changes, one after another, a sentence each; all that goes is one sentence."""
    gone, told = [], []
    for change in changes:
        view = building.view(value)
        row = next((one for one in view.rows if one.path == change.path), None)
        if change.do == "drop" and row is not None:
            gone.append(row.name)
        else:
            told.append(change_said(view, change))
        value = apply(value, change)
    left_out = [say("Leave out {name}", name=listed(gone))] if gone else []
    return (*left_out, *told)


def _slot_said(row: Row, slot: Slot, change: Change) -> str:
    if slot.kind == "many" and isinstance(change.value, list):
        return _many_said(row, slot, change.value)
    if change.do == "drop" or change.value is None:
        held = _name(slot, slot.value)
        return say("{name} without {thing}", name=row.name, thing=held or slot.label)
    if slot.path[-1] == "count":
        number = int(change.value)
        return say(
            "{number, plural, one {# of {name}} other {# of {name}}}", number=number, name=row.name
        )
    told = _name(slot, change.value) or str(change.value)
    return say("{name}: {label} {thing}", name=row.name, label=slot.label, thing=told)


def _many_said(row: Row, slot: Slot, value: Sequence[str]) -> str:
    held = list(slot.value)
    more = list(value)
    for item in held:
        if item in more:
            more.remove(item)
    less = list(held)
    for item in value:
        if item in less:
            less.remove(item)
    if less and not more:
        things = listed([_name(slot, one) or one for one in less])
        return say("{name} without {thing}", name=row.name, thing=things)
    if more and not less:
        things = listed([_name(slot, one) or one for one in more])
        return say("{name} with {thing}", name=row.name, thing=things)
    things = listed([_name(slot, one) or one for one in value])
    if not things:
        return say("{name} without what is not known", name=row.name)
    return say("{name} with {thing} alone", name=row.name, thing=things)


def _name(slot: Slot, id: object) -> str:
    return next((one.name for one in slot.things if one.id == id), "")


def _added(view: View, change: Change) -> str:
    for shelf in view.shelves:
        for thing, entry in shelf.things:
            if entry == change.value:
                return thing.name
    return say("an entry")
