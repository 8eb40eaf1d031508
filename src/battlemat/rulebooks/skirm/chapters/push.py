"""Third edition: the end of an attack, and the push and the fall that may follow it."""

from __future__ import annotations

from battlemat.kernel.questions import Flow, Option, choose
from battlemat.rulebooks.skirm.chapters.movement import go
from battlemat.rulebooks.skirm.chapters.numbers import Attack
from battlemat.rulebooks.skirm.chapters.third import hurt, strike
from battlemat.rulebooks.skirm.state.battle import OUT, PLAYERS


def resolve(attack: Attack) -> Flow[None]:
    """One attack of the third edition. A unit that goes Out is not pushed."""
    harmed = yield from strike(attack)
    if harmed and attack.weapon.pushes and attack.target.state != OUT:
        yield from push(attack)


def push(attack: Attack) -> Flow[None]:
    """`weapon.push`: up to 2 squares straight away from the attacker, and perhaps a fall.

    The board knows the direction and what is in the way (`weapon.push-stop`).
    """
    battle, target = attack.battle, attack.target
    others = battle.occupied & ~(1 << target.square)
    path = battle.terrain.push_path(attack.attacker.square, target.square, occupied=others)
    if not path:
        return
    options: list[Option] = [("push", n) for n in range(len(path) + 1)]
    option = yield from choose(
        PLAYERS[attack.attacker.side],
        "push",
        options,
        because="weapon.push",
        about={"unit": target.index, "path": path},
    )
    squares = option[1]
    if not squares:
        return
    before = target.square if squares == 1 else path[squares - 2]
    end = path[squares - 1]
    go(battle, target, end, "pushed", ("weapon.push", "weapon.push-direction"))
    fallen = battle.terrain.drop(before, end)
    if fallen and target.state != OUT:
        battle.tell("falls", "weapon.push-fall", unit=target.id, levels=fallen)
        yield from hurt(battle, target, fallen, ("weapon.push-fall",))
