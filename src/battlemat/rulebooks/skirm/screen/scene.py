"""The scene of a Skirm battle: squares, levels, walls, doors, units, objectives."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from battlemat.boards.squares import Board
from battlemat.kernel.scene import Mark, Piece, Scene, Shape, Spot
from battlemat.rulebooks.skirm.chapters.combat.sight import in_the_way, smoke
from battlemat.rulebooks.skirm.chapters.movement import ends, move_squares, threatened
from battlemat.rulebooks.skirm.screen.drawing import RADIUS, cell, centre, edge, tile
from battlemat.rulebooks.skirm.screen.objectives import objectives, outlook
from battlemat.rulebooks.skirm.state.battle import CARRIED, PLAYERS, STANDING, STATES, Battle, Unit
from battlemat.rulebooks.skirm.state.masks import squares_in
from battlemat.rulebooks.skirm.state.specials import FAR


def paint(battle: Battle) -> Scene:
    """Everything on the table."""
    board = battle.field.board
    edition, mission = battle.edition, battle.mission
    scene = Scene(
        width=board.width,
        height=board.height,
        grid="squares",
        title=f"{edition.title}: {mission.name} on {battle.field.map_name}",
        columns=[chr(ord("a") + x) for x in range(board.width)],
        rows=[str(y + 1) for y in range(board.height)],
    )
    scene.shapes = _fixed(board, battle.doors_open)
    scene.zones = _zones(battle)
    scene.pieces = [_piece(battle, unit) for unit in battle.units if unit.square >= 0]
    scene.marks = _marks(battle)
    scene.spots = _spots(board)
    scene.status = _status(battle)
    scene.outlook = outlook(battle)
    return scene


@lru_cache(maxsize=256)
def _fixed(board: Board, doors_open: int) -> tuple[Shape, ...]:
    return (*_ground(board), *_doors(board, doors_open))


@lru_cache(maxsize=64)
def _ground(board: Board) -> tuple[Shape, ...]:
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
            label = ", ".join([*kinds, f"level {level}"] if level else kinds)
            kind = kinds[0] if kinds else "level"
            shapes.append(Shape(kind, "polygon", cell(board, square), height=level, label=label))
    for side, height in sorted(board.walls.items()):
        kind = "low-wall" if height == 1 else "high-wall"
        label = f"wall of height {height}"
        if side in board.climbable:
            label += ", climbable"
        shapes.append(Shape(kind, "line", edge(board, side), height=height, label=label))
    for side in sorted(board.climbable):
        shapes.append(Shape("climbable", "line", edge(board, side), label="climbable"))
    return tuple(shapes)


def _doors(board: Board, doors_open: int) -> list[Shape]:
    found = []
    for number, side in enumerate(board.doors):
        state = "open" if doors_open >> number & 1 else "closed"
        found.append(Shape(f"door-{state}", "line", edge(board, side), label=f"{state} door"))
    return found


def _zones(battle: Battle) -> tuple[Shape, ...]:
    areas = []
    if battle.phase in ("muster", "deploy"):
        for index, (name, mask) in enumerate(battle.mission.zones):
            kind = "zone"
            if battle.phase == "deploy":
                kind = f"zone-{PLAYERS[battle.zones.index(index)]}"
            areas.append((kind, f"{name} zone", mask))
    return _squares_of(battle.field.board, (*areas, ("smoke", "smoke", smoke(battle))))


@lru_cache(maxsize=256)
def _squares_of(board: Board, areas: tuple[tuple[str, str, int], ...]) -> tuple[Shape, ...]:
    return tuple(
        Shape(kind, "polygon", cell(board, square), label=label)
        for kind, label, mask in areas
        for square in squares_in(mask)
    )


def _marks(battle: Battle) -> list[Mark]:
    board = battle.field.board
    marks = objectives(battle)
    for index, marker in enumerate(battle.mission.markers):
        place = battle.markers[index]
        if place <= CARRIED:
            place = battle.units[CARRIED - place].square
        marks.append(Mark(f"marker {marker.id}", "marker", centre(board, place), marker.name))
    return marks


@lru_cache(maxsize=64)
def _spots(board: Board) -> tuple[Spot, ...]:
    found = []
    for square in range(board.size):
        notes = []
        if board.levels[square]:
            notes.append(f"level {board.levels[square]}")
        for word, mask in (
            ("difficult", board.difficult),
            ("impassable", board.impassable),
            ("stairs", board.stairs),
        ):
            if mask >> square & 1:
                notes.append(word)
        found.append(Spot(board.name(square), centre(board, square), note=", ".join(notes)))
    return tuple(found)


def _status(battle: Battle) -> list[tuple[str, str]]:
    status = [("Turn", f"{battle.turn} of {battle.mission.turns}")]
    for side, player in enumerate(PLAYERS):
        squad = battle.field.squad_names[side]
        status.append((player.title(), squad))
        status.append((f"{player.title()} points", str(battle.scores[side])))
        status.append((f"{player.title()} orders", str(battle.orders[side])))
    if battle.active >= 0:
        unit = battle.units[battle.active]
        most = max(battle.act_left, unit.card.act)
        status.append(("Active", f"{unit.id}, {battle.act_left} of {most} actions left"))
    if battle.turn:
        status.append(("Initiative", PLAYERS[battle.initiative]))
    return [*status, *battle.field.readings.status()]


def _piece(battle: Battle, unit: Unit) -> Piece:
    board = battle.field.board
    states = [STATES[unit.state].title()]
    if battle.turn and not unit.ready:
        states.append("Activated")
    if unit.stun:
        states.append("Stunned")
    return Piece(
        id=unit.id,
        name=unit.card.name,
        side=PLAYERS[unit.side],
        at=centre(board, unit.square),
        radius=RADIUS,
        level=board.levels[unit.square],
        states=states,
        ready=unit.ready,
        active=unit.index == battle.active,
        gauge=(unit.hit, unit.card.hit) if unit.card.hit else None,
        budget=_budget(battle, unit),
        place=board.name(unit.square),
        card=card(battle, unit),
    )


def _budget(battle: Battle, unit: Unit) -> tuple[int, int, str] | None:
    """The actions that the active unit has left, of how many."""
    if unit.index != battle.active:
        return None
    left = battle.act_left
    return left, max(left, unit.card.act), "action" if left == 1 else "actions"


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
        "cost": f"{paper.ep} EP, its gear {paper.gear_ep} EP" if paper.ep else "",
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
