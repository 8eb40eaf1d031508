"""The state in words and numbers: for scenarios, tools, odds tables and outcome lines."""

from __future__ import annotations

from typing import Any

from battlemat.kernel.events import side_name
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.progression import gains
from battlemat.rulebooks.skirm.chapters.turns import result
from battlemat.rulebooks.skirm.state.battle import (
    CARRIED,
    DOWNED,
    OFF_MAP,
    OUT,
    PLAYERS,
    STATES,
    Battle,
    Unit,
)


def facts(battle: Battle) -> dict[str, Any]:
    """Everything that a scenario may expect; nothing is hidden (`setup.open-information`)."""
    board = battle.field.board
    doors = {
        f"{board.name(a)}|{board.name(b)}": "open" if battle.doors_open >> i & 1 else "closed"
        for i, (a, b) in enumerate(board.doors)
    }
    markers = {
        marker.id: _place(battle, battle.markers[index])
        for index, marker in enumerate(battle.mission.markers)
    }
    ended = result(battle)._asdict() if battle.phase == "over" else None
    return {
        "turn": battle.turn,
        "phase": battle.phase,
        "initiative": PLAYERS[battle.initiative],
        "to_move": PLAYERS[battle.to_move],
        "orders": dict(zip(PLAYERS, battle.orders, strict=True)),
        "scores": dict(zip(PLAYERS, battle.scores, strict=True)),
        "units": {unit.id: unit_facts(battle, unit) for unit in battle.units},
        "doors": doors,
        "markers": markers,
        "active": battle.units[battle.active].id if battle.active >= 0 else None,
        "act": battle.act_left,
        "result": ended,
        "gains": {
            player: sum(line.ep for line in gains(battle, side))
            for side, player in enumerate(PLAYERS)
        }
        if battle.edition.progresses and battle.phase == "over"
        else None,
    }


def _place(battle: Battle, place: int) -> str:
    if place <= CARRIED:
        return "carried by " + battle.units[CARRIED - place].id
    return battle.field.board.name(place)


def unit_facts(battle: Battle, unit: Unit) -> dict[str, Any]:
    mission = battle.mission
    return {
        "name": unit.card.name,
        "side": PLAYERS[unit.side],
        "square": battle.field.board.name(unit.square) if unit.square != OFF_MAP else None,
        "state": STATES[unit.state],
        "ready": unit.ready,
        "act": battle.act_left if unit.index == battle.active else unit.card.act,
        "hit": unit.hit,
        "stun": unit.stun,
        "carries": [
            mission.markers[i].id
            for i, place in enumerate(battle.markers)
            if place == CARRIED - unit.index
        ],
        "used": [weapon.id for weapon in unit.card.weapons if unit.used >> weapon.index & 1],
    }


def outcome(before: Battle, after: Battle) -> str:
    """What an action came to: who was Downed or went Out, who lost HIT, who stood up."""
    lines = []
    for old, new in zip(before.units, after.units, strict=True):
        if new.state != old.state:
            if new.state == DOWNED:
                lines.append(say("{unit} Downed", unit=new.id))
            elif new.state == OUT:
                lines.append(say("{unit} Out", unit=new.id))
            elif old.state == DOWNED:
                lines.append(say("{unit} stands", unit=new.id))
        elif new.hit != old.hit:
            lines.append(say("{unit} {hits} HIT", unit=new.id, hits=f"{new.hit - old.hit:+d}"))
        if new.stun > old.stun:
            lines.append(say("{unit} stunned", unit=new.id))
    for side, player in enumerate(PLAYERS):
        gained = after.scores[side] - before.scores[side]
        if gained:
            lines.append(_gained(player, gained))
    return ", ".join(lines) or say("no change")


def _gained(player: str, points: int) -> str:
    return say(
        "{player} {sign} {points, plural, one {point} other {points}}",
        player=side_name(player),
        sign=f"{points:+d}",
        points=abs(points),
    )
