"""Chapter "Abilities": extra actions from a unit's profile, their conditions and effects.

A module writes both as data. An ability can be used only if every condition holds at that moment,
one per activation, after Recover and before moving (`openfire.activation.one-ability`).
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.boards.plane import BLOCKED, CLEAR, FRONT
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Shot, Volley
from battlemat.rulebooks.openfire.chapters.attacks.resolving import defend
from battlemat.rulebooks.openfire.chapters.dice import command_tests, passes
from battlemat.rulebooks.openfire.chapters.measure import unit_within, units_within
from battlemat.rulebooks.openfire.chapters.objectives import check_control, is_on_table, lies_at
from battlemat.rulebooks.openfire.chapters.parts import ABILITY, UNIT
from battlemat.rulebooks.openfire.chapters.sight import view
from battlemat.rulebooks.openfire.chapters.skipping import SKIP, Skip
from battlemat.rulebooks.openfire.screen.handles import called, lead, offering
from battlemat.rulebooks.openfire.screen.overlays import ring
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH, Ability, Profile
from battlemat.rulebooks.openfire.state.setup import ConditionSetup, EffectSetup, WhoSetup
from battlemat.rulebooks.openfire.state.tables import Effect

ONE_OF = ("friend", "enemy")


class UseAbility(NamedTuple):
    """An ability of a unit by its number, and the unit that it is used on, or -1."""

    unit: int
    ability: int
    target: int = -1
    verb: str = "ability"


class Using(NamedTuple):
    """What is asked: which ability a unit uses."""

    unit: Unit
    action: str = "ability"

    def must(self) -> Refusal | None:
        """Nobody must use an ability."""
        return None


# ---------------------------------------------------------------------- may it be used


def usable(battle: Battle, unit: Unit) -> list[UseAbility]:
    """The abilities that a unit may use now, with their targets where one must be chosen."""
    found: list[UseAbility] = []
    for ability in unit.card.abilities:
        if is_spent(unit, ability) or not all(holds(battle, unit, c) for c in ability.when):
            continue
        pick = _single_pick(ability)
        if pick is None:
            found.append(UseAbility(unit.index, ability.index))
        else:
            found += [
                UseAbility(unit.index, ability.index, target.index)
                for target in picked(battle, unit, pick)
            ]
    return found


def is_spent(unit: Unit, ability: Ability) -> bool:
    """True if its limit keeps an ability from being used again."""
    bit = 1 << ability.index
    if ability.limit == "game":
        return bool(unit.abilities_game & bit)
    return ability.limit == "round" and bool(unit.abilities_round & bit)


def _single_pick(ability: Ability) -> WhoSetup | None:
    """The first effect that asks for one unit to be chosen; all such effects go to it."""
    picks = (effect.who for effect in ability.effects)
    return next((who for who in picks if who is not None and who.pick in ONE_OF), None)


def holds(battle: Battle, unit: Unit, condition: ConditionSetup) -> bool:
    """True if one condition of an ability is met now (`openfire.activation.ability-hook`)."""
    kind = condition.kind
    reach = (condition.within or 0) * INCH
    least = condition.least or 0
    if kind == "stress":
        return unit.stress >= least
    if kind == "enemy":
        return any(units_within(battle, unit, foe, reach) for foe in battle.foes(unit))
    if kind == "no-enemy":
        return not any(units_within(battle, unit, foe, reach) for foe in battle.foes(unit))
    if kind == "friend":
        return any(units_within(battle, unit, friend, reach) for friend in battle.friends(unit))
    if kind == "objective":
        return any(
            unit_within(battle, unit, lies_at(battle, number), reach)
            for number in range(len(battle.markers))
            if is_on_table(battle, number)
        )
    if kind == "round":
        return battle.round >= least
    if kind == "damaged":
        return any(unit.hp[model] < unit.card.models[model].hp for model in unit.alive)
    if kind == "deployed":
        return battle.deployed
    if kind == "embarked-aboard":
        return bool(battle.aboard(unit))
    return len(unit.alive) < len(unit.hp)  # losses


def picked(battle: Battle, unit: Unit, who: WhoSetup) -> list[Unit]:
    """The units that a description fits, seen from the unit that uses the ability."""
    pick = who.pick
    if pick == "self":
        return [unit]
    if pick in ("enemy", "enemies"):
        found = battle.foes(unit)
    else:
        found = battle.friends(unit)
        if pick == "army":
            found = [unit, *found]
    reach = who.within
    return [
        other
        for other in found
        if (reach is None or other is unit or units_within(battle, unit, other, reach * INCH))
        and (not who.seen or view(battle, unit.lead, other).state != BLOCKED)
        and (who.special is None or other.power.has(who.special))
        and (who.not_special is None or not other.power.has(who.not_special))
    ]


# ---------------------------------------------------------------------- the verb


def _usable(battle: Battle, asked: Using) -> list[UseAbility]:
    return usable(battle, asked.unit)


def _bar(battle: Battle, asked: Using, option: UseAbility) -> Refusal | None:
    unit = asked.unit
    if option.unit != unit.index:
        return Refusal(
            say("only {unit} may use an ability now", unit=unit.id),
            "openfire.activation.order",
        )
    ability = unit.card.abilities[option.ability]
    if is_spent(unit, ability):
        text = say(
            "{unit} has used {ability} in this {limit, select, game {game} other {round}}",
            unit=unit.id,
            ability=ability.name,
            limit=ability.limit,
        )
        return Refusal(text, "openfire.module.ability-data")
    if not all(holds(battle, unit, condition) for condition in ability.when):
        text = say("{ability} cannot be used as things stand", ability=ability.name)
        return Refusal(text, "openfire.activation.ability-hook")
    return _target_refusal(battle, unit, ability, option.target)


def _target_refusal(battle: Battle, unit: Unit, ability: Ability, target: int) -> Refusal | None:
    pick = _single_pick(ability)
    because = "openfire.module.ability-data"
    if pick is None:
        text = say("{ability} names no unit", ability=ability.name)
        return None if target < 0 else Refusal(text, because)
    if target < 0:
        return Refusal(say("{ability} must be used on a unit", ability=ability.name), because)
    if battle.units[target] in picked(battle, unit, pick):
        return None
    text = say(
        "{ability} cannot be used on {unit}", ability=ability.name, unit=battle.units[target].id
    )
    return Refusal(text, because)


def _fill(battle: Battle, _choice: Choice, option: UseAbility, made: Handle) -> None:
    unit = battle.units[option.unit]
    made.piece = lead(unit)
    if option.target >= 0:
        made.target = lead(battle.units[option.target])


def _tell(battle: Battle, _asked: Using, option: UseAbility) -> str:
    ability = battle.units[option.unit].card.abilities[option.ability]
    name = ability.name
    if option.target >= 0:
        target = called(battle.units[option.target])
        name = say("{ability} on {target}", ability=name, target=target)
    if not ability.text:
        return say("Use {ability}", ability=name)
    return say("Use {ability}: {text}", ability=name, text=ability.text)


def _covers(battle: Battle, _choice: Choice, option: UseAbility) -> list[Shape]:
    """Every model that an ability would touch."""
    unit = battle.units[option.unit]
    touched: dict[int, Unit] = {}
    for effect in unit.card.abilities[option.ability].effects:
        who = effect.who
        if who is None:
            continue
        one = who.pick in ONE_OF
        units = [battle.units[option.target]] if one else picked(battle, unit, who)
        touched.update((other.index, other) for other in units)
    return [
        ring(battle, "affected", stand, 0, other.name_of(model), "openfire.module.ability-data")
        for other in touched.values()
        for model, stand in enumerate(other.stands)
        if stand is not None
    ]


# ---------------------------------------------------------------------- using it


def ability_action(battle: Battle) -> Flow[None]:
    """One ability, or none; then comes the move."""
    unit = battle.units[battle.active]
    battle.phase = "move"
    option = yield from USING(PLAYERS[unit.side], battle, Using(unit), about=unit.index)
    yield from USING.verbs.do(battle, option)


def _use(battle: Battle, option: UseAbility) -> Flow[None]:
    unit = battle.units[option.unit]
    ability = unit.card.abilities[option.ability]
    target = battle.units[option.target] if option.target >= 0 else None
    unit.abilities_round |= 1 << ability.index
    unit.abilities_game |= 1 << ability.index
    battle.tell(
        events.Ability,
        "openfire.activation.ability-hook",
        unit=unit.id,
        ability=ability.name,
        text=ability.text,
    )
    if ability.tested:
        faces = yield from command_tests(battle, unit, 1, "openfire.module.ability-data")
        if not passes(battle, unit, faces):
            battle.tell(events.AbilityFails, "openfire.module.ability-data", ability=ability.name)
            return
    for effect in ability.effects:
        yield from _apply(battle, unit, effect, target)
    if not unit.on_table:
        battle.phase = "finish"
    check_control(battle)


def _apply(battle: Battle, unit: Unit, effect: EffectSetup, target: Unit | None) -> Flow[None]:
    kind, who = effect.do, effect.who
    if kind == "score" or who is None:
        battle.scores[unit.side] += effect.points or 0
        return
    units = picked(battle, unit, who)
    if who.pick in ONE_OF:
        units = [target] if target is not None else []
    for other in units:
        if kind in ("modify", "give"):
            battle.add_effect(_lasting(unit, other, effect))
        elif kind == "stress":
            most = battle.policy.most_stress
            other.stress = max(0, min(most, other.stress + (effect.by or 0)))
        elif kind == "heal":
            _heal(other, effect.hp or 0)
        else:
            yield from _hits(battle, unit, other, effect)


def _lasting(unit: Unit, other: Unit, effect: EffectSetup) -> Effect:
    """An effect that ends with the activation unless told (`openfire.module.ability-data`)."""
    until = effect.until
    if effect.do == "modify":
        return Effect(other.index, "stat", effect.stat, effect.by or 0, "", until, unit.index)
    kind = "weapon" if effect.weapons else "rule"
    return Effect(other.index, kind, effect.special, 0, effect.weapons, until, unit.index)


def _heal(unit: Unit, points: int) -> None:
    """Give hit points back to wounded models, roster order, never above what they began with."""
    for model in unit.alive:
        full = unit.card.models[model].hp
        given = min(points, full - unit.hp[model])
        unit.hp[model] += given
        points -= given


def _hits(battle: Battle, unit: Unit, target: Unit, effect: EffectSetup) -> Flow[None]:
    """Hits without an attack roll, defended like any others."""
    damage = 1 if effect.dmg is None else effect.dmg
    profile = Profile("", "ability", 0, 0, 1, damage, effect.prc or 0)
    shots = [Shot(unit.leader, 0, 0, 1)]
    volley = Volley(unit, target, "", profile, shots, CLEAR, False, FRONT)
    yield from defend(battle, volley, effect.hits or 0)


_FORM = Template(
    UseAbility,
    "ability {unit} {ability}[ {target}]",
    unit=UNIT,
    ability=ABILITY,
    target=UNIT,
)
ABILITY_VERB: Verb[Battle, Using, UseAbility] = Verb(
    UseAbility,
    _FORM,
    says="use an ability, on a unit where it needs one",
    because="openfire.activation.one-ability",
    candidates=_usable,
    bar=_bar,
    do=_use,
    handle=offering(lambda: say("Ability"), _FORM, _fill),
    tells=_tell,
    covers=_covers,
)
USING: Ask[Battle, Using, UseAbility | Skip] = Ask(
    "ability",
    says="Does {unit} use an ability?",
    because="openfire.activation.one-ability",
    verbs=Verbs(ABILITY_VERB, SKIP),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
    own=True,
)
