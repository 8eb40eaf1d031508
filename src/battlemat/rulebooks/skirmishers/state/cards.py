"""Unit cards: who a trooper is and what he starts with, checked slot by slot.

A card never changes in a battle; what is lost, spent or taken is in the unit. What
the book does not let a trooper carry is refused here, with the slot and the clause.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil
from typing import Any, NamedTuple

from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirmishers.state.armory import (
    CREW,
    GRENADES,
    GUN,
    UNLIMITED,
    Armory,
    Weapon,
    nearest,
)
from battlemat.rulebooks.skirmishers.state.tracks import BASE_AP, TROOPER, Track

PERSON, SUIT, VEHICLE = "trooper", "suit", "vehicle"

PRIMARY, SECONDARY, SPARE = range(3)
"""Weapon slots; the spare one is the second primary weapon of a suit."""
SLOTS = ("primary", "secondary", "spare")

NOTHING = -1
MOST_GRENADES = 4
"""`skirmishers.action.capacity`"""

ARMOR = {"none": (0, 0), "basic": (2, 1), "standard": (4, 2), "heavy": (6, 3)}
"""`skirmishers.armor.types`: armor cells, and AP lost to their weight (skirmishers.armor.ap), which
plates by cell have too (skirmishers.armor.adv-ap).
"""

EXPERIENCE = {"green": -1, "regular": 0, "veteran": 1, "elite": 2}
"""`skirmishers.experience.ap`"""

JET_WEIGHT = 2
"""`skirmishers.jet.weight`"""

NO_JET, JET_CARRIED, JET_WORN = range(3)


class Card(NamedTuple):
    """One unit as the scenario gives it (`skirmishers.card.fields`)."""

    id: str
    name: str
    kind: str
    side: int
    squad: str
    rank: str
    skill: str
    leadership: int  # 0 for who is no leader
    track: Track
    base_ap: int  # AP at full health before wounds and a jet pack
    armor: int
    armor_name: str
    plates: int  # advanced armor: the protected cells
    carries: tuple[int, int, int]
    ammo: tuple[int, int, int]
    grenades: tuple[int, int, int]
    hand: int
    jet: int
    sneaks: bool
    more: Mapping[str, Any]  # what belongs to suits and vehicles alone
    values: Mapping[str, Any]  # the setup's own words, for printing


TROOPER_KEYS = frozenset(
    (
        "id",
        "name",
        "rank",
        "squad",
        "skill",
        "leader",
        "leadership",
        "at",
        "prone",
        "armor",
        "armor_from",
        "primary",
        "secondary",
        "active",
        "grenades",
        "extra_ammo",
        "jet_pack",
        "sneak_suit",
        "rides",
        "seat",
        "text",
    )
)


def read_trooper(
    values: Mapping[str, Any], side: int, armory: Armory, switches: Collection[str]
) -> Card:
    """A trooper's card from plain values, or `SetupError`."""
    where = f"unit {values['id']}"
    for key in values:
        if key not in TROOPER_KEYS:
            raise SetupError(f"{where}: there is no {key!r}; {nearest(key, sorted(TROOPER_KEYS))}")
    skill = known(values.get("skill", "regular"), EXPERIENCE, f"{where}, skill")
    armor_name = known(values.get("armor", "none"), ARMOR, f"{where}, armor")
    cells, weight = ARMOR[armor_name]
    base = BASE_AP - weight + (EXPERIENCE[skill] if "experience" in switches else 0)
    carries = _slots(values, armory, switches, where)
    grenades = _grenades(values, switches, where)
    plates = 0
    if "advanced-armor" in switches and cells:
        plates, cells = _plates(values, cells, where), 0
    return Card(
        id=str(values["id"]),
        name=str(values.get("name", values["id"])),
        kind=PERSON,
        side=side,
        squad=str(values.get("squad", "")),
        rank=str(values.get("rank", "")),
        skill=skill,
        leadership=int(values.get("leadership", 2)) if values.get("leader") else 0,
        track=TROOPER,
        base_ap=base,
        armor=cells,
        armor_name=armor_name,
        plates=plates,
        carries=carries,
        ammo=_ammo(values, carries, armory, switches, where),
        grenades=_spare_grenades(values, grenades, switches),
        hand=_in_hand(values, carries, grenades, armory, where),
        jet=_jet(values, switches, where),
        sneaks=bool(values.get("sneak_suit")) and "sneak-suits" in switches,
        more={},
        values=values,
    )


