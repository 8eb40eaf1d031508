"""How screens offer options: words, where to point, and the way a move takes.

Its one rule: a handle is words and places; what is legal was said by the options.
"""

from __future__ import annotations

from collections.abc import Callable

from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Handle
from battlemat.rulebooks.skirmishers.chapters.arcs import ARC_PRICES, shots_of
from battlemat.rulebooks.skirmishers.chapters.explosives import price_of
from battlemat.rulebooks.skirmishers.chapters.gear import CHANGE, EXCHANGE, WEAR, thing_name
from battlemat.rulebooks.skirmishers.chapters.jet import best_flight
from battlemat.rulebooks.skirmishers.chapters.melee import BLOW_PRICE
from battlemat.rulebooks.skirmishers.chapters.movement import arcs_crossed, danger_of, reach_of
from battlemat.rulebooks.skirmishers.screen import notation
from battlemat.rulebooks.skirmishers.screen.scene import point
from battlemat.rulebooks.skirmishers.state.armory import UNLIMITED
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit

GROUPS = {
    "activate": "Activate",
    "move": "Move",
    "path": "Move",
    "step": "Step across",
    "prone": "Posture",
    "stand": "Posture",
    "leave": "Leave the map",
    "halt": "Stop",
    "weapon": "Change weapon",
    "take": "Exchange",
    "pick": "Exchange",
    "drop": "Drop",
    "jet": "Jet pack",
    "arc": "Firing arc",
    "melee": "Melee attack",
    "throw": "Explosive",
    "toss": "Explosive over stairs",
    "shell": "Structure",
    "lob": "Explosive on the move",
    "fire": "Fire",
    "shoot": "Movement fire",
    "setup": "Crew weapon",
    "help": "Crew weapon",
    "break": "Crew weapon",
    "aid": "Crew weapon",
    "takeover": "Crew weapon",
    "turn": "Crew weapon",
    "fly": "Fly",
    "flight": "Fly",
    "bomb": "Grenade from the air",
    "duck": "Drop prone",
    "disable": "Disable a weapon",
    "end": "End activation",
    "pass": "Hold fire",
}
HEADINGS = ("E", "E-SE", "SE", "S", "SW", "W-SW", "W", "W-NW", "NW", "N", "NE", "E-NE")


def handle(battle: Battle, choice: Choice, option: Option) -> Handle:
    """How a screen offers an option."""
    verb = option[0]
    made = Handle(
        text=notation.write(battle, option),
        label=_label(battle, choice, option),
        group=GROUPS.get(verb, verb.title()),
        because=choice.because,
        cost=_cost(battle, option),
    )
    if len(option) > 1 and isinstance(option[1], int):
        made.piece = battle.units[option[1]].id
    if verb == "activate":
        made.target = made.piece
    pointer = POINTERS.get(verb)
    if pointer is not None:
        pointer(battle, option, made)
    return made


def _point_flight(battle: Battle, option: Option, made: Handle) -> None:
    unit = battle.units[option[1]]
    way = best_flight(battle, unit, option[2]) if option[0] == "fly" else option[2]
    point_along(battle, unit, way, made)


def _point_bomb(battle: Battle, option: Option, made: Handle) -> None:
    place = battle.board.top(option[2])  # skirmishers.jet.grenade: the highest surface
    made.at, made.place = point(battle.board, place), battle.board.name(place)


def _point_way(battle: Battle, option: Option, made: Handle) -> None:
    unit = battle.units[option[1]]
    if option[0] == "move":
        way = _Ways.of(battle, unit).way(option[2])
    else:
        way = option[2] if option[0] == "path" else (option[2],)
    point_along(battle, unit, way, made)


def point_along(battle: Battle, unit: Unit, way: tuple[int, ...], made: Handle) -> None:
    """Where a way leads, every dot on it, and whose firing arcs it crosses."""
    board = battle.board
    watchers = arcs_crossed(battle, unit.side, way)
    if watchers:
        names = ", ".join(watcher.id for watcher in watchers)
        made.label += f", through the {'arc' if len(watchers) == 1 else 'arcs'} of {names}"
    made.at, made.place = point(board, way[-1]), board.name(way[-1])
    made.path = [point(board, place) for place in (unit.place, *way)]


class _Ways:
    """The ways of one unit, worked out once for all handles of one question."""

    kept: _Ways | None = None

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.key = (id(battle), battle.turn, unit.index, unit.place, unit.spent, battle.fired)
        self.reach = reach_of(battle, unit)
        self.danger = danger_of(battle, unit.side)

    @classmethod
    def of(cls, battle: Battle, unit: Unit) -> _Ways:
        key = (id(battle), battle.turn, unit.index, unit.place, unit.spent, battle.fired)
        if cls.kept is None or cls.kept.key != key:
            cls.kept = cls(battle, unit)
        return cls.kept

    def way(self, place: int) -> tuple[int, ...]:
        return self.reach.path(place, self.danger)


def _point_dot(battle: Battle, option: Option, made: Handle) -> None:
    unit, board = battle.units[option[1]], battle.board
    made.at, made.place = point(board, option[2]), board.name(option[2])
    made.path = [point(board, unit.place), made.at]


def _point_unit(battle: Battle, option: Option, made: Handle) -> None:
    target = battle.units[option[2]]
    made.target = target.id
    if target.place >= 0:
        made.at = point(battle.board, target.place)


def _point_fire(battle: Battle, option: Option, made: Handle) -> None:
    shooter, target = battle.units[option[1]], battle.units[option[3]]
    made.target = target.id
    made.path = [point(battle.board, shooter.place), point(battle.board, target.shown_at)]


