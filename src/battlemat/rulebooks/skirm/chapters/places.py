"""Chapter "Game cycle", its verbs for deploying: a zone, and a square for each unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Verb
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.asked import Waiting
from battlemat.rulebooks.skirm.chapters.combat.sight import within
from battlemat.rulebooks.skirm.chapters.parts import SQUARE, UNIT, ZONE
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.screen import previews
from battlemat.rulebooks.skirm.screen.drawing import tiles
from battlemat.rulebooks.skirm.screen.handles import offer
from battlemat.rulebooks.skirm.state.battle import WAITING, Battle, Unit
from battlemat.rulebooks.skirm.state.masks import squares_in


class Zone(NamedTuple):
    """The zone to deploy in: `zone north`."""

    zone: int
    verb: str = "zone"


class Place(NamedTuple):
    """A unit in a square: `place R1 c2`."""

    unit: int
    square: int
    verb: str = "place"


def waiting(battle: Battle, side: int) -> list[Unit]:
    return [unit for unit in battle.units if unit.side == side and unit.state == WAITING]


def deploy_squares(battle: Battle, unit: Unit) -> int:
    """The free squares of the unit's zone, those of an Infiltrator, or else the nearest free."""
    board = battle.field.board
    zone = battle.mission.zones[battle.zones[unit.side]][1]
    free = board.all_squares & ~board.impassable & ~battle.occupied
    allowed = zone & free
    if unit.powers.infiltrates:
        allowed |= free & ~_near_enemies(battle, unit.side)
    return allowed or _nearest(battle, zone, free)


def _near_enemies(battle: Battle, side: int) -> int:
    """Squares within 4 of an enemy that is already placed (`special.infiltrator`)."""
    board, distance = battle.field.board, battle.edition.distance
    near = 0
    for enemy in battle.side(1 - side):
        near |= within(board, distance, enemy.square, 4)
    return near


def _nearest(battle: Battle, zone: int, free: int) -> int:
    """The free squares at the smallest distance from any square of a full zone."""
    board = battle.field.board
    inside = squares_in(zone) or [0]
    by_distance: dict[int, int] = {}
    for square in squares_in(free):
        away = min(battle.edition.distance(board, square, other) for other in inside)
        by_distance[away] = by_distance.get(away, 0) | 1 << square
    return by_distance[min(by_distance)]


# ---------------------------------------------------------------------- answers


@Memo("the parts of the options; the same are listed again and again", bound=512)
def places_of(unit: int, size: int) -> Sequence[Place]:
    """The places of a unit by square, made once for boards of a size: they are listed often."""
    return [Place(unit, square) for square in range(size)]


def _placings(battle: Battle, asked: Waiting) -> list[Place]:
    """Every unit that waits, in every square."""
    size = battle.field.board.size
    return [o for unit in waiting(battle, asked.side) for o in places_of(unit.index, size)]


def _place_bar(battle: Battle, asked: Waiting, option: Place) -> Refusal | None:
    unit = battle.units[option.unit]
    if unit.side != asked.side or unit.state != WAITING:
        return refuse("setup.deploy-alternate")
    if deploy_squares(battle, unit) >> option.square & 1:
        return None
    closed = (battle.occupied | battle.field.board.impassable) >> option.square & 1
    too_near = unit.powers.infiltrates and not closed
    return refuse("special.infiltrator" if too_near else "setup.deploy-squares")


def _zone_handle(battle: Battle, choice: Choice, option: Zone) -> Handle:
    return offer(battle, choice, _ZONE.write(battle, option), say("Choose a zone"))


def _zone_covers(battle: Battle, _choice: Choice, option: Zone) -> list[Shape]:
    name, mask = battle.mission.zones[option.zone]
    label = say("{zone} zone", zone=name)
    return tiles(battle, "zone", squares_in(mask), label, "setup.deploy-squares")


def _place_handle(battle: Battle, choice: Choice, option: Place) -> Handle:
    text = _PLACE.write(battle, option)
    return offer(battle, choice, text, say("Deploy"), unit=option.unit, square=option.square)


def _place_covers(battle: Battle, _choice: Choice, option: Place) -> list[Shape]:
    return previews.placing(battle, battle.units[option.unit], option.square)


_ZONE = Template(Zone, "zone {zone}", zone=ZONE)
_PLACE = Template(Place, "place {unit} {square}", unit=UNIT, square=SQUARE)
ZONE_VERB: Verb[Battle, Waiting, Zone] = Verb(
    Zone,
    _ZONE,
    says="deploy in this zone, the other side in the other",
    because="setup.deploy-roll",
    candidates=lambda _battle, _asked: (Zone(0), Zone(1)),
    handle=_zone_handle,
    covers=_zone_covers,
    tells="Deploy in the {zone} zone",
)
PLACE: Verb[Battle, Waiting, Place] = Verb(
    Place,
    _PLACE,
    says="place a unit that waits in a square",
    because="setup.deploy-squares",
    candidates=_placings,
    bar=_place_bar,
    handle=_place_handle,
    covers=_place_covers,
    tells="Place {unit} in {square}",
)
