"""Unit cards: who a trooper is and what he starts with, checked slot by slot.

A card never changes in a battle; what is lost, spent or taken is in the unit. What
the book does not let a trooper carry is refused here, with the slot and the clause.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil
from typing import Any, NamedTuple

from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirmishers.state.armory import GRENADES, Armory, nearest
from battlemat.rulebooks.skirmishers.state.setup import GrenadesSetup, SquadSetup, UnitSetup
from battlemat.rulebooks.skirmishers.state.switches import Switch
from battlemat.rulebooks.skirmishers.state.tracks import BASE_AP, TROOPER, Track
from battlemat.rulebooks.skirmishers.state.weapons import CREW, GUN, UNLIMITED, Weapon

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

JET_PACK = "jet-pack"
"""How a jet pack is written among things; its number is that of nothing."""
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
    written: UnitSetup  # as the setup has it
    built_in_jet: bool = False  # of a suit
    type: str = ""  # what follows belongs to vehicles alone
    speed: int = 0
    handling: int = 0
    signature: int = 0
    seats: int = 0
    mounts: tuple[int, int, int] = (0, 0, 0)  # twelfths of a turn that each mounting is off ahead


TROOPER_KEYS = frozenset(
    (
        *("id", "name", "rank", "squad", "skill", "leader", "leadership", "at", "prone"),
        *("armor", "armor_from", "primary", "secondary", "active", "grenades", "extra_ammo"),
        *("jet_pack", "sneak_suit", "rides", "seat", "text"),
    )
)


def refuse_foreign(setup: UnitSetup, own: Collection[str], who: str) -> None:
    """`SetupError` for what only another kind of unit has."""
    for name, value in setup._asdict().items():
        if name not in own and value != UnitSetup._field_defaults[name]:
            told = nearest(name, sorted(own))
            raise SetupError(f"unit {setup.id}: {who} no {name!r}; {told}")


def read_trooper(setup: UnitSetup, side: int, armory: Armory, switches: Collection[Switch]) -> Card:
    """A trooper's card, or `SetupError`."""
    where = f"unit {setup.id}"
    refuse_foreign(setup, TROOPER_KEYS, "there is")
    skill = known(skill_of(setup), EXPERIENCE, f"{where}, skill")
    armor_name = known("none" if setup.armor is None else setup.armor, ARMOR, f"{where}, armor")
    cells, weight = ARMOR[armor_name]
    base = BASE_AP - weight + (EXPERIENCE[skill] if "experience" in switches else 0)
    carries = _slots(setup, armory, switches, where)
    grenades = _grenades(setup.grenades or GrenadesSetup(), switches, where)
    plates = 0
    if "advanced-armor" in switches and cells:
        plates, cells = _plates(setup, cells, where), 0
    return Card(
        id=setup.id,
        name=setup.name or setup.id,
        kind=PERSON,
        side=side,
        squad=setup.squad,
        rank=setup.rank,
        skill=skill,
        leadership=leadership_of(setup),
        track=TROOPER,
        base_ap=base,
        armor=cells,
        armor_name=armor_name,
        plates=plates,
        carries=carries,
        ammo=_ammo(setup, carries, armory, switches, where),
        grenades=_spare_grenades(setup, grenades, switches),
        hand=_in_hand(setup, carries, grenades, armory, where),
        jet=_jet(setup, switches, where),
        sneaks=setup.sneak_suit and "sneak-suits" in switches,
        written=setup,
    )


def leadership_of(setup: UnitSetup) -> int:
    """The leadership of a leader, 2 unless it is said; 0 for who is none."""
    if not setup.leader:
        return 0
    return 2 if setup.leadership is None else setup.leadership


def skill_of(setup: UnitSetup) -> str:
    """The experience of a unit; regular unless it is said."""
    return "regular" if setup.skill is None else setup.skill


def known(word: Any, words: Mapping[str, Any], where: str) -> str:
    """A word of a list, or `SetupError` with the nearest."""
    if word not in words:
        raise SetupError(f"{where}: {word!r}; {nearest(word, words)}")
    return str(word)


def _slots(
    setup: UnitSetup, armory: Armory, switches: Collection[Switch], where: str
) -> tuple[int, int, int]:
    """One primary and one secondary weapon, each in its slot (`skirmishers.weapon.loadout`)."""
    primary = _weapon(setup.primary, armory, switches, f"{where}, primary")
    secondary = _weapon(setup.secondary, armory, switches, f"{where}, secondary")
    if primary is not None and primary.slot != "primary":
        own = primary.slot or "free"
        raise SetupError(
            f"{where}: {primary.id} is no primary weapon but {own}", "skirmishers.weapon.loadout"
        )
    if secondary is not None and secondary.slot != "secondary":
        mounted = secondary.id == "grenade-launcher" and primary is not None and primary.rifle
        if not mounted:
            raise SetupError(
                f"{where}: {secondary.id} does not fit the secondary slot; only a grenade-launcher "
                "does, under a rifle or an SMG",
                "skirmishers.launcher.mounted",
            )
    return (
        primary.number if primary else NOTHING,
        secondary.number if secondary else NOTHING,
        NOTHING,
    )