def _point_shell(battle: Battle, option: Option, made: Handle) -> None:
    near, _, level = option[2]
    place = battle.board.at(near, level)
    made.at, made.place = point(battle.board, place), battle.board.name(place)


POINTERS = {
    "move": _point_way,
    "step": _point_way,
    "path": _point_way,
    "fly": _point_flight,
    "flight": _point_flight,
    "bomb": _point_bomb,
    "throw": _point_dot,
    "toss": _point_dot,
    "lob": _point_dot,
    "pick": _point_dot,
    "melee": _point_unit,
    "take": _point_unit,
    "shoot": _point_unit,
    "help": _point_unit,
    "aid": _point_unit,
    "fire": _point_fire,
    "shell": _point_shell,
}


def _cost(battle: Battle, option: Option) -> str:
    verb = option[0]
    if len(option) < 2 or not isinstance(option[1], int) or verb in ("fire", "activate"):
        return ""
    unit = battle.units[option[1]]
    price = PRICES.get(verb)
    if verb == "move":
        price = _Ways.of(battle, unit).reach.price(option[2])
    elif verb == "arc":
        price = ARC_PRICES[option[2]]
    elif verb in ("throw", "lob"):
        distance = battle.board.distance(unit.place, option[2])
        price = price_of(unit, battle.weapon(option[3]), distance)
    return f"{price} AP" if price else ""


PRICES = {
    "prone": 1,
    "stand": 2,
    "leave": 1,
    "weapon": CHANGE,
    "take": EXCHANGE,
    "pick": EXCHANGE,
    "jet": WEAR,
    "melee": BLOW_PRICE,
    "shoot": 2,
    "setup": 4,
    "help": 4,
    "break": 4,
    "aid": 4,
    "takeover": 6,
    "turn": 4,
    "toss": 3,
}


def _label(battle: Battle, choice: Choice, option: Option) -> str:
    verb = option[0]
    if verb == "pass":
        return {"drop": "Stay up", "grenade": "Keep the grenade"}.get(choice.kind, "Hold fire")
    maker = LABELS.get(verb)
    if maker is not None:
        return maker(battle, option)
    return f"{GROUPS.get(verb, verb.title())}: {called(battle, option[1])}"


def called(battle: Battle, index: int) -> str:
    unit = battle.units[index]
    return f"{unit.id} ({unit.card.name})"


def _arc_label(battle: Battle, option: Option) -> str:
    _, _, degrees, heading, weapon = option
    shots = shots_of(battle.weapon(weapon), degrees)
    many = "any number of shots" if shots == UNLIMITED else f"{shots} shots"
    return f"{degrees} degrees {HEADINGS[heading]} with {battle.weapon(weapon).name}: {many}"


def _dot_label(battle: Battle, option: Option) -> str:
    return f"{battle.weapon(option[3]).name} at {battle.board.name(option[2])}"


def _fire_label(battle: Battle, option: Option) -> str:
    shooter = battle.units[option[1]]
    weapon = battle.weapon(shooter.arcs[option[2]].weapon).name
    return f"{called(battle, option[1])} fires {weapon} at {called(battle, option[3])}"


LABELS: dict[str, Callable[[Battle, Option], str]] = {
    "move": lambda b, o: f"Move to {b.board.name(o[2])}",
    "step": lambda b, o: f"Step straight to {b.board.name(o[2])}",
    "path": lambda b, o: f"Move to {b.board.name(o[2][-1])}",
    "arc": _arc_label,
    "throw": _dot_label,
    "toss": _dot_label,
    "lob": _dot_label,
    "fire": _fire_label,
    "shell": lambda b, o: f"{b.weapon(o[3]).name} at the structure beside {b.board.name(o[2][0])}",
    "weapon": lambda b, o: f"Change to {b.weapon(o[2]).name}",
    "take": lambda b, o: f"Take {thing_name(b, o[3])} from {called(b, o[2])}",
    "pick": lambda b, o: f"Pick up {thing_name(b, o[3])} at {b.board.name(o[2])}",
    "drop": lambda b, o: f"Drop {thing_name(b, o[2])}",
    "melee": lambda b, o: f"{b.weapon(o[3]).name} against {called(b, o[2])}",
    "shoot": lambda b, o: f"Fire at {called(b, o[2])} on the move",
    "prone": lambda _b, _o: "Go prone",
    "stand": lambda _b, _o: "Stand up",
    "leave": lambda _b, _o: "Leave the map",
    "halt": lambda _b, _o: "Stop here, in the flames",
    "setup": lambda _b, o: f"Set the weapon up, heading {HEADINGS[o[2]]}",
    "turn": lambda _b, o: f"Turn the weapon to {HEADINGS[o[2]]}",
    "disable": lambda b, o: f"Disable {b.weapon(b.units[o[1]].carries[o[2]]).name}",
    "fly": lambda b, o: f"Fly to {b.board.name(o[2])}",
    "flight": lambda b, o: f"Fly to {b.board.name(b.board.top(o[2][-1]))}",
    "bomb": lambda b, o: f"Drop a hand grenade on {b.board.name(b.board.ground(o[2]))}",
    "duck": lambda b, o: f"{called(b, o[1])} drops prone",
    "jet": lambda _b, o: "Put the jet pack on" if o[2] else "Take the jet pack off",
    "end": lambda b, o: f"End the activation of {called(b, o[1])}",
    "activate": lambda b, o: f"Activate {called(b, o[1])}",
}
