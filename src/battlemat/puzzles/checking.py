"""Whether a puzzle is what its file says, under the rules of today."""

from __future__ import annotations

from collections.abc import Iterable

from battlemat.kernel.errors import BattlematError, Refused
from battlemat.kernel.odds import TooMany
from battlemat.packs.solving.puzzles import PLAN, Puzzle
from battlemat.puzzles.plans import count_answers, split, unclear
from battlemat.puzzles.position import position

_NEAR = 0.0002
"""Odds are written to a hundredth of a per cent."""


def faults(puzzle: Puzzle) -> list[str]:
    """What is wrong with a puzzle, one line each; empty if it holds.

    A plan is counted anew. Of a judgement only the position and the answers are looked at: what it
    is worth is judged anew by `judging.judged_again`.
    """
    try:
        return _plan_faults(puzzle) if puzzle.type == PLAN else _answer_faults(puzzle)
    except TooMany:
        return ["its answers cannot be counted in reasonable time"]
    except BattlematError as error:
        return [str(error)]


def _plan_faults(puzzle: Puzzle) -> list[str]:
    counted = count_answers(position(puzzle), puzzle.goal)
    wrong = unclear(counted)
    if wrong:
        return [wrong]
    right, others = split(counted)
    found = []
    told, are = {one.answer: one.chance for one in puzzle.best}, {one.text: one for one in right}
    if set(told) != set(are):
        found.append(f"right are {_listing(are)}; the file says {_listing(told)}")
    for text in sorted(set(told) & set(are)):
        if abs(told[text] - are[text].chance) > _NEAR:
            odds = f"{100 * are[text].chance:.2f} %, not {100 * told[text]:.2f} %"
            found.append(f"'{text}' reaches the goal in {odds}")
    if abs(others[0].chance - puzzle.next.chance) > _NEAR:
        odds = f"{100 * others[0].chance:.2f} %, not {100 * puzzle.next.chance:.2f} %"
        found.append(f"the next best, '{others[0].text}', reaches the goal in {odds}")
    return found


def _answer_faults(puzzle: Puzzle) -> list[str]:
    game = position(puzzle)
    found = []
    for one in (*puzzle.best, puzzle.next, *puzzle.others):
        try:
            game.judge(one.answer)
        except Refused as refused:
            found.append(str(refused))
    return found


def _listing(texts: Iterable[str]) -> str:
    return ", ".join(f"'{text}'" for text in sorted(texts))
