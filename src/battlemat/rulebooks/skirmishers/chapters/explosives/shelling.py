"""Chapter "Large Targets": explosives at walls and trees, which are structures."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.boards.dots import Board, Feature, Mark
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    at_once,
    switched_off,
)
from battlemat.rulebooks.skirmishers.chapters.explosives.preparing import (
    aim_bar,
    burst_aim,
    price_of,
    settle,
    stray_from,
    structures_by,
    usable,
)
from battlemat.rulebooks.skirmishers.chapters.explosives.throwing import (
    explosive_bar,
    numbers_of,
)
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim
from battlemat.rulebooks.skirmishers.screen.burst_shapes import burst_shapes
from battlemat.rulebooks.skirmishers.screen.drawing import point
from battlemat.rulebooks.skirmishers.screen.handles import offer
from battlemat.rulebooks.skirmishers.screen.parts import LINK, UNIT, WEAPON
from battlemat.rulebooks.skirmishers.state.battle import NOTHING, Battle
from battlemat.rulebooks.skirmishers.state.weapons import LAUNCHER
from battlemat.rulebooks.skirmishers.state.words import place_words


class Shell(NamedTuple):
    """An explosive at a wall or a tree: (dot before it, dot behind it, level)."""

    unit: int
    link: tuple[int, int, int]
    weapon: int
    verb: str = "shell"


def _shell_bar(battle: Battle, asked: Acting, option: Shell) -> Refusal | None:
    if not battle.on("large-targets"):
        return switched_off(say("structures cannot be targets"), "large-targets")
    barred = explosive_bar(battle, asked, option.unit, option.weapon)
    if barred is not None:
        return barred
    unit, weapon = battle.units[option.unit], battle.weapon(option.weapon)
    near, _, level = option.link
    because = "skirmishers.large.modifier"
    if weapon.smoke:
        return Refusal(say("smoke harms no structure"), because)
    place = battle.board.at(near, level) if level in battle.board.levels[near] else NOTHING
    if place == NOTHING or option.link not in structures_by(battle, place):
        return Refusal(say("there is no wall or tree between those dots"), because)
    return aim_bar(battle, unit, weapon, place)


def _shells(battle: Battle, asked: Acting) -> list[Shell]:
    if not battle.on("large-targets"):
        return []
    unit = battle.units[asked.unit]
    found: list[Shell] = []
    for weapon in usable(battle, unit):
        if weapon.smoke:
            continue
        reach = weapon.reach if weapon.kind == LAUNCHER else unit.ap_left
        for place in _by_structures(battle.board):
            if battle.board.distance(unit.place, place) > reach:
                continue
            if burst_aim(battle, unit, weapon, place) is not None:
                links = structures_by(battle, place)
                found += [Shell(unit.index, link, weapon.number) for link in links]
    return found


@Memo("the board, which does not change", bound=32)
def _by_structures(board: Board) -> tuple[int, ...]:
    """The places beside a high wall or a tree trunk."""
    places = set()
    for a, b, level, feature in board.links:
        if feature is Feature.HIGH_WALL:
            places |= {board.at(dot, level) for dot in (a, b) if level in board.levels[dot]}
    for mark, dot, level in board.marks:
        if mark is Mark.TREE:
            near = (dot for dot in board.neighbours[dot] if dot >= 0)
            places |= {board.at(one, level) for one in near if level in board.levels[one]}
    return tuple(sorted(place for place in places if board.surfaces >> place & 1))


def _shell_aim(battle: Battle, option: Shell) -> Aim | None:
    near, _, level = option.link
    place = battle.board.at(near, level)
    unit, weapon = battle.units[option.unit], battle.weapon(option.weapon)
    aim = burst_aim(battle, unit, weapon, place)
    return aim._replace(large=True) if aim is not None else None


def shell(battle: Battle, option: Shell) -> None:
    """Aim at a structure; measured to the near dot, and bursting there."""
    aim = _shell_aim(battle, option)
    assert aim is not None, "a target was offered that cannot be aimed at"
    price = price_of(aim.attacker, aim.weapon, aim.distance)
    because = "skirmishers.large.modifier"
    settle(aim, price, stray=stray_from(aim), because=because, link=option.link)


def _point_shell(battle: Battle, option: Shell, made: Handle) -> None:
    near, _, level = option.link
    place = battle.board.at(near, level)
    made.at, made.place = point(battle.board, place), battle.board.name(place)


def _shell_words(battle: Battle, _asked: Acting, option: Shell) -> str:
    near, far, level = option.link
    board = battle.board
    return say(
        "Aim {weapon} at the {what, select, wall {wall} other {tree}} between {near} and {far}",
        weapon=battle.weapon(option.weapon).name,
        what="wall" if board.terrain.feature(near, far, level) else "tree",
        near=place_words(board, board.at(near, level)),
        far=board.name(board.ground(far)),
    )


def _shell_covers(battle: Battle, _choice: Choice, option: Shell) -> list[Shape]:
    shell(battle, option)
    return burst_shapes(battle, battle.tokens[-1])


def _shell_price(battle: Battle, _asked: Acting, option: Shell) -> int:
    unit = battle.units[option.unit]
    distance = battle.board.distance(unit.place, option.link[0])
    return price_of(unit, battle.weapon(option.weapon), distance)


SHELL = Action(
    Shell,
    Template(Shell, "shell {unit} {link} {weapon}", unit=UNIT, link=LINK, weapon=WEAPON),
    says="aim an explosive at a wall or a tree",
    because="skirmishers.large.modifier",
    candidates=_shells,
    bar=_shell_bar,
    price=_shell_price,
    numbers=lambda battle, _asked, option: numbers_of(_shell_aim(battle, option)),
    do=at_once(shell, combat=True),
    tells=_shell_words,
    handle=offer("Structure", _point_shell),
    covers=_shell_covers,
    needs=("large-targets",),
    fights=True,
)
