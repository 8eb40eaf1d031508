"""Attacks in words: whom they are aimed at, and the line that a Linear weapon fires along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirm.screen.naming import called, done_by, square_called
from battlemat.rulebooks.skirm.state.battle import STANDING, Battle


def tell_attack(battle: Battle, asked: Any, option: Any) -> str:
    """An attack in words; `asked` names the units of which one attacks."""
    unit = battle.units[option.unit]
    what = _told(battle, option, unit.card.weapons[option.weapon].name)
    if option.verb != "melee" and option.line:
        blast = option.verb == "blast"
        end = option.square if blast else battle.units[option.target].square
        what = _along(battle, unit.square, end, option.line, what)
    return done_by(battle, asked.units, option.unit, what)


def _told(battle: Battle, option: Any, weapon: str) -> str:
    if option.verb == "blast":
        square = square_called(battle, option.square)
        return say("Aim the {weapon} at {square}", weapon=weapon, square=square)
    targets = attacked(battle, option.target, option.others)
    if option.verb == "shoot":
        return say("Shoot at {targets} with the {weapon}", targets=targets, weapon=weapon)
    return say("Strike at {targets} with the {weapon}", targets=targets, weapon=weapon)


def attacked(battle: Battle, target: int, others: Sequence[int]) -> str:
    """Whom an attack is aimed at, and to whom it goes on."""
    return listed([_aimed(battle, index) for index in (target, *others)])


def _aimed(battle: Battle, index: int) -> str:
    name = called(battle, index)
    return name if battle.units[index].state == STANDING else say("the Downed {unit}", unit=name)


def _along(battle: Battle, start: int, end: int, line: Sequence[tuple[int, int]], what: str) -> str:
    """A shot of a Linear weapon, with the corners that its line goes between."""
    first, *last = line
    return say(
        "{what}, from the {start} corner to the {ends, plural, one {{end} corner} other {{end} "
        "corners}}",
        what=what,
        start=_corner(battle, start, first),
        ends=len(last),
        end=listed([_corner(battle, end, point) for point in last]),
    )


def _corner(battle: Battle, square: int, corner: tuple[int, int]) -> str:
    """A corner of a square by the quarter of the sky that it looks to."""
    x, y = battle.field.board.xy(square)
    if corner[1] <= y:
        return say("north-west") if corner[0] <= x else say("north-east")
    return say("south-west") if corner[0] <= x else say("south-east")
