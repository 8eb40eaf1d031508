"""Which attacks are worth declaring: everybody at one target, or each at what suits it best.

No rule is here: what is proposed is settled by the declaration like anybody's.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.plane import BLOCKED, OBSTRUCTED
from battlemat.kernel.forms import Draw
from battlemat.rulebooks.openfire.chapters.attacks.arms import profile_now
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Declaration, Group
from battlemat.rulebooks.openfire.chapters.dice import SIDES, successes
from battlemat.rulebooks.openfire.state.battle import Unit
from battlemat.rulebooks.openfire.state.cards import Profile


def proposals(declaration: Declaration) -> list[tuple[Group, ...]]:
    """For each target everybody who can reach it, and everybody at what suits them best."""
    battle, unit = declaration.battle, declaration.unit
    targets = [declaration.free] if declaration.free else battle.foes(unit)
    found: list[tuple[Group, ...]] = []
    for target in targets:
        if declaration.target_refusal(target) is None:
            groups = everybody_at(declaration, target)
            if groups:
                found.append(groups)
    if len(found) > 1:
        split = _split(declaration, [battle.units[groups[0].target] for groups in found])
        if split and split not in found and isinstance(declaration.settle(split, ()), list):
            found.append(split)
    return found


def drawn(declaration: Declaration, below: Draw) -> tuple[Group, ...] | None:
    """One of the proposals by chance, of which only this one is looked at; () for no attack.

    None stands for any of the whole list, which is drawn like a target now and then: whether
    attacks can be shared out among targets is known only when all of them have been looked at.
    """
    targets = declaration.battle.foes(declaration.unit)
    while True:
        number = below(len(targets) + 2)
        if number >= len(targets):
            return () if number == len(targets) else None
        target = targets.pop(number)
        if declaration.target_refusal(target) is None:
            groups = everybody_at(declaration, target)
            if groups:
                return groups


def everybody_at(declaration: Declaration, target: Unit) -> tuple[Group, ...]:
    """Every model that can attack a target, each with the weapon that promises most."""
    unit = declaration.unit
    picks: list[tuple[int, str, int]] = []
    grenade = False
    alone = {model: weapons_for(declaration, model, target) for model in unit.alive}
    eyes = [model for model in unit.alive if alone[model]]
    if not eyes:
        return ()
    for model in unit.alive:
        # Who sees nothing may still rely on a comrade's eyes.
        weapons = alone[model] or weapons_for(declaration, model, target, eyes)
        for weapon, number, profile in weapons:
            if profile.grenade and grenade:
                continue
            grenade = grenade or profile.grenade
            picks.append((model, weapon, number))
            if not unit.powers[model].vehicle:
                break
    groups = _grouped(target, picks)
    while groups:
        if isinstance(declaration.settle(groups, ()), list):
            return groups
        picks = picks[:-1]
        groups = _grouped(target, picks)
    return ()


def _grouped(target: Unit, picks: Sequence[tuple[int, str, int]]) -> tuple[Group, ...]:
    """Largest groups in roster order of their first model (`openfire.attack.combine`)."""
    groups: dict[tuple[str, int], list[int]] = {}
    for model, weapon, number in picks:
        groups.setdefault((weapon, number), []).append(model)
    return tuple(
        Group(target.index, weapon, number, tuple(models))
        for (weapon, number), models in groups.items()
    )


def weapons_for(
    declaration: Declaration, model: int, target: Unit, eyes: Sequence[int] = ()
) -> list[tuple[str, int, Profile]]:
    """The weapons that a model could use on a target, the most promising first.

    It looks with its own eyes, or with the best of those that are given.
    """
    if eyes or declaration.free is not None:  # units fall between one free attack and the next
        return _weapons_for(declaration, model, target, eyes)
    place = (model, target.index)
    found = declaration.usable.get(place)
    if found is None:
        found = declaration.usable[place] = _weapons_for(declaration, model, target, ())
    return found


def _weapons_for(
    declaration: Declaration, model: int, target: Unit, eyes: Sequence[int]
) -> list[tuple[str, int, Profile]]:
    battle, unit = declaration.battle, declaration.unit
    found: list[tuple[float, str, int, Profile]] = []
    if not declaration.can_reach(model, target):
        return []
    seen = None
    if declaration.free is None:
        seen = declaration.view(model, target)
        if eyes:
            seen = declaration.best_view(eyes, target)
    close = declaration.free is not None or target in declaration.engaged
    if seen is not None and seen.state == BLOCKED:
        return []
    visible = target.alive if seen is None else seen.visible
    distance = 100 if declaration.free else declaration.distance(model, target, visible)
    obstructed = seen is not None and seen.state == OBSTRUCTED
    for weapon in unit.card.models[model].weapons:
        best: tuple[float, str, int, Profile] | None = None
        for number in range(len(weapon.profiles)):
            profile = profile_now(battle, unit, weapon, number)
            if (
                declaration.weapon_refusal(model, weapon.id, profile)
                or declaration.is_out_of_range(model, profile, target, visible, distance)
                or not (close or profile.blast or declaration.screen_refusal(model, target) is None)
            ):
                continue
            hope = promise(unit, model, profile, target, close, obstructed)
            if hope > 0 and (best is None or hope > best[0]):
                best = (hope, weapon.id, number, profile)
        if best is not None:
            found.append(best)
    found.sort(key=lambda row: -row[0])
    return [(weapon, number, profile) for _, weapon, number, profile in found]


def promise(
    unit: Unit, model: int, profile: Profile, target: Unit, close: bool, obstructed: bool
) -> float:
    """About how much damage an attack will do: a guess for machines, no rule."""
    modifier = profile.skill - unit.stress - (4 if obstructed and not profile.blast else 0)
    if close and not profile.assault:
        hit = 1 / SIDES
    elif profile.torrent:
        hit = 1.0
    else:
        hit = len(successes(unit.card.models[model].skl, modifier)) / SIDES
    victim = target.alive[-1]
    armour = target.powers[victim].armour
    dmg, prc = max(1, profile.dmg - armour), max(0, profile.prc - armour)
    fail = 1 - len(successes(target.card.models[victim].defence, -prc)) / SIDES
    hits = profile.att * (hit + (profile.critical_hits - 1) / SIDES)
    damage = hits * dmg * fail + profile.att * profile.rends / SIDES
    return damage * (0.6 if profile.one_use else 1.0) * (0.7 if profile.unstable else 1.0)


def _split(declaration: Declaration, targets: Sequence[Unit]) -> tuple[Group, ...]:
    """Each model at the target where its best weapon promises most."""
    unit = declaration.unit
    rows: dict[tuple[int, str, int], list[int]] = {}
    grenade = False
    for model in unit.alive:
        best: tuple[float, int, str, int, Profile] | None = None
        for target in targets:
            close = target in declaration.engaged
            for weapon, number, profile in weapons_for(declaration, model, target)[:1]:
                if profile.grenade and grenade:
                    continue
                hope = promise(unit, model, profile, target, close, False)
                if best is None or hope > best[0]:
                    best = (hope, target.index, weapon, number, profile)
        if best is not None:
            grenade = grenade or best[4].grenade
            rows.setdefault(best[1:4], []).append(model)
    return tuple(Group(*row, tuple(models)) for row, models in rows.items())
