"""The coach: a game looked over, move by move; what was luck and what was choice.

For every choice it tells the chance to win with the option that was taken beside the best of the
others. The chances come from what positions are worth, turned into chances by a curve that was
fitted to games between equals (`chances.py`); they are good for comparing, not for betting. Where
the game turned, the best option is searched for and not only looked at.

From the start of a game to its end the chance changes by choices and by dice, and by nothing else:
what both came to adds up to the whole way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Choice, Option, is_faces
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.kernel.scene import Handle
from battlemat.players.asked import piece_name
from battlemat.players.chances import win_chance
from battlemat.players.greedy import Budget
from battlemat.players.hint import Weighed, outcomes_of
from battlemat.players.lookahead import advised
from battlemat.players.search import SearchPlayer
from battlemat.players.standing import promised, standing
from battlemat.players.tree import Effort

TURNING_POINTS = 3
EFFORT = Effort(nodes=400)
"""What the search at a turning point may cost."""
GLANCE = Budget(options=14, ways=140)
"""What a look at any other choice may cost."""
FEWEST = 12
"""Ways that any option is worth, however many there are."""
_SEED = "coach"

Watch = Callable[[int, int], None]
"""Told how many answers were looked over, and how many there are."""


@dataclass(frozen=True, slots=True)
class Move:
    """A choice that was made. Chances are those of `player` to win.

    `before` is the chance when the question came up, `made` what the option taken would come to
    on average, `best` the best option found, `other` the best of those that were not taken, `after`
    the chance at the next question. `rolled` says whether dice fell in between.
    """

    number: int
    player: str
    text: str
    told: str
    """The choice in words; `text` is what may be typed."""
    kind: str
    """What kind of choice it was, in words: what its answers are grouped by on a screen."""
    who: str
    """The unit that acted, in words; "" where the words of the choice name it, or none did."""
    before: float
    made: float
    best: Weighed
    after: float
    rolled: bool
    outcomes: tuple[tuple[str, float], ...] = ()
    other: Weighed | None = None

    @property
    def worth(self) -> float:
        """What the choice was worth beside the best of the others; nothing where there was none."""
        return self.made - self.other.chance if self.other is not None else 0.0

    @property
    def lost(self) -> float:
        """What the choice cost: nothing where it was the best one found."""
        return max(0.0, self.best.chance - self.made)

    @property
    def luck(self) -> float:
        """What the dice gave, or took, beyond their average; nothing where none fell."""
        return self.after - self.made if self.rolled else 0.0

    @property
    def swing(self) -> float:
        """How far the game turned: by what the choice cost, or by what the dice did."""
        return max(self.lost, abs(self.after - self.before) if self.rolled else 0.0)


@dataclass(frozen=True, slots=True)
class Review:
    """A game looked over. `curve` is the first player's chance to win after so many answers."""

    players: tuple[str, ...]
    moves: tuple[Move, ...]
    curve: tuple[tuple[int, float], ...]
    turning_points: tuple[Move, ...]

    def lost(self, player: str) -> float:
        """What a player's choices cost, in chances to win, all added up."""
        return sum(move.lost for move in self.moves if move.player == player)

    def luck(self, player: str) -> float:
        """What the dice gave a player in the whole game, by whoever's move they fell."""
        return sum(move.luck if move.player == player else -move.luck for move in self.moves)


def review(
    rulebook: Rulebook[Any],
    setup: Setup,
    answers: Sequence[Answer],
    *,
    effort: Effort = EFFORT,
    watch: Watch | None = None,
) -> Review:
    """Look a game over, finished or not."""
    game: Game[Any] = Game(rulebook, setup)
    moves: list[Move] = []
    for number, answer in enumerate(answers):
        if watch is not None:
            watch(number, len(answers))
        if isinstance(game.question, Choice):
            rolled = is_faces(answers[number + 1]) if number + 1 < len(answers) else False
            moves.append(_glance(game, game.question, answer, rolled))
        game.answer(answer)
    moves = _with_what_came_of_it(game, moves)
    curve = _curve(game, moves)
    turns = sorted(moves, key=lambda move: -move.swing)[:TURNING_POINTS]
    found = [_searched(rulebook, setup, answers, move, effort) for move in turns]
    by_number = {move.number: move for move in found}
    told = tuple(by_number.get(move.number, move) for move in moves)
    found.sort(key=lambda move: -move.swing)
    return Review(rulebook.players, told, curve, tuple(found))


