"""The scene of a Skirmishers battle: dots, walls between them, arcs, smoke, fire, units.

A dot is drawn as the hexagon around it; what lies between two dots is the side their hexagons
share. Everything here reads the battle and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlemat.boards.dots import Board, Feature, Mark, dot_name, each
from battlemat.kernel.events import force_name, side_name
from battlemat.kernel.memo import Memo, Table
from battlemat.kernel.scene import Mark as SceneMark
from battlemat.kernel.scene import Outlook, Piece, Prospect, Scene, Shape, Spot, Status
from battlemat.kernel.words import say, spoken
from battlemat.rulebooks.skirmishers.chapters.victory import holds, points
from battlemat.rulebooks.skirmishers.screen.card import card
from battlemat.rulebooks.skirmishers.screen.card_words import card_words
from battlemat.rulebooks.skirmishers.screen.drawing import (
    ROW,
    SIDE,
    above,
    cone,
    edge,
    hexagon,
    point,
)
from battlemat.rulebooks.skirmishers.screen.looks import MATERIALS, conditions, glyph
from battlemat.rulebooks.skirmishers.screen.parts import thing_words
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    DEAD,
    PLAYERS,
    UNCONSCIOUS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE
from battlemat.rulebooks.skirmishers.state.words import (
    arc_words,
    area_name,
    feature_words,
    mark_words,
    switch_words,
)

_FEATURES = {
    Feature.HIGH_WALL: ("high-wall", 2.0, "skirmishers.map.obstacles"),
    Feature.DOOR: ("door-open", 0.0, "skirmishers.map.doors-open"),
    Feature.WINDOW: ("window", 1.0, "skirmishers.map.solid-low"),
    Feature.LOW_WALL: ("low-wall", 1.0, "skirmishers.map.solid-low"),
    Feature.FURNITURE: ("low-wall", 1.0, "skirmishers.map.solid-low"),
    Feature.VEGETATION: ("hedge", 1.0, "skirmishers.map.soft"),
    Feature.BREACH: ("breach", 0.0, "skirmishers.large.breach"),
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
"""The kind of shape that a mark on a dot is drawn as."""
_MARK_CLAUSES = {
    Mark.TREE: "skirmishers.map.obstacles",
    Mark.STAIRS: "skirmishers.map.stairs",
    Mark.LADDER: "skirmishers.map.stairs",
    Mark.VEGETATION: "skirmishers.map.soft",
}


def paint(battle: Battle) -> Scene:
    """Everything on the table."""
    board = battle.board
    subtitle = say("{mission} on {map}", mission=battle.field.title, map=battle.field.map_name)
    scene = Scene(
        width=board.width + 0.5,
        height=round((board.height - 1) * ROW + 2 * SIDE, 3),
        grid="dots",
        title=say("{game}: {battle}", game="Skirmishers", battle=subtitle),
        mission=battle.field.title,
        subtitle=subtitle,
        columns=[dot_name(column, board.width)[:-1] for column in range(board.width)],
        rows=[str(row + 1) for row in range(board.height)],
    )
    scene.shapes = _ground(board, spoken().language)
    scene.zones = _zones(battle)
    scene.lines = _arcs(battle)
    scene.pieces = [
        piece(battle, unit)
        for unit in battle.units
        if unit.shown_at >= 0 and (unit.state <= UNCONSCIOUS or unit.is_vehicle)
    ]
    scene.marks = _marks(battle)
    scene.spots = _spots(board, spoken().language)
    scene.status = _status(battle)
    scene.outlook = _outlook(battle)
    scene.card_words = card_words(spoken().language)
    return scene


# ---------------------------------------------------------------------- ground


@Memo("the board, which does not change, and the language", bound=64)
def _ground(board: Board, _language: str) -> tuple[Shape, ...]:
    """The ground, kept for each language that it is told in."""
    shapes = []
    for dot in range(board.size):
        if board.heights[dot]:
            height = board.heights[dot]
            label = say("level {level}", level=height)
            shapes.append(
                Shape("level", "polygon", hexagon(board, dot), height=height, label=label)
            )
        number = board.building_at[dot]
        if number:
            shapes.append(_building(board, dot, number))
    for mark, dot, level in sorted(board.marks, key=lambda m: (m[1], m[2], m[0].value)):
        on = level - board.heights[dot]
        kind, label = _MARKS[mark], mark_words(mark)
        because = _MARK_CLAUSES.get(mark, "skirmishers.map.dot-features")
        shape = hexagon(board, dot, SIDE * 0.8)
        shapes.append(
            Shape(
                kind,
                "polygon",
                shape,
                label=label,
                level=on,
                because=because,
                material=MATERIALS.get(mark, ""),
            )
        )
    shapes += _links(board)
    return tuple(shapes)


def _building(board: Board, dot: int, number: int) -> Shape:
    building = board.buildings[number - 1]
    label = say(
        "building {name}, {storeys, plural, one {# storey} other {# storeys}}",
        name=building.name,
        storeys=building.storeys,
    )
    because = "skirmishers.map.building-shell"
    return Shape("building", "polygon", hexagon(board, dot), label=label, because=because)


def _links(board: Board) -> list[Shape]:
    """Every wall, door and window, storey by storey."""
    found = []
    for (link, level), feature in sorted(
        board.terrain.features.items(), key=lambda item: (item[0][1], item[0][0])
    ):
        a, kind_ = divmod(link, 3)
        b = board.neighbours[a][(0, 1, 2)[kind_]]
        kind, height, because = _FEATURES[feature]
        label = feature_words(feature)
        above = max(0, level - max(board.heights[a], board.heights[b]))
        found.append(Shape(kind, "line", edge(board, a, b), 0.0, height, above, label, because))
    return found


@Memo("the board, which does not change, and the language", bound=64)
def _spots(board: Board, _language: str) -> tuple[Spot, ...]:
    return tuple(
        Spot(board.name(place), point(board, place), above(board, place), _note(board, place))
        for place in board.terrain.surface_list
    )


def _note(board: Board, place: int) -> str:
    """What a place is like, in words."""
    dot, level = place % board.size, board.level(place)
    notes = [mark_words(mark) for mark, mask in board.marked.items() if mask >> place & 1]
    if board.building_at[dot]:
        name = board.buildings[board.building_at[dot] - 1].name
        roof = level == board.levels[dot].stop - 1
        notes.append(
            say("roof of building {name}", name=name)
            if roof
            else say("inside building {name}", name=name)
        )
    if level:
        notes.append(say("underground") if level < 0 else say("level {level}", level=level))
    return ", ".join(notes)


# ---------------------------------------------------------------------- what lies on it


def _zones(battle: Battle) -> Sequence[Shape]:
    board, field = battle.board, battle.field
    exits, areas = tuple(field.scenario.exits), tuple(field.areas.items())
    lasting = _lasting_zones(board, exits, areas, spoken().language)
    if not battle.fire and not battle.smoke:
        return lasting  # one and the same each time, so that a screen may know it again
    found = list(lasting)
    for kind, label, mask, because in (
        ("fire", say("fire"), battle.fire, "skirmishers.incendiary.fire-cover"),
        ("smoke", say("smoke"), battle.smoke, "skirmishers.smoke.cover"),
    ):
        for place in each(mask):
            found.append(
                Shape(
                    kind,
                    "polygon",
                    hexagon(board, place),
                    level=above(board, place),
                    label=label,
                    because=because,
                )
            )
    return found


@Memo("the board, exits and areas, and the language", bound=64)
def _lasting_zones(
    board: Board, exits: tuple[int, ...], areas: tuple[tuple[str, int], ...], _language: str
) -> tuple[Shape, ...]:
    """The exits of both sides and the named areas, which are where they are."""
    found = []
    for player, mask in zip(PLAYERS, exits, strict=True):
        for place in each(mask):
            label = say("Exit for {player}", player=side_name(player))
            found.append(
                Shape(
                    "zone", "polygon", hexagon(board, place), label=label, name=label, side=player
                )
            )
    for id, mask in areas:
        name = area_name(id)
        for place in each(mask):
            level = above(board, place)
            found.append(
                Shape("area", "polygon", hexagon(board, place), level=level, label=name, name=name)
            )
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
                    "arc",
                    "line",
                    cone(battle.board, unit.place, arc.heading, arc.degrees, reach),
                    label=say("{unit}: {arc}", unit=unit.id, arc=arc_words(arc)),
                    because="skirmishers.arc.table",
                    side=PLAYERS[unit.side],
                    owner=unit.id,
                )
            )
    return found


def _marks(battle: Battle) -> list[SceneMark]:
    board = battle.board
    found = []
    for unit in battle.units:
        if unit.state == DEAD and unit.place >= 0 and not unit.is_vehicle:
            at = point(board, unit.place)
            label = say("body of {unit}", unit=unit.id)
            found.append(SceneMark(f"body {unit.id}", "body", at, label, PLAYERS[unit.side]))
    for number, token in enumerate(battle.tokens, 1):
        name = battle.weapon(token.weapon).name
        label = say("{weapon}, target number {need}", weapon=name, need=token.need)
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
        found.append(
            SceneMark(f"item {number}", "item", point(board, item.place), label, name=label)
        )
    for number, gun in enumerate(battle.guns, 1):
        label = say("{weapon}, set up", weapon=battle.weapon(gun.weapon).name)
        found.append(SceneMark(f"gun {number}", "gun", point(board, gun.place), label, name=label))
    return found


def _outlook(battle: Battle) -> Outlook | None:
    """What the end of the turn would bring: an aim that is reached then, else the points so far."""
    if battle.phase in ("muster", "over"):
        return None
    when = say("If this turn were the last")
    return Outlook(when, [_prospect(battle, side) for side in range(len(PLAYERS))])


def _prospect(battle: Battle, side: int) -> Prospect:
    so_far = points(battle, side)
    brief = say("{points, plural, one {# point} other {# points}}", points=so_far)
    aims = [
        say("wins: {aim}", aim=rule.text or say("the aim is reached"))
        for rule in battle.field.scenario.wins
        if rule.side == PLAYERS[side] and holds(battle, side, rule.if_)
    ]
    return Prospect(PLAYERS[side], "; ".join([brief, *aims]), brief)


def _status(battle: Battle) -> list[Status]:
    rounds = say("{round} of {rounds}", round=battle.round, rounds=battle.field.scenario.rounds)
    status = [Status(say("Round"), rounds, kind="turn")]
    status.append(Status(say("Turn"), side_name(PLAYERS[battle.to_move])))
    names = battle.field.squad_names
    for side, player in enumerate(PLAYERS):
        able = sum(1 for _ in battle.able(side))
        status += [
            Status(say("squad"), force_name(player, names[side]), player, "squad"),
            Status(say("able"), str(able), player),
            Status(say("points"), str(points(battle, side)), player, "score"),
        ]
    if battle.active >= 0:
        acting = (battle.units[index] for index in battle.acting)
        told = (
            say("{unit}, {left} AP left", unit=unit.id, left=unit.ap_left)
            for unit in acting
            if unit.state == ABLE
        )
        status.append(Status(say("Active"), "; ".join(told), kind="acting"))
    if battle.field.switches:
        switched = [switch_words(switch) for switch in sorted(battle.field.switches)]
        status.append(Status(say("Optional rules"), ", ".join(switched)))
    return [*status, *battle.field.readings.status()]


# ---------------------------------------------------------------------- pieces


_kept: Table[tuple[Any, ...], Piece]
_kept = Memo("the field, the unit, the ground, whose turn it is, the language", bound=4_000).table()


def piece(battle: Battle, unit: Unit) -> Piece:
    """A unit on the table. It follows from the unit, the ground, and whether it is its turn; most
    units are as they were when the last answer was given. Nobody changes what is given here.
    """
    serial, acts = battle.field.serial, unit.index == battle.active
    same = (
        *(serial, unit.index, unit.value(), unit.ap, acts, battle.board),
        spoken().language,
    )
    found = _kept.get(same)
    return _kept.keep(same, _piece(battle, unit)) if found is None else found


def _piece(battle: Battle, unit: Unit) -> Piece:
    board, at = battle.board, unit.shown_at
    made = Piece(
        id=unit.id,
        name=unit.card.name,
        side=PLAYERS[unit.side],
        at=point(board, at),
        radius=0.36,
        level=above(board, at),
        conditions=conditions(unit),
        ready=not unit.activated or unit.index in battle.acting,
        active=unit.index == battle.active,
        gauge=(max(0, unit.hp), unit.card.track.top),
        budget=(unit.ap_left, unit.ap, say("AP")) if unit.index in battle.acting else None,
        place=board.name(at),
        stands=board.name(at),
        card=card(battle, unit),
        glyph=glyph(battle, unit),
    )
    if unit.card.kind == VEHICLE:
        front = board.neighbours[unit.place % board.size][unit.heading]
        (ax, ay), (bx, by) = point(board, unit.place), point(board, front)
        made.kind, made.at = "vehicle", (round((ax + bx) / 2, 3), round((ay + by) / 2, 3))
        made.size, made.facing = (1.8, 0.7), (90.0 + 60.0 * unit.heading) % 360
    elif unit.arcs:
        made.facing = (90.0 + 30.0 * unit.arcs[0].heading) % 360
    return made
