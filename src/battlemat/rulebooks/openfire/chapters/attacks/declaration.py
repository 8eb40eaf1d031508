"""Chapter "Making Attacks": who attacks whom with what, settled before any die is rolled.

A declaration is a list of groups; each names a target, a weapon and the models that use it on that
target, and is rolled in the order given. Sight, range and validity are settled for all of them at
once and stay so for the whole action (`openfire.attack.check-first`, `openfire.attack.lock`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from battlemat.boards.plane import BLOCKED, CLEAR, FRONT, Box, arc, boxes_apart, closer
from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.attacks.arms import profile_now, profile_of, slots_of
from battlemat.rulebooks.openfire.chapters.attacks.targets import (
    engaged_with,
    target_refusal,
    weapon_refusal,
)
from battlemat.rulebooks.openfire.chapters.measure import (
    any_within,
    box_around,
    gap,
)
from battlemat.rulebooks.openfire.chapters.moving.leaving import NOWHERE, DeclaredMove
from battlemat.rulebooks.openfire.chapters.sight import best_of, screener, view
from battlemat.rulebooks.openfire.state.battle import NOBODY, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH, Profile
from battlemat.rulebooks.openfire.state.inches import inches
from battlemat.rulebooks.openfire.state.readings import VIEWERS
from battlemat.rulebooks.openfire.state.tables import Tables, View


class Group(NamedTuple):
    """Models of one unit that use the same weapon on the same target; a model may stand twice."""

    target: int
    weapon: str
    profile: int
    models: tuple[int, ...]


class Eye(NamedTuple):
    """The model that looks at a target for all who attack it."""

    target: int
    model: int


class Shot(NamedTuple):
    """One attack of one model: which copy of the weapon, how far, how many dice."""

    model: int
    slot: int
    distance: int
    dice: int


@dataclass(slots=True)
class Volley:
    """A group that has been looked at, ready to be rolled."""

    attacker: Unit
    target: Unit
    weapon: str
    profile: Profile
    shots: list[Shot]
    sight: str
    close: bool  # the target is within assault range
    origin: str
    free: bool = False
    declared: DeclaredMove = NOWHERE  # where the target is to go, if it is about to


class Declaration:
    """Checks one attack action. `free` is the mover whom a free attack is made against.

    A model's own facing never limits its targets (`openfire.facing.no-fire-arc`). Close attacks
    still need range and sight (`openfire.assault.still-checked`). A free attack looks at nothing
    that its unit did in its own activation (`openfire.assault.free-attack-activation`).
    """

    def __init__(self, battle: Battle, unit: Unit, free: Unit | None = None) -> None:
        self.battle = battle
        self.unit = unit
        self.free = free
        # Units fall between one free attack and the next, so those keep nothing for others.
        self._tables = battle.tables if free is None else Tables([], ())
        self.engaged: list[Unit] = [] if free else engaged_with(battle, unit)
        self._valid: dict[int, Refusal | None] = {}
        self._reaches: dict[int, int] = {}
        self._boxes: dict[int, Box] = {}
        did = (battle.moved, battle.advanced, unit.used, unit.stress, *unit.hp)
        self.usable: dict[tuple[int, int], list[tuple[str, int, Profile]]]
        self.usable = self._tables.usable.setdefault((unit.index, did), {})
        """By model and target: the weapons that it could use, as far as they have been looked for.
        Who asks whether a unit can attack at all has found what its declaration begins with."""

    # ------------------------------------------------------------------ single questions

    def target_refusal(self, target: Unit) -> Refusal | None:
        """Why a unit may not be a target at all; kept, because many options ask it."""
        if self.free is not None:
            if target is self.free:
                return None
            text = say("a free attack must be made against {free}", free=self.free.id)
            return Refusal(text, "openfire.assault.free-attack")
        if target.index not in self._valid:
            self._valid[target.index] = target_refusal(self.battle, self.unit, target, self.engaged)
        return self._valid[target.index]

    def weapon_refusal(self, model: int, weapon: str, profile: Profile) -> Refusal | None:
        """Why a model may not use a weapon in this action, whatever the target."""
        free = self.free is not None
        return weapon_refusal(self.battle, self.unit, model, weapon, profile, free)

    def view(self, model: int, target: Unit) -> View:
        """What one model sees of a target."""
        place = (self.unit.index, model, target.index)
        views = self._tables.views
        found = views.get(place)
        if found is None:
            stand = self.unit.stands[model]
            assert stand is not None
            found = views[place] = view(self.battle, stand, target)
        return found

    def best_view(self, models: Sequence[int], target: Unit) -> View:
        """What the best of some viewers sees of a target."""
        return best_of(models, target, lambda model: self.view(model, target))[1]

    def screened_by(self, model: int, target: Unit) -> Unit | None:
        """The unit that screens a target from one model."""
        place = (self.unit.index, model, target.index)
        screens = self._tables.screens
        found = screens.get(place)
        if found is None:
            third = screener(self.battle, self.unit, model, target)
            found = screens[place] = NOBODY if third is None else third.index
        return None if found == NOBODY else self.battle.units[found]

    def distance(self, model: int, target: Unit, visible: Sequence[int]) -> int:
        """To the nearest model that the viewer sees (`openfire.range.nearest-visible`)."""
        stand = self.unit.stands[model]
        assert stand is not None
        return min(
            gap(self.battle, stand, other)
            for other in (target.stands[number] for number in visible)
            if other is not None
        )

    def can_reach(self, model: int, target: Unit) -> bool:
        """False if all of a target, seen or not, is out of range of all that a model may use."""
        stand = self.unit.stands[model]
        if self.free is not None or stand is None:
            return True
        most = self._reaches.get(model)
        if most is None:
            most = self._reaches[model] = self._reach(model)
        if most < 0:
            return False
        box = self._boxes.get(target.index)
        if box is None:
            box = self._boxes[target.index] = box_around(target.bases)
        if boxes_apart(stand.box, box, most):
            return False
        return any_within(self.battle, stand, target.bases, most)

    def _reach(self, model: int) -> int:
        """The longest range of the weapons that a model may use in this action; -1 if of none.

        Whether a weapon has been used up is not asked here: that only makes a model look in vain.
        """
        battle, most = self.battle, -1
        for weapon in self.unit.card.models[model].weapons:
            for number in range(len(weapon.profiles)):
                profile = profile_now(battle, self.unit, weapon, number)
                if profile.most <= most or (battle.moved and profile.heavy):
                    continue
                if profile.assault or not battle.advanced:
                    most = profile.most
        return most

    def range_refusal(
        self, model: int, profile: Profile, target: Unit, visible: Sequence[int], distance: int
    ) -> Refusal | None:
        """Why a target is out of a weapon's range (`openfire.range.per-model`)."""
        if not self.is_out_of_range(model, profile, target, visible, distance):
            return None
        name = self.unit.name_of(model)
        if profile.least and self._too_near(model, profile, target, visible):
            text = say(
                "{name} is nearer than the {least} inches that the weapon needs",
                name=name,
                least=inches(profile.least),
            )
            return Refusal(text, "openfire.range.min-max")
        text = say(
            "{name} is {far} inches away, and the weapon reaches {most}",
            name=name,
            far=inches(distance),
            most=inches(profile.most),
        )
        return Refusal(text, "openfire.range.per-model")

    def is_out_of_range(
        self, model: int, profile: Profile, target: Unit, visible: Sequence[int], distance: int
    ) -> bool:
        """The same without words, for those who ask about many."""
        return distance > profile.most or (
            bool(profile.least) and self._too_near(model, profile, target, visible)
        )

    def _too_near(self, model: int, profile: Profile, target: Unit, visible: Sequence[int]) -> bool:
        """True if the nearest visible model is nearer than the weapon's minimum range."""
        if self.free is not None:
            return profile.least > INCH  # openfire.assault.free-attack-how
        stand = self.unit.stands[model]
        assert stand is not None
        others = [other for m in visible if (other := target.stands[m]) is not None]
        rise = self.battle.plane.rise
        return any(closer(stand, other, profile.least, rise(stand, other)) for other in others)

    # ------------------------------------------------------------------ the whole

    def settle(self, groups: Sequence[Group], eyes: Sequence[Eye]) -> list[Volley] | Refusal:
        """The volleys of a declaration, or why it is refused."""
        if self.free is not None:
            return self._settle(groups, eyes)
        battle, unit = self.battle, self.unit
        did = (battle.moved, battle.advanced, unit.used, *unit.hp)
        place = (unit.index, did, tuple(groups), tuple(eyes))
        volleys = self._tables.volleys
        found = volleys.get(place)
        if found is None:
            found = volleys[place] = self._settle(groups, eyes)
        if isinstance(found, Refusal):
            return found
        # The same volleys of another copy of the battle, and nobody else's to change.
        return [
            replace(volley, attacker=unit, target=battle.units[volley.target.index])
            for volley in found
        ]

    def _settle(self, groups: Sequence[Group], eyes: Sequence[Eye]) -> list[Volley] | Refusal:
        refusal = self._unit_refusal(groups) or self._eye_refusal(groups, eyes)
        if refusal:
            return refusal
        taken: Counter[tuple[int, str]] = Counter()
        found: list[Volley] = []
        for group in groups:
            target = self.battle.units[group.target]
            volleys = self._settle_group(group, target, groups, eyes, taken)
            if isinstance(volleys, Refusal):
                return volleys
            found += volleys
        return found

    def _unit_refusal(self, groups: Sequence[Group]) -> Refusal | None:
        """What concerns the whole declaration: one weapon for each model, one Grenade."""
        if not groups:
            return Refusal(
                say("nobody attacks: skip the attack instead"), "openfire.attack.declare"
            )
        unit, grenades = self.unit, 0
        uses: Counter[int] = Counter()
        for group in groups:
            for model in group.models:
                if not 0 <= model < len(unit.hp) or not unit.hp[model]:
                    text = say("{unit} has no model {model} left", unit=unit.id, model=model + 1)
                    return Refusal(text, "openfire.attack.declare")
                uses[model] += 1
                profile = profile_of(self.battle, unit, model, group.weapon, group.profile)
                if profile is None:
                    text = say(
                        "{model} has no {weapon}", model=unit.name_of(model), weapon=group.weapon
                    )
                    return Refusal(text, "openfire.attack.declare")
                refusal = self.weapon_refusal(model, group.weapon, profile)
                if refusal:
                    return refusal
                grenades += profile.grenade
        for model, count in uses.items():
            if count > 1 and not unit.powers[model].vehicle:
                text = say("{model} may use one weapon only", model=unit.name_of(model))
                return Refusal(text, "openfire.attack.one-weapon")
        if grenades > 1:
            return Refusal(say("a unit may use one Grenade weapon only"), "openfire.weapon.grenade")
        return None

    def _eye_refusal(self, groups: Sequence[Group], eyes: Sequence[Eye]) -> Refusal | None:
        """One viewer for each target, from among the models declared against it."""
        seen: set[int] = set()
        for eye in eyes:
            name = self.battle.units[eye.target].id
            if not any(g.target == eye.target and eye.model in g.models for g in groups):
                text = say(
                    "model {model} does not target {name}, "
                    "so it cannot check the sight for the others",
                    model=eye.model + 1,
                    name=name,
                )
                return Refusal(text, "openfire.los.viewer")
            if eye.target in seen:
                return Refusal(
                    say("one model checks the sight to {name} for all", name=name),
                    "openfire.los.viewer",
                )
            seen.add(eye.target)
        return None

    def _settle_group(
        self,
        group: Group,
        target: Unit,
        groups: Sequence[Group],
        eyes: Sequence[Eye],
        taken: Counter[tuple[int, str]],
    ) -> list[Volley] | Refusal:
        refusal = self.target_refusal(target)
        if refusal:
            return refusal
        close = self.free is not None or target in self.engaged
        seen = self._sight(target, groups, eyes)
        if isinstance(seen, Refusal):
            return seen
        if not close:
            refusal = self._screen_refusal(target, groups)
            if refusal:
                return refusal
        shots: list[Shot] = []
        profiles: list[Profile] = []
        for model in group.models:
            slots = slots_of(self.unit, model, group.weapon)
            number = taken[model, group.weapon]
            taken[model, group.weapon] += 1
            if number >= len(slots):
                text = say("{model} uses each weapon once", model=self.unit.name_of(model))
                return Refusal(text, "openfire.vehicle.all-weapons")
            profile = profile_of(self.battle, self.unit, model, group.weapon, group.profile)
            assert profile is not None
            distance = INCH if self.free else self.distance(model, target, seen.visible)
            refusal = self.range_refusal(model, profile, target, seen.visible, distance)
            if refusal:
                return refusal
            dice = profile.att + (profile.rapid and 2 * distance <= profile.most)
            shots.append(Shot(model, slots[number], distance, dice))
            profiles.append(profile)
        return list(self._volleys(group, target, shots, profiles, seen.state, close))

    def _sight(self, target: Unit, groups: Sequence[Group], eyes: Sequence[Eye]) -> View | Refusal:
        """One viewer for each target, the player's or the best (`openfire.los.viewer`)."""
        if self.free is not None:
            return View(CLEAR, tuple(target.alive))
        models = [m for group in groups if group.target == target.index for m in group.models]
        eye = next((one.model for one in eyes if one.target == target.index), None)
        if eye is not None:
            found = self.view(eye, target)
        else:
            found = self.best_view(models, target)
        if found.state == BLOCKED:
            return Refusal(
                say("no model of {target} can be seen", target=target.id), "openfire.los.blocked"
            )
        return found

    def screen_refusal(self, model: int, target: Unit) -> Refusal | None:
        """Why one model may not attack a target with what is not Blast, if a third unit screens it.

        As it is printed every model of the unit looks, as it was meant those that are declared
        against the target (`openfire.target.screen-viewers`).
        """
        third = self.screened_by(model, target)
        if third is not None:
            text = say(
                "{third} screens {target} from {model}",
                third=third.id,
                target=target.id,
                model=self.unit.name_of(model),
            )
            return Refusal(text, "openfire.target.screened")
        if not self.battle.printed(VIEWERS):
            return None
        for other in self.unit.alive:
            third = self.screened_by(other, target)
            if third is not None:
                text = say(
                    "{third} screens {target} from {model}, whose view counts as well",
                    third=third.id,
                    target=target.id,
                    model=self.unit.name_of(other),
                )
                return Refusal(text, VIEWERS)
        return None

    def _screen_refusal(self, target: Unit, groups: Sequence[Group]) -> Refusal | None:
        """Every view counts but those of Blast weapons (`openfire.target.screen-viewers`)."""
        for group in groups:
            if group.target != target.index:
                continue
            for model in group.models:
                profile = profile_of(self.battle, self.unit, model, group.weapon, group.profile)
                if profile is None or profile.blast:  # openfire.weapon.blast-screen
                    continue
                refusal = self.screen_refusal(model, target)
                if refusal is not None:
                    return refusal
        return None

    def _volleys(
        self,
        group: Group,
        target: Unit,
        shots: Sequence[Shot],
        profiles: Sequence[Profile],
        sight: str,
        close: bool,
    ) -> Iterator[Volley]:
        """The group, parted where battle skill or modifiers differ (`openfire.attack.combine`)."""
        unit = self.unit
        parts: dict[tuple[object, ...], list[int]] = {}
        for number, shot in enumerate(shots):
            skill = unit.card.models[shot.model].skl
            likeness = (skill, unit.is_crippled(shot.model), unit.powers[shot.model].changes)
            parts.setdefault((*likeness, profiles[number]), []).append(number)
        # The arc of the target's leader in which ours stands: openfire.facing.attack-origin,
        # openfire.facing.straddle, openfire.facing.origin-exact, openfire.facing.left-right.
        # openfire.facing.assault-front: close attacks come from the front, wherever one stands.
        origin = FRONT if close else arc(target.lead, unit.lead)
        for numbers in parts.values():
            yield Volley(
                unit,
                target,
                group.weapon,
                profiles[numbers[0]],
                [shots[number] for number in numbers],
                sight,
                close,
                origin,
                self.free is not None,
            )
