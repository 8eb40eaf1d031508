"""Coming onto the table as answers: how each way is written and read, offered and shown.

deploy R1 w 2.00,20.00 face 90      ambush R1 20.00,20.00      disembark R1 12.00,8.00
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Draw, Misread, Template
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Verb
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.arriving.arrivals import (
    Aboard,
    Arrival,
    Arriving,
    Crushed,
    Deploy,
    NoRoom,
    entry_of,
    inward,
    make,
    write_arrival,
)
from battlemat.rulebooks.openfire.chapters.parts import UNIT, some_unit
from battlemat.rulebooks.openfire.screen.handles import (
    asked_of,
    called,
    offering,
    point_at_unit,
)
from battlemat.rulebooks.openfire.screen.phrases import entry_name, facing_in_words, place_in_words
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.screen.previews import entered, placed
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.inches import FROM_NORTH, Words, place

S = TypeVar("S", NoRoom, Aboard, Crushed)


class ArrivalForm:
    """A unit, its entry point where it needs one, and its leader's place and facing."""

    def __init__(self, option: type[Arrival]) -> None:
        self._option = option
        self._entry = option is Deploy
        self.word: str = option._field_defaults["verb"]
        entry = " ENTRY" if self._entry else ""
        self.pattern = f"{self.word} UNIT{entry} PLACE [face DEGREES]"

    @property
    def parts(self) -> Mapping[str, str]:
        found = {"unit": "the id of the unit"}
        if self._entry:
            found["entry"] = "the name of one of its side's entry points"
        found["place"] = "the leader's place in inches, as in 2.00,20.00"
        found["degrees"] = "where it faces: 0 is east, 90 is north"
        return found

    def write(self, battle: Battle, option: Arrival) -> str:
        return write_arrival(battle, option)

    def read(
        self, battle: Battle, text: str, asked: Arriving | None = None, /
    ) -> Arrival | Misread:
        words = Words(text, battle.plane.height)
        words.take()
        name = words.take()
        unit = battle.find(name)
        if unit is None:
            wanted = "R1" if asked is None else asked.unit.id
            return Misread(
                say(
                    "write as in ''{word} {unit} {entry, select, yes {ENTRY } other {}}"
                    "2.00,20.00 face 90'",
                    word=self.word,
                    unit=wanted,
                    entry="yes" if self._entry else "no",
                )
            )
        entry = self._read_entry(battle, unit, words)
        if isinstance(entry, Misread):
            return entry
        point = words.place()
        if point is None:
            return Misread(say("a place is written as in '2.00,20.00'"), 1)
        facing = words.facing()
        if not words.done:
            return Misread(say("''{here}'' is not understood after the place", here=words.here), 2)
        turned = inward(battle, point) if facing is None else facing
        return make(self._option, unit, entry, point, turned)

    def _read_entry(self, battle: Battle, unit: Unit, words: Words) -> str | Misread:
        if not self._entry:
            return ""
        names = [name for name, _, _ in battle.entries[unit.side]]
        wanted = words.take().casefold()
        known = [*names, *(name for name, _, _ in battle.entries[1 - unit.side])]
        found = next((name for name in known if name.casefold() == wanted), None)
        if found is None:
            text = say("{unit} may come in at {names}", unit=unit.id, names=", ".join(names))
            return Misread(text, 1, "openfire.reserve.entry-points")
        return found

    def sample(
        self, battle: Battle, draw: Draw, asked: Arriving | None = None, /
    ) -> Arrival | None:
        unit = some_unit(battle, None if asked is None else asked.unit, draw(64))
        names = [name for name, _, _ in battle.entries[unit.side]]
        if self._entry and not names:
            return None
        entry = names[draw(len(names))] if names else ""
        at = (draw(battle.plane.width), draw(battle.plane.height))
        if asked is not None and draw(3):
            way = asked.ways[draw(len(asked.ways))]
            around = 2 * way.limit + 1
            at = (
                way.centre[0] + draw(around) - way.limit,
                way.centre[1] + draw(around) - way.limit,
            )
        return make(self._option, unit, entry, at, draw(360))


