"""Chapter "Progression": the EP that squads of the third edition gain by a finished mission."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import OUT, PLAYERS, STANDING, Battle

FINISHED = 2
VICTORY = 2
EACH_OUT = 1
EACH_STANDING = 1


class Gain(NamedTuple):
    """One line of the account: for what, by which clause, how many EP."""

    what: str
    because: str
    ep: int


def gains(battle: Battle, side: int) -> list[Gain]:
    """What a squad gains by a battle that is over, line by line; lines of nothing are left out."""
    if not battle.edition.progresses or battle.phase != "over":
        return []
    won = battle.scores[side] > battle.scores[1 - side]
    out = sum(unit.side != side and unit.state == OUT for unit in battle.units)
    standing = sum(unit.side == side and unit.state == STANDING for unit in battle.units)
    lines = [
        Gain(say("a finished mission"), "progress.finished", FINISHED),
        Gain(say("victory"), "progress.victory", VICTORY if won else 0),
        Gain(say("enemies taken out: {out}", out=out), "progress.enemies-out", EACH_OUT * out),
        Gain(
            say("units Standing: {standing}", standing=standing),
            "progress.standing",
            EACH_STANDING * standing,
        ),
    ]
    times = {"victory": int(won), "points": max(0, battle.scores[side])}
    times |= {"out": out, "standing": standing}
    for one in battle.mission.gains:
        what = one.name or _for_what(one.for_)
        lines.append(Gain(what, "progress.mission", one.ep * times[one.for_]))
    return [line for line in lines if line.ep]


def _for_what(reason: str) -> str:
    """What a mission gives EP for, where it has no name for it."""
    return say(
        "the mission, for {reason, select, victory {victory} points {points} out {enemies Out} "
        "other {units Standing}}",
        reason=reason,
    )


def tell_gains(battle: Battle) -> None:
    """Say at the end of a battle what each squad gains, and what it comes to."""
    if battle.sink is None:
        return
    for side, player in enumerate(PLAYERS):
        for line in gains(battle, side):
            because = (line.because, "progress.table")
            battle.tell(events.Gain, because, player=player, ep=line.ep, what=line.what)
        total = sum(line.ep for line in gains(battle, side))
        if total:
            battle.tell(events.GainTotal, "progress.total", player=player, ep=total)
