"""The yardstick never changes: what the levels count by is tuned, what it counts by is not."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs import registry as rulebooks
from battlemat.packs.setups import build_setup
from battlemat.players import registry
from battlemat.players.looking import Habits, LookingPlayer
from battlemat.rulebooks.openfire.advice import weights as openfire
from battlemat.rulebooks.skirm.advice import weights as skirm
from battlemat.rulebooks.skirmishers.advice import weights as skirmishers

JUDGED = {
    "skirm1": 0.175000000,
    "skirm2": -0.055000000,
    "skirm3": -3.162445887,
    "skirmishers": 0.802343750,
    "openfire": 3.004851442,
}
"""What the first side's position is worth to the yardstick after the answers of `under_way`."""


WEIGHTS = {
    "skirm1": "15952bf90152be22",
    "skirm2": "15952bf90152be22",
    "skirm3": "8750c59214abffc1",
    "skirmishers": "a6bebe545b64ab24",
    "openfire": "8e587768197b5350",
}
"""All that it counts by, short: no weight can be changed unnoticed."""


def digest(name: str) -> str:
    """The plain weights of a rulebook, short."""
    plain: Any = {
        "skirmishers": skirmishers.PLAIN,
        "openfire": openfire.PLAIN,
        **skirm.PLAIN,
    }[name]
    return sha256(repr(plain).encode()).hexdigest()[:16]


def under_way(name: str, answers: int = 60) -> Game[Any]:
    """A game in which everybody took what was listed last, where something is to be weighed."""
    rulebook = rulebooks.find(name)
    game: Game[Any] = Game(rulebook, build_setup(name), dice=SeededDice("yardstick"))
    while isinstance(choice := game.question, Choice):
        if answers <= 0 and len(rulebook.advise(game.battle, choice)) > 1:
            return game
        game.answer(choice.listed[-1])
        answers -= 1
    raise AssertionError("the game is over")


@pytest.mark.parametrize("name", JUDGED)
def test_what_the_yardstick_counts_by_is_what_it_was(name: str) -> None:
    assert digest(name) == WEIGHTS[name]
    game = under_way(name)
    player = game.rulebook.players[0]
    assert game.rulebook.plain_worth(game.battle, player) == pytest.approx(JUDGED[name])


@pytest.mark.parametrize("name", JUDGED)
def test_the_yardstick_alone_counts_plainly_and_the_levels_by_what_was_tuned(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    game = under_way(name)
    kind = type(game.rulebook)
    for which in ("worth", "plain_worth"):
        monkeypatch.setattr(kind, which, _listening(getattr(kind, which), which, asked))
    registry.make("yardstick", "1").answer(game)
    assert set(asked) == {"plain_worth"}
    asked.clear()
    for sees_all in (LookingPlayer("1", Habits()), registry.make("general", "1")):
        asked.clear()
        sees_all.answer(game)
        assert set(asked) == {"worth"}
    for level in registry.names():  # some see too little here to weigh anything
        asked.clear()
        registry.make(level, "1").answer(game)
        assert "plain_worth" not in asked, level


def _listening(judge: Any, name: str, asked: list[str]) -> Any:
    def judged(rulebook: Any, battle: Any, player: str) -> float:
        asked.append(name)
        found: float = judge(rulebook, battle, player)
        return found

    return judged
