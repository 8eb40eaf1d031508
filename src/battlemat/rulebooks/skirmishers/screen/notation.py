"""Answer text: one short canonical text for every option, and why a text is not one of them.

activate A1             end A1              pass                 halt A1 (stop in the flames)
move A1 c3-d5           the best way;       move A1 c3-c4-d5     this way, dot by dot
step A1 c3-c4           straight across     prone A1             stand A1        leave A1
weapon A1 pistol        take A1 B2 rifle    pick A1 c4 rifle     drop A1 rifle   jet A1 on
arc A1 60 0             melee A1 B2 knife   throw A1 f4 hand-grenade
toss A1 c4@1 hand-grenade                   shell A1 c4|d4 rocket-launcher
fire B2                 fire B2 suit-heavy-laser                 fire B2 at V1
shoot A1 B2             lob A1 f4 hand-grenade                   setup A1 0      help A1 A2
break A1                aid A1 A2           takeover A1          turn A1 3
fly A1 c3-k9            fly A1 c3-d3-e3-...  bomb A1 f6          duck B2 (drop prone)
"""

from __future__ import annotations

from collections.abc import Callable

from battlemat.boards.dots.board import MapError, Mark
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice, Option
from battlemat.rulebooks.skirmishers.chapters import arcs, explosives, gear, melee
from battlemat.rulebooks.skirmishers.chapters.aiming import lies, look
from battlemat.rulebooks.skirmishers.chapters.reasons import why_blind, why_no_step
from battlemat.rulebooks.skirmishers.state.armory import GUN
from battlemat.rulebooks.skirmishers.state.battle import (
    DEAD,
    MOVING,
    UNCONSCIOUS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.ground import move_budget

Writer = Callable[[Battle, Option], str]


def write(battle: Battle, option: Option) -> str:
    """The canonical text of an option."""
    writer = WRITERS.get(option[0])
    if writer is not None:
        return writer(battle, option)
    return " ".join([option[0], *(_id(battle, index) for index in option[1:])])


def _id(battle: Battle, index: int) -> str:
    return battle.units[index].card.id


def _weapon(battle: Battle, index: int) -> str:
    return battle.field.armory[index].id


def _write_way(battle: Battle, option: Option) -> str:
    verb, me, place = option
    name = battle.board.name
    return f"{verb} {_id(battle, me)} {name(battle.units[me].place)}-{name(place)}"


def _write_path(battle: Battle, option: Option) -> str:
    _, me, way = option
    places = (battle.units[me].place, *way)
    verb = "move" if len(way) > 1 else "step"
    return f"{verb} {_id(battle, me)} " + "-".join(map(battle.board.name, places))


def _write_dot(battle: Battle, option: Option) -> str:
    verb, me, place, weapon = option
    return f"{verb} {_id(battle, me)} {battle.board.name(place)} {_weapon(battle, weapon)}"


def _write_arc(battle: Battle, option: Option) -> str:
    _, me, degrees, heading, weapon = option
    text = f"arc {_id(battle, me)} {degrees} {heading}"
    several = len(arcs.arc_weapons(battle, battle.units[me])) > 1
    return f"{text} {_weapon(battle, weapon)}" if several else text


def _write_fire(battle: Battle, option: Option) -> str:
    _, shooter, number, target, *_ = option
    unit = battle.units[shooter]
    text = f"fire {unit.id}"
    if len(unit.arcs) > 1:
        text += f" {_weapon(battle, unit.arcs[number].weapon)}"
        if sum(arc.weapon == unit.arcs[number].weapon for arc in unit.arcs) > 1:
            text += f" {number + 1}"
    return f"{text} at {_id(battle, target)}" if battle.on("vehicles") else text


def _write_shell(battle: Battle, option: Option) -> str:
    _, me, (near, far, level), weapon = option
    board = battle.board
    dots = f"{board.name(board.at(near, level))}|{board.name(board.ground(far))}"
    return f"shell {_id(battle, me)} {dots} {_weapon(battle, weapon)}"


def _write_shoot(battle: Battle, option: Option) -> str:
    _, me, target, weapon = option
    unit = battle.units[me]
    text = f"shoot {unit.id} {_id(battle, target)}"
    guns = [i for i in gear.ready_weapons(battle, unit) if battle.weapon(i).kind == GUN]
    return f"{text} {_weapon(battle, weapon)}" if len(guns) > 1 else text


def _write_flight(battle: Battle, option: Option) -> str:
    _, me, way = option
    name, unit = battle.board.name, battle.units[me]
    dots = (unit.place % battle.board.size, *way)
    return f"fly {unit.id} " + "-".join(name(battle.board.ground(dot)) for dot in dots)


def _write_take(battle: Battle, option: Option) -> str:
    _, me, other, thing = option
    return f"take {_id(battle, me)} {_id(battle, other)} {gear.thing_id(battle, thing)}"


def _write_pick(battle: Battle, option: Option) -> str:
    _, me, place, thing = option
    return f"pick {_id(battle, me)} {battle.board.name(place)} {gear.thing_id(battle, thing)}"


WRITERS: dict[str, Writer] = {
    "pass": lambda _battle, _option: "pass",
    "move": _write_way,
    "step": _write_way,
    "path": _write_path,
    "throw": _write_dot,
    "toss": _write_dot,
    "lob": _write_dot,
    "fly": _write_way,
    "flight": _write_flight,
    "shoot": _write_shoot,
    "bomb": lambda b, o: f"bomb {_id(b, o[1])} {b.board.name(b.board.ground(o[2]))}",
    "arc": _write_arc,
    "fire": _write_fire,
    "shell": _write_shell,
    "take": _write_take,
    "pick": _write_pick,
    "weapon": lambda b, o: f"weapon {_id(b, o[1])} {_weapon(b, o[2])}",
    "drop": lambda b, o: f"drop {_id(b, o[1])} {gear.thing_id(b, o[2])}",
    "melee": lambda b, o: f"melee {_id(b, o[1])} {_id(b, o[2])} {_weapon(b, o[3])}",
    "disable": lambda b, o: f"disable {_id(b, o[1])} {_weapon(b, b.units[o[1]].carries[o[2]])}",
    "jet": lambda b, o: f"jet {_id(b, o[1])} {'on' if o[2] else 'off'}",
    "setup": lambda b, o: f"setup {_id(b, o[1])} {o[2]}",
    "turn": lambda b, o: f"turn {_id(b, o[1])} {o[2]}",
}


# ---------------------------------------------------------------------- why not

REASONS = {
    "skirmishers.turn.all-activate": "that unit has been activated this turn",
    "skirmishers.turn.step-units": "it is not that unit's activation",
    "skirmishers.turn.unconscious-skip": "the dead and the unconscious are never activated",
    "skirmishers.setup.sides": "that unit belongs to the other side",
    "skirmishers.move.first": "after a combat action there is no more movement this turn",
    "skirmishers.move.afford": "the AP left do not pay for it",
    "skirmishers.move.cap": "no more than 8 AP may be spent on movement",
    "skirmishers.move.occupied": "that dot is taken",
    "skirmishers.map.obstacles": "a wall or a tree trunk bars the way",
    "skirmishers.terrain.wire-entangle": "an entangled trooper stays where he is",
    "skirmishers.terrain.swim-no-fire": "a swimmer fires nothing and throws nothing",
    "skirmishers.terrain.swim-load": "with more than one weapon he cannot swim",
    "skirmishers.arc.weapon": "there is no ranged weapon in hand that could have an arc",
    "skirmishers.arc.table": "an arc is 30, 60 or 150 degrees wide",
    "skirmishers.arc.headings": "headings go from 0 to 11",
    "skirmishers.arc.one": "a trooper has one arc",
    "skirmishers.arc.not-after-explosive": "arcs and explosives exclude each other in a turn",
    "skirmishers.melee.reach": "a blow needs an enemy on an adjacent dot that can be reached",
    "skirmishers.melee.weapon-active": "that weapon is not in hand",
    "skirmishers.explosive.active": "that explosive is not in hand",
    "skirmishers.explosive.throw-cost": "the AP left do not carry a throw that far",
    "skirmishers.explosive.target-dot": "that dot is not in line of sight",
    "skirmishers.weapon.ammo": "there is no round left",
    "skirmishers.weapon.range-bands": "the target is out of range",
    "skirmishers.move.no-jump": "nobody jumps from a window or a roof",
    "skirmishers.map.levels": "the two dots have no surface on the same level",
    "skirmishers.map.building-shell": "a building is entered and left by doors and windows",
    "skirmishers.move.step": "a way goes from dot to adjacent dot",
    "skirmishers.fire.arc-and-sight": "the target is not in that unit's arc",
    "skirmishers.fire.once": "that unit has fired at him on this dot",
    "skirmishers.action.change-weapon": "changing weapons costs 3 AP and takes a carried weapon",
    "skirmishers.action.exchange": "an exchange costs 6 AP and needs somebody within reach",
    "skirmishers.action.capacity": "there is no room on his card for it",
    "skirmishers.move.go-prone": "the unit is prone already, or cannot be",
    "skirmishers.move.stand": "the unit is not prone, or standing up is not paid for",
}


def refusal(battle: Battle, choice: Choice, text: str) -> Refusal:
    """Why `text` is not an option now, with the clause where a rule forbids it."""
    words = text.split()
    clause = None
    if len(words) > 1:
        unit = find(battle, words[1])
        if unit is not None and words[0] == "activate":
            clause = _why_not_activate(battle, unit)
        elif unit is not None and words[0] == "fire":
            clause = _why_not_fire(battle, unit, choice)
            blind = None if clause else _why_unseen(battle, unit, choice)
            if blind is not None:
                return blind
    return _told(clause, f"'{text}' is not among the options of this {choice.kind} question")


def _told(clause: str | None, otherwise: str) -> Refusal:
    if clause is None:
        return Refusal(otherwise)
    return Refusal(REASONS.get(clause, "the rules forbid it"), clause)


def find(battle: Battle, name: str) -> Unit | None:
    """The unit of that id, whatever its case."""
    return next((unit for unit in battle.units if unit.id.casefold() == name.casefold()), None)


def _why_not_activate(battle: Battle, unit: Unit) -> str | None:
    if unit.side != battle.to_move:
        return "skirmishers.setup.sides"
    if unit.state in (UNCONSCIOUS, DEAD):
        return "skirmishers.turn.unconscious-skip"
    return "skirmishers.turn.all-activate" if unit.activated else None


def _why_not_fire(battle: Battle, unit: Unit, choice: Choice) -> str | None:
    target = battle.units[choice.about] if isinstance(choice.about, int) else None
    if target is None or unit.side == target.side:
        return "skirmishers.fire.enemies-only"
    dot = target.place % battle.board.size
    if not any(
        battle.board.arc(unit.place, arc.heading, arc.degrees) >> dot & 1 for arc in unit.arcs
    ):
        return "skirmishers.fire.arc-and-sight"
    if battle.fired >> 4 * unit.index & 15:
        return "skirmishers.fire.once"
    weapon = battle.weapon(unit.arcs[0].weapon)
    if battle.board.distance(unit.place, target.place) > weapon.reach:
        return "skirmishers.weapon.range-bands"
    return None


def _why_unseen(battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
    """For a shooter whose arc holds the target: what is in the way."""
    target = battle.units[choice.about]
    blind = why_blind(
        battle.board,
        unit.place,
        target.place,
        prone=unit.prone,
        target_prone=lies(battle, target),
    )
    if blind is None:
        return None
    return Refusal(f"there is no line of sight (skirmishers.los.needed): {blind[0]}", blind[1])


def why_not(battle: Battle, unit: Unit, text: str) -> Refusal:
    """Why the active unit cannot do what `text` says."""
    words = text.casefold().split()
    otherwise = f"'{text}' is not among the options of this action question"
    if len(words) < 2:
        return Refusal(otherwise)
    named = find(battle, words[1])
    if named is None:
        return Refusal(otherwise)
    if named is not unit:
        return _told("skirmishers.turn.step-units", otherwise)
    reason = _WHY.get(words[0])
    return _told(reason(battle, unit, words[2:]) if reason else None, otherwise)


def _place(battle: Battle, name: str) -> int | None:
    try:
        return battle.board.place(name)
    except MapError:
        return None


def _why_not_move(battle: Battle, unit: Unit, rest: list[str]) -> str | None:
    if battle.stage != MOVING:
        return "skirmishers.move.first"
    if unit.entangled:
        return "skirmishers.terrain.wire-entangle"
    names = rest[0].split("-") if rest else []
    place = _place(battle, names[-1]) if names else None
    if place is None:
        return None
    if battle.occupied >> place & 1:
        return "skirmishers.move.occupied"
    barred = why_no_step(battle.board, unit.place, place)
    if barred is not None:
        return barred
    if len(names) > 2:
        return "skirmishers.move.step"
    if unit.ap_left > move_budget(unit):
        return "skirmishers.move.cap"
    return "skirmishers.move.afford"


def _why_not_step(battle: Battle, unit: Unit, rest: list[str]) -> str | None:
    place = _place(battle, rest[0].split("-")[-1]) if rest else None
    if place is not None and battle.board.distance(unit.place, place) > 1:
        return "skirmishers.move.step"
    return _why_not_move(battle, unit, rest)


def _why_not_arc(battle: Battle, unit: Unit, rest: list[str]) -> str | None:
    if not arcs.may_aim(battle, unit):
        swimmer = not unit.exploded
        return f"skirmishers.{'terrain.swim-no-fire' if swimmer else 'arc.not-after-explosive'}"
    if not arcs.arc_weapons(battle, unit):
        return "skirmishers.arc.one" if unit.arcs else "skirmishers.arc.weapon"
    if not rest or not rest[0].isdecimal() or int(rest[0]) not in arcs.ARC_PRICES:
        return "skirmishers.arc.table"
    if len(rest) < 2 or not rest[1].isdecimal() or int(rest[1]) > 11:
        return "skirmishers.arc.headings"
    return "skirmishers.move.afford" if arcs.ARC_PRICES[int(rest[0])] > unit.ap_left else None


def _why_not_melee(battle: Battle, unit: Unit, rest: list[str]) -> str | None:
    target = find(battle, rest[0]) if rest else None
    if target is None:
        return None
    if unit.ap_left < melee.BLOW_PRICE:
        return "skirmishers.move.afford"
    if target not in melee.blow_targets(battle, unit):
        return "skirmishers.melee.reach"
    return "skirmishers.melee.weapon-active"


def _why_not_throw(battle: Battle, unit: Unit, rest: list[str]) -> str | None:
    place = _place(battle, rest[0].partition("|")[0]) if rest else None
    if place is None:
        return None
    if not explosives.may_use(battle, unit):
        return f"skirmishers.{'arc.not-after-explosive' if unit.aimed else 'terrain.swim-no-fire'}"
    weapon = next((w for w in explosives.usable(battle, unit) if w.id in rest[1:]), None)
    if weapon is None:
        held = any(battle.weapon(i).id in rest[1:] for i in gear.ready_weapons(battle, unit))
        return "skirmishers.weapon.ammo" if held else "skirmishers.explosive.active"
    distance = battle.board.distance(unit.place, place)
    if distance < 1 or explosives.price_of(unit, weapon, distance) > unit.ap_left:
        return "skirmishers.explosive.throw-cost"
    if battle.board.marked[Mark.TREE] >> place & 1:
        return "skirmishers.explosive.target-dot"
    unseen = look(battle, unit.place, place, prone=unit.prone) is None
    return "skirmishers.explosive.target-dot" if unseen else "skirmishers.weapon.range-bands"


def _why_not_special(battle: Battle, unit: Unit, rest: list[str]) -> str | None:
    if battle.stage != MOVING:
        return "skirmishers.move.first"
    weapon = battle.field.armory.by_id.get(rest[-1]) if rest else None
    if weapon is not None and not gear.fits(battle, unit, weapon.number):
        return "skirmishers.action.capacity"
    return "skirmishers.action.exchange"


def _why_not_change(battle: Battle, _unit: Unit, _rest: list[str]) -> str | None:
    return (
        "skirmishers.move.first" if battle.stage != MOVING else "skirmishers.action.change-weapon"
    )


def _why_not_shoot(battle: Battle, _unit: Unit, rest: list[str]) -> str | None:
    return "skirmishers.mfire.allowed" if rest and find(battle, rest[0]) else None


_WHY: dict[str, Callable[[Battle, Unit, list[str]], str | None]] = {
    "move": _why_not_move,
    "step": _why_not_step,
    "arc": _why_not_arc,
    "melee": _why_not_melee,
    "throw": _why_not_throw,
    "toss": _why_not_throw,
    "lob": _why_not_throw,
    "shell": _why_not_throw,
    "take": _why_not_special,
    "pick": _why_not_special,
    "weapon": _why_not_change,
    "shoot": _why_not_shoot,
    "prone": lambda b, _u, _r: (
        "skirmishers.move.first" if b.stage != MOVING else "skirmishers.move.go-prone"
    ),
    "stand": lambda b, _u, _r: (
        "skirmishers.move.first" if b.stage != MOVING else "skirmishers.move.stand"
    ),
}
