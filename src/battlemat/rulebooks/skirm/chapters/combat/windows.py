"""The window between a roll and its use: free re-rolls, Tactical Orders, Parry.

First the roller takes free re-rolls in one batch, then spends orders die by die, seeing each
result before the next; then the window is closed. Dice keep their places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import PASS, Alike, Choice, Flow, roll
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirm.chapters.parts import BY, DICE, DIE
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.screen.handles import declining, offer
from battlemat.rulebooks.skirm.screen.naming import orders_left
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle
from battlemat.rulebooks.skirm.state.specials import NONE, Faces


class Free(NamedTuple):
    """Free re-rolls: of all dice that show a face in `faces`, and of `spare` dice besides."""

    faces: Faces = NONE
    spare: int = 0

    def __bool__(self) -> bool:
        return bool(self.faces) or self.spare > 0


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
    payer: int = -1  # the side whose order it takes; -1: it is free


class Reroll(NamedTuple):
    """Roll dice again: `reroll 1,3`."""

    dice: tuple[int, ...]
    verb: str = "reroll"


class Change(NamedTuple):
    """Change a die by one: `change 2 -1`."""

    die: int
    by: int
    verb: str = "change"


def _rerolls(_battle: Battle, asked: Dice) -> list[Reroll]:
    hand, free = asked.hand, asked.free
    if free is None:
        return [Reroll((die,)) for die in hand.distinct()]
    return [Reroll(dice) for dice in _batches(hand, free)]


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
    hand, free, dice = asked.hand, asked.free, option.dice
    barred = _die_bar(hand, dice)
    if barred is not None:
        return barred
    if free is None:
        return refuse(asked.because) if len(dice) != 1 else None
    others = sum(hand.faces[die] not in free.faces for die in dice)
    return refuse("dice.free-batch") if others > free.spare or not dice else None


def _same_reroll(_battle: Battle, asked: Dice, option: Reroll) -> Reroll:
    taken: list[int] = []
    for die in option.dice:
        taken.append(asked.hand.first_like(die, taken))
    return Reroll(tuple(sorted(taken)))


def _give_back(battle: Battle, asked: Dice, _option: Reroll | Change) -> None:
    if asked.payer >= 0:
        battle.orders[asked.payer] += 1


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
    if asked.payer >= 0:
        return say("Re-roll {dice} for 1 order", dice=dice)
    if asked.free is None:
        return say("Make the attacker re-roll {dice}", dice=dice)
    return say("Re-roll {dice} for free", dice=dice)


def _tell_change(_battle: Battle, asked: Dice, option: Change) -> str:
    hand, die = asked.hand, option.die
    shown = _shown(hand, (die,))
    if not 0 <= die < len(hand.faces):
        return say("Change {die} for 1 order", die=shown)
    new = hand.faces[die] + option.by
    return say("Change {die} to {new} for 1 order", die=shown, new=new)


def _reroll_handle(battle: Battle, choice: Choice, option: Reroll) -> Handle:
    made = offer(battle, choice, _REROLL.write(battle, option), say("Re-roll"))
    made.dice = option.dice
    return made


def _change_handle(battle: Battle, choice: Choice, option: Change) -> Handle:
    return offer(battle, choice, _CHANGE.write(battle, option), say("Change a die"))


_REROLL = Template(Reroll, "reroll {dice}", dice=DICE)
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
    return [say("costs 1 TO"), *orders_left(battle, asked.payer)]


_FOR_AN_ORDER = ("re-roll", "Roll a die again for an order?", "orders.reroll")
FREE_REROLL = _dice_window("free re-roll", "Roll dice again for free?", "dice.free-batch", REROLL)
ORDER_REROLL = _dice_window(*_FOR_AN_ORDER, REROLL)
ORDER_CHANGE = _dice_window(*_FOR_AN_ORDER, REROLL, CHANGE)
PARRY = _dice_window(
    "parry",
    "Make the attacker roll one die again?",
    "special.parry",
    REROLL,
    declined="Do not parry",
)


# ---------------------------------------------------------------------- the window


def window(
    battle: Battle,
    side: int,
    hand: Hand,
    *,
    because: str,
    free: Free = NO_FREE,
    free_because: str = "dice.free-batch",
) -> Flow[int]:
    """Let the roller of `hand` change it; returns how many dice were re-rolled for free."""
    taken = 0
    if free and hand.distinct(None if free.spare else free.faces):
        taken = yield from _free_batch(battle, side, hand, free, free_because, because)
    yield from _spend_orders(battle, side, hand, because)
    if open_to_all(battle):
        while (yield from _meddle(battle, 1 - side, side, hand, because)):
            if not (yield from _spend_orders(battle, side, hand, because)):
                break
    return taken


def open_to_all(battle: Battle) -> bool:
    """As the first two editions print it, an order re-rolls anybody's die."""
    edition = battle.edition
    return edition.orders_change and battle.field.readings.printed(f"{edition.name}.orders.reroll")


