"""What an option would cover: where models would stand, whom they would see, what it brings.

A ghost is a base as it would stand, with the name of its model. Everything is worked out by the
chapter that would do it, so that what is shown is what happens. It is asked on every drag and must
stay a matter of a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.plane import Stand, look
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.attacks.aiming import weapons_for
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Declaration, Volley
from battlemat.rulebooks.openfire.chapters.measure import assaulters, bases_within, gap
from battlemat.rulebooks.openfire.chapters.moving.formation import Placing, put_down
from battlemat.rulebooks.openfire.chapters.moving.leaving import left_behind, may_strike
from battlemat.rulebooks.openfire.chapters.moving.paths import CHARGES, Course
from battlemat.rulebooks.openfire.chapters.objectives import (
    check_control,
    contesting,
    is_on_table,
    lies_at,
    secure_refusal,
)
from battlemat.rulebooks.openfire.chapters.sight import SIGHT_CLAUSES, best_viewer
from battlemat.rulebooks.openfire.screen.overlays import ring
from battlemat.rulebooks.openfire.screen.phrases import entry_name, sight_in_words
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.screen.watched import reach, watchers
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import inches
from battlemat.rulebooks.openfire.state.mission import entry_stand

CONTEST = "openfire.objective.secure-contest"


def ghost(battle: Battle, name: str, stand: Stand, because: str) -> Shape:
    """A base as it would stand: a circle, or the polygon of a footprint, front edge first."""
    if stand.corners:
        points = [on_screen(battle.plane, x, y) for x, y in stand.corners]
        return Shape("ghost", "polygon", points, label=name, level=stand.level, because=because)
    at = on_screen(battle.plane, stand.x, stand.y)
    radius = stand.base.radius / INCH
    return Shape("ghost", "circle", [at], radius, level=stand.level, label=name, because=because)


# ---------------------------------------------------------------------- going and coming


def going(
    battle: Battle, unit: Unit, course: Course, placing: Placing | None, *, advanced: bool
) -> list[Shape]:
    """A way with where it leads: who stands where then, and who may strike at the one who goes."""
    shapes = [_way(battle, unit, course)]
    ends: list[Stand] = []
    if placing is not None:
        stands = placing.proposal()
        ends = [course.end, *(stand for stand in stands if stand is not None)]
        moved = course.moved or followers_move(placing, stands)
        clause = "openfire.formation.proposal"
        shapes += placed(battle, placing, stands, clause, moved=moved, advanced=advanced)
    elif not course.leaves:
        leader = unit.name_of(unit.leader)
        shapes.append(ghost(battle, leader, course.end, "openfire.transport.embark"))
    for foe in left_behind(battle, unit, course.path, ends):
        if may_strike(foe):
            shapes.append(_free_attack(battle, unit, foe))
    return shapes


def _free_attack(battle: Battle, unit: Unit, foe: Unit) -> Shape:
    """An enemy that is left and may strike (`openfire.assault.leave-trigger`)."""
    near = min(foe.bases, key=lambda base: gap(battle, base, unit.lead))
    ends = [on_screen(battle.plane, base.x, base.y) for base in (near, unit.lead)]
    label = say("{foe} may make a free attack", foe=foe.id)
    return Shape("threat", "line", ends, label=label, because="openfire.assault.free-attack")


def placed(
    battle: Battle,
    placing: Placing,
    stands: Sequence[Stand | None],
    because: str,
    *,
    moved: bool = False,
    advanced: bool = False,
) -> list[Shape]:
    """The leader and those of its followers that find a place, and what comes of it."""
    unit = placing.unit
    leader = unit.name_of(unit.leader)
    found = [ghost(battle, leader, placing.leader, "openfire.move.leader-first")]
    for model, stand in zip(placing.followers, stands, strict=True):
        if stand is not None:
            found.append(ghost(battle, unit.name_of(model), stand, because))
    after = battle.copy()
    there = after.units[unit.index]
    put_down(there, placing.leader, dict(zip(placing.followers, stands, strict=True)))
    after.moved, after.advanced = battle.moved or moved, battle.advanced or advanced
    return [
        *found,
        *_threats(after, there),
        *reach(after, there),
        *_markers(battle, after, there),
        *_targets(after, there),
        *watchers(after, there),
    ]


def entered(battle: Battle, unit: Unit, name: str, models: Sequence[Stand]) -> Shape:
    """How far the farthest of a unit would stand from the entry point that it comes in at."""
    x, y = next((x, y) for id, x, y in battle.entries[unit.side] if id == name)
    point = entry_stand(battle.plane, (x, y))
    far = max(gap(battle, point, stand) for stand in models)
    label = say(
        "{far} of {reach} inches from the {entry}",
        far=f"{far / INCH:.1f}",
        reach=battle.policy.entry_reach,
        entry=entry_name(battle, unit.side, name),
    )
    ends = [on_screen(battle.plane, x, y), on_screen(battle.plane, models[0].x, models[0].y)]
    return Shape("way", "line", ends, label=label, because="openfire.reserve.deploy")


def followers_move(placing: Placing, stands: Sequence[Stand | None]) -> bool:
    """True if a follower that was on the table would stand elsewhere."""
    old = (placing.unit.stands[model] for model in placing.followers)
    return any(
        was is not None and now is not None and (was.x, was.y) != (now.x, now.y)
        for was, now in zip(old, stands, strict=True)
    )


def _way(battle: Battle, unit: Unit, course: Course) -> Shape:
    """The leader's way with what it costs and why."""
    points = [on_screen(battle.plane, unit.lead.x, unit.lead.y)]
    points += [on_screen(battle.plane, leg.end.x, leg.end.y) for leg in course.path.legs]
    label = say(
        '{cost} of {allowance}"', cost=inches(course.cost), allowance=inches(course.allowance)
    )
    extra = [charge for charge in course.path.charges if charge.kind != "distance"]
    for charge in extra:
        source = charge.source.name if charge.source else say("height")
        more = inches(charge.amount)
        label = say("{label}, {source} +{more}", label=label, source=source, more=more)
    because = CHARGES[extra[0].kind] if extra else "openfire.move.allowance"
    return Shape("way", "line", points, label=label, because=because)


