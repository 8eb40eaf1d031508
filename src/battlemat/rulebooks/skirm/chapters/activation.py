"""Chapter "Alternate activations": who activates, action by action, and Sentry actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import PASS, Choice, Flow, Option, Pass, no_question
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.asked import (
    SIDES,
    Acting,
    Action,
    Waiting,
    between_actions,
    own_action,
)
from battlemat.rulebooks.skirm.chapters.basic_actions import DOOR_VERB, PICK_UP, PUT_DOWN
from battlemat.rulebooks.skirm.chapters.combat.attacks import BLAST, MELEE, SHOOT
from battlemat.rulebooks.skirm.chapters.command import COMMAND
from battlemat.rulebooks.skirm.chapters.mission_actions import DO
from battlemat.rulebooks.skirm.chapters.moves import CRAWL, DASH, LEAP, MOVE
from battlemat.rulebooks.skirm.chapters.parts import UNIT
from battlemat.rulebooks.skirm.chapters.prices import settle
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.chapters.recovery import RECOVER, REVIVE
from battlemat.rulebooks.skirm.chapters.skills import SKILL_VERB, UseSkill, at_stake
from battlemat.rulebooks.skirm.quick import QUICK
from battlemat.rulebooks.skirm.screen.handles import declining, offer
from battlemat.rulebooks.skirm.screen.naming import actions_left, one_of, orders_left
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import DOWNED, OUT, PLAYERS, STANDING, Battle, Unit


class Activate(NamedTuple):
    """The next unit to act: `activate R1`."""

    unit: int
    verb: str = "activate"


class Order(NamedTuple):
    """Spend an order for one more ACT: `order R1`."""

    unit: int
    verb: str = "order"


class End(NamedTuple):
    """End the activation: `end R1`."""

    unit: int
    verb: str = "end"


# ---------------------------------------------------------------------- whose turn


def ready_units(battle: Battle, side: int) -> list[Unit]:
    """Units that may be activated: Ready, on the map, and Standing where the edition asks it."""
    downed_too = battle.edition.downed_activate
    return [
        unit
        for unit in battle.units
        if unit.side == side
        and unit.ready
        and unit.square >= 0
        and (downed_too or unit.state == STANDING)
    ]


def next_activation(battle: Battle) -> Flow[None]:
    """Let the side to move activate a unit; skip it or offer a Sentry action if it has none.

    Nobody may pass while a unit is Ready; with none left on either side the phase is over.
    """
    side = battle.to_move
    ready = ready_units(battle, side)
    if not ready and not ready_units(battle, 1 - side):
        battle.phase = "end"
        return
    if not ready:
        if battle.edition.sentries:
            yield from _sentry(battle, side)
        else:
            battle.tell(events.Skipped, "activation.uneven", player=PLAYERS[side])
        battle.to_move = 1 - side
        return
    option = yield from ACTIVATION(PLAYERS[side], battle, SIDES[side])
    begin(battle, battle.units[option.unit])


def begin(battle: Battle, unit: Unit) -> None:
    """Start an activation with its ACT, less what Stun took."""
    if battle.begin(unit):
        battle.tell(events.StunFelt, "weapon.stun", unit=unit.id, act=battle.act_left)
    battle.tell(
        events.Activate,
        "activation.alternate",
        player=PLAYERS[unit.side],
        unit=unit.id,
        name=unit.card.name,
        act=battle.act_left,
    )


def next_action(battle: Battle) -> Flow[None]:
    """One action of the active unit, or the end of its activation."""
    unit = battle.units[battle.active]
    edition = battle.edition
    if edition.skills_any_time:
        yield from _skill_windows(battle, unit.side)
    if _cut_short(battle, unit):
        finish(battle, unit)
        return
    ask = _ACTIONS_IN[edition.name, unit.state]
    asked = own_action(unit.index)
    option = yield from ask(PLAYERS[unit.side], battle, asked, about=unit.index)
    if isinstance(option, End):
        if edition.skills_any_time:
            yield from _skill_windows(battle, unit.side)
        finish(battle, unit)
        return
    if not isinstance(option, Order):
        settle(battle, unit, option.deed(battle))
    yield from ask.verbs.do(battle, option)


def _cut_short(battle: Battle, unit: Unit) -> bool:
    """A unit that is Out, or Downed in the first edition, ends its activation at once.

    In the third edition a Downed unit goes on with what is open to it (`damage.downed-mid`).
    """
    if unit.state == OUT:
        return True
    return unit.state != STANDING and not battle.edition.downed_activate


def finish(battle: Battle, unit: Unit) -> None:
    """Mark the unit Activated and let the other side go on; unspent ACT is lost."""
    unit.ready = False
    battle.drop_effects("activation")
    battle.active = -1
    battle.act_left = 0
    battle.done = {}
    battle.to_move = 1 - unit.side
    battle.phase = "activate"
    if battle.sink is not None:
        battle.tell(events.Activated, "activation.once", unit=unit.id)


# ---------------------------------------------------------------------- Sentry actions


def _sentry(battle: Battle, side: int) -> Flow[None]:
    """First two editions: one free Melee, Shoot or Dash of an Agent that has been activated.

    It is apart from what the Agent did in its activation.
    """
    able = [u.index for u in battle.side(side) if u.state == STANDING and not u.sentry]
    asked = Acting("sentry", tuple(able))
    listed = SENTRY.listed(battle, asked) if able else [PASS]
    if listed == [PASS]:
        return
    about = {"offer": (battle.turn, *(unit.index for unit in battle.units if unit.ready))}
    option = yield from SENTRY(PLAYERS[side], battle, asked, about=about, listed=listed)
    if option != PASS:
        unit = battle.units[option.unit]
        unit.sentry = True
        because = ("activation.sentry-free", "activation.sentry-once")
        battle.tell(events.Sentry, because, unit=unit.id, name=unit.card.name)
        yield from SENTRY.verbs.do(battle, option)


def _unit_by_unit(_battle: Battle, _asked: Acting, listed: list[Option]) -> list[Option]:
    """The options of each Agent together, and passing last."""
    acts: list[Any] = [option for option in listed if option != PASS]
    return [*sorted(acts, key=lambda option: option.unit), PASS]


# ---------------------------------------------------------------------- TO skills at any time


def _skill_windows(battle: Battle, active: int) -> Flow[None]:
    """`orders.skill-timing`: the active player first, then the other, until both decline."""
    skills, orders = battle.field.order_skills, battle.orders
    if not (skills[0] and orders[0]) and not (skills[1] and orders[1]):
        return
    declined = 0
    side = active
    while declined < 2:
        option = PASS
        asked = between_actions(battle.field, side)
        if orders[side] and (usable := SKILL_VERB.offered(battle, asked)):
            listed: list[Option] = [*usable, PASS]
            about = {"offer": (battle.turn, battle.active, *at_stake(battle, usable))}
            option = yield from SKILL_WINDOW(
                PLAYERS[side], battle, asked, about=about, listed=listed
            )
        if option == PASS:
            declined += 1
        else:
            declined = 0
            yield from SKILL_WINDOW.verbs.do(battle, option)
        side = 1 - side


# ---------------------------------------------------------------------- answers


def _activate_bar(battle: Battle, asked: Waiting, option: Activate) -> Refusal | None:
    unit = battle.units[option.unit]
    if unit.square < 0:
        return refuse("damage.out")
    if unit.state == DOWNED and not battle.edition.downed_activate:
        return refuse("activation.downed")
    if unit.side != asked.side:
        return refuse("activation.alternate")
    return None if unit.ready else refuse("activation.once")


def _active_bar(battle: Battle, _asked: Acting, option: End) -> Refusal | None:
    return None if option.unit == battle.active else refuse("activation.alternate")


NO_ORDERS = [0, 0]

# The same few are offered again and again.
_activate = Memo("its parts; the same few are listed again and again", bound=256)(Activate)
_order = Memo("its parts; the same few are listed again and again", bound=256)(Order)
_end = Memo("its parts; the same few are listed again and again", bound=256)(End)


def _orders(battle: Battle, asked: Acting) -> Sequence[Order]:
    return (_order(asked.units[0]),) if battle.orders != NO_ORDERS else ()


def _order_bar(battle: Battle, _asked: Acting, option: Order) -> Refusal | None:
    if option.unit != battle.active:
        return refuse("activation.alternate")
    return None if battle.orders[battle.units[option.unit].side] > 0 else refuse("orders.action")


def _take_order(battle: Battle, option: Order) -> Flow[None]:
    unit = battle.units[option.unit]
    battle.orders[unit.side] -= 1
    battle.act_left += 1
    battle.tell(events.Order, "orders.action", unit=unit.id, left=battle.act_left)
    return no_question()


_Handle: TypeAlias = Callable[[Battle, Choice, Any], Handle]


def _button(form: Template, group: Callable[[], str]) -> _Handle:
    def handle(battle: Battle, choice: Choice, option: Order | End) -> Handle:
        return offer(battle, choice, form.write(battle, option), group(), unit=option.unit)

    return handle


def _activate_handle(battle: Battle, choice: Choice, option: Activate) -> Handle:
    text = _ACTIVATE.write(battle, option)
    return offer(battle, choice, text, say("Activate"), unit=option.unit, target=option.unit)


_ACTIVATE = Template(Activate, "activate {unit}", unit=UNIT)
_ORDER = Template(Order, "order {unit}", unit=UNIT)
_END = Template(End, "end {unit}", unit=UNIT)
ACTIVATE: Verb[Battle, Waiting, Activate] = Verb(
    Activate,
    _ACTIVATE,
    says="activate a unit that is Ready",
    because="activation.alternate",
    candidates=lambda battle, asked: [_activate(u.index) for u in ready_units(battle, asked.side)],
    bar=_activate_bar,
    handle=_activate_handle,
    tells="Activate {unit}",
)
ORDER: Action[Order] = Action(
    Order,
    _ORDER,
    says="spend a Tactical Order for 1 more ACT",
    because="orders.action",
    candidates=_orders,
    bar=_order_bar,
    do=_take_order,
    handle=_button(_ORDER, lambda: say("Tactical Order")),
    tells="Spend 1 order for 1 more action",
    states=(STANDING, DOWNED),
)
END: Action[End] = Action(
    End,
    _END,
    says="end the activation; any ACT left are lost",
    because="activation.once",
    candidates=lambda _battle, asked: (_end(asked.units[0]),),
    bar=_active_bar,
    handle=_button(_END, lambda: say("End activation")),
    tells="End the activation",
    states=(STANDING, DOWNED),
)

ACTIVATION: Ask[Battle, Waiting, Activate] = Ask(
    "activate",
    "Which of your units acts now? {ready, plural, one {# is ready} other {# are ready}}.",
    "activation.alternate",
    Verbs(ACTIVATE),
    parts=lambda battle, asked: {"ready": sum(1 for _ in ready_units(battle, asked.side))},
    left=lambda battle, asked: orders_left(battle, asked.side),
    own=True,
)
_COMMON = (MOVE, DASH, SHOOT, BLAST, MELEE, DOOR_VERB, PICK_UP, PUT_DOWN)


def _who(battle: Battle, asked: Acting) -> Mapping[str, object]:
    return one_of(battle, asked.units)


def _left(battle: Battle, asked: Acting) -> list[str]:
    return actions_left(battle, asked.units)


def _action(*verbs: Action[Any]) -> Ask[Battle, Acting, Any]:
    return Ask(
        "action",
        "What does {unit} do now?",
        "action.budget",
        Verbs(*verbs, quick=QUICK),
        parts=_who,
        left=_left,
        own=True,
    )


def _open_in(verbs: Verbs[Battle], state: int) -> list[Verb[Battle, Any, Any]]:
    return [verb for verb in verbs if isinstance(verb, Action) and state in verb.states]


ACTIONS: Mapping[str, Ask[Battle, Acting, Any]] = {
    "skirm1": _action(ORDER, *_COMMON, REVIVE, SKILL_VERB, DO, END),
    "skirm2": _action(ORDER, *_COMMON, SKILL_VERB, DO, END),
    "skirm3": _action(
        *(ORDER, MOVE, DASH, LEAP, SHOOT, BLAST, MELEE, DOOR_VERB, PICK_UP, PUT_DOWN),
        *(COMMAND, SKILL_VERB, DO, CRAWL, RECOVER, END),
    ),
}
"""What is asked of the active unit, edition by edition."""
_ACTIONS_IN: Mapping[tuple[str, int], Ask[Battle, Acting, Any]] = {
    (name, state): replace(ask, verbs=ask.verbs.listing(_open_in(ask.verbs, state)))
    for name, ask in ACTIONS.items()
    for state in (STANDING, DOWNED)
}
"""The same of a unit in a state: only such verbs are listed as may have anything to offer it."""
SENTRY: Ask[Battle, Acting, Any] = Ask(
    "sentry",
    "Does {unit} take a Sentry action out of turn?",
    "activation.uneven",
    Verbs(
        *_COMMON, SKILL_VERB, DO, declining("activation.uneven", "No Sentry action"), quick=QUICK
    ),
    optional=True,
    arrange=_unit_by_unit,
    parts=_who,
    left=_left,
)
SKILL_WINDOW: Ask[Battle, Acting, UseSkill | Pass] = Ask(
    "skill",
    "Does {unit} use a skill?",
    "orders.skill-timing",
    Verbs(SKILL_VERB, declining("orders.skill-timing", "Use no skill")),
    optional=True,
    parts=_who,
    left=_left,
)