def known(word: Any, words: Mapping[str, Any], where: str) -> str:
    """A word of a list, or `SetupError` with the nearest."""
    if word not in words:
        raise SetupError(f"{where}: {word!r}; {nearest(word, words)}")
    return str(word)


def _slots(
    values: Mapping[str, Any], armory: Armory, switches: Collection[str], where: str
) -> tuple[int, int, int]:
    """One primary and one secondary weapon, each in its slot (`skirmishers.weapon.loadout`)."""
    primary = _weapon(values, "primary", armory, switches, where)
    secondary = _weapon(values, "secondary", armory, switches, where)
    if primary is not None and primary.slot != "primary":
        raise SetupError(f"{where}: {primary.id} is no primary weapon but {primary.slot or 'free'}")
    if secondary is not None and secondary.slot != "secondary":
        mounted = secondary.id == "grenade-launcher" and primary is not None and primary.rifle
        if not mounted:
            raise SetupError(
                f"{where}: {secondary.id} does not fit the secondary slot; only a grenade-launcher "
                "does, under a rifle or an SMG (skirmishers.launcher.mounted)"
            )
    return (
        primary.number if primary else NOTHING,
        secondary.number if secondary else NOTHING,
        NOTHING,
    )


def _weapon(
    values: Mapping[str, Any], slot: str, armory: Armory, switches: Collection[str], where: str
) -> Weapon | None:
    id = values.get(slot)
    if id is None:
        return None
    if not isinstance(id, str):
        raise SetupError(f"{where}: one {slot} weapon, not {id!r} (skirmishers.weapon.loadout)")
    weapon = armory.find(id, f"{where}, {slot}")
    if weapon.option and weapon.option not in switches:
        raise SetupError(f"{where}: {id} needs the switch '{weapon.option}'")
    return weapon


def _grenades(
    values: Mapping[str, Any], switches: Collection[str], where: str
) -> tuple[int, int, int]:
    given = (
        values.get("grenades") or {}
    )  # skirmishers.smoke.carry: smoke in place of a hand grenade
    names = ("hand", "smoke", "incendiary")
    for name, count in given.items():
        known(name, dict.fromkeys(names), f"{where}, grenades")
        if count and name != "hand" and name not in switches:
            raise SetupError(f"{where}: {name} grenades need the switch '{name}'")
        if int(count) < 0:
            raise SetupError(f"{where}: {count} {name} grenades")
    hand, smoke, fire = (int(given.get(name, 0)) for name in names)
    if hand + smoke + fire > MOST_GRENADES:
        raise SetupError(
            f"{where}: {hand + smoke + fire} grenades, at most {MOST_GRENADES} together "
            "(skirmishers.action.capacity)"
        )
    return hand, smoke, fire


def _spare_grenades(
    values: Mapping[str, Any], grenades: tuple[int, int, int], switches: Collection[str]
) -> tuple[int, int, int]:
    """A second load of hand grenades, where advanced explosives are played."""
    hand, smoke, fire = grenades
    twice = values.get("extra_ammo") == "hand" and "advanced-explosives" in switches
    return (hand * 2 if twice else hand), smoke, fire


