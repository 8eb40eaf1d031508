"""Chapter "Actions": choosing a unit, bringing it onto the table, and its actions in their order.

Recover, Abilities, Move, Attack, Secure: each once, in this order, each but Recover optional
(`openfire.activation.order`, `openfire.activation.optional`).
"""

from __future__ import annotations

from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import PASS, Flow, Option, choose
from battlemat.rulebooks.openfire.chapters import proposals as scout
from battlemat.rulebooks.openfire.chapters.arrivals import (
    ArrivalOptions,
    ambush_way,
    beside_way,
    entry_ways,
)
from battlemat.rulebooks.openfire.chapters.attack import SKIP as NO_ATTACK
from battlemat.rulebooks.openfire.chapters.attack import AttackOptions, weapons_for
from battlemat.rulebooks.openfire.chapters.attack_dice import attack
from battlemat.rulebooks.openfire.chapters.damage import destroy
from battlemat.rulebooks.openfire.chapters.declaration import Declaration
from battlemat.rulebooks.openfire.chapters.dice import SIDES, command_tests, passes
from battlemat.rulebooks.openfire.chapters.objectives import check_control, secure, secure_refusal
from battlemat.rulebooks.openfire.chapters.placing import place_followers, put_down
from battlemat.rulebooks.openfire.state.battle import (
    ABOARD,
    NOBODY,
    PLAYERS,
    RESERVE,
    TABLE,
    Battle,
    Unit,
)

NO_SECURE: Option = ("skip", "secure")


# ---------------------------------------------------------------------- who is activated


def can_activate(battle: Battle, unit: Unit) -> bool:
    """On the table, in reserve and allowed in, or aboard a transport that is on the table.

    `openfire.activation.embarked`, `openfire.aircraft.return`.
    """
    if unit.activated:
        return False
    if unit.place == TABLE:
        return True
    if unit.place == RESERVE:
        return not unit.left_in or unit.left_in < battle.round
    return unit.place == ABOARD and battle.units[unit.transport[0]].place == TABLE


def may_activate(battle: Battle, side: int) -> list[Unit]:
    """The units that a side may activate now."""
    return [u for u in battle.units if u.side == side and can_activate(battle, u)]


def next_activation(battle: Battle) -> Flow[None]:
    """Let the side to move activate a unit (`openfire.round.alternate`)."""
    side = battle.to_move
    units = [] if battle.passed[side] else may_activate(battle, side)
    if not units:
        other = 1 - side
        if battle.passed[other] or not may_activate(battle, other):
            battle.phase = "end"
        else:
            battle.to_move = other  # openfire.round.unequal
        return
    options: list[Option] = [("activate", unit.index) for unit in units]
    if all(unit.place == RESERVE and may_hold_back(battle, unit) for unit in units):
        options.append(PASS)  # openfire.round.reserve-pass
    option = yield from choose(
        PLAYERS[side], "activate", options, because="openfire.round.alternate"
    )
    if option == PASS:
        battle.passed[side] = True
        battle.to_move = 1 - side
        battle.tell("holds", "openfire.round.reserve-pass", player=PLAYERS[side])
        return
    yield from begin(battle, battle.units[option[1]])


def may_hold_back(battle: Battle, unit: Unit) -> bool:
    """Support units may stay in reserve; others must deploy in round 1 unless the mission waits.

    `openfire.special.support`, `openfire.special.support-optional`, `openfire.reserve.first-round`.
    The book's first turn is the first round (`openfire.reserve.turn-word`).
    """
    return unit.is_support or battle.round < battle.policy.all_deploy_in_round


# ---------------------------------------------------------------------- onto the table


def begin(battle: Battle, unit: Unit) -> Flow[None]:
    """Start an activation: come onto the table if need be, then recover."""
    battle.active = unit.index
    battle.moved = battle.advanced = battle.deployed = battle.disembarked = False
    battle.tell(
        "activate",
        "openfire.round.alternate",
        player=PLAYERS[unit.side],
        unit=unit.id,
        name=unit.card.name,
    )
    battle.phase = "ability"
    if unit.place == RESERVE:
        yield from _deploy(battle, unit)
        if unit.place != TABLE:
            battle.phase = "finish"
            return
    elif unit.place == ABOARD:
        yield from _disembark(battle, unit)
        if unit.place == ABOARD:
            battle.phase = "finish"
    yield from recover(battle, unit)


def _deploy(battle: Battle, unit: Unit) -> Flow[None]:
    """`openfire.reserve.deploy`: at an entry point, or by Ambush; late Support units test first."""
    if unit.is_support and battle.round >= battle.policy.support_from_round:
        faces = yield from command_tests(battle, unit, 1, "openfire.special.support-test")
        if not passes(battle, unit, faces):
            battle.tell("stays", "openfire.special.support-test", unit=unit.id)
            return
    ways = entry_ways(battle, unit)
    if all(unit.powers[model].ambush for model in unit.alive):
        ways.append(ambush_way(battle, unit))  # openfire.special.ambush-support
    options = ArrivalOptions(battle, unit, ways, ("noroom", unit.index), rank=scout.entry_rank)
    option = yield from choose(
        PLAYERS[unit.side],
        "deploy",
        lambda: options,
        because="openfire.reserve.deploy",
        about=unit.index,
    )
    if option == options.otherwise:
        _no_room(battle, unit)
        return
    yield from _put(unit, options, option)
    battle.deployed = True
    unit.left_in = 0
    battle.tell("deploy", "openfire.reserve.deploy", unit=unit.id, name=unit.card.name)


