"""Puzzles for any screen: plain functions with plain values in and out. No HTTP is known here.

A page asks for the list, the daily one, a position, and what an answer is worth; the server and the
page's own engine call the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.game import Game
from battlemat.kernel.memo import Memo
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.odds import TooMany
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import as_json
from battlemat.kernel.words import say, spoken
from battlemat.packs import registry
from battlemat.packs.solving.puzzles import (
    DIFFICULTIES,
    JUDGEMENT,
    Goal,
    Puzzle,
    load_puzzle,
    read_puzzle_text,
    shipped_puzzles,
)
from battlemat.players.asked import asked
from battlemat.players.hint import outcomes_of
from battlemat.puzzles.goals import told
from battlemat.puzzles.plans import RIGHT, count_one
from battlemat.puzzles.position import position

MOST_OUTCOMES = 6
MOST_WAYS = 8_000
"""What counting one answer may cost while somebody waits."""


class NoSuchPuzzle(BattlematError):
    """A name that no puzzle has; the nearest is told."""


# ---------------------------------------------------------------------- the list


def books() -> list[str]:
    """The rulebooks that have puzzles."""
    return [name for name in registry.names() if shipped_puzzles(name)]


def every(day: str) -> dict[str, Any]:
    """All puzzles, and the one of a day."""
    found = [one for book in books() for one in listed(book)]
    return {"puzzles": found, "day": day, "daily": daily(day)}


def listed(rulebook: str) -> list[dict[str, Any]]:
    """The puzzles of a rulebook, the easiest first."""
    return [dict(one) for one in _kept_list(rulebook, spoken().language)]


@Memo("the puzzles that are shipped, which never change, and the language", bound=16)
def _kept_list(rulebook: str, _language: str) -> list[dict[str, Any]]:
    found = [_line(load_puzzle(rulebook, id)) for id in shipped_puzzles(rulebook)]
    return sorted(found, key=lambda one: (DIFFICULTIES.index(one["difficulty"]), one["id"]))


def _line(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "rulebook": puzzle.rulebook,
        "game": registry.find(puzzle.rulebook).title,
        "name": puzzle.name or title(puzzle.goal),
        "type": puzzle.type,
        "difficulty": puzzle.difficulty,
        "themes": list(puzzle.themes),
        "side": puzzle.side,
    }


def title(goal: Goal) -> str:
    """A goal in a few words, for lists."""
    if goal.kind == "win":
        return say("What now?")
    if goal.kind == "there":
        return say("Under fire to {place}", place=goal.place)
    if goal.kind == "points":
        return say("{points, plural, one {# point} other {# points}}", points=goal.number)
    if goal.kind == "left":
        return say("Thin out {unit}", unit=goal.units[0])
    if len(goal.units) == 1:
        unit = goal.units[0]
        return say("{unit} out", unit=unit) if goal.kind == "out" else say("{unit} down", unit=unit)
    if goal.kind == "out":
        return say("{count, plural, one {One} other {#}} out", count=goal.number)
    return say("{count, plural, one {One} other {#}} down", count=goal.number)


def daily(day: str, rulebook: str = "") -> dict[str, Any]:
    """The puzzle of a day (any text, such as 2026-11-18), the same for everybody."""
    some = [rulebook] if rulebook else books()
    every = [(book, id) for book in some for id in shipped_puzzles(book)]
    if not every:
        raise NoSuchPuzzle("no puzzles are shipped")
    number = int(sha256(f"battlemat daily {day}".encode()).hexdigest(), 16)
    book, id = every[number % len(every)]
    return _line(load_puzzle(book, id))


def find(rulebook: str, id: str) -> Puzzle:
    """A shipped puzzle; `NoSuchPuzzle` names the nearest."""
    known = shipped_puzzles(rulebook)
    if id not in known:
        near = did_you_mean(id[:80], known, listing=False)
        raise NoSuchPuzzle(f"{rulebook} has no puzzle '{id[:80]}'{near}")
    return load_puzzle(rulebook, id)


# ---------------------------------------------------------------------- a position


@Memo("a puzzle that is shipped and never changes", bound=16)
def _kept(rulebook: str, id: str) -> Game[Any]:
    return position(find(rulebook, id))


def shown(rulebook: str, id: str) -> dict[str, Any]:
    """A shipped puzzle with its board and its answers; not what is right."""
    return shown_of(find(rulebook, id), _kept(rulebook, id))


def shown_text(text: str) -> dict[str, Any]:
    """The same of a puzzle whose file was sent."""
    puzzle = read_puzzle_text(text)
    return shown_of(puzzle, position(puzzle))


def shown_of(puzzle: Puzzle, game: Game[Any]) -> dict[str, Any]:
    """A puzzle with its board and its answers; not what is right."""
    return {
        **_line(puzzle),
        "goal": told(puzzle.goal, game.rulebook, game.battle),
        "about": puzzle.about,
        **posed(game),
    }


def posed(game: Game[Any]) -> dict[str, Any]:
    """The board of a game and the choice that stands in it, to be answered as a puzzle."""
    choice = _choice(game)
    scene = game.rulebook.scene(game.battle)
    return {
        "players": list(game.rulebook.players),
        "scene": as_json(scene),
        "question": _question(game, choice, asked(scene, choice)._asdict()),
        "all_listed": choice.menu.lists_all,
    }


def _question(game: Game[Any], choice: Choice, says: Mapping[str, str]) -> dict[str, Any]:
    """The question as a table shows it, with every listed answer."""
    handles = []
    for option in choice.listed:
        handle = game.rulebook.handle(game.battle, choice, option)
        handle.because = handle.because and game.rulebook.register.full(handle.because)
        handles.append(as_json(handle))
    return {
        "number": len(game.answers) + 1,
        "player": choice.player,
        "ask": "choice",
        "kind": choice.kind,
        "because": game.rulebook.register.full(choice.because),
        "optional": choice.optional,
        "says": dict(says),
        "usual": "",
        "about": None,
        "yours": True,
        "more": 0,
        "open": not choice.menu.lists_all,
        "roll": None,
        "armed": [],
        "handles": handles,
    }


def _choice(game: Game[Any]) -> Choice:
    choice = game.question
    assert isinstance(choice, Choice), "a puzzle stands at a choice"
    return choice


# ---------------------------------------------------------------------- an answer


def answered(rulebook: str, id: str, text: str) -> dict[str, Any]:
    """What an answer to a shipped puzzle is worth; `Refused` if it is not legal."""
    return answered_of(find(rulebook, id), _kept(rulebook, id), text)


def answered_text(puzzle_text: str, text: str) -> dict[str, Any]:
    """The same of a puzzle whose file was sent."""
    puzzle = read_puzzle_text(puzzle_text)
    return answered_of(puzzle, position(puzzle), text)


def answered_of(puzzle: Puzzle, game: Game[Any], text: str) -> dict[str, Any]:
    """What an answer is worth, beside the best, and why."""
    judged = game.judge(text)
    best = puzzle.best[0]
    chance = _chance(puzzle, game, judged.answer, judged.text)
    right = chance is not None and chance >= best.chance - RIGHT - 1e-9
    if puzzle.type == JUDGEMENT:
        right = judged.text in {one.answer for one in puzzle.best}
    return {
        "right": right,
        "told": game.tell(judged.answer),
        "chance": chance,
        "share": None if chance is None else min(1.0, chance / best.chance),
        "better": chance is not None and chance > best.chance + RIGHT,
        "leads": leads_of(game, judged.answer),
        "best": [valued(game, one.answer, one.chance) for one in puzzle.best],
        "best_leads": leads_of(game, game.read(best.answer)),
        "next": valued(game, puzzle.next.answer, puzzle.next.chance),
        "lead": puzzle.interval._asdict() if puzzle.interval is not None else None,
        "clauses": clauses_of(game, [judged.answer, game.read(best.answer)]),
    }


def _chance(puzzle: Puzzle, game: Game[Any], option: Option, text: str) -> float | None:
    """The odds of an answer; None where they are not known."""
    known = {one.answer: one.chance for one in (*puzzle.best, puzzle.next, *puzzle.others)}
    if text in known:
        return known[text]
    if puzzle.type == JUDGEMENT:
        return None
    try:
        return count_one(game, puzzle.goal, option, MOST_WAYS)
    except TooMany:
        return None


def valued(game: Game[Any], text: str, chance: float) -> dict[str, Any]:
    """An answer in words, with its chance."""
    return {"text": text, "told": game.tell(game.read(text)), "chance": chance}


def leads_of(game: Game[Any], option: Option) -> list[dict[str, Any]]:
    """What may come of an answer by its own dice, the likeliest first."""
    found = outcomes_of(game, option)[:MOST_OUTCOMES]
    return [{"told": what, "chance": chance} for what, chance in found]


def clauses_of(game: Game[Any], options: Sequence[Option]) -> list[str]:
    """The clauses that the question and these answers go by."""
    choice, full = _choice(game), game.rulebook.register.full
    handles = [game.rulebook.handle(game.battle, choice, one) for one in options]
    found = [choice.because, *(one.because for one in handles if one.because)]
    return list(dict.fromkeys(map(full, found)))
