"""One attack on one target: what is known before the dice, with every modifier and its clause.

Nothing here rolls. The numbers of an attack (dice, skill, automatic Saves) are worked out here
once, for the dice, for the odds and for the explanation alike.
"""

from __future__ import annotations

from battlemat.kernel.memo import Memo
from battlemat.kernel.modifiers import Modifier, total
from battlemat.kernel.words import say_with
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon
from battlemat.rulebooks.skirm.state.editions import Edition


class Attack:
    """Attacker, weapon and target. `primary` is False for bystanders of a special rule."""

    __slots__ = (
        "attacker",
        "backfires",
        "battle",
        "extra_dice",
        "extra_skill",
        "primary",
        "ranged",
        "target",
        "weapon",
    )

    def __init__(
        self,
        battle: Battle,
        attacker: Unit,
        weapon: Weapon,
        target: Unit,
        *,
        ranged: bool,
        primary: bool = True,
        backfires: bool = False,
        extra_dice: int = 0,
        extra_skill: int = 0,
    ) -> None:
        self.battle = battle
        self.attacker = attacker
        self.weapon = weapon
        self.target = target
        self.ranged = ranged
        self.primary = primary
        self.backfires = backfires  # the target of a melee strikes back at its attacker
        self.extra_dice = extra_dice
        self.extra_skill = extra_skill

    @property
    def edition(self) -> Edition:
        return self.battle.field.edition

    @property
    def distance(self) -> int:
        battle = self.battle
        return battle.edition.distance(battle.field.board, self.attacker.square, self.target.square)

    @property
    def primary_only(self) -> bool:
        return self.battle.field.edition.primary_only

    @property
    def target_stands(self) -> bool:
        return self.target.state == STANDING

    @property
    def rise(self) -> int:
        """How many levels the attacker stands above the target."""
        levels = self.battle.field.board.levels
        return levels[self.attacker.square] - levels[self.target.square]


def has_friend_beside(battle: Battle, friend_of: Unit, beside: Unit) -> bool:
    """Whether a Standing squadmate of one unit is Adjacent to another."""
    friends = battle.standing[friend_of.side] & ~(1 << friend_of.square)
    return bool(friends & battle.terrain.adjacent[beside.square])


def dice(attack: Attack) -> tuple[int, list[Modifier]]:
    """How many attack dice are rolled, never fewer than none."""
    battle, attacker, weapon = attack.battle, attack.attacker, attack.weapon
    modifiers = [Modifier("ROA", weapon.roa, "combat.attack-dice")]
    if attack.extra_dice:
        modifiers.append(Modifier("skill", attack.extra_dice, "combat.other-modifiers"))
    if battle.effects:
        bonus = battle.bonus(attacker, "roa")
        if bonus:
            modifiers.append(Modifier("effects", bonus, "combat.other-modifiers"))
    changes = [support(attack)]
    if attack.edition.has_hit:
        changes += [friendly_fire(attack), striking_back(attack)]
    modifiers += [modifier for modifier in changes if modifier is not None]
    return max(0, total(modifiers)), modifiers


def support(attack: Attack) -> Modifier | None:
    """Melee support: a Standing squadmate of the striker beside the one struck."""
    if not attack.ranged and has_friend_beside(attack.battle, attack.attacker, attack.target):
        clause = "melee.support-target" if attack.backfires else "melee.support"
        return Modifier("support", 1, clause)
    return None


def friendly_fire(attack: Attack) -> Modifier | None:
    if attack.ranged and has_friend_beside(attack.battle, attack.attacker, attack.target):
        return Modifier("friendly fire", -1, "combat.friendly-fire")
    return None


def striking_back(attack: Attack) -> Modifier | None:
    """Second edition: one die less for one side of a melee; which one is a matter of reading."""
    if attack.ranged or not attack.edition.opposed_melee:
        return None
    printed = attack.battle.field.readings.printed("skirm2.melee.attacker-minus")
    minus = Modifier("target", -1, "melee.attacker-minus")
    return minus if attack.backfires != printed else None


def skill_base(attack: Attack) -> list[Modifier]:
    """The skill to start from: on the weapon in the first two editions, else on the card.

    SKx replaces the card's, and +SK adds to either up to 5 (`combat.skill-order`).
    """
    card, weapon = attack.attacker.card, attack.weapon
    if attack.edition.has_hit:
        return [Modifier("SKL", weapon.skl, "combat.strike")]
    if weapon.fixed_skill:
        found = [Modifier(f"SK{weapon.fixed_skill}", weapon.fixed_skill, "weapon.skill")]
    elif attack.ranged:
        found = [Modifier("RSK", card.rsk, "combat.strike")]
    else:
        found = [Modifier("MSK", card.msk, "combat.strike")]
    if weapon.improves_skill and found[0].amount < 5:
        found.append(Modifier("+SK", 1, "weapon.improve-skill"))
    return found


