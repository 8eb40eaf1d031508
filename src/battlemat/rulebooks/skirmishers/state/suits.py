"""The card of a trooper in power armor: the long track, its armor, and what a suit carries."""

from __future__ import annotations

from collections.abc import Collection

from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.cards import (
    EXPERIENCE,
    NO_JET,
    NOTHING,
    SUIT,
    Card,
    known,
    leadership_of,
    refuse_foreign,
    skill_of,
)
from battlemat.rulebooks.skirmishers.state.setup import UnitSetup
from battlemat.rulebooks.skirmishers.state.switches import Switch
from battlemat.rulebooks.skirmishers.state.tracks import BASE_AP, Column, Track
from battlemat.rulebooks.skirmishers.state.weapons import GUN, MELEE, Weapon

_COLUMNS = (  # from the right: b7 to b1, then 2 to 12 (skirmishers.power.card, power.ap)
    *(Column(ap, mod) for ap, mod in ((-7, 3), (-6, 3), (-5, 3), (-4, 3), (-3, 2), (-2, 2))),
    *(Column(ap, mod) for ap, mod in ((-1, 2), (0, 2), (1, 2), (2, 1), (2, 1), (3, 1))),
    *(Column(ap, mod) for ap, mod in ((4, 1), (4, 0), (5, 0), (5, 0), (6, 0), (6, 0))),
)

_NAMES = (*(f"b{7 - bit}" for bit in range(7)), *(str(cell) for cell in range(2, 13)))

FIRST_NUMBERED = 5
"""Cell n of the track is bit n + 5."""

SUIT_TRACK = Track(
    len(_NAMES) - 1,
    _COLUMNS,
    _NAMES,
    sum(1 << _NAMES.index(cell) for cell in ("5", "b2", "b5")),
)

SUITS = {"basic": (4, 1, True), "standard": (6, 2, True), "heavy": (8, 2, False)}
"""Armor cells (`skirmishers.power.armor`), primary weapons (`skirmishers.power.slots`), and whether
a jet pack is built in (`skirmishers.power.jet-fitted`).
"""

SUIT_KEYS = frozenset(
    (
        *("id", "name", "rank", "squad", "skill", "leader", "leadership", "at", "prone"),
        *("suit", "primaries", "secondary", "sneak_suit", "rides", "seat", "text"),
    )
)


def read_suit(setup: UnitSetup, side: int, armory: Armory, switches: Collection[Switch]) -> Card:
    """The card of a trooper in power armor, or `SetupError`."""
    where = f"unit {setup.id}"
    refuse_foreign(setup, SUIT_KEYS, "a suit has")
    name = known(setup.suit, SUITS, f"{where}, suit")
    armor, most, jet = SUITS[name]
    carries = _weapons(setup, most, armory, where)
    skill = known(skill_of(setup), EXPERIENCE, f"{where}, skill")
    # skirmishers.power.experience: only if that option is on
    better = EXPERIENCE[skill] if "experience" in switches else 0
    ammo = tuple(armory[index].ammo if index >= 0 else 0 for index in carries)
    return Card(
        id=setup.id,
        name=setup.name or setup.id,
        kind=SUIT,
        side=side,
        squad=setup.squad,
        rank=setup.rank,
        skill=skill,
        leadership=leadership_of(setup),
        track=SUIT_TRACK,
        base_ap=BASE_AP + better,
        armor=armor,
        armor_name=f"{name} power armor",
        plates=0,
        carries=carries,
        ammo=(ammo[0], ammo[1], ammo[2]),
        grenades=(0, 0, 0),  # skirmishers.power.no-grenades
        hand=armory.fists,
        jet=NO_JET,
        sneaks=setup.sneak_suit and "sneak-suits" in switches,
        written=setup,
        built_in_jet=jet,
    )


def _weapons(setup: UnitSetup, most: int, armory: Armory, where: str) -> tuple[int, int, int]:
    if len(setup.primaries) > most:
        raise SetupError(
            f"{where}: {len(setup.primaries)} primary weapons, this suit has room for {most}",
            "skirmishers.power.slots",
        )
    found = []
    for id in setup.primaries:
        weapon = armory.find(id, f"{where}, primaries")
        if weapon.slot != "suit":
            raise SetupError(
                f"{where}: {id} is no primary weapon of a suit", "skirmishers.power.weapon-table"
            )
        if weapon.number in found:  # two of the same kind are two weapons
            weapon = armory.by_id[f"{weapon.id}-2"]
        found.append(weapon.number)
    found += [NOTHING] * (2 - len(found))
    index = NOTHING
    if setup.secondary is not None:
        weapon = armory.find(setup.secondary, f"{where}, secondary")
        if not fits_suit(weapon):
            raise SetupError(
                f"{where}: {weapon.id} cannot be the secondary weapon of a suit",
                "skirmishers.power.secondary",
            )
        index = weapon.number
    return found[0], index, found[1]


def fits_suit(weapon: Weapon) -> bool:
    """`skirmishers.power.secondary`: basic guns, melee weapons, a satchel charge."""
    basic = weapon.kind in (GUN, MELEE) and weapon.slot in ("primary", "secondary")
    return (basic and not weapon.option) or weapon.id == "satchel-charge"