def _ammo(
    values: Mapping[str, Any],
    carries: tuple[int, int, int],
    armory: Armory,
    switches: Collection[str],
    where: str,
) -> tuple[int, int, int]:
    """Rounds of each slot as printed, doubled where the ammunition box holds a second load."""
    extra = values.get("extra_ammo")
    if extra is not None:
        known(extra, dict.fromkeys(("primary", "secondary", "hand")), f"{where}, extra_ammo")
    rounds = [armory[index].ammo if index >= 0 else 0 for index in carries]
    for slot in (PRIMARY, SECONDARY):
        if extra == SLOTS[slot]:
            if carries[slot] < 0 or rounds[slot] == UNLIMITED:
                raise SetupError(f"{where}: extra_ammo for a weapon without printed ammunition")
            rounds[slot] *= 2 if "advanced-explosives" in switches else 1
    return rounds[0], rounds[1], rounds[2]


def _in_hand(
    values: Mapping[str, Any],
    carries: tuple[int, int, int],
    grenades: tuple[int, int, int],
    armory: Armory,
    where: str,
) -> int:
    """`skirmishers.setup.active-weapon`: the primary, else the secondary, else fists."""
    active = values.get("active")
    if active is None:
        return next((index for index in carries if index >= 0), armory.fists)
    return hand_of(str(active), carries, grenades, armory, where)


def hand_of(
    active: str,
    carries: tuple[int, int, int],
    grenades: tuple[int, int, int],
    armory: Armory,
    where: str,
) -> int:
    """The weapon a word names: a slot, a kind of grenade, knife, fists, or a carried weapon."""
    if active in SLOTS:
        index = carries[SLOTS.index(active)]
    elif active in GRENADES:
        kind = GRENADES.index(active)
        index = armory.grenades[kind] if grenades[kind] else NOTHING
    elif active in ("knife", "fists"):
        index = armory.by_id[active].number
    else:
        index = armory.find(active, where).number
        index = index if index in carries else NOTHING
    if index < 0:
        raise SetupError(f"{where}: he carries no {active} to hold")
    return index


def _plates(values: Mapping[str, Any], cells: int, where: str) -> int:
    """`skirmishers.armor.adv-coverage`: a run of neighbouring cells."""
    first = int(values.get("armor_from", min(8, TROOPER.top)))
    if not cells - 1 <= first <= TROOPER.top:
        raise SetupError(
            f"{where}: armor_from {first}: a run of {cells} cells starts at {cells - 1} to "
            f"{TROOPER.top} (skirmishers.armor.adv-coverage)"
        )
    return sum(1 << cell for cell in range(first - cells + 1, first + 1))


def _jet(values: Mapping[str, Any], switches: Collection[str], where: str) -> int:
    jet = values.get("jet_pack")
    if jet is None or "jet-packs" not in switches:
        return NO_JET
    return {"worn": JET_WORN, "carried": JET_CARRIED}[
        known(jet, dict.fromkeys(("worn", "carried")), f"{where}, jet_pack")
    ]


# ---------------------------------------------------------------------- points


def point_value(values: Mapping[str, Any], armory: Armory | None = None) -> int:
    """`skirmishers.points.pv`: the printed PV of all weapons that a unit carries."""
    armory = armory or Armory()
    ids = [values.get("primary"), values.get("secondary"), *values.get("primaries", ())]
    ids += values.get("weapons", ())
    total = sum(armory.find(id, f"unit {values.get('id')}").pv for id in ids if id)
    # skirmishers.points.ammo-included: a mixed load counts grenade by grenade
    grenades = values.get("grenades") or {}
    load: int = 11 * (grenades.get("hand", 0) + grenades.get("smoke", 0))
    burning: float = 2.5 * grenades.get("incendiary", 0)
    return total + ceil(load + burning)


def force_value(squad: Mapping[str, Any], armory: Armory | None = None) -> int:
    """The PV of a whole side."""
    return sum(point_value(unit, armory) for unit in squad["units"])


def is_ranged(weapon: Weapon) -> bool:
    return weapon.kind in (GUN, CREW)