# ---------------------------------------------------------------------- a verb for each way


Comes: TypeAlias = Callable[[str, str], str]
"""Says that a unit comes onto the table, by its name and that of the entry point ("" if none)."""


def _coming(battle: Battle, option: Arrival, says: Comes) -> str:
    unit, name = battle.units[option.unit], entry_of(option)
    known = [id for id, _, _ in battle.entries[unit.side]]
    return says(called(unit), entry_name(battle, unit.side, name) if name in known else name)


def _fill(battle: Battle, choice: Choice, option: Arrival, made: Handle) -> None:
    unit, name = battle.units[option.unit], entry_of(option)
    at = place(option.x, option.y)
    made.at, made.place = on_screen(battle.plane, option.x, option.y), at
    first = next(
        one for one in choice.listed if type(one) is type(option) and entry_of(one) == name
    )
    if option == first:  # the first of each way is the one that a screen lets the player place
        entry = f" {name}" if name else ""
        made.text = f"{option.verb} {unit.id}{entry} {{place}} {FROM_NORTH}"
        made.gesture = "place"


def _covers(battle: Battle, choice: Choice, option: Arrival) -> Sequence[Shape]:
    asked = asked_of(choice, Arriving)
    if option.unit != asked.unit.index or asked.way(option) is None:
        return ()
    placing = asked.placing(option)
    stands = placing.proposal()
    shapes = placed(battle, placing, stands, "openfire.reserve.deploy")
    if not isinstance(option, Deploy):
        return shapes
    models = [placing.leader, *(stand for stand in stands if stand is not None)]
    return [entered(battle, asked.unit, option.entry, models), *shapes]


def arriving(
    option: type[Arrival], group: Callable[[], str], comes: Comes, says: str, because: str
) -> Verb[Battle, Arriving, Arrival]:
    """The verb of one way onto the table."""
    form = ArrivalForm(option)

    def candidates(_battle: Battle, asked: Arriving) -> list[Arrival]:
        return [one for one in asked.listed() if type(one) is option]

    def bar(_battle: Battle, asked: Arriving, wanted: Arrival) -> Refusal | None:
        return asked.refusal(wanted)

    def told(battle: Battle, _asked: Arriving, wanted: Arrival) -> str:
        return say(
            "{coming}, at {place}, facing {way}",
            coming=_coming(battle, wanted, comes),
            place=place_in_words(battle, wanted.x, wanted.y),
            way=facing_in_words(wanted.facing),
        )

    def fill(battle: Battle, choice: Choice, wanted: Arrival, made: Handle) -> None:
        _fill(battle, choice, wanted, made)
        if made.gesture:
            made.label = _coming(battle, wanted, comes)

    return Verb(
        option,
        form,
        says=says,
        because=because,
        candidates=candidates,
        bar=bar,
        handle=offering(group, form, fill),
        tells=told,
        covers=_covers,
        unlisted=True,
    )


def staying(
    option: type[S],
    group: Callable[[], str],
    stays: Callable[[str], str],
    says: str,
    because: str,
) -> Verb[Battle, Arriving, S]:
    """The verb of what is left to do without a placing; its option names the unit alone."""
    form = Template(option, option._field_defaults["verb"] + " {unit}", unit=UNIT)

    def candidates(_battle: Battle, asked: Arriving) -> Sequence[S]:
        return (option(asked.unit.index),)

    def bar(_battle: Battle, asked: Arriving, wanted: S) -> Refusal | None:
        if wanted.unit != asked.unit.index:
            text = say("only {unit} comes onto the table now", unit=asked.unit.id)
            return Refusal(text, "openfire.activation.order")
        return asked.stay_refusal()

    def fill(battle: Battle, _choice: Choice, wanted: S, made: Handle) -> None:
        point_at_unit(battle.units[wanted.unit], made)

    def told(battle: Battle, _asked: Arriving, wanted: S) -> str:
        return stays(called(battle.units[wanted.unit]))

    handle = offering(group, form, fill)
    return Verb(option, form, says, because, candidates, bar, handle=handle, tells=told)
