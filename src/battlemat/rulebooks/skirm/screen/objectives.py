"""The mission on the board: objectives with their holder and worth, and what would be scored."""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.kernel.events import side_name
from battlemat.kernel.scene import Mark, Outlook, Prospect
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.mission import controller, counts_for, due
from battlemat.rulebooks.skirm.screen.drawing import centre
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle
from battlemat.rulebooks.skirm.state.mission import Objective


def objectives(battle: Battle) -> list[Mark]:
    """Every objective of the mission, with who holds it and what that is worth."""
    return [_mark(battle, one) for one in battle.mission.objectives]


def _mark(battle: Battle, one: Objective) -> Mark:
    holder = controller(battle, one)
    side = PLAYERS[holder] if holder is not None else ""
    at = centre(battle.field.board, one.square)
    held = say("held by {player}", player=side_name(side)) if side else say("held by nobody")
    worth = _worth(battle, one)
    label = say("{objective}: {told}", objective=one.name, told=", ".join([held, *worth]))
    about = ", ".join(worth)
    return Mark(f"objective {one.id}", "objective", at, label, side, name=one.name, about=about)


def _worth(battle: Battle, one: Objective) -> list[str]:
    """What holding an objective gives, to anybody."""
    return [
        say(
            "{points, plural, one {# point} other {# points}} {when, select, turn {each turn} "
            "other {at the end}}",
            points=rule.points,
            when=rule.when,
        )
        for rule in battle.mission.scoring
        if rule.score == "objectives"
        and any(counts_for(battle, one.zone, rule.which, side) for side in (0, 1))
    ]


def outlook(battle: Battle) -> Outlook | None:
    """What the end of this turn would score, or that of the battle, if only then it is counted."""
    if not battle.turn or battle.phase == "over":
        return None
    last = battle.turn >= battle.mission.turns
    turns = any(rule.when == "turn" for rule in battle.mission.scoring)
    when = say("If turn {turn} ended now", turn=battle.turn)
    if not turns and not last:
        when = say("If the battle ended now")
    counted = [*due(battle, "turn")] if turns else []
    if last or not turns:
        counted += due(battle, "end")
    return Outlook(when, [_prospect(counted, side) for side in range(len(PLAYERS))])


def _prospect(counted: Sequence[tuple[int, int, str]], side: int) -> Prospect:
    own = [(points, what) for whose, points, what in counted if whose == side]
    if not own:
        return Prospect(PLAYERS[side], say("nothing"), say("nothing"))
    told = ", ".join(f"{points:+d} ({what})" for points, what in own)
    return Prospect(PLAYERS[side], told, ", ".join(f"{points:+d}" for points, _ in own))