def weighed(game: Game[Any], option: Option) -> float:
    """The chance to win that an option promises whoever is asked, by the look of a review."""
    choice = game.question
    assert isinstance(choice, Choice), "somebody is asked"
    options = list(advised(game.rulebook.advise, game, choice, GLANCE.options))
    ways = max(FEWEST, GLANCE.ways // max(1, len(options)))
    return promised(game, option, choice.player, ways)


def _with_what_came_of_it(game: Game[Any], moves: Sequence[Move]) -> list[Move]:
    """Each move with the chance when the next question came up, or at the end."""
    found = []
    for move, later in zip_longest(moves, moves[1:]):
        if later is None:
            after = win_chance(game.rulebook, game.battle, move.player)
        else:
            after = later.before if later.player == move.player else 1 - later.before
        found.append(replace(move, after=after))
    return found


def _curve(game: Game[Any], moves: Sequence[Move]) -> tuple[tuple[int, float], ...]:
    first = game.rulebook.players[0]
    found = [
        (move.number - 1, move.before if move.player == first else 1 - move.before)
        for move in moves
    ]
    found.append((len(game.answers), win_chance(game.rulebook, game.battle, first)))
    return tuple(found)


def _glance(game: Game[Any], choice: Choice, taken: Option, rolled: bool) -> Move:
    """The move that was made beside the best of those that are worth a look."""
    player = choice.player
    before = standing(game, player)
    options = list(advised(game.rulebook.advise, game, choice, GLANCE.options))
    if taken not in options:
        options.append(taken)
    ways = max(FEWEST, GLANCE.ways // len(options))
    chances = {taken: before}
    if len(options) > 1:
        chances = {one: promised(game, one, player, ways) for one in options}
    best = max(options, key=lambda one: (chances[one], one == taken))
    others = [one for one in options if one != taken]
    other = max(others, key=chances.__getitem__, default=None)
    handle = game.rulebook.handle(game.battle, choice, taken)
    text = game.write(taken)
    return Move(
        len(game.answers) + 1,
        player,
        text,
        game.tell(taken),
        handle.group or text.split()[0],
        _who(game, handle, taken),
        before,
        chances[taken],
        Weighed.of(game, best, chances[best]),
        before,
        rolled,
        other=None if other is None else Weighed.of(game, other, chances[other]),
    )


def _who(game: Game[Any], handle: Handle, taken: Option) -> str:
    id = handle.piece
    if not id or id.partition(".")[0] in game.tell(taken):
        return ""
    pieces = {piece.id: piece for piece in game.rulebook.scene(game.battle).pieces}
    return piece_name(id, pieces)


def _searched(
    rulebook: Rulebook[Any],
    setup: Setup,
    answers: Sequence[Answer],
    move: Move,
    effort: Effort,
) -> Move:
    """The same move with the odds behind it; the best option is found by a search."""
    game: Game[Any] = Game(rulebook, setup)
    for answer in answers[: move.number - 1]:
        game.answer(answer)
    choice, taken = game.question, answers[move.number - 1]
    assert isinstance(choice, Choice), "a move answers a choice"
    move = replace(move, outcomes=outcomes_of(game, taken))
    if choice.optional:
        return move
    node = SearchPlayer(_SEED, effort).searched(game, choice)
    best = node.best()
    made = next((edge for edge in node.edges if edge.option == taken), None)
    if best is made:
        return replace(move, best=Weighed(taken, move.text, move.told, move.made))
    if made is None:
        return move  # nothing that a search would try: what the look found stands
    better = node.chance(best) - node.chance(made)
    if better <= node.doubt(best, made):
        return move
    found = Weighed.of(game, best.option, min(1.0, move.made + better))
    return replace(move, best=found, other=found)
