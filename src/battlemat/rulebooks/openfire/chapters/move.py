"""Chapter "Move" as an action: the question, free attacks, and everybody going where declared.

move R1 12.50,8.00 14.00,9.25 face 90      advance R1 ...      move R1 12.00,8.00 embark R2
move R2 left 45 go 4.00 right 10 go 2.00   move R2 back 3.00   skip move

A vehicle's way may also be given by points, or by a facing as in `move R2 toward 90`; it is read as
the manoeuvres and runs that lead there.
"""

from __future__ import annotations

from battlemat.boards.plane.exact import root_up
from battlemat.boards.plane.move import ahead
from battlemat.boards.plane.shapes import Stand, facing_along
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Flow, Option, choose
from battlemat.rulebooks.openfire.chapters import proposals as scout
from battlemat.rulebooks.openfire.chapters.assault import free_attacks, left_behind
from battlemat.rulebooks.openfire.chapters.damage import remove_model, send_to_reserve
from battlemat.rulebooks.openfire.chapters.objectives import check_control
from battlemat.rulebooks.openfire.chapters.paths import (
    CHARGES,
    SHARPEST,
    Course,
    Move,
    as_move,
    boarded,
    check,
)
from battlemat.rulebooks.openfire.chapters.placing import place_followers, put_down
from battlemat.rulebooks.openfire.state.battle import ABOARD, NOBODY, PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.inches import Words, inches, place

SKIP: Option = ("skip", "move")


class MoveOptions:
    """How a unit may move: any path that is legal, or not at all.

    An aircraft must move. If neither its player nor the program finds a way it falls, which is
    then the only other answer (`openfire.aircraft.stall`).
    """

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.battle = battle
        self.unit = unit
        self.nothing: Option = ("stall", unit.index) if unit.power.aircraft else SKIP
        self._flights: list[Option] | None = None
        self._candidates: list[Option] | None = None

    def refusal(self, option: Option) -> Refusal | None:
        if option == self.nothing:
            if self.unit.power.aircraft and self.flights():
                text = f"{self.unit.id} can still fly and must move"
                return Refusal(text, "openfire.aircraft.min-max")
            return None
        if option[0] not in ("move", "advance") or len(option) != 5:
            return Refusal(f"write the way as in 'move {self.unit.id} 12.50,8.00'")
        if option[1] != self.unit.index:
            return Refusal(f"{self.unit.id} is to move", "openfire.activation.order")
        found = check(self.battle, self.unit, as_move(option))
        return found if isinstance(found, Refusal) else None

    def flights(self) -> list[Option]:
        """What the program's search finds for an aircraft."""
        if self._flights is None:
            self._flights = scout.flights(self.battle, self.unit)
        return self._flights

    def candidates(self) -> list[Option]:
        if self._candidates is None:
            battle, unit = self.battle, self.unit
            if unit.power.aircraft:
                found = scout.best_flights(battle, unit, self.flights())
                self._candidates = found or [self.nothing]
            else:
                self._candidates = [*scout.moves(battle, unit), self.nothing]
        return self._candidates

    def read(self, text: str) -> Option | Refusal:
        words = Words(text, self.battle.plane.height)
        if words.word("skip") and words.word("move") and words.done:
            return SKIP
        verb, name = words.here, ""
        words.take()
        if verb in ("move", "advance", "stall"):
            name = words.take()
        if name.casefold() != self.unit.id.casefold():
            return Refusal(f"write the way as in 'move {self.unit.id} 12.50,8.00', or 'skip move'")
        if verb == "stall":
            return ("stall", self.unit.index)
        read = _read_steps if self.unit.power.vehicle else _read_points
        path = read(self.unit, words)
        facing = words.facing()
        board = NOBODY
        if words.word("embark"):
            transport = self.battle.find(words.take())
            if transport is None:
                return Refusal("there is no such transport", "openfire.transport.who")
            board = transport.index
        if not words.done:
            return Refusal(f"'{words.here}' is not understood in a way")
        turned = -1 if facing is None else facing
        return tuple(Move(verb, self.unit.index, path, turned, board))


def _read_points(_unit: Unit, words: Words) -> tuple[tuple[int, int] | tuple[str, int], ...]:
    return words.places()


def _read_steps(unit: Unit, words: Words) -> tuple[tuple[int, int] | tuple[str, int], ...]:
    """The steps of a vehicle; points are turned into the steps that lead there."""
    found: list[tuple[int, int] | tuple[str, int]] = []
    at = unit.lead
    while True:
        step: tuple[str, int] | None = None
        if words.here in ("left", "right"):
            sign = 1 if words.take().casefold() == "left" else -1
            step = ("turn", sign * (words.number() or 0))
        elif words.here in ("go", "back"):
            sign = 1 if words.take().casefold() == "go" else -1
            step = ("go", sign * (words.length() or 0))
        if step is not None:
            found.append(step)
            at = _after(at, step)
            continue
        facing = words.angle("toward")
        point = words.place() if facing is None else None
        if facing is None and point is None:
            return tuple(found)
        for leading in _turns(at, facing) if facing is not None else _toward(at, point):
            found.append(leading)
            at = _after(at, leading)


