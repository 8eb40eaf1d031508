"""Advice for machines: which options are worth a closer look, best guess first.

Advice is no rule. It reads the battle and never changes it; what an option is worth is found by
playing it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.kernel.rulebook import Temper
from battlemat.rulebooks.skirmishers.advice.goals import aims_of, distance_from
from battlemat.rulebooks.skirmishers.advice.riding import Groups, ride_advice
from battlemat.rulebooks.skirmishers.advice.worth import (
    arc_worth,
    blow_worth,
    burst_worth,
    firepower,
    worth,
)
from battlemat.rulebooks.skirmishers.chapters.activation import End
from battlemat.rulebooks.skirmishers.chapters.crewed_weapons.crew import SetUp, Turn, crew_arc
from battlemat.rulebooks.skirmishers.chapters.explosives.shelling import Shell
from battlemat.rulebooks.skirmishers.chapters.explosives.throwing import Throw, Toss
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import SetArc, shots_of
from battlemat.rulebooks.skirmishers.chapters.firing.movement_fire import Lob, Shoot
from battlemat.rulebooks.skirmishers.chapters.melee import Melee
from battlemat.rulebooks.skirmishers.chapters.moving.flying import Fly
from battlemat.rulebooks.skirmishers.chapters.moving.jet import Bomb
from battlemat.rulebooks.skirmishers.chapters.moving.movement import Halt, Move
from battlemat.rulebooks.skirmishers.chapters.special_actions import Drop
from battlemat.rulebooks.skirmishers.chapters.vehicles.driving import Crash, LayDown
from battlemat.rulebooks.skirmishers.state.battle import ABLE, Arc, Battle, Unit

__all__ = ["TEMPER", "advise", "assume", "worth"]

WASTE = (Drop, LayDown, Crash)
"""What a machine does only when there is nothing else to do."""

# ---------------------------------------------------------------------- odds


TEMPER = Temper(slope=0.065, mistakes=0.3, parts_come_again=False)
"""How to think about the game."""


def assume(_battle: Battle, choice: Choice) -> Option | None:
    """What odds take for granted in mid-action: the enemy fires whenever he can, nobody ducks."""
    if choice.kind in ("reaction", "disable"):
        return choice.listed[0]  # listed only here: to list every action is dear
    return PASS if choice.optional else None


# ---------------------------------------------------------------------- advice


def advise(battle: Battle, choice: Choice) -> Sequence[Option]:
    """The best arcs, blows, throws, and a few moves; windows in the order of who shoots best."""
    if choice.kind == "disable":
        return sorted(choice.listed, key=lambda option: -_weapon_in_slot(battle, option))
    if choice.kind == "grenade":
        return [*_best_bombs(battle, choice.listed), PASS]
    if choice.kind != "action":
        return choice.listed
    unit = _leader(battle)
    mine = _of(unit, choice.listed) if battle.together else choice.listed
    options = [option for option in mine if not isinstance(option, WASTE)]
    groups = grouped(options or mine)
    if unit.mount >= 0 and not unit.under:
        riding = ride_advice(battle, unit, groups, lambda: _gun_arcs(battle, unit, groups))
        if riding:
            return riding
    return _on_foot(battle, unit, groups) or options or mine


def _leader(battle: Battle) -> Unit:
    """Of those who act together, who does so first: he who drives."""
    acting = [battle.units[index] for index in battle.acting]
    able = [unit for unit in acting if unit.state == ABLE] or acting
    return min(able, key=lambda unit: unit.mount < 0 or unit.under or unit.passenger)


def _of(unit: Unit, options: Sequence[Option]) -> list[Option]:
    """What a unit can do, and the shots that others make from its vehicle."""
    found: list[Any] = [*options]
    return [option for option in found if option.unit == unit.index or isinstance(option, Shoot)]


def grouped(options: Sequence[Option]) -> Groups:
    """Options by their type."""
    groups: Groups = {}
    for option in options:
        groups.setdefault(type(option), []).append(option)
    return groups


def _on_foot(battle: Battle, unit: Unit, groups: Groups) -> list[Option]:
    foes = [foe for foe in battle.able(1 - unit.side) if foe.place >= 0]
    found: list[Option] = []
    found += _gun_arcs(battle, unit, groups)
    blows = groups.pop(Melee, [])
    found += sorted(blows, key=lambda o: (-blow_worth(battle, o.unit, o.weapon), o))[:3]
    throws = groups.pop(Throw, [])
    found += _best_throws(battle, unit, [o for o in throws if o.vehicle < 0])
    found += _best_throws(battle, unit, [o for o in throws if o.vehicle >= 0])
    found += _best_throws(battle, unit, groups.pop(Lob, []))
    found += _best_throws(battle, unit, groups.pop(Toss, []))
    groups.pop(Shell, None)  # walls fall to people: a machine has no plan for the gap
    shots = groups.pop(Shoot, [])
    found += sorted(shots, key=lambda o: (-firepower(battle.weapon(o.weapon)), o))[:4]
    found += _best_moves(battle, unit, groups.pop(Move, []), foes, 5)
    found += _best_moves(battle, unit, groups.pop(Fly, []), foes, 4)
    for kind, rest in groups.items():
        found += rest[: 3 if kind not in (End, Halt) else 1]
    return found


def _gun_arcs(battle: Battle, unit: Unit, groups: Groups) -> list[Option]:
    """The best arcs, of his own weapons and of those that a crew sets up or turns."""
    foes = [foe for foe in battle.able(1 - unit.side) if foe.place >= 0]

    def value(option: Any) -> float:
        owner = battle.units[option.unit]
        if isinstance(option, SetArc):
            shots = shots_of(battle.weapon(option.weapon), option.degrees)
            arc = Arc(option.weapon, option.heading, option.degrees, shots)
            return arc_worth(battle, owner, arc, foes)
        return arc_worth(battle, owner, crew_arc(battle, owner, option.heading), foes)

    found: list[Option] = []
    for kind, most in ((SetArc, 4), (SetUp, 2), (Turn, 2)):
        options = groups.pop(kind, [])
        found += sorted(options, key=lambda option: (-value(option), option))[:most]
    return found


def _best_throws(battle: Battle, unit: Unit, options: list[Any]) -> list[Option]:
    scored = [
        (burst_worth(battle, option.place, battle.weapon(option.weapon), unit.side), option)
        for option in options
    ]
    good = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))
    return [option for _, option in good[:3]]


def _best_bombs(battle: Battle, options: Sequence[Option]) -> list[Option]:
    """`skirmishers.jet.grenade`: the dots flown over under which it would do most."""
    weapon = battle.weapon(battle.field.armory.grenades[0])
    bombs = [option for option in options if isinstance(option, Bomb)]
    scored = [
        (
            burst_worth(
                battle, battle.board.top(option.dot), weapon, battle.units[option.unit].side
            ),
            option,
        )
        for option in bombs
    ]
    good = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))
    return [option for _, option in good[:3]]


def _weapon_in_slot(battle: Battle, option: Any) -> float:
    return firepower(battle.weapon(battle.units[option.unit].carries[option.slot]))


def _best_moves(
    battle: Battle, unit: Unit, options: list[Any], foes: list[Unit], most: int
) -> list[Option]:
    """Those that lead on to the goals, or else to the enemy; and a few that do not."""
    if not options:
        return []
    board = battle.board
    goals = aims_of(battle, unit.side)
    order: Callable[[Any], tuple[float, int]]
    if goals:
        there = distance_from(battle, unit, goals)
        order = lambda option: (there(option.place), option.place)  # noqa: E731
    else:
        near = [foe.place for foe in foes]
        order = lambda option: (  # noqa: E731
            min((board.distance(option.place, place) for place in near), default=0),
            option.place,
        )
    ranked = sorted(options, key=order)
    third = len(ranked) // 3
    return list(dict.fromkeys([*ranked[:most], *ranked[third : third + 2]]))