def has_orders(battle: Battle, side: int) -> bool:
    """Whether anybody could spend an order on a roll of a side."""
    orders = battle.orders
    return bool(orders[side] or (orders[1 - side] and open_to_all(battle)))


def _spend_orders(battle: Battle, side: int, hand: Hand, because: str) -> Flow[bool]:
    """The roller spends orders die by die; returns whether it spent any."""
    spent = False
    ask = ORDER_CHANGE if battle.edition.orders_change else ORDER_REROLL
    while battle.orders[side] > 0 and hand.distinct():
        option = yield from ask(PLAYERS[side], battle, Dice(hand, payer=side), about=hand.about())
        if option == PASS:
            break
        spent = True
        yield from _spend(battle, side, hand, option, because)
    return spent


def _meddle(battle: Battle, side: int, owner: int, hand: Hand, because: str) -> Flow[bool]:
    """The other side spends orders on the roller's dice, which the roller rolls again."""
    spent = False
    while battle.orders[side] > 0 and hand.distinct():
        asked = Dice(hand, payer=side)
        option = yield from ORDER_REROLL(PLAYERS[side], battle, asked, about=hand.about())
        if option == PASS:
            break
        spent = True
        battle.orders[side] -= 1
        battle.tell(
            events.OrderReroll, "orders.reroll", player=PLAYERS[side], orders=battle.orders[side]
        )
        yield from reroll(battle, owner, hand, option.dice, because)
    return spent


def _free_batch(
    battle: Battle, side: int, hand: Hand, free: Free, clause: str, because: str
) -> Flow[int]:
    asked = Dice(hand, free, clause)
    option = yield from FREE_REROLL(
        PLAYERS[side], battle, asked, because=clause, about=hand.about()
    )
    if option == PASS:
        return 0
    yield from reroll(battle, side, hand, option.dice, because)
    return len(option.dice)


def _spend(
    battle: Battle, side: int, hand: Hand, option: Reroll | Change, because: str
) -> Flow[None]:
    battle.orders[side] -= 1
    if isinstance(option, Change):
        hand.faces[option.die] += option.by
        battle.tell(
            events.Change,
            "orders.change",
            player=PLAYERS[side],
            face=hand.faces[option.die] - option.by,
            new=hand.faces[option.die],
            orders=battle.orders[side],
        )
    else:
        battle.tell(
            events.OrderReroll, "orders.reroll", player=PLAYERS[side], orders=battle.orders[side]
        )
        yield from reroll(battle, side, hand, option.dice, because)


def reroll(battle: Battle, side: int, hand: Hand, dice: Sequence[int], because: str) -> Flow[None]:
    """Roll the named dice again together; they keep their places and are final."""
    old = [hand.faces[index] for index in dice]
    faces = yield from roll(PLAYERS[side], len(dice), 6, because=because, alike=hand.alike)
    for index, face in zip(dice, faces, strict=True):
        hand.faces[index] = face
        hand.final[index] = True
    battle.tell(
        events.Reroll,
        ("dice.reroll-choose", "dice.reroll-once", "dice.order"),
        player=PLAYERS[side],
        old=" ".join(map(str, old)),
        new=" ".join(map(str, faces)),
    )


def parry(battle: Battle, side: int, attacker_side: int, hand: Hand, because: str) -> Flow[None]:
    """Let the target have one attack die re-rolled that the attacker has not re-rolled."""
    if not hand.distinct():
        return
    asked = Dice(hand, because="special.parry")
    option = yield from PARRY(PLAYERS[side], battle, asked, about=hand.about())
    if option != PASS:
        yield from reroll(battle, attacker_side, hand, option.dice, because)


def plain_roll(
    battle: Battle,
    side: int,
    count: int,
    need: int,
    purpose: str,
    *,
    because: str,
    free: Free = NO_FREE,
    free_because: str = "dice.free-batch",
) -> Flow[list[int]]:
    """A roll that wants `need` or less, where 1 and 6 mean nothing special; with its window."""
    wins = frozenset(range(1, need + 1))
    losses = tuple(range(max(need, 0) + 1, 7))
    alike = tuple(group for group in (tuple(sorted(wins)), losses) if group)
    faces = yield from roll(PLAYERS[side], count, 6, because=because, alike=alike)
    hand = Hand(faces, purpose, wins, alike)
    yield from window(battle, side, hand, because=because, free=free, free_because=free_because)
    return hand.faces
