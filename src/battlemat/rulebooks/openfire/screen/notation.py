"""Answer text: one short canonical text for every option, and why a text is not one of them."""

from __future__ import annotations

from collections.abc import Callable

from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice, Option
from battlemat.rulebooks.openfire.chapters.activation import can_activate
from battlemat.rulebooks.openfire.chapters.arrivals import write_arrival
from battlemat.rulebooks.openfire.chapters.attack import write_attack
from battlemat.rulebooks.openfire.chapters.damage import may_suffer
from battlemat.rulebooks.openfire.chapters.move import write_move
from battlemat.rulebooks.openfire.chapters.objectives import secure_refusal
from battlemat.rulebooks.openfire.chapters.placing import write_followers
from battlemat.rulebooks.openfire.state.battle import GONE, Battle
from battlemat.rulebooks.openfire.state.inches import listing, place


def write(battle: Battle, option: Option) -> str:
    """The canonical text of an option."""
    writer = _WRITERS.get(option[0])
    return writer(battle, option) if writer else " ".join(map(str, option))


def _unit(battle: Battle, option: Option) -> str:
    return f"{option[0]} {battle.units[option[1]].id}"


def _model(_battle: Battle, option: Option) -> str:
    return f"{option[0]} {option[2] + 1}"


def _ability(battle: Battle, option: Option) -> str:
    unit = battle.units[option[1]]
    text = f"ability {unit.id} {unit.card.abilities[option[2]].id}"
    return f"{text} {battle.units[option[3]].id}" if option[3] >= 0 else text


def _secure(battle: Battle, option: Option) -> str:
    return f"{_unit(battle, option)} {battle.mission.objectives[option[2]].id}"


def _shift(battle: Battle, option: Option) -> str:
    return f"shift {battle.plane.parts[option[1]].name} {place(*option[2:])}"


_WRITERS: dict[str, Callable[[Battle, Option], str]] = {
    "activate": _unit,
    "out": _unit,
    "deploy": write_arrival,
    "ambush": write_arrival,
    "disembark": write_arrival,
    "emerge": write_arrival,
    "noroom": write_arrival,
    "aboard": write_arrival,
    "crushed": write_arrival,
    "stall": _unit,
    "move": write_move,
    "advance": write_move,
    "followers": write_followers,
    "attack": write_attack,
    "free": write_attack,
    "ability": _ability,
    "secure": _secure,
    "lose": _model,
    "defend": _model,
    "leader": _model,
    "reroll": lambda _battle, option: "reroll " + listing(option[1:]),
    "mission": lambda battle, option: f"mission {battle.field.missions[option[1]].id}",
    "shift": _shift,
    "entry": lambda _battle, option: f"entry {place(*option[1:])}",
}


# ---------------------------------------------------------------------- why not


def refusal(battle: Battle, choice: Choice, text: str) -> Refusal:
    """Why `text` is not among listed options, with the clause where a rule forbids it."""
    words = text.split()
    verb = words[0].casefold() if words else ""
    found = None
    if verb == "activate" and len(words) == 2:
        found = _why_not_activate(battle, words[1])
    elif verb == "secure" and len(words) == 3 and battle.active >= 0:
        found = _why_not_secure(battle, words[2])
    elif verb in ("lose", "defend") and len(words) == 2 and words[1].isdecimal():
        found = _why_not_lose(battle, choice, int(words[1]) - 1)
    elif verb == "pass" and choice.kind == "activate":
        found = Refusal("a unit that can be activated must be", "openfire.round.no-pass")
    return found or Refusal(f"'{text}' is not among the options of this {choice.kind} question")


def _why_not_activate(battle: Battle, name: str) -> Refusal | None:
    unit = battle.find(name)
    if unit is None:
        return None
    if unit.place == GONE:
        return Refusal(f"{unit.id} has been destroyed", "openfire.unit.destroyed")
    if unit.activated:
        return Refusal(f"{unit.id} has been activated this round", "openfire.round.alternate")
    if unit.side != battle.to_move:
        return Refusal(f"{unit.id} is not yours", "openfire.round.alternate")
    if not can_activate(battle, unit):
        clause = "openfire.aircraft.return" if unit.left_in else "openfire.activation.embarked"
        return Refusal(f"{unit.id} cannot be activated where it is", clause)
    return None


def _why_not_secure(battle: Battle, name: str) -> Refusal | None:
    unit = battle.units[battle.active]
    for number, objective in enumerate(battle.mission.objectives):
        if objective.id.casefold() == name.casefold():
            return secure_refusal(battle, unit, number)
    return None


def _why_not_lose(battle: Battle, choice: Choice, model: int) -> Refusal | None:
    index = choice.about.get("unit") if isinstance(choice.about, dict) else None
    if index is None:
        return None
    unit = battle.units[index]
    if not 0 <= model < len(unit.hp) or not unit.hp[model]:
        return None
    if model == unit.leader:
        return Refusal("the leader is the last to fall", "openfire.damage.leader-last")
    if model not in may_suffer(unit):
        return Refusal("a wounded model falls first", "openfire.damage.wounded-first")
    return None
