"""The attacks a unit may declare: checking, proposing and reading them.

attack R1 B1                          everybody with their best weapon at B1
attack R1 rifle:1,2,3>B1 launcher/krak:4>B2 eye 2>B1
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.plane.sight import BLOCKED, OBSTRUCTED
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import PASS, Option
from battlemat.rulebooks.openfire.chapters.arms import profile_of
from battlemat.rulebooks.openfire.chapters.declaration import Declaration, Group, Volley, as_groups
from battlemat.rulebooks.openfire.chapters.dice import SIDES, successes
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import Profile
from battlemat.rulebooks.openfire.state.inches import listing

SKIP: Option = ("skip", "attack")


class AttackOptions:
    """What a unit may declare, or, for free attacks, what any of several units may."""

    def __init__(self, declarations: Sequence[Declaration], verb: str = "attack") -> None:
        self.declarations = declarations
        self.verb = verb
        self.nothing = SKIP if verb == "attack" else PASS
        self._best: list[Option] | None = None

    # ------------------------------------------------------------------ checking

    def volleys(self, option: Option) -> list[Volley] | Refusal:
        """The groups that an option declares, settled."""
        if len(option) != 4 or option[0] != self.verb:
            return Refusal(f"an attack is written as in '{self.verb} R1 rifle:1,2>B1'")
        for declaration in self.declarations:
            if declaration.unit.index == option[1]:
                return declaration.settle(*as_groups(option))
        return Refusal("that unit does not attack now", "openfire.attack.declare")

    def refusal(self, option: Option) -> Refusal | None:
        if option == self.nothing:
            return None
        found = self.volleys(option)
        return found if isinstance(found, Refusal) else None

    def candidates(self) -> list[Option]:
        return [*self.best(), self.nothing]

    # ------------------------------------------------------------------ proposing

    def best(self) -> list[Option]:
        """For each target everybody who can reach it, and everybody at what suits them best."""
        if self._best is None:
            self._best = []
            for declaration in self.declarations:
                self._best += _proposals(declaration, self.verb)
        return self._best

    # ------------------------------------------------------------------ reading

    def read(self, text: str) -> Option | Refusal:
        words = text.split()
        if text.casefold().split() == list(self.nothing):
            return self.nothing
        if len(words) < 2 or words[0].casefold() != self.verb:
            return Refusal(f"an attack is written as in '{self.verb} R1 rifle:1,2>B1'")
        declaration = next(
            (d for d in self.declarations if d.unit.id.casefold() == words[1].casefold()), None
        )
        if declaration is None:
            return Refusal(f"{words[1]} does not attack now", "openfire.attack.declare")
        if len(words) == 3 and ">" not in words[2]:
            return self._all_at(declaration, words[2])
        return _read_groups(declaration, self.verb, words[2:])

    def _all_at(self, declaration: Declaration, name: str) -> Option | Refusal:
        target = declaration.battle.find(name)
        if target is None:
            return Refusal(f"there is no unit '{name}'")
        refusal = declaration.target_refusal(target)
        if refusal:
            return refusal
        groups = everybody_at(declaration, target)
        if not groups:
            return Refusal(
                f"nobody in {declaration.unit.id} can attack {target.id}", "openfire.attack.declare"
            )
        return (self.verb, declaration.unit.index, groups, ())


def write_attack(battle: Battle, option: Option) -> str:
    """The text of a declaration, group by group in their order."""
    verb, index, groups, eyes = option
    words = [verb, battle.units[index].id]
    unit = battle.units[index]
    for target, weapon, profile, models in groups:
        words.append(
            f"{_weapon_name(unit, weapon, profile)}:{listing(models)}>{battle.units[target].id}"
        )
    if eyes:
        words.append("eye")
        words += [f"{model + 1}>{battle.units[target].id}" for target, model in eyes]
    return " ".join(words)


def _weapon_name(unit: Unit, weapon: str, number: int) -> str:
    for model in unit.card.models:
        for carried in model.weapons:
            if carried.id == weapon and len(carried.profiles) > 1:
                return f"{weapon}/{carried.profiles[number].id}"
    return weapon


def _read_groups(declaration: Declaration, verb: str, words: list[str]) -> Option | Refusal:
    battle, unit = declaration.battle, declaration.unit
    groups: list[Group] = []
    eyes: list[tuple[int, int]] = []
    looking = False
    for word in words:
        if word.casefold() == "eye":
            looking = True
            continue
        left, arrow, name = word.partition(">")
        target = battle.find(name)
        if not arrow or target is None:
            return Refusal(f"'{word}' names no target: write as in 'rifle:1,2>B1'")
        weapon, colon, models = left.rpartition(":")
        numbers = models.split(",")
        if not all(number.isascii() and number.isdecimal() for number in numbers):
            return Refusal(f"'{word}': models are given by their numbers, as in 'rifle:1,2>B1'")
        found = tuple(int(number) - 1 for number in numbers)
        if looking:
            eyes.append((target.index, found[0]))
            continue
        group = _group(unit, weapon, found, target) if colon else None
        if group is None:
            return Refusal(f"'{word}': nobody has such a weapon", "openfire.attack.declare")
        groups.append(group)
    rows = tuple(tuple(group) for group in groups)
    return (verb, unit.index, rows, tuple(sorted(eyes)))


def _group(unit: Unit, text: str, models: tuple[int, ...], target: Unit) -> Group | None:
    name, _, profile = text.casefold().partition("/")
    for card in unit.card.models:
        for weapon in card.weapons:
            if weapon.id.casefold() != name:
                continue
            for number, one in enumerate(weapon.profiles):
                if one.id.casefold() == profile or (not profile and number == 0):
                    return Group(target.index, weapon.id, number, tuple(sorted(models)))
    return None


# ---------------------------------------------------------------------- what is worth declaring


def _proposals(declaration: Declaration, verb: str) -> list[Option]:
    battle, unit = declaration.battle, declaration.unit
    targets = [declaration.free] if declaration.free else battle.foes(unit)
    found: list[Option] = []
    for target in targets:
        if declaration.target_refusal(target) is None:
            groups = everybody_at(declaration, target)
            if groups:
                found.append((verb, unit.index, groups, ()))
    if len(found) > 1:
        split = _split(declaration, [battle.units[option[2][0][0]] for option in found])
        option = (verb, unit.index, split, ())
        if split and option not in found:
            settled = declaration.settle(*as_groups(option))
            if isinstance(settled, list):
                found.append(option)
    return found


def everybody_at(declaration: Declaration, target: Unit) -> tuple[tuple[object, ...], ...]:
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
        settled = declaration.settle(tuple(Group(*row) for row in groups), {})  # type: ignore[arg-type]
        if isinstance(settled, list):
            return groups
        picks = picks[:-1]
        groups = _grouped(target, picks)
    return ()


def _grouped(target: Unit, picks: Sequence[tuple[int, str, int]]) -> tuple[tuple[object, ...], ...]:
    """Largest groups in roster order of their first model (`openfire.attack.combine`)."""
    groups: dict[tuple[str, int], list[int]] = {}
    for model, weapon, number in picks:
        groups.setdefault((weapon, number), []).append(model)
    return tuple(
        (target.index, weapon, number, tuple(models)) for (weapon, number), models in groups.items()
    )


def weapons_for(
    declaration: Declaration, model: int, target: Unit, eyes: Sequence[int] = ()
) -> list[tuple[str, int, Profile]]:
    """The weapons that a model could use on a target, the most promising first.

    It looks with its own eyes, or with the best of those that are given.
    """
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
            profile = profile_of(battle, unit, model, weapon.id, number)
            if (
                profile is None
                or declaration.weapon_refusal(model, weapon.id, profile)
                or declaration.range_refusal(model, profile, target, visible, distance)
                or not (close or profile.blast or declaration.screened_by(model, target) is None)
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


def _split(declaration: Declaration, targets: Sequence[Unit]) -> tuple[tuple[object, ...], ...]:
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
    return tuple((*row, tuple(models)) for row, models in rows.items())
