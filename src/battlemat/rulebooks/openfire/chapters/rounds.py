"""Chapter "Rounds": markers, initiative, alternate activations, stress; how a game ends."""

from __future__ import annotations

from battlemat.kernel.events import side_name
from battlemat.kernel.questions import Flow
from battlemat.kernel.rulebook import Result
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.dice import roll_off
from battlemat.rulebooks.openfire.chapters.objectives import destroy_due, score_end, score_round
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle


def start_round(battle: Battle) -> Flow[None]:
    """Collect the markers, then roll off; the winner goes first (`openfire.round.initiative`)."""
    battle.round += 1
    battle.tell(
        events.Round, "openfire.round.steps", round=battle.round, rounds=battle.mission.rounds
    )
    for unit in battle.units:
        unit.activated = False
        unit.hurt = False
        unit.abilities_round = 0
    battle.passed = [False, False]
    battle.initiative = yield from roll_off(battle, "openfire.round.initiative")
    battle.to_move = battle.initiative
    battle.tell(events.Initiative, "openfire.round.initiative", player=PLAYERS[battle.initiative])
    battle.phase = "activate"


def end_round(battle: Battle) -> None:
    """Stress, Destroy objectives that are due, forfeit, the end (`openfire.round.end-order`)."""
    for side in (battle.initiative, 1 - battle.initiative):
        for unit in battle.units:
            if unit.side == side and unit.hurt and unit.alive:
                _stress(battle, unit.index)
    destroy_due(battle)
    score_round(battle)
    battle.drop_effects("round")
    battle.drop_effects("activation")
    on_table = [any(True for _ in battle.on_table(side)) for side in (0, 1)]
    battle.tell(events.RoundEnd, "openfire.round.end-order", round=battle.round)
    if on_table[0] != on_table[1]:
        battle.winner = int(on_table[1])
        because = ("openfire.reserve.forfeit", "openfire.round.forfeit-wins")
        battle.tell(events.Forfeit, because, player=PLAYERS[1 - battle.winner])
        battle.phase = "over"
    elif not on_table[0] or battle.round >= battle.mission.rounds:
        score_end(battle)  # openfire.reserve.forfeit-both, openfire.round.game-end
        battle.phase = "over"
    else:
        battle.phase = "round"


def _stress(battle: Battle, index: int) -> None:
    """One token for a unit that took damage, at most three, wherever it is.

    `openfire.stress.gain`, `openfire.stress.max`, `openfire.stress.off-table`.
    """
    unit = battle.units[index]
    if unit.stress < battle.policy.most_stress:
        unit.stress += 1
        battle.tell(events.Stress, "openfire.stress.gain", unit=unit.id, stress=unit.stress)


def result(battle: Battle) -> Result:
    """Forfeit beats points; more victory points win; equal points are a draw.

    `openfire.round.forfeit-wins`, `openfire.round.game-end`, `openfire.round.tie`.
    """
    red, blue = battle.scores
    scores = {"red": red, "blue": blue}
    if battle.winner is not None:
        loser = side_name(PLAYERS[1 - battle.winner])
        told = say("{player} has nothing left on the table", player=loser)
        return Result(PLAYERS[battle.winner], scores, told)
    if red != blue:
        winner = PLAYERS[int(blue > red)]
        told = say("{most} victory points to {least}", most=max(red, blue), least=min(red, blue))
        return Result(winner, scores, told)
    broken = _tie_break(battle)
    if broken is not None:
        told = say("{points} victory points each, more left standing", points=red)
        return Result(PLAYERS[broken], scores, told)
    return Result(None, scores, say("a draw at {points} victory points each", points=red))


def _tie_break(battle: Battle) -> int | None:
    """A module may break ties by what is left; the book does not."""
    kind = battle.policy.tie_break
    if kind == "none":
        return None
    left = [0, 0]
    for unit in battle.units:
        left[unit.side] += bool(unit.alive) if kind == "units" else len(unit.alive)
    return None if left[0] == left[1] else int(left[1] > left[0])
