"""What verbs say that they cost is what is paid, in random games and in every scenario."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

from battlemat.kernel.dice import ScriptedDice, SeededDice
from battlemat.kernel.errors import Refused, RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Answer, Choice
from battlemat.kernel.verbs import Verb
from battlemat.packs import library, registry, setups
from battlemat.packs.scenarios import read_scenario
from battlemat.reader.shelf import SCENARIOS
from battlemat.testing.prices import Prices, Purse
from rules.skirmishers.forces import ALL, skirmish

GAMES = 8


def action_points(battle: Any, option: Any) -> tuple[int, object] | None:
    """Skirmishers: the AP of whoever acts. Harm on the way ends a move before all is paid."""
    number = getattr(option, "unit", None)
    if number is None or battle.active != number:
        return None
    unit = battle.units[number]
    return -unit.spent, (unit.hp, unit.ap if option.verb != "jet" else 0)  # a pack weighs


def act_and_orders(battle: Any, option: Any) -> tuple[int, object] | None:
    """Skirm: ACT, and Tactical Orders where ACT does not suffice.

    Skills of the third edition may give both, which hides what they cost.
    """
    number = getattr(option, "unit", None)
    if number is None or battle.active != number:
        return None
    unit = battle.units[number]
    if hasattr(option, "skill") and battle.edition.name == "skirm3":
        return None
    return battle.act_left + battle.orders[unit.side], unit.state


GAMES_OF = {"skirm": ("skirm1", "skirm2", "skirm3"), "skirmishers": ("skirmishers",)}
PURSES: dict[str, Purse] = {"skirm": act_and_orders, "skirmishers": action_points}
UNTRIED: dict[str, set[str]] = {
    "skirm": set(),
    # Whoever leaves or rides off is gone; an aid pays for somebody else's gun.
    "skirmishers": {"leave", "rideoff", "aid"},
}


def random_games(rulebook: str, prices: Prices) -> None:
    missions = [one.id for one in library.missions(rulebook)]
    for seed in range(GAMES):
        setup = setups.build_setup(rulebook, mission=missions[seed % len(missions)])
        if rulebook == "skirmishers" and seed % 4:
            setup = skirmish(ALL, rounds=2)
        game = Game(registry.find(rulebook), setup, dice=SeededDice(f"p{seed}"))
        prices.walk(game, random.Random(seed).randrange, 2)


def scenarios(rulebook: str, prices: Prices) -> None:
    """Every answer of every scenario, where it is given."""
    for file in sorted((SCENARIOS / rulebook).rglob("*.yaml")):
        scenario = read_scenario(file)
        first = scenario.plays[0].dice if scenario.plays and not scenario.plays[0].answer else ()
        game = Game(registry.find(rulebook), scenario.setup, dice=ScriptedDice(first))
        for play in scenario.plays:
            if not play.follows:
                game.dice = ScriptedDice(play.dice)
            if play.answer is None:
                continue
            option = wanted(game, play.answer)
            if isinstance(game.question, Choice):
                prices.check(game, game.question, option)
            game.answer(option)


def wanted(game: Game[Any], text: str) -> Answer:
    """The answer of a scenario; windows that it does not speak of are passed."""
    while True:
        try:
            return game.read(text)
        except Refused:
            if not isinstance(game.question, Choice) or not game.question.optional:
                raise
            game.answer(PASS)


FREE = next(field.default for field in fields(Verb) if field.name == "price")
"""The price of a verb that says none."""


@pytest.mark.parametrize("family", sorted(PURSES))
def test_every_verb_costs_what_it_says(family: str) -> None:
    prices, priced = Prices(PURSES[family]), set()
    for rulebook in GAMES_OF[family]:
        random_games(rulebook, prices)
        scenarios(rulebook, prices)
        priced |= {verb.word for verb in registry.find(rulebook).verbs if verb.price is not FREE}
    assert priced - set(prices.tried) == UNTRIED[family]


def test_a_price_that_is_said_wrongly_is_noticed() -> None:
    """The check is tried on purses that lie by one, as a broken verb would."""
    lies = Prices(lambda battle, option: lying(action_points(battle, option), battle))
    with pytest.raises(RuleBug, match=r"says that it costs \d+, and costs"):
        random_games("skirmishers", lies)


def lying(purse: tuple[int, object] | None, battle: Any) -> tuple[int, object] | None:
    if purse is None:
        return None
    return purse[0] - battle.units[battle.active].prone, purse[1]
