"""The weapons of one battle: the book's, and those that a setup adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from battlemat.kernel.errors import SetupError
from battlemat.kernel.near import near
from battlemat.rulebooks.skirmishers.state.setup import WeaponSetup
from battlemat.rulebooks.skirmishers.state.weapons import BOOK, KINDS, THROW, UNLIMITED, Weapon

GRENADES = ("hand-grenade", "smoke-grenade", "incendiary-grenade")
"""The three kinds that a trooper keeps in his pouches, in this order."""


class Armory:
    """The weapons of one battle: by number for the rules, by id for people."""

    __slots__ = ("bayonet", "by_id", "club", "fists", "grenades", "knife", "weapons")

    def __init__(self, more: Mapping[str, WeaponSetup] | None = None) -> None:
        by_id = {weapon.id: weapon for weapon in BOOK}
        for id, setup in (more or {}).items():
            by_id[id] = read_weapon(id, setup)
        for weapon in list(by_id.values()):
            if weapon.slot == "suit":  # a suit may carry two of a kind, each with its own arc
                by_id[f"{weapon.id}-2"] = weapon._replace(id=f"{weapon.id}-2")
        self.weapons = tuple(
            weapon._replace(number=number) for number, weapon in enumerate(by_id.values())
        )
        self.by_id = {weapon.id: weapon for weapon in self.weapons}
        self.fists = self.by_id["fists"].number
        self.knife = self.by_id["knife"].number
        self.bayonet = self.by_id["bayonet"].number
        self.club = self.by_id["club"].number
        self.grenades = tuple(self.by_id[id].number for id in GRENADES)

    def __getitem__(self, index: int) -> Weapon:
        return self.weapons[index]

    def find(self, id: str, where: str) -> Weapon:
        """The weapon of that id, or a `SetupError` that names the nearest."""
        weapon = self.by_id.get(id)
        if weapon is None:
            raise SetupError(f"{where}: there is no weapon {id!r}; {nearest(id, self.by_id)}")
        return weapon


def nearest(word: object, known: Iterable[str]) -> str:
    """What may have been meant: the nearest known word, or all of them."""
    words = list(known)
    close = near(str(word), words, cutoff=0.5)
    return f"did you mean '{close[0]}'?" if close else "the choices are " + ", ".join(words)


def read_weapon(id: str, setup: WeaponSetup) -> Weapon:
    """A weapon that a setup adds to the book's, or `SetupError`."""
    if setup.kind not in KINDS:
        raise SetupError(f"weapon {id}: kind {setup.kind!r}; {nearest(setup.kind, KINDS)}")
    weapon = Weapon(
        id,
        setup.name or id,
        setup.kind,
        setup.slot,
        "skirmishers.weapon.loadout",
        lethal=setup.lethal,
        bludgeon=setup.bludgeon,
        shots=setup.shots or UNLIMITED,
        short=setup.short,
        long=setup.long or 0,
        rings=setup.rings,
        ap=setup.ap,
        per_dot=setup.per_dot,
        ammo=UNLIMITED if setup.ammo is None else setup.ammo,
        pv=setup.pv,
        crew=setup.crew,
        incendiary=setup.incendiary,
        smoke=setup.smoke,
        rifle=setup.rifle,
        option=setup.option,
    )
    if weapon.explodes and not weapon.smoke and not weapon.rings:
        raise SetupError(f"weapon {id}: what bursts needs 'rings', its damage by distance")
    if weapon.kind == THROW and weapon.per_dot < 1:
        raise SetupError(f"weapon {id}: what is thrown needs 'per_dot', its AP for each dot")
    return weapon