def high_ground(attack: Attack) -> Modifier | None:
    """+1 skill from above: 2 levels when shooting, 1 in melee; never for striking back.

    With cover and support this is all that `combat.ranged-table` and `melee.table` list.
    """
    if attack.ranged:
        return Modifier("high ground", 1, "combat.high-ground") if attack.rise >= 2 else None
    if attack.rise == 1 and not attack.backfires:
        return Modifier("high ground", 1, "melee.high-ground")
    return None


def skill(attack: Attack) -> tuple[int, list[Modifier]]:
    """The number that attack dice must not exceed, in the order of `combat.skill-order`."""
    battle = attack.battle
    modifiers = skill_base(attack)
    above = high_ground(attack)
    if above is not None:
        modifiers.append(above)
    for rule in attack.target.powers.rules:
        by = rule.skill_against(attack) if rule.skill_against else 0
        if by:
            modifiers.append(Modifier(rule.title, by, rule.clause))
    if attack.extra_skill:
        modifiers.append(Modifier("skill", attack.extra_skill, "combat.other-modifiers"))
    if battle.effects:
        stat = "rsk" if attack.ranged else "msk"
        bonus = battle.bonus(attack.attacker, stat) + battle.bonus(attack.attacker, "skill")
        if bonus:
            modifiers.append(Modifier("effects", bonus, "combat.other-modifiers"))
    return total(modifiers), modifiers


def armor(attack: Attack) -> int:
    target = attack.target
    return target.card.arm + attack.battle.bonus(target, "arm")


def auto_saves(attack: Attack) -> tuple[int, list[Modifier]]:
    """Automatic Saves of the target, those of cover included where the edition has them."""
    found = []
    for rule in attack.target.powers.rules:
        saves = rule.auto_saves(attack) if rule.auto_saves else 0
        if saves:
            found.append(Modifier(rule.title, saves, rule.clause))
    return total(found), found


@Memo("the number needed", bound=64)
def successes(need: int) -> frozenset[int]:
    """The faces that pass against a stat (`dice.success`): that or less, always 1, never 6.

    Modifiers change the stat and never the face, so 1 and 6 hold after all of them
    (`dice.six-fails`, `dice.one-succeeds`, `combat.no-cap`).
    """
    return frozenset(face for face in range(1, 6) if face <= need) | {1}


@Memo("the groups of faces", bound=512)
def alike(*groups: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """The partition of a six-sided die's faces (`dice.d6`) that the given groups tell apart."""
    parts: dict[tuple[bool, ...], list[int]] = {}
    for face in range(1, 7):
        parts.setdefault(tuple(face in group for group in groups), []).append(face)
    return tuple(tuple(part) for part in parts.values())


def told(attack: Attack) -> dict[str, int]:
    """What an attack would roll, before it is chosen."""
    return {"dice": dice(attack)[0], "need": skill(attack)[0]}


def tell_attack(attack: Attack, dice: list[Modifier], skill: list[Modifier]) -> None:
    """Say who attacks whom with what, and how both numbers came about, modifier by modifier."""
    battle = attack.battle
    if battle.sink is None:
        return
    name = attack.edition.name
    clauses = dict.fromkeys(m.because for m in (*dice, *skill))
    battle.tell(
        events.Attack,
        ("combat.steps", *clauses),
        unit=attack.attacker.id,
        target=attack.target.id,
        weapon=attack.weapon.name,
        manner="shoots" if attack.ranged else "strikes",
        dice=max(0, total(dice)),
        skill=total(skill),
        dice_sum=_sum_in_words(dice),
        skill_sum=_sum_in_words(skill),
        dice_modifiers=[(m.label, m.amount, f"{name}.{m.because}") for m in dice],
        skill_modifiers=[(m.label, m.amount, f"{name}.{m.because}") for m in skill],
    )


def _sum_in_words(modifiers: list[Modifier]) -> str:
    """`ROA 3, support +1`: the number it starts from, then what changes it, in order."""
    first, *rest = modifiers
    start = f"{named(first.label)} {first.amount}"
    return ", ".join([start, *(f"{named(m.label)} {m.amount:+d}" for m in rest)])


def named(label: str) -> str:
    """What changes a number, in the language that is spoken: "support", or a rule's title."""
    return say_with(label, {})
