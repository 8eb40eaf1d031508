"""Chapter "Attack" as an action: declaring who attacks whom with what.

attack R1 B1                          everybody with their best weapon at B1
attack R1 rifle:1,2,3>B1 launcher/krak:4>B2 eye 2>B1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Draw, Misread
from battlemat.kernel.modifiers import total
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.questions import Choice, Flow, Option
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.openfire.chapters.attacks.aiming import (
    drawn,
    everybody_at,
    proposals,
    weapons_for,
)
from battlemat.rulebooks.openfire.chapters.attacks.declaration import (
    Declaration,
    Eye,
    Group,
    Volley,
)
from battlemat.rulebooks.openfire.chapters.attacks.resolving import (
    hitting,
    resolve_attacks,
    skill_modifiers,
)
from battlemat.rulebooks.openfire.chapters.objectives import check_control
from battlemat.rulebooks.openfire.chapters.parts import number, some_unit
from battlemat.rulebooks.openfire.chapters.skipping import SKIP, Skip
from battlemat.rulebooks.openfire.screen.handles import asked_of, called, lead, line_to, offering
from battlemat.rulebooks.openfire.screen.previews import volley_lines
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.inches import listing


class Attack(NamedTuple):
    """The attacks of the active unit, group by group in their order."""

    unit: int
    groups: tuple[Group, ...]
    eyes: tuple[Eye, ...] = ()
    verb: str = "attack"


class Free(NamedTuple):
    """The attacks of a unit that an enemy leaves."""

    unit: int
    groups: tuple[Group, ...]
    eyes: tuple[Eye, ...] = ()
    verb: str = "free"


Declared: TypeAlias = Attack | Free


class Declaring:
    """What is asked: the attacks of one unit, or, for free attacks, those of any of several."""

    __slots__ = ("_best", "declarations", "kind")

    action = "attack"

    def __init__(
        self, declarations: Sequence[Declaration], kind: type[Attack] | type[Free] = Attack
    ) -> None:
        self.declarations = declarations
        self.kind = kind
        self._best: list[Declared] | None = None

    def must(self) -> Refusal | None:
        """Nobody must attack."""
        return None

    def declaration(self, unit: int) -> Declaration | None:
        """Where the attacks of a unit are looked at; None if it is not asked."""
        return next((one for one in self.declarations if one.unit.index == unit), None)

    def volleys(self, option: Declared) -> list[Volley] | Refusal:
        """The groups that an option declares, settled."""
        declaration = self.declaration(option.unit)
        if declaration is None:
            return Refusal(say("that unit does not attack now"), "openfire.attack.declare")
        return declaration.settle(option.groups, option.eyes)

    def best(self) -> list[Declared]:
        """What is worth declaring, of all who are asked."""
        if self._best is None:
            self._best = [
                self.kind(declaration.unit.index, groups)
                for declaration in self.declarations
                for groups in proposals(declaration)
            ]
        return self._best


# ---------------------------------------------------------------------- the text


class AttackForm:
    """`attack R1 rifle:1,2>B1 launcher/krak:4>B2 eye 2>B1`, or `attack R1 B1` for all who can."""

    parts: Mapping[str, str] = {
        "unit": "the id of the unit that attacks",
        "group": "a weapon, its bearers and their target, as in rifle:1,2>B1; or only a target",
        "eye": "whose sight counts for a target, as in 2>B1",
    }

    def __init__(self, option: type[Attack] | type[Free]) -> None:
        self._option = option
        self.word: str = option._field_defaults["verb"]
        self.pattern = f"{self.word} UNIT GROUP ... [eye EYE ...]"

    def write(self, battle: Battle, option: Declared) -> str:
        unit = battle.units[option.unit]
        words = [self.word, unit.id]
        for group in option.groups:
            name = _weapon_name(unit, group)
            words.append(f"{name}:{listing(group.models)}>{battle.units[group.target].id}")
        if option.eyes:
            words.append("eye")
            words += [f"{eye.model + 1}>{battle.units[eye.target].id}" for eye in option.eyes]
        return " ".join(words)

    def read(
        self, battle: Battle, text: str, asked: Declaring | None = None, /
    ) -> Declared | Misread:
        words = text.split()
        if len(words) < 2:
            return Misread(
                say("an attack is written as in ''{word} R1 rifle:1,2>B1'", word=self.word)
            )
        unit = battle.find(words[1])
        if unit is None:
            return Misread(say("there is no unit ''{name}''", name=words[1]))
        declaration = None if asked is None else asked.declaration(unit.index)
        if len(words) == 3 and ">" not in words[2]:
            if declaration is None:
                why = say("{unit} does not attack now", unit=unit.id)
                return Misread(why, because="openfire.attack.declare")
            groups = _all_at(declaration, words[2])
            return groups if isinstance(groups, Misread) else self._option(unit.index, groups)
        found = _read_groups(battle, unit, words[2:])
        if isinstance(found, Misread):
            return found
        return self._option(unit.index, *found)

    def sample(
        self, battle: Battle, draw: Draw, asked: Declaring | None = None, /
    ) -> Declared | None:
        units = [one.unit for one in asked.declarations] if asked else list(battle.units)
        unit = some_unit(battle, units[draw(len(units))], draw(64))
        drawn = (_drawn_group(battle, unit, draw) for _ in range(1 + draw(2)))
        groups = [group for group in drawn if group is not None]
        if not groups:
            return None
        eyes = () if draw(3) else (Eye(groups[0].target, groups[0].models[0]),)
        return self._option(unit.index, tuple(groups), eyes)


def _weapon_name(unit: Unit, group: Group) -> str:
    for model in unit.card.models:
        for carried in model.weapons:
            if carried.id == group.weapon and len(carried.profiles) > 1:
                return f"{group.weapon}/{carried.profiles[group.profile].id}"
    return group.weapon


def _all_at(declaration: Declaration, name: str) -> tuple[Group, ...] | Misread:
    target = declaration.battle.find(name)
    if target is None:
        return Misread(say("there is no unit ''{name}''", name=name))
    refusal = declaration.target_refusal(target)
    if refusal:
        return Misread(refusal.reason, because=refusal.because)
    groups = everybody_at(declaration, target)
    if groups:
        return groups
    text = say("nobody in {unit} can attack {target}", unit=declaration.unit.id, target=target.id)
    return Misread(text, because="openfire.attack.declare")


def _read_groups(
    battle: Battle, unit: Unit, words: Sequence[str]
) -> tuple[tuple[Group, ...], tuple[Eye, ...]] | Misread:
    groups: list[Group] = []
    eyes: list[Eye] = []
    looking = False
    for word in words:
        if word.casefold() == "eye":
            looking = True
            continue
        left, arrow, name = word.partition(">")
        target = battle.find(name)
        if not arrow or target is None:
            return Misread(say("''{word}'' names no target: write as in 'rifle:1,2>B1'", word=word))
        weapon, _, models = left.rpartition(":")
        found = [number(one) for one in models.split(",")]
        numbers = tuple(sorted(one for one in found if one is not None))
        if len(numbers) != len(found):
            text = say(
                "''{word}'': models are given by their numbers, as in 'rifle:1,2>B1'", word=word
            )
            return Misread(text)
        if looking:
            if len(numbers) > 1:
                text = say("''{word}'': one model looks for all, as in '2>B1'", word=word)
                return Misread(text, because="openfire.los.viewer")
            eyes.append(Eye(target.index, *numbers))
            continue
        group = _group(battle, unit, weapon, numbers, target)
        if group is None:
            text = say(
                "''{word}'': nobody has such a weapon{hint}",
                word=word,
                hint=did_you_mean(weapon, _arms(unit)),
            )
            return Misread(text, because="openfire.attack.declare")
        groups.append(group)
    return tuple(groups), tuple(sorted(eyes))


def _arms(unit: Unit) -> list[str]:
    return list(dict.fromkeys(w.id for card in unit.card.models for w in card.weapons))


def _group(
    battle: Battle, unit: Unit, text: str, models: tuple[int, ...], target: Unit
) -> Group | None:
    """The weapon is looked for with the unit first, then with anybody: it must exist at all."""
    name, _, profile = text.casefold().partition("/")
    cards = (card for owner in (unit, *battle.units) for card in owner.card.models)
    for weapon in (weapon for card in cards for weapon in card.weapons):
        if weapon.id.casefold() != name:
            continue
        for place, one in enumerate(weapon.profiles):
            if one.id.casefold() == profile or (not profile and place == 0):
                return Group(target.index, weapon.id, place, models)
    return None


def _drawn_group(battle: Battle, unit: Unit, draw: Draw) -> Group | None:
    target = draw(len(battle.units))
    bearer = draw(len(unit.card.models))
    arms = unit.card.models[bearer].weapons or unit.card.models[0].weapons
    if not arms:
        return None
    weapon = arms[draw(len(arms))]
    same = [n for n, card in enumerate(unit.card.models) if weapon in card.weapons]
    models = tuple(n for n in same if n == bearer or draw(2)) or (bearer,)
    return Group(target, weapon.id, draw(len(weapon.profiles)), models)


# ---------------------------------------------------------------------- the verbs


def _best(_battle: Battle, asked: Declaring) -> list[Attack]:
    return [option for option in asked.best() if isinstance(option, Attack)]


def _best_free(_battle: Battle, asked: Declaring) -> list[Free]:
    return [option for option in asked.best() if isinstance(option, Free)]


def _bar(_battle: Battle, asked: Declaring, option: Declared) -> Refusal | None:
    found = asked.volleys(option)
    return found if isinstance(found, Refusal) else None


def _numbers(battle: Battle, asked: Declaring, option: Declared) -> Mapping[str, Any]:
    """All dice, the lowest face of the first group that hits, and both for each group."""
    volleys = asked.volleys(option)
    if isinstance(volleys, Refusal):
        return {}
    groups = list(_group_numbers(battle, volleys))
    return {
        "dice": sum(group["dice"] for group in groups),
        "need": groups[0]["need"],
        "groups": groups,
    }


def _group_numbers(battle: Battle, volleys: Sequence[Volley]) -> Iterator[dict[str, Any]]:
    for volley in volleys:
        wins = hitting(volley, total(skill_modifiers(battle, volley)))
        yield {
            "target": volley.target.id,
            "weapon": volley.weapon,
            "dice": sum(shot.dice for shot in volley.shots),
            "need": min(wins),
        }


def _attack(battle: Battle, option: Attack) -> Flow[None]:
    """Roll group after group; then comes Secure, unless the unit is gone."""
    unit = battle.units[option.unit]
    volleys = Declaration(battle, unit).settle(option.groups, option.eyes)
    assert isinstance(volleys, list)
    yield from resolve_attacks(battle, volleys)
    if not unit.on_table:  # openfire.activation.unit-dies
        battle.phase = "finish"


def _fill(battle: Battle, _choice: Choice, option: Declared, made: Handle) -> None:
    unit = battle.units[option.unit]
    targets = [battle.units[i] for i in dict.fromkeys(group.target for group in option.groups)]
    made.piece, made.harms = lead(unit), True
    if len(targets) == 1:
        line_to(battle, unit, targets[0], made)


def _tell(battle: Battle, _asked: Declaring, option: Declared) -> str:
    """Whom, and how many with which weapons: "Attack B2 (Grenadiers): 3 with Rifle"."""
    unit = battle.units[option.unit]
    arms: dict[int, list[str]] = {}
    for group in option.groups:
        row = say("{count} with {weapon}", count=len(group.models), weapon=_arm(unit, group))
        arms.setdefault(group.target, []).append(row)
    rows = [
        say("{target}: {arms}", target=called(battle.units[target]), arms=", ".join(row))
        for target, row in arms.items()
    ]
    told = say(
        "{free, select, free {Free attack of {unit} on} other {Attack}} {targets}",
        free=option.verb,
        unit=unit.id,
        targets="; ".join(rows),
    )
    if not option.eyes:
        return told
    eyes = listed([unit.name_of(eye.model) for eye in option.eyes])
    return say("{attack}; {eyes} checks the sight for all", attack=told, eyes=eyes)


def _arm(unit: Unit, group: Group) -> str:
    """The name of a weapon, with that of its profile where it has several."""
    for model in unit.card.models:
        for carried in model.weapons:
            if carried.id == group.weapon:
                profile = carried.profiles[group.profile].name
                return carried.name if profile == carried.name else f"{carried.name} ({profile})"
    return group.weapon


def _covers(battle: Battle, choice: Choice, option: Declared) -> Sequence[Shape]:
    volleys = asked_of(choice, Declaring).volleys(option)
    if isinstance(volleys, Refusal):
        return ()
    return [shape for volley in volleys for shape in volley_lines(battle, volley)]


def _drawn(_battle: Battle, asked: Declaring, below: Draw) -> Option | None:
    """An attack or none; free attacks are listed before anybody is asked."""
    (declaration,) = asked.declarations
    groups = drawn(declaration, below)
    if groups is None:
        return None
    return Attack(declaration.unit.index, groups) if groups else Skip(asked.action)


_ATTACK, _FREE = AttackForm(Attack), AttackForm(Free)
ATTACK: Verb[Battle, Declaring, Attack] = Verb(
    Attack,
    _ATTACK,
    says="declare attacks: weapons, who uses them, and their targets",
    because="openfire.attack.declare",
    candidates=_best,
    bar=_bar,
    numbers=_numbers,
    do=_attack,
    handle=offering(lambda: say("Attack"), _ATTACK, _fill),
    tells=_tell,
    covers=_covers,
    unlisted=True,
)
FREE: Verb[Battle, Declaring, Free] = Verb(
    Free,
    _FREE,
    says="attack an enemy that leaves assault range",
    because="openfire.assault.free-attack",
    candidates=_best_free,
    bar=_bar,
    numbers=_numbers,
    handle=offering(lambda: say("Free attack"), _FREE, _fill),
    tells=_tell,
    covers=_covers,
    unlisted=True,
)


def _attacker(_battle: Battle, asked: Declaring) -> Mapping[str, object]:
    return {"unit": called(asked.declarations[0].unit)}


ATTACKING: Ask[Battle, Declaring, Attack | Skip] = Ask(
    "attack",
    says="Whom does {unit} attack?",
    because="openfire.attack.declare",
    verbs=Verbs(ATTACK, SKIP),
    draws=_drawn,
    parts=_attacker,
    own=True,
)


# ---------------------------------------------------------------------- the action


def attack_action(battle: Battle) -> Flow[None]:
    """Declare, then roll group after group; then comes Secure."""
    unit = battle.units[battle.active]
    battle.phase = "secure"
    asked = Declaring((Declaration(battle, unit),))
    option = yield from ATTACKING(PLAYERS[unit.side], battle, asked, about=unit.index)
    yield from ATTACKING.verbs.do(battle, option)
    check_control(battle)


def could_attack(battle: Battle, unit: Unit) -> bool:
    """True if some declaration is legal. If no model alone can attack, none can with others."""
    declaration, lead = Declaration(battle, unit), unit.lead
    # Those nearby are looked at first: they can be attacked more often.
    foes = [
        ((foe.lead.x - lead.x) ** 2 + (foe.lead.y - lead.y) ** 2, foe.index)
        for foe in battle.foes(unit)
    ]
    return any(
        weapons_for(declaration, model, battle.units[index])
        for _, index in sorted(foes)
        if declaration.target_refusal(battle.units[index]) is None
        for model in unit.alive
    )
