"""What a model reaches, sees and threatens, laid over the scene when somebody asks.

Anybody may measure anything at any time (`openfire.measure.free`): these are the rulers.
"""

from __future__ import annotations

from battlemat.boards.plane import BLOCKED, DIRECTIONS, UNIT, Stand, look
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.attacks.arms import profile_of, slots_of
from battlemat.rulebooks.openfire.chapters.measure import gap
from battlemat.rulebooks.openfire.chapters.moving.formation import formation_of
from battlemat.rulebooks.openfire.chapters.moving.paths import advance_bonus, can_advance, rate
from battlemat.rulebooks.openfire.chapters.sight import SIGHT_CLAUSES, screener, view
from battlemat.rulebooks.openfire.screen.phrases import sight_in_words
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH, Profile
from battlemat.rulebooks.openfire.state.inches import inches


def overlays(battle: Battle, piece: str) -> list[Shape]:
    """Movement, formation, assault range, weapons' ranges, arcs and lines of sight of a model."""
    name, _, number = piece.partition(".")
    unit = battle.find(name)
    if unit is None or not number.isdecimal() or not 1 <= int(number) <= len(unit.hp):
        return []
    model = int(number) - 1
    stand = unit.stands[model]
    if stand is None:
        return []
    found = _rings(battle, unit, model, stand)
    found += arc_lines(battle, stand)
    found += [line for foe in battle.foes(unit) for line in _sight(battle, unit, model, foe)]
    return found


def ring(
    battle: Battle, kind: str, stand: Stand, reach: int, label: str = "", because: str = ""
) -> Shape:
    """All that is so near to a base: a circle, or a footprint with its corners rounded."""
    plane = battle.plane
    if not stand.corners:
        at, radius = on_screen(plane, stand.x, stand.y), (reach + stand.base.radius) / INCH
        return Shape(kind, "circle", [at], radius, label=label, because=because)
    points = []
    for number, (x, y) in enumerate(stand.corners):  # clockwise from the front left
        for turn in range(90, -1, -15):
            ux, uy = DIRECTIONS[(stand.facing + turn - 90 * number) % 360]
            points.append(on_screen(plane, x + reach * ux // UNIT, y + reach * uy // UNIT))
    return Shape(kind, "polygon", points, label=label, because=because)


def _rings(battle: Battle, unit: Unit, model: int, stand: Stand) -> list[Shape]:
    close = battle.policy.assault_range * INCH
    found = [ring(battle, "threat", stand, close, say("assault range"), "openfire.assault.range")]
    if model == unit.leader:
        found += _reaches(battle, unit, stand)
    for name, profile in _profiles(battle, unit, model).items():
        because = "openfire.range.min-max"
        label = say("{name} {most}", name=name, most=f"{profile.most / INCH:g}")
        found.append(ring(battle, "range", stand, profile.most, label, because))
        if profile.least:
            label = say(
                "{name} not nearer than {least}", name=name, least=f"{profile.least / INCH:g}"
            )
            found.append(ring(battle, "range", stand, profile.least, label, because))
    return found


def _reaches(battle: Battle, unit: Unit, stand: Stand) -> list[Shape]:
    """How far a leader may go, and where its followers must keep to if it stays."""
    reach = rate(battle, unit)
    label = say("move {reach}", reach=inches(reach))
    found = [ring(battle, "reach", stand, reach, label, "openfire.move.allowance")]
    if can_advance(unit):
        reach += advance_bonus(battle, unit)
        label = say("advance {reach}", reach=inches(reach))
        found.append(ring(battle, "reach", stand, reach, label, "openfire.move.advance"))
    if len(unit.bases) > 1:
        reach = formation_of(battle, unit).reach
        label = say("formation {reach}", reach=inches(reach))
        found.append(ring(battle, "formation", stand, reach, label, "openfire.formation.range"))
    return found


def _profiles(battle: Battle, unit: Unit, model: int) -> dict[str, Profile]:
    """What a model may still fire, as lasting effects have made it, by its name."""
    found = {}
    for weapon in unit.card.models[model].weapons:
        if slots_of(unit, model, weapon.id):
            for number in range(len(weapon.profiles)):
                profile = profile_of(battle, unit, model, weapon.id, number)
                if profile is not None:
                    plain = profile.name == weapon.name
                    found[weapon.name if plain else f"{weapon.name} ({profile.name})"] = profile
    return found


def arc_lines(battle: Battle, stand: Stand) -> list[Shape]:
    """The X through a model's centre that parts its four arcs (`openfire.facing.arcs`)."""
    found = []
    for turn in (45, 135, 225, 315):
        ux, uy = DIRECTIONS[(stand.facing + turn) % 360]
        end = (stand.x + 3 * INCH * ux // UNIT, stand.y + 3 * INCH * uy // UNIT)
        points = [
            on_screen(battle.plane, stand.x, stand.y),
            on_screen(battle.plane, *end),
        ]
        found.append(Shape("arc", "line", points, because="openfire.facing.arcs"))
    return found


def _sight(battle: Battle, unit: Unit, model: int, foe: Unit) -> list[Shape]:
    """The line to an enemy's nearest model: how it is seen, how far it is, and why."""
    stand = unit.stands[model]
    assert stand is not None
    near = min(foe.bases, key=lambda base: (gap(battle, stand, base), base.x, base.y))
    seen = view(battle, stand, foe)
    words = [
        say("{foe}: {state}", foe=foe.id, state=sight_in_words(seen.state)),
        say("{far} inches", far=inches(gap(battle, stand, near))),
    ]
    by = look(battle.plane, stand, near).by
    if by and seen.state != "clear":
        words.append(say("behind {things}", things=", ".join(source.name for source in by)))
    third = screener(battle, unit, model, foe) if seen.state != BLOCKED else None
    if third is not None:
        words.append(say("screened by {unit}", unit=third.id))
    points = [
        on_screen(battle.plane, stand.x, stand.y),
        on_screen(battle.plane, near.x, near.y),
    ]
    because = "openfire.target.screened" if third else SIGHT_CLAUSES[seen.state]
    kind = f"sight-{seen.state}"
    return [Shape(kind, "line", points, label=", ".join(words), because=because)]
