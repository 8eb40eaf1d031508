"""The scene of a Skirm battle: squares, levels, walls, doors, units, objectives."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from battlemat.boards.squares.board import Board
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Handle, Mark, Piece, Point, Scene, Shape, Spot
from battlemat.rulebooks.skirm.chapters.attacks import ATTACKS, line_crossings, squares_in
from battlemat.rulebooks.skirm.chapters.damage import CARRIED
from battlemat.rulebooks.skirm.chapters.movement import ends, move_squares, threatened
from battlemat.rulebooks.skirm.chapters.prices import kind_of, listed_price, price
from battlemat.rulebooks.skirm.chapters.sight import in_the_way, smoke
from battlemat.rulebooks.skirm.screen import notation
from battlemat.rulebooks.skirm.state.battle import DOWNED, PLAYERS, STANDING, STATES, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import FAR


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
    scene.shapes = [*_ground(board), *_doors(battle)]
    scene.zones = _zones(battle)
    scene.pieces = [_piece(battle, unit) for unit in battle.units if unit.square >= 0]
    scene.marks = _marks(battle)
    scene.spots = list(_spots(board))
    scene.status = _status(battle)
    return scene


def centre(board: Board, square: int) -> Point:
    x, y = board.xy(square)
    return (x + 0.5, y + 0.5)


def cell(board: Board, square: int) -> list[Point]:
    """The corners of a square."""
    x, y = board.xy(square)
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def edge(board: Board, side: tuple[int, int]) -> list[Point]:
    """The two ends of the side between two squares."""
    (ax, ay), (bx, by) = board.xy(side[0]), board.xy(side[1])
    if ax == bx:
        return [(ax, by), (ax + 1, by)]
    return [(bx, ay), (bx, ay + 1)]


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


def _doors(battle: Battle) -> list[Shape]:
    board = battle.field.board
    found = []
    for number, side in enumerate(board.doors):
        state = "open" if battle.doors_open >> number & 1 else "closed"
        found.append(Shape(f"door-{state}", "line", edge(board, side), label=f"{state} door"))
    return found


def _zones(battle: Battle) -> list[Shape]:
    board = battle.field.board
    found = []
    if battle.phase in ("muster", "deploy"):
        for index, (name, mask) in enumerate(battle.mission.zones):
            kind = "zone"
            if battle.phase == "deploy":
                kind = f"zone-{PLAYERS[battle.zones.index(index)]}"
            found += [
                Shape(kind, "polygon", cell(board, s), label=f"{name} zone")
                for s in squares_in(mask)
            ]
    for square in squares_in(smoke(battle)):
        found.append(Shape("smoke", "polygon", cell(board, square), label="smoke"))
    return found


def _marks(battle: Battle) -> list[Mark]:
    board = battle.field.board
    marks = [
        Mark(f"objective {one.id}", "objective", centre(board, one.square), one.name)
        for one in battle.mission.objectives
    ]
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
    if battle.turn:
        status.append(("Initiative", PLAYERS[battle.initiative]))
    return status


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
        radius=0.38,
        level=board.levels[unit.square],
        states=states,
        ready=unit.ready,
        active=unit.index == battle.active,
        gauge=(unit.hit, unit.card.hit) if unit.card.hit else None,
        place=board.name(unit.square),
        card=card(battle, unit),
    )


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
        "equipment": [
            {"name": item.get("name", ""), "text": item.get("text", "")} for item in paper.equipment
        ],
        "tags": list(paper.tags),
        "ep": [paper.ep, paper.gear_ep],
    }


# ---------------------------------------------------------------------- handles

GROUPS = {
    "move": "Move",
    "dash": "Dash",
    "crawl": "Crawl",
    "leap": "Leap",
    "shoot": "Ranged Attack",
    "line": "Ranged Attack",
    "blast": "Ranged Attack",
    "melee": "Melee Attack",
    "door": "Door",
    "pick": "Pick Up",
    "drop": "Drop",
    "recover": "Recover",
    "revive": "Revive",
    "command": "Command",
    "skill": "Skill",
    "do": "Mission",
    "order": "Tactical Order",
    "end": "End activation",
    "activate": "Activate",
    "place": "Deploy",
    "zone": "Choose a zone",
    "reroll": "Re-roll",
    "change": "Change a die",
    "push": "Push",
    "pass": "Pass",
    "target": "Target",
    "weapon": "Weapon",
    "square": "Square",
}


def handle(battle: Battle, choice: Choice, option: Option) -> Handle:
    """How a screen offers an option."""
    verb = option[0]
    made = Handle(
        text=notation.write(battle, option),
        label=_label(battle, choice, option),
        group=GROUPS.get(verb, verb.title()),
        because=f"{battle.edition.name}.{choice.because}",
    )
    board = battle.field.board
    if verb in notation.MOVES or verb == "place":
        unit = battle.units[option[1]]
        made.piece, made.at, made.place = unit.id, centre(board, option[2]), board.name(option[2])
        if unit.square >= 0:
            made.path = [centre(board, unit.square), made.at]
    elif verb in ATTACKS:
        _aim(battle, option, made)
    elif verb in ("recover", "revive", "command"):
        made.piece, made.target = battle.units[option[1]].id, battle.units[option[2]].id
    elif verb in ("activate", "target"):
        made.piece = made.target = battle.units[option[1]].id
    elif verb in ("end", "order", "door", "pick", "drop", "skill", "do"):
        made.piece = battle.units[option[1]].id
    elif verb == "square":
        made.at, made.place = centre(board, option[1]), board.name(option[1])
    if choice.kind == "action":
        made.cost = _cost(battle, option)
    return made


def _aim(battle: Battle, option: Option, made: Handle) -> None:
    board = battle.field.board
    unit = battle.units[option[1]]
    made.piece = unit.id
    square = option[3]
    if option[0] != "blast":
        target = battle.units[option[3]]
        made.target, square = target.id, target.square
    made.at, made.place = centre(board, square), board.name(square)
    made.path = [centre(board, unit.square), made.at]


def _cost(battle: Battle, option: Option) -> str:
    verb = option[0]
    unit = battle.units[battle.active]
    if verb in ("end", "order"):
        return ""
    if verb == "revive":
        return "2 TO"
    if verb == "skill" and unit.card.skills[option[2]].to:
        return f"{unit.card.skills[option[2]].to} TO"
    kind = kind_of(battle, option)
    weapon = unit.card.weapons[option[2]] if kind in ("shoot", "melee") else None
    cost = price(battle, kind, listed_price(battle, unit, option), weapon) or 0
    with_act = min(cost, battle.act_left)
    parts = [f"{with_act} ACT"] if with_act else []
    if cost > with_act:
        parts.append(f"{cost - with_act} TO")
    return " + ".join(parts)


def _label(battle: Battle, choice: Choice, option: Option) -> str:
    verb = option[0]
    name = battle.field.board.name
    if verb in notation.MOVES:
        return f"{verb.title()} to {name(option[2])}"
    if verb == "place":
        return f"Place {_called(battle, option[1])} in {name(option[2])}"
    if verb in ATTACKS:
        return _attack_label(battle, option)
    if verb == "zone":
        return f"Deploy in the {battle.mission.zones[option[1]][0]} zone"
    if verb in ("reroll", "change", "pass"):
        return _dice_label(choice, option)
    if verb == "order":
        return "Spend 1 TO for 1 more ACT"
    if verb == "end":
        return f"End the activation of {_called(battle, option[1])}"
    if verb == "activate":
        return f"Activate {_called(battle, option[1])}"
    if verb == "skill":
        skill = battle.units[option[1]].card.skills[option[2]]
        return f"{skill.name}: {skill.text}" if skill.text else skill.name
    if verb == "do":
        action = battle.mission.actions[option[2]]
        return f"{action.name}: {action.text}" if action.text else action.name
    if verb == "door":
        state = "Close" if battle.doors_open >> option[2] & 1 else "Open"
        a, b = battle.field.board.doors[option[2]]
        return f"{state} the door between {name(a)} and {name(b)}"
    if verb in ("pick", "drop"):
        word = "Pick up" if verb == "pick" else "Drop"
        return f"{word} {battle.mission.markers[option[2]].name}"
    if verb == "push":
        return "Do not push" if not option[1] else f"Push {option[1]} squares"
    if verb == "weapon":
        return f"Fight with {battle.units[option[1]].card.weapons[option[2]].name}"
    if verb == "square":
        return f"Square {name(option[1])}"
    return f"{GROUPS.get(verb, verb.title())} {_called(battle, option[-1])}"


def _called(battle: Battle, index: int) -> str:
    unit = battle.units[index]
    return f"{unit.id} ({unit.card.name})"


def _attack_label(battle: Battle, option: Option) -> str:
    verb, me, with_, aim, *more = option
    unit = battle.units[me]
    weapon = unit.card.weapons[with_].name
    if verb == "blast":
        return f"{weapon} at square {battle.field.board.name(aim)}"
    target = battle.units[aim]
    text = f"{weapon} at {_called(battle, aim)}"
    if target.state == DOWNED:
        text += ", Downed"
    if verb == "line":
        text += " along " + line_crossings(battle, unit, target)[more[0]][1]
    elif more:
        text += " and " + ", ".join(battle.units[other].id for other in more)
    return text


def _dice_label(choice: Choice, option: Option) -> str:
    if option[0] == "pass":
        return {"sentry": "No Sentry action", "counter": "No Counter"}.get(choice.kind, "Pass")
    faces = (choice.about or {}).get("faces", ())
    shown = [str(faces[index]) for index in option[1:2] if index < len(faces)]
    if option[0] == "change":
        return f"Spend 1 TO to change the {shown[0]} to {faces[option[1]] + option[2]}"
    shown = [str(faces[index]) for index in option[1:] if index < len(faces)]
    price_ = "Spend 1 TO to re-roll" if choice.kind == "re-roll" else "Re-roll"
    return f"{price_} the {' and the '.join(shown)}"


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


def tile(
    kind: str, board: Board, square: int, label: str | None = None, because: str = ""
) -> Shape:
    """A whole square, with its name unless it is called otherwise."""
    called = board.name(square) if label is None else label
    return Shape(kind, "polygon", cell(board, square), label=called, because=because)
