"""A position in mid-game: putting a battle where a setup says it stands."""

from __future__ import annotations

from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.openfire.state.battle import (
    ABOARD,
    GONE,
    PLAYERS,
    RESERVE,
    TABLE,
    Battle,
    Marker,
    Unit,
)
from battlemat.rulebooks.openfire.state.passengers import carried_refusal, full_refusal, room
from battlemat.rulebooks.openfire.state.position_setup import (
    ActiveSetup,
    HeldSetup,
    LastingSetup,
    PositionSetup,
    StandingSetup,
)
from battlemat.rulebooks.openfire.state.tables import Effect


def take_up(battle: Battle, position: PositionSetup) -> None:
    """Put the battle where a position says it is."""
    battle.round = position.round
    battle.initiative = PLAYERS.index(position.initiative)
    battle.to_move = PLAYERS.index(position.to_move)
    for player, points in position.scores.items():
        battle.scores[PLAYERS.index(player)] = points
    rows = sorted(position.units.items(), key=lambda row: row[1].place.startswith("aboard "))
    for id, standing in rows:  # transports before those whom they carry
        _place(battle, _named(battle, id), standing)
    for id, held in position.objectives.items():
        _mark(battle, id, held)
    for player, spots in position.entry_points.items():
        battle.entries[PLAYERS.index(player)] = tuple(
            (chr(ord("a") + number), x, y) for number, (x, y) in enumerate(spots)
        )
    for lasting in position.effects:
        _last(battle, lasting)
    battle.passed = [player in position.passed for player in PLAYERS]
    battle.phase = "activate"
    if position.begin == "round":  # before its roll-off, which counts the round
        battle.phase, battle.round = "round", battle.round - 1
    if position.active is not None:
        _act(battle, position.active)


def _named(battle: Battle, id: str) -> Unit:
    unit = battle.find(id)
    if unit is None:
        raise SetupError(f"position: there is no unit '{id}'")
    return unit


def _act(battle: Battle, active: ActiveSetup) -> None:
    unit = _named(battle, active.unit)
    if not unit.on_table:
        raise SetupError(f"position: {unit.id} is active, but not on the table")
    battle.active, battle.phase = unit.index, active.action
    battle.moved = active.moved
    battle.advanced = active.advanced
    battle.deployed = active.deployed
    battle.disembarked = active.disembarked
    battle.to_move = unit.side


def _place(battle: Battle, unit: Unit, row: StandingSetup) -> None:
    unit.stress = row.stress
    unit.activated = row.activated
    unit.hurt = row.hurt
    if row.leader is not None:
        unit.leader = _model_number(unit, row.leader)
    for number, ids in row.used.items():
        model = _model_number(unit, int(number) if number.isdecimal() else 0)
        for slot, weapon in enumerate(unit.card.models[model].weapons):
            if weapon.id in ids:
                unit.used |= 1 << (16 * model + slot)
    for ability in unit.card.abilities:
        if ability.id in row.abilities:
            unit.abilities_game |= 1 << ability.index
            unit.abilities_round |= 1 << ability.index
    if row.hp is not None:
        _wound(unit, row.hp)
    _put(battle, unit, row)


def _model_number(unit: Unit, number: int) -> int:
    if not 1 <= number <= len(unit.hp):
        raise SetupError(f"position: {unit.id} has no model {number}")
    return number - 1


def _wound(unit: Unit, left: tuple[int, ...]) -> None:
    if len(left) != len(unit.hp):
        raise SetupError(f"position: {unit.id} has {len(unit.hp)} models, not {len(left)}")
    for model, hp in enumerate(left):
        _set_hp(unit, model, hp)
    _find_leader(unit)


def _set_hp(unit: Unit, model: int, hp: int) -> None:
    most = unit.card.models[model].hp
    if hp > most:
        raise SetupError(f"position: {unit.name_of(model)} has {most} hit points, not {hp}")
    unit.hp[model] = hp


def _find_leader(unit: Unit) -> None:
    if not unit.hp[unit.leader]:
        unit.leader = next((model for model in unit.alive), unit.leader)


def _put(battle: Battle, unit: Unit, row: StandingSetup) -> None:
    place = row.place
    if place == "destroyed":
        unit.place, unit.hp = GONE, [0] * len(unit.hp)
    elif place == "left":
        left_in = max(1, battle.round - 1) if row.left_in is None else row.left_in
        unit.place, unit.left_in = RESERVE, left_in
    elif place.startswith("aboard "):
        carrier = battle.find(place.removeprefix("aboard "))
        if carrier is None:
            raise SetupError(f"position: {unit.id} cannot be {place}: there is no such unit")
        put_aboard(battle, unit, carrier)
    elif place == "table":
        _put_models(battle, unit, row)
    elif place != "reserve":
        raise SetupError(f"position: {unit.id} cannot be at '{place}'")


def _put_models(battle: Battle, unit: Unit, row: StandingSetup) -> None:
    rows = row.models or ()
    if len(rows) != len(unit.hp):
        raise SetupError(f"position: {unit.id} has {len(unit.hp)} models, {len(rows)} are placed")
    unit.place = TABLE
    for model, stood in enumerate(rows):
        if stood is None:
            unit.hp[model] = 0
            continue
        x, y, facing, *hp = stood
        unit.stands[model] = battle.plane.put(unit.card.models[model].base, x, y, facing)
        if hp:
            _set_hp(unit, model, hp[0])
        if not unit.hp[model]:
            unit.stands[model] = None
    _find_leader(unit)
    if not unit.alive:
        raise SetupError(f"position: {unit.id} is on the table without a model")


def put_aboard(battle: Battle, unit: Unit, carrier: Unit) -> None:
    """Put a unit into a transport of its side that may carry it and has room."""
    carriers = [model for model in carrier.alive if carrier.powers[model].carries]
    if not carriers or carrier.side != unit.side or carrier is unit:
        raise SetupError(
            f"{unit.id} cannot be aboard {carrier.id}, which is no transport of its side"
        )
    unit.place = RESERVE  # as long as it takes no room itself
    free = [model for model in carriers if room(battle, carrier, model) >= len(unit.alive)]
    refusal = carried_refusal(unit.id, (unit.powers[model] for model in unit.alive))
    if refusal is None and not free:
        refusal = full_refusal(carrier.id, unit.id)
    if refusal is not None:
        raise SetupError(f"{unit.id} cannot be aboard {carrier.id}: {refusal.reason}")
    unit.place, unit.transport = ABOARD, (carrier.index, free[0])


def _last(battle: Battle, row: LastingSetup) -> None:
    unit, source = _named(battle, row.unit), _named(battle, row.source or row.unit)
    if (row.stat is None) == (row.special is None):
        raise SetupError(f"position: an effect on {unit.id} needs either a stat or a special rule")
    kind = "weapon" if row.weapons else "rule" if row.stat is None else "stat"
    name = row.stat or row.special or ""
    battle.add_effect(Effect(unit.index, kind, name, row.by, row.weapons, row.until, source.index))


def _mark(battle: Battle, id: str, row: HeldSetup) -> None:
    number = next((n for n, o in enumerate(battle.mission.objectives) if o.id == id), None)
    if number is None:
        raise SetupError(f"position: there is no objective '{id}'")
    carrier = None if row.carrier is None else _named(battle, row.carrier)
    battle.markers[number] = Marker(
        PLAYERS.index(row.holder) if row.holder else -1,
        row.since,
        carrier.index if carrier else -1,
        row.gone,
    )
