"""Putting followers down: the question that follows every leader's move and every placing."""

from __future__ import annotations

from typing import TypeAlias

from battlemat.boards.plane.shapes import Stand
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Flow, Option, choose
from battlemat.rulebooks.openfire.chapters.formation import Placing
from battlemat.rulebooks.openfire.state.battle import PLAYERS, TABLE, Battle, Unit
from battlemat.rulebooks.openfire.state.inches import Words, place

Places: TypeAlias = tuple[Stand | None, ...]


class FollowersOptions:
    """Where the followers go: as proposed, or each at a legal place in formation.

    With `losses` a model that finds no place is lost; it is written without one.
    """

    def __init__(self, placing: Placing, losses: bool = False) -> None:
        self.placing = placing
        self.losses = losses
        self.auto: Option = ("followers", placing.unit.index)  # as the program proposes

    def stands(self, option: Option) -> Places | Refusal:
        """The places that an option stands for."""
        placing = self.placing
        if option == self.auto:
            proposed = placing.proposal()
            if None not in proposed or self.losses:
                return proposed
            return Refusal("not every follower finds a place", "openfire.formation.cannot-place")
        if option[:2] != self.auto or len(option) - 2 != len(placing.followers):
            return Refusal(f"a place is wanted for each of {len(placing.followers)} followers")
        return tuple(
            placing.battle.plane.put(placing.unit.card.models[model].base, *spot) if spot else None
            for model, spot in zip(placing.followers, option[2:], strict=True)
        )

    def refusal(self, option: Option) -> Refusal | None:
        found = self.stands(option)
        if isinstance(found, Refusal):
            return found
        if option == self.auto:
            return None
        if None in found and not self.losses:
            return Refusal("no model is lost through moving", "openfire.formation.cannot-place")
        return self.placing.refusal(found)

    def candidates(self) -> list[Option]:
        return [self.auto]

    def read(self, text: str) -> Option | Refusal:
        placing = self.placing
        words = Words(text, placing.battle.plane.height)
        if not words.word("followers"):
            return Refusal("write 'followers auto', or the places as in 'followers 2 13.10,8.40'")
        if words.word("auto") and words.done:
            return self.auto
        fixed: dict[int, Stand] = {}
        while not words.done:
            number, point = words.number(), words.place()
            facing = words.facing()
            if self.losses and point is None and words.word("lost"):
                continue  # it is lost if the program finds no place for it either
            if number is None or point is None:
                return Refusal(
                    "a follower is written as in '2 13.10,8.40' or '2 13.10,8.40 face 90'"
                )
            model = number - 1
            if model not in placing.followers:
                return Refusal(f"{placing.unit.id} has no follower {number}")
            base = placing.unit.card.models[model].base
            turned = placing.leader.facing if facing is None else facing
            fixed[model] = placing.battle.plane.put(base, *point, turned)
        return self._whole(fixed)

    def _whole(self, fixed: dict[int, Stand]) -> Option | Refusal:
        """Those that are not named take what the program proposes beside the others."""
        stands = self.placing.complete(fixed)
        if None in stands and not self.losses:
            return Refusal("the others find no place then", "openfire.formation.cannot-place")
        return (*self.auto, *((s.x, s.y, s.facing) if s else () for s in stands))


def write_followers(battle: Battle, option: Option) -> str:
    """The text of an option: every follower with its place and facing."""
    followers = battle.units[option[1]].followers
    if len(option) == 2:
        return "followers auto"
    return "followers " + " ".join(
        f"{model + 1} {place(*spot[:2])} face {spot[2]}" if spot else f"{model + 1} lost"
        for model, spot in zip(followers, option[2:], strict=True)
    )


def place_followers(placing: Placing, because: str, losses: bool = False) -> Flow[Places]:
    """Ask where the followers go; nothing is asked if there are none."""
    unit = placing.unit
    if not placing.followers:
        return ()
    options = FollowersOptions(placing, losses)
    option = yield from choose(
        PLAYERS[unit.side],
        "followers",
        lambda: options,
        because=because,
        about={"unit": unit.index, "leader": (placing.leader.x, placing.leader.y)},
    )
    found = options.stands(option)
    assert not isinstance(found, Refusal)
    return found


def put_down(unit: Unit, leader: Stand, followers: dict[int, Stand | None]) -> None:
    """Set the models of a unit on the table; a follower without a place is lost."""
    unit.place = TABLE
    unit.stands[unit.leader] = leader
    for model, stand in followers.items():
        if unit.hp[model]:
            unit.stands[model] = stand
            if stand is None:
                unit.hp[model] = 0
