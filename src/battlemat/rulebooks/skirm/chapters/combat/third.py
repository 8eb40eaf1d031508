"""Third edition, chapters "Roll attacks" and "Roll saves": strikes, points of damage, one step."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.modifiers import Modifier, total
from battlemat.kernel.questions import Flow, roll, tally
from battlemat.rulebooks.skirm.chapters.combat import numbers
from battlemat.rulebooks.skirm.chapters.combat.cover import in_cover
from battlemat.rulebooks.skirm.chapters.combat.damage import worsen
from battlemat.rulebooks.skirm.chapters.combat.numbers import Attack, alike, successes
from battlemat.rulebooks.skirm.chapters.combat.rerolls import NO_FREE, Free, Hand
from battlemat.rulebooks.skirm.chapters.combat.windows import parry, window
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.skirm.state.specials import ANY, NONE, Faces, UnitRule, WeaponRule

ONE: Faces = frozenset((1,))


def free_attack_dice(attack: Attack) -> Free:
    """The attack dice that special rules and gear let the attacker re-roll for free."""
    found = NONE
    rules: list[UnitRule | WeaponRule] = [*attack.attacker.powers.rules, *attack.weapon.rules]
    for rule in rules:
        if rule.attack_rerolls is not None:
            found |= rule.attack_rerolls(attack)
    return Free(found, attack.attacker.card.rerolls.get("attack", 0))


def free_save_dice(attack: Attack) -> Free:
    """The Save dice that special rules and gear let the target re-roll for free."""
    found = NONE
    for rule in attack.target.powers.rules:
        if rule.save_rerolls is not None:
            found |= rule.save_rerolls(attack)
    return Free(found, attack.target.card.rerolls.get("save", 0))


def strike(attack: Attack) -> Flow[bool]:
    """Strikes, then Saves; at least one failed Save costs one step. Returns whether it did."""
    battle, weapon, target = attack.battle, attack.weapon, attack.target
    count, dice_modifiers_ = numbers.dice(attack)
    need, skill_modifiers = numbers.skill(attack)
    numbers.tell_attack(attack, dice_modifiers_, skill_modifiers)
    strikes = Strikes(
        count,
        need,
        max(0, weapon.dam + battle.bonus(attack.attacker, "dam")),
        free_attack_dice(attack),
        not attack.ranged and attack.target_stands and target.powers.parries,
    )
    guard = _guard(attack)
    special = (weapon.rends, weapon.stuns, weapon.auto_strikes)
    automatic = total(guard.granted)
    harmed, stunned = yield from tally(
        ("skirm3 exchange", strikes, special, automatic, guard.need, guard.free),
        lambda: _exchange(attack, strikes, special, guard),
    )
    if stunned:
        target.stun += 1
        battle.tell(events.Stunned, "weapon.stun", unit=target.id)
    if harmed:
        worsen(battle, target)
    return harmed


class Strikes(NamedTuple):
    """The numbers of an attack roll."""

    dice: int
    need: int
    dam: int
    free: Free
    parries: bool


class Guard(NamedTuple):
    """What stands against the strikes: automatic Saves, the number for Saves, free re-rolls."""

    granted: tuple[Modifier, ...]
    need: int
    free: Free


def _guard(attack: Attack) -> Guard:
    _, granted = numbers.auto_saves(attack)
    if in_cover(attack):
        granted.append(Modifier("cover", 1, "cover.effect"))
    return Guard(tuple(granted), numbers.armor(attack), free_save_dice(attack))


def _exchange(
    attack: Attack, strikes: Strikes, special: tuple[bool, bool, int], guard: Guard
) -> Flow[tuple[bool, bool]]:
    """The dice of one attack: whether a Save failed, and whether a 1 stuns."""
    points, stunned = yield from tally(
        ("skirm3 strikes", strikes, special), lambda: _attack_roll(attack, strikes)
    )
    return (yield from _saves(attack, points, guard)), stunned


def _attack_roll(attack: Attack, strikes: Strikes) -> Flow[tuple[int, bool]]:
    """Roll attack dice with their window: points of damage, and whether a 1 stuns."""
    battle, weapon, side = attack.battle, attack.weapon, attack.attacker.side
    count, need, dam, free, parries = strikes
    wins = successes(need)
    faces: list[int] = []
    if count > 0:
        groups = [wins]
        if weapon.rends or weapon.stuns:
            groups.append(ONE)
        if free.faces and free.faces != ANY:
            groups.append(free.faces)
        because, parts = "combat.strike", alike(*groups)
        rolled = yield from roll(PLAYERS[side], count, 6, because=because, alike=parts)
        faces = list(rolled)
        if free or parries or battle.orders[side]:
            hand = Hand(rolled, "attack", wins, parts)
            yield from window(
                battle, side, hand, because=because, free=free, free_because="combat.window-attack"
            )
            if parries:
                yield from parry(battle, attack.target.side, side, hand, because)
            faces = hand.faces
    struck = sum(face in wins for face in faces)
    ones = faces.count(1)
    points = (struck + weapon.auto_strikes + (ones if weapon.rends else 0)) * dam
    if battle.sink is not None:
        _tell_strikes(attack, faces, struck, points, need)
    return points, weapon.stuns and ones > 0


def _tell_strikes(attack: Attack, faces: list[int], strikes: int, points: int, need: int) -> None:
    because = ["combat.strike", "combat.damage-points", "dice.six-fails", "dice.one-succeeds"]
    if attack.weapon.auto_strikes:
        because.append("weapon.armor-piercing")
    if attack.weapon.rends and 1 in faces:
        because.append("weapon.rending")
    attack.battle.tell(
        events.Strikes,
        tuple(because),
        unit=attack.attacker.id,
        target=attack.target.id,
        faces=" ".join(map(str, faces)) or "none",
        need=max(1, min(5, need)),
        strikes=strikes + attack.weapon.auto_strikes,
        points=points,
    )


def _saves(attack: Attack, points: int, guard: Guard) -> Flow[bool]:
    battle, target = attack.battle, attack.target
    if points <= 0:
        return False
    due = points
    for modifier in guard.granted:
        label, saves, clause = modifier
        due -= saves
        because = (clause, "combat.auto-saves")
        if battle.sink is not None:
            name = numbers.named(label)
            battle.tell(events.AutoSave, because, unit=target.id, label=name, saves=saves)
    if due <= 0:
        battle.tell(events.Unharmed, "combat.auto-saves", unit=target.id)
        return False
    return (yield from save_points(battle, target, due, guard.need, guard.free))


def save_points(
    battle: Battle, unit: Unit, points: int, need: int, free: Free = NO_FREE
) -> Flow[bool]:
    """A Save die for each point of damage; returns whether at least one failed."""
    return (
        yield from tally(
            ("skirm3 saves", points, need, free),
            lambda: _save_roll(battle, unit, points, need, free),
        )
    )


def _save_roll(battle: Battle, unit: Unit, points: int, need: int, free: Free) -> Flow[bool]:
    because, side = "combat.saves", unit.side
    wins = successes(need)
    parts = alike(wins)
    rolled = yield from roll(PLAYERS[side], points, 6, because=because, alike=parts)
    faces = list(rolled)
    if free or battle.orders[side]:
        hand = Hand(rolled, "save", wins, parts)
        yield from window(
            battle, side, hand, because=because, free=free, free_because="combat.window-save"
        )
        faces = hand.faces
    failed = sum(face not in wins for face in faces)
    if battle.sink is not None:
        shown = " ".join(map(str, faces))
        battle.tell(
            events.Saves,
            because,
            unit=unit.id,
            faces=shown,
            need=max(1, min(5, need)),
            failed=failed,
        )
    return failed > 0


def hurt(battle: Battle, unit: Unit, points: int, because: tuple[str, ...]) -> Flow[None]:
    """Damage that is no attack (a fall, an event): Saves without automatic Saves or re-rolls."""
    need = unit.card.arm + battle.bonus(unit, "arm")
    if (yield from save_points(battle, unit, points, need)):
        worsen(battle, unit, because)
