"""The state in words and numbers: for scenarios, tools, odds tables and outcome lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlemat.boards.dots import Feature
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.victory import points, result
from battlemat.rulebooks.skirmishers.screen.parts import thing_id
from battlemat.rulebooks.skirmishers.state.battle import (
    DEAD,
    PLAYERS,
    STATES,
    UNCONSCIOUS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import JET_WORN, SLOTS, VEHICLE, point_value
from battlemat.rulebooks.skirmishers.state.vehicles import front_of
from battlemat.rulebooks.skirmishers.state.words import state_words


def facts(battle: Battle) -> dict[str, Any]:
    """Everything that a scenario may expect."""
    name = battle.board.name
    return {
        "round": battle.round,
        "turn": battle.turn,
        "phase": battle.phase,
        "to_move": PLAYERS[battle.to_move],
        "active": battle.units[battle.active].id if battle.active >= 0 else None,
        "acting": [battle.units[index].id for index in battle.acting],
        "points": {player: points(battle, side) for side, player in enumerate(PLAYERS)},
        "units": {unit.id: unit_facts(battle, unit) for unit in battle.units},
        "fire": sorted(name(place) for place in _places(battle.fire)),
        "smoke": sorted(name(place) for place in _places(battle.smoke)),
        "explosives": [
            {"weapon": battle.weapon(t.weapon).id, "at": name(t.place), "tn": t.need}
            for t in battle.tokens
        ],
        "blows": [
            f"{battle.units[b.attacker].id} {battle.units[b.target].id}" for b in battle.blows
        ],
        "items": [
            {"at": name(item.place), "thing": thing_id(battle, item.weapon), "rounds": item.rounds}
            for item in battle.items
        ],
        "guns": [
            {
                "at": name(gun.place),
                "weapon": battle.weapon(gun.weapon).id,
                "heading": gun.heading,
                "controller": battle.units[gun.controller].id if gun.controller >= 0 else None,
            }
            for gun in battle.guns
        ],
        "structures": {_spot(battle, *spot): damage for spot, damage in battle.structures},
        "breaches": [
            _spot(battle, one, two, level)
            for one, two, level, feature in battle.board.links
            if feature is Feature.BREACH
        ],
        "result": result(battle)._asdict() if battle.phase == "over" else None,
    }


def _spot(battle: Battle, one: int, two: int, level: int) -> str:
    """A tree's dot, or the two dots of a wall, as a position writes them."""
    board = battle.board
    if one == two:
        return board.name(board.at(one, level))
    return "|".join(sorted(board.name(board.at(dot, level)) for dot in (one, two)))


def _places(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def cells(unit: Unit, mask: int) -> list[str]:
    """The printed names of marked cells, left to right."""
    track = unit.card.track
    return [track.names[bit] for bit in range(track.top, -1, -1) if mask >> bit & 1]


def unit_facts(battle: Battle, unit: Unit) -> dict[str, Any]:
    marks = unit.marks
    found = {
        "name": unit.card.name,
        "side": PLAYERS[unit.side],
        "at": battle.board.name(unit.place) if unit.place >= 0 else None,
        "state": STATES[unit.state],
        "prone": unit.prone,
        "hp": unit.card.track.names[unit.hp] if unit.hp >= 0 else "dead",
        "max_ap": unit.ap,
        "mod": unit.mod,
        "spent": unit.spent,
        "ap": unit.ap_left,
        "armor": marks.armor,
        "full": cells(unit, marks.full),
        "part": cells(unit, marks.part),
        "active": battle.weapon(unit.hand).id,
        "carries": {
            SLOTS[slot]: battle.weapon(index).id
            for slot, index in enumerate(unit.carries)
            if index >= 0
        },
        "ammo": {
            SLOTS[slot]: unit.ammo[slot] for slot, index in enumerate(unit.carries) if index >= 0
        },
        "grenades": dict(zip(("hand", "smoke", "incendiary"), unit.grenades, strict=True)),
        "arcs": [
            {
                "weapon": battle.weapon(arc.weapon).id,
                "degrees": arc.degrees,
                "heading": arc.heading,
                "shots": arc.shots,
            }
            for arc in unit.arcs
        ],
        "activated": unit.activated,
        "entangled": unit.entangled,
        "pinned": unit.pinned,
        "jet_pack": unit.jet == JET_WORN,
        "pv": point_value(unit.card.written, battle.field.armory),
    }
    if marks.plates or marks.dented:
        found["plates"] = cells(unit, marks.plates)
        found["dented"] = cells(unit, marks.dented)
    if unit.card.kind == VEHICLE:
        front = battle.board.ground(front_of(battle, unit)) if unit.place >= 0 else None
        found |= {
            "front": None if front is None else battle.board.name(front),
            "direction": unit.heading + 1,
            "engine": unit.engine,
            "motion": unit.motion,
        }
    if unit.mount >= 0:
        found["rides"] = battle.units[unit.mount].id
    if unit.disabled:
        found["disabled"] = [SLOTS[slot] for slot in range(3) if unit.disabled >> slot & 1]
    return found


def outcome(before: Battle, after: Battle) -> str:
    """What an action came to: who died, who is hurt, who fell."""
    lines = [
        line
        for old, new in zip(before.units, after.units, strict=True)
        for line in _change(old, new)
    ]
    return ", ".join(lines) or say("nobody is hurt")


def _change(old: Unit, new: Unit) -> Iterator[str]:
    """What has become of one unit."""
    if new.state != old.state and new.state in (UNCONSCIOUS, DEAD):
        yield say("{unit} is {state}", unit=new.id, state=state_words(STATES[new.state]))
    elif new.hp != old.hp:
        yield say("{unit} is at HP {hp}", unit=new.id, hp=new.card.track.names[new.hp])
    elif new.marks.armor != old.marks.armor:
        lost = old.marks.armor - new.marks.armor
        yield say("{unit} loses {lost} armor", unit=new.id, lost=lost)
    elif new.marks != old.marks:
        yield say("{unit} is bruised", unit=new.id)
    if new.entangled and not old.entangled:
        yield say("{unit} is entangled", unit=new.id)
    if new.pinned and not old.pinned:
        yield say("{unit} is pinned", unit=new.id)
