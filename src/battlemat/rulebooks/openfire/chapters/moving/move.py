"""Chapter "Move" as an action: the question, free attacks, and everybody going where declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.boards.plane import Stand
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow, Option
from battlemat.kernel.scene import Handle, Point, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.attacks.damage import remove_model, send_to_reserve
from battlemat.rulebooks.openfire.chapters.moving import proposals
from battlemat.rulebooks.openfire.chapters.moving.assault import free_attacks
from battlemat.rulebooks.openfire.chapters.moving.drawing import drawn_move
from battlemat.rulebooks.openfire.chapters.moving.formation import Placing, put_down
from battlemat.rulebooks.openfire.chapters.moving.leaving import DeclaredMove, left_behind
from battlemat.rulebooks.openfire.chapters.moving.paths import (
    CHARGES,
    Advance,
    Course,
    Going,
    Move,
    Step,
    boarded,
    check,
    survey,
)
from battlemat.rulebooks.openfire.chapters.moving.placing import place_followers
from battlemat.rulebooks.openfire.chapters.moving.way_form import WayForm
from battlemat.rulebooks.openfire.chapters.objectives import check_control
from battlemat.rulebooks.openfire.chapters.parts import UNIT
from battlemat.rulebooks.openfire.chapters.skipping import SKIP, Skip
from battlemat.rulebooks.openfire.screen.handles import called, lead, offering, point_at_unit
from battlemat.rulebooks.openfire.screen.phrases import (
    facing_in_words,
    place_in_words,
    way_in_words,
)
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.screen.previews import going
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import ABOARD, PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import FROM_NORTH, inches, place


class Stall(NamedTuple):
    """An aircraft that cannot fly on falls."""

    unit: int
    verb: str = "stall"


class Moving:
    """What is asked: how a unit moves. Any path that is legal, or not at all.

    An aircraft must move. If neither its player nor the program finds a way it falls, which is
    then the only other answer (`openfire.aircraft.stall`).
    """

    __slots__ = ("_flies", "_ranked", "battle", "unit")

    action = "move"

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.battle = battle
        self.unit = unit
        self._flies: bool | None = None
        self._ranked: list[Going] | None = None

    def must(self) -> Refusal | None:
        """Why the unit has to move, or to fall."""
        if not self.unit.power.aircraft:
            return None
        return Refusal(say("{unit} must move", unit=self.unit.id), "openfire.aircraft.min-max")

    def can_fly(self) -> bool:
        """Whether the program's search finds any flight for an aircraft."""
        if self._flies is None:
            self._flies = next(proposals.flights(self.battle, self.unit), None) is not None
        return self._flies

    def ranked(self) -> list[Going]:
        """The moves worth a look, best first."""
        if self._ranked is None:
            battle, unit = self.battle, self.unit
            if unit.power.aircraft:
                self._ranked = proposals.best_flights(battle, unit)
            else:
                self._ranked = proposals.moves(battle, unit)
        return self._ranked


# ---------------------------------------------------------------------- the verbs


def _moves(_battle: Battle, asked: Moving) -> list[Move]:
    return [move for move in asked.ranked() if isinstance(move, Move)]


def _advances(_battle: Battle, asked: Moving) -> list[Advance]:
    return [move for move in asked.ranked() if isinstance(move, Advance)]


def _best_first(_battle: Battle, asked: Moving, listed: list[Option]) -> list[Option]:
    """Moves and advances as they rank; then what else may be done."""
    rank: dict[Option, int] = {option: number for number, option in enumerate(asked.ranked())}
    return sorted(listed, key=lambda option: rank.get(option, len(rank)))


def _bar(battle: Battle, asked: Moving, option: Going) -> Refusal | None:
    if option.unit != asked.unit.index:
        return Refusal(
            say("only {unit} moves now", unit=asked.unit.id), "openfire.activation.order"
        )
    found = check(battle, asked.unit, option)
    return found if isinstance(found, Refusal) else None


def _price(battle: Battle, asked: Moving, option: Going) -> int | None:
    """Hundredths of an inch."""
    course = survey(battle, asked.unit, option)
    return None if isinstance(course, Refusal) else course.cost


def _stalls(_battle: Battle, asked: Moving) -> Sequence[Stall]:
    return (Stall(asked.unit.index),) if asked.unit.power.aircraft else ()


def _stall_bar(_battle: Battle, asked: Moving, option: Stall) -> Refusal | None:
    unit = asked.unit
    if option.unit != unit.index:
        return Refusal(say("only {unit} moves now", unit=unit.id), "openfire.activation.order")
    if not unit.power.aircraft:
        return Refusal(say("{unit} is no aircraft", unit=unit.id), "openfire.aircraft.stall")
    if asked.can_fly():
        return Refusal(
            say("{unit} can still fly and must move", unit=unit.id), "openfire.aircraft.min-max"
        )
    return None


