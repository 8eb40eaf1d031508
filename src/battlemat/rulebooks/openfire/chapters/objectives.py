"""Chapter "Objectives": securing, holding, scoring, the four kinds.

Control is held by being near, Destroy by nobody else securing it, Access is scored at once, Recover
travels with the unit that secured it.
"""

from __future__ import annotations

from battlemat.boards.plane import Stand
from battlemat.kernel.errors import Refusal
from battlemat.kernel.events import side_name
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.measure import assaulters, unit_within
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import GONE, NOBODY, PLAYERS, Battle, Marker, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.mission import (
    ACCESS,
    CONTROL,
    DESTROY,
    MARKER,
    RECOVER,
    marker_stand,
)


def lies_at(battle: Battle, number: int) -> Stand:
    """An objective's marker on the table."""
    return marker_stand(battle.plane, battle.objectives_at[number])


def is_on_table(battle: Battle, number: int) -> bool:
    """True until it is scored, destroyed or picked up."""
    marker = battle.markers[number]
    return not marker.gone and marker.carrier == NOBODY


def secure_refusal(battle: Battle, unit: Unit, number: int) -> Refusal | None:
    """Why a unit may not use Secure on an objective now (`openfire.objective.secure-who`)."""
    objective = battle.mission.objectives[number]
    if unit.has_vehicle and not battle.policy.vehicles_secure:
        return Refusal(say("{unit} contains a vehicle", unit=unit.id), "openfire.vehicle.no-secure")
    if not is_on_table(battle, number):
        return Refusal(
            say("{objective} is not on the table", objective=objective.name),
            "openfire.objective.recover-carried",
        )
    if unit.side not in objective.sides:
        text = say(
            "the mission does not let {player} secure {objective}",
            player=side_name(PLAYERS[unit.side]),
            objective=objective.name,
        )
        return Refusal(text, "openfire.objective.secure-who")
    reach = battle.policy.secure_reach * INCH
    if not unit_within(battle, unit, lies_at(battle, number), reach):
        text = say(
            "{unit} is not within {reach} inch of {objective}",
            unit=unit.id,
            reach=battle.policy.secure_reach,
            objective=objective.name,
        )
        return Refusal(text, "openfire.objective.secure-who")
    near = assaulters(battle, unit)
    if near:
        text = say("{foe} is within assault range of {unit}", foe=near[0].id, unit=unit.id)
        return Refusal(text, "openfire.objective.secure-who")
    return None


def can_secure_at(battle: Battle, unit: Unit, number: int) -> bool:
    """Whether `secure_refusal` has nothing to say; who is far off is not even measured."""
    x, y = battle.objectives_at[number]
    most = battle.policy.secure_reach * INCH + MARKER.radius
    for stand in unit.stands:
        if stand is not None:
            west, south, east, north = stand.box
            if west - most <= x <= east + most and south - most <= y <= north + most:
                return secure_refusal(battle, unit, number) is None
    return False


def contesting(battle: Battle, unit: Unit, number: int) -> Unit | None:
    """An enemy unit within reach of the marker; it keeps the objective from being secured."""
    marker, reach = lies_at(battle, number), battle.policy.secure_reach * INCH
    return next((foe for foe in battle.foes(unit) if unit_within(battle, foe, marker, reach)), None)


def secure(battle: Battle, unit: Unit, number: int) -> None:
    """Secure an objective unless an enemy is near it (`openfire.objective.secure-contest`)."""
    objective = battle.mission.objectives[number]
    foe = contesting(battle, unit, number)
    if foe is not None:
        because = "openfire.objective.secure-contest"
        battle.tell(events.Contested, because, objective=objective.name, unit=unit.id, foe=foe.id)
        return
    marker = battle.markers[number]
    battle.tell(
        events.Secured,
        (f"openfire.objective.{objective.kind}", "openfire.objective.take-over"),
        player=PLAYERS[unit.side],
        objective=objective.name,
        unit=unit.id,
    )
    if objective.kind == ACCESS:
        battle.markers[number] = Marker(unit.side, battle.round, NOBODY, True)
        _score(battle, unit.side, number, "openfire.objective.access")
    elif objective.kind == RECOVER:
        battle.markers[number] = Marker(unit.side, battle.round, unit.index)
    elif marker.holder != unit.side:  # openfire.objective.destroy-hold: no new count for one's own
        battle.markers[number] = Marker(unit.side, battle.round)


def check_control(battle: Battle) -> None:
    """After every action: a Control objective without a unit near is lost.

    `openfire.objective.control-check`.
    """
    reach = battle.policy.control_reach * INCH
    for number, objective in enumerate(battle.mission.objectives):
        marker = battle.markers[number]
        if objective.kind != CONTROL or marker.holder == NOBODY:
            continue
        lies = lies_at(battle, number)
        if not any(unit_within(battle, u, lies, reach) for u in battle.on_table(marker.holder)):
            battle.markers[number] = Marker()
            because = "openfire.objective.control-check"
            player = PLAYERS[marker.holder]
            battle.tell(events.Unsecured, because, objective=objective.name, player=player)


def lose_recovered(battle: Battle, unit: Unit) -> None:
    """Recovered objectives are destroyed with their unit (`openfire.objective.recover`)."""
    for number, marker in enumerate(battle.markers):
        if marker.carrier == unit.index and not marker.gone:
            battle.markers[number] = Marker(NOBODY, 0, NOBODY, True)
            name = battle.mission.objectives[number].name
            battle.tell(events.ObjectiveLost, "openfire.objective.recover", objective=name)


def destroy_due(battle: Battle) -> None:
    """Destroy objectives held since an earlier round are scored and removed.

    `openfire.objective.destroy`.
    """
    for number, objective in enumerate(battle.mission.objectives):
        marker = battle.markers[number]
        if (
            objective.kind == DESTROY
            and not marker.gone
            and marker.holder != NOBODY
            and marker.since < battle.round
        ):
            battle.markers[number] = Marker(marker.holder, marker.since, NOBODY, True)
            _score(battle, marker.holder, number, "openfire.objective.destroy")


def score_round(battle: Battle) -> None:
    """Score Control objectives each round, where the mission says so.

    `openfire.objective.control-score`.
    """
    if battle.policy.control_scores == "round":
        _score_control(battle)


def score_end(battle: Battle) -> None:
    """What is scored once, at the end of the game."""
    if battle.policy.control_scores == "end":
        _score_control(battle)
    for number, objective in enumerate(battle.mission.objectives):
        marker = battle.markers[number]
        if objective.kind == RECOVER and marker.carrier != NOBODY:
            carrier = battle.units[marker.carrier]
            if carrier.place != GONE:
                _score(battle, carrier.side, number, "openfire.objective.recover")


def _score_control(battle: Battle) -> None:
    for number, objective in enumerate(battle.mission.objectives):
        marker = battle.markers[number]
        if objective.kind == CONTROL and marker.holder != NOBODY:
            _score(battle, marker.holder, number, "openfire.objective.control-score")


def _score(battle: Battle, side: int, number: int, because: str) -> None:
    objective = battle.mission.objectives[number]
    battle.scores[side] += objective.points
    battle.tell(
        events.Score,
        (because, "openfire.objective.victory-points"),
        player=PLAYERS[side],
        points=objective.points,
        objective=objective.name,
        total=battle.scores[side],
    )
