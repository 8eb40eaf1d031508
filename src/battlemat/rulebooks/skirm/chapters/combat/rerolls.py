"""What may be done with dice on the table: roll them again, change them, leave them as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Alike, Choice
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirm.chapters.parts import BY, DICE, DIE
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.screen.handles import declining, offer
from battlemat.rulebooks.skirm.screen.naming import orders_left
from battlemat.rulebooks.skirm.state.battle import Battle
from battlemat.rulebooks.skirm.state.specials import NONE, Faces


class Free(NamedTuple):
    """Free re-rolls: of all dice that show a face in `faces`, and of `spare` dice besides."""

    faces: Faces = NONE
    spare: int = 0

    def __bool__(self) -> bool:
        return bool(self.faces) or self.spare > 0

    def covers(self, faces: Sequence[int]) -> bool:
        """Whether dice that show these faces may be rolled again for free, all together."""
        return len(faces) > 0 and sum(face not in self.faces for face in faces) <= self.spare


NO_FREE = Free()


class Hand:
    """The dice of one roll on the table. `final` dice were re-rolled and stay as they are."""

    __slots__ = ("alike", "faces", "final", "purpose", "wins")

    def __init__(
        self, faces: Sequence[int], purpose: str, wins: Faces, alike: Alike | None = None
    ) -> None:
        self.alike = alike  # the faces that the rule treats alike, for re-rolls too
        self.faces = list(faces)
        self.final = [False] * len(self.faces)
        self.purpose = purpose
        self.wins = wins  # the faces that the roller wants

    def distinct(self, among: Faces | None = None) -> list[int]:
        """One die for each face that may still change; dice that show the same are alike."""
        seen: dict[int, int] = {}
        for index, face in enumerate(self.faces):
            if not self.final[index] and face not in seen and (among is None or face in among):
                seen[face] = index
        return list(seen.values())

    def first_like(self, die: int, taken: Sequence[int] = ()) -> int:
        """The first die that may still change, shows the same and is not taken yet."""
        for index, face in enumerate(self.faces):
            if face == self.faces[die] and not self.final[index] and index not in taken:
                return index
        return die

    def about(self) -> dict[str, object]:
        """What a screen shows of the window."""
        return {
            "roll": self.purpose,
            "faces": tuple(self.faces),
            "final": tuple(self.final),
            "wins": tuple(sorted(self.wins)),
        }


# ---------------------------------------------------------------------- answers


class Dice(NamedTuple):
    """Dice lie on the table, and somebody may change them."""

    hand: Hand
    free: Free | None = None  # None: it takes an order, and one die at a time
    because: str = "orders.reroll"
    payer: int = -1  # the side that may spend an order on what is not free; -1: nobody
    kept: bool = False  # whether free re-rolls that are not taken serve later dice of this roll
    foreign: bool = False  # whether they are the enemy's dice, of which failures are welcome

    def is_free(self, dice: Sequence[int]) -> bool:
        """Whether these dice may be rolled again without an order."""
        if self.free is None:
            return self.payer < 0
        faces = self.hand.faces
        return self.free.covers([faces[die] for die in dice if 0 <= die < len(faces)])

    def suits(self, die: int, by: int = 0) -> bool:
        """Whether a die, changed by so much, shows what whoever is asked would want."""
        wins, faces = self.hand.wins, self.hand.faces
        return bool(wins) and (faces[die] + by in wins) != self.foreign

    def is_paid(self, option: Reroll | Pay | Change) -> bool:
        """Whether an option takes an order."""
        free = isinstance(option, Reroll) and self.is_free(option.dice)
        return self.payer >= 0 and not free


class Reroll(NamedTuple):
    """Roll dice again: `reroll 1,3`."""

    dice: tuple[int, ...]
    verb: str = "reroll"


class Pay(NamedTuple):
    """Roll a die again for an order and keep what is free for later: `pay 1`."""

    die: int
    verb: str = "pay"


class Change(NamedTuple):
    """Change a die by one: `change 2 -1`."""

    die: int
    by: int
    verb: str = "change"


def _rerolls(_battle: Battle, asked: Dice) -> list[Reroll]:
    hand, free = asked.hand, asked.free
    batches = [] if free is None else [Reroll(dice) for dice in _batches(hand, free)]
    if free is not None and asked.payer < 0:
        return batches
    singly = [Reroll((die,)) for die in hand.distinct()]
    return batches + [one for one in singly if free is None or not asked.is_free(one.dice)]


def _batches(hand: Hand, free: Free) -> list[tuple[int, ...]]:
    """Every set of dice, those that show the same counted alike."""
    places: dict[int, list[int]] = {}
    for index, face in enumerate(hand.faces):
        if not hand.final[index] and (free.spare or face in free.faces):
            places.setdefault(face, []).append(index)
    batches = []
    for counts in product(*(range(len(found) + 1) for found in places.values())):
        if any(counts):
            taken = zip(places.values(), counts, strict=True)
            batches.append(tuple(sorted(i for found, n in taken for i in found[:n])))
    return batches


def _die_bar(hand: Hand, dice: Sequence[int]) -> Refusal | None:
    for die in dice:
        if not 0 <= die < len(hand.faces):
            reason = say("dice are numbered 1 to {last}, as they lie", last=len(hand.faces))
            return Refusal(reason, "dice.order")
        if hand.final[die]:
            return refuse("dice.reroll-once")
    return None


def _reroll_bar(_battle: Battle, asked: Dice, option: Reroll) -> Refusal | None:
    free, dice = asked.free, option.dice
    barred = _die_bar(asked.hand, dice)
    if barred is not None:
        return barred
    if len(dice) == 1 and (free is None or asked.payer >= 0):
        return None
    if free is None:
        return refuse(asked.because)
    return None if asked.is_free(dice) else refuse("dice.free-batch")


def _same_reroll(_battle: Battle, asked: Dice, option: Reroll) -> Reroll:
    taken: list[int] = []
    for die in option.dice:
        taken.append(asked.hand.first_like(die, taken))
    return Reroll(tuple(sorted(taken)))


def _give_back(battle: Battle, asked: Dice, option: Reroll | Pay | Change) -> None:
    if asked.is_paid(option):
        battle.orders[asked.payer] += 1


def _payments(_battle: Battle, asked: Dice) -> list[Pay]:
    return [Pay(die) for die in asked.hand.distinct()]


def _pay_bar(_battle: Battle, asked: Dice, option: Pay) -> Refusal | None:
    barred = _die_bar(asked.hand, (option.die,))
    if barred is not None:
        return barred
    ok = asked.kept and asked.payer >= 0 and asked.is_free((option.die,))
    return None if ok else refuse("dice.window-order")


def _same_payment(_battle: Battle, asked: Dice, option: Pay) -> Pay:
    return Pay(asked.hand.first_like(option.die))


def _changes(_battle: Battle, asked: Dice) -> list[Change]:
    return [Change(die, by) for die in asked.hand.distinct() for by in (-1, 1)]


def _change_bar(_battle: Battle, asked: Dice, option: Change) -> Refusal | None:
    barred = _die_bar(asked.hand, (option.die,))
    if barred is not None:
        return barred
    ok = abs(option.by) == 1 and 1 <= asked.hand.faces[option.die] + option.by <= 6
    return None if ok else refuse("orders.change")


def _same_change(_battle: Battle, asked: Dice, option: Change) -> Change:
    return Change(asked.hand.first_like(option.die), option.by)


def _shown(hand: Hand, dice: Sequence[int]) -> str:
    """Dice as people call them: by their faces, or by their places where none lie there."""
    faces = Counter(hand.faces[die] for die in dice if 0 <= die < len(hand.faces))
    shown = [
        say("{count, plural, one {the {face}} other {# dice that show {face}}}", count=n, face=face)
        for face, n in faces.items()
    ]
    missing = [die + 1 for die in dice if not 0 <= die < len(hand.faces)]
    return listed([*shown, *(say("die {number}", number=number) for number in missing)])


def _tell_reroll(_battle: Battle, asked: Dice, option: Reroll) -> str:
    dice = _shown(asked.hand, option.dice)
    if asked.is_paid(option):
        return say("Re-roll {dice} for 1 order", dice=dice)
    if asked.free is None:
        return say("Make the attacker re-roll {dice}", dice=dice)
    return say("Re-roll {dice} for free", dice=dice)


def _tell_payment(_battle: Battle, asked: Dice, option: Pay) -> str:
    dice = _shown(asked.hand, (option.die,))
    return say("Re-roll {dice} for 1 order and keep what is free", dice=dice)


def _tell_change(_battle: Battle, asked: Dice, option: Change) -> str:
    hand, die = asked.hand, option.die
    shown = _shown(hand, (die,))
    if not 0 <= die < len(hand.faces):
        return say("Change {die} for 1 order", die=shown)
    new = hand.faces[die] + option.by
    return say("Change {die} to {new} for 1 order", die=shown, new=new)


def _asked(choice: Choice) -> Dice:
    asked = choice.menu.asked
    assert isinstance(asked, Dice)
    return asked


def _takes_up(made: Handle, choice: Choice, dice: Sequence[int]) -> Handle:
    """Name the dice, and whether one that suits as it lies is put at risk."""
    made.dice = dice
    made.spoils = any(map(_asked(choice).suits, dice))
    return made


def _reroll_handle(battle: Battle, choice: Choice, option: Reroll) -> Handle:
    made = offer(battle, choice, _REROLL.write(battle, option), say("Re-roll"))
    return _takes_up(made, choice, option.dice)


def _pay_handle(battle: Battle, choice: Choice, option: Pay) -> Handle:
    made = offer(battle, choice, _PAY.write(battle, option), say("Re-roll"))
    return _takes_up(made, choice, (option.die,))


def _change_handle(battle: Battle, choice: Choice, option: Change) -> Handle:
    """Where it leads is known beforehand: it spoils a success only where it ends one."""
    made = offer(battle, choice, _CHANGE.write(battle, option), say("Change a die"))
    asked = _asked(choice)
    made.dice = (option.die,)
    made.spoils = asked.suits(option.die) and not asked.suits(option.die, option.by)
    return made


_REROLL = Template(Reroll, "reroll {dice}", dice=DICE)
_PAY = Template(Pay, "pay {die}", die=DIE)
_CHANGE = Template(Change, "change {die} {by}", die=DIE, by=BY)
REROLL: Verb[Battle, Dice, Reroll] = Verb(
    Reroll,
    _REROLL,
    says="roll dice again, by their places",
    because="dice.reroll-choose",
    candidates=_rerolls,
    bar=_reroll_bar,
    refund=_give_back,
    handle=_reroll_handle,
    same=_same_reroll,
    tells=_tell_reroll,
)
PAY: Verb[Battle, Dice, Pay] = Verb(
    Pay,
    _PAY,
    says="roll a die again for a Tactical Order and keep the free re-roll",
    because="dice.window-order",
    candidates=_payments,
    bar=_pay_bar,
    refund=_give_back,
    handle=_pay_handle,
    same=_same_payment,
    tells=_tell_payment,
)
CHANGE: Verb[Battle, Dice, Change] = Verb(
    Change,
    _CHANGE,
    says="change a die by one for a Tactical Order",
    because="orders.change",
    candidates=_changes,
    bar=_change_bar,
    refund=_give_back,
    handle=_change_handle,
    same=_same_change,
    tells=_tell_change,
)


def _dice_window(
    kind: str,
    question: str,
    because: str,
    *verbs: Verb[Battle, Dice, Any],
    declined: str = "Keep the dice",
) -> Ask[Battle, Dice, Any]:
    """A window in which dice are rolled again or changed, or left as they are."""
    window = Verbs(*verbs, declining(because, declined))
    return Ask(kind, question, because, window, optional=True, left=_cost_and_orders)


def _cost_and_orders(battle: Battle, asked: Dice) -> list[str]:
    """What a re-roll for an order costs, and how many are left; what is free has no price."""
    if asked.payer < 0:
        return []
    price = [say("costs 1 TO")] if asked.free is None else []
    return [*price, *orders_left(battle, asked.payer)]


_FOR_AN_ORDER = ("re-roll", "Roll a die again for an order?", "orders.reroll")
FREE_REROLL = _dice_window("free re-roll", "Roll dice again for free?", "dice.free-batch", REROLL)
_FREE_OR_ORDER = ("free re-roll", "Roll dice again, for free or for an order?", "dice.window-order")
FREE_OR_ORDER_REROLL = _dice_window(*_FREE_OR_ORDER, REROLL)
FREE_OR_ORDER_CHANGE = _dice_window(*_FREE_OR_ORDER, REROLL, CHANGE)
FREE_OR_ORDER_CHAIN = _dice_window(*_FREE_OR_ORDER, REROLL, PAY, CHANGE)
ORDER_REROLL = _dice_window(*_FOR_AN_ORDER, REROLL)
ORDER_CHANGE = _dice_window(*_FOR_AN_ORDER, REROLL, CHANGE)
PARRY = _dice_window(
    "parry",
    "Make the attacker roll one die again?",
    "special.parry",
    REROLL,
    declined="Do not parry",
)
