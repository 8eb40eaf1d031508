"""Puzzles made from games: found, counted, rated, and written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Roll
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.kernel.scenario import Play
from battlemat.packs import registry, setups
from battlemat.packs.scenarios import read_scenario
from battlemat.packs.solving.puzzles import PLAN, Goal, Interval, Puzzle, Rated, drawn_setup
from battlemat.packs.yaml_source import read_file
from battlemat.players import registry as players
from battlemat.puzzles.counting import ACTIVATE
from battlemat.puzzles.finding import ASKED, Found, look
from battlemat.puzzles.rating import difficulty

MOST_WAYS, _DRAWN_WAYS = 2500, 8000
"""What a count may take, in a game and where a position was drawn: a puzzle is checked again after
every change of the rules."""
_LEVELS = ("recruit", "corporal", "sergeant")
_PER_GAME = 3
_BEFORE = 3  # choices before the dice that are looked at
_ALL_GOALS = 12  # of a position that was drawn
_APART = 12  # answers between two puzzles of one game


class Played(NamedTuple):
    """A game that puzzles are looked for in. `choices` are the names of what is played, where all
    of it is shipped, `drawn` is a position as in a scenario file; where there is neither, the setup
    is written into the puzzle."""

    rulebook: Rulebook[Any]
    setup: Setup
    answers: tuple[str, ...]
    choices: Mapping[str, str] | None = None
    drawn: Mapping[str, Any] | None = None

    def begun(self) -> dict[str, Any]:
        """What a puzzle says of its beginning."""
        named = self.choices is not None or self.drawn is not None
        return {
            "game": self.choices,
            "setup": None if named else dict(self.setup),
            "drawn": self.drawn,
        }


def drawn_position(name: str, drawn: Mapping[str, Any]) -> Played:
    """A position that somebody drew, as a game in which nothing has been answered yet."""
    return Played(registry.find(name), drawn_setup(name, drawn), (), drawn=drawn)


def drawn_file(path: Path) -> Played:
    """The position in a scenario file; the answers that are played in it lead to the question."""
    scenario = read_scenario(path)
    value = read_file(path).value
    position = {key: one for key, one in value.items() if key not in _NOT_DRAWN}
    found = drawn_position(scenario.rulebook, position)
    return found._replace(answers=tuple(_way(Game(found.rulebook, found.setup), scenario.plays)))


def _way(game: Game[Any], plays: Sequence[Play]) -> Iterator[str]:
    """The answers and the dice of a scenario, as a record has them."""
    for play in plays:
        if play.answer is not None:
            yield _taken(game, play.answer)
        faces = list(play.dice)
        while faces and isinstance(game.question, Roll):
            roll = game.question
            some, faces = faces[: roll.count], faces[roll.count :]
            yield _taken(game, f"d{roll.sides} {' '.join(map(str, some))}")


def _taken(game: Game[Any], text: str) -> str:
    judged = game.judge(text)
    game.answer(judged)
    return judged.text


_NOT_DRAWN = ("kind", "name", "rulebook", "text", "note", "play", "expect", "dice")


def machine_game(name: str, seed: str) -> Played:
    """A game between two machines, the same for the same seed."""
    rulebook, stream = registry.find(name), Stream(f"puzzle game {name} {seed}")
    choices, setup = _any_battle(name, stream)
    sides = {
        side: players.make(_LEVELS[stream.below(len(_LEVELS))], f"puzzle {seed} {side}")
        for side in rulebook.players
    }
    game: Game[Any] = Game(rulebook, setup, dice=SeededDice(f"puzzle {seed}"))
    texts: list[str] = []
    again: Game[Any] = Game(rulebook, setup)
    while game.question is not None:
        game.answer(sides[game.question.player].answer(game))
    for answer in game.answers:
        texts.append(again.write(answer))
        again.take(answer)
    return Played(rulebook, setup, tuple(texts), choices)


def _any_battle(name: str, stream: Stream) -> tuple[dict[str, str], Setup]:
    """Some shipped battle: any mission that can be set up with what is usual."""
    missions = [one.id for one in setups.choices(name).get("mission", ())]
    for _ in range(4 if missions else 0):
        chosen = {"mission": missions[stream.below(len(missions))]}
        try:
            setup = setups.build_setup(name, **chosen)
            Game(registry.find(name), setup)
        except BattlematError:
            continue
        return chosen, setup
    return {}, setups.build_setup(name)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for: ways that a count may cost, puzzles of one game."""

    ways: int = MOST_WAYS
    per_game: int = _PER_GAME
    kinds: tuple[str, ...] = ASKED
    """Kinds of question."""


