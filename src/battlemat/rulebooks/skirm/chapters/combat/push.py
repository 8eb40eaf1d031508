"""Third edition: the push that may follow an attack, and the fall that may follow a push."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.combat.numbers import Attack
from battlemat.rulebooks.skirm.chapters.combat.third import hurt
from battlemat.rulebooks.skirm.chapters.movement import go
from battlemat.rulebooks.skirm.chapters.parts import NUMBER
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.screen.drawing import ghost, way_through
from battlemat.rulebooks.skirm.screen.handles import offer
from battlemat.rulebooks.skirm.screen.naming import one_of
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import OUT, PLAYERS, Battle


class Pushing(NamedTuple):
    """A unit is pushed along a path, as far as the attacker likes."""

    unit: int
    path: tuple[int, ...]


class Push(NamedTuple):
    """How many squares a unit is pushed: `push 2`."""

    squares: int
    verb: str = "push"


def push(attack: Attack) -> Flow[None]:
    """Up to 2 squares straight away from the attacker, and perhaps a fall.

    The board knows the direction and what is in the way.
    """
    battle, target = attack.battle, attack.target
    others = battle.occupied & ~(1 << target.square)
    path = battle.terrain.push_path(attack.attacker.square, target.square, occupied=others)
    if not path:
        return
    player = PLAYERS[attack.attacker.side]
    asked, about = Pushing(target.index, path), {"unit": target.index, "path": path}
    option = yield from PUSHING(player, battle, asked, about=about)
    squares = option.squares
    if not squares:
        return
    before = target.square if squares == 1 else path[squares - 2]
    end = path[squares - 1]
    go(battle, target, end, events.Pushed, ("weapon.push", "weapon.push-direction"))
    fallen = battle.terrain.drop(before, end)
    if fallen and target.state != OUT:
        battle.tell(events.Falls, "weapon.push-fall", unit=target.id, levels=fallen)
        yield from hurt(battle, target, fallen, ("weapon.push-fall",))


def _offered(_battle: Battle, asked: Pushing) -> list[Push]:
    return [Push(squares) for squares in range(len(asked.path) + 1)]


def _bar(_battle: Battle, asked: Pushing, option: Push) -> Refusal | None:
    return None if 0 <= option.squares <= len(asked.path) else refuse("weapon.push-stop")


def _handle(battle: Battle, choice: Choice, option: Push) -> Handle:
    return offer(battle, choice, _FORM.write(battle, option), say("Push"))


def _covers(battle: Battle, choice: Choice, option: Push) -> list[Shape]:
    unit, path = battle.units[choice.about["unit"]], choice.about["path"][: option.squares]
    if not path:
        return []
    label = say("pushed {squares}", squares=len(path))
    way = way_through(battle, (unit.square, *path), label, "weapon.push")
    return [way, ghost(battle, unit, path[-1], "weapon.push")]


_FORM = Template(Push, "push {squares}", squares=NUMBER)
PUSH: Verb[Battle, Pushing, Push] = Verb(
    Push,
    _FORM,
    says="push the unit that was hit so many squares",
    because="weapon.push",
    candidates=_offered,
    bar=_bar,
    handle=_handle,
    covers=_covers,
    tells="{squares, plural, =0 {Do not push} one {Push # square} other {Push # squares}}",
)
PUSHING: Ask[Battle, Pushing, Push] = Ask(
    "push",
    "How far is {unit} pushed?",
    "weapon.push",
    Verbs(PUSH),
    parts=lambda battle, asked: one_of(battle, (asked.unit,)),
)
