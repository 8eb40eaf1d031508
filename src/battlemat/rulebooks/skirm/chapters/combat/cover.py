"""Chapter "Cover": whether a target is sheltered, in the editions that have it."""

from __future__ import annotations

from battlemat.rulebooks.skirm.chapters.combat.numbers import Attack
from battlemat.rulebooks.skirm.chapters.combat.sight import in_the_way


def in_cover(attack: Attack) -> bool:
    """Only the primary target of a ranged attack is in cover; the second edition has none.

    The board knows what is seen of the target and what hides it.
    """
    edition = attack.edition
    if not attack.ranged or not attack.primary:
        return False
    if edition.cover_adds:
        return _base_hidden(attack)
    return not edition.has_hit and attack.target_stands and _sheltered(attack)


def _base_hidden(attack: Attack) -> bool:
    """First edition: the base is partly hidden; units hide it too."""
    if attack.weapon.no_cover:
        return False
    battle = attack.battle
    return battle.terrain.base_hidden(
        attack.attacker.square,
        attack.target.square,
        standing=battle.standing[0] | battle.standing[1],
    )


def _sheltered(attack: Attack) -> bool:
    """Third edition: terrain at the target's square hides a part of what would be seen."""
    battle = attack.battle
    way = in_the_way(battle, attack.weapon)
    return battle.terrain.in_cover(attack.attacker.square, attack.target.square, standing=way)
