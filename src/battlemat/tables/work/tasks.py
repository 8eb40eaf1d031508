"""The pieces of work that worker processes do: think for machines, weigh windows, count odds."""

from __future__ import annotations

from typing import Any, TypedDict

from battlemat.kernel.errors import Refused, RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice
from battlemat.kernel.words import say
from battlemat.lessons.own import Cost, dearest
from battlemat.players.aimed import Aimed, aimed, counted, taken_up
from battlemat.players.coach import Move, review
from battlemat.players.driver import Windows
from battlemat.players.hint import Hint, suggest
from battlemat.players.lookahead import TooMany
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.work.area import legal_area


def think(catalogue: Catalogue, game: Game[Any], machine: str, seed: str) -> dict[str, str]:
    """The text of a machine's answer to the standing question."""
    answer = catalogue.machine(machine, seed).answer(game)
    return {"text": game.write(answer)}


def passes(_catalogue: Catalogue, game: Game[Any], policy: str) -> bool:
    """Whether a policy passes the window that stands."""
    return Windows(policy).passes(game)


def count_odds(catalogue: Catalogue, game: Game[Any], text: str, armed: str = "") -> dict[str, Any]:
    """Exact odds of an answer, in the words of the rulebook; or as they would be once an `armed`
    offer, before whose window the game stands, was taken up."""
    if armed:
        after = taken_up(game, armed)
        if after is None:
            return _unknown(text, say("dice fall before this can be chosen"))
        return count_odds(catalogue, after, text)
    try:
        option = game.read(text)
    except Refused as refused:
        return {"refused": tuple(refused.refusal)}
    if not isinstance(game.question, Choice):
        return _unknown(text, say("a roll is not a choice"))
    try:
        found = counted(game, option)
    except TooMany:
        return _unknown(text, say("there are too many outcomes to count"))
    except RuleBug as bug:
        return _unknown(text, str(bug))
    outcomes = [
        {"text": str(what), "chance": float(chance), "fraction": str(chance)}
        for what, chance in found.ranked()
    ]
    told = [(str(what), float(chance)) for what, chance in found.ranked()]
    return {
        "text": game.write(option),
        "known": True,
        "outcomes": outcomes,
        "missing": float(found.missing),
        "reason": None,
        "later": False,
        "aim": _aim(aimed(game, option, told)),
    }


def _aim(found: Aimed | None) -> dict[str, Any] | None:
    return found._asdict() if found is not None else None


def judge_area(_catalogue: Catalogue, game: Game[Any], text: str) -> dict[str, Any]:
    """Where an open answer would be legal, as outlines."""
    return {"text": text, "outlines": legal_area(game, text)}


def give_hint(_catalogue: Catalogue, game: Game[Any]) -> dict[str, Any]:
    """What a strong level would answer, with its reason and the odds behind it."""
    return hinted(game, suggest(game))


def hinted(game: Game[Any], found: Hint) -> dict[str, Any]:
    """A hint as the page is told it; its number is the one that the board has for the answer."""
    other = found.other
    return {
        "text": found.best.text,
        "told": found.best.told,
        "reason": found.argument,
        "chance": found.best.chance,
        "other": {"text": other.told, "chance": other.chance} if other else None,
        "outcomes": [{"text": what, "chance": chance} for what, chance in found.outcomes],
        "aim": _aim(aimed(game, found.best.option, found.outcomes)) if found.outcomes else None,
    }


class Looked(TypedDict):
    """A game looked over: what choices cost each player and what the dice gave them, in chances to
    win; every choice that there was, beside the best of the others; those to be made once more,
    the dearest first; the first player's chance at the start."""

    players: dict[str, dict[str, float]]
    moves: list[dict[str, Any]]
    mistakes: list[dict[str, Any]]
    start: float


def not_looked() -> Looked:
    """What is known of a game that nobody looked over."""
    return {"players": {}, "moves": [], "mistakes": [], "start": 0.5}


def look_over(_catalogue: Catalogue, game: Game[Any]) -> Looked:
    """What was choice in a game, and what was luck."""
    found = review(game.rulebook, game.setup, game.answers)
    return {
        "players": {
            player: {"lost": round(found.lost(player), 4), "luck": round(found.luck(player), 4)}
            for player in found.players
        },
        "moves": [_looked_at(move) for move in found.moves if move.other is not None],
        "mistakes": [_mistake(move) for move in dearest(found)],
        "start": round(found.curve[0][1], 4),
    }


def _looked_at(move: Move) -> dict[str, Any]:
    return {
        "step": move.number,
        "player": move.player,
        "who": move.who,
        "told": move.told,
        "worth": round(move.worth, 4),
        "other": move.other.told if move.other is not None else "",
        "before": round(move.before, 4),
        "after": round(move.after, 4),
        "luck": round(move.luck, 4),
    }


def _mistake(move: Move) -> dict[str, Any]:
    told = {"step": move.number, "player": move.player, "kind": move.kind, "told": move.told}
    return {**told, **Cost.of(move)._asdict()}


def _unknown(text: str, reason: str) -> dict[str, Any]:
    nothing = {"outcomes": [], "missing": 1.0, "later": False, "aim": None}
    return {"text": text, "known": False, "reason": reason, **nothing}


def quick_move(game: Game[Any]) -> str:
    """A move without thinking: the rulebook's first advice, or to pass a window."""
    question = game.question
    if not isinstance(question, Choice):
        raise RuleBug("only a choice can be answered quickly")
    if question.optional:
        return game.write(PASS)
    return game.write(game.rulebook.advise(game.battle, question)[0])