def _stall(battle: Battle, option: Stall) -> Flow[None]:
    unit = battle.units[option.unit]
    battle.phase = "finish"
    for model in unit.alive:
        yield from remove_model(battle, unit, model, "openfire.aircraft.stall")


def _fill_stall(battle: Battle, _choice: Choice, option: Stall, made: Handle) -> None:
    point_at_unit(battle.units[option.unit], made)


def _fill(battle: Battle, _choice: Choice, option: Going, made: Handle) -> None:
    unit = battle.units[option.unit]
    made.piece = lead(unit)
    course = survey(battle, unit, option)
    if isinstance(course, Refusal):
        return
    plane = battle.plane
    path: list[Point] = [on_screen(plane, unit.lead.x, unit.lead.y)]
    path += [on_screen(plane, leg.end.x, leg.end.y) for leg in course.path.legs]
    end = place(course.end.x, course.end.y)
    made.path, made.at, made.place = path, path[-1], end
    allowed, made.reach = inches(course.allowance), course.allowance / INCH
    made.cost = say("{cost} of {allowed} inches", cost=inches(course.cost), allowed=allowed)
    if not option.path and option.board < 0:
        # Standing still is the same answer as an empty path: here a screen may draw one.
        made.gesture = "path"
        made.text = f"{option.verb} {unit.id} {{path}} {FROM_NORTH}"
        made.label = say(
            "{advances, select, yes {Advance} other {Move}} {unit}, up to {allowed} inches",
            advances="yes" if isinstance(option, Advance) else "no",
            unit=unit.id,
            allowed=allowed,
        )
    elif option == Move(unit.index, (Step("turn", 45),)):
        made.gesture = "turn"
        made.text = f"move {unit.id} toward {{turn}} {FROM_NORTH}"
        made.label = say("Turn {unit} on the spot", unit=unit.id)
    elif option.board >= 0:
        made.target = lead(battle.units[option.board])


def _tell(battle: Battle, _asked: Moving, option: Going) -> str:
    """Where a move leads. What is refused has no end yet, and is told by what was wanted."""
    unit = battle.units[option.unit]
    course = survey(battle, unit, option)
    advances = "yes" if isinstance(option, Advance) else "no"
    if isinstance(course, Refusal):
        return say("{advances, select, yes {Advance} other {Move}}", advances=advances)
    if option.board >= 0:
        return say("Embark on {transport}", transport=called(battle.units[option.board]))
    if course.leaves:
        return say("Fly off the table")
    if not course.moved:
        return _tell_standing(unit, course)
    return say(
        "{advances, select, yes {Advance} other {Move}} {far} inches to {place}",
        advances=advances,
        far=f"{course.cost / INCH:.1f}",
        place=place_in_words(battle, course.end.x, course.end.y),
    )


def _tell_standing(unit: Unit, course: Course) -> str:
    if course.end.facing == unit.lead.facing:
        return say("Stay in place")
    return say("Turn to the {way}", way=facing_in_words(course.end.facing))


def _covers(battle: Battle, _choice: Choice, option: Going) -> Sequence[Shape]:
    unit = battle.units[option.unit]
    found = check(battle, unit, option)
    if isinstance(found, Refusal):
        return ()
    course, placing = found
    return going(battle, unit, course, placing, advanced=isinstance(option, Advance))


_MOVE, _ADVANCE = WayForm(Move), WayForm(Advance)
_STALL = Template(Stall, "stall {unit}", unit=UNIT)
MOVE: Verb[Battle, Moving, Move] = Verb(
    Move,
    _MOVE,
    says="move the leader along a path, the others in formation",
    because="openfire.move.leader-first",
    candidates=_moves,
    bar=_bar,
    price=_price,
    do=lambda battle, option: go(battle, option),
    handle=offering(lambda: say("Move"), _MOVE, _fill),
    tells=_tell,
    covers=_covers,
    unlisted=True,
)
ADVANCE: Verb[Battle, Moving, Advance] = Verb(
    Advance,
    _ADVANCE,
    says="move further; only Assault weapons may be used then",
    because="openfire.move.advance",
    candidates=_advances,
    bar=_bar,
    price=_price,
    do=lambda battle, option: go(battle, option),
    handle=offering(lambda: say("Advance"), _ADVANCE, _fill),
    tells=_tell,
    covers=_covers,
    unlisted=True,
)
STALL: Verb[Battle, Moving, Stall] = Verb(
    Stall,
    _STALL,
    says="an aircraft that cannot fly on falls",
    because="openfire.aircraft.stall",
    candidates=_stalls,
    bar=_stall_bar,
    do=_stall,
    handle=offering(lambda: say("Fall"), _STALL, _fill_stall),
    tells="{unit} falls",
)
MOVING: Ask[Battle, Moving, Move | Advance | Skip | Stall] = Ask(
    "move",
    says="How does {unit} move?",
    because="openfire.move.leader-first",
    verbs=Verbs(MOVE, ADVANCE, SKIP, STALL),
    arrange=_best_first,
    draws=lambda battle, asked, below: drawn_move(battle, asked.unit, below),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
    own=True,
)


