"""How units and ground look: silhouettes by the weapon in hand, conditions, materials."""

from __future__ import annotations

from collections.abc import Iterator

from battlemat.boards.dots import Mark
from battlemat.kernel.scene import Condition
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.state.battle import (
    DEAD,
    LEFT,
    UNCONSCIOUS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import SUIT, VEHICLE, Card
from battlemat.rulebooks.skirmishers.state.weapons import CREW, MELEE, THROW, Weapon

MATERIALS = {
    Mark.TREE: "wood",
    Mark.VEGETATION: "thicket",
    Mark.SWAMP: "ash",
    Mark.SHALLOW: "water",
    Mark.DEEP: "water",
}
"""What marked ground looks as if it were made of."""

_GLYPHS = {
    "fists": "fist",
    "knife": "knife",
    "bayonet": "knife",
    "smg": "smg",
    "pistol": "pistol",
    "auto-pistol": "pistol",
    "laser-pistol": "pistol",
    "blackjack": "axe",
    "club": "axe",
    "stun-baton": "axe",
    "light-anti-tank-weapon": "rocket",
    "rocket-launcher": "rocket",
    "anti-tank-missile": "rocket",
    "grenade-launcher": "rocket",
    "auto-grenade-launcher": "rocket",
    "recoilless-rifle": "rocket",
    "flamethrower": "flame",
    "heavy-flamethrower": "flame",
    "incendiary-rocket": "rocket",
    "suit-machine-gun": "machinegun",
    "suit-heavy-laser": "laser",
    "suit-flamethrower": "flame",
    "suit-anti-tank-missile": "rocket",
}
"""The weapons of the book whose kind alone does not say what they look like."""


def glyph(battle: Battle, unit: Unit) -> str:
    """The silhouette of a unit: a machine's, a leader's, else that of the weapon in hand."""
    card = unit.card
    if card.kind == VEHICLE:
        return "jeep" if card.type == "scout" else "carrier"
    if _leads(card):
        return "leader"
    arms = [unit.hand, *(index for index in unit.carries if index >= 0)]
    found = (weapon_glyph(battle.weapon(index)) for index in arms)
    return next(
        (drawn for drawn in found if drawn != "fist"), "walker" if card.kind == SUIT else ""
    )


def _leads(card: Card) -> bool:
    return card.leadership > 0


def weapon_glyph(weapon: Weapon) -> str:
    """The silhouette of a weapon."""
    if weapon.id in _GLYPHS:
        return _GLYPHS[weapon.id]
    if "laser" in weapon.id:
        return "laser"
    return {CREW: "machinegun", MELEE: "blade", THROW: "grenade"}.get(weapon.kind, "rifle")


def conditions(unit: Unit) -> list[Condition]:
    """How a unit is. That it has been activated, `ready` says."""
    return [_posture(unit), *_others(unit)]


def _posture(unit: Unit) -> Condition:
    if unit.state == UNCONSCIOUS:
        return Condition("fallen", say("Unconscious"), "bad")
    if unit.state == DEAD:
        return Condition("fallen", say("Destroyed"), "bad")
    if unit.state == LEFT:
        return Condition("other", say("Left"))
    if unit.prone:
        return Condition("prone", say("Prone"))
    return Condition("stands", say("Standing"), "usual")


def _others(unit: Unit) -> Iterator[Condition]:
    if unit.mount >= 0:
        yield Condition("mounted", say("Mounted"))
    if unit.place < 0:
        yield Condition("flying", say("Flying"))
    if unit.entangled:
        yield Condition("held", say("Entangled"), "bad")
    if unit.pinned:
        yield Condition("held", say("Pinned"), "bad")
    if unit.under:
        yield Condition("under", say("Under the vehicle"), "bad")
