"""Chapter "Formation": keeping a unit together, and putting its other models down.

The program proposes a place for every follower; the player may put any of them elsewhere. Only the
final arrangement of the whole unit is tested (`openfire.formation.adjust`), at the end of a move
and whenever a unit is placed (`openfire.formation.when`). How a follower gets there is not measured
(`openfire.formation.no-path`), and it may stand beside the enemy
(`openfire.formation.assault-allowed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from battlemat.boards.plane import (
    FAR,
    PITCH,
    Base,
    Effort,
    Formation,
    Nearest,
    Point,
    Room,
    Space,
    Stand,
    Stop,
    formation_fault,
)
from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.bars import Bar
from battlemat.rulebooks.openfire.state.battle import TABLE, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.mission import SOLID

EFFORT = 20_000
"""How many cells are looked at for one unit before its player has to place the followers."""
AFAR = 1_000 * INCH
FACINGS = range(0, 360, 15)
"""Which facings the program tries where a base may have any."""


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
    return stop and Refusal(
        say("{name} cannot stand at {place}: {why}", name=name, place=spot(stand), why=why(stop)),
        clause_of(stop),
    )


def spot(stand: Stand) -> str:
    """A place in words: inches with two decimals."""
    return f"{stand.x / INCH:.2f},{stand.y / INCH:.2f}"


def why(stop: Stop) -> str:
    """What is in the way, in words."""
    if stop.reason == "table":
        return say("its base would lie beyond the edge of the table")
    if stop.reason == "base":
        return say("another base is there")
    if stop.reason == "edge":
        return say("the edge of {thing} passes under its base", thing=stop.name)
    return say("its base overlaps {thing}", thing=stop.name)


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
        say("{name} cannot get from the leader's level to {place}", name=name, place=spot(stand)),
        "openfire.formation.follower-levels",
    )


def span(base: Base) -> int:
    """No point of a base is further from its centre."""
    return base.radius + (base.length + base.width + 1) // 2


def directions(middle: Point) -> list[Point]:
    """A point itself, then points far off all around it: models are pushed toward each in turn."""
    around = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
    return [middle, *((middle[0] + AFAR * x, middle[1] + AFAR * y) for x, y in around)]


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
        barred: Bar | None = None,
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
        self._plain: tuple[Stand | None, ...] | None = None
        self._proposal: tuple[Stand | None, ...] | None = None
        self._hopeless: bool | None = None

    def of(self, battle: Battle) -> Placing:
        """The same places for another copy of the battle, with all that has been worked out."""
        if battle is self.battle:
            return self
        twin = Placing.__new__(Placing)
        twin.__dict__.update(self.__dict__)
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

    def plain(self) -> tuple[Stand | None, ...]:
        """What is found on the lattice alone (`openfire.formation.proposal`), None for nothing."""
        if self._plain is None:
            self._plain = tuple(self._on_lattice({}, ()))
        return self._plain

    def proposal(self) -> tuple[Stand | None, ...]:
        """A place for every follower, None where the program finds none."""
        if self._proposal is None:
            plain = self.plain()
            self._proposal = plain if None not in plain else tuple(self._packed({}, (), plain))
        return self._proposal

    def complete(self, fixed: Mapping[int, Stand], lost: Sequence[int] = ()) -> list[Stand | None]:
        """Places for all followers: some are fixed, some lost, the others take what is left."""
        plain = self._on_lattice(fixed, lost)
        wanting = [m for m, stand in zip(self.followers, plain, strict=True) if stand is None]
        return plain if wanting == sorted(lost) else self._packed(fixed, lost, plain)

    def is_easy(self) -> bool:
        """True if the lattice has a place for every follower: enough for moves worth a look."""
        return None not in self.plain()

    def is_possible(self) -> bool:
        """True if the program finds a place for every follower."""
        return self.is_easy() or None not in self.proposal()

    def is_hopeless(self) -> bool:
        """True if some follower has certainly no place, even if the others are not there.

        Where it is false and the program finds no arrangement, the owner may still show one.
        """
        if self._hopeless is None:
            effort = Effort(EFFORT)
            alone = (self._nearest(m, (), self._middle, effort) for m in self.followers)
            self._hopeless = not self.is_easy() and any(
                found.stand is None and found.certain for found in alone
            )
        return self._hopeless

    @property
    def _middle(self) -> Point:
        return self.leader.x, self.leader.y

    def _on_lattice(self, fixed: Mapping[int, Stand], lost: Sequence[int]) -> list[Stand | None]:
        """The followers in roster order, each at the first place of the lattice."""
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

    def _find(self, model: int, room: Room) -> Stand | None:
        base = self.unit.card.models[model].base

        def allowed(stand: Stand) -> bool:
            return self._is_level(model, stand) and (
                self.barred is None or not self.barred.shuts(stand)
            )

        plain = self.barred is None and not self.battle.plane.areas
        return room.find(base, self._wanted(model), PITCH, None if plain else allowed)

    def _is_level(self, model: int, stand: Stand) -> bool:
        return surface_refusal(self.battle, self.unit, model, self.leader, stand) is None

    def _wanted(self, model: int) -> Point | None:
        stood = self.unit.stands[model]
        if stood is None or self.origin is None:
            return None
        return (
            stood.x + self.leader.x - self.origin.x,
            stood.y + self.leader.y - self.origin.y,
        )

    # ------------------------------------------------------------------ where it is crowded

    def _packed(
        self,
        fixed: Mapping[int, Stand],
        lost: Sequence[int],
        plain: Sequence[Stand | None],
    ) -> list[Stand | None]:
        """Places close together, where the lattice has none for somebody.

        The models are pushed toward one point after another, the largest or the first in the roster
        first; the first arrangement of all is taken, else the one that holds most.
        """
        free = [m for m in self.followers if m not in fixed and m not in lost]
        models = self.unit.card.models
        large = sorted(free, key=lambda m: (-span(models[m].base), m))
        effort = Effort(EFFORT)
        best = {m: stand for m, stand in zip(self.followers, plain, strict=True) if stand}
        best = self._pushed(best, [m for m in free if m not in best], self._middle, effort)
        for order in [large] if large == free else [large, free]:
            for toward in directions(self._middle):
                if len(best) == len(fixed) + len(free) or effort.left <= 0:
                    break
                found = self._pushed(fixed, order, toward, effort)
                best = max(best, found, key=len)
        return [best.get(model) for model in self.followers]

    def _pushed(
        self, down: Mapping[int, Stand], order: Sequence[int], toward: Point, effort: Effort
    ) -> dict[int, Stand]:
        """The places of those that are down and of the others, each as near to a point as can be.

        A comrade with the same base finds no place where one before it found none.
        """
        found, full = dict(down), set[object]()
        for model in order:
            powers = self.unit.powers[model]
            kind = (self.unit.card.models[model].base, powers.vehicle, powers.flies)
            if kind not in full:
                stand = self._nearest(model, list(found.values()), toward, effort).stand
                if stand is None:
                    full.add(kind)
                else:
                    found[model] = stand
        return found

    def _nearest(self, model: int, more: Sequence[Stand], toward: Point, effort: Effort) -> Nearest:
        """The place of a follower that is nearest to a point, if any is open to it."""
        base, leader = self.unit.card.models[model].base, self.leader
        bound = self.origin is not None and self.unit.powers[model].vehicle
        facings = [leader.facing] if bound else [leader.facing, *FACINGS]
        space = Space(
            self.battle.plane,
            base,
            facings,
            [*self.others, leader, *more],
            self.formation.banned,
            any_facing=not bound,
            limits=() if self.barred is None else (self.barred,),
            leader=leader,
            formation=self.formation,
            allowed=lambda x, y: self._is_level(model, Stand(base, x, y)),
        )
        limit = self.formation.reach + span(base) + span(leader.base)
        return space.nearest(toward, self._middle, limit, effort)

    # ------------------------------------------------------------------ checking

    def refusal(self, stands: Sequence[Stand | None]) -> Refusal | None:
        """Why an arrangement of the followers is not legal, or None.

        A follower without a place is one that is lost, and only if there is no place for it.
        """
        down = [*self.others, self.leader]
        for model, stand in zip(self.followers, stands, strict=True):
            if stand is None:
                taken = [other for other in stands if other is not None]
                if self._has_place(model, taken):
                    text = say("there is a place for {model}", model=self.unit.name_of(model))
                    return Refusal(text, "openfire.transport.wreck-search")
                continue
            refusal = self._refusal(model, stand, down)
            if refusal:
                return refusal
            down.append(stand)
        return None

    def _has_place(self, model: int, taken: Sequence[Stand]) -> bool:
        """True if the program finds a place for a follower beside some that are down."""
        if self._find(model, self._room(taken)) is not None:
            return True
        return self._nearest(model, taken, self._middle, Effort(EFFORT)).stand is not None

    def _refusal(self, model: int, stand: Stand, down: Sequence[Stand]) -> Refusal | None:
        battle, unit = self.battle, self.unit
        name = unit.name_of(model)
        refusal = place_refusal(battle, name, stand, down)
        if refusal:
            return refusal
        fault = formation_fault(battle.plane, self.leader, stand, self.formation)
        if fault == FAR:
            text = say(
                "{name} at {place} is more than {reach} inches from its leader",
                name=name,
                place=spot(stand),
                reach=f"{self.formation.reach / INCH:g}",
            )
            return Refusal(text, "openfire.formation.range")
        if fault:
            text = say(
                "{name} at {place} cannot be seen by its leader", name=name, place=spot(stand)
            )
            return Refusal(text, "openfire.formation.sight")
        refusal = surface_refusal(battle, unit, model, self.leader, stand)
        if refusal:
            return refusal
        turned = self.origin is not None and stand.facing != self.leader.facing
        if turned and unit.powers[model].vehicle:
            return Refusal(
                say("{name} must face the same way as its leader", name=name),
                "openfire.vehicle.followers-face",
            )
        return self.barred(stand) if self.barred else None


def put_down(unit: Unit, leader: Stand, followers: Mapping[int, Stand | None]) -> None:
    """Set the models of a unit on the table; a follower without a place is lost."""
    unit.place = TABLE
    unit.stands[unit.leader] = leader
    for model, stand in followers.items():
        if unit.hp[model]:
            unit.stands[model] = stand
            if stand is None:
                unit.hp[model] = 0