def plans_of(played: Played, wish: Wish = Wish()) -> Iterator[Puzzle]:
    """The plan puzzles of a game, rated; few, and apart from each other."""
    game: Game[Any] = Game(played.rulebook, played.setup)
    if played.drawn is not None:
        for text in played.answers:
            game.answer(text)
        yield from _drawn_plan(played, game, wish)
        return
    last, made = -_APART, 0
    promising = before_dice(played)
    for number, text in enumerate(played.answers):
        if made == wish.per_game:
            return
        if number - last >= _APART and number in promising and _asks(game, wish.kinds):
            found = next(look(game, played.rulebook.name, wish.ways), None)
            if found is not None:
                yield _puzzle(played, game, found)
                last, made = number, made + 1
        game.answer(text)


def _drawn_plan(played: Played, game: Game[Any], wish: Wish) -> Iterator[Puzzle]:
    """The plan of a position that was drawn: with the goal for which most answers tempt."""
    every = look(game, played.rulebook.name, max(wish.ways, _DRAWN_WAYS), tries=_ALL_GOALS)
    found = max(every, key=lambda one: (one.tempting, one.goal), default=None)
    if found is not None:
        yield _puzzle(played, game, found)


def _asks(game: Game[Any], kinds: Sequence[str]) -> bool:
    return isinstance(game.question, Choice) and game.question.kind in kinds


def before_dice(played: Played) -> frozenset[int]:
    """The choices after which dice fell before the next unit was activated: something was done."""
    game: Game[Any] = Game(played.rulebook, played.setup)
    found: set[int] = set()
    waiting: list[int] = []
    for number, text in enumerate(played.answers):
        question = game.question
        if not isinstance(question, Choice):
            found.update(waiting[-_BEFORE:])
            waiting = []
        else:
            waiting = [number] if question.kind == ACTIVATE else [*waiting, number]
        game.answer(text)
    return frozenset(found)


def _puzzle(played: Played, game: Game[Any], found: Found) -> Puzzle:
    right = tuple(Rated(one.text, one.chance) for one in found.right)
    following = Rated(found.others[0].text, found.others[0].chance)
    return made(played, game, PLAN, found.goal, found.themes, right, following)


def made(
    played: Played,
    game: Game[Any],
    type: str,
    goal: Goal,
    themes: tuple[str, ...],
    best: tuple[Rated, ...],
    following: Rated,
    interval: Interval | None = None,
) -> Puzzle:
    """The puzzle of the choice that stands in a game, rated; its id follows from its position."""
    choice, book, digest = game.question, played.rulebook, game.digest
    assert isinstance(choice, Choice), "a puzzle stands at a choice"
    named = type if goal.kind == "win" else str(goal)
    return Puzzle(
        id=f"{type}-{sha256(f'{digest} {named}'.encode()).hexdigest()[:6]}",
        name="",
        rulebook=book.name,
        version=book.version,
        type=type,
        side=choice.player,
        goal=goal,
        **played.begun(),
        answers=tuple(played.answers[: len(game.answers)]),
        digest=digest,
        best=best,
        next=following,
        themes=themes,
        difficulty=difficulty(game, {one.answer for one in best}),
        interval=interval,
    )


def renamed(puzzle: Puzzle, id: str) -> Puzzle:
    """The same puzzle under another id."""
    return replace(puzzle, id=id)
