"""Answer text: one short canonical text for every option, and why a text is not one of them.

place R1 c2          activate R1         end R1             zone north
move R1 c3-d5        dash, crawl, leap alike                order R1
shoot R1 B2 rifle    with B3,B4 (Chain Reaction), line 1,1-4,2 (Linear)
blast R1 e5 grenade  melee R1 B2 sword   command R1 R3      recover R1 R2
door R1 c3|d3        pick R1 core        drop R1 core       skill R1 rally-cry
do R1 scan relay     reroll 1,3          change 2 -1        push 2         pass
"""

from __future__ import annotations

from collections.abc import Callable

from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice, Option
from battlemat.rulebooks.skirm.chapters.actions import skill_bar
from battlemat.rulebooks.skirm.chapters.attacks import line_crossings
from battlemat.rulebooks.skirm.chapters.combat import usable
from battlemat.rulebooks.skirm.chapters.prices import kind_of, price
from battlemat.rulebooks.skirm.chapters.sight import (
    blast_bar,
    cannot_shoot,
    is_engaged,
    melee_bar,
    shot_bar,
)
from battlemat.rulebooks.skirm.state.battle import DOWNED, OUT, STANDING, Battle, Unit

MOVES = ("move", "dash", "crawl", "leap")
ONE_ACT = ("door", "recover", "command", "carry", "pick", "drop")


def write(battle: Battle, option: Option) -> str:
    """The canonical text of an option."""
    verb = option[0]
    writer = _WRITERS.get(verb)
    if writer is not None:
        return writer(battle, option)
    words = [verb, *(_id(battle, index) for index in option[1:])]
    return " ".join(words)


def _id(battle: Battle, index: int) -> str:
    return battle.units[index].card.id


def _weapon(battle: Battle, option: Option) -> str:
    return battle.units[option[1]].card.weapons[option[2]].id


def _write_move(battle: Battle, option: Option) -> str:
    verb, me, square = option
    name = battle.field.board.name
    return f"{verb} {_id(battle, me)} {name(battle.units[me].square)}-{name(square)}"


def _write_attack(battle: Battle, option: Option) -> str:
    verb, me, _, target, *others = option
    text = f"{verb} {_id(battle, me)} {_id(battle, target)} {_weapon(battle, option)}"
    if others:
        text += " with " + ",".join(_id(battle, other) for other in others)
    return text


def _write_line(battle: Battle, option: Option) -> str:
    _, me, _, target, number = option
    unit, other = battle.units[me], battle.units[target]
    corners = line_crossings(battle, unit, other)[number][1]
    return f"shoot {unit.id} {other.id} {_weapon(battle, option)} line {corners}"


def _write_blast(battle: Battle, option: Option) -> str:
    square = battle.field.board.name(option[3])
    return f"blast {_id(battle, option[1])} {square} {_weapon(battle, option)}"


def _write_place(battle: Battle, option: Option) -> str:
    return f"place {_id(battle, option[1])} {battle.field.board.name(option[2])}"


def _write_door(battle: Battle, option: Option) -> str:
    a, b = battle.field.board.doors[option[2]]
    name = battle.field.board.name
    return f"door {_id(battle, option[1])} {name(a)}|{name(b)}"


def _write_carry(battle: Battle, option: Option) -> str:
    return f"{option[0]} {_id(battle, option[1])} {battle.mission.markers[option[2]].id}"


def _write_skill(battle: Battle, option: Option) -> str:
    unit = battle.units[option[1]]
    return f"skill {unit.id} {unit.card.skills[option[2]].id}"


def _write_recover(battle: Battle, option: Option) -> str:
    _, me, other = option
    return f"recover {_id(battle, me)}" + ("" if me == other else f" {_id(battle, other)}")


def _write_do(battle: Battle, option: Option) -> str:
    _, me, index, spot = option
    action = battle.mission.actions[index]
    text = f"do {_id(battle, me)} {action.id}"
    if spot >= 0:
        mission = battle.mission
        marker = action.where == "marker"
        text += " " + (mission.markers[spot].id if marker else mission.objectives[spot].id)
    return text


def _write_weapon(battle: Battle, option: Option) -> str:
    return f"weapon {_id(battle, option[1])} {_weapon(battle, option)}"