def _no_room(battle: Battle, unit: Unit) -> None:
    """It is destroyed if it had to deploy, else it stays (`openfire.reserve.no-room`)."""
    if may_hold_back(battle, unit):
        battle.tell("stays", "openfire.reserve.no-room", unit=unit.id)
    else:
        destroy(battle, unit, "openfire.reserve.no-room")


def _put(unit: Unit, options: ArrivalOptions, option: Option) -> Flow[None]:
    placing = options.placing(option)
    places = yield from place_followers(placing, "openfire.reserve.whole-unit")
    put_down(unit, placing.leader, dict(zip(placing.followers, places, strict=True)))


def _disembark(battle: Battle, unit: Unit) -> Flow[None]:
    """Come out beside the transport, or stay aboard and only recover.

    `openfire.transport.disembark`, `openfire.activation.embarked`.
    """
    because = "openfire.transport.disembark-assault"
    way = beside_way(battle, unit, "disembark", because, losses=False)
    options = ArrivalOptions(
        battle, unit, [way], ("aboard", unit.index), always=True, rank=scout.entry_rank
    )
    option = yield from choose(
        PLAYERS[unit.side],
        "disembark",
        lambda: options,
        because="openfire.transport.disembark",
        about=unit.index,
    )
    if option == options.otherwise:
        battle.tell("aboard", "openfire.activation.embarked", unit=unit.id)
        return
    yield from _put(unit, options, option)
    unit.transport = (NOBODY, NOBODY)
    battle.disembarked = True
    battle.tell("disembark", "openfire.transport.disembark", unit=unit.id)


# ---------------------------------------------------------------------- recover


def recover(battle: Battle, unit: Unit) -> Flow[None]:
    """One command test for each stress token; a natural 12 removes them all.

    `openfire.activation.recover`, `openfire.activation.recover-critical`.
    """
    if not unit.stress:
        return
    faces = yield from command_tests(battle, unit, unit.stress, "openfire.activation.recover")
    if SIDES in faces:
        unit.stress = 0
    else:
        unit.stress -= passes(battle, unit, faces)
    battle.tell("recover", "openfire.activation.recover", unit=unit.id, stress=unit.stress)


# ---------------------------------------------------------------------- attack and secure


def attack_action(battle: Battle) -> Flow[None]:
    """Declare, then roll group after group; then comes Secure."""
    unit = battle.units[battle.active]
    battle.phase = "secure"
    options = AttackOptions([Declaration(battle, unit)])
    option = yield from choose(
        PLAYERS[unit.side],
        "attack",
        lambda: options,
        because="openfire.attack.declare",
        about=unit.index,
    )
    if option != NO_ATTACK:
        volleys = options.volleys(option)
        assert not isinstance(volleys, Refusal)
        yield from attack(battle, volleys)
        if not unit.on_table:  # openfire.activation.unit-dies
            battle.phase = "finish"
    check_control(battle)


def could_attack(battle: Battle, unit: Unit) -> bool:
    """True if some declaration is legal. If no model alone can attack, none can with others."""
    declaration = Declaration(battle, unit)
    return any(
        weapons_for(declaration, model, target)
        for target in battle.foes(unit)
        if declaration.target_refusal(target) is None
        for model in unit.alive
    )


def securable(battle: Battle, unit: Unit) -> list[int]:
    """The objectives that a unit may use Secure on now (`openfire.objective.secure-action`)."""
    return [
        number
        for number in range(len(battle.mission.objectives))
        if secure_refusal(battle, unit, number) is None
    ]


def secure_action(battle: Battle) -> Flow[None]:
    """One objective in reach, or none (`openfire.objective.one-per-action`)."""
    unit = battle.units[battle.active]
    battle.phase = "finish"
    numbers = securable(battle, unit)
    option = yield from choose(
        PLAYERS[unit.side],
        "secure",
        [*(("secure", unit.index, number) for number in numbers), NO_SECURE],
        because="openfire.objective.secure-action",
        about=unit.index,
    )
    if option != NO_SECURE:
        secure(battle, unit, option[2])
    check_control(battle)


def finish(battle: Battle) -> None:
    """Mark the unit as activated; the other side goes on (`openfire.activation.marker`)."""
    unit = battle.units[battle.active]
    unit.activated = True
    battle.drop_effects("activation", unit.index)
    battle.active = NOBODY
    battle.moved = battle.advanced = battle.deployed = battle.disembarked = False
    battle.to_move = 1 - unit.side
    battle.phase = "activate"
    battle.tell("activated", "openfire.activation.marker", unit=unit.id)
