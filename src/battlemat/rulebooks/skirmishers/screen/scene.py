"""The scene of a Skirmishers battle: dots, walls between them, arcs, smoke, fire, units.

A dot is drawn as the hexagon around it; what lies between two dots is the side their hexagons
share. Everything here reads the battle and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from battlemat.boards.dots import Board, Feature, Mark, dot_name, each
from battlemat.kernel.scene import Mark as SceneMark
from battlemat.kernel.scene import Outlook, Piece, Scene, Shape, Spot
from battlemat.rulebooks.skirmishers.chapters.gear import rounds
from battlemat.rulebooks.skirmishers.chapters.victory import holds, points
from battlemat.rulebooks.skirmishers.screen.drawing import (
    ROW,
    SIDE,
    above,
    cone,
    edge,
    hexagon,
    point,
)
from battlemat.rulebooks.skirmishers.screen.facts import cells
from battlemat.rulebooks.skirmishers.screen.notation import thing_words
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    DEAD,
    LEFT,
    PLAYERS,
    UNCONSCIOUS,
    Battle,
    Field,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import SLOTS, VEHICLE, point_value
from battlemat.rulebooks.skirmishers.state.vehicles import mount_name
from battlemat.rulebooks.skirmishers.state.weapons import UNLIMITED, shots_in_words

_FEATURES = {
    Feature.HIGH_WALL: ("high-wall", "high wall", 2.0, "skirmishers.map.obstacles"),
    Feature.DOOR: ("door-open", "open doorway", 0.0, "skirmishers.map.doors-open"),
    Feature.WINDOW: ("window", "window", 1.0, "skirmishers.map.solid-low"),
    Feature.LOW_WALL: ("low-wall", "low wall", 1.0, "skirmishers.map.solid-low"),
    Feature.FURNITURE: ("low-wall", "furniture, a low wall", 1.0, "skirmishers.map.solid-low"),
    Feature.VEGETATION: ("hedge", "low hedge", 1.0, "skirmishers.map.soft"),
    Feature.BREACH: ("breach", "breach", 0.0, "skirmishers.large.breach"),
}
"""How a feature on a link is drawn, and the clause for it (`skirmishers.map.link-features`)."""
_MARKS = {
    Mark.TREE: "tree",
    Mark.STAIRS: "stairs",
    Mark.LADDER: "ladder",
    Mark.VEGETATION: "vegetation",
    Mark.SWAMP: "swamp",
    Mark.ROUGH: "rough",
    Mark.WIRE: "wire",
    Mark.TRENCH: "trench",
    Mark.SHALLOW: "shallow water",
    Mark.DEEP: "deep water",
    Mark.TUNNEL: "tunnel",
    Mark.MOUTH: "tunnel mouth",
}
_MARK_CLAUSES = {
    Mark.TREE: "skirmishers.map.obstacles",
    Mark.STAIRS: "skirmishers.map.stairs",
    Mark.LADDER: "skirmishers.map.stairs",
    Mark.VEGETATION: "skirmishers.map.soft",
}


def paint(battle: Battle) -> Scene:
    """Everything on the table."""
    board = battle.board
    scene = Scene(
        width=board.width + 0.5,
        height=round((board.height - 1) * ROW + 2 * SIDE, 3),
        grid="dots",
        title=f"Skirmishers: {battle.field.title} on {battle.field.map_name}",
        columns=[dot_name(column, board.width)[:-1] for column in range(board.width)],
        rows=[str(row + 1) for row in range(board.height)],
    )
    scene.shapes = _ground(board)
    scene.zones = _zones(battle)
    scene.lines = _arcs(battle)
    scene.pieces = [
        piece(battle, unit)
        for unit in battle.units
        if unit.shown_at >= 0 and (unit.state <= UNCONSCIOUS or unit.is_vehicle)
    ]
    scene.marks = _marks(battle)
    scene.spots = _spots(board)
    scene.status = _status(battle)
    scene.outlook = _outlook(battle)
    return scene


# ---------------------------------------------------------------------- ground


@lru_cache(maxsize=64)
def _ground(board: Board) -> tuple[Shape, ...]:
    shapes = []
    for dot in range(board.size):
        if board.heights[dot]:
            height = board.heights[dot]
            shapes.append(
                Shape(
                    "level", "polygon", hexagon(board, dot), height=height, label=f"level {height}"
                )
            )
        number = board.building_at[dot]
        if number:
            building = board.buildings[number - 1]
            label = f"building {building.name}, {building.storeys} storeys"
            because = "skirmishers.map.building-shell"
            shapes.append(
                Shape("building", "polygon", hexagon(board, dot), label=label, because=because)
            )
    for mark, dot, level in sorted(board.marks, key=lambda m: (m[1], m[2], m[0].value)):
        on = level - board.heights[dot]
        kind = _MARKS[mark]
        because = _MARK_CLAUSES.get(mark, "skirmishers.map.dot-features")
        shape = hexagon(board, dot, SIDE * 0.8)
        shapes.append(Shape(kind, "polygon", shape, label=kind, level=on, because=because))
    shapes += _links(board)
    return tuple(shapes)


def _links(board: Board) -> list[Shape]:
    """Every wall, door and window, storey by storey."""
    found = []
    for (link, level), feature in sorted(
        board.terrain.features.items(), key=lambda item: (item[0][1], item[0][0])
    ):
        a, kind_ = divmod(link, 3)
        b = board.neighbours[a][(0, 1, 2)[kind_]]
        kind, label, height, because = _FEATURES[feature]
        above = max(0, level - max(board.heights[a], board.heights[b]))
        found.append(Shape(kind, "line", edge(board, a, b), 0.0, height, above, label, because))
    return found


@lru_cache(maxsize=64)
def _spots(board: Board) -> tuple[Spot, ...]:
    found = []
    for place in board.terrain.surface_list:
        dot, level = place % board.size, board.level(place)
        notes = [_MARKS[mark] for mark, mask in board.marked.items() if mask >> place & 1]
        if board.building_at[dot]:
            name = board.buildings[board.building_at[dot] - 1].name
            roof = level == board.levels[dot].stop - 1
            notes.append(f"{'roof' if roof else 'inside'} of building {name}")
        if level:
            notes.append("underground" if level < 0 else f"level {level}")
        above = max(0, level - board.heights[dot])
        found.append(Spot(board.name(place), point(board, place), above, ", ".join(notes)))
    return tuple(found)


# ---------------------------------------------------------------------- what lies on it


def _zones(battle: Battle) -> Sequence[Shape]:
    board, field = battle.board, battle.field
    lasting = _lasting_zones(board, tuple(field.scenario.exits), tuple(field.areas.items()))
    if not battle.fire and not battle.smoke:
        return lasting  # one and the same each time, so that a screen may know it again
    found = list(lasting)
    for kind, mask, because in (
        ("fire", battle.fire, "skirmishers.incendiary.fire-cover"),
        ("smoke", battle.smoke, "skirmishers.smoke.cover"),
    ):
        for place in each(mask):
            found.append(
                Shape(
                    kind,
                    "polygon",
                    hexagon(board, place),
                    level=above(board, place),
                    label=kind,
                    because=because,
                )
            )
    return found


@lru_cache(maxsize=64)
def _lasting_zones(
    board: Board, exits: tuple[int, ...], areas: tuple[tuple[str, int], ...]
) -> tuple[Shape, ...]:
    """The exits of both sides and the named areas, which are where they are."""
    found = []
    for player, mask in zip(PLAYERS, exits, strict=True):
        for place in each(mask):
            label = f"exit of {player}"
            found.append(Shape(f"zone-{player}", "polygon", hexagon(board, place), label=label))
    for name, mask in areas:
        for place in each(mask):
            level = above(board, place)
            found.append(Shape("area", "polygon", hexagon(board, place), level=level, label=name))
    return tuple(found)


def _arcs(battle: Battle) -> list[Shape]:
    """Every firing arc as a cone from its vertex."""
    found = []
    for unit in battle.units:
        if unit.state != ABLE or unit.place < 0:
            continue
        for arc in unit.arcs:
            reach = battle.weapon(arc.weapon).reach
            found.append(
                Shape(
                    f"arc-{PLAYERS[unit.side]}",
                    "line",
                    cone(battle.board, unit.place, arc.heading, arc.degrees, reach),
                    label=f"{unit.id}: {arc.degrees} degrees, {shots_in_words(arc.shots)}",
                    because="skirmishers.arc.table",
                )
            )
    return found


def _marks(battle: Battle) -> list[SceneMark]:
    board = battle.board
    found = []
    for unit in battle.units:
        if unit.state == DEAD and unit.place >= 0 and not unit.is_vehicle:
            at = point(board, unit.place)
            found.append(
                SceneMark(f"body {unit.id}", "body", at, f"body of {unit.id}", PLAYERS[unit.side])
            )
    for number, token in enumerate(battle.tokens, 1):
        label = f"{battle.weapon(token.weapon).name}, TN {token.need}"
        at, side = point(board, token.place), PLAYERS[battle.units[token.thrower].side]
        found.append(
            SceneMark(
                f"token {number}",
                "explosive",
                at,
                label,
                side,
                above(board, token.place),
                "skirmishers.explosive.target-dot",
            )
        )
    for number, item in enumerate(battle.items, 1):
        label = thing_words(battle, item.weapon)
        found.append(SceneMark(f"item {number}", "item", point(board, item.place), label))
    for number, gun in enumerate(battle.guns, 1):
        label = f"{battle.weapon(gun.weapon).name}, set up"
        found.append(SceneMark(f"gun {number}", "gun", point(board, gun.place), label))
    return found


def _outlook(battle: Battle) -> Outlook | None:
    """What the end of the turn would bring: an aim that is reached then, else the points so far."""
    if battle.phase in ("muster", "over"):
        return None
    sides = []
    for side, player in enumerate(PLAYERS):
        so_far = points(battle, side)
        aims = [
            f"wins: {rule.text or 'the aim is reached'}"
            for rule in battle.field.scenario.wins
            if rule.side == player and holds(battle, side, rule.if_)
        ]
        sides.append((player, "; ".join([f"{so_far} point{'s' if so_far != 1 else ''}", *aims])))
    return Outlook("If this turn were the last", sides)


def _status(battle: Battle) -> list[tuple[str, str]]:
    status = [("Round", f"{battle.round} of {battle.field.scenario.rounds}")]
    status.append(("Turn", PLAYERS[battle.to_move]))
    for side, player in enumerate(PLAYERS):
        status.append((player.title(), battle.field.squad_names[side]))
        able = sum(1 for _ in battle.able(side))
        status.append((f"{player.title()} able", str(able)))
        status.append((f"{player.title()} points", str(points(battle, side))))
    if battle.active >= 0:
        acting = (battle.units[index] for index in battle.acting)
        told = (f"{unit.id}, {unit.ap_left} AP left" for unit in acting if unit.state == ABLE)
        status.append(("Active", "; ".join(told)))
    if battle.field.switches:
        status.append(("Optional rules", ", ".join(sorted(battle.field.switches))))
    return [*status, *battle.field.readings.status()]


# ---------------------------------------------------------------------- pieces


_MOST_KEPT = 4_000
_kept: dict[tuple[Any, ...], tuple[Field, Piece]] = {}


def piece(battle: Battle, unit: Unit) -> Piece:
    """A unit on the table. It follows from the unit, the ground, and whether it is its turn; most
    units are as they were when the last answer was given. Nobody changes what is given here.
    """
    field, acts = battle.field, unit.index == battle.active
    same = (id(field), unit.index, unit.key(), unit.ap, acts, battle.board)
    found = _kept.get(same)
    if found is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        found = _kept[same] = (field, _piece(battle, unit))  # with its field, whose id it has
    return found[1]


def _piece(battle: Battle, unit: Unit) -> Piece:
    board, at = battle.board, unit.shown_at
    states = ["Prone" if unit.prone and unit.state == ABLE else "Standing"]
    if unit.state != ABLE:
        states = [{UNCONSCIOUS: "Unconscious", DEAD: "Destroyed", LEFT: "Left"}[unit.state]]
    for word, held in (
        ("Mounted", unit.mount >= 0),
        ("Flying", unit.place < 0),
        ("Entangled", unit.entangled),
        ("Pinned", unit.pinned),
        ("Under the vehicle", unit.under),
        ("Activated", unit.activated and unit.index not in battle.acting),
    ):
        if held:
            states.append(word)
    made = Piece(
        id=unit.id,
        name=unit.card.name,
        side=PLAYERS[unit.side],
        at=point(board, at),
        radius=0.36,
        level=above(board, at),
        states=states,
        ready=not unit.activated or unit.index in battle.acting,
        active=unit.index == battle.active,
        gauge=(max(0, unit.hp), unit.card.track.top),
        budget=(unit.ap_left, unit.ap, "AP") if unit.index in battle.acting else None,
        place=board.name(at),
        card=card(battle, unit),
    )
    if unit.card.kind == VEHICLE:
        front = board.neighbours[unit.place % board.size][unit.heading]
        (ax, ay), (bx, by) = point(board, unit.place), point(board, front)
        made.kind, made.at = "vehicle", (round((ax + bx) / 2, 3), round((ay + by) / 2, 3))
        made.size, made.facing = (1.8, 0.7), (90.0 + 60.0 * unit.heading) % 360
    elif unit.arcs:
        made.facing = (90.0 + 30.0 * unit.arcs[0].heading) % 360
    return made


def card(battle: Battle, unit: Unit) -> dict[str, Any]:
    """A unit's card for the side panel, track and weapons as on paper."""
    paper, marks = unit.card, unit.marks
    track = paper.track
    armory = battle.field.armory
    named = [mount_name(paper, slot) if unit.is_vehicle else SLOTS[slot] for slot in range(3)]
    carried = [(named[slot], index) for slot, index in enumerate(unit.carries) if index >= 0]
    carried += [
        ("grenades", index)
        for index, load in zip(armory.grenades, unit.grenades, strict=True)
        if load
    ]
    return {
        "stats": {
            "HP": track.names[unit.hp] if unit.hp >= 0 else "dead",
            "AP": f"{unit.ap_left} of {unit.ap}",
            "Modifier": f"+{unit.mod}",
            "Armor": marks.armor or marks.plates.bit_count(),
        },
        "stats_clause": "skirmishers.card.fields",
        "track": [
            {
                "cell": track.names[bit],
                "ap": track.columns[bit].ap,
                "mod": track.columns[bit].mod,
                "mark": "full"
                if marks.full >> bit & 1
                else "part"
                if marks.part >> bit & 1
                else "",
                "plate": bool(marks.plates >> bit & 1),
            }
            for bit in range(track.top, -1, -1)
        ],
        "weapons": [_weapon_line(battle, unit, slot, index) for slot, index in carried],
        "in_hand": armory[unit.hand].name,
        "crossed": {"full": cells(unit, marks.full), "part": cells(unit, marks.part)},
        "rank": paper.rank,
        "skill": paper.skill,
        "leadership": paper.leadership,
        "pv": point_value(paper.written, armory),
    }


def _weapon_line(battle: Battle, unit: Unit, slot: str, index: int) -> dict[str, Any]:
    weapon = battle.weapon(index)
    left = rounds(battle, unit, index)
    return {
        "name": weapon.name,
        "slot": slot,
        "damage": weapon.damage,
        "shots": weapon.shots if weapon.shots != UNLIMITED else "any",
        "range": [weapon.short, weapon.long]
        if not weapon.per_dot
        else f"{weapon.per_dot} AP a dot",
        "rounds": left if left != UNLIMITED else None,
        "clause": weapon.because,
    }
