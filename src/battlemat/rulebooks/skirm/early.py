"""First and second edition, chapters "Roll attacks" and "Roll saves": hits, Saves, lost HIT.

In the first edition a 1 counts twice; in the second it starts a chain of further dice.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.questions import Flow, roll, tally
from battlemat.rulebooks.skirm import attack as numbers
from battlemat.rulebooks.skirm.attack import Attack, Modifier, alike, successes
from battlemat.rulebooks.skirm.battle import PLAYERS, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.damage import lose_hits, regain
from battlemat.rulebooks.skirm.windows import Free, Hand, window


class Throw(NamedTuple):
    """A roll that counts successes: whose, against what, which faces count for more."""

    purpose: str
    side: int
    need: int
    critical: int
    because: str


class Counted(NamedTuple):
    """Successes so far, and the free re-rolls that are left for chain dice."""

    successes: int
    free_left: int


def dice_modifiers(attack: Attack) -> list[Modifier]:
    """Support in melee, friendly fire at range, and one die less for the target of a melee."""
    found = [numbers.support(attack), numbers.friendly_fire(attack)]
    if attack.backfires:
        found.append(Modifier("target", -1, "melee.attacker-minus"))
    return [modifier for modifier in found if modifier is not None]


def skill_base(attack: Attack) -> list[Modifier]:
    """The skill is on the weapon."""
    return [Modifier("SKL", attack.weapon.skl, "combat.strike")]


def count_throw(battle: Battle, throw: Throw, count: int, free: int) -> Flow[int]:
    """Roll `count` dice with window and chains; returns the successes."""
    if count <= 0:
        return 0
    chains = battle.edition.chains
    key = ("skirm early", chains, count, throw.need, throw.critical, throw.purpose, free)
    counted = yield from tally(key, lambda: _throw(battle, throw, count, free))
    return counted.successes


def _throw(battle: Battle, throw: Throw, count: int, free: int) -> Flow[Counted]:
    hand = yield from _fall(throw, count)
    left = yield from _open(battle, throw, hand, free)
    return (yield from _chain(battle, throw, hand.faces, left))


def _fall(throw: Throw, count: int) -> Flow[Hand]:
    critical = frozenset(range(1, throw.critical + 1))
    wins = successes(throw.need) | critical
    rolled = yield from roll(
        PLAYERS[throw.side], count, 6, because=throw.because, alike=alike(wins, critical)
    )
    return Hand(rolled, throw.purpose, wins)


def _open(battle: Battle, throw: Throw, hand: Hand, free: int) -> Flow[int]:
    """The window of a throw; returns the free re-rolls that are left."""
    if not free and not battle.orders[throw.side]:
        return free
    taken = yield from window(
        battle,
        throw.side,
        hand,
        because=throw.because,
        free=Free(spare=free),
        free_because="weapon.re-roll",
    )
    return free - taken


def _chain(battle: Battle, throw: Throw, faces: list[int], free: int) -> Flow[Counted]:
    """Count successes; Criticals count twice, or roll on (`dice.critical-chain`)."""
    wins = successes(throw.need)
    criticals = sum(face <= throw.critical for face in faces)
    found = sum(face in wins or face <= throw.critical for face in faces)
    chains = battle.edition.chains
    if battle.sink is not None:
        because = ("dice.critical-chain" if chains else "dice.critical") if criticals else None
        battle.tell(
            "throw",
            (throw.because, because) if because else throw.because,
            player=PLAYERS[throw.side],
            purpose=throw.purpose,
            faces=" ".join(map(str, faces)),
            need=max(1, min(5, throw.need)),
            successes=found if chains else found + criticals,
            criticals=criticals,
        )
    if not criticals:
        return Counted(found, free)
    if not chains:
        return Counted(found + criticals, free)
    key = ("skirm chain", criticals, throw.need, throw.critical, throw.purpose, free)
    more = yield from tally(key, lambda: _throw(battle, throw, criticals, free))
    return Counted(found + more.successes, more.free_left)


def in_cover(attack: Attack) -> bool:
    """First edition: the base is partly hidden (`cover.definition`); units hide it too."""
    if not attack.ranged or not attack.primary or attack.weapon.no_cover:
        return False
    battle = attack.battle
    return battle.terrain.base_hidden(
        attack.attacker.square,
        attack.target.square,
        standing=battle.standing[0] | battle.standing[1],
    )


def attack_throw(attack: Attack) -> tuple[Throw, int]:
    """The attack dice of one side of a fight, told to the log."""
    battle = attack.battle
    count, dice = numbers.dice(attack)
    need, skill = numbers.skill(attack)
    if battle.sink is not None:
        name = attack.edition.name
        battle.tell(
            "attack",
            "combat.steps",
            unit=attack.attacker.id,
            target=attack.target.id,
            weapon=attack.weapon.name,
            manner="fires at" if attack.ranged else "strikes at",
            dice=count,
            skill=need,
            dice_modifiers=[(m.label, m.by, f"{name}.{m.because}") for m in dice],
            skill_modifiers=[(m.label, m.by, f"{name}.{m.because}") for m in skill],
        )
    side = attack.attacker.side
    return Throw("attack", side, need, attack.weapon.critical, "combat.strike"), count


def free_dice(attack: Attack) -> int:
    """How many attack dice may be re-rolled for free: RRx of the weapon, and gear."""
    return attack.weapon.free_rerolls + attack.attacker.card.rerolls.get("attack", 0)


def strike(attack: Attack) -> Flow[bool]:
    """An attack that is not opposed: hits, Saves, lost HIT. Returns whether any was lost."""
    throw, count = attack_throw(attack)
    hits = yield from count_throw(attack.battle, throw, count, free_dice(attack))
    return (yield from land(attack, hits))


def land(attack: Attack, hits: int) -> Flow[bool]:
    """What `hits` do to the target: Saves, Tough, lost HIT, Vampire."""
    battle, target, weapon = attack.battle, attack.target, attack.weapon
    if hits <= 0:
        return False
    piercing = min(hits, weapon.piercing)
    if piercing:
        battle.tell("piercing", "weapon.armor-piercing", unit=target.id, hits=piercing)
    automatic, granted = numbers.auto_saves(attack)
    due = max(0, hits - piercing - automatic)
    for modifier in granted[: hits - piercing]:
        because = (modifier.because, "combat.auto-saves")
        battle.tell("auto-save", because, unit=target.id, label=modifier.label, saves=modifier.by)
    need = save_number(attack)
    unsaved = piercing + (yield from unsaved_hits(battle, target, due, need))
    lost = yield from lose_hits(battle, target, unsaved)
    if lost and weapon.vampire and attack.attacker.state == STANDING:
        regain(battle, attack.attacker, weapon.vampire, "weapon.vampire")
    return lost > 0


def save_number(attack: Attack) -> int:
    """`combat.save-number`: ARM minus DAM, with cover where the edition has it."""
    battle = attack.battle
    need = numbers.armor(attack) - attack.weapon.dam - battle.bonus(attack.attacker, "dam")
    if battle.edition.cover_adds and in_cover(attack):
        battle.tell("cover", "cover.effect", unit=attack.target.id)
        need += battle.edition.cover_adds
    return need


def unsaved_hits(battle: Battle, unit: Unit, hits: int, need: int) -> Flow[int]:
    """Roll Saves for `hits`; a surplus takes away other hits, never more than there are."""
    if hits <= 0:
        return 0
    throw = Throw("save", unit.side, need, 1, "combat.saves")
    saves = yield from count_throw(battle, throw, hits, unit.card.rerolls.get("save", 0))
    return max(0, hits - saves)


def hurt(battle: Battle, unit: Unit, hits: int, dam: int) -> Flow[None]:
    """`damage.environment`: hits that are no attack, saved as usual."""
    need = unit.card.arm + battle.bonus(unit, "arm") - dam
    unsaved = yield from unsaved_hits(battle, unit, hits, need)
    yield from lose_hits(battle, unit, unsaved)


def opposed(attack: Attack, back: Attack | None) -> Flow[None]:
    """Second edition melee: both roll, and the winner's surplus of hits goes through."""
    battle = attack.battle
    throw, count = attack_throw(attack)
    free = free_dice(attack)
    if back is None:
        ours = yield from count_throw(battle, throw, count, free)
        yield from _compare(attack, None, ours, 0)
        return
    their_throw, their_count = attack_throw(back)
    their_free = free_dice(back)
    key = (throw.need, throw.critical, count, free)
    their_key = (their_throw.need, their_throw.critical, their_count, their_free)

    def in_order() -> Flow[tuple[int, int]]:
        return _both(battle, (throw, count, free), (their_throw, their_count, their_free))

    def one_by_one() -> Flow[tuple[int, int]]:
        ours = yield from count_throw(battle, throw, count, free)
        theirs = yield from count_throw(battle, their_throw, their_count, their_free)
        return ours, theirs

    ours, theirs = yield from tally(("skirm2 opposed", key, their_key), in_order, one_by_one)
    yield from _compare(attack, back, ours, theirs)


