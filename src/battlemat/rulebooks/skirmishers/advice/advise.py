"""Advice for machines: which options are worth a closer look, best guess first.

Advice is no rule. It reads the battle and never changes it; what an option is worth is found by
playing it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.rulebooks.skirmishers.advice.goals import aims_of, distance_from
from battlemat.rulebooks.skirmishers.advice.riding import ride_advice
from battlemat.rulebooks.skirmishers.advice.worth import (
    arc_worth,
    blow_worth,
    burst_worth,
    firepower,
    worth,
)
from battlemat.rulebooks.skirmishers.chapters.arcs import shots_of
from battlemat.rulebooks.skirmishers.chapters.crew import CREW_ARC, carried, gun_of
from battlemat.rulebooks.skirmishers.state.armory import UNLIMITED
from battlemat.rulebooks.skirmishers.state.battle import Arc, Battle, Unit

__all__ = ["advise", "assume", "worth"]

WASTE = ("drop", "laydown", "crash")
"""What a machine does only when there is nothing else to do."""

Groups = dict[str, list[Option]]


# ---------------------------------------------------------------------- odds


def assume(_battle: Battle, choice: Choice) -> Option | None:
    """What odds take for granted in mid-action: the enemy fires whenever he can, nobody ducks."""
    options = choice.listed
    if choice.kind == "reaction":
        return options[0]
    if choice.kind == "disable":
        return options[0]
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
    options = [option for option in choice.listed if option[0] not in WASTE]
    unit = battle.units[battle.active]
    groups = grouped(options or choice.listed)
    if unit.mount >= 0 and not unit.under:
        riding = ride_advice(battle, unit, groups, lambda: _gun_arcs(battle, unit, groups))
        if riding:
            return riding
    return _on_foot(battle, unit, groups) or options or choice.listed


def grouped(options: Sequence[Option]) -> Groups:
    """Options by their verb."""
    groups: Groups = {}
    for option in options:
        groups.setdefault(option[0], []).append(option)
    return groups


def _on_foot(battle: Battle, unit: Unit, groups: Groups) -> list[Option]:
    foes = [foe for foe in battle.able(1 - unit.side) if foe.place >= 0]
    found: list[Option] = []
    found += _gun_arcs(battle, unit, groups)
    blows = groups.pop("melee", [])
    found += sorted(blows, key=lambda o: (-blow_worth(battle, o[1], o[3]), o))[:3]
    for verb in ("throw", "throwat", "lob", "toss"):
        found += _best_throws(battle, unit, groups.pop(verb, []))
    groups.pop("shell", None)  # walls fall to people: a machine has no plan for the gap
    shots = groups.pop("shoot", [])
    found += sorted(shots, key=lambda o: (-firepower(battle.weapon(o[3])), o))[:4]
    found += _best_moves(battle, unit, groups.pop("move", []), foes, 5)
    found += _best_moves(battle, unit, groups.pop("fly", []), foes, 4)
    for verb, rest in groups.items():
        found += rest[: 3 if verb not in ("end", "halt") else 1]
    return found


def _gun_arcs(battle: Battle, unit: Unit, groups: Groups) -> list[Option]:
    """The best arcs, of his own weapons and of those that a crew sets up or turns."""
    foes = [foe for foe in battle.able(1 - unit.side) if foe.place >= 0]

    def value(option: Option) -> float:
        owner = battle.units[option[1]]
        if option[0] == "arc":
            _, _, degrees, heading, weapon = option
            shots = shots_of(battle.weapon(weapon), degrees)
            return arc_worth(battle, owner, Arc(weapon, heading, degrees, shots), foes)
        gun = gun_of(battle, owner)
        weapon = gun.weapon if gun is not None else carried(battle, owner)
        return arc_worth(battle, owner, Arc(weapon, option[2], CREW_ARC, UNLIMITED), foes)

    found: list[Option] = []
    for verb, most in (("arc", 4), ("setup", 2), ("turn", 2)):
        options = groups.pop(verb, [])
        found += sorted(options, key=lambda option: (-value(option), option))[:most]
    return found


def _best_throws(battle: Battle, unit: Unit, options: list[Option]) -> list[Option]:
    scored = [(burst_worth(battle, o[2], battle.weapon(o[3]), unit.side), o) for o in options]
    good = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))
    return [option for _, option in good[:3]]


def _best_bombs(battle: Battle, options: Sequence[Option]) -> list[Option]:
    """`skirmishers.jet.grenade`: the dots flown over under which it would do most."""
    weapon = battle.weapon(battle.field.armory.grenades[0])
    bombs = [option for option in options if option != PASS]
    side = battle.units[bombs[0][1]].side if bombs else 0
    scored = [
        (burst_worth(battle, battle.board.top(option[2]), weapon, side), option) for option in bombs
    ]
    good = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))
    return [option for _, option in good[:3]]


def _weapon_in_slot(battle: Battle, option: Option) -> float:
    return firepower(battle.weapon(battle.units[option[1]].carries[option[2]]))


def _best_moves(
    battle: Battle, unit: Unit, options: list[Option], foes: list[Unit], most: int
) -> list[Option]:
    """Those that lead on to the goals, or else to the enemy; and a few that do not."""
    if not options:
        return []
    board = battle.board
    goals = aims_of(battle, unit.side)
    order: Callable[[Option], tuple[float, int]]
    if goals:
        there = distance_from(battle, unit, goals)
        order = lambda option: (there(option[2]), option[2])  # noqa: E731
    else:
        near = [foe.place for foe in foes]
        order = lambda option: (  # noqa: E731
            min((board.distance(option[2], place) for place in near), default=0),
            option[2],
        )
    ranked = sorted(options, key=order)
    third = len(ranked) // 3
    return list(dict.fromkeys([*ranked[:most], *ranked[third : third + 2]]))