def _weapon(
    id: str | None, armory: Armory, switches: Collection[Switch], where: str
) -> Weapon | None:
    if id is None:
        return None
    weapon = armory.find(id, where)
    if weapon.option and weapon.option not in switches:
        raise SetupError(f"{where}: {id} needs the switch '{weapon.option}'")
    return weapon


def _grenades(
    given: GrenadesSetup, switches: Collection[Switch], where: str
) -> tuple[int, int, int]:
    # skirmishers.smoke.carry: smoke in place of a hand grenade
    hand, smoke, fire = given.hand, given.smoke, given.incendiary
    for count, switch in ((smoke, "smoke"), (fire, "incendiary")):
        if count and switch not in switches:
            raise SetupError(f"{where}: {switch} grenades need the switch '{switch}'")
    if hand + smoke + fire > MOST_GRENADES:
        raise SetupError(
            f"{where}: {hand + smoke + fire} grenades, at most {MOST_GRENADES} together",
            "skirmishers.action.capacity",
        )
    return hand, smoke, fire


def _spare_grenades(
    setup: UnitSetup, grenades: tuple[int, int, int], switches: Collection[Switch]
) -> tuple[int, int, int]:
    """A second load of hand grenades, where advanced explosives are played."""
    hand, smoke, fire = grenades
    twice = setup.extra_ammo == "hand" and "advanced-explosives" in switches
    return (hand * 2 if twice else hand), smoke, fire


def _ammo(
    setup: UnitSetup,
    carries: tuple[int, int, int],
    armory: Armory,
    switches: Collection[Switch],
    where: str,
) -> tuple[int, int, int]:
    """Rounds of each slot as printed, doubled where the ammunition box holds a second load."""
    extra = setup.extra_ammo
    if extra is not None:
        known(extra, dict.fromkeys(("primary", "secondary", "hand")), f"{where}, extra_ammo")
    rounds = [armory[index].ammo if index >= 0 else 0 for index in carries]
    for slot in (PRIMARY, SECONDARY):
        if extra == SLOTS[slot]:
            if carries[slot] < 0 or rounds[slot] == UNLIMITED:
                raise SetupError(
                    f"{where}: extra_ammo for a weapon without printed ammunition",
                    "skirmishers.launcher.extra-ammo",
                )
            rounds[slot] *= 2 if "advanced-explosives" in switches else 1
    return rounds[0], rounds[1], rounds[2]


def _in_hand(
    setup: UnitSetup,
    carries: tuple[int, int, int],
    grenades: tuple[int, int, int],
    armory: Armory,
    where: str,
) -> int:
    """`skirmishers.setup.active-weapon`: the primary, else the secondary, else fists."""
    if setup.active is None:
        return next((index for index in carries if index >= 0), armory.fists)
    return hand_of(setup.active, carries, grenades, armory, where)


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


def _plates(setup: UnitSetup, cells: int, where: str) -> int:
    """`skirmishers.armor.adv-coverage`: a run of neighbouring cells."""
    first = min(8, TROOPER.top) if setup.armor_from is None else setup.armor_from
    if not cells - 1 <= first <= TROOPER.top:
        raise SetupError(
            f"{where}: armor_from {first}: a run of {cells} cells starts at {cells - 1} to "
            f"{TROOPER.top}",
            "skirmishers.armor.adv-coverage",
        )
    return sum(1 << cell for cell in range(first - cells + 1, first + 1))


def _jet(setup: UnitSetup, switches: Collection[Switch], where: str) -> int:
    jet = setup.jet_pack
    if jet is None or "jet-packs" not in switches:
        return NO_JET
    return {"worn": JET_WORN, "carried": JET_CARRIED}[
        known(jet, dict.fromkeys(("worn", "carried")), f"{where}, jet_pack")
    ]


# ---------------------------------------------------------------------- points


def point_value(unit: UnitSetup, armory: Armory) -> int:
    """`skirmishers.points.pv`: the printed PV of all weapons that a unit carries."""
    ids = [unit.primary, unit.secondary, *unit.primaries, *(unit.weapons or ())]
    total = sum(armory.find(id, f"unit {unit.id}").pv for id in ids if id)
    # skirmishers.points.ammo-included: a mixed load counts grenade by grenade
    grenades = unit.grenades or GrenadesSetup()
    return total + ceil(11 * (grenades.hand + grenades.smoke) + 2.5 * grenades.incendiary)


def force_value(squad: SquadSetup, armory: Armory) -> int:
    """The PV of a whole side."""
    return sum(point_value(unit, armory) for unit in squad.units)


def is_ranged(weapon: Weapon) -> bool:
    return weapon.kind in (GUN, CREW)
