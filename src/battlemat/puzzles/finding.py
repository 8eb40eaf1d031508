"""Where puzzles hide: choices of a game, goals that may be set there, and which are worth it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.game import Game
from battlemat.kernel.odds import TooMany
from battlemat.kernel.questions import Choice
from battlemat.packs.solving.puzzles import REPLY, Goal
from battlemat.puzzles.counting import ACTIVATE
from battlemat.puzzles.goals import is_down, is_out, left_of
from battlemat.puzzles.plans import LEAST, Counted, count_at_once, count_goals, split, unclear

ASKED = (ACTIVATE, "action", "attack", "move", "ability", "reaction")
"""Kinds of question that a plan may begin with."""
FEWEST, FEWEST_IN_WINDOW = 4, 3
"""Answers that there must be."""
TEMPTING = 0.25
"""A wrong answer tempts if it reaches the goal so often, in parts of the best."""
_HARMS = ("out", "down", "left")
_TRIES = 4  # goals that are looked at in one question
_PLACES = 3  # places that a unit may be sent to


@dataclass(frozen=True, slots=True)
class Found:
    """A plan that makes a puzzle: after so many answers of a game."""

    number: int
    side: str
    kind: str
    goal: Goal
    right: tuple[Counted, ...]
    others: tuple[Counted, ...]
    at_once: float
    """The odds that the best answer reaches the goal with nothing after it."""
    themes: tuple[str, ...]

    @property
    def tempting(self) -> int:
        """How many wrong answers are worth a thought."""
        return sum(one.chance >= TEMPTING * self.right[0].chance for one in self.others)


def look(game: Game[Any], seed: str, most: int, tries: int = _TRIES) -> Iterator[Found]:
    """The plans at the question that stands, which are worth solving."""
    choice = game.question
    if not isinstance(choice, Choice) or choice.kind not in ASKED:
        return
    if len(choice.listed) < (FEWEST_IN_WINDOW if choice.optional else FEWEST):
        return
    goals = list(_goals(game, choice))
    stream = Stream(f"puzzle goals {seed} {len(game.answers)}")
    some = [goals.pop(stream.below(len(goals))) for _ in range(min(tries, len(goals)))]
    if not some:
        return
    harming = [goal._replace(until=REPLY) for goal in some if goal.kind in _HARMS]
    for timed in (some, harming):
        try:
            counted = count_goals(game, timed, most) if timed else []
        except TooMany:
            return
        for goal, one in zip(timed, counted, strict=True):
            found = _found(game, choice, goal, one, most)
            if found is not None:
                yield found
        if choice.optional or any(
            goal.kind in _HARMS and one[0].chance >= LEAST
            for goal, one in zip(timed, counted, strict=True)
        ):
            return  # what harms at once need not wait for the enemy


def _found(
    game: Game[Any], choice: Choice, goal: Goal, counted: list[Counted], most: int
) -> Found | None:
    if unclear(counted) or not worth_solving(counted):
        return None
    right, others = split(counted)
    try:
        at_once = count_at_once(game, goal, right[0].option, most)
    except TooMany:
        return None
    themes = tuple(_themes(game, choice, goal, right[0], at_once))
    number = len(game.answers)
    return Found(
        number, choice.player, choice.kind, goal, tuple(right), tuple(others), at_once, themes
    )


def worth_solving(counted: Sequence[Counted]) -> bool:
    """Whether the answer has to be looked for: others tempt, and few are right."""
    right, others = split(list(counted))
    tempting = [one for one in others if one.chance >= TEMPTING * right[0].chance]
    return len(tempting) >= (2 if len(counted) >= FEWEST else 1) and len(right) <= max(
        1, len(counted) // 5
    )


# ---------------------------------------------------------------------- goals


def _goals(game: Game[Any], choice: Choice) -> Iterator[Goal]:
    units: Mapping[str, Mapping[str, Any]] = game.rulebook.facts(game.battle)["units"]
    enemies = [id for id, one in units.items() if one["side"] != choice.player and not is_out(one)]
    on_board = [id for id in enemies if _is_here(units[id])]
    if not on_board:
        return
    standing = tuple(id for id in on_board if not is_down(units[id]))
    yield Goal("out", tuple(on_board))
    lies = any("square" in units[id] for id in on_board)  # a rulebook in which units go down
    if lies and standing:
        yield Goal("down", standing)
        if len(standing) > 1:
            yield Goal("down", standing, 2)
    for id in sorted(_aimed_at(game, choice) & set(on_board)):
        yield Goal("out", (id,))
        if lies and id in standing:
            yield Goal("down", (id,))
        left = left_of(units[id])
        if left > 1:
            yield Goal("left", (id,), left // 2)
    yield from _crossings(game, choice, units)


def _is_here(unit: Mapping[str, Any]) -> bool:
    return (unit.get("at") or unit.get("square")) is not None


def _aimed_at(game: Game[Any], choice: Choice) -> set[str]:
    handles = (game.rulebook.handle(game.battle, choice, one) for one in choice.listed)
    return {handle.target.partition(".")[0] for handle in handles if handle.target}


def _crossings(
    game: Game[Any], choice: Choice, units: Mapping[str, Mapping[str, Any]]
) -> Iterator[Goal]:
    """Places that a unit may come to under fire: those that dice decide."""
    stream = Stream(f"puzzle places {len(game.answers)}")
    moves = []
    for one in choice.listed:
        handle = game.rulebook.handle(game.battle, choice, one)
        id = handle.piece.partition(".")[0]
        if handle.place and id in units and "full" in units[id] and not handle.harms:
            moves.append((id, handle.place, one))
    tried = 0
    while moves and tried < _PLACES:
        id, place, option = moves.pop(stream.below(len(moves)))
        goal = Goal("there", (id,), left_of(units[id]), place)
        try:
            straight = count_at_once(game, goal, option, 400)
        except TooMany:
            continue
        if 0.05 < straight < 0.85:
            tried += 1
            yield goal


# ---------------------------------------------------------------------- themes

THEMES = ("who-acts", "prepare", "aim", "walk", "other-means", "finish", "two", "crossing")


def _themes(
    game: Game[Any], choice: Choice, goal: Goal, best: Counted, at_once: float
) -> Iterator[str]:
    handle = game.rulebook.handle(game.battle, choice, best.option)
    if choice.kind == ACTIVATE:
        yield "who-acts"
    elif handle.harms or handle.target:
        yield "aim"
    elif handle.at is not None or handle.place:
        yield "walk"
    else:
        yield "other-means"
    if at_once < best.chance / 2 and choice.kind != ACTIVATE:
        yield "prepare"
    if goal.kind == "there":
        yield "crossing"
    elif goal.kind == "out":
        yield "finish"
    if goal.kind in ("out", "down") and goal.number > 1:
        yield "two"
