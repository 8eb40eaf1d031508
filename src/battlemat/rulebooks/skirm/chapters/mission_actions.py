"""Chapter "Missions", its verb: an action that the mission adds, done where it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.asked import Acting, Action, actor_bar, actors
from battlemat.rulebooks.skirm.chapters.combat.sight import is_engaged
from battlemat.rulebooks.skirm.chapters.combat.windows import plain_roll
from battlemat.rulebooks.skirm.chapters.effects import Cause, apply
from battlemat.rulebooks.skirm.chapters.mission import counts_for, place_mask
from battlemat.rulebooks.skirm.chapters.parts import ACTION, SPOT, UNIT, spots
from battlemat.rulebooks.skirm.chapters.prices import Deed, cost_of, unpaid
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.screen.drawing import tiles
from battlemat.rulebooks.skirm.screen.handles import act_cost, offer
from battlemat.rulebooks.skirm.screen.naming import done_by
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import Battle, Unit
from battlemat.rulebooks.skirm.state.mission import Marker, MissionAction, Objective


class Do(NamedTuple):
    """Do what the mission is about: `do R1 scan relay`."""

    unit: int
    action: int
    spot: int = -1
    verb: str = "do"

    def deed(self, battle: Battle) -> Deed:
        return Deed(f"do {self.action}", battle.mission.actions[self.action].act)


def mission_uses(battle: Battle, unit: Unit, index: int) -> list[Do]:
    """Where a mission action may be done from the unit's square."""
    action = battle.mission.actions[index]
    if action.clear and is_engaged(battle, unit):
        return []
    near = 1 << unit.square
    if action.next_to:
        near |= battle.terrain.adjacent[unit.square]
    mission, side = battle.mission, unit.side
    if action.where in ("objective", "marker"):
        things: tuple[Objective | Marker, ...] = (
            mission.objectives if action.where == "objective" else mission.markers
        )
        spots = [
            number
            for number, thing in enumerate(things)
            if _spot(battle, action.where, number) & near
            and counts_for(battle, thing.zone, action.which, side)
        ]
    else:
        area = {"enemy-zone": "enemy", "own-zone": "own"}.get(action.where, action.where)
        spots = [-1] if place_mask(battle, area, side) & near else []
    return [
        Do(unit.index, index, spot)
        for spot in spots
        if limit_key(battle, unit, action, spot) not in battle.limits
    ]


def _spot(battle: Battle, where: str, number: int) -> int:
    if where == "objective":
        return 1 << battle.mission.objectives[number].square
    place = battle.markers[number]
    return 1 << place if place >= 0 else 0


def limit_key(
    battle: Battle, unit: Unit, action: MissionAction, spot: int
) -> tuple[str, int, int] | None:
    """What is used up when a limited mission action is done."""
    if action.limit == "objective":
        return (action.id, unit.side, spot)
    if action.limit == "turn":
        return (action.id, unit.side, -10 - battle.turn)
    if action.limit == "unit":
        return (action.id, unit.side, 1000 + unit.index)
    return None


def _candidates(battle: Battle, asked: Acting) -> Sequence[Do]:
    """Every action of the mission that there is a place for."""
    if not battle.mission.actions:
        return ()
    numbers = range(len(battle.mission.actions))
    some = actors(battle, asked)
    return [
        use for unit in some for number in numbers for use in mission_uses(battle, unit, number)
    ]


def _bar(battle: Battle, asked: Acting, option: Do) -> Refusal | None:
    unit = battle.units[option.unit]
    barred = actor_bar(battle, asked, option.unit, "do")
    barred = barred or unpaid(battle, unit.side, option.deed(battle))
    if barred is None and option not in mission_uses(battle, unit, option.action):
        barred = refuse("action.mission")
    return barred


def _do(battle: Battle, option: Do) -> Flow[None]:
    unit, action = battle.units[option.unit], battle.mission.actions[option.action]
    battle.tell(events.MissionAction, "action.mission", unit=unit.id, action=action.name)
    if action.need is not None:
        need = _number(battle, unit, action.need)
        faces = yield from plain_roll(
            battle, unit.side, 1, need, action.name, because="action.mission"
        )
        won = faces[0] <= need
        battle.tell(
            events.MissionRoll,
            "action.mission",
            face=faces[0],
            need=need,
            outcome="succeeds" if won else "fails",
        )
        if not won:
            return
    key = limit_key(battle, unit, action, option.spot)
    if key is not None:
        battle.limits |= {key}
    yield from apply(battle, action.effects, Cause(unit.side, unit, action.name, "action.mission"))


def _number(battle: Battle, unit: Unit, need: int | str) -> int:
    """What 1d6 must not exceed: a number, or a stat, of which a 1 always passes and a 6 never."""
    if isinstance(need, int):
        return need
    return max(1, min(5, unit.card.stat(need) + battle.bonus(unit, need)))


def _price(battle: Battle, _asked: Acting, option: Do) -> int | None:
    return cost_of(battle, option.deed(battle))


def _handle(battle: Battle, choice: Choice, option: Do) -> Handle:
    cost = act_cost(battle, choice, cost_of(battle, option.deed(battle)))
    text = _FORM.write(battle, option)
    return offer(battle, choice, text, say("Mission"), unit=option.unit, cost=cost)


def _tell(battle: Battle, asked: Acting, option: Do) -> str:
    """A mission action in words, with the place that it is about."""
    action = battle.mission.actions[option.action]
    what = say("{action}", action=action.name)
    things = spots(battle, {"action": option.action})
    if 0 <= option.spot < len(things):
        what = say("{action} at {place}", action=action.name, place=things[option.spot].name)
    if action.text:
        what = say("{what}: {text}", what=what, text=action.text)
    return done_by(battle, asked.units, option.unit, what)


def _covers(battle: Battle, _choice: Choice, option: Do) -> list[Shape]:
    """Where a mission action is done."""
    action = battle.mission.actions[option.action]
    square = battle.units[option.unit].square
    if option.spot >= 0 and action.where == "objective":
        square = battle.mission.objectives[option.spot].square
    elif option.spot >= 0:
        square = battle.markers[option.spot]
    return tiles(battle, "objective", (square,), action.name, "action.mission")


_FORM = Template(Do, "do {unit} {action}[ {spot}]", unit=UNIT, action=ACTION, spot=SPOT)
DO: Action[Do] = Action(
    Do,
    _FORM,
    says="an action that the mission adds",
    because="action.mission",
    candidates=_candidates,
    bar=_bar,
    price=_price,
    do=_do,
    handle=_handle,
    tells=_tell,
    covers=_covers,
)
