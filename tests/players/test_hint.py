"""Hints: one number for a position, reasons that the rulebook shows, nothing bought in vain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, is_faces
from battlemat.packs import registry as rulebooks
from battlemat.packs import setups
from battlemat.players.coach import review
from battlemat.players.hint import ALIKE, suggest
from battlemat.players.registry import make
from battlemat.players.standing import has_begun, standing
from battlemat.players.tree import Effort
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.tables.work.course import retell
from sampling import by_time

NAMES = rulebooks.names()
SMALL = Effort(nodes=40)
SOME = by_time(120, 60)
"""Answers of a game that are looked at."""
WANDERS = 0.12
"""Points that a chance may shift while the table stays as it is: who acts counts for something."""

JUMPS = 0.2
"""What it may not shift between neighbouring questions, whatever was done, while no die falls."""


def begun(name: str, seed: str = "one number") -> Game[Any]:
    return Game(rulebooks.find(name), setups.build_setup(name), dice=SeededDice(seed))


def choices(
    game: Game[Any], most: int = SOME, seed: str = "one number"
) -> Iterator[tuple[Game[Any], Choice]]:
    """The choices of a game between machines, each before it is answered."""
    player = make("sergeant", seed)
    while isinstance(choice := game.question, Choice) and len(game.answers) < most:
        yield game, choice
        game.answer(player.answer(game))


@pytest.mark.parametrize("name", NAMES)
def test_a_position_has_one_number_in_hint_curve_and_review(name: str) -> None:
    game = begun(name)
    hints, curve = {}, []
    for at, _ in choices(game):
        curve.append((len(at.answers), standing(at, at.rulebook.players[0])))
        if len(curve) % 9 == 0:
            hints[len(at.answers) + 1] = suggest(at, SMALL).best.chance
    looked = {
        move.number: move
        for move in review(game.rulebook, game.setup, game.answers, effort=SMALL).moves
    }
    assert len(hints) > 3
    for number, chance in hints.items():
        assert looked[number].before == pytest.approx(chance)
    told = dict(retell(ShippedCatalogue(), game)["curve"])
    shared = [(step, chance) for step, chance in curve if step in told]
    assert len(shared) > 10
    for step, chance in shared:
        assert told[step] == pytest.approx(chance, abs=1e-3)


@pytest.mark.parametrize("name", NAMES)
def test_a_chance_does_not_wander_where_no_die_falls_and_nobody_moves(name: str) -> None:
    step, chance = 0, 0.5
    table: tuple[object, ...] = ()
    for game, choice in choices(begun(name), 2 * SOME):
        if not has_begun(game) or game.rulebook.assume(game.battle, choice) is not None:
            continue  # it is too early to tell, or something is still due
        before, then, stood = step, chance, table
        step, chance = len(game.answers), standing(game, game.rulebook.players[0])
        scene = game.rulebook.scene(game.battle)
        table = (scene.outlook, *((piece.id, piece.at) for piece in scene.pieces))
        diced = any(map(is_faces, game.answers[before:]))
        if before and not diced and stood == table:
            assert abs(chance - then) < WANDERS, game.answers[-1]


@pytest.mark.longer
@pytest.mark.parametrize("name", NAMES)
def test_a_chance_does_not_wander_by_twenty_points_where_no_die_falls(name: str) -> None:
    pairs = 0
    for seed in by_time("abc", "a"):
        step, chance = 0, 0.5
        for game, choice in choices(begun(name, seed), 300, seed):
            if not has_begun(game) or game.rulebook.assume(game.battle, choice) is not None:
                continue
            before, then = step, chance
            step, chance = len(game.answers), standing(game, game.rulebook.players[0])
            if before and not any(map(is_faces, game.answers[before:])):
                pairs += 1
                assert abs(chance - then) < JUMPS, game.answers[before:]
    assert pairs > by_time(150, 40)


class Purse:
    """What is bought with orders in an activation, and whether it is thrown away at its end."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.spent = 0
        self.wasted: list[str] = []
        self._bought = False

    def answer(self, text: str) -> None:
        battle = self.game.battle
        before, left = sum(battle.orders), battle.act_left
        if text.startswith("order "):
            self._bought = True
        elif text.startswith("end "):
            if self._bought and left:
                self.wasted.append(text)
            self._bought = False
        self.game.answer(self.game.read(text))
        self.spent += max(0, before - sum(self.game.battle.orders))


def test_an_order_that_is_thrown_away_is_noticed() -> None:
    purse = Purse(
        ShippedCatalogue().open_scenario(
            RELAY.replace("active:", "orders: {red: 1}\nactive:").replace(
                "ready: false", "ready: true"
            )
        )
    )
    for text in ("order A", "end A"):
        purse.answer(text)
    assert (purse.spent, purse.wasted) == (1, ["end A"])


@pytest.mark.parametrize("name", ["skirm1", "skirm2", "skirm3"])
def test_no_order_is_bought_and_thrown_away(name: str) -> None:
    game = begun(name)
    for at, choice in choices(game, 200):
        if choice.kind == "action" and may_buy(at):
            break
    purse, could = Purse(game), 0
    for _ in range(25):
        if not isinstance(game.question, Choice):
            break
        could += game.question.kind == "action" and may_buy(game)
        purse.answer(suggest(game, SMALL).best.text)
    assert could > 1
    assert not purse.wasted


def may_buy(game: Game[Any]) -> bool:
    """Whether an order can be bought with now."""
    assert isinstance(game.question, Choice)
    return any(game.write(option).startswith("order ") for option in game.question.listed)


RELAY = """\
rulebook: skirm3
map: |
  A . . . . . . .
  . . . . . . . .
  . . . . . . . B
objectives: {1: {at: c1, name: East}}
scoring: [{score: objectives, when: turn, points: 1}]
red: {A: {weapons: {knife: {type: melee, roa: 1, dam: 1}}}}
blue: {B: {weapons: {rifle: {roa: 2, dam: 1}}, ready: false}}
active: {unit: A, act: 1}
"""


def test_a_hint_says_what_it_scores_and_who_sees_the_place() -> None:
    game = ShippedCatalogue().open_scenario(RELAY)
    found = suggest(game)
    assert found.best.told == "Move to c1 (East)"
    assert "If turn 1 ended now, that would be: +1 (controls East)." in found.reason
    assert "Only B sees it there." in found.reason
    assert found.other is not None
    assert found.other.told in found.reason


def test_answers_that_are_alike_are_said_to_be_and_no_number_is_made_up() -> None:
    game = begun("skirm3")
    player = make("sergeant", "alike")
    seen = 0
    while isinstance(game.question, Choice) and seen < 3 and len(game.answers) < 160:
        found = suggest(game, SMALL)
        if found.alike and found.other is not None:
            seen += 1
            assert found.best.chance - found.other.chance < ALIKE
            assert "about as good" in found.reason
            assert "chance of" not in found.reason
        game.answer(player.answer(game))
    assert seen == 3