_Side = tuple[Throw, int, int]


def _both(battle: Battle, ours: _Side, theirs: _Side) -> Flow[tuple[int, int]]:
    """`melee.opposed`: both roll, then the windows, then the chains, the attacker first."""
    sides = (ours, theirs)
    hands: list[Hand | None] = []
    for throw, count, _ in sides:
        hands.append((yield from _fall(throw, count)) if count > 0 else None)
    left = []
    for (throw, _, free), hand in zip(sides, hands, strict=True):
        left.append(free if hand is None else (yield from _open(battle, throw, hand, free)))
    hits = []
    for (throw, _, _), hand, free in zip(sides, hands, left, strict=True):
        counted = Counted(0, 0)
        if hand is not None:
            counted = yield from _chain(battle, throw, hand.faces, free)
        hits.append(counted.successes)
    return hits[0], hits[1]


def _compare(attack: Attack, back: Attack | None, ours: int, theirs: int) -> Flow[None]:
    """`melee.compare`: with equal hits nothing happens."""
    battle = attack.battle
    battle.tell(
        "compare",
        ("melee.compare", "melee.saves"),
        unit=attack.attacker.id,
        target=attack.target.id,
        ours=ours,
        theirs=theirs,
        through=abs(ours - theirs),
    )
    if ours > theirs:
        yield from land(attack, ours - theirs)
    elif back is not None and theirs > ours:
        yield from land(back, theirs - ours)
