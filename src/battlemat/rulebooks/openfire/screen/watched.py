"""What a place is worth to those who would stand there: who sees how many of them, what covers
them, and how far their weapons reach.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlemat.boards.plane import BLOCKED, Stand, look
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import listed, named, say
from battlemat.rulebooks.openfire.chapters.attacks.arms import profile_of, slots_of
from battlemat.rulebooks.openfire.chapters.measure import gap
from battlemat.rulebooks.openfire.chapters.sight import SIGHT_CLAUSES, best_viewer, unobscured
from battlemat.rulebooks.openfire.screen.overlays import ring
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH, Profile


def watchers(battle: Battle, unit: Unit) -> list[Shape]:
    """A line from every enemy that sees some of a unit where it stands, and how many; else that
    nobody does."""
    foes = battle.foes(unit)
    found = [shape for foe in foes for shape in _watcher(battle, unit, foe)]
    if foes and not found:
        words = say("No enemy sees it there")
        found.append(Shape("watch", "line", (), label=words, because=SIGHT_CLAUSES[BLOCKED]))
    return found


def _watcher(battle: Battle, unit: Unit, foe: Unit) -> Iterator[Shape]:
    eyes = [model for model in foe.alive if foe.stands[model] is not None]
    if not eyes:
        return
    model, seen = best_viewer(battle, foe, eyes, unit)
    eye = foe.stands[model]
    if eye is None or seen.state == BLOCKED:
        return
    count, of = len(seen.visible), len(unit.bases)
    name = say("{foe} sees {count} of {of}", foe=foe.card.name, count=count, of=of)
    near = min(
        (stand for stand in (unit.stands[one] for one in seen.visible) if stand is not None),
        key=lambda stand: gap(battle, eye, stand),
    )
    ends = [on_screen(battle.plane, stand.x, stand.y) for stand in (eye, near)]
    whole = named(foe.id, foe.card.name)
    label = say("{foe} sees {count} of {of}", foe=whole, count=count, of=of)
    cover = _cover(battle, eye, unit)
    if cover:
        label = say("{sees}, {cover}", sees=label, cover=cover)
    because = SIGHT_CLAUSES[seen.state]
    yield Shape("watch", "line", ends, label=label, because=because, name=name)


def _cover(battle: Battle, eye: Stand, unit: Unit) -> str:
    """How many of a unit terrain covers from an eye, and which; "" if it covers none."""
    covered, by = 0, dict[str, None]()
    for model, stand in enumerate(unit.stands):
        if stand is None:
            continue
        sight = look(battle.plane, eye, stand)
        if not sight.is_visible or not unobscured(sight, unit.powers[model].vehicle):
            covered += 1
            by.update(dict.fromkeys(source.name for source in sight.by))
    if not covered:
        return ""
    of = len(unit.bases)
    if not by:
        return say("{covered} of {of} in cover", covered=covered, of=of)
    behind = listed(list(by))
    return say("{covered} of {of} in cover behind {behind}", covered=covered, of=of, behind=behind)


def reach(battle: Battle, unit: Unit) -> list[Shape]:
    """How far the longest of a unit's weapons reaches from its leader."""
    found: tuple[str, Profile] | None = None
    for model in unit.alive:
        for weapon in unit.card.models[model].weapons:
            if not slots_of(unit, model, weapon.id):
                continue
            for number in range(len(weapon.profiles)):
                profile = profile_of(battle, unit, model, weapon.id, number)
                if profile is not None and (found is None or profile.most > found[1].most):
                    found = (weapon.name, profile)
    if found is None:
        return []
    name, profile = found
    label = say("reaches {most} inches with {weapon}", most=f"{profile.most / INCH:g}", weapon=name)
    return [ring(battle, "range", unit.lead, profile.most, label, "openfire.range.min-max")]
