"""The ruler: what lies between two things on the map.

Everything is open to both players (`setup.open-information`). Every fact is asked of the chapter
that rules on it; this page only puts it into words and lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlemat.boards.squares import distance
from battlemat.kernel.events import side_name
from battlemat.kernel.scene import Fact, Reading, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.combat import numbers
from battlemat.rulebooks.skirm.chapters.combat.numbers import Attack
from battlemat.rulebooks.skirm.chapters.combat.sight import (
    blast_bar,
    cannot_shoot,
    in_range,
    melee_bar,
    range_limit,
    shot_bar,
)
from battlemat.rulebooks.skirm.chapters.combat.targets import melee_weapons, ranged_weapons
from battlemat.rulebooks.skirm.chapters.mission import controller
from battlemat.rulebooks.skirm.chapters.movement import move_squares, steps
from battlemat.rulebooks.skirm.chapters.reasons import reason
from battlemat.rulebooks.skirm.screen.drawing import centre, cite
from battlemat.rulebooks.skirm.screen.pointing import Thing, find
from battlemat.rulebooks.skirm.screen.sightlines import look, sight_facts, sight_shapes
from battlemat.rulebooks.skirm.state.battle import PLAYERS, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon
from battlemat.rulebooks.skirm.state.specials import FAR

FURTHEST = 24
"""How many squares of movement a ruler follows before it calls a square out of reach."""


def measure(battle: Battle, start: str, end: str) -> Reading:
    """Everything the rules would ask about two things: distance, sight, cover, range and the like.

    `NoSuchThing` if one of the names means nothing on this map.
    """
    one, two = find(battle, start), find(battle, end)
    board = battle.field.board
    facts = [*_distances(battle, one, two)]
    label = str(facts[0].value)
    ends = [centre(board, thing.square) for thing in (one, two)]
    clause = cite(battle, "range.diagonal")
    shapes = [Shape("ruler", "line", ends, label=label, because=clause)]
    if one.square != two.square:
        seen = look(battle, one, two)
        facts += sight_facts(battle, seen, one, two)
        shapes += sight_shapes(battle, seen)
    facts += _standing(battle, one, two)
    return Reading(facts, shapes)


# ---------------------------------------------------------------------- distance


def _distances(battle: Battle, one: Thing, two: Thing) -> Iterator[Fact]:
    """The distance that ranges use, and what it is made of where height counts in it."""
    board = battle.field.board
    a, b = one.square, two.square
    far, across = battle.edition.distance(board, a, b), distance(board, a, b)
    words = say(
        "{far, plural, one {# square} other {# squares}} from {one} to {two}{why, select, height "
        "{, because of the height} other {}}",
        far=far,
        one=one.name,
        two=two.name,
        why="height" if far != across else "",
    )
    yield Fact("distance", far, words, cite(battle, "range.distance"))
    if far != across:
        words = say("{across} on the ground, ignoring height", across=across)
        yield Fact("across", across, words, cite(battle, "range.diagonal"))
    rise = board.levels[b] - board.levels[a]
    if rise:
        words = say(
            "{thing} is {levels, plural, one {# level} other {# levels}} {way, select, up {higher} "
            "other {lower}}",
            thing=two.name,
            levels=abs(rise),
            way="up" if rise > 0 else "down",
        )
        yield Fact("height", abs(rise), words, cite(battle, "map.levels"))
    if across == 1:
        beside = battle.terrain.adjacent[a] >> b & 1
        words = (
            say("{one} and {two} are Adjacent", one=one.name, two=two.name)
            if beside
            else say("{one} and {two} are not Adjacent", one=one.name, two=two.name)
        )
        yield Fact("adjacent", "yes" if beside else "no", words, cite(battle, "map.adjacent"))


# ---------------------------------------------------------------------- what could be done


def _standing(battle: Battle, one: Thing, two: Thing) -> Iterator[Fact]:
    unit, other = one.unit, two.unit
    if unit is not None and other is not None and unit.side != other.side:
        yield from _enemies(battle, unit, other)
    elif unit is not None and other is None:
        yield from _square(battle, unit, two.square)
    for thing in (two, one):
        if thing.objective is not None:
            side = controller(battle, thing.objective)
            holder = "nobody" if side is None else PLAYERS[side]
            words = say(
                "{objective} is controlled by {player}",
                objective=thing.objective.name,
                player=say("nobody") if side is None else side_name(holder),
            )
            yield Fact("control", holder, words, cite(battle, "objective.control"))
            return


def _enemies(battle: Battle, unit: Unit, other: Unit) -> Iterator[Fact]:
    """Which weapons reach an enemy, whether it may be shot at, and struck at."""
    weapons = ranged_weapons(unit)
    yield _ranges(battle, unit, weapons, other.square)
    bars = {weapon: _shot_bar(battle, unit, weapon, other) for weapon in weapons}
    open_ = [weapon for weapon, bar in bars.items() if bar is None]
    if open_:
        words = "; ".join(_numbers(battle, unit, weapon, other) for weapon in open_)
        yield Fact("target", "valid", words, cite(battle, "combat.ranged-target"))
    elif weapons:
        yield _barred(battle, "target", bars)
    if distance(battle.field.board, unit.square, other.square) <= 1:
        bar = _lies(battle, unit) or melee_bar(battle, unit, other)
        bar = bar or (None if melee_weapons(unit) else "combat.weapon")
        words = (
            say("{unit} may attack {target} in melee", unit=unit.id, target=other.id)
            if bar is None
            else reason(bar)
        )
        clause = cite(battle, bar or "combat.melee-target")
        yield Fact("melee", "yes" if bar is None else "no", words, clause)


def _square(battle: Battle, unit: Unit, square: int) -> Iterator[Fact]:
    """Which weapons reach a square, and what it costs to go there."""
    weapons = [weapon for weapon in ranged_weapons(unit) if weapon.explodes]
    if weapons:
        yield _ranges(battle, unit, weapons, square)
        bars = {
            weapon: _unable(battle, unit) or blast_bar(battle, unit, weapon, square)
            for weapon in weapons
        }
        open_ = [weapon.name for weapon, bar in bars.items() if bar is None]
        if open_:
            words = say("{weapons} may be aimed at it", weapons=", ".join(open_))
            yield Fact("target", "valid", words, cite(battle, "weapon.explode-empty"))
        else:
            yield _barred(battle, "target", bars)
    if unit.state == STANDING and not battle.occupied >> square & 1:
        yield _walk(battle, unit, square)


def _barred(battle: Battle, name: str, bars: dict[Weapon, str | None]) -> Fact:
    """The last word of the clause that forbids it, with the reason for each weapon."""
    reasons = {weapon: bar for weapon, bar in bars.items() if bar is not None}
    first = next(iter(reasons.values()))
    words = "; ".join(
        say("{weapon}: {reason}", weapon=weapon.name, reason=reason(bar))
        for weapon, bar in reasons.items()
    )
    return Fact(name, first.rpartition(".")[2], words, cite(battle, first))


def _shot_bar(battle: Battle, unit: Unit, weapon: Weapon, other: Unit) -> str | None:
    return _unable(battle, unit) or shot_bar(battle, unit, weapon, other)


def _lies(battle: Battle, unit: Unit) -> str | None:
    """The clause that keeps a Downed unit from attacking."""
    if unit.state == STANDING:
        return None
    return "damage.downed-actions" if battle.edition.recovers else "activation.downed"


def _unable(battle: Battle, unit: Unit) -> str | None:
    """The clause that keeps a unit from shooting at all."""
    return _lies(battle, unit) or cannot_shoot(battle, unit)


def _ranges(battle: Battle, unit: Unit, weapons: Sequence[Weapon], square: int) -> Fact:
    """The weapons that reach a square (`range.limit`)."""
    reaching, words = [], []
    for weapon in weapons:
        limit = range_limit(battle, weapon)
        reaches = in_range(battle, unit, weapon) >> square & 1
        if reaches:
            reaching.append(weapon.id)
        words.append(_reach(weapon.name, limit, enough=bool(reaches)))
    text = "; ".join(words) or say("{unit} has no ranged weapon left", unit=unit.id)
    return Fact("range", ", ".join(reaching) or "none", text, cite(battle, "range.limit"))


def _reach(weapon: str, limit: int, *, enough: bool) -> str:
    if limit == FAR:
        return say("{weapon} has unlimited range", weapon=weapon)
    return say(
        "{weapon} reaches {limit, plural, one {# square} other {# squares}}{enough, select, "
        "yes {} other {, which is too short}}",
        weapon=weapon,
        limit=limit,
        enough="yes" if enough else "no",
    )


def _numbers(battle: Battle, unit: Unit, weapon: Weapon, other: Unit) -> str:
    """The dice of a shot and what they must not exceed, with everything that changes either."""
    attack = Attack(battle, unit, weapon, other, ranged=True)
    dice, more = numbers.dice(attack)
    skill, also = numbers.skill(attack)
    changes = [f"{numbers.named(one.label)} {one.amount:+d}" for one in (*more[1:], *also[1:])]
    text = say(
        "{weapon}: {dice, plural, one {# die} other {# dice}}, {skill} or less",
        weapon=weapon.name,
        dice=dice,
        skill=skill,
    )
    return say("{text} ({changes})", text=text, changes=", ".join(changes)) if changes else text


def _walk(battle: Battle, unit: Unit, square: int) -> Fact:
    """What the cheapest way to a free square costs, whatever the unit has left to spend."""
    found = steps(battle, unit, square, FURTHEST)
    clause = cite(battle, "move.allowance")
    name = battle.field.board.name(square)
    if not found:
        words = say("{unit} cannot get to {square} in a single movement", unit=unit.id, square=name)
        return Fact("move", "none", words, clause)
    cost = sum(step.cost for step in found)
    words = say(
        "the way to {square} costs {cost}; a Move of {unit} covers {most}",
        square=name,
        cost=cost,
        unit=unit.id,
        most=move_squares(battle, unit),
    )
    return Fact("move", cost, words, clause)
