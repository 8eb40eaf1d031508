"""Judgement puzzles: choices of which one answer wins clearly more often than all the others.

In games the late choices are looked at, of which one seems better; in a position that was drawn the
question that stands, and every listed answer to it. Few games tell which answers are worth more of
them; only what is then ahead is played out in full, first by one judge and then by the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.packs.solving.puzzles import JUDGEMENT, Goal, Interval, Puzzle, Rated
from battlemat.players.lookahead import advised
from battlemat.players.standing import promised, standing
from battlemat.puzzles.counting import ACTIVATE
from battlemat.puzzles.judging import JUDGES, Judge, Lead
from battlemat.puzzles.making import Played, made

ASKED = (ACTIVATE, "action", "attack", "move")
_LATE = 0.6
"""Of a game has been played: games from there on are short, and one answer matters more."""
_OPEN = (0.12, 0.88)
"""Whoever is nearly sure to win or to lose has nothing to find."""
_LOOKED_AT = 10
_APART = 20
_PROMISE = 0.10
_PER_GAME = 2
_TRIES = 4
MOST_LISTED = 24
"""Answers that a position may offer: each of them is played."""
_ROUNDS = ((6, 5), (18, 3))
"""So many pairs for everybody who is left, and so many who are left then."""


def judgements_of(played: Played, per_game: int = _PER_GAME) -> Iterator[Puzzle]:
    """The judgement puzzles of a game, or the one of a position that was drawn."""
    game: Game[Any] = Game(played.rulebook, played.setup)
    if played.drawn is not None:
        for text in played.answers:
            game.answer(text)
        yield from _drawn_judgement(played, game)
        return
    last, made, tried = -_APART, 0, 0
    for number, text in enumerate(played.answers):
        late = number >= _LATE * len(played.answers)
        if late and number - last >= _APART and made < per_game and tried < _TRIES:
            ranked = _promising(game)
            if ranked:
                tried += 1
                last = number
                puzzle = _judged(played, game, ranked)
                if puzzle is not None:
                    made += 1
                    yield puzzle
        game.answer(text)


def _promising(game: Game[Any]) -> list[Option]:
    """The options worth a look, the best first, where one seems clearly better; else none."""
    choice = game.question
    if not isinstance(choice, Choice) or choice.kind not in ASKED or choice.optional:
        return []
    now = standing(game, choice.player)
    options = list(advised(game.rulebook.advise, game, choice, _LOOKED_AT))
    if len(options) < 3 or not _OPEN[0] <= now <= _OPEN[1]:
        return []
    chances = {one: promised(game, one, choice.player) for one in options}
    ranked = sorted(options, key=lambda one: -chances[one])
    return ranked if chances[ranked[0]] - chances[ranked[1]] >= _PROMISE else []


def _drawn_judgement(played: Played, game: Game[Any]) -> Iterator[Puzzle]:
    choice = game.question
    if not isinstance(choice, Choice) or not 2 <= len(choice.listed) <= MOST_LISTED:
        return
    judge = Judge(game, *JUDGES[0])
    ranked = shortlist(judge, choice.listed)
    best = ranked[0]
    beaten = [one for one in choice.listed if one != best and one not in ranked]
    if all(judge.leads(best, one) for one in beaten):
        puzzle = _judged(played, game, ranked)
        if puzzle is not None:
            yield puzzle


def shortlist(judge: Judge, options: Sequence[Option]) -> list[Option]:
    """The answers that win most of a few games, the best first. Who wins few
    is not asked again."""
    left = list(options)
    for pairs, most in _ROUNDS:
        left.sort(key=lambda one: -judge.won(one, pairs))
        left = left[:most]
    return left


def _judged(played: Played, game: Game[Any], ranked: list[Option]) -> Puzzle | None:
    """The puzzle, if the first option beats each of the next ones by both judges' games."""
    best, rivals = ranked[0], ranked[1:4]
    closest: tuple[Lead, Option] | None = None
    judges = [Judge(game, seed, level) for seed, level in JUDGES]
    for number, judge in enumerate(judges):
        for rival in rivals:
            lead = judge.lead(best, rival)
            if not lead.is_clear:
                return None
            if not number and (closest is None or lead.mean < closest[0].mean):
                closest = (lead, rival)
    assert closest is not None, "there are rivals"
    chance = min(0.99, max(0.01, judges[0].won(best, len(closest[0].values))))
    return _puzzle(played, game, Rated(game.write(best), chance), closest[1], closest[0].interval())


def _puzzle(played: Played, game: Game[Any], best: Rated, rival: Option, lead: Interval) -> Puzzle:
    choice = game.question
    assert isinstance(choice, Choice), "a judgement stands at a choice"
    themes = ("judgement", "who-acts") if choice.kind == ACTIVATE else ("judgement",)
    following = Rated(game.write(rival), max(0.0, best.chance - lead.lead))
    return made(played, game, JUDGEMENT, Goal("win"), themes, (best,), following, lead)