_WRITERS: dict[str, Callable[[Battle, Option], str]] = {
    "pass": lambda _battle, _option: "pass",
    "zone": lambda battle, option: f"zone {battle.mission.zones[option[1]][0]}",
    "place": _write_place,
    "move": _write_move,
    "dash": _write_move,
    "crawl": _write_move,
    "leap": _write_move,
    "shoot": _write_attack,
    "melee": _write_attack,
    "line": _write_line,
    "blast": _write_blast,
    "door": _write_door,
    "pick": _write_carry,
    "drop": _write_carry,
    "skill": _write_skill,
    "recover": _write_recover,
    "do": _write_do,
    "weapon": _write_weapon,
    "reroll": lambda _b, option: "reroll " + ",".join(str(index + 1) for index in option[1:]),
    "change": lambda _b, option: f"change {option[1] + 1} {option[2]:+d}",
    "push": lambda _b, option: f"push {option[1]}",
    "square": lambda battle, option: f"square {battle.field.board.name(option[1])}",
}


# ---------------------------------------------------------------------- why not


REASONS = {
    "combat.enemies": "only enemies are chosen as targets",
    "los.downed": "a Downed Agent cannot be chosen as a target",
    "damage.out": "that unit is not on the map",
    "combat.min-distance": "an Adjacent target cannot be shot at",
    "weapon.range": "the target is out of the weapon's range",
    "los.corners": "the target is not in line of sight",
    "combat.engaged": "a Standing enemy is Adjacent, so the unit cannot shoot",
    "combat.melee-target": "a melee target must be in an Adjacent square",
    "weapon.explode-empty": "only an Explode weapon is aimed at a square, and only at an empty one",
    "weapon.limited-ammo": "this weapon has been used up",
    "action.repeat": "this action cannot be repeated in this activation",
    "action.payment": "neither the ACT left nor the Tactical Orders pay for it",
    "action.to-only": "it takes Tactical Orders, and there are too few",
    "orders.skill-once": "this skill has been used this turn",
    "damage.downed-actions": "a Downed unit may only Recover or Crawl",
    "card.skills": "this skill is used up, or there is nothing for it to do now",
    "action.revive-advanced": "Revive and Advanced Revive exclude each other",
    "move.occupied": "that square is taken",
    "map.impassable": "that square is impassable",
    "move.allowance": "that square is out of reach for this movement",
    "activation.once": "that unit has been activated this turn",
    "activation.alternate": "it is not that unit's activation",
    "activation.downed": "a Downed Agent can neither be activated nor be Sentry",
    "activation.sentry-kinds": "a Sentry action is Melee, Shoot or Dash, and nothing else",
    "activation.sentry-once": "that Agent has been Sentry this turn",
    "action.revive": "only a Downed squadmate in an Adjacent square can be revived",
    "action.revive-enemies": "a Standing enemy is Adjacent to one of the two",
    "setup.deploy-squares": "that square is not open for deployment",
}


def refusal(battle: Battle, choice: Choice, text: str) -> Refusal:
    """Why `text` is not an option now, with the clause where a rule forbids it."""
    words = text.split()
    if not words:
        return Refusal("an answer is wanted; type one of the options")
    verb, rest = words[0].lower(), words[1:]
    if verb in ("reroll", "change") and isinstance(choice.about, dict) and rest:
        return _why_no_die(choice, verb, rest)
    clause = _why(battle, choice, verb, rest) if rest else None
    if clause is None:
        return Refusal(f"'{text}' is not among the options of this {choice.kind} question")
    return Refusal(REASONS.get(clause, "the rules forbid it"), clause)


def _why_no_die(choice: Choice, verb: str, rest: list[str]) -> Refusal:
    """A die that is final, that is not there, or whose like is named by the first of its face."""
    faces, final = choice.about["faces"], choice.about["final"]
    for word in rest[0].split(","):
        place = int(word) - 1 if word.isascii() and word.isdecimal() else -1
        if not 0 <= place < len(faces):
            return Refusal(f"dice are numbered 1 to {len(faces)}, as they lie", "dice.order")
        if final[place]:
            return Refusal("a die that was re-rolled is final", "dice.reroll-once")
    return Refusal(
        f"'{verb} {rest[0]}' is not offered; of dice that show the same, name the first",
        "dice.reroll-choose",
    )


def _find(battle: Battle, name: str) -> Unit | None:
    return next((unit for unit in battle.units if unit.id.lower() == name.lower()), None)


def _square(battle: Battle, name: str) -> int | None:
    try:
        return battle.field.board.square(name)
    except ValueError:
        return None


