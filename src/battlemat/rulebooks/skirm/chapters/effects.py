"""Effects of skills, equipment, events and mission actions: a small vocabulary that content uses.

`EFFECTS` lists what each may do. A new skill, event or mission needs no code as long as it can be
said in these words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow, Pass, no_question
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.amounts import amount
from battlemat.rulebooks.skirm.chapters.asked import Acting
from battlemat.rulebooks.skirm.chapters.combat.attacks import (
    BLAST,
    MELEE,
    SHOOT,
    Blast,
    Melee,
    Shoot,
    carry_out,
)
from battlemat.rulebooks.skirm.chapters.combat.damage import regain, stand_up
from battlemat.rulebooks.skirm.chapters.combat.sight import in_the_way
from battlemat.rulebooks.skirm.chapters.combat.weapon_use import hurt
from battlemat.rulebooks.skirm.chapters.mission import add_points
from battlemat.rulebooks.skirm.chapters.movement import go
from battlemat.rulebooks.skirm.chapters.moves import MOVE, Move
from battlemat.rulebooks.skirm.chapters.parts import UNIT
from battlemat.rulebooks.skirm.chapters.prices import heavy_extra, pay
from battlemat.rulebooks.skirm.chapters.smoke import SMOKE, Smoking, filled_by
from battlemat.rulebooks.skirm.quick import QUICK, open_attacks
from battlemat.rulebooks.skirm.screen.drawing import touched
from battlemat.rulebooks.skirm.screen.handles import declining, offer
from battlemat.rulebooks.skirm.screen.naming import one_of
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import (
    DORMANT,
    DOWNED,
    PLAYERS,
    STANDING,
    Battle,
    Effect,
    Unit,
)
from battlemat.rulebooks.skirm.state.masks import squares_in
from battlemat.rulebooks.skirm.state.setup import EffectSetup, Who


class Cause:
    """Whose effect it is: the side, the unit that acts (None for an event), and the clause.

    `due` is what is still to be paid for it, while it is only looked at.
    """

    __slots__ = ("because", "due", "name", "side", "unit")

    def __init__(self, side: int, unit: Unit | None, name: str, because: str, due: int = 0) -> None:
        self.side = side
        self.unit = unit
        self.name = name
        self.because = because
        self.due = due


def apply(battle: Battle, effects: Iterable[EffectSetup], cause: Cause) -> Flow[None]:
    """Carry out effects one after another."""
    for effect in effects:
        yield from EFFECTS[effect.do](battle, effect, cause)


def is_possible(battle: Battle, effects: Iterable[EffectSetup], cause: Cause) -> bool:
    """Whether a skill could do anything now: someone to pick, something to attack."""
    for effect in effects:
        whom = effect.whom
        single = isinstance(effect.who, Who) and whom.pick in _ONE
        if single and not _anybody_fits(battle, whom, cause):
            return False
        if effect.do == "attack" and not _may_attack(battle, effect, cause):
            return False
        if effect.do == "revive" and not _anybody_fits(battle, whom, cause):
            return False
    return True


def stakes(battle: Battle, effects: Iterable[EffectSetup], cause: Cause) -> list[Stake]:
    """Whom effects could be on now and how they stand: what an offer of them rests on.

    Of an attack it is also where everybody stands, which is sooner seen than what it could reach.
    """
    found: list[Stake] = []
    for effect in effects:
        found += [
            (unit.index, unit.state, unit.hit) for unit in _fitting(battle, effect.whom, cause)
        ]
        if effect.do == "attack" and cause.unit is not None:
            found.append((cause.unit.index, cause.unit.square))
            foes = battle.side(1 - cause.side)
            found += [(foe.index, foe.state, foe.hit, foe.square) for foe in foes]
    return found


Stake: TypeAlias = tuple[int, ...]


# ---------------------------------------------------------------------- whom

_ONE = ("self", "squadmate", "enemy", "any")


def _sides(pick: str, side: int) -> tuple[int, ...]:
    if pick in ("enemy", "enemies"):
        return (1 - side,)
    return (0, 1) if pick in ("any", "all") else (side,)


def _fitting(battle: Battle, who: Who, cause: Cause) -> list[Unit]:
    if who.pick == "self":
        return [cause.unit] if cause.unit is not None else []
    return [unit for unit in _pickable(battle, who, cause) if _fits(battle, unit, who, cause)]


def _anybody_fits(battle: Battle, who: Who, cause: Cause) -> bool:
    if who.pick == "self":
        return cause.unit is not None
    if who.state == "downed" and not battle.downed[0] | battle.downed[1]:
        return False  # most often so, and quickly seen
    return any(_fits(battle, unit, who, cause) for unit in _pickable(battle, who, cause))


def _pickable(battle: Battle, who: Who, cause: Cause) -> list[Unit]:
    """The units on the map among whom the words of a pick look."""
    sides = _sides(who.pick, cause.side)
    me = cause.unit if who.pick in ("squadmate", "squadmates") else None
    return [  # nobody is its own squadmate (`squad.squadmate`)
        unit for unit in battle.units if unit.side in sides and unit.square >= 0 and unit is not me
    ]


def _fits(battle: Battle, unit: Unit, who: Who, cause: Cause) -> bool:
    if who.state != "any" and unit.state != (STANDING if who.state == "standing" else DOWNED):
        return False
    if who.tag is not None and who.tag not in unit.card.tags:
        return False  # `card.tags`
    areas = battle.field.areas
    if who.area is not None and not areas.get(who.area, 0) >> unit.square & 1:
        return False
    if who.not_area is not None and areas.get(who.not_area, 0) >> unit.square & 1:
        return False
    level = battle.field.board.levels[unit.square]
    if who.level_at_least is not None and level < who.level_at_least:
        return False
    if who.near == "wall" and not _beside_wall(battle, unit.square):
        return False
    return cause.unit is None or _near(battle, unit, who, cause.unit)


def _near(battle: Battle, unit: Unit, who: Who, actor: Unit) -> bool:
    board, terrain = battle.field.board, battle.terrain
    away = battle.edition.distance(board, actor.square, unit.square)
    if who.within is not None and away > who.within:
        return False
    if who.adjacent and not terrain.adjacent[actor.square] >> unit.square & 1:
        return False
    if who.seen:
        way, downed = in_the_way(battle), unit.state == DOWNED
        return terrain.sees(actor.square, unit.square, standing=way, downed=downed)
    return True


def _beside_wall(battle: Battle, square: int) -> bool:
    """Whether a wall or a closed door stands on a side of the square."""
    board = battle.field.board
    for side in board.walls:
        if square in side:
            return True
    return any(
        square in side and not battle.doors_open >> i & 1 for i, side in enumerate(board.doors)
    )


class Picking(NamedTuple):
    """One of several units is to be picked."""

    units: tuple[int, ...]
    because: str


class Target(NamedTuple):
    """The unit that an effect is on: `target B2`."""

    unit: int
    verb: str = "target"


def _whom(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[list[Unit]]:
    """The units that an effect is on; one of several is picked by the player."""
    who = effect.whom
    found = _fitting(battle, who, cause)
    if who.pick in ("squadmate", "enemy", "any") and len(found) > 1:
        asked = Picking(tuple(unit.index for unit in found), cause.because)
        option = yield from PICK(
            PLAYERS[cause.side], battle, asked, because=cause.because, about=cause.name
        )
        return [battle.units[option.unit]]
    return found


def _target_bar(_battle: Battle, asked: Picking, option: Target) -> Refusal | None:
    if option.unit in asked.units:
        return None
    return Refusal(say("it may not be used on that unit"), asked.because)


def _target_handle(battle: Battle, choice: Choice, option: Target) -> Handle:
    text = _TARGET.write(battle, option)
    return offer(battle, choice, text, say("Target"), unit=option.unit, target=option.unit)


def _target_covers(battle: Battle, choice: Choice, option: Target) -> list[Shape]:
    return [touched(battle, battle.units[option.unit], choice.because)]


_TARGET = Template(Target, "target {unit}", unit=UNIT)
TARGET: Verb[Battle, Picking, Target] = Verb(
    Target,
    _TARGET,
    says="the unit that a skill or an event is on",
    because="card.skills",
    candidates=lambda _battle, asked: [Target(index) for index in asked.units],
    bar=_target_bar,
    handle=_target_handle,
    covers=_target_covers,
    tells="Choose {unit}",
)
PICK: Ask[Battle, Picking, Target] = Ask("target", "Who is it for?", "card.skills", Verbs(TARGET))


# ---------------------------------------------------------------------- what


def _modify(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    stat, by, until = effect.stat, effect.by, effect.until
    for unit in units:
        change = _floored(battle, unit, stat, by, effect.least)
        battle.add_effect(Effect(unit.index, "stat", stat, change, until))
        if stat == "act" and unit.index == battle.active and until != DORMANT:
            battle.act_left = max(0, battle.act_left + change)
        _tell_effect(battle, cause, unit, f"{stat.upper()} {change:+d}", until)


def _floored(battle: Battle, unit: Unit, stat: str, by: int, least: int | None) -> int:
    """A change that does not bring a stat below `least`."""
    if least is None:
        return by
    now = unit.card.stat(stat) + battle.bonus(unit, stat)
    if stat == "mov" and battle.edition.move_squares:
        now += battle.edition.move_squares
    return max(by, min(0, least - now))


def _give(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    for unit in units:
        battle.add_effect(Effect(unit.index, "give", effect.special, 0, effect.until))
        _tell_effect(battle, cause, unit, effect.special, effect.until)


def _tell_effect(battle: Battle, cause: Cause, unit: Unit, what: str, until: str) -> None:
    battle.tell(
        events.Effect,
        cause.because,
        unit=unit.id,
        what=what,
        until=until,
        cause=cause.name,
    )


def _restore(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    for unit in units:
        hits = yield from amount(battle, effect.hit or 0, cause.side, "dice.d3")
        regain(battle, unit, hits, cause.because)


def _revive(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    for unit in units:
        if battle.edition.has_hit:
            hits = yield from amount(battle, effect.hit or "d3", cause.side, "dice.d3")
            revive(battle, unit, hits)
        else:
            stand_up(battle, unit, (cause.because,))


def revive(battle: Battle, unit: Unit, hits: int) -> None:
    """First edition: Standing again with so many HIT, and counted as activated."""
    unit.hit = min(hits, unit.card.hit)
    unit.ready = False
    stand_up(battle, unit, ("action.revive", "action.revive-hit", "action.revive-activated"))
    battle.tell(events.Revived, "action.revive-hit", unit=unit.id, hits=unit.hit)


def _damage(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    for unit in units:
        points = effect.points
        battle.tell(events.Hazard, cause.because, unit=unit.id, points=points, cause=cause.name)
        yield from hurt(battle, unit, points, effect.dam, cause.because)


def _orders(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    sides: tuple[int, ...] = (0, 1)
    if effect.who in (None, "self"):
        sides = (cause.side,)
    elif effect.who == "enemy":
        sides = (1 - cause.side,)
    for side in sides:
        battle.orders[side] = max(0, battle.orders[side] + effect.by)
        battle.tell(
            events.OrdersChange, cause.because, player=PLAYERS[side], orders=battle.orders[side]
        )
    yield from no_question()


FREE_MOVE: Ask[Battle, Acting, Move | Pass] = Ask(
    "free move",
    "Does {unit} move at no cost?",
    "card.skills",
    Verbs(MOVE, declining("card.skills", "Do not move")),
    optional=True,
    parts=lambda battle, asked: one_of(battle, asked.units),
)
FREE_ATTACK: Ask[Battle, Acting, Shoot | Blast | Melee] = Ask(
    "attack",
    "Whom does {unit} attack?",
    "card.skills",
    Verbs(SHOOT, BLAST, MELEE, quick=QUICK),
    parts=lambda battle, asked: one_of(battle, asked.units),
)


def _move(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    for unit in units:
        asked = Acting("free move", (unit.index,), squares=effect.squares)
        option = yield from FREE_MOVE(PLAYERS[unit.side], battle, asked, because=cause.because)
        if not isinstance(option, Pass):
            go(battle, unit, option.square, events.Move, (cause.because,))


def _attacking(effect: EffectSetup, unit: Unit, due: int = 0) -> Acting:
    dice, skill = effect.roa, effect.skill
    return Acting("attack", (unit.index,), False, effect.type, 0, dice, skill, due)


def _may_attack(battle: Battle, effect: EffectSetup, cause: Cause) -> bool:
    """Whether the unit that uses a skill could attack anybody with it."""
    unit = cause.unit
    if unit is None or unit.state != STANDING:
        return False
    return open_attacks(battle, _attacking(effect, unit, cause.due))


def _attack(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    if cause.unit is None or not _may_attack(battle, effect, cause):
        return
    asked = _attacking(effect, cause.unit)
    option = yield from FREE_ATTACK(PLAYERS[cause.side], battle, asked, because=cause.because)
    deed = option.deed(battle)
    if deed.heavy_fire and cause.unit.index == battle.active:
        assert deed.weapon is not None
        pay(battle, cause.unit, heavy_extra(battle, cause.unit, deed.weapon))
        battle.done["heavy"] = 1  # a Heavy weapon is fired, whatever lets it fire
    extra = {"extra_dice": asked.extra_dice, "extra_skill": asked.extra_skill}
    yield from carry_out(battle, option, **extra)


def _doors(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    every = (1 << len(battle.field.board.doors)) - 1
    battle.set_doors(every if effect.set == "open" else 0)
    battle.tell(events.AllDoors, cause.because, state=str(effect.set), cause=cause.name)
    yield from no_question()


def _range(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    most, until = effect.most or 0, effect.until
    battle.add_effect(Effect(-1, "range", "", most, until))
    battle.tell(events.RangeLimit, cause.because, most=most, until=until, cause=cause.name)
    yield from no_question()


def _smoke(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    board, unit = battle.field.board, cause.unit
    if unit is None:
        return
    asked, spread = Smoking(effect.within, unit.index, cause.because), effect.spread
    option = yield from SMOKE(
        PLAYERS[cause.side], battle, asked, because=cause.because, about={"spread": spread}
    )
    for square in squares_in(filled_by(battle, option.square, spread)):
        battle.add_effect(Effect(-1, "smoke", "", square, effect.until))
    battle.tell(events.Smoke, cause.because, square=board.name(option.square), cause=cause.name)


def _score(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    add_points(battle, cause.side, effect.points, cause.name)
    yield from no_question()


def _nothing(battle: Battle, effect: EffectSetup, cause: Cause) -> Flow[None]:
    del effect
    battle.tell(events.Nothing, cause.because, cause=cause.name)
    yield from no_question()


EFFECTS: Mapping[str, Callable[[Battle, EffectSetup, Cause], Flow[None]]] = {
    "modify": _modify,
    "give": _give,
    "restore": _restore,
    "revive": _revive,
    "damage": _damage,
    "orders": _orders,
    "move": _move,
    "attack": _attack,
    "doors": _doors,
    "range": _range,
    "smoke": _smoke,
    "score": _score,
    "nothing": _nothing,
}
