"""The window between a roll and its use: free re-rolls, Tactical Orders, Parry.

First the roller takes free re-rolls in one batch, then spends orders die by die, seeing each
result before the next; then the window is closed (`dice.window-order`). Dice keep their places
(`dice.order`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from battlemat.kernel.questions import PASS, Alike, Flow, Option, choose, roll
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

    def about(self) -> dict[str, object]:
        """What a screen shows of the window, and whether using it can help."""
        return {
            "roll": self.purpose,
            "faces": tuple(self.faces),
            "final": tuple(self.final),
            "wins": tuple(sorted(self.wins)),
            "matters": any(
                face not in self.wins and not final
                for face, final in zip(self.faces, self.final, strict=True)
            ),
        }


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
    while battle.orders[side] > 0:
        options = _order_options(hand, battle.edition.orders_change)
        if not options:
            break
        option = yield from choose(
            PLAYERS[side],
            "re-roll",
            [*options, PASS],
            because="orders.reroll",
            optional=True,
            about=hand.about(),
        )
        if option is PASS or option == PASS:
            break
        yield from _spend(battle, side, hand, option, because)
    return taken


def _free_batch(
    battle: Battle, side: int, hand: Hand, free: Free, clause: str, because: str
) -> Flow[int]:
    options = _batches(hand, free)
    option = yield from choose(
        PLAYERS[side],
        "free re-roll",
        [*options, PASS],
        because=clause,
        optional=True,
        about=hand.about(),
    )
    if option == PASS:
        return 0
    dice = option[1:]
    yield from reroll(battle, side, hand, dice, because)
    return len(dice)


def _batches(hand: Hand, free: Free) -> list[Option]:
    """Every set of dice that may be re-rolled, dice that show the same counted alike."""
    places: dict[int, list[int]] = {}
    for index, face in enumerate(hand.faces):
        if not hand.final[index] and (free.spare or face in free.faces):
            places.setdefault(face, []).append(index)
    batches = []
    for counts in product(*(range(len(found) + 1) for found in places.values())):
        others = sum(n for face, n in zip(places, counts, strict=True) if face not in free.faces)
        if any(counts) and others <= free.spare:
            taken = zip(places.values(), counts, strict=True)
            dice = sorted(i for found, n in taken for i in found[:n])
            batches.append(("reroll", *dice))
    return batches


def _order_options(hand: Hand, change: bool) -> list[Option]:
    dice = hand.distinct()
    options: list[Option] = [("reroll", index) for index in dice]
    if change:
        for index in dice:
            if hand.faces[index] > 1:
                options.append(("change", index, -1))
            if hand.faces[index] < 6:
                options.append(("change", index, 1))
    return options


def _spend(battle: Battle, side: int, hand: Hand, option: Option, because: str) -> Flow[None]:
    battle.orders[side] -= 1
    if option[0] == "change":
        _, index, by = option
        hand.faces[index] += by
        battle.tell(
            "change",
            "orders.change",
            player=PLAYERS[side],
            face=hand.faces[index] - by,
            new=hand.faces[index],
            orders=battle.orders[side],
        )
    else:
        battle.tell(
            "order-reroll", "orders.reroll", player=PLAYERS[side], orders=battle.orders[side]
        )
        yield from reroll(battle, side, hand, option[1:], because)


def reroll(battle: Battle, side: int, hand: Hand, dice: Sequence[int], because: str) -> Flow[None]:
    """Roll the named dice again together; they keep their places and are final."""
    old = [hand.faces[index] for index in dice]
    faces = yield from roll(PLAYERS[side], len(dice), 6, because=because, alike=hand.alike)
    for index, face in zip(dice, faces, strict=True):
        hand.faces[index] = face
        hand.final[index] = True
    battle.tell(
        "reroll",
        ("dice.reroll-choose", "dice.reroll-once", "dice.order"),
        player=PLAYERS[side],
        old=" ".join(map(str, old)),
        new=" ".join(map(str, faces)),
    )


def parry(battle: Battle, side: int, attacker_side: int, hand: Hand, because: str) -> Flow[None]:
    """Let the target have one attack die re-rolled that the attacker has not re-rolled."""
    dice = hand.distinct()
    if not dice:
        return
    options: list[Option] = [("reroll", index) for index in dice]
    about = hand.about() | {"matters": any(hand.faces[i] in hand.wins for i in dice)}
    option = yield from choose(
        PLAYERS[side],
        "parry",
        [*options, PASS],
        because="special.parry",
        optional=True,
        about=about,
    )
    if option != PASS:
        yield from reroll(battle, attacker_side, hand, option[1:], because)


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