def _why(battle: Battle, choice: Choice, verb: str, rest: list[str]) -> str | None:
    unit = _find(battle, rest[0])
    if unit is None:
        return None
    if verb == "activate":
        return _why_not_active(battle, unit)
    if verb == "place":
        square = _square(battle, rest[1]) if len(rest) > 1 else None
        return "setup.deploy-squares" if square is not None else None
    if choice.kind == "action" and unit.index != battle.active:
        return "activation.alternate"
    if unit.state == DOWNED and verb not in ("crawl", "recover", "end"):
        return "damage.downed-actions" if battle.edition.downed_activate else "activation.downed"
    if choice.kind == "sentry" and (barred := _why_no_sentry(unit, verb)):
        return barred
    if verb in MOVES:
        return _why_no_move(battle, unit, verb, rest)
    if verb in ("shoot", "blast", "melee"):
        return _why_no_attack(battle, unit, verb, rest)
    if verb == "skill" and len(rest) > 1:
        skill = next((s for s in unit.card.skills if s.id == rest[1]), None)
        return skill_bar(battle, unit, skill) if skill is not None else None
    if verb == "revive" and battle.edition.revives and len(rest) > 1:
        return _why_no_revival(battle, unit, _find(battle, rest[1]))
    if verb in ("pick", "drop"):
        verb = kind_of(battle, (verb,))
    return _unpaid(battle, unit, verb) if verb in ONE_ACT else None


def _why_not_active(battle: Battle, unit: Unit) -> str | None:
    if unit.state == OUT:
        return "damage.out"
    if unit.state == DOWNED and not battle.edition.downed_activate:
        return "activation.downed"
    return None if unit.ready else "activation.once"


def _why_no_sentry(unit: Unit, verb: str) -> str | None:
    if verb not in ("shoot", "blast", "melee", "dash"):
        return "activation.sentry-kinds"
    return "activation.sentry-once" if unit.sentry else None


def _why_no_revival(battle: Battle, unit: Unit, mate: Unit | None) -> str | None:
    """First edition: why the active Agent cannot revive that one."""
    if battle.done.get("revive"):
        return "action.repeat"
    if battle.done.get("advanced revive"):
        return "action.revive-advanced"
    if battle.orders[unit.side] < 2:
        return "action.to-only"
    near = battle.terrain.adjacent[unit.square] & battle.downed[unit.side]
    if mate is None or mate.square < 0 or not near >> mate.square & 1:
        return "action.revive"
    engaged = is_engaged(battle, unit) or is_engaged(battle, mate)
    return "action.revive-enemies" if engaged else None


def _unpaid(battle: Battle, unit: Unit, kind: str, listed: int = 1) -> str | None:
    cost = price(battle, kind, listed)
    if cost is None:
        return "action.repeat"
    return "action.payment" if cost > battle.act_left + battle.orders[unit.side] else None


def _why_no_move(battle: Battle, unit: Unit, verb: str, rest: list[str]) -> str | None:
    kind = "dash" if verb == "crawl" else verb
    unpaid = _unpaid(battle, unit, kind, 2 if verb == "leap" else 1)
    if unpaid is not None:
        return unpaid
    square = _square(battle, rest[1].rpartition("-")[2]) if len(rest) > 1 else None
    if square is None:
        return None
    if battle.occupied >> square & 1:
        return "move.occupied"
    if battle.field.board.impassable >> square & 1:
        return "map.impassable"
    return "move.allowance"


def _why_no_attack(battle: Battle, unit: Unit, verb: str, rest: list[str]) -> str | None:
    if len(rest) < 3 or unit.state != STANDING:
        return None
    weapon = unit.card.weapon(rest[2])
    if weapon is None:
        return None
    kind = "melee" if verb == "melee" else "shoot"
    cost = price(battle, kind, 1, weapon)
    if cost is None:
        return "action.repeat"
    if cost > battle.act_left + battle.orders[unit.side]:
        return "action.payment"
    if not usable(unit, weapon):
        return "weapon.limited-ammo"
    target = _find(battle, rest[1])
    if verb == "melee":
        return melee_bar(battle, unit, target) if target is not None else None
    barred = cannot_shoot(battle, unit)
    if barred is not None:
        return barred
    if target is not None:
        return shot_bar(battle, unit, weapon, target)
    square = _square(battle, rest[1])
    return blast_bar(battle, unit, weapon, square) if square is not None else None
