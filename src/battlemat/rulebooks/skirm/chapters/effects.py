"""Effects of skills, equipment, events and mission actions: a small vocabulary that content uses.

Each effect is a mapping with a `do`; `EFFECTS` lists them all. A new skill, event or mission needs
no code as long as it can be said in these words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from battlemat.kernel.questions import PASS, Flow, Option, choose, no_question, roll
from battlemat.rulebooks.skirm.chapters.attacks import all_melees, all_shots, carry_out, squares_in
from battlemat.rulebooks.skirm.chapters.damage import regain, stand_up
from battlemat.rulebooks.skirm.chapters.mission import add_points
from battlemat.rulebooks.skirm.chapters.movement import ends, go
from battlemat.rulebooks.skirm.chapters.sight import in_the_way
from battlemat.rulebooks.skirm.chapters.windows import Hand, window
from battlemat.rulebooks.skirm.state.battle import DOWNED, PLAYERS, STANDING, Battle, Effect, Unit

Data: TypeAlias = Mapping[str, Any]


class Cause:
    """Whose effect it is: the side, the unit that acts (None for an event), and the clause."""

    __slots__ = ("because", "name", "side", "unit")

    def __init__(self, side: int, unit: Unit | None, name: str, because: str) -> None:
        self.side = side
        self.unit = unit
        self.name = name
        self.because = because


def apply(battle: Battle, effects: Iterable[Data], cause: Cause) -> Flow[None]:
    """Carry out effects one after another."""
    for effect in effects:
        yield from EFFECTS[effect["do"]](battle, effect, cause)


def is_possible(battle: Battle, effects: Iterable[Data], cause: Cause) -> bool:
    """Whether a skill could do anything now: someone to pick, something to attack."""
    for effect in effects:
        who = effect.get("who")
        if (
            isinstance(who, Mapping)
            and who.get("pick") in _ONE
            and not _fitting(battle, who, cause)
        ):
            return False
        if effect["do"] == "attack" and not _attacks(battle, effect, cause):
            return False
        if effect["do"] == "revive" and not _fitting(battle, who or _SELF, cause):
            return False
    return True


# ---------------------------------------------------------------------- whom

_SELF: Data = {"pick": "self"}
_ONE = ("self", "squadmate", "enemy", "any")


def _sides(pick: str, side: int) -> tuple[int, ...]:
    if pick in ("enemy", "enemies"):
        return (1 - side,)
    return (0, 1) if pick in ("any", "all") else (side,)


def _fitting(battle: Battle, who: Data, cause: Cause) -> list[Unit]:
    pick = who.get("pick", "self")
    if pick == "self":
        return [cause.unit] if cause.unit is not None else []
    sides = _sides(pick, cause.side)
    found = [unit for unit in battle.on_map() if unit.side in sides]
    if pick in ("squadmate", "squadmates"):  # nobody is its own (`squad.squadmate`)
        found = [unit for unit in found if unit is not cause.unit]
    return [unit for unit in found if _fits(battle, unit, who, cause)]


def _fits(battle: Battle, unit: Unit, who: Data, cause: Cause) -> bool:
    state = who.get("state", "standing")
    if state != "any" and unit.state != (STANDING if state == "standing" else DOWNED):
        return False
    if "tag" in who and who["tag"] not in unit.card.tags:
        return False  # `card.tags`
    areas = battle.field.areas
    if "area" in who and not areas.get(who["area"], 0) >> unit.square & 1:
        return False
    if "not_area" in who and areas.get(who["not_area"], 0) >> unit.square & 1:
        return False
    if battle.field.board.levels[unit.square] < who.get("level_at_least", -99):
        return False
    if who.get("near") == "wall" and not _beside_wall(battle, unit.square):
        return False
    return cause.unit is None or _near(battle, unit, who, cause.unit)


def _near(battle: Battle, unit: Unit, who: Data, actor: Unit) -> bool:
    board, terrain = battle.field.board, battle.terrain
    if (
        "within" in who
        and battle.edition.distance(board, actor.square, unit.square) > who["within"]
    ):
        return False
    if who.get("adjacent") and not terrain.adjacent[actor.square] >> unit.square & 1:
        return False
    if who.get("seen"):
        way, downed = in_the_way(battle), unit.state == DOWNED
        return terrain.sees(actor.square, unit.square, standing=way, downed=downed)
    return True


def _beside_wall(battle: Battle, square: int) -> bool:
    """Whether a wall or a closed door stands on a side of the square."""
    board = battle.field.board
    for side in board.walls:
        if square in side:
            return True
    return any(
        square in side and not battle.doors_open >> i & 1 for i, side in enumerate(board.doors)
    )


def _whom(battle: Battle, effect: Data, cause: Cause) -> Flow[list[Unit]]:
    """The units that an effect is on; one of several is picked by the player."""
    who = effect.get("who", _SELF)
    found = _fitting(battle, who, cause)
    if who.get("pick", "self") in ("squadmate", "enemy", "any") and len(found) > 1:
        options: list[Option] = [("target", unit.index) for unit in found]
        option = yield from choose(
            PLAYERS[cause.side], "target", options, because=cause.because, about=cause.name
        )
        return [battle.units[option[1]]]
    return found


# ---------------------------------------------------------------------- what


def _modify(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    stat, by, until = effect["stat"], int(effect["by"]), effect.get("until", "turn")
    for unit in units:
        change = _floored(battle, unit, stat, by, effect.get("least"))
        battle.add_effect(Effect(unit.index, "stat", stat, change, until))
        if stat == "act" and unit.index == battle.active:
            battle.act_left = max(0, battle.act_left + change)
        _tell_effect(battle, cause, unit, f"{stat.upper()} {change:+d}", until)


def _floored(battle: Battle, unit: Unit, stat: str, by: int, least: int | None) -> int:
    """A change that does not bring a stat below `least`."""
    if least is None:
        return by
    now = getattr(unit.card, stat, 0) + battle.bonus(unit, stat)
    if stat == "mov" and battle.edition.move_squares:
        now += battle.edition.move_squares
    return max(by, min(0, least - now))


def _give(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    until = effect.get("until", "turn")
    for unit in units:
        battle.add_effect(Effect(unit.index, "give", effect["special"], 0, until))
        _tell_effect(battle, cause, unit, effect["special"], until)


def _tell_effect(battle: Battle, cause: Cause, unit: Unit, what: str, until: str) -> None:
    battle.tell("effect", cause.because, unit=unit.id, what=what, until=until, cause=cause.name)


def amount(battle: Battle, value: int | str, side: int, because: str) -> Flow[int]:
    """A number, a D3 (`dice.d3`: a d6 halved, rounded up) or a d6, plus something (`dice.plus`)."""
    if isinstance(value, int):
        return value
    die, _, plus = value.partition("+")
    halves = die == "d3"
    alike = ((1, 2), (3, 4), (5, 6)) if halves else None
    faces = yield from roll(PLAYERS[side], 1, 6, because=because, alike=alike)
    hand = Hand(faces, die, frozenset((5, 6)))
    yield from window(battle, side, hand, because=because)
    face = hand.faces[0]
    return ((face + 1) // 2 if halves else face) + int(plus or 0)


def _restore(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    for unit in units:
        hits = yield from amount(battle, effect["hit"], cause.side, "dice.d3")
        regain(battle, unit, hits, cause.because)


def _revive(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    for unit in units:
        if battle.edition.has_hit:
            hits = yield from amount(battle, effect.get("hit", "d3"), cause.side, "dice.d3")
            revive(battle, unit, hits)
        else:
            stand_up(battle, unit, (cause.because,))


def revive(battle: Battle, unit: Unit, hits: int) -> None:
    """First edition: Standing again with so many HIT, and counted as activated."""
    unit.hit = min(hits, unit.card.hit)
    unit.ready = False
    stand_up(battle, unit, ("action.revive", "action.revive-hit", "action.revive-activated"))
    battle.tell("revived", "action.revive-hit", unit=unit.id, hits=unit.hit)


def _damage(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    for unit in units:
        points, dam = int(effect.get("points", 1)), int(effect.get("dam", 0))
        battle.tell("hazard", cause.because, unit=unit.id, points=points, cause=cause.name)
        yield from battle.edition.hurt(battle, unit, points, dam, cause.because)


def _orders(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    who = effect.get("who", "self")
    sides = {"self": (cause.side,), "enemy": (1 - cause.side,)}.get(who, (0, 1))
    for side in sides:
        battle.orders[side] = max(0, battle.orders[side] + int(effect["by"]))
        battle.tell(
            "orders-change", cause.because, player=PLAYERS[side], orders=battle.orders[side]
        )
    yield from no_question()


def _move(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    units = yield from _whom(battle, effect, cause)
    for unit in units:
        squares = squares_in(ends(battle, unit, int(effect["squares"])))
        options: list[Option] = [("move", unit.index, square) for square in squares]
        option = yield from choose(
            PLAYERS[unit.side],
            "free move",
            [*options, PASS],
            because=cause.because,
            optional=True,
        )
        if option[0] == "move":
            go(battle, unit, option[2], "move", (cause.because,))


def _attacks(battle: Battle, effect: Data, cause: Cause) -> list[Option]:
    unit = cause.unit
    if unit is None or unit.state != STANDING:
        return []
    kind = effect.get("type", "any")
    found = all_shots(battle, unit) if kind in ("ranged", "any") else []
    if kind in ("melee", "any"):
        found += all_melees(battle, unit)
    return found


def _attack(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    options = _attacks(battle, effect, cause)
    if not options:
        return
    option = yield from choose(PLAYERS[cause.side], "attack", options, because=cause.because)
    yield from carry_out(
        battle,
        option,
        extra_dice=int(effect.get("roa", 0)),
        extra_skill=int(effect.get("skill", 0)),
    )


def _doors(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    every = (1 << len(battle.field.board.doors)) - 1
    battle.set_doors(every if effect["set"] == "open" else 0)
    battle.tell("all-doors", cause.because, state=effect["set"], cause=cause.name)
    yield from no_question()


def _range(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    until = effect.get("until", "turn")
    battle.add_effect(Effect(-1, "range", "", int(effect["most"]), until))
    battle.tell("range-limit", cause.because, most=effect["most"], until=until, cause=cause.name)
    yield from no_question()


def _smoke(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    board, unit = battle.field.board, cause.unit
    if unit is None:
        return
    within, spread = int(effect.get("within", 3)), bool(effect.get("spread", True))
    reach = [
        square
        for square in squares_in(board.all_squares & ~board.impassable)
        if battle.edition.distance(board, unit.square, square) <= within
    ]
    options: list[Option] = [("square", square) for square in reach]
    option = yield from choose(
        PLAYERS[cause.side], "smoke", options, because=cause.because, about={"spread": spread}
    )
    for square in squares_in(filled_by(battle, option[1], spread)):
        battle.add_effect(Effect(-1, "smoke", "", square, effect.get("until", "turn")))
    battle.tell("smoke", cause.because, square=board.name(option[1]), cause=cause.name)


def filled_by(battle: Battle, square: int, spread: bool) -> int:
    """The squares that smoke fills from one square: it alone, or those Adjacent to it too."""
    return 1 << square | (battle.terrain.adjacent[square] if spread else 0)


def _score(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    add_points(battle, cause.side, int(effect["points"]), cause.name)
    yield from no_question()


def _nothing(battle: Battle, effect: Data, cause: Cause) -> Flow[None]:
    del effect
    battle.tell("nothing", cause.because, cause=cause.name)
    yield from no_question()


EFFECTS: Mapping[str, Callable[[Battle, Data, Cause], Flow[None]]] = {
    "modify": _modify,
    "give": _give,
    "restore": _restore,
    "revive": _revive,
    "damage": _damage,
    "orders": _orders,
    "move": _move,
    "attack": _attack,
    "doors": _doors,
    "range": _range,
    "smoke": _smoke,
    "score": _score,
    "nothing": _nothing,
}
PASSIVE = ("give", "stat", "reroll")
