"""What an explosive would cover: rings, smoke, flames, structures, and where it may fall."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from battlemat.boards.dots import each
from battlemat.kernel.odds import flow_odds
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirmishers.chapters.explosives.bursts import (
    SMOKE_AT_FIRST,
    SMOKE_GROWN,
    TREE_TOUGHNESS,
    come_down,
    points_at,
    toughness,
    victims,
)
from battlemat.rulebooks.skirmishers.screen.aims import in_percent, told
from battlemat.rulebooks.skirmishers.screen.drawing import edge, tile
from battlemat.rulebooks.skirmishers.state.battle import NOTHING, Battle, Token


def burst_shapes(battle: Battle, token: Token) -> list[Shape]:
    """A token's rings, smoke and flames if it is on target, and every dot where it may fall."""
    weapon = battle.weapon(token.weapon)
    found = _smoke(battle, token.place) if weapon.smoke else _rings(battle, token)
    if weapon.incendiary:
        flames = battle.board.bursts.flames(token.place, len(weapon.rings) - 1)
        because = "skirmishers.incendiary.ignite"
        found += [tile("fire", battle.board, p, say("burns"), because) for p in each(flames)]
    if token.link is not None:
        found.append(_structure(battle, token.link, weapon.rings[0]))
    return found + _scatter(battle, token)


def _rings(battle: Battle, token: Token) -> list[Shape]:
    """The places that a burst reaches, ring by ring, and who would be harmed there."""
    board, weapon = battle.board, battle.weapon(token.weapon)
    radius = len(weapon.rings) - 1
    harmed: dict[int, list[str]] = {}
    for _, unit in victims(battle, token.place, radius):
        if not (weapon.incendiary and unit.is_vehicle):
            harmed.setdefault(unit.place, []).append(unit.id)
    found = []
    for distance, ring in enumerate(board.bursts.blast(token.place, radius)):
        kind = "blast-outer" if distance else "blast"
        for place in each(ring):
            points = points_at(battle, weapon, place, distance)
            label = say("{points}X", points=points)  # as cards write it: a tile is small
            if place in harmed:
                label = say("{points}X hits {units}", points=points, units=listed(harmed[place]))
            found.append(tile(kind, board, place, label, "skirmishers.weapon.ring-damage"))
    return found


def _smoke(battle: Battle, centre: int) -> list[Shape]:
    board = battle.board
    at_once = board.bursts.smoke(centre, SMOKE_AT_FIRST)
    later = board.bursts.smoke(centre, SMOKE_GROWN) & ~at_once
    now, grown = say("smoke"), say("smoke from the next turn on")
    found = [tile("smoke", board, p, now, "skirmishers.smoke.fill") for p in each(at_once)]
    return found + [tile("smoke", board, p, grown, "skirmishers.smoke.grow") for p in each(later)]


def _structure(battle: Battle, link: tuple[int, int, int], points: int) -> Shape:
    """The wall or tree that is aimed at, and what it has to bear."""
    near, far, level = link
    board = battle.board
    wall = bool(board.terrain.feature(near, far, level))
    place = (min(near, far), max(near, far), level) if wall else (far, far, level)
    tough = toughness(battle, link) if wall else TREE_TOUGHNESS
    sofar = dict(battle.structures).get(place, 0)
    label = say(
        "{what, select, wall {wall} other {tree}}: {sofar} of {tough} points, "
        "{points} more on target",
        what="wall" if wall else "tree",
        sofar=sofar,
        tough=tough,
        points=points,
    )
    because = "skirmishers.large.toughness"
    ground = max(board.heights[near], board.heights[far])
    storey = max(0, level - ground)
    return Shape("structure", "line", edge(board, near, far), 0.0, 0.0, storey, label, because)


def _scatter(battle: Battle, token: Token) -> list[Shape]:
    """Each dot where it may come down, with its exact chance."""
    chances: dict[int, Fraction] = {}
    for outcome, chance in flow_odds(lambda: come_down(battle, token)).outcomes.items():
        _, place = cast("tuple[bool, int]", outcome)
        chances[place] = chances.get(place, Fraction(0)) + chance
    found = []
    for place, chance in sorted(chances.items(), key=lambda item: (-item[1], item[0])):
        if place == NOTHING:
            because = "skirmishers.incendiary.no-scatter"
            label, brief = say("no effect {chance}", chance=told(chance)), in_percent(chance)
            found.append(tile("scatter", battle.board, token.place, label, because, brief))
        else:
            because = "skirmishers.explosive.scatter"
            label, brief = told(chance), in_percent(chance)
            found.append(tile("scatter", battle.board, place, label, because, brief))
    return found
