"""Special rule "Command": a squadmate in sight takes a free basic action on the spot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import PASS, Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.asked import Acting, Action, actor_bar
from battlemat.rulebooks.skirm.chapters.basic_actions import DOOR_VERB, PICK_UP, PUT_DOWN
from battlemat.rulebooks.skirm.chapters.combat.attacks import BLAST, MELEE, SHOOT
from battlemat.rulebooks.skirm.chapters.combat.sight import in_the_way
from battlemat.rulebooks.skirm.chapters.moves import CRAWL, DASH, MOVE
from battlemat.rulebooks.skirm.chapters.parts import UNIT
from battlemat.rulebooks.skirm.chapters.prices import Deed, price, unpaid
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.chapters.recovery import RECOVER
from battlemat.rulebooks.skirm.quick import QUICK
from battlemat.rulebooks.skirm.screen import previews
from battlemat.rulebooks.skirm.screen.handles import act_cost, declining, offer
from battlemat.rulebooks.skirm.screen.naming import one_of
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import DOWNED, PLAYERS, Battle, Unit


class Command(NamedTuple):
    """Command a squadmate: `command R1 R3`."""

    unit: int
    target: int
    verb: str = "command"

    def deed(self, _battle: Battle) -> Deed:
        return _COMMAND


_COMMAND = Deed("command")
FREE_ACTION: Ask[Battle, Acting, Any] = Ask(
    "command",
    "What does {unit} do on command, at no cost?",
    "special.command",
    Verbs(
        MOVE,
        DASH,
        SHOOT,
        BLAST,
        MELEE,
        DOOR_VERB,
        PICK_UP,
        PUT_DOWN,
        CRAWL,
        RECOVER,
        declining("special.command", "Do nothing"),
        quick=QUICK,
    ),
    parts=lambda battle, asked: one_of(battle, asked.units),
)


def _sees(battle: Battle, unit: Unit, mate: Unit) -> bool:
    downed = mate.state == DOWNED
    way = in_the_way(battle)
    return battle.terrain.sees(unit.square, mate.square, standing=way, downed=downed)


def _commands(battle: Battle, asked: Acting) -> Sequence[Command]:
    """Everybody on the side of a unit that commands."""
    found: list[Command] = []
    for index in asked.units:
        unit = battle.units[index]
        if unit.powers.commands:
            found += [Command(index, mate.index) for mate in battle.side(unit.side)]
    return found


def _bar(battle: Battle, asked: Acting, option: Command) -> Refusal | None:
    unit, mate = battle.units[option.unit], battle.units[option.target]
    barred = actor_bar(battle, asked, option.unit, "command")
    if barred is not None:
        return barred
    if not unit.powers.commands or mate.side != unit.side or mate is unit or mate.square < 0:
        return refuse("special.command")
    barred = unpaid(battle, unit.side, _COMMAND)
    return barred or (None if _sees(battle, unit, mate) else refuse("special.command"))


def _do(battle: Battle, option: Command) -> Flow[None]:
    unit, mate = battle.units[option.unit], battle.units[option.target]
    battle.tell(events.Command, "special.command", unit=unit.id, target=mate.id)
    asked = Acting("command", (mate.index,))
    free = yield from FREE_ACTION(PLAYERS[unit.side], battle, asked, about=mate.index)
    if free != PASS:
        yield from FREE_ACTION.verbs.do(battle, free)


def _handle(battle: Battle, choice: Choice, option: Command) -> Handle:
    text, group = _FORM.write(battle, option), say("Command")
    cost = act_cost(battle, choice, price(battle, "command", 1))
    return offer(battle, choice, text, group, cost=cost, unit=option.unit, target=option.target)


def _covers(battle: Battle, choice: Choice, option: Command) -> list[Shape]:
    unit, mate = battle.units[option.unit], battle.units[option.target]
    return previews.aid(battle, unit, mate, choice.because)


_FORM = Template(Command, "command {unit} {target}", unit=UNIT, target=UNIT)
COMMAND: Action[Command] = Action(
    Command,
    _FORM,
    says="have a squadmate in sight take a free basic action",
    because="special.command",
    candidates=_commands,
    bar=_bar,
    price=lambda battle, _asked, _option: price(battle, "command", 1),
    do=_do,
    handle=_handle,
    covers=_covers,
    tells="Command {target}",
)