# ---------------------------------------------------------------------- what comes of it


def _threats(after: Battle, unit: Unit) -> list[Shape]:
    """The leader's assault range there, and the enemies that the unit would stand in reach of."""
    close = after.policy.assault_range * INCH
    clause = "openfire.assault.range"
    found = [ring(after, "assault", unit.lead, close, say("assault range"), clause)]
    for foe in assaulters(after, unit):
        near = next(base for base in foe.bases if bases_within(after, [base], unit.bases, close))
        label = say("{foe} in assault range", foe=foe.id)
        found.append(ring(after, "threat", near, close, label, "openfire.assault.unit-level"))
    return found


def _markers(before: Battle, after: Battle, unit: Unit) -> list[Shape]:
    """Objectives that could be secured from there, and those that would be lost by going."""
    check_control(after)
    found = []
    for number, objective in enumerate(after.mission.objectives):
        if not is_on_table(after, number):
            continue
        stand = lies_at(after, number)
        if before.markers[number] != after.markers[number]:
            label = say("{objective} is lost", objective=objective.name)
            clause = "openfire.objective.control-check"
            around = after.policy.control_reach * INCH
            found.append(ring(after, "objective-lost", stand, around, label, clause))
        if secure_refusal(after, unit, number) is None:
            foe = contesting(after, unit, number)
            around = after.policy.secure_reach * INCH
            label = say("{objective} can be secured", objective=objective.name)
            clause = "openfire.objective.secure-who"
            if foe is not None:
                label, clause = _contested(objective.name, foe), CONTEST
            found.append(ring(after, "objective", stand, around, label, clause))
    return found


def _contested(objective: str, foe: Unit) -> str:
    return say("{objective}: contested by {foe}", objective=objective, foe=foe.id)


def _targets(after: Battle, unit: Unit) -> list[Shape]:
    """A line to every enemy that somebody could then attack, from the one who sees it best."""
    declaration = Declaration(after, unit)
    found = []
    for foe in after.foes(unit):
        if declaration.target_refusal(foe) is not None:
            continue
        able = [model for model in unit.alive if weapons_for(declaration, model, foe)]
        if able:
            model, seen = best_viewer(after, unit, able, foe)
            eye = unit.stands[model]
            assert eye is not None
            label = say(
                "{foe} {state}: {able} of {all} can attack",
                foe=foe.id,
                state=sight_in_words(seen.state),
                able=len(able),
                all=len(unit.alive),
            )
            found.append(_sight_line(after, eye, _nearest_seen(after, eye, foe), seen.state, label))
    return found


def _sight_line(battle: Battle, eye: Stand, to: Stand, state: str, label: str) -> Shape:
    ends = [on_screen(battle.plane, base.x, base.y) for base in (eye, to)]
    return Shape(f"sight-{state}", "line", ends, label=label, because=SIGHT_CLAUSES[state])


# ---------------------------------------------------------------------- attacking


def volley_lines(battle: Battle, volley: Volley) -> list[Shape]:
    """A line from every model that attacks to the nearest enemy that it sees."""
    found = []
    for shot in volley.shots:
        stand = volley.attacker.stands[shot.model]
        if stand is None:
            continue
        near = _nearest_seen(battle, stand, volley.target)
        label = say(
            '{weapon} {distance}", {dice, plural, one {# die} other {# dice}}',
            weapon=volley.profile.name,
            distance=inches(shot.distance),
            dice=shot.dice,
        )
        found.append(_sight_line(battle, stand, near, volley.sight, label))
    return found


def _nearest_seen(battle: Battle, stand: Stand, target: Unit) -> Stand:
    seen = [base for base in target.bases if look(battle.plane, stand, base).is_visible]
    return min(seen or target.bases, key=lambda base: gap(battle, stand, base))
