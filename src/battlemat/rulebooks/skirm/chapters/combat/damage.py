"""Chapter "Damage": Standing, Downed, Out; HIT in the first two editions.

A unit that leaves the map leaves what it carried in its square.
"""

from __future__ import annotations

from battlemat.kernel.questions import Flow
from battlemat.rulebooks.skirm.chapters.combat.windows import plain_roll
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import CARRIED, DOWNED, OUT, STANDING, Battle, Unit


def worsen(battle: Battle, unit: Unit, because: tuple[str, ...] = ("combat.one-step",)) -> None:
    """Third edition: exactly one step, Standing to Downed or Downed to Out."""
    if unit.state == STANDING:
        battle.set_state(unit, DOWNED)
        battle.tell(events.Downed, (*because, "damage.downed"), unit=unit.id, name=unit.card.name)
    elif unit.state == DOWNED:
        take_out(battle, unit, (*because, "damage.out"))


def take_out(battle: Battle, unit: Unit, because: tuple[str, ...]) -> None:
    """Off the map for the rest of the battle; carried markers stay in its square."""
    drop_markers(battle, unit)
    battle.set_state(unit, OUT)
    battle.tell(events.Out, because, unit=unit.id, name=unit.card.name)


def drop_markers(battle: Battle, unit: Unit) -> None:
    """Leave everything carried in the unit's square, at no cost (`action.pickup`)."""
    for index, place in enumerate(battle.markers):
        if place == CARRIED - unit.index:
            battle.markers[index] = unit.square
            name = battle.mission.markers[index].name
            battle.tell(events.MarkerLeft, "action.pickup", unit=unit.id, marker=name)


def lose_hits(battle: Battle, unit: Unit, hits: int) -> Flow[int]:
    """First two editions: lose HIT for unsaved hits, Tough rolled first; returns HIT lost."""
    if hits <= 0:
        return 0
    if unit.powers.tough:
        faces = yield from plain_roll(
            battle, unit.side, hits, unit.powers.tough, "tough", because="special.tough"
        )
        kept = sum(face <= unit.powers.tough for face in faces)
        battle.tell(
            events.Tough,
            "special.tough",
            unit=unit.id,
            faces=" ".join(map(str, faces)),
            kept=kept,
            need=unit.powers.tough,
        )
        hits -= kept
    if hits <= 0:
        return 0
    unit.hit -= hits
    because = ("damage.hit", "combat.damage-points")  # one HIT for each, whatever the DAM
    battle.tell(events.HitsLost, because, unit=unit.id, lost=hits, left=max(0, unit.hit))
    if unit.hit <= 0:
        fall(battle, unit)
    return hits


def fall(battle: Battle, unit: Unit) -> None:
    """At zero HIT an Agent is removed; in the first edition it is Downed and drops what it has."""
    unit.hit = 0
    if not battle.edition.removes_downed:
        take_out(battle, unit, ("damage.out",))
        return
    drop_markers(battle, unit)
    battle.set_state(unit, DOWNED)
    unit.ready = False  # being Downed costs the activation (activation.once)
    because = ("damage.downed", "activation.once")
    battle.tell(events.Downed, because, unit=unit.id, name=unit.card.name)


def regain(battle: Battle, unit: Unit, hits: int, because: str) -> int:
    """Give back lost HIT, never above the card; returns how many came back."""
    back = min(hits, unit.card.hit - unit.hit)
    if back > 0:
        unit.hit += back
        battle.tell(events.Regain, because, unit=unit.id, hits=back, left=unit.hit)
    return max(0, back)


def stand_up(battle: Battle, unit: Unit, because: tuple[str, ...]) -> None:
    battle.set_state(unit, STANDING)
    battle.tell(events.Stands, because, unit=unit.id, name=unit.card.name)
