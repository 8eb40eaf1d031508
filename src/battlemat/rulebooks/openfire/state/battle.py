"""The state of an Open Fire battle: plain data, declared once, equal by value.

What never changes (table, mission, cards) is in its `Field`, shared by all copies. A model that
stands on the table has a `Stand`, which is a value; one that is dead or elsewhere has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from battlemat.boards.plane import Plane, Stand
from battlemat.kernel.events import Event, Sink, tell
from battlemat.kernel.readings import Readings
from battlemat.kernel.state import State, apart, derived, held, plain_rows, shared
from battlemat.rulebooks.openfire.state.cards import ModelCard, Powers, Rules, UnitCard
from battlemat.rulebooks.openfire.state.mission import Mission
from battlemat.rulebooks.openfire.state.policy import Policy
from battlemat.rulebooks.openfire.state.setup import ModuleSetup, RulesSetup
from battlemat.rulebooks.openfire.state.tables import Effect, Tables

PLAYERS = ("red", "blue")
"""Player 1 and player 2 (`openfire.unit.two-players`)."""

RESERVE, TABLE, ABOARD, GONE = range(4)
PLACES = ("reserve", "table", "aboard", "destroyed")
NOBODY = -1


def _spots(stands: list[Stand | None]) -> tuple[tuple[int, int, int] | None, ...]:
    return tuple([None if one is None else (one.x, one.y, one.facing) for one in stands])


class Unit(State, part=True):
    """One unit. Lists run over its roster; a model with 0 hit points is gone."""

    index: int = shared()
    side: int = shared()
    card: UnitCard = shared()
    place: int = RESERVE
    stands: list[Stand | None] = held(init=False, key=_spots)
    hp: list[int] = held(init=False)
    leader: int = held(init=False)
    stress: int = 0
    activated: bool = False
    hurt: bool = False  # took damage in this round
    transport: tuple[int, int] = (NOBODY, NOBODY)  # unit and model that carry it
    used: int = 0  # bit 16 * model + slot: that One Use weapon is spent
    abilities_round: int = 0  # bit i: ability i was used this round
    abilities_game: int = 0
    left_in: int = 0  # the round in which it flew off the table
    powers: tuple[Powers, ...] = derived("the card's rules and those that effects give", init=False)

    def __post_init__(self) -> None:
        models = self.card.models
        self.stands = [None] * len(models)
        self.hp = [model.hp for model in models]
        self.leader = self.card.leader
        self.powers = tuple(model.powers for model in models)

    # ------------------------------------------------------------------ looking

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def alive(self) -> list[int]:
        """The models that are left, in roster order."""
        return [model for model, hp in enumerate(self.hp) if hp]

    @property
    def followers(self) -> list[int]:
        """The models that are left beside the leader, in roster order."""
        return [model for model, hp in enumerate(self.hp) if hp and model != self.leader]

    @property
    def on_table(self) -> bool:
        return self.place == TABLE

    @property
    def bases(self) -> list[Stand]:
        """Where its models stand."""
        return [stand for stand in self.stands if stand is not None]

    @property
    def lead(self) -> Stand:
        """Where its leader stands; the unit must be on the table."""
        stand = self.stands[self.leader]
        assert stand is not None
        return stand

    @property
    def power(self) -> Powers:
        """The leader's rules: they speak for the unit (`openfire.unit.rule-scope`)."""
        return self.powers[self.leader]

    @property
    def leader_card(self) -> ModelCard:
        return self.card.models[self.leader]

    @property
    def is_support(self) -> bool:
        """Deployment rules need every model to have them (`openfire.unit.rule-scope`)."""
        return all(self.powers[model].support for model in self.alive)

    @property
    def has_vehicle(self) -> bool:
        return any(self.powers[model].vehicle for model in self.alive)

    def is_crippled(self, model: int) -> bool:
        """A vehicle that lost more than half its hit points (`openfire.vehicle.damaged`)."""
        full = self.card.models[model].hp
        return self.powers[model].vehicle and 2 * (full - self.hp[model]) > full

    def name_of(self, model: int) -> str:
        """What a model is called: its unit and its roster number."""
        return f"{self.card.id}.{model + 1}"

    def __repr__(self) -> str:
        return f"<{self.card.id} {self.card.name} {PLACES[self.place]}>"


class Edit(NamedTuple):
    """A change of the terrain before the game: of a piece, or from the box, by its number."""

    kind: str
    piece: int
    x: int = 0
    y: int = 0


class Marker(NamedTuple):
    """What has become of an objective: who holds it since when, who carries it, or that it went."""

    holder: int = NOBODY
    since: int = 0
    carrier: int = NOBODY
    gone: bool = False


class Field(NamedTuple):
    """What never changes in a battle once its table is laid out."""

    plane: Plane
    board: Mapping[str, Any]
    module: ModuleSetup
    changes: RulesSetup  # what the module changes of the core rules
    policy: Policy
    missions: tuple[Mission, ...]
    mission: Mission
    cards: tuple[UnitCard, ...]
    rules: Rules
    armies: tuple[str, str]
    terrain_by: int
    choose_leaders: bool
    readings: Readings


