"""Advice for machines: how well a side stands, and which options are worth a closer look.

Advice is no rule. It reads the battle and never changes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.kernel.rulebook import Temper
from battlemat.rulebooks.openfire.advice.ground import ground
from battlemat.rulebooks.openfire.advice.hopes import Whole, best_hope, counts, hope_against, wholes
from battlemat.rulebooks.openfire.advice.ways import (
    better_moves,
    first_to_act,
    quick_moves,
    ranked_entries,
)
from battlemat.rulebooks.openfire.advice.weights import Weights
from battlemat.rulebooks.openfire.chapters.attacks.attack import Attack
from battlemat.rulebooks.openfire.chapters.attacks.damage import Defend, Lose, Suffering
from battlemat.rulebooks.openfire.chapters.dice import Lying
from battlemat.rulebooks.openfire.chapters.objectives import can_secure_at, contesting
from battlemat.rulebooks.openfire.screen.handles import asked_of
from battlemat.rulebooks.openfire.state.battle import GONE, NOBODY, PLAYERS, Battle, Marker, Unit
from battlemat.rulebooks.openfire.state.mission import CONTROL, DESTROY, RECOVER

TARGETS = 4
"""So many targets of an attack are looked at closely."""


TEMPER = Temper(slope=0.12, mistakes=3.0, search=400, width=4, tries=1, caution=1.0)
"""How to think about the game."""


def worth(battle: Battle, player: str, weights: Weights) -> float:
    """Points scored and to be expected, the strength left, how units stand, and what the active one
    may still do.
    """
    coming = 0.0
    if battle.active >= 0 and battle.phase != "over":
        active = battle.units[battle.active]
        side = PLAYERS.index(player)
        coming = _coming(battle, active, weights) * (1 if active.side == side else -1)
    return settled_worth(battle, player, weights) + coming


def settled_worth(battle: Battle, player: str, weights: Weights) -> float:
    """The same without what the active unit may still do: an attack counts once its dice fell."""
    side = PLAYERS.index(player)
    if battle.phase == "over":
        if battle.winner is not None:
            return 1000.0 if battle.winner == side else -1000.0
        return 100.0 * (battle.scores[side] - battle.scores[1 - side])
    grounds = ground(battle, weights)
    ours, theirs = (_side_worth(battle, one, weights) + grounds[one] for one in (side, 1 - side))
    return ours - theirs


def _coming(battle: Battle, unit: Unit, weights: Weights) -> float:
    """What the active unit may still do in this activation: attack, and secure what it is at."""
    if not unit.on_table:
        return 0.0
    total = 0.0
    if battle.phase in ("attack", "aiming"):
        total += weights.hope * best_hope(battle, unit, weights)
    if battle.phase in ("attack", "aiming", "secure", "securing"):
        total += max(
            (
                weights.securing * objective.points
                for number, objective in enumerate(battle.mission.objectives)
                if battle.markers[number].holder != unit.side
                and can_secure_at(battle, unit, number)
                and contesting(battle, unit, number) is None
            ),
            default=0.0,
        )
    return total


def _side_worth(battle: Battle, side: int, weights: Weights) -> float:
    total = weights.score * battle.scores[side]
    for number, objective in enumerate(battle.mission.objectives):
        marker = battle.markers[number]
        if marker.holder == side and not marker.gone:
            total += objective.points * _point(battle, objective.kind, marker, weights)
    known = wholes(battle)
    for unit in battle.units:
        if unit.side == side and unit.place != GONE:
            left = counts(battle, unit, weights) * _strength(unit, known[unit.index], weights)
            total += left - weights.stress * unit.stress
    return total


def _point(battle: Battle, kind: str, marker: Marker, weights: Weights) -> float:
    """What a point is worth that a secured objective may bring in the end."""
    rounds = battle.mission.rounds
    left = rounds - battle.round
    if kind == CONTROL:
        paid = weights.controlled if left else weights.controlled_at_last
        return paid * weights.of_control(rounds, left)
    if kind == DESTROY:
        return weights.charged if marker.since < rounds else 0.0
    if kind == RECOVER and marker.carrier != NOBODY:
        carrier = battle.units[marker.carrier]
        unhurt = sum(carrier.hp) / wholes(battle)[carrier.index].hp
        carried = weights.picked_up + weights.carrier * unhurt
        return carried * weights.of_carried(rounds, left)
    return weights.kept


def _strength(unit: Unit, whole: Whole, weights: Weights) -> float:
    """What is left of a unit, dearer for its points."""
    alive = weights.lives + weights.health * sum(unit.hp) / whole.hp
    return whole.value * alive


# ---------------------------------------------------------------------- which options


def advise(battle: Battle, choice: Choice) -> Sequence[Option]:
    """The options worth a closer look, best guess first."""
    options = choice.listed
    if choice.kind == "activate":
        return [first_to_act(battle, options)]
    if choice.kind == "move":
        return better_moves(battle, choice)
    if choice.kind == "attack":
        return _best_attacks(battle, options)
    if choice.kind == "entry":
        return ranked_entries(battle, choice)
    if choice.kind == "casualty":
        return _cheapest(choice)[:3]
    return options


def glimpse(battle: Battle, choice: Choice) -> Sequence[Option]:
    """What meets a practised eye: a few moves, and to roll all dice again that failed."""
    if choice.kind == "move":
        return quick_moves(battle, choice)
    if choice.kind == "re-roll" and asked_of(choice, Lying).failed:
        return choice.listed[:1]
    return advise(battle, choice)


def _best_attacks(battle: Battle, options: Sequence[Option]) -> Sequence[Option]:
    """The attacks that promise most; who can attack does not look at doing nothing."""
    attacks = [option for option in options if isinstance(option, Attack)]
    if len(attacks) < 2:
        return attacks or options
    hopes = {
        foe: hope_against(battle, battle.units[battle.active], battle.units[foe])
        for foe in {group.target for option in attacks for group in option.groups}
    }

    def hope(option: Attack) -> float:
        shots: dict[int, int] = {}
        for group in option.groups:
            shots[group.target] = shots.get(group.target, 0) + len(group.models)
        return sum(hopes[foe] * n for foe, n in shots.items()) / sum(shots.values())

    return sorted(attacks, key=lambda option: -hope(option))[:TARGETS]


def _cheapest(choice: Choice) -> list[Lose]:
    """The models whose weapons are missed least, the last in the roster first."""
    models = asked_of(choice, Suffering).unit.card.models

    def value(option: Lose) -> tuple[int, int]:
        weapons = models[option.model].weapons
        arms = sum(p.att * p.dmg for weapon in weapons for p in weapon.profiles)
        return arms, -option.model

    return sorted((one for one in choice.listed if isinstance(one, Lose)), key=value)


# ---------------------------------------------------------------------- in mid-action


def assume(choice: Choice) -> Option | None:
    """What odds take for granted in mid-action: everybody does what costs them least.

    Options are listed only where one of them is taken: to list all moves is dear.
    """
    if choice.kind == "casualty":
        return _cheapest(choice)[0]
    if choice.kind == "defender":
        return _toughest(choice)
    if choice.kind == "re-roll":
        return choice.listed[0] if asked_of(choice, Lying).failed else PASS
    if choice.kind in ("free attack", "followers", "leader", "wreck", "passengers"):
        return choice.listed[0]
    return PASS if choice.optional else None


def _toughest(choice: Choice) -> Defend:
    models = asked_of(choice, Suffering).unit.card.models
    options = [one for one in choice.listed if isinstance(one, Defend)]
    return min(options, key=lambda one: (models[one.model].defence, -one.model))
