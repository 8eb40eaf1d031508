"""A unit's card for the side panel, track and weapons as on paper."""

from __future__ import annotations

from typing import Any

from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.gear import rounds
from battlemat.rulebooks.skirmishers.screen.facts import cells
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import SLOTS, point_value
from battlemat.rulebooks.skirmishers.state.vehicles import mount_name
from battlemat.rulebooks.skirmishers.state.weapons import UNLIMITED
from battlemat.rulebooks.skirmishers.state.words import skill_words, slot_words


def card(battle: Battle, unit: Unit) -> dict[str, Any]:
    """The card with what has become of it."""
    paper, marks = unit.card, unit.marks
    track = paper.track
    armory = battle.field.armory
    named = [mount_name(paper, slot) if unit.is_vehicle else SLOTS[slot] for slot in range(3)]
    carried = [
        (slot_words(named[slot]), index) for slot, index in enumerate(unit.carries) if index >= 0
    ]
    carried += [
        (say("grenades"), index)
        for index, load in zip(armory.grenades, unit.grenades, strict=True)
        if load
    ]
    return {
        "stats": {
            "HP": track.names[unit.hp] if unit.hp >= 0 else say("dead"),
            "AP": say("{left} of {most}", left=unit.ap_left, most=unit.ap),
            "Modifier": f"+{unit.mod}",
            "Armor": marks.armor or marks.plates.bit_count(),
        },
        "stats_clause": "skirmishers.card.fields",
        "track": [
            {
                "cell": track.names[bit],
                "ap": track.columns[bit].ap,
                "mod": track.columns[bit].mod,
                "mark": "full"
                if marks.full >> bit & 1
                else "part"
                if marks.part >> bit & 1
                else "",
                "plate": bool(marks.plates >> bit & 1),
            }
            for bit in range(track.top, -1, -1)
        ],
        "track_note": _what_counts(unit),
        "track_clause": "skirmishers.card.current-hp",
        "weapons": [_weapon_line(battle, unit, slot, index) for slot, index in carried],
        "in_hand": armory[unit.hand].name,
        "crossed": {"full": cells(unit, marks.full), "part": cells(unit, marks.part)},
        "rank": paper.rank,
        "skill": skill_words(paper.skill),
        "leadership": paper.leadership,
        "pv": point_value(paper.written, armory),
    }


def _what_counts(unit: Unit) -> str:
    """Why boxes that nothing crosses are lost, where a hit skipped some; else nothing."""
    track, full = unit.card.track, unit.marks.full
    if unit.hp < 0 or track.top - unit.hp <= full.bit_count():
        return ""
    return say(
        "Box {left} counts, the one after the last that is crossed out; every box before it is "
        "lost, crossed or not.",
        left=track.names[unit.hp],
    )


def _weapon_line(battle: Battle, unit: Unit, slot: str, index: int) -> dict[str, Any]:
    weapon = battle.weapon(index)
    left = rounds(battle, unit, index)
    return {
        "name": weapon.name,
        "slot": slot,
        "damage": weapon.damage,
        "shots": weapon.shots if weapon.shots != UNLIMITED else say("any"),
        "range": [weapon.short, weapon.long]
        if not weapon.per_dot
        else say("{price} AP a dot", price=weapon.per_dot),
        "rounds": left if left != UNLIMITED else None,
        "clause": weapon.because,
    }
