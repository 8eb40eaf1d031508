"""Chapter "Making Attacks": who may be a target at all, and which weapons may be used."""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.attacks.arms import slots_of, weapon_called
from battlemat.rulebooks.openfire.chapters.measure import assaulters, in_assault
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import Profile


def engaged_with(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that a unit must attack if it attacks at all (`openfire.target.own-assault`)."""
    return assaulters(battle, unit)


def target_refusal(
    battle: Battle, unit: Unit, target: Unit, engaged: Sequence[Unit]
) -> Refusal | None:
    """Why a unit may not be chosen as a target, sight and screening apart."""
    if target.side == unit.side or not target.on_table:
        text = say("{target} is no enemy unit on the battlefield", target=target.id)
        return Refusal(text, "openfire.target.enemy-unit")
    if target in engaged:
        return None
    if engaged:
        names = ", ".join(foe.id for foe in engaged)
        return Refusal(
            say("within assault range: {names}", names=names), "openfire.target.own-assault"
        )
    for friend in battle.friends(unit):
        if in_assault(battle, friend, target):
            text = say(
                "{friend} is within assault range of {target}", friend=friend.id, target=target.id
            )
            return Refusal(text, "openfire.target.friend-assault")
    return None


def weapon_refusal(
    battle: Battle, unit: Unit, model: int, weapon: str, profile: Profile, free: bool
) -> Refusal | None:
    """Why a model may not use a weapon in this action, whatever the target."""
    name, called = unit.name_of(model), weapon_called(unit, weapon)
    if free:
        if unit.powers[model].vehicle:
            return Refusal(say("{name} is a vehicle", name=name), "openfire.vehicle.no-free-attack")
    else:
        if battle.moved and profile.heavy:
            return Refusal(
                say("{name} moved: its {weapon} is Heavy", name=name, weapon=called),
                "openfire.weapon.heavy",
            )
        if battle.advanced and not profile.assault:
            text = say("{unit} advanced: only Assault weapons may be used", unit=unit.id)
            return Refusal(text, "openfire.attack.advance-assault-only")
    if not slots_of(unit, model, weapon):
        if any(carried.id == weapon for carried in unit.card.models[model].weapons):
            return Refusal(
                say("{name} has used its {weapon} up", name=name, weapon=called),
                "openfire.weapon.one-use",
            )
        return Refusal(
            say("{name} has no {weapon}", name=name, weapon=called), "openfire.attack.declare"
        )
    return None
