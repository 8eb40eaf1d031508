"""What nobody says is not there: a default is nothing, except for the few that are named here.

A battle is declared by many small values whose defaults nobody writes down in a game: who lies, who
is on fire, what is added. One of them that is no longer nothing changes battles that no test plays.
So every default of the kernel, the boards and the rulebooks is read here at once.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import Any

import battlemat.boards
import battlemat.kernel
import battlemat.rulebooks
from battlemat.boards.dots.sight import Clutter
from battlemat.kernel.state import State
from battlemat.rulebooks.openfire.chapters.moving.leaving import DeclaredMove
from battlemat.rulebooks.skirm.state.battle import STANDING, Lasting
from battlemat.rulebooks.skirm.state.setup import ActionCost

NO_RULES = {"advice", "screen"}

NOBODY = -1
"""No unit, no place, no number of its own."""
NO_MOVE = DeclaredMove(unit=NOBODY, places=())

SAID: dict[str, object] = {
    # texts and screens
    "kernel.near.near(most)": 1,
    "kernel.near.near(cutoff)": 0.6,
    "kernel.near.did_you_mean(most)": 1,
    "kernel.near.did_you_mean(cutoff)": 0.6,
    "kernel.near.did_you_mean(listing)": True,
    "kernel.scene.Condition.count": 1,
    "kernel.scene.Piece.radius": 0.4,
    "kernel.scene.Piece.ready": True,
    # how battles are declared, counted and kept
    "kernel.questions.Tally.__init__(times)": 1,
    "kernel.record.record(traced)": True,
    "kernel.state.Declared.init": True,
    "kernel.state.shared(init)": True,
    "kernel.odds.odds(error)": Fraction(1, 10**13),
    "kernel.odds.step_odds(error)": Fraction(1, 10**13),
    "kernel.odds.flow_odds(error)": Fraction(1, 10**13),
    "kernel.plans.plan_odds(error)": Fraction(1, 10**13),
    # how well a machine plays that is asked for nothing else
    "kernel.rulebook.Temper.slope": 0.2,
    "kernel.rulebook.Temper.mistakes": 1.0,
    "kernel.rulebook.Temper.oversight": 1.0,
    "kernel.rulebook.Temper.search": 300,
    "kernel.rulebook.Temper.width": 10,
    "kernel.rulebook.Temper.tries": 2,
    "kernel.rulebook.Temper.caution": 0.25,
    "kernel.rulebook.Temper.parts_come_again": True,
    # ground
    "boards.dots.sight.Clutter.smoke_counts": 1,
    "boards.dots.sight.Sight.best(clutter)": Clutter(smoke_counts=1),
    "boards.dots.sight.Sight.cover(clutter)": Clutter(smoke_counts=1),
    "boards.plane.board.Stop.leg": NOBODY,
    "boards.plane.board.Stop.number": NOBODY,
    "boards.plane.board.Plane.__init__(step)": 150,
    "boards.plane.move.Gait.climbs": True,
    "boards.plane.move.Gait.up": 100,
    "boards.plane.move.Gait.down": 100,
    "boards.plane.move.Gait.tolls": ((frozenset({"barrier"}), 100),),
    "boards.squares.terrain.Terrain.reach(climb_down_discount)": True,
    "boards.squares.terrain.Terrain.reaches(climb_down_discount)": True,
    "boards.squares.terrain.Terrain.step_cost(climb_down_discount)": True,
    "boards.squares.terrain.Terrain.prepare(cover)": True,
    "boards.squares.ways.way(climb_down_discount)": True,
    # Open Fire: the printed inches, and modules that say nothing else
    "rulebooks.openfire.chapters.abilities.UseAbility.target": NOBODY,
    "rulebooks.openfire.chapters.moving.leaving.DeclaredMove.unit": NOBODY,
    "rulebooks.openfire.chapters.moving.paths.Move.facing": NOBODY,
    "rulebooks.openfire.chapters.moving.paths.Move.board": NOBODY,
    "rulebooks.openfire.chapters.moving.paths.Advance.facing": NOBODY,
    "rulebooks.openfire.chapters.moving.paths.Advance.board": NOBODY,
    "rulebooks.openfire.chapters.moving.proposals.moves(most)": 7,
    "rulebooks.openfire.chapters.moving.proposals.moves(screen)": True,
    "rulebooks.openfire.chapters.attacks.damage.assign(declared)": NO_MOVE,
    "rulebooks.openfire.chapters.attacks.damage.remove_model(declared)": NO_MOVE,
    "rulebooks.openfire.chapters.attacks.declaration.Volley.declared": NO_MOVE,
    "rulebooks.openfire.state.battle.Battle.active": NOBODY,
    "rulebooks.openfire.state.battle.Unit.transport": (NOBODY, NOBODY),
    "rulebooks.openfire.state.battle.Marker.holder": NOBODY,
    "rulebooks.openfire.state.battle.Marker.carrier": NOBODY,
    "rulebooks.openfire.state.cards.Profile.critical_hits": 1,
    "rulebooks.openfire.state.policy.Policy.formation": 4,
    "rulebooks.openfire.state.policy.Policy.skirmish_formation": 8,
    "rulebooks.openfire.state.policy.Policy.assault_range": 1,
    "rulebooks.openfire.state.policy.Policy.advance": 6,
    "rulebooks.openfire.state.policy.Policy.entry_reach": 6,
    "rulebooks.openfire.state.policy.Policy.secure_reach": 1,
    "rulebooks.openfire.state.policy.Policy.control_reach": 6,
    "rulebooks.openfire.state.policy.Policy.most_stress": 3,
    "rulebooks.openfire.state.policy.Policy.support_from_round": 2,
    "rulebooks.openfire.state.policy.Policy.all_deploy_in_round": 1,
    "rulebooks.openfire.state.position_setup.PositionSetup.round": 1,
    "rulebooks.openfire.state.setup.ModelSetup.alike": 1,
    "rulebooks.openfire.state.setup.UnitSetup.leader": 1,
    "rulebooks.openfire.state.specials.Change.sign": 1,
    "rulebooks.openfire.state.specials.WeaponRule.critical_hits": 1,
    # Skirm
    "rulebooks.skirm.chapters.asked.Action.states": (STANDING,),
    "rulebooks.skirm.state.battle.Battle.active": NOBODY,
    "rulebooks.skirm.state.battle.Battle.lasting": Lasting({}, 0, 999),
    "rulebooks.skirm.state.battle.Battle.zones": [0, 1],
    "rulebooks.skirm.state.battle.Unit.ready": True,
    "rulebooks.skirm.state.battle.Unit.square": NOBODY,
    "rulebooks.skirm.state.setup.ActionSetup.cost": ActionCost(act=1, to=0),
    "rulebooks.skirm.chapters.combat.early.Throw.decided": True,
    "rulebooks.skirm.chapters.combat.numbers.Attack.__init__(primary)": True,
    "rulebooks.skirm.chapters.combat.rerolls.Dice.payer": NOBODY,
    "rulebooks.skirm.chapters.mission_actions.Do.spot": NOBODY,
    "rulebooks.skirm.chapters.prices.Deed.act": 1,
    "rulebooks.skirm.state.cards.Weapon.range": 999,
    "rulebooks.skirm.state.mission.Marker.carry": True,
    "rulebooks.skirm.state.setup.EffectSetup.points": 1,
    "rulebooks.skirm.state.setup.EffectSetup.within": 3,
    "rulebooks.skirm.state.setup.EffectSetup.spread": True,
    "rulebooks.skirm.state.setup.MarkerSetup.carry": True,
    "rulebooks.skirm.state.setup.ScoringSetup.points": 1,
    "rulebooks.skirm.state.setup.ActionCost.act": 1,
    "rulebooks.skirm.state.setup.MissionSetup.turns": 4,
    "rulebooks.skirm.state.setup.PlaceSetup.ready": True,
    "rulebooks.skirm.state.setup.PositionSetup.turn": 1,
    "rulebooks.skirm.state.specials.WeaponMoments.range": 999,
    # Skirmishers
    "rulebooks.skirmishers.chapters.explosives.throwing.Throw.vehicle": NOBODY,
    "rulebooks.skirmishers.chapters.firing.aiming.Aim.base": 6,
    "rulebooks.skirmishers.chapters.firing.aiming.aim_at(place)": NOBODY,
    "rulebooks.skirmishers.chapters.firing.movement_fire.Lob.vehicle": NOBODY,
    "rulebooks.skirmishers.chapters.firing.reactions.Chance.__init__(place)": NOBODY,
    "rulebooks.skirmishers.chapters.moving.jet.legs_of(bomb)": NOBODY,
    "rulebooks.skirmishers.chapters.vehicles.driving._driven(dots)": 99,
    "rulebooks.skirmishers.chapters.vehicles.mounted.Launch.vehicle": NOBODY,
    "rulebooks.skirmishers.chapters.vehicles.reach.reach(sharp)": True,
    "rulebooks.skirmishers.state.battle.Battle.active": NOBODY,
    "rulebooks.skirmishers.state.battle.Battle.winner": NOBODY,
    "rulebooks.skirmishers.state.battle.Token.target": NOBODY,
    "rulebooks.skirmishers.state.position_setup.PositionSetup.round": 1,
    "rulebooks.skirmishers.state.setup.PointSetup.points": 1,
    "rulebooks.skirmishers.state.setup.WeaponSetup.shots": 1,
    "rulebooks.skirmishers.state.setup.WeaponSetup.short": 1,
    "rulebooks.skirmishers.state.unit.Ride.front": NOBODY,
    "rulebooks.skirmishers.state.unit.Ride.heading": NOBODY,
    "rulebooks.skirmishers.state.unit.Unit.before": NOBODY,
    "rulebooks.skirmishers.state.unit.Unit.in_air": NOBODY,
    "rulebooks.skirmishers.state.unit.Unit.mount": NOBODY,
    "rulebooks.skirmishers.state.unit.Unit.place": NOBODY,
    "rulebooks.skirmishers.state.weapons.Weapon.shots": 1,
    "rulebooks.skirmishers.state.weapons.Weapon.short": 1,
    "rulebooks.skirmishers.state.weapons.Weapon.ammo": NOBODY,
    "rulebooks.skirmishers.state.weapons.Weapon.number": NOBODY,
}
"""The defaults that are something."""


def modules() -> Iterator[ModuleType]:
    """The kernel, the boards and the rulebooks, without the rooms that decide nothing."""
    for room in (battlemat.kernel, battlemat.boards, battlemat.rulebooks):
        for one in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
            if not NO_RULES & set(one.name.split(".")):
                yield importlib.import_module(one.name)


def defaults(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Every default that a module declares, with its place."""
    home = module.__name__.removeprefix("battlemat.")
    for name, value in vars(module).items():
        if getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(value):
            yield from _of_class(f"{home}.{name}", value)
        elif inspect.isfunction(value):
            yield from _of_function(f"{home}.{name}", value)


