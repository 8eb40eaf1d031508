"""What an option would cover: where models would stand, whom they would see, what it brings.

A ghost is a base as it would stand, with the name of its model. Everything is worked out by the
chapter that would do it, so that what is shown is what happens. It is asked on every drag and must
stay a matter of a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from battlemat.boards.plane_shapes import Stand
from battlemat.boards.plane_sight import look
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.openfire.arrivals import ArrivalOptions
from battlemat.rulebooks.openfire.attacks import AttackOptions
from battlemat.rulebooks.openfire.battle import Battle, Unit
from battlemat.rulebooks.openfire.cards import INCH
from battlemat.rulebooks.openfire.declare import Volley
from battlemat.rulebooks.openfire.formation import Placing
from battlemat.rulebooks.openfire.inches import inches
from battlemat.rulebooks.openfire.measure import gap
from battlemat.rulebooks.openfire.moves import Course, as_move, check
from battlemat.rulebooks.openfire.placing import FollowersOptions
from battlemat.rulebooks.openfire.scene import on_screen


def preview(battle: Battle, choice: Choice, option: Option) -> list[Shape]:
    """The shapes of one legal option, listed or open; nothing where there is nothing to show."""
    maker = _MAKERS.get(option[0])
    return maker(battle, choice, option) if maker else []


def ghost(battle: Battle, name: str, stand: Stand, because: str) -> Shape:
    """A base as it would stand: a circle, or the polygon of a footprint, front edge first."""
    if stand.corners:
        points = [on_screen(battle.plane, x, y) for x, y in stand.corners]
        return Shape("ghost", "polygon", points, label=name, level=stand.level, because=because)
    at = on_screen(battle.plane, stand.x, stand.y)
    radius = stand.base.radius / INCH
    return Shape("ghost", "circle", [at], radius, level=stand.level, label=name, because=because)


# ---------------------------------------------------------------------- going and coming


def _move(battle: Battle, _choice: Choice, option: Option) -> list[Shape]:
    unit = battle.units[option[1]]
    found = check(battle, unit, as_move(option))
    if isinstance(found, Refusal):
        return []
    course, placing = found
    shapes = [_way(battle, unit, course)]
    leader = unit.name_of(unit.leader)
    if placing is not None:
        shapes += _unit(battle, placing, placing.proposal(), "openfire.formation.proposal")
    elif not course.leaves:
        shapes.append(ghost(battle, leader, course.end, "openfire.transport.embark"))
    return shapes


def _unit(
    battle: Battle, placing: Placing, stands: Sequence[Stand | None], because: str
) -> list[Shape]:
    """The leader and those of its followers that find a place."""
    unit = placing.unit
    leader = unit.name_of(unit.leader)
    found = [ghost(battle, leader, placing.leader, "openfire.move.leader-first")]
    for model, stand in zip(placing.followers, stands, strict=True):
        if stand is not None:
            found.append(ghost(battle, unit.name_of(model), stand, because))
    return found


def _way(battle: Battle, unit: Unit, course: Course) -> Shape:
    """The leader's way with what it costs."""
    points = [on_screen(battle.plane, unit.lead.x, unit.lead.y)]
    points += [on_screen(battle.plane, leg.end.x, leg.end.y) for leg in course.path.legs]
    label = f'{inches(course.cost)} of {inches(course.allowance)}"'
    return Shape("way", "line", points, label=label, because="openfire.move.allowance")


def _arrival(battle: Battle, choice: Choice, option: Option) -> list[Shape]:
    options = choice.options
    if not isinstance(options, ArrivalOptions) or len(option) != 6 or options.way(option) is None:
        return []
    placing = options.placing(option)
    return _unit(battle, placing, placing.proposal(), "openfire.reserve.deploy")


def _followers(battle: Battle, choice: Choice, option: Option) -> list[Shape]:
    options = choice.options
    if not isinstance(options, FollowersOptions):
        return []
    stands = options.stands(option)
    if isinstance(stands, Refusal):
        return []
    return _unit(battle, options.placing, stands, "openfire.formation.adjust")


# ---------------------------------------------------------------------- attacking


def _attack(battle: Battle, choice: Choice, option: Option) -> list[Shape]:
    options = choice.options
    if not isinstance(options, AttackOptions):
        return []
    volleys = options.volleys(option)
    if isinstance(volleys, Refusal):
        return []
    return [shape for volley in volleys for shape in _volley(battle, volley)]


def _volley(battle: Battle, volley: Volley) -> list[Shape]:
    """A line from every model that attacks to the nearest enemy that it sees."""
    found = []
    for shot in volley.shots:
        stand = volley.attacker.stands[shot.model]
        if stand is None:
            continue
        near = _nearest_seen(battle, stand, volley.target)
        ends = [on_screen(battle.plane, base.x, base.y) for base in (stand, near)]
        label = f'{volley.profile.name} {inches(shot.distance)}"'
        because = f"openfire.los.{volley.sight}"
        found.append(Shape(f"sight-{volley.sight}", "line", ends, label=label, because=because))
    return found


def _nearest_seen(battle: Battle, stand: Stand, target: Unit) -> Stand:
    seen = [base for base in target.bases if look(battle.plane, stand, base).is_visible]
    return min(seen or target.bases, key=lambda base: gap(battle, stand, base))


_Maker = Callable[[Battle, Choice, Option], list[Shape]]
_MAKERS: Mapping[str, _Maker] = {
    **dict.fromkeys(("move", "advance"), _move),
    **dict.fromkeys(("deploy", "ambush", "disembark", "emerge"), _arrival),
    **dict.fromkeys(("attack", "free"), _attack),
    "followers": _followers,
}
