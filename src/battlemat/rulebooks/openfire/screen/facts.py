"""The state in words and numbers: for scenarios, tools, odds tables and outcome lines."""

from __future__ import annotations

from typing import Any

from battlemat.kernel.events import side_name
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.rounds import result
from battlemat.rulebooks.openfire.screen.phrases import where_in_words
from battlemat.rulebooks.openfire.state.battle import (
    ABOARD,
    GONE,
    NOBODY,
    PLACES,
    PLAYERS,
    Battle,
    Unit,
)
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import place


def facts(battle: Battle) -> dict[str, Any]:
    """Everything that a scenario may expect. Places are texts in inches, as in answers."""
    return {
        "round": battle.round,
        "phase": battle.phase,
        "mission": battle.mission.id,
        "initiative": PLAYERS[battle.initiative],
        "to_move": PLAYERS[battle.to_move],
        "scores": dict(zip(PLAYERS, battle.scores, strict=True)),
        "units": {unit.id: unit_facts(battle, unit) for unit in battle.units},
        "objectives": {
            objective.id: _objective(battle, number)
            for number, objective in enumerate(battle.mission.objectives)
        },
        "entries": {
            player: {name: place(x, y) for name, x, y in battle.entries[side]}
            for side, player in enumerate(PLAYERS)
        },
        "active": battle.units[battle.active].id if battle.active >= 0 else None,
        "moved": battle.moved,
        "advanced": battle.advanced,
        "result": result(battle)._asdict() if battle.phase == "over" else None,
    }


def _objective(battle: Battle, number: int) -> dict[str, Any]:
    marker = battle.markers[number]
    return {
        "at": place(*battle.objectives_at[number]),
        "holder": PLAYERS[marker.holder] if marker.holder != NOBODY else None,
        "since": marker.since,
        "carrier": battle.units[marker.carrier].id if marker.carrier != NOBODY else None,
        "gone": marker.gone,
    }


def unit_facts(battle: Battle, unit: Unit) -> dict[str, Any]:
    """One unit: where its leader is, what is left of it, and all that model by model."""
    lead = unit.stands[unit.leader]
    return {
        "name": unit.card.name,
        "side": PLAYERS[unit.side],
        "place": place_name(battle, unit),
        "stress": unit.stress,
        "activated": unit.activated,
        "hurt": unit.hurt,
        "at": place(lead.x, lead.y) if lead else None,
        "facing": lead.facing if lead else None,
        "left": len(unit.alive),
        "hp": sum(unit.hp),
        "leader": unit.leader + 1,
        "models": {
            str(model + 1): {
                "at": place(stand.x, stand.y) if stand else None,
                "facing": stand.facing if stand else None,
                "level": stand.level if stand else None,
                "hp": unit.hp[model],
            }
            for model, stand in enumerate(unit.stands)
        },
        "carries": [
            objective.id
            for objective, marker in zip(battle.mission.objectives, battle.markers, strict=True)
            if marker.carrier == unit.index
        ],
        "used": {
            str(model + 1): [
                weapon.id
                for slot, weapon in enumerate(card.weapons)
                if unit.used >> (16 * model + slot) & 1
            ]
            for model, card in enumerate(unit.card.models)
            if unit.used >> (16 * model) & 0xFFFF
        },
    }


def place_name(battle: Battle, unit: Unit) -> str:
    """Where a unit is, as scenarios write it."""
    if unit.place == ABOARD:
        return f"aboard {battle.units[unit.transport[0]].id}"
    return "left" if unit.left_in and unit.place not in (GONE,) else PLACES[unit.place]


def outcome(before: Battle, after: Battle) -> str:
    """What an action came to: losses, wounds, stress, points, where units went."""
    lines = []
    for old, new in zip(before.units, after.units, strict=True):
        lines += _changes(after, old, new)
    for number, objective in enumerate(after.mission.objectives):
        if before.markers[number] != after.markers[number]:
            holder = after.markers[number].holder
            if holder == NOBODY:
                lines.append(say("{objective} is nobody's", objective=objective.name))
            else:
                owner = side_name(PLAYERS[holder])
                lines.append(say("{objective} is {owner}'s", objective=objective.name, owner=owner))
    for side, player in enumerate(PLAYERS):
        gained = after.scores[side] - before.scores[side]
        if gained:
            lines.append(
                say(
                    "{player} {points} victory points",
                    player=side_name(player),
                    points=f"{gained:+d}",
                )
            )
    return ", ".join(lines) or say("no change")


def _changes(after: Battle, old: Unit, new: Unit) -> list[str]:
    if new.place == GONE and old.place != GONE:
        return [say("{unit} destroyed", unit=new.id)]
    lines = []
    lost = len(old.alive) - len(new.alive)
    if lost:
        lines.append(
            say(
                "{unit} loses {lost, plural, one {# model} other {# models}}",
                unit=new.id,
                lost=lost,
            )
        )
    wounds = sum(was - now for was, now in zip(old.hp, new.hp, strict=True) if now and was != now)
    if wounds:
        lines.append(say("{unit} {points} HP", unit=new.id, points=f"{-wounds:+d}"))
    if old.stress != new.stress:
        lines.append(say("{unit} has {stress} stress", unit=new.id, stress=new.stress))
    if old.place != new.place:
        lines.append(say("{unit} is {where}", unit=new.id, where=where_in_words(after, new)))
    elif new.on_table and old.on_table and old.leader == new.leader:
        dx, dy = new.lead.x - old.lead.x, new.lead.y - old.lead.y
        if dx or dy:
            far = f"{(dx * dx + dy * dy) ** 0.5 / INCH:.1f}"
            lines.append(say("{unit} moves {far} inches", unit=new.id, far=far))
    return lines
