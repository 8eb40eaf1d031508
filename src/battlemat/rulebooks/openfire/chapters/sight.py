"""Chapter "Line of Sight": clear, obstructed or blocked, whose eyes count, and what screens.

Only terrain decides what is seen; other units matter through screening alone
(`openfire.los.terrain-only`). A model of the attacking unit is never in the way
(`openfire.los.own-unit`).

The plane draws the lines: from one eye (`openfire.los.eye`) to the sight points of a base
(`openfire.los.sight-points`), cut by what is solid (`openfire.los.sight-line`,
`openfire.los.from-high-ground`) unless they only graze it (`openfire.los.grazing`), veiled by what
is sparse (`openfire.los.sparse`). Each line is hidden, veiled or open (`openfire.los.line-states`),
and a model is visible if one of them is not hidden (`openfire.los.visible`). There is no fourth
result: obscured means obstructed (`openfire.los.obscured-term`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from battlemat.boards.plane import BLOCKED, CLEAR, OBSTRUCTED, Sight, Stand, look, screen, sees_all
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.tables import View

SIGHT_CLAUSES = {
    CLEAR: "openfire.los.clear",
    OBSTRUCTED: "openfire.los.obstructed",
    BLOCKED: "openfire.los.blocked",
}
"""The clause that says what is seen so."""
_ORDER = {CLEAR: 0, OBSTRUCTED: 1, BLOCKED: 2}


def unobscured(sight: Sight, vehicle: bool) -> bool:
    """True if terrain obstructs no part of a model, or no more than half of a vehicle.

    `openfire.los.unobscured`, `openfire.los.vehicle-half`.
    """
    hidden = sum(sight.obscured)
    return 2 * hidden <= sight.lines if vehicle else hidden == 0


def view(battle: Battle, viewer: Stand, target: Unit) -> View:
    """The line of sight from one model to a unit.

    Clear if one model in three is unobscured, else obstructed if anything is visible at all
    (`openfire.los.clear`, `openfire.los.obstructed`, `openfire.los.too-few`), else blocked.
    """
    plane = battle.plane
    models = [model for model, stand in enumerate(target.stands) if stand is not None]
    if models and sees_all(plane, viewer, target.bases):
        return View(CLEAR, tuple(models))
    plain, visible, count = 0, [], 0
    for model, stand in enumerate(target.stands):
        if stand is None:
            continue
        count += 1
        sight = look(plane, viewer, stand)
        if sight.is_visible:
            visible.append(model)
            plain += unobscured(sight, target.powers[model].vehicle)
    if not visible:
        return View(BLOCKED, ())
    # openfire.los.third: three times the number seen is at least the number there are.
    return View(CLEAR if 3 * plain >= count else OBSTRUCTED, tuple(visible))


def best_viewer(
    battle: Battle, unit: Unit, models: Sequence[int], target: Unit
) -> tuple[int, View]:
    """The viewer that the program offers (`openfire.los.viewer`).

    Clear before obstructed before blocked, then most visible models, then lowest roster number.
    """

    def seen(model: int) -> View:
        stand = unit.stands[model]
        assert stand is not None
        return view(battle, stand, target)

    return best_of(models, target, seen)


def best_of(models: Sequence[int], target: Unit, seen: Callable[[int], View]) -> tuple[int, View]:
    """The best viewer of some, by what each has seen."""
    best: tuple[int, View] | None = None
    for model in sorted(set(models)):
        found = seen(model)
        if best is None or _rank(found) < _rank(best[1]):
            best = (model, found)
        if found.state == CLEAR and len(found.visible) == len(target.alive):
            break
    assert best is not None
    return best


def _rank(found: View) -> tuple[int, int]:
    return _ORDER[found.state], -len(found.visible)


def screener(battle: Battle, unit: Unit, model: int, target: Unit) -> Unit | None:
    """The third unit that partly obstructs a target for one model, or None.

    `openfire.target.screen-exact`, `openfire.target.screen-ignores`.
    """
    viewer = unit.stands[model]
    assert viewer is not None
    stands: list[Stand] = []
    owners: list[Unit] = []
    for other in battle.on_table():
        if other is not unit and other is not target:
            stands += other.bases
            owners += [other] * len(other.bases)
    if not stands:
        return None
    for stand in target.bases:
        found = screen(battle.plane, viewer, stand, stands)
        if found is not None:
            return owners[found]
    return None
