"""The scene of a Skirm battle: squares, levels, walls, doors, units, objectives."""

from __future__ import annotations

from typing import Any

from battlemat.boards.squares import Board
from battlemat.kernel.events import force_name, side_name
from battlemat.kernel.memo import Memo
from battlemat.kernel.scene import Mark, Piece, Scene, Shape, Spot, Status
from battlemat.kernel.words import say, spoken
from battlemat.rulebooks.skirm.chapters.combat.sight import in_the_way, smoke
from battlemat.rulebooks.skirm.chapters.movement import ends, move_squares, threatened
from battlemat.rulebooks.skirm.screen.card_words import card_words
from battlemat.rulebooks.skirm.screen.drawing import RADIUS, cell, centre, edge, tile
from battlemat.rulebooks.skirm.screen.looks import conditions, glyph
from battlemat.rulebooks.skirm.screen.objectives import objectives, outlook
from battlemat.rulebooks.skirm.state.battle import (
    CARRIED,
    PLAYERS,
    STANDING,
    WAITING,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirm.state.masks import squares_in
from battlemat.rulebooks.skirm.state.specials import FAR


def paint(battle: Battle) -> Scene:
    """Everything on the table."""
    board = battle.field.board
    edition, mission = battle.edition, battle.mission
    subtitle = say("{mission} on {map}", mission=mission.name, map=battle.field.map_name)
    scene = Scene(
        width=board.width,
        height=board.height,
        grid="squares",
        title=say("{game}: {battle}", game=edition.title, battle=subtitle),
        mission=mission.name,
        subtitle=subtitle,
        columns=[chr(ord("a") + x) for x in range(board.width)],
        rows=[str(y + 1) for y in range(board.height)],
    )
    scene.shapes = _fixed(board, battle.doors_open, spoken().language)
    scene.zones = _zones(battle)
    scene.pieces = [_piece(battle, unit) for unit in battle.units if unit.square >= 0]
    scene.waiting = [_piece(battle, unit) for unit in battle.units if unit.state == WAITING]
    scene.marks = _marks(battle)
    scene.spots = _spots(board, spoken().language)
    scene.status = _status(battle)
    scene.outlook = outlook(battle)
    scene.card_words = card_words(spoken().language)
    return scene


@Memo("the board, its doors and the language", bound=256)
def _fixed(board: Board, doors_open: int, language: str) -> tuple[Shape, ...]:
    """Ground, walls and doors, kept for each language that they are told in."""
    return (*_ground(board, language), *_doors(board, doors_open))


def _ground_words(board: Board, square: int) -> list[str]:
    """What a square is like, in words; its height first."""
    words = []
    if board.levels[square]:
        words.append(say("level {level}", level=board.levels[square]))
    if board.impassable >> square & 1:
        words.append(say("impassable"))
    if board.difficult >> square & 1:
        words.append(say("difficult"))
    if board.stairs >> square & 1:
        words.append(say("stairs"))
    return words


@Memo("the board, which does not change, and the language", bound=64)
def _ground(board: Board, _language: str) -> tuple[Shape, ...]:
    shapes = []
    for square in range(board.size):
        level = board.levels[square]
        kinds = [
            kind
            for kind, mask in (
                ("impassable", board.impassable),
                ("difficult", board.difficult),
                ("stairs", board.stairs),
            )
            if mask >> square & 1
        ]
        if level or kinds:
            label = ", ".join(_ground_words(board, square))
            kind = kinds[0] if kinds else "level"
            shapes.append(Shape(kind, "polygon", cell(board, square), height=level, label=label))
    for side, height in sorted(board.walls.items()):
        kind = "low-wall" if height == 1 else "high-wall"
        label = say("wall of height {height}", height=height)
        if side in board.climbable:
            label = say("wall of height {height}, climbable", height=height)
        shapes.append(Shape(kind, "line", edge(board, side), height=height, label=label))
    for side in sorted(board.climbable):
        shapes.append(Shape("climbable", "line", edge(board, side), label=say("climbable")))
    return tuple(shapes)


def _doors(board: Board, doors_open: int) -> list[Shape]:
    found = []
    for number, side in enumerate(board.doors):
        is_open = doors_open >> number & 1
        kind, label = "door-closed", say("closed door")
        if is_open:
            kind, label = "door-open", say("open door")
        found.append(Shape(kind, "line", edge(board, side), label=label))
    return found


def _zones(battle: Battle) -> tuple[Shape, ...]:
    areas = []
    if battle.phase in ("muster", "deploy"):
        for index, (name, mask) in enumerate(battle.mission.zones):
            side = PLAYERS[battle.zones.index(index)] if battle.phase == "deploy" else ""
            areas.append(("zone", side, say("{zone} zone", zone=name), mask))
    return _squares_of(battle.field.board, (*areas, ("smoke", "", say("smoke"), smoke(battle))))


@Memo("the board and the areas", bound=256)
def _squares_of(board: Board, areas: tuple[tuple[str, str, str, int], ...]) -> tuple[Shape, ...]:
    return tuple(
        Shape(kind, "polygon", cell(board, square), label=label, name=label, side=side)
        for kind, side, label, mask in areas
        for square in squares_in(mask)
    )


def _marks(battle: Battle) -> list[Mark]:
    board = battle.field.board
    marks = objectives(battle)
    for index, marker in enumerate(battle.mission.markers):
        place = battle.markers[index]
        if place <= CARRIED:
            place = battle.units[CARRIED - place].square
        id, at = f"marker {marker.id}", centre(board, place)
        marks.append(Mark(id, "marker", at, marker.name, name=marker.name))
    return marks


@Memo("the board, which does not change, and the language", bound=64)
def _spots(board: Board, _language: str) -> tuple[Spot, ...]:
    found = []
    for square in range(board.size):
        note = ", ".join(_ground_words(board, square))
        found.append(Spot(board.name(square), centre(board, square), note=note))
    return tuple(found)


def _status(battle: Battle) -> list[Status]:
    turns = say("{turn} of {turns}", turn=battle.turn, turns=battle.mission.turns)
    status = [Status(say("Turn"), turns, kind="turn")]
    for side, player in enumerate(PLAYERS):
        squad = force_name(player, battle.field.squad_names[side])
        status.append(Status(say("squad"), squad, player, "squad"))
        status.append(Status(say("points"), str(battle.scores[side]), player, "score"))
        status.append(Status(say("orders"), str(battle.orders[side]), player))
    if battle.active >= 0:
        unit = battle.units[battle.active]
        most = max(battle.act_left, unit.card.act)
        left = say(
            "{unit}, {left} of {most} actions left", unit=unit.id, left=battle.act_left, most=most
        )
        status.append(Status(say("Active"), left, kind="acting"))
    if battle.turn:
        status.append(Status(say("Initiative"), side_name(PLAYERS[battle.initiative])))
    return [*status, *battle.field.readings.status()]


def _piece(battle: Battle, unit: Unit) -> Piece:
    board, placed = battle.field.board, unit.square >= 0
    return Piece(
        id=unit.id,
        name=unit.card.name,
        side=PLAYERS[unit.side],
        at=centre(board, unit.square) if placed else (0, 0),
        radius=RADIUS,
        level=board.levels[unit.square] if placed else 0,
        conditions=conditions(unit),
        ready=unit.ready or not battle.turn,
        active=unit.index == battle.active,
        gauge=(unit.hit, unit.card.hit) if unit.card.hit else None,
        budget=_budget(battle, unit),
        place=board.name(unit.square) if placed else "",
        stands=board.name(unit.square) if placed else "",
        card=card(battle, unit),
        glyph=glyph(unit.card),
    )


def _budget(battle: Battle, unit: Unit) -> tuple[int, int, str] | None:
    """The actions that the active unit has left, of how many."""
    if unit.index != battle.active:
        return None
    left = battle.act_left
    word = say("{left, plural, one {action} other {actions}}", left=left)
    return left, max(left, unit.card.act), word


def card(battle: Battle, unit: Unit) -> dict[str, Any]:
    """A unit's card for the side panel; codes come with their clause and title."""
    paper, name = unit.card, battle.edition.name
    stats = {"ACT": paper.act}
    if battle.edition.has_hit:
        stats |= {"MOV": paper.mov, "ARM": paper.arm, "HIT": unit.hit}
    else:
        stats |= {"ARM": paper.arm, "MSK": paper.msk, "RSK": paper.rsk}
    return {
        "stats": stats,
        "stats_clause": f"{name}.card.unit-stats",
        "special": [
            {"code": code, "title": rule.title, "clause": f"{name}.{rule.clause}"}
            for code, rule in zip(unit.powers.codes, unit.powers.rules, strict=True)
        ],
        "weapons": [
            {
                "name": weapon.name,
                "type": "ranged" if weapon.ranged else "melee",
                "roa": weapon.roa,
                "dam": weapon.dam,
                **({"skl": weapon.skl} if battle.edition.has_hit else {}),
                "range": weapon.range if weapon.range != FAR else None,
                "spent": bool(unit.used >> weapon.index & 1),
                "special": [
                    {"code": code, "title": rule.title, "clause": f"{name}.{rule.clause}"}
                    for code, rule in zip(weapon.special, weapon.rules, strict=True)
                ],
            }
            for weapon in paper.weapons
        ],
        "skills": [
            {"name": skill.name, "text": skill.text, "act": skill.act, "to": skill.to}
            for skill in paper.skills
        ],
        "equipment": [{"name": item.name, "text": item.text} for item in paper.equipment],
        "tags": list(paper.tags),
        "cost": say("{ep} EP, its gear {gear} EP", ep=paper.ep, gear=paper.gear_ep)
        if paper.ep
        else "",
    }


# ---------------------------------------------------------------------- overlays


def overlays(battle: Battle, piece: str) -> list[Shape]:
    """Reach, sight and threat of a unit: what it could do from where it stands."""
    unit = next((u for u in battle.units if u.id == piece and u.square >= 0), None)
    if unit is None:
        return []
    board, terrain, name = battle.field.board, battle.terrain, battle.edition.name
    found = []
    if unit.state == STANDING:
        reach = ends(battle, unit, move_squares(battle, unit))
        clause = f"{name}.move.allowance"
        found += [tile("reach", board, s, because=clause) for s in squares_in(reach)]
    way, clause = in_the_way(battle), f"{name}.los.corners"
    for square in range(board.size):
        if square != unit.square and terrain.sees(unit.square, square, standing=way):
            found.append(tile("sight", board, square, because=clause))
    threat = threatened(battle, 1 - unit.side) & terrain.adjacent[unit.square]
    clause = f"{name}.move.zone"
    found += [tile("threat", board, s, because=clause) for s in squares_in(threat)]
    return found