def _after(at: Stand, step: tuple[str, int]) -> Stand:
    if step[0] == "turn":
        return at.turned(step[1])
    return Stand(at.base, *ahead(at.x, at.y, at.facing, step[1]), at.facing, at.level)


def _turns(at: Stand, facing: int) -> list[tuple[str, int]]:
    """Turns of at most 45 degrees each that lead to a facing."""
    turn = (facing - at.facing + 180) % 360 - 180
    steps: list[tuple[str, int]] = []
    while turn:
        part = max(-SHARPEST, min(SHARPEST, turn))
        steps.append(("turn", part))
        turn -= part
    return steps


def _toward(at: Stand, point: tuple[int, int] | None) -> list[tuple[str, int]]:
    """Turns towards a point, then the run there."""
    assert point is not None
    dx, dy = point[0] - at.x, point[1] - at.y
    if not dx and not dy:
        return []
    return [*_turns(at, facing_along(dx, dy)), ("go", root_up(dx * dx + dy * dy))]


def write_move(battle: Battle, option: Option) -> str:
    """The text of a move."""
    move = as_move(option)
    words = [move.verb, battle.units[move.unit].id]
    for step in move.path:
        if step[0] == "turn":
            words.append(f"{'left' if step[1] > 0 else 'right'} {abs(step[1])}")
        elif step[0] == "go":
            words.append(f"{'go' if step[1] >= 0 else 'back'} {inches(abs(step[1]))}")
        else:
            words.append(place(int(step[0]), step[1]))
    if move.facing >= 0:
        words.append(f"face {move.facing}")
    if move.board >= 0:
        words.append(f"embark {battle.units[move.board].id}")
    return " ".join(words)


# ---------------------------------------------------------------------- the action


def move_action(battle: Battle) -> Flow[None]:
    """The active unit's move, whole or left out; then comes its attack."""
    unit = battle.units[battle.active]
    battle.phase = "attack"
    option = yield from choose(
        PLAYERS[unit.side],
        "move",
        lambda: MoveOptions(battle, unit),
        because="openfire.move.leader-first",
        about=unit.index,
    )
    if option[0] == "stall":
        battle.phase = "finish"
        for model in unit.alive:
            yield from remove_model(battle, unit, model, "openfire.aircraft.stall")
    elif option != SKIP:
        yield from go(battle, unit, as_move(option))
    check_control(battle)


def go(battle: Battle, unit: Unit, move: Move) -> Flow[None]:
    """Place the followers, suffer free attacks, then move everybody who is left."""
    found = check(battle, unit, move)
    assert not isinstance(found, Refusal)
    course, placing = found
    battle.advanced = move.advances  # openfire.move.advance-declared
    ends: dict[int, Stand | None] = {}
    if placing is not None:
        places = yield from place_followers(placing, "openfire.formation.adjust")
        ends = dict(zip(placing.followers, places, strict=True))
    final = [course.end, *(s for s in ends.values() if s)] if placing is not None else []
    foes = left_behind(battle, unit, course.path, final)
    if foes:
        yield from free_attacks(battle, unit, foes)
    if not unit.on_table:  # openfire.assault.free-attack-killed
        battle.phase = "finish"
        return
    if course.leaves:
        send_to_reserve(battle, unit)
        battle.phase = "finish"
    elif placing is None:
        _embark(battle, unit, battle.units[move.board], course.end)
    else:
        _arrive(battle, unit, move, course, ends)


def _embark(battle: Battle, unit: Unit, transport: Unit, end: Stand) -> None:
    """Take the whole unit off the table; its activation ends (`openfire.transport.embark-ends`).

    From now on it has no place of its own and goes where the transport goes
    (`openfire.transport.moves-along`).
    """
    unit.transport = (transport.index, boarded(battle, unit, transport, end))
    unit.place = ABOARD
    unit.stands = [None] * len(unit.stands)
    battle.phase = "finish"
    battle.tell("embark", "openfire.transport.embark", unit=unit.id, transport=transport.id)


def _arrive(
    battle: Battle, unit: Unit, move: Move, course: Course, ends: dict[int, Stand | None]
) -> None:
    """What counts as having moved: any model changed its place, or a vehicle manoeuvred.

    `openfire.move.counts-as-moved`: turning on the spot does not, and the dead do not either.
    """
    before = {model: unit.stands[model] for model in unit.alive}
    put_down(unit, course.end, ends)
    moved = course.moved or any(
        stood is not None and now is not None and (stood.x, stood.y) != (now.x, now.y)
        for stood, now in ((before[model], unit.stands[model]) for model in unit.alive)
    )
    battle.moved = battle.moved or moved
    charged = dict.fromkeys(CHARGES[charge.kind] for charge in course.path.charges)
    verb = "openfire.move.advance" if move.advances else "openfire.move.leader-first"
    battle.tell(
        "move",
        (verb, *charged),
        unit=unit.id,
        verb="advances" if move.advances else "moves",
        place=place(course.end.x, course.end.y),
        cost=inches(course.cost),
        allowance=inches(course.allowance),
    )