class Battle(State):
    """The whole state. `phase` says what comes next; see `rulebook`."""

    field: Field = derived("what the chosen mission and the shifted terrain make of the setup")
    sink: Sink | None = apart("the log of this battle and of no copy", default=None)
    phase: str = "mission"
    round: int = 0
    initiative: int = 0
    to_move: int = 0
    scores: list[int] = held(factory=lambda: [0, 0])
    active: int = NOBODY
    moved: bool = False  # the active unit moved in this activation
    advanced: bool = False
    deployed: bool = False  # it came onto the table in this activation
    disembarked: bool = False  # it came out of a transport in this activation
    passed: list[bool] = held(factory=lambda: [False, False])
    """Who holds their last Support units back this round."""
    winner: int | None = None  # who won by forfeit
    effects: tuple[Effect, ...] = held(default=(), key=plain_rows)
    edits: tuple[Edit, ...] = ()  # of the terrain, before the game
    mission_number: int = 0
    entries: list[tuple[tuple[str, int, int], ...]] = held(factory=lambda: [(), ()])
    objectives_at: tuple[tuple[int, int], ...] = ()
    markers: list[Marker] = held(factory=list, key=plain_rows)
    units: list[Unit] = held()
    _tables: Tables | None = derived(
        "what was worked out of where everybody stands; what either works out serves both",
        default=None,
        copied_from="tables",
    )

    # ------------------------------------------------------------------ looking

    @property
    def plane(self) -> Plane:
        return self.field.plane

    @property
    def policy(self) -> Policy:
        return self.field.policy

    @property
    def mission(self) -> Mission:
        return self.field.mission

    @property
    def tables(self) -> Tables:
        """What has been worked out about where everybody stands now."""
        stands = [unit.stands for unit in self.units]
        known = self._tables
        if known is None or known.stands != stands or known.effects != self.effects:
            known = self._tables = Tables([row[:] for row in stands], self.effects, known)
        return known

    def printed(self, clause: str) -> bool:
        """Whether a clause with two readings is read as it is printed."""
        return self.field.readings.printed(clause)

    def on_table(self, side: int | None = None) -> Iterator[Unit]:
        """Units on the battlefield, of one side or of both (`openfire.unit.off-table`)."""
        return (u for u in self.units if u.place == TABLE and (side is None or u.side == side))

    def foes(self, unit: Unit) -> list[Unit]:
        """Enemy units on the battlefield."""
        return [u for u in self.units if u.place == TABLE and u.side != unit.side]

    def friends(self, unit: Unit) -> list[Unit]:
        """Friendly units on the table, never the unit itself (`openfire.unit.friendly-enemy`)."""
        return [u for u in self.units if u.place == TABLE and u.side == unit.side and u is not unit]

    def bases(self, but: Unit | None = None) -> list[Stand]:
        """Every base on the table, but those of one unit."""
        return [
            stand
            for unit in self.units
            if unit.place == TABLE and unit is not but
            for stand in unit.stands
            if stand is not None
        ]

    def aboard(self, unit: Unit, model: int | None = None) -> list[Unit]:
        """The units that a transport carries."""
        return [
            other
            for other in self.units
            if other.place == ABOARD
            and other.transport[0] == unit.index
            and (model is None or other.transport[1] == model)
        ]

    def find(self, name: str) -> Unit | None:
        """The unit of that id, whatever the case of its letters."""
        wanted = name.casefold()
        return next((unit for unit in self.units if unit.id.casefold() == wanted), None)

    # ------------------------------------------------------------------ effects

    def bonus(self, unit: Unit, stat: str) -> int:
        """What lasting effects add to a stat of a unit."""
        if not self.effects:
            return 0
        index = unit.index
        return sum(
            e.value for e in self.effects if e.kind == "stat" and e.unit == index and e.name == stat
        )

    def add_effect(self, effect: Effect) -> None:
        self.effects = (*self.effects, effect)
        self._refresh(effect.unit)

    def drop_effects(self, until: str, source: int | None = None) -> None:
        """End the effects that last until then (those of one unit, or all)."""
        gone = [
            e for e in self.effects if e.until == until and (source is None or e.source == source)
        ]
        if gone:
            self.effects = tuple(e for e in self.effects if e not in gone)
            for index in {e.unit for e in gone}:
                self._refresh(index)

    def _refresh(self, index: int) -> None:
        unit = self.units[index]
        given = [e.name for e in self.effects if e.kind == "rule" and e.unit == index]
        rules = self.field.rules
        unit.powers = tuple(
            rules.powers((*model.special, *given)) if given else model.powers
            for model in unit.card.models
        )

    # ------------------------------------------------------------------ telling

    tell = tell

    def cite(self, event: Event, because: tuple[str, ...]) -> Event:
        """The event with its clauses and how they are read."""
        return self.field.readings.cite(event, because)
