"""What the active unit may do now: every option, and how it is carried out.

Options are listed where they can be; a way that the player draws dot by dot, or a dot far from
every enemy, may be named too. Its one rule: `Acting` is the only statement of what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from battlemat.boards.dots.board import MapError
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Flow, Option, no_question
from battlemat.rulebooks.skirmishers.chapters import (
    arcs,
    crew,
    explosives,
    gear,
    jet,
    melee,
    movement,
    vehicle_ride,
)
from battlemat.rulebooks.skirmishers.chapters import (
    movement_fire as mfire,
)
from battlemat.rulebooks.skirmishers.chapters.aiming import swims
from battlemat.rulebooks.skirmishers.screen import notation
from battlemat.rulebooks.skirmishers.state.battle import FIGHTING, MOVING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.ground import GO_PRONE, STAND_UP, move_budget, walk_of

Lister = Callable[[Battle, Unit], Sequence[Option]]
Doer = Callable[[Battle, Unit, Option], Flow[None]]
Rule = Callable[[Battle, Unit, Option], None]


class Acting:
    """The options of one action of one unit: listed ones, ways dot by dot, and far dots."""

    __slots__ = ("_listed", "battle", "unit")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.battle = battle
        self.unit = unit
        self._listed: list[Option] | None = None

    def candidates(self) -> list[Option]:
        if self._listed is None:
            self._listed = list_actions(self.battle, self.unit)
        return self._listed

    def refusal(self, option: Option) -> Refusal | None:
        """Why an option is not legal now; None if it is."""
        verb = option[0] if option else ""
        if self._listed is None and verb == "move" and self._can_walk(option):
            return None  # a fork that takes a move need not list everything else
        if option in self.candidates():
            return None
        if verb == "path" and len(option) == 3 and option[1] == self.unit.index:
            return way_refusal(self.battle, self.unit, option[2])
        if verb == "flight" and len(option) == 3 and option[1] == self.unit.index:
            if jet.is_flight(self.battle, self.unit, option[2]):
                return None
            return jet.why_no_flight(self.battle, self.unit, option[2])
        if verb == "throw" and len(option) == 4 and _is_far_throw(self.battle, self.unit, option):
            return None
        return Refusal("that is not among the options of this action")

    def _can_walk(self, option: Option) -> bool:
        if len(option) != 3 or option[1] != self.unit.index or not isinstance(option[2], int):
            return False
        if option[2] < 0 or not movement.can_move(self.battle, self.unit):
            return False
        return movement.reach_of(self.battle, self.unit).places >> option[2] & 1 == 1

    def read(self, text: str) -> Option | Refusal:
        """The option a text stands for, or why it stands for none."""
        wanted = text.casefold()
        texts = {notation.write(self.battle, option): option for option in self.candidates()}
        for written, option in texts.items():
            if written.casefold() == wanted:
                return option
        named = self._read_unlisted(wanted.split())
        if named is not None:
            return named
        refusal = notation.why_not(self.battle, self.unit, text)
        near = get_close_matches(text, texts, n=3, cutoff=0.75)
        if refusal.because is None and near:
            meant = " or ".join(f"'{one}'" for one in near)
            return Refusal(f"{refusal.reason}; did you mean {meant}?")
        return refusal

    def _read_unlisted(self, words: list[str]) -> Option | None:
        board, unit = self.battle.board, self.unit
        if len(words) < 3 or words[1] != unit.id.casefold():
            return None
        try:
            if words[0] in ("move", "step") and len(words) == 3:
                here, *way = (board.place(name) for name in words[2].split("-"))
                drawn = len(way) > 1 if words[0] == "move" else self._is_step(way)
                if drawn and here == unit.place:
                    return "path", unit.index, tuple(way)
            if words[0] == "fly" and len(words) == 3:
                dots = tuple(board.place(name) % board.size for name in words[2].split("-"))
                if len(dots) > 2 and dots[0] == unit.place % board.size:
                    return "flight", unit.index, dots[1:]
            if words[0] == "throw" and len(words) == 4:
                weapon = self.battle.field.armory.by_id.get(words[3])
                option = (
                    "throw",
                    unit.index,
                    board.place(words[2]),
                    weapon.number if weapon else -1,
                )
                if _is_far_throw(self.battle, unit, option):
                    return option
        except MapError:
            return None
        return None

    def _is_step(self, way: list[int]) -> bool:
        """Whether a way is one step straight across, though the best way costs no more."""
        return len(way) == 1 and way_refusal(self.battle, self.unit, tuple(way)) is None


def _is_far_throw(battle: Battle, unit: Unit, option: Option) -> bool:
    """Whether a dot that is not listed can be aimed at all the same."""
    _, _, place, index = option
    if burning(battle, unit) or not explosives.may_use(battle, unit):
        return False
    weapon = next((w for w in explosives.usable(battle, unit) if w.number == index), None)
    surface = isinstance(place, int) and place >= 0 and battle.board.surfaces >> place & 1
    if weapon is None or not surface:
        return False
    return explosives.burst_aim(battle, unit, weapon, place) is not None


def way_refusal(battle: Battle, unit: Unit, way: tuple[int, ...]) -> Refusal | None:
    """Why a way cannot be walked dot by dot; None if it can."""
    if not movement.can_move(battle, unit):
        return Refusal("the unit cannot move any more this turn", "skirmishers.move.first")
    walk, here, left = walk_of(battle, unit), unit.place, move_budget(unit)
    name = battle.board.name
    for place in way:
        price = walk.price(here, place)
        if price is None:
            return Refusal(
                f"there is no step from {name(here)} to {name(place)}", "skirmishers.move.step"
            )
        if battle.occupied >> place & 1 and place != unit.place:
            return Refusal(f"{name(place)} is taken", "skirmishers.move.occupied")
        left -= price
        if left < 0:
            return Refusal("the AP left do not pay for that way", "skirmishers.move.afford")
        here = place
    return None


# ---------------------------------------------------------------------- listing


def burning(battle: Battle, unit: Unit) -> bool:
    """Whether the unit must first stop in the flames before it may fight."""
    return battle.stage == MOVING and battle.fire >> unit.place & 1 == 1


def list_actions(battle: Battle, unit: Unit) -> list[Option]:
    """Everything the active unit may do, the end of its activation last."""
    found: list[Option] = []
    if battle.stage == MOVING:
        found += moving_actions(battle, unit)
    if unit.mount >= 0 and not vehicle_ride.may_end(battle, unit):
        return found  # skirmishers.vehicle.mode-choose: the ride may not end before
    if burning(battle, unit):
        found.append(("halt", unit.index))
    elif not unit.under and not unit.pinned:
        for lister in COMBAT:
            found += lister(battle, unit)
    found.append(("end", unit.index))
    return found


def moving_actions(battle: Battle, unit: Unit) -> list[Option]:
    """Movement and special actions, in any order (`skirmishers.action.table`)."""
    found: list[Option] = []
    if movement.can_move(battle, unit) and move_budget(unit) > 0:
        found += movement.way_options(battle, unit)
    found += posture_options(battle, unit)
    for lister in SPECIAL if unit.mount < 0 else RIDING:
        found += lister(battle, unit)
    return found


def posture_options(battle: Battle, unit: Unit) -> list[Option]:
    """Prone, up, and off the map where an exit is."""
    found: list[Option] = []
    budget = move_budget(unit)
    level = battle.board.level(unit.place)
    if unit.mount < 0 and level >= 0 and not swims(battle, unit):
        if not unit.prone and budget >= GO_PRONE:
            found.append(("prone", unit.index))
        elif unit.prone and budget >= STAND_UP:
            found.append(("stand", unit.index))
    exits = battle.field.scenario.exits[unit.side]
    if exits and budget > 0 and exits >> unit.place & 1 and movement.can_move(battle, unit):
        found.append(("leave", unit.index))
    return found


SPECIAL: list[Lister] = [
    mfire.shot_options,
    mfire.lob_options,
    jet.fly_options,
    gear.change_options,
    gear.take_options,
    gear.drop_options,
    gear.jet_options,
    crew.crew_options,
]
RIDING: list[Lister] = []
"""What somebody on a vehicle may do in its movement; filled by that chapter."""
COMBAT: list[Lister] = [
    arcs.arc_options,
    melee.blow_options,
    explosives.throw_options,
    explosives.shell_options,
    crew.turn_options,
]


# ---------------------------------------------------------------------- doing


def perform(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    """Carry out a listed option."""
    yield from DOERS[option[0]](battle, unit, option)


def _move(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    return movement.walk(battle, unit, movement.best_way(battle, unit, option[2]))


def _path(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    return movement.walk(battle, unit, option[2])


def _step(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    return movement.walk(battle, unit, (option[2],))


def _fly(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    way = jet.best_flight(battle, unit, option[2])
    return jet.take_flight(battle, unit, way, option[2])


def _flight(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    return jet.take_flight(battle, unit, option[2], battle.board.top(option[2][-1]))


def at_once(rule: Rule, *, combat: bool = False) -> Doer:
    """A rule that asks nothing, as a flow; combat actions end the movement."""

    def do(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
        if combat:
            battle.stage = FIGHTING
        rule(battle, unit, option)
        return no_question()

    return do


THROWS: dict[str, Rule] = {
    "throw": lambda b, u, o: explosives.throw(b, u, b.weapon(o[3]), o[2]),
    "lob": lambda b, u, o: explosives.throw(b, u, b.weapon(o[3]), o[2], moving=True),
    "toss": lambda b, u, o: explosives.toss(b, u, b.weapon(o[3]), o[2]),
    "shell": lambda b, u, o: explosives.shell(b, u, b.weapon(o[3]), o[2]),
}
"""What leaves a token on the table."""

DOERS: dict[str, Doer] = {
    "move": _move,
    "path": _path,
    "step": _step,
    "halt": lambda b, u, _o: movement.end_movement(b, u),
    "stand": lambda b, u, _o: movement.stand_up(b, u),
    "prone": at_once(lambda b, u, _o: movement.go_prone(b, u)),
    "leave": at_once(lambda b, u, _o: movement.leave_map(b, u)),
    "weapon": at_once(lambda b, u, o: gear.change_weapon(b, u, o[2])),
    "take": at_once(lambda b, u, o: gear.take(b, u, b.units[o[2]], o[3])),
    "pick": at_once(lambda b, u, o: gear.pick_up(b, u, o[2], o[3])),
    "drop": at_once(lambda b, u, o: gear.drop(b, u, o[2])),
    "shoot": lambda b, u, o: mfire.shoot_moving(b, u, b.units[o[2]], o[3]),
    "lob": at_once(THROWS["lob"]),
    "fly": _fly,
    "flight": _flight,
    "jet": at_once(lambda b, u, o: gear.wear_jet(b, u, o[2])),
    "setup": at_once(lambda b, u, o: crew.work_on(b, u, u, crew.UP, o[2])),
    "help": at_once(lambda b, u, o: crew.work_on(b, u, b.units[o[2]], crew.UP)),
    "break": at_once(lambda b, u, _o: crew.work_on(b, u, u, crew.DOWN)),
    "aid": at_once(lambda b, u, o: crew.work_on(b, u, b.units[o[2]], crew.DOWN)),
    "takeover": at_once(lambda b, u, _o: crew.take_over(b, u)),
    "turn": at_once(lambda b, u, o: crew.turn_gun(b, u, o[2]), combat=True),
    "arc": at_once(lambda b, _u, o: arcs.set_arc(b, b.units[o[1]], o[2], o[3], o[4]), combat=True),
    "melee": at_once(lambda b, u, o: melee.declare(b, u, b.units[o[2]], o[3]), combat=True),
    "throw": at_once(THROWS["throw"], combat=True),
    "toss": at_once(THROWS["toss"], combat=True),
    "shell": at_once(THROWS["shell"], combat=True),
}