# ---------------------------------------------------------------------- the action


def move_action(battle: Battle) -> Flow[None]:
    """The active unit's move, whole or left out; then comes its attack."""
    unit = battle.units[battle.active]
    battle.phase = "attack"
    done = False
    while not done:
        option = yield from MOVING(
            PLAYERS[unit.side], battle, Moving(battle, unit), about=unit.index
        )
        done = (yield from MOVING.verbs.do(battle, option)) is not False
    check_control(battle)


def go(battle: Battle, move: Going) -> Flow[bool]:
    """Place the followers, suffer free attacks, then move everybody who is left.

    False if the leader is taken up again, because no places are found for the others.
    """
    unit = battle.units[move.unit]
    found = check(battle, unit, move)
    assert not isinstance(found, Refusal)
    course, placing = found
    battle.advanced = isinstance(move, Advance)  # openfire.move.advance-declared
    ends: dict[int, Stand | None] = {}
    if placing is not None:
        places = yield from place_followers(
            placing, "openfire.formation.adjust", moved=course.moved
        )
        if places is None:
            battle.advanced = False
            return False
        ends = dict(zip(placing.followers, places, strict=True))
    yield from _suffer(battle, unit, course, placing, ends)
    if not unit.on_table:  # openfire.assault.free-attack-killed
        battle.phase = "finish"
    elif course.leaves:
        send_to_reserve(battle, unit)
        battle.phase = "finish"
    elif placing is None:
        _embark(battle, unit, battle.units[move.board], course.end)
    else:
        _arrive(battle, unit, move, course, ends)
    return True


def _suffer(
    battle: Battle,
    unit: Unit,
    course: Course,
    placing: Placing | None,
    ends: dict[int, Stand | None],
) -> Flow[None]:
    """The free attacks of those whom the declared move leaves."""
    final = [course.end, *(s for s in ends.values() if s)] if placing is not None else []
    foes = left_behind(battle, unit, course.path, final)
    if foes:
        places = {unit.leader: course.end, **ends} if placing is not None else {}
        goals = tuple((model, stand) for model, stand in places.items() if stand is not None)
        yield from free_attacks(battle, unit, foes, DeclaredMove(unit.index, goals))


def _embark(battle: Battle, unit: Unit, transport: Unit, end: Stand) -> None:
    """Take the whole unit off the table; its activation ends (`openfire.transport.embark-ends`).

    From now on it has no place of its own and goes where the transport goes
    (`openfire.transport.moves-along`).
    """
    unit.transport = (transport.index, boarded(battle, unit, transport, end))
    unit.place = ABOARD
    unit.stands = [None] * len(unit.stands)
    battle.phase = "finish"
    battle.tell(events.Embark, "openfire.transport.embark", unit=unit.id, transport=transport.id)


def _arrive(
    battle: Battle, unit: Unit, move: Going, course: Course, ends: dict[int, Stand | None]
) -> None:
    """What counts as having moved: any model changed its place, or a vehicle manoeuvred.

    `openfire.move.counts-as-moved`: turning on the spot does not, and the dead do not either.
    """
    before = {model: unit.stands[model] for model in unit.alive}
    start = before.get(unit.leader) or course.end
    put_down(unit, course.end, ends)
    moved = course.moved or any(
        stood is not None and now is not None and (stood.x, stood.y) != (now.x, now.y)
        for stood, now in ((before[model], unit.stands[model]) for model in unit.alive)
    )
    battle.moved = battle.moved or moved
    if battle.sink is not None:
        _tell_move(battle, unit, move, course, start)


def _tell_move(battle: Battle, unit: Unit, move: Going, course: Course, start: Stand) -> None:
    charged = dict.fromkeys(CHARGES[charge.kind] for charge in course.path.charges)
    advances = isinstance(move, Advance)
    verb = "openfire.move.advance" if advances else "openfire.move.leader-first"
    battle.tell(
        events.Move,
        (verb, *charged),
        unit=unit.id,
        verb="advances" if advances else "moves",
        way=way_in_words(battle, (start.x, start.y), (course.end.x, course.end.y)),
        place=place(course.end.x, course.end.y),
        cost=inches(course.cost),
        allowance=inches(course.allowance),
    )
