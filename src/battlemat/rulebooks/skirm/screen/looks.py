"""How units look: the silhouette that a card gets, and the condition that a unit is in.

A card says nothing of pictures. What a unit fights with says most of it, and weapons say what they
are by the last words of their names, in shipped squads and in those of players alike.
"""

from __future__ import annotations

from battlemat.kernel.memo import Memo
from battlemat.kernel.scene import Condition
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.state.battle import STANDING, Unit
from battlemat.rulebooks.skirm.state.cards import Card

_CALLINGS = (
    ("archer", "bow"),
    *(("medic", "medic"), ("surgeon", "medic"), ("leader", "leader"), ("captain", "leader")),
    *(("sergeant", "leader"), ("commander", "leader"), ("tyrant", "leader"), ("lord", "leader")),
    *(("matriarch", "leader"), ("chief", "leader"), ("sniper", "scope"), ("marksman", "scope")),
    *(("engineer", "wrench"), ("mechanic", "wrench"), ("smith", "wrench"), ("sapper", "grenade")),
    *(("lurker", "eye"), ("spitter", "drop"), ("leaper", "fangs"), ("ripper", "claw")),
    *(("beast", "beast"), ("dancer", "wings"), ("blade", "blade"), ("duelist", "knife")),
    ("hexer", "eye"),
    *(("storm caller", "bolt"), ("tomb guard", "shield"), ("spear guard", "shield")),
)
_WEAPONS = (
    *(("flame", "flame"), ("mortar", "mortar"), ("launcher", "rocket"), ("cannon", "machinegun")),
    *(("machine gun", "machinegun"), ("scatter", "shotgun"), ("shotgun", "shotgun")),
    *(("carbine", "smg"), ("plasma", "laser"), ("laser", "laser"), ("arc gun", "laser")),
    *(("auto rifle", "heavy"), ("reaper", "heavy"), ("bolter", "heavy"), ("rifle", "rifle")),
    *((" gun", "rifle"), ("bow", "bow"), ("pistol", "pistol"), ("sidearm", "pistol")),
    *(("spore", "beast"), ("acid", "beast"), ("venom", "beast"), ("bile", "beast")),
    *(("claw", "claw"), ("talon", "claw"), ("limb", "claw"), ("teeth", "claw"), ("maw", "claw")),
    *(("staff", "staff"), ("sceptre", "staff"), ("axe", "axe"), ("hammer", "axe"), ("maul", "axe")),
    *(("club", "axe"), ("mace", "axe"), ("sword", "blade"), ("blade", "blade"), ("spear", "blade")),
    *(("lance", "blade"), ("glaive", "blade"), ("knife", "knife"), ("dagger", "knife")),
    *(("fist", "fist"), ("hands", "fist"), ("gauntlet", "fist"), ("grenade", "grenade")),
    *(("charge", "grenade"),),
)


def glyph(card: Card) -> str:
    """The silhouette of a unit: by what it is called, then by what it shoots or strikes with."""
    called = _said(_CALLINGS, card.name) or _said(_CALLINGS, " ".join(card.tags))
    arms = sorted(card.weapons, key=lambda weapon: not weapon.ranged)
    return called or next(filter(None, (_said(_WEAPONS, weapon.name) for weapon in arms)), "")


@Memo("the table of words and the text", bound=1024)
def _said(table: tuple[tuple[str, str], ...], text: str) -> str:
    low = text.lower()
    return next((drawn for word, drawn in table if word in low), "")


def conditions(unit: Unit) -> list[Condition]:
    """How a unit is. That it has been activated, `ready` says."""
    found = [Condition("stands", say("Standing"), "usual")]
    if unit.state != STANDING:
        found = [Condition("fallen", say("Downed"), "bad")]
    if unit.stun:
        found.append(Condition("stunned", say("Stunned"), "warn"))
    return found
