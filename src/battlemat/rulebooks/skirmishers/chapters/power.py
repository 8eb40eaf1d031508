"""Chapter "Power Armor": the long track, weapons that are always ready, and what breaks them.

A suit follows all rules for troopers but for what is said here. Lethal points meet the armor pool
first, and dice fall only for the rest.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Found, Part, Template
from battlemat.kernel.questions import Alike, Flow, roll
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.firing.consequences import fall, suffer
from battlemat.rulebooks.skirmishers.screen.handles import called, offer
from battlemat.rulebooks.skirmishers.screen.parts import UNIT, weapon_words
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import DEAD, PLAYERS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import SLOTS
from battlemat.rulebooks.skirmishers.state.suits import FIRST_NUMBERED, SUIT_TRACK
from battlemat.rulebooks.skirmishers.state.tracks import Marks, mark

KNOCK_DOWN = 9
"""`skirmishers.power.knock-down`"""


_CELLS: Alike = tuple((total,) for total in range(2, 13))


# ---------------------------------------------------------------------- damage


def hurt_suit(battle: Battle, unit: Unit, lethal: int, bludgeon: int, because: str) -> Flow[None]:
    """Armor first; 2D6 only for what is left (`skirmishers.power.lethal`)."""
    marks = unit.marks
    soaked = min(marks.armor, lethal)
    rest = lethal - soaked
    unit.marks = marks._replace(armor=marks.armor - soaked)
    faces: tuple[int, ...] = ()
    before = unit.ap
    if rest:
        faces = yield from roll(
            PLAYERS[1 - unit.side],
            2,
            6,
            because="skirmishers.power.start-cell",
            alike=_CELLS,
            total=True,
        )
        start = faces[0] + faces[1] + FIRST_NUMBERED
        full = mark(Marks(marks.full, 0, 0), start, rest, 0).full
        unit.marks = unit.marks._replace(full=full)
        unit.refresh()
    if battle.sink is not None:
        _tell(battle, unit, faces, lethal, bludgeon, because)
    if bludgeon:
        _bruise(battle, unit, bludgeon)
    suffer(battle, unit, before)
    crossed = (unit.marks.full & ~marks.full & SUIT_TRACK.significant).bit_count()
    for _ in range(crossed):
        yield from lose_weapon(battle, unit)


def _tell(
    battle: Battle, unit: Unit, faces: tuple[int, ...], lethal: int, bludgeon: int, because: str
) -> None:
    parts = [f"{lethal}X"] if lethal else []
    parts += [f"{bludgeon}B"] if bludgeon else []
    start = SUIT_TRACK.names[sum(faces) + FIRST_NUMBERED] if faces else "-"
    battle.tell(
        events.Damage,
        (because, "skirmishers.power.lethal", "skirmishers.power.bludgeon"),
        unit=unit.id,
        points=" ".join(parts),
        faces=list(faces),
        cell=start,
        hp=SUIT_TRACK.names[unit.hp] if unit.hp >= 0 else "dead",
        ap=unit.ap,
        mod=unit.mod,
        armor=unit.marks.armor,
    )


def _bruise(battle: Battle, unit: Unit, points: int) -> None:
    """Bludgeoning does no damage, but enough of it in one turn knocks a suit down."""
    before = unit.bruises
    unit.bruises += points
    if before < KNOCK_DOWN <= unit.bruises:
        fall(battle, unit, "skirmishers.power.knock-down")


def working(unit: Unit) -> list[int]:
    """The slots of weapons that still work; fists cannot be disabled."""
    return [
        slot
        for slot, index in enumerate(unit.carries)
        if index >= 0 and not unit.disabled >> slot & 1
    ]


class Disable(NamedTuple):
    """A weapon of a suit that is out for the rest of the game."""

    unit: int
    slot: int
    verb: str = "disable"


def _disable_bar(battle: Battle, asked: int, option: Disable) -> Refusal | None:
    if option.unit != asked:
        return Refusal(say("another suit was hit"), "skirmishers.power.significant")
    if option.slot not in working(battle.units[asked]):
        return Refusal(say("that weapon is out already"), "skirmishers.power.significant")
    return None


def _slot_id(battle: Battle, slot: int, found: Found) -> str:
    index = battle.units[found["unit"]].carries[slot]
    if index < 0:
        raise LookupError("there is nothing in that slot")
    return battle.weapon(index).id


def _slot_words(battle: Battle, slot: int, found: Found) -> str:
    return weapon_words(battle, battle.units[found["unit"]].carries[slot])


def _read_slot(battle: Battle, word: str, found: Found) -> int | None:
    unit = battle.units[found["unit"]]
    ids = [battle.weapon(index).id if index >= 0 else "" for index in unit.carries]
    return ids.index(word.casefold()) if word.casefold() in ids else None


def _slots(battle: Battle, found: Found) -> list[int]:
    return [slot for slot, index in enumerate(battle.units[found["unit"]].carries) if index >= 0]


DISABLE = Verb(
    Disable,
    Template(
        Disable,
        "disable {unit} {slot}",
        unit=UNIT,
        slot=Part(
            "a weapon that the suit carries", _slot_id, _read_slot, _slots, words=_slot_words
        ),
    ),
    says="pick the weapon that a suit loses by significant damage",
    because="skirmishers.power.significant",
    candidates=lambda battle, asked: [
        Disable(asked, slot) for slot in working(battle.units[asked])
    ],
    bar=_disable_bar,
    tells="Disable {slot}",
    handle=offer("Disable a weapon"),
)
DISABLING: Ask[Battle, int, Disable] = Ask(
    "disable",
    "Which weapon of {unit} breaks?",
    "skirmishers.power.significant",
    Verbs(DISABLE),
    parts=lambda battle, asked: {"unit": called(battle, asked)},
)


def lose_weapon(battle: Battle, unit: Unit) -> Flow[None]:
    """The opponent picks a weapon; its arc is gone with it."""
    if not working(unit) or unit.state == DEAD:
        return
    option = yield from DISABLING(PLAYERS[1 - unit.side], battle, unit.index, about=unit.index)
    weapon = unit.carries[option.slot]
    unit.disabled |= 1 << option.slot
    unit.arcs = tuple(arc for arc in unit.arcs if arc.weapon != weapon)
    name = battle.weapon(weapon).name
    because = "skirmishers.power.significant"
    battle.tell(events.Disabled, because, unit=unit.id, weapon=name, slot=SLOTS[option.slot])
