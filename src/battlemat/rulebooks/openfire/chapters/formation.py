"""Chapter "Formation": keeping a unit together, and putting its other models down.

The program proposes a place for every follower; the player may put any of them elsewhere. Only the
final arrangement of the whole unit is tested (`openfire.formation.adjust`), at the end of a move
and whenever a unit is placed (`openfire.formation.when`). How a follower gets there is not measured
(`openfire.formation.no-path`), and it may stand beside the enemy
(`openfire.formation.assault-allowed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy

from battlemat.boards.plane import FAR, PITCH, Formation, Point, Room, Stand, Stop, formation_fault
from battlemat.kernel.errors import Refusal
from battlemat.rulebooks.openfire.state.battle import TABLE, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.mission import SOLID

FINE = 5
"""How far apart the points are at which it is found out that a follower has no place at all."""
Barred = Callable[[Stand], Refusal | None]
"""Why a place is closed to a model for a reason of the moment, or None."""


def formation_of(battle: Battle, unit: Unit) -> Formation:
    """How a unit keeps together (`openfire.formation.range`, `openfire.formation.height`)."""
    policy = battle.policy
    reach = policy.skirmish_formation if unit.power.spreads else policy.formation
    return Formation(reach * INCH, INCH, SOLID)


def place_refusal(
    battle: Battle, name: str, stand: Stand, others: Sequence[Stand]
) -> Refusal | None:
    """Why a base may not stand there (`openfire.formation.legal-place`)."""
    stop = battle.plane.place_stop(stand, others, SOLID)
    return stop and Refusal(f"{name} cannot stand at {spot(stand)}: {why(stop)}", clause_of(stop))


def spot(stand: Stand) -> str:
    """A place in words: inches with two decimals."""
    return f"{stand.x / INCH:.2f},{stand.y / INCH:.2f}"


def why(stop: Stop) -> str:
    """What is in the way, in words."""
    if stop.reason == "table":
        return "its base would lie beyond the edge of the table"
    if stop.reason == "base":
        return "another base is there"
    if stop.reason == "edge":
        return f"the edge of {stop.name} passes under its base"
    return f"its base overlaps {stop.name}"


def clause_of(stop: Stop) -> str:
    """The clause that makes a standing base stop there."""
    if stop.reason == "table":
        return "openfire.move.board-edge"
    if stop.reason == "edge":
        return "openfire.terrain.climb-complete"
    if stop.reason == "part":
        keyword = stop.keyword
        return {
            "impassable": "openfire.terrain.impassable",
            "barrier": "openfire.terrain.barrier",
            "climbable": "openfire.terrain.climb-over",
        }[keyword]
    return "openfire.formation.legal-place"


def surface_refusal(
    battle: Battle, unit: Unit, model: int, leader: Stand, stand: Stand
) -> Refusal | None:
    """Why a follower may not be on that level (`openfire.formation.follower-levels`)."""
    plane = battle.plane
    if not plane.areas:
        return None
    powers = unit.powers[model]
    if powers.flies:
        return None
    ours, theirs = plane.surface_at(leader.x, leader.y), plane.surface_at(stand.x, stand.y)
    if ours == theirs or (not powers.vehicle and plane.connected(ours, theirs)):
        return None
    name = unit.name_of(model)
    return Refusal(
        f"{name} cannot get from the leader's level to {spot(stand)}",
        "openfire.formation.follower-levels",
    )


class Placing:
    """Where the followers of a unit may go, given its leader's place.

    `origin` is where the leader stood before, if the unit was on the table: the followers' wanted
    points move along with it. `barred` closes places for a reason of the moment.
    """

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        leader: Stand,
        origin: Stand | None,
        barred: Barred | None = None,
        others: Sequence[Stand] | None = None,
    ) -> None:
        self.battle = battle
        self.unit = unit
        self.leader = leader
        self.origin = origin
        self.barred = barred
        self.followers = unit.followers
        self.formation = formation_of(battle, unit)
        self.others = battle.bases(but=unit) if others is None else others
        self._proposal: tuple[Stand | None, ...] | None = None
        self._hopeless: bool | None = None

    def of(self, battle: Battle) -> Placing:
        """The same places for another copy of the battle, with all that has been worked out."""
        if battle is self.battle:
            return self
        twin = copy(self)
        twin.battle, twin.unit = battle, battle.units[self.unit.index]
        return twin

    def _room(self, more: Iterable[Stand]) -> Room:
        """The ground around the leader, with some more bases put down."""
        bases = [self.unit.card.models[model].base for model in self.followers]
        room = Room(self.battle.plane, self.leader, bases, self.others, self.formation)
        for stand in more:
            room.take(stand)
        return room

    # ------------------------------------------------------------------ proposing

    def proposal(self) -> tuple[Stand | None, ...]:
        """A place for every follower, None where there is none (`openfire.formation.proposal`)."""
        if self._proposal is None:
            self._proposal = tuple(self.complete({}))
        return self._proposal

    def complete(self, fixed: Mapping[int, Stand], lost: Sequence[int] = ()) -> list[Stand | None]:
        """Places for all followers: some are fixed, some lost, the others take what is left."""
        room = self._room(fixed.values())
        found: list[Stand | None] = []
        for model in self.followers:
            stand = fixed.get(model)
            if stand is None and model not in lost:
                stand = self._find(model, room)
                if stand is not None:
                    room.take(stand)
            found.append(stand)
        return found

    def _find(self, model: int, room: Room, fine: bool = False) -> Stand | None:
        base = self.unit.card.models[model].base

        def allowed(stand: Stand) -> bool:
            return surface_refusal(self.battle, self.unit, model, self.leader, stand) is None and (
                self.barred is None or self.barred(stand) is None
            )

        plain = self.barred is None and not self.battle.plane.areas
        if fine:
            return room.find(base, None, FINE, None if plain else allowed)
        return room.find(base, self._wanted(model), PITCH, None if plain else allowed)

    def _wanted(self, model: int) -> Point | None:
        stood = self.unit.stands[model]
        if stood is None or self.origin is None:
            return None
        return (
            stood.x + self.leader.x - self.origin.x,
            stood.y + self.leader.y - self.origin.y,
        )

    def is_possible(self) -> bool:
        """True if the program finds a place for every follower."""
        return None not in self.proposal()

    def is_hopeless(self) -> bool:
        """True if the program finds no arrangement and some follower, even alone, no place at all.

        Where it is false, the owner may still show an arrangement by hand.
        """
        if self._hopeless is None:
            self._hopeless = not self.is_possible() and any(
                self._find(model, self._room(()), fine=True) is None for model in self.followers
            )
        return self._hopeless

    # ------------------------------------------------------------------ checking

    def refusal(self, stands: Sequence[Stand | None]) -> Refusal | None:
        """Why an arrangement of the followers is not legal, or None.

        A follower without a place is one that is lost, and only if there is no place for it.
        """
        down = [*self.others, self.leader]
        for model, stand in zip(self.followers, stands, strict=True):
            if stand is None:
                taken = [other for other in stands if other is not None]
                if self._find(model, self._room(taken)) is not None:
                    text = f"there is a place for {self.unit.name_of(model)}"
                    return Refusal(text, "openfire.transport.wreck-search")
                continue
            refusal = self._refusal(model, stand, down)
            if refusal:
                return refusal
            down.append(stand)
        return None

    def _refusal(self, model: int, stand: Stand, down: Sequence[Stand]) -> Refusal | None:
        battle, unit = self.battle, self.unit
        name = unit.name_of(model)
        refusal = place_refusal(battle, name, stand, down)
        if refusal:
            return refusal
        fault = formation_fault(battle.plane, self.leader, stand, self.formation)
        if fault == FAR:
            text = f"{name} at {spot(stand)} is more than {self.formation.reach / INCH:g} inches"
            return Refusal(f"{text} from its leader", "openfire.formation.range")
        if fault:
            text = f"{name} at {spot(stand)} cannot be seen by its leader"
            return Refusal(text, "openfire.formation.sight")
        refusal = surface_refusal(battle, unit, model, self.leader, stand)
        if refusal:
            return refusal
        turned = self.origin is not None and stand.facing != self.leader.facing
        if turned and unit.powers[model].vehicle:
            return Refusal(f"{name} must face as its leader", "openfire.vehicle.followers-face")
        return self.barred(stand) if self.barred else None


def out_of_formation(battle: Battle, unit: Unit) -> list[int]:
    """The followers that are out of formation now; only a new leader can leave them so.

    Nothing follows from it until their next move (`openfire.formation.new-leader-gap`).
    """
    if not unit.on_table:
        return []
    formation, lead = formation_of(battle, unit), unit.lead
    found = []
    for model in unit.followers:
        stand = unit.stands[model]
        if stand is not None and formation_fault(battle.plane, lead, stand, formation):
            found.append(model)
    return found


def put_down(unit: Unit, leader: Stand, followers: Mapping[int, Stand | None]) -> None:
    """Set the models of a unit on the table; a follower without a place is lost."""
    unit.place = TABLE
    unit.stands[unit.leader] = leader
    for model, stand in followers.items():
        if unit.hp[model]:
            unit.stands[model] = stand
            if stand is None:
                unit.hp[model] = 0
