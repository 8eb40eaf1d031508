"""The book's weapons as values. A weapon never changes.

Damage is lethal points (X), bludgeoning points (B), or, for what bursts, lethal points by distance.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.words import say

GUN, MELEE, THROW, LAUNCHER, CREW = "gun", "melee", "throw", "launcher", "crew"


KINDS = (GUN, MELEE, THROW, LAUNCHER, CREW)


UNLIMITED = -1
"""Shots or rounds without end."""


def shots_in_words(shots: int) -> str:
    """How often one may fire, for people."""
    if shots == UNLIMITED:
        return say("any number of shots")
    return say("{shots, plural, one {# shot} other {# shots}}", shots=shots)


BURST_SHOTS = 3
"""From this shot multiplier on a weapon counts as a burst weapon (skirmishers.mfire.burst)."""


class Weapon(NamedTuple):
    """One line of a weapon table. `long` is 0 where none is printed; `ammo` may be UNLIMITED."""

    id: str
    name: str
    kind: str
    slot: str  # "primary", "secondary", "grenade", "suit" or "" for what everybody has
    because: str
    lethal: int = 0
    bludgeon: int = 0
    shots: int = 1  # multiplies the shots of an arc; UNLIMITED for any number
    short: int = 1
    long: int = 0
    rings: tuple[int, ...] = ()
    ap: int = 0  # the price of one use, where it is fixed
    per_dot: int = 0  # the price of one dot of a throw
    ammo: int = UNLIMITED
    pv: int = 0
    crew: int = 0
    incendiary: bool = False
    smoke: bool = False
    rifle: bool = False  # takes a bayonet or a launcher under its barrel
    option: str = ""
    number: int = -1

    @property
    def reach(self) -> int:
        """The longest distance at which it can be used."""
        return self.long or self.short

    @property
    def explodes(self) -> bool:
        """Whether it is aimed at a dot and resolved at the end of the turn."""
        return self.kind in (THROW, LAUNCHER)

    @property
    def has_arc(self) -> bool:
        """`skirmishers.arc.weapon`: melee weapons and explosives cannot have an arc."""
        return self.kind in (GUN, CREW)

    @property
    def burst(self) -> bool:
        return self.shots >= BURST_SHOTS or self.shots == UNLIMITED

    @property
    def scatters(self) -> bool:
        """`skirmishers.incendiary.no-scatter`: flamethrowers and incendiary rockets do not."""
        return self.kind == THROW or not self.incendiary

    @property
    def damage(self) -> str:
        """As printed: "4X", "1X 4B", "6/3/1"."""
        if self.rings:
            return "/".join(map(str, self.rings))
        parts = [f"{self.lethal}X"] if self.lethal else []
        parts += [f"{self.bludgeon}B"] if self.bludgeon else []
        return " ".join(parts) or "-"


GUN_TABLES = {
    "primary": "skirmishers.weapon.primary-table",
    "secondary": "skirmishers.weapon.secondary-table",
}


def _gun(
    id: str, name: str, slot: str, lethal: int, shots: int, ranges: tuple[int, int], pv: int
) -> Weapon:
    because = GUN_TABLES[slot]
    rifle = "rifle" in id or "smg" in id  # skirmishers.weapon.bayonet
    return Weapon(
        id,
        name,
        GUN,
        slot,
        because,
        lethal=lethal,
        shots=shots,
        short=ranges[0],
        long=ranges[1],
        pv=pv,
        rifle=rifle,
    )


_MELEE_TABLE = "skirmishers.weapon.melee-table"


_CREW_TABLE = "skirmishers.crew.table"


_LAUNCHER_TABLES = {
    "advanced-explosives": "skirmishers.launcher.table",
    "incendiary": "skirmishers.incendiary.table",
    "power-armor": "skirmishers.power.weapon-table",
}
"""The tables of the book that the weapons below are printed in."""


def _melee(id: str, name: str, lethal: int, bludgeon: int, pv: int, slot: str = "") -> Weapon:
    return Weapon(
        id, name, MELEE, slot, _MELEE_TABLE, lethal=lethal, bludgeon=bludgeon, ap=5, pv=pv
    )


def _crew(id: str, name: str, lethal: int, crew: int, ranges: tuple[int, int], pv: int) -> Weapon:
    return Weapon(
        id,
        name,
        CREW,
        "primary",
        _CREW_TABLE,
        lethal=lethal,
        shots=UNLIMITED,
        short=ranges[0],
        long=ranges[1],
        pv=pv,
        crew=crew,
        option="crewed-weapons",
    )


def _launcher(
    id: str,
    name: str,
    rings: tuple[int, ...],
    ap: int,
    ammo: int,
    ranges: tuple[int, int],
    pv: int,
    *,
    slot: str = "primary",
    option: str = "advanced-explosives",
) -> Weapon:
    return Weapon(
        id,
        name,
        LAUNCHER,
        slot,
        _LAUNCHER_TABLES[option],
        rings=rings,
        ap=ap,
        ammo=ammo,
        short=ranges[0],
        long=ranges[1],
        pv=pv,
        incendiary="flame" in id or "incendiary" in id,
        option=option,
    )


def _suit(id: str, name: str, lethal: int, shots: int, ranges: tuple[int, int], pv: int) -> Weapon:
    because = "skirmishers.power.weapon-table"
    return Weapon(
        id,
        name,
        GUN,
        "suit",
        because,
        lethal=lethal,
        shots=shots,
        short=ranges[0],
        long=ranges[1],
        pv=pv,
        option="power-armor",
    )


_THROWN = "skirmishers.weapon.explosive-table"


BOOK: tuple[Weapon, ...] = (
    _melee("fists", "Fists", 0, 0, 0),
    _melee("knife", "Knife", 3, 0, 0),
    _melee("bayonet", "Bayonet", 3, 0, 0),
    _gun("smg", "SMG", "primary", 3, 3, (5, 17), 23),
    _gun("rifle", "Rifle", "primary", 4, 1, (26, 85), 159),
    _gun("laser-smg", "Laser SMG", "primary", 4, 3, (43, 127), 76),
    _gun("laser-rifle", "Laser Rifle", "primary", 5, 1, (66, 232), 143),
    _gun("gyrojet-rifle", "Gyrojet Rifle", "primary", 6, 1, (31, 137), 107),
    _gun("pistol", "Pistol", "secondary", 2, 2, (7, 20), 13),
    _gun("auto-pistol", "Auto Pistol", "secondary", 3, 3, (6, 22), 19),
    _gun("laser-pistol", "Laser Pistol", "secondary", 4, 2, (11, 40), 64),
    # skirmishers.weapon.melee-slot: these five fill the secondary slot
    _melee("blackjack", "Blackjack", 0, 5, 5, "secondary"),
    _melee("club", "Club", 1, 4, 2, "secondary"),
    _melee("stun-baton", "Stun Baton", 0, 8, 6, "secondary"),
    _melee("sword", "Sword", 4, 0, 6, "secondary"),
    _melee("vibroblade", "Vibroblade", 5, 0, 19, "secondary"),
    Weapon(
        "hand-grenade",
        "Hand Grenade",
        THROW,
        "grenade",
        _THROWN,
        rings=(6, 3, 1),
        per_dot=1,
        ammo=4,
        pv=44,
    ),
    # skirmishers.weapon.satchel-slot: no other secondary weapon beside it
    Weapon(
        "satchel-charge",
        "Satchel Charge",
        THROW,
        "secondary",
        _THROWN,
        rings=(10, 5, 2),
        per_dot=2,
        ammo=1,
        pv=88,
    ),
    Weapon(
        "smoke-grenade",
        "Smoke Grenade",
        THROW,
        "grenade",
        "skirmishers.smoke.throw",
        per_dot=1,
        ammo=4,
        pv=44,
        smoke=True,
        option="smoke",
    ),
    Weapon(
        "incendiary-grenade",
        "Incendiary Grenade",
        THROW,
        "grenade",
        "skirmishers.incendiary.table",
        rings=(4, 2, 1),
        per_dot=1,
        ammo=4,
        pv=10,
        incendiary=True,
        option="incendiary",
    ),
    # skirmishers.crew.slot: in place of the primary
    # skirmishers.crew.column: the printed columns for crew and AP are swapped
    _crew("light-machine-gun", "Light Machine Gun", 5, 0, (29, 100), 150),
    _crew("medium-machine-gun", "Medium Machine Gun", 6, 1, (34, 112), 199),
    _crew("heavy-machine-gun", "Heavy Machine Gun", 7, 2, (36, 125), 229),
    _crew("semi-portable-laser", "Semi-Portable Laser", 10, 1, (80, 240), 437),
    _crew("heavy-semi-portable-laser", "Heavy Semi-Portable Laser", 13, 2, (106, 380), 753),
    # skirmishers.launcher.slots
    # skirmishers.launcher.auto-separate: the automatic one is never mounted
    _launcher(
        "light-anti-tank-weapon",
        "Light Anti-Tank Weapon",
        (7, 3, 1),
        4,
        1,
        (64, 167),
        271,
        slot="secondary",
    ),
    _launcher("rocket-launcher", "Rocket Launcher", (8, 4, 2), 5, 2, (71, 212), 291),
    _launcher("anti-tank-missile", "Anti-Tank Missile", (13, 6, 3, 1), 5, 1, (77, 176), 583),
    _launcher("grenade-launcher", "Grenade Launcher", (4, 2, 1), 3, 4, (19, 65), 248),
    _launcher("auto-grenade-launcher", "Auto-Grenade Launcher", (3, 2, 1), 4, 4, (16, 55), 455),
    _launcher("recoilless-rifle", "Recoilless Rifle", (4, 2, 1), 4, 2, (58, 187), 245),
    # skirmishers.incendiary.unlimited: the basic flamethrower never runs dry
    _launcher(
        "flamethrower", "Flamethrower", (2, 1), 2, UNLIMITED, (7, 17), 50, option="incendiary"
    ),
    _launcher(
        "heavy-flamethrower",
        "Heavy Flamethrower",
        (2, 2, 1),
        4,
        4,
        (7, 17),
        72,
        option="incendiary",
    ),
    _launcher(
        "incendiary-rocket",
        "Incendiary Rocket",
        (4, 2, 1),
        5,
        2,
        (71, 212),
        174,
        option="incendiary",
    ),
    # skirmishers.power.machine-gun: any number of shots into any arc; it is not crew served
    # skirmishers.power.laser-shots: three times the base shots of the arc
    _suit("suit-machine-gun", "Machine Gun", 6, UNLIMITED, (44, 112), 210),
    _suit("suit-heavy-laser", "Heavy Laser", 12, 3, (138, 388), 700),
    # skirmishers.power.explosive-weapons: no price is printed; 2 and 5 AP like the infantry's
    _launcher(
        "suit-flamethrower",
        "Flamethrower",
        (8, 4, 2),
        2,
        UNLIMITED,
        (12, 28),
        144,
        slot="suit",
        option="power-armor",
    ),
    _launcher(
        "suit-anti-tank-missile",
        "Anti-Tank Missile",
        (13, 6, 3, 1),
        5,
        2,
        (77, 176),
        583,
        slot="suit",
        option="power-armor",
    ),
)
