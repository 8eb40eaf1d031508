"""What units did in a battle, found by going through its record: nothing is noted while playing.

A unit's deed is what an enemy lost when it was the last of its side to do something. What is left
of a unit is the pack's word (`packs.campaigns.living`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from battlemat.kernel.errors import RecordError
from battlemat.kernel.game import Game
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import Record, read, resume
from battlemat.kernel.rulebook import Result
from battlemat.kernel.words import say
from battlemat.packs.campaigns.living import Lines
from battlemat.packs.registry import find, pack_of


@dataclass(slots=True)
class Deeds:
    """What one unit did and suffered in a battle."""

    id: str
    name: str
    side: str
    kills: list[str] = field(default_factory=list)
    """Whom it took out, by name."""
    dealt: int = 0
    suffered: int = 0
    out: bool = False
    fell_to: str = ""
    """Who took it out, by id."""


class Fought(NamedTuple):
    """A battle: how it ended, what each unit did, what the forces gain by their book.

    One that was broken off has no result of its own.
    """

    result: Result | None
    units: tuple[Deeds, ...]
    gains: Mapping[str, Lines]

    def of(self, side: str) -> tuple[Deeds, ...]:
        """The units of a side, in the order of its squad."""
        return tuple(one for one in self.units if one.side == side)


@Memo("the text of a record, and whether it may end early", bound=64)
def fought(text: str, *, broken_off: bool = False) -> Fought:
    """What came of a battle; `RecordError` for a record that does not come to its digest.

    The record of a battle that is not over is taken only where players broke it off.
    """
    kept = read(text)
    book = find(kept.rulebook)
    game = resume(book, kept)
    if game.result is None and not broken_off:
        raise RecordError(say("this battle is not over"))
    living = pack_of(kept.rulebook).readers().living
    assert living is not None, "campaigns are read for rulebooks whose units live on"
    gains = living.gained(game) if living.gained is not None else {}
    return Fought(game.result, tuple(_deeds(kept, living.left)), gains)


def _deeds(kept: Record, left: Any) -> list[Deeds]:
    """Go through a record answer by answer and see who lost what, and to whom."""
    book = find(kept.rulebook)
    game: Game[Any] = Game(book, kept.setup)
    units = _units(game)
    found = {
        name: Deeds(name, str(facts["name"]), str(facts["side"])) for name, facts in units.items()
    }
    before = {name: left(facts) for name, facts in units.items()}
    last: dict[str, str] = {}
    felled: dict[str, Deeds] = {}
    for _, text in kept.answers:
        question = game.question
        if isinstance(question, Choice):
            last[question.player] = _actor(found, question.player, text) or last.get(
                question.player, ""
            )
        game.answer(text)
        after = {name: left(facts) for name, facts in _units(game).items()}
        for name, now in after.items():
            if now < before.get(name, now):
                doer = _last_of_others(found, last, found[name].side)
                if now == 0 and before[name] == 1:
                    doer = felled.get(name, doer)  # it fell before and is only now removed
                if doer is not None:
                    felled[name] = doer
                _note(found[name], doer, before[name] - now, out=now == 0)
        before = after
    for name, one in found.items():
        one.out = before.get(name, 0) == 0
    return list(found.values())


def _last_of_others(found: Mapping[str, Deeds], last: Mapping[str, str], side: str) -> Deeds | None:
    return next((found[one] for who, one in last.items() if who != side and one), None)


def _note(victim: Deeds, doer: Deeds | None, lost: int, *, out: bool) -> None:
    victim.suffered += lost
    if doer is not None:
        doer.dealt += lost
        if out:
            doer.kills.append(victim.name)
            victim.fell_to = doer.id


def _actor(found: Mapping[str, Deeds], player: str, text: str) -> str:
    """Who does what an answer says: the first unit of its player that it names."""
    return next((one for one in text.split() if one in found and found[one].side == player), "")


def _units(game: Game[Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = game.rulebook.facts(game.battle)["units"]
    return found