def _of_class(place: str, kind: type[Any]) -> Iterator[tuple[str, object]]:
    for name, default in getattr(kind, "_field_defaults", {}).items():
        yield f"{place}.{name}", default
    if dataclasses.is_dataclass(kind):
        for field in dataclasses.fields(kind):
            yield f"{place}.{field.name}", field.default
    elif issubclass(kind, State) and kind is not State:
        for name, how in kind.declared.items():
            yield f"{place}.{name}", how.factory() if how.factory else how.default
    made = ("__new__",) if not dataclasses.is_dataclass(kind) else ("__new__", "__init__")
    for name, value in vars(kind).items():
        function = getattr(value, "__func__", value)
        if inspect.isfunction(function) and name not in made:
            yield from _of_function(f"{place}.{name}", function)


def _of_function(place: str, function: FunctionType) -> Iterator[tuple[str, object]]:
    given = function.__defaults__ or ()
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    for name, value in zip(names[len(names) - len(given) :], given, strict=True):
        yield f"{place}({name})", value
    for name, value in (function.__kwdefaults__ or {}).items():
        yield f"{place}({name})", value


def is_something(value: object) -> bool:
    """Whether a default has a number in it that is not nothing."""
    if isinstance(value, Mapping):
        return any(map(is_something, value.values()))
    if isinstance(value, tuple | list | frozenset):
        return any(map(is_something, value))
    return isinstance(value, int | float | Fraction) and bool(value)


def test_a_default_is_nothing_unless_it_is_named_here() -> None:
    found = {place: value for module in modules() for place, value in defaults(module)}
    assert len(found) > 2_000
    said = {place: value for place, value in found.items() if is_something(value)}
    assert said == SAID
