"""First and second edition, chapters "Roll attacks" and "Roll saves": hits, Saves, lost HIT.

In the first edition a 1 counts twice; in the second it starts a chain of further dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from battlemat.kernel.modifiers import Modifier, total
from battlemat.kernel.questions import Flow, roll, tally, tally_sum
from battlemat.rulebooks.skirm.chapters.combat import numbers
from battlemat.rulebooks.skirm.chapters.combat.cover import in_cover
from battlemat.rulebooks.skirm.chapters.combat.damage import lose_hits, regain
from battlemat.rulebooks.skirm.chapters.combat.numbers import Attack, alike, successes
from battlemat.rulebooks.skirm.chapters.combat.rerolls import Free, Hand
from battlemat.rulebooks.skirm.chapters.combat.windows import has_orders, window
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import PLAYERS, STANDING, Battle, Unit


class Throw(NamedTuple):
    """A roll that counts successes: whose, against what, which faces count for more.

    Attack dice and Save dice are such rolls, and no others (`dice.chain-where`).
    """

    purpose: Literal["attack", "save"]
    side: int
    need: int
    critical: int
    because: str
    decided: bool = True
    """Whether how its clause is read decided how many dice fall."""


class Counted(NamedTuple):
    """Successes so far, and the free re-rolls that are left for chain dice."""

    successes: int
    free_left: int


def count_throw(battle: Battle, throw: Throw, count: int, free: int) -> Flow[int]:
    """Roll `count` dice with window and chains; returns the successes."""
    if count <= 0:
        return 0

    def rolled() -> Flow[int]:
        counted = yield from _throw(battle, throw, count, free)
        return counted.successes

    def one() -> Flow[int]:
        counted = yield from _throw(battle, throw, 1, 0)
        return counted.successes

    key = ("skirm early", battle.edition.chains, throw.need, throw.critical)
    if free:
        return (yield from tally((*key, count, free), rolled))
    # Dice that nobody re-rolls do not touch each other: for counting, one tells of all.
    return (yield from tally_sum(count, key, one, rolled))


def _throw(battle: Battle, throw: Throw, count: int, free: int) -> Flow[Counted]:
    """Dice, then their window, then the chain of what is Critical by then (`dice.chain-window`)."""
    hand = yield from _fall(throw, count)
    left = yield from _open(battle, throw, hand, free)
    return (yield from _chain(battle, throw, hand.faces, left))


def _fall(throw: Throw, count: int) -> Flow[Hand]:
    critical = frozenset(range(1, throw.critical + 1))
    wins = successes(throw.need) | critical
    parts = alike(wins, critical)
    rolled = yield from roll(PLAYERS[throw.side], count, 6, because=throw.because, alike=parts)
    return Hand(rolled, throw.purpose, wins, parts)


def _open(battle: Battle, throw: Throw, hand: Hand, free: int) -> Flow[int]:
    """The window of a throw; returns the free re-rolls that are left."""
    clause = "combat.window-save" if throw.purpose == "save" else "combat.window-attack"
    if not free and not has_orders(battle, throw.side):
        return free
    taken = yield from window(
        battle,
        throw.side,
        hand,
        because=throw.because,
        free=Free(spare=free),
        free_because=clause,
    )
    return free - taken


def _chain(battle: Battle, throw: Throw, faces: list[int], free: int) -> Flow[Counted]:
    """Count successes; Criticals count twice, or roll on (`dice.critical-chain`)."""
    wins = successes(throw.need)
    criticals = sum(face <= throw.critical for face in faces)
    found = sum(face in wins or face <= throw.critical for face in faces)
    chains = battle.edition.chains
    if battle.sink is not None:
        battle.tell(
            events.Throw,
            (throw.because, *_clauses(throw, faces, criticals, chains)),
            decided=throw.decided,
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
    if not free:
        return Counted(found + (yield from count_throw(battle, throw, criticals, 0)), 0)
    key = ("skirm chain", criticals, free, throw.need, throw.critical)
    more = yield from tally(key, lambda: _throw(battle, throw, criticals, free))
    return Counted(found + more.successes, more.free_left)


def _clauses(throw: Throw, faces: list[int], criticals: int, chains: bool) -> Iterator[str]:
    """What made faces count otherwise than by the number that they are held against."""
    if criticals:
        yield "dice.critical-chain" if chains else "dice.critical"
    if throw.need < 1 and 1 in faces:
        yield "dice.one-succeeds"
    if throw.need > 5 and 6 in faces:
        yield "dice.six-fails"


def attack_throw(attack: Attack) -> tuple[Throw, int]:
    """The attack dice of one side of a fight, told to the log."""
    count, dice = numbers.dice(attack)
    need, skill = numbers.skill(attack)
    numbers.tell_attack(attack, dice, skill)
    side = attack.attacker.side
    return Throw("attack", side, need, attack.weapon.critical, "combat.strike"), count


def free_dice(attack: Attack) -> int:
    """How many attack dice may be re-rolled for free: RRx of the weapon, and gear."""
    return attack.weapon.free_rerolls + attack.attacker.card.rerolls.get("attack", 0)


def strike(attack: Attack) -> Flow[None]:
    """An attack that is not opposed: hits, Saves, lost HIT."""
    throw, count = attack_throw(attack)
    free, guard = free_dice(attack), _guard(attack)

    def blow() -> Flow[int]:
        hits = yield from count_throw(attack.battle, throw, count, free)
        return (yield from unsaved(attack, hits, guard))

    key = ("skirm early blow", attack.edition.chains, throw, count, free, guard.key)
    hits = yield from tally(key, blow, lambda: _at_most(blow, guard.matter))
    yield from land(attack, hits)


class Guard(NamedTuple):
    """What stands against hits: automatic Saves, what pierces them, the number for Saves."""

    granted: tuple[Modifier, ...]
    piercing: int
    need: int
    free: int
    covered: bool
    matter: int  # hits beyond these change nothing
    dice: int = 0  # how many are saved against, whatever hit; 0: as many as hit

    @property
    def key(self) -> tuple[int, ...]:
        automatic = total(self.granted)
        return automatic, self.piercing, self.need, self.free, self.matter, self.dice


def _guard(attack: Attack) -> Guard:
    target = attack.target
    _, granted = numbers.auto_saves(attack)
    covered = bool(attack.edition.cover_adds) and in_cover(attack)
    return Guard(
        tuple(granted),
        attack.weapon.piercing,
        save_number(attack, covered),
        target.card.rerolls.get("save", 0),
        covered,
        99 if target.powers.tough else target.hit,
        _save_dice(attack),
    )


def _save_dice(attack: Attack) -> int:
    """As the second edition prints it, a shot is saved by as many dice as were rolled for it."""
    if not attack.ranged or not attack.edition.opposed_melee:
        return 0
    printed = attack.battle.field.readings.printed("skirm2.combat.saves")
    return numbers.dice(attack)[0] if printed else 0


def _at_most(blow: Callable[[], Flow[int]], matter: int) -> Flow[int]:
    """For counting: an Agent that is gone cannot lose more."""
    return min((yield from blow()), matter)


def unsaved(attack: Attack, hits: int, guard: Guard) -> Flow[int]:
    """How many of `hits` get through automatic Saves and Save dice.

    Where a shot is saved by as many dice as were rolled for it, each that fails costs 1 HIT,
    whatever hit.
    """
    battle, target = attack.battle, attack.target
    saved = guard.dice or hits
    if saved <= 0:
        return 0
    piercing = min(hits, guard.piercing, saved)
    if piercing:
        battle.tell(events.Piercing, "weapon.armor-piercing", unit=target.id, hits=piercing)
    due = saved - piercing
    for modifier in guard.granted[:due]:
        label, saves, clause = modifier
        due -= saves
        because = (clause, "combat.auto-saves")
        if battle.sink is not None:
            name = numbers.named(label)
            battle.tell(events.AutoSave, because, unit=target.id, label=name, saves=saves)
    if guard.covered:
        battle.tell(events.Cover, "cover.effect", unit=target.id)
    saving = Saving(guard.need, guard.free, shot=attack.ranged)
    return piercing + (yield from save_hits(battle, target, due, saving))


def land(attack: Attack, hits: int) -> Flow[None]:
    """What unsaved hits do to the target: Tough, lost HIT, Vampire."""
    battle, weapon = attack.battle, attack.weapon
    lost = yield from lose_hits(battle, attack.target, hits)
    if lost and weapon.vampire and attack.attacker.state == STANDING:
        regain(battle, attack.attacker, weapon.vampire, "weapon.vampire")


def save_number(attack: Attack, covered: bool) -> int:
    """`combat.save-number`: ARM minus DAM, with cover where the edition has it."""
    battle = attack.battle
    need = numbers.armor(attack) - attack.weapon.dam - battle.bonus(attack.attacker, "dam")
    return need + (battle.edition.cover_adds if covered else 0)


class Saving(NamedTuple):
    """The Save dice against some hits; two readings tell how many fall against a `shot`."""

    need: int
    free: int
    shot: bool


def save_hits(battle: Battle, unit: Unit, hits: int, saving: Saving) -> Flow[int]:
    """Roll Saves for `hits`; what is over takes away other hits (`combat.save-surplus`)."""
    if hits <= 0:
        return 0
    throw = Throw("save", unit.side, saving.need, 1, "combat.saves", saving.shot)
    saves = yield from count_throw(battle, throw, hits, saving.free)
    return max(0, hits - saves)


def hurt(battle: Battle, unit: Unit, hits: int, dam: int) -> Flow[None]:
    """`damage.environment`: hits that are no attack, saved as usual."""
    need = unit.card.arm + battle.bonus(unit, "arm") - dam
    free = unit.card.rerolls.get("save", 0)
    through = yield from save_hits(battle, unit, hits, Saving(need, free, shot=False))
    yield from lose_hits(battle, unit, through)


def opposed(attack: Attack, back: Attack | None) -> Flow[None]:
    """Second edition melee: both roll, and the winner's surplus of hits goes through."""
    ours = (*attack_throw(attack), free_dice(attack))
    theirs = (*attack_throw(back), free_dice(back)) if back is not None else _NO_ANSWER
    guard = _guard(attack)
    their_guard = _guard(back) if back is not None else guard

    def blow(counting: bool = False) -> Flow[tuple[int, int]]:
        surplus = yield from _surplus(attack, ours, theirs)
        if surplus > 0:
            hits = yield from unsaved(attack, surplus, guard)
            return (min(hits, guard.matter) if counting else hits), 0
        if surplus < 0 and back is not None:
            hits = yield from unsaved(back, -surplus, their_guard)
            return 0, (min(hits, their_guard.matter) if counting else hits)
        return 0, 0

    key = ("skirm2 melee", ours, theirs, guard.key, their_guard.key)
    on_target, on_attacker = yield from tally(key, blow, lambda: blow(counting=True))
    yield from land(attack, on_target)
    if back is not None:
        yield from land(back, on_attacker)


_Side = tuple[Throw, int, int]  # what is thrown, how many dice, free re-rolls
_NO_ANSWER: _Side = (Throw("attack", 0, 0, 1, "combat.strike"), 0, 0)


def _surplus(attack: Attack, ours: _Side, theirs: _Side) -> Flow[int]:
    """By how many hits the attacker wins (`melee.compare`); below 0 the target wins."""
    battle = attack.battle

    def in_order() -> Flow[int]:
        hits, answer = yield from _both(battle, ours, theirs)
        battle.tell(
            events.Compare,
            ("melee.compare", "melee.saves"),
            unit=attack.attacker.id,
            target=attack.target.id,
            ours=hits,
            theirs=answer,
            through=abs(hits - answer),
        )
        return hits - answer

    def one_by_one() -> Flow[int]:
        hits = yield from count_throw(battle, *ours)
        return hits - (yield from count_throw(battle, *theirs))

    return (yield from tally(("skirm2 surplus", ours, theirs), in_order, one_by_one))


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
