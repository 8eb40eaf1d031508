"""The scene of an Open Fire battle: terrain with its keywords, models, markers, entry points.

It draws what `points` turns from the table's measures into the screen's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlemat.boards.plane import Area, Part, Plane
from battlemat.kernel.events import force_name, side_name
from battlemat.kernel.memo import Memo
from battlemat.kernel.scene import Mark, Outlook, Piece, Point, Prospect, Scene, Shape, Status
from battlemat.kernel.words import say, spoken
from battlemat.rulebooks.openfire.chapters.attacks.arms import profile_of
from battlemat.rulebooks.openfire.chapters.objectives import (
    destroy_due,
    is_on_table,
    score_end,
    score_round,
)
from battlemat.rulebooks.openfire.screen.card_words import card_words
from battlemat.rulebooks.openfire.screen.looks import conditions, glyph, material
from battlemat.rulebooks.openfire.screen.phrases import (
    entry_name,
    keyword_in_words,
    objective_kind,
    where_in_words,
)
from battlemat.rulebooks.openfire.screen.points import bearing, on_screen
from battlemat.rulebooks.openfire.state.battle import GONE, NOBODY, PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH, Profile
from battlemat.rulebooks.openfire.state.inches import place
from battlemat.rulebooks.openfire.state.mission import KEYWORD_CLAUSES

LICENCE = "Open Fire, CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"
"""Shown with every battle (`openfire.module.licence`)."""


def paint(battle: Battle) -> Scene:
    """Everything on the table."""
    plane, mission = battle.plane, battle.mission
    subtitle = _subtitle(mission.name, battle.field.module.title)
    scene = Scene(
        width=plane.width / INCH,
        height=plane.height / INCH,
        grid="free",
        title=say("{game}: {battle}", game="Open Fire", battle=subtitle),
        mission=mission.name,
        subtitle=subtitle,
    )
    scene.shapes = ground(plane)
    scene.zones = _zones(battle)
    scene.pieces = [
        _piece(battle, unit, model)
        for unit in battle.on_table()
        for model in unit.alive
        if unit.stands[model] is not None
    ]
    scene.waiting = [_coming(battle, unit) for unit in battle.units if _is_to_come(unit)]
    scene.marks = _marks(battle)
    scene.status = _status(battle)
    scene.outlook = _outlook(battle)
    scene.card_words = card_words(spoken().language)
    return scene


def _subtitle(mission: str, module: str) -> str:
    return say("{mission} ({module})", mission=mission, module=module) if module else mission


# ---------------------------------------------------------------------- ground


def ground(plane: Plane) -> tuple[Shape, ...]:
    """Level areas and terrain parts; both players always see keyword, height and level.

    `openfire.setup.keywords-known`.
    """
    return _ground_in(plane, spoken().language)


@Memo("the table, which does not change, and the language", bound=64)
def _ground_in(plane: Plane, _language: str) -> tuple[Shape, ...]:
    """A table does not change, so that what is drawn of it is kept, with its words."""
    shapes = [_area(plane, area) for area in plane.areas]
    for area in plane.areas:
        shapes += _edges(plane, area)
    return (*shapes, *(_part(plane, part) for part in plane.parts))


def _corners(plane: Plane, corners: tuple[tuple[int, int], ...]) -> list[Point]:
    return [on_screen(plane, x, y) for x, y in corners]


def _area(plane: Plane, area: Area) -> Shape:
    return Shape(
        "level",
        "polygon",
        _corners(plane, area.outline.corners),
        height=area.level,
        label=say("{name}: level {level}", name=area.name, level=area.level),
        because="openfire.terrain.levels",
        name=area.name,
        material=material(area.name),
    )


def _edges(plane: Plane, area: Area) -> list[Shape]:
    """The sides of a level area: climbable ones are drawn apart from walls."""
    found = []
    for number, (ax, ay, bx, by) in enumerate(area.outline.edges):
        climbable = number in area.climbable
        found.append(
            Shape(
                "climbable" if climbable else "high-wall",
                "line",
                [on_screen(plane, ax, ay), on_screen(plane, bx, by)],
                height=area.level,
                label=say("climbable edge") if climbable else say("wall"),
                because="openfire.terrain.climb-up" if climbable else "openfire.terrain.wall-edge",
            )
        )
    return found


def _part(plane: Plane, part: Part) -> Shape:
    return Shape(
        part.keyword,
        "polygon",
        _corners(plane, part.outline.corners),
        height=round(part.height / plane.step, 2) if part.sight == "solid" else 0.0,
        label=say("{name}: {words}", name=part.name, words=", ".join(_about(part))),
        because=KEYWORD_CLAUSES[part.keyword],
        name=part.name,
        material=material(part.name),
    )


def _about(part: Part) -> Iterator[str]:
    yield keyword_in_words(part.keyword)
    if part.height:
        yield say('{height}" high', height=f"{part.height / INCH:g}")
    if part.sight != "none":
        yield say("{sight, select, solid {solid} other {sparse}}", sight=part.sight)
    if part.levels:
        yield say("{levels, plural, one {# level} other {# levels}} to climb", levels=part.levels)
    if part.level:
        yield say("on level {level}", level=part.level)


def _zones(battle: Battle) -> list[Shape]:
    if battle.phase != "entry":
        return []
    return [
        _entry_zone(battle.plane, entry.zone.corners, PLAYERS[side])
        for side, entry in enumerate(battle.mission.entries)
        if entry.zone is not None
    ]


def _entry_zone(plane: Plane, corners: tuple[tuple[int, int], ...], player: str) -> Shape:
    label = say("Entry zone of {player}", player=side_name(player))
    because = "openfire.setup.entry-roll-off"
    outline = _corners(plane, corners)
    return Shape("zone", "polygon", outline, label=label, because=because, name=label, side=player)


# ---------------------------------------------------------------------- markers and status


def _marks(battle: Battle) -> list[Mark]:
    found = [
        _objective(battle, number)
        for number in range(len(battle.mission.objectives))
        if is_on_table(battle, number)
    ]
    for number, player in enumerate(PLAYERS):
        for name, x, y in battle.entries[number]:
            entry = entry_name(battle, number, name)
            label = say("{player}'s {entry}", player=side_name(player), entry=entry)
            id, at = f"entry {player} {name}", on_screen(battle.plane, x, y)
            because = "openfire.reserve.entry-points"
            found.append(Mark(id, "entry", at, label, player, because=because, name=label))
    return found


def _objective(battle: Battle, number: int) -> Mark:
    objective, holder = battle.mission.objectives[number], battle.markers[number].holder
    side = PLAYERS[holder] if holder != NOBODY else ""
    kind = objective_kind(objective.kind)
    about = say("{kind}, {points} VP", kind=kind, points=objective.points)
    state = say("held by {player}", player=side_name(side)) if side else say("not secured")
    return Mark(
        f"objective {objective.id}",
        "objective",
        on_screen(battle.plane, *battle.objectives_at[number]),
        say("{name}: {about}, {state}", name=objective.name, about=about, state=state),
        side,
        because=f"openfire.objective.{objective.kind}",
        name=objective.name,
        about=about,
    )


def _outlook(battle: Battle) -> Outlook | None:
    """What the end of this round would score, or that of the game, if only then it is counted."""
    if not battle.round or battle.phase == "over":
        return None
    twin = battle.copy()  # the rule itself counts, on a copy
    last = battle.round >= battle.mission.rounds
    destroy_due(twin)
    score_round(twin)
    by_round = last or battle.policy.control_scores == "round" or twin.scores != battle.scores
    if last or not by_round:
        score_end(twin)
    gained = [after - before for before, after in zip(battle.scores, twin.scores, strict=True)]
    told = [
        say("{points} VP", points=f"{points:+d}") if points else say("nothing") for points in gained
    ]
    when = say("If the game ended now")
    if by_round:
        when = say("If round {round} ended now", round=battle.round)
    sides = [Prospect(player, words, words) for player, words in zip(PLAYERS, told, strict=True)]
    return Outlook(when, sides)


def _status(battle: Battle) -> list[Status]:
    rounds = say("{round} of {rounds}", round=battle.round, rounds=battle.mission.rounds)
    status = [Status(say("Round"), rounds, kind="turn")]
    for side, player in enumerate(PLAYERS):
        army = force_name(player, battle.field.armies[side])
        status.append(Status(say("army"), army, player, "squad"))
        status.append(Status(say("points"), str(battle.scores[side]), player, "score"))
        away = [
            say("{unit} {where}", unit=unit.id, where=where_in_words(battle, unit))
            for unit in battle.units
            if unit.side == side and _is_to_come(unit)
        ]
        if away:
            status.append(Status(say("off the table"), ", ".join(away), player))
    for number, objective in enumerate(battle.mission.objectives):
        carrier = battle.markers[number].carrier
        if carrier != NOBODY:
            bearer = say("carried by {unit}", unit=battle.units[carrier].id)
            status.append(Status(objective.name, bearer))
    if battle.round:
        status.append(Status(say("Initiative"), side_name(PLAYERS[battle.initiative])))
    status += battle.field.readings.status()
    status.append(Status(say("Rules"), LICENCE))
    return status


# ---------------------------------------------------------------------- pieces


def _is_to_come(unit: Unit) -> bool:
    return not unit.on_table and unit.place != GONE


def _coming(battle: Battle, unit: Unit) -> Piece:
    """A unit off the table, by the model that leads it."""
    model = unit.leader
    return Piece(
        id=unit.name_of(model),
        name=unit.card.name,
        side=PLAYERS[unit.side],
        at=(0, 0),
        kind="vehicle" if unit.powers[model].vehicle else "model",
        ready=not unit.activated,
        active=unit.index == battle.active,
        place=where_in_words(battle, unit),
        stands=where_in_words(battle, unit),
        card=card(battle, unit, model),
        glyph=glyph(unit, model),
        unit=unit.card.name,
    )


def _piece(battle: Battle, unit: Unit, model: int) -> Piece:
    stand = unit.stands[model]
    assert stand is not None
    base = stand.base
    full = unit.card.models[model].hp
    return Piece(
        id=unit.name_of(model),
        name=unit.card.models[model].name,
        side=PLAYERS[unit.side],
        at=on_screen(battle.plane, stand.x, stand.y),
        kind="vehicle" if unit.powers[model].vehicle else "model",
        radius=(base.radius or min(base.length, base.width) // 2) / INCH,
        size=None if base.is_round else (base.length / INCH, base.width / INCH),
        facing=bearing(stand.facing),
        level=stand.level,
        conditions=conditions(battle, unit, model),
        ready=not unit.activated,
        active=unit.index == battle.active,
        # openfire.ui.hp-marker: what is left of a damaged model stands beside it.
        gauge=(unit.hp[model], full) if unit.hp[model] < full or full > 1 else None,
        place=place(stand.x, stand.y),
        card=card(battle, unit, model),
        glyph=glyph(unit, model),
        unit=unit.card.name,
    )


def card(battle: Battle, unit: Unit, model: int) -> dict[str, Any]:
    """A model's card for the side panel; rules come with their clause."""
    paper, powers = unit.card.models[model], unit.powers[model]
    low, high = paper.least // INCH, paper.most // INCH
    return {
        "stats": {
            "MOV": f"{low}-{high}" if powers.aircraft else high,
            "SKL": paper.skl,
            "DEF": paper.defence,
            "CMD": paper.cmd,
            "HP": unit.hp[model],
        },
        "stats_clause": "openfire.unit.attributes",
        "special": [
            {
                "code": named.code,
                "title": named.rule.text or named.rule.name,
                "clause": named.rule.clause,
            }
            for named in powers.rules
        ],
        "weapons": [
            weapon_card(
                profile_of(battle, unit, model, weapon.id, number) or profile,
                bool(unit.used >> (16 * model + slot) & 1),
                weapon.name,
            )
            for slot, weapon in enumerate(paper.weapons)
            for number, profile in enumerate(weapon.profiles)
        ],
        "skills": [{"name": ability.name, "text": ability.text} for ability in unit.card.abilities],
        "equipment": [{"name": item, "text": ""} for item in paper.equipment],
        "tags": list(unit.card.tags),
        "points": unit.card.points,
    }


def weapon_card(profile: Profile, spent: bool, weapon: str) -> dict[str, Any]:
    """A weapon profile for the side panel."""
    low, high = profile.least // INCH, profile.most // INCH
    return {
        "name": weapon if profile.name == weapon else f"{weapon} ({profile.name})",
        "range": f"{low}-{high}" if low else high,
        "att": profile.att,
        "dmg": profile.dmg,
        "prc": profile.prc,
        "spent": spent,
        "special": [
            {
                "code": named.code,
                "title": named.rule.text or named.rule.name,
                "clause": named.rule.clause,
            }
            for named in profile.rules
        ],
    }
