"""A window that is passed for a player may change nothing: held against brute force.

"Ask when it can matter" may ask too often and never too seldom. Here every window that the default
passes is played out: every option, every face of every die, later windows passed and used.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice, Question, Roll
from battlemat.kernel.walk import Walk
from battlemat.packs import library
from battlemat.packs.skirm import setups
from battlemat.players.driver import Declined, Windows
from battlemat.rulebooks.skirm.chapters.combat.rerolls import Change, Pay, Reroll
from battlemat.rulebooks.skirm.state.battle import PLAYERS
from rules.skirm.table import BOOKS, EDITIONS, Table, foe, gun, skill, unit

GAMES = 3
MOST = 60_000
FIGHTING = ("shoot", "blast", "melee", "revive", "recover", "skill", "reroll", "change")
"""Taken more often than other answers: this is how windows come about."""

Chances = dict[Hashable, Fraction]


class Played:
    """The step that a game stands in, played out over every face of every die."""

    def __init__(self, game: Game[Any], *, eager: bool) -> None:
        self.game = game
        self.eager = eager  # later windows are used at the first offer, or else passed
        self.left = MOST

    def ends(self, *answers: Any) -> Chances:
        """How the step ends after these answers and how likely; spent orders are given back."""
        self.left -= 1
        assert self.left, "too many ways for a window that is passed in silence"
        game, spent = self.game, [0, 0]
        walk = Walk.step(game.rulebook, game.checkpoint.copy()).resume(game.since)
        for answer in answers:
            if _costs_an_order(walk.question, answer):
                spent[PLAYERS.index(walk.question.player)] += 1  # type: ignore[union-attr]
            walk.send(answer)
        question = walk.question
        if question is None:
            for side in (0, 1):
                walk.battle.orders[side] += spent[side]
            return {walk.battle.key(): Fraction(1)}
        if isinstance(question, Choice):
            used = self.eager or not question.optional
            return self.ends(*answers, question.listed[0] if used else PASS)
        assert isinstance(question, Roll)
        return self._thrown(question, answers)

    def _thrown(self, question: Roll, answers: tuple[Any, ...]) -> Chances:
        found: Chances = {}
        every = Fraction(1, question.sides**question.count)
        for faces in product(range(1, question.sides + 1), repeat=question.count):
            for end, chance in self.ends(*answers, faces).items():
                found[end] = found.get(end, Fraction(0)) + chance * every
        return found


def _costs_an_order(question: Any, answer: Any) -> bool:
    dice = isinstance(question, Choice) and isinstance(answer, (Reroll, Pay, Change))
    return dice and question.menu.asked.is_paid(answer)


def check_silence(game: Game[Any], question: Choice) -> bool:
    """If the window that stands is passed by default, each option comes to the same."""
    if not Windows.MATTER.passes(game):
        return False
    for eager in (False, True):
        played = Played(game, eager=eager)
        passed = played.ends(PASS)
        for option in question.listed:
            told = f"{question!r} {question.about}: {game.write(option)}"
            assert played.ends(option) == passed, told
    return True


def random_game(edition: str, seed: int) -> Game[Any]:
    chance = Random(f"{edition} {seed}")
    ids = [squad.id for squad in library.squads(edition)]
    setup = setups.build_setup(
        edition,
        mission=chance.choice(library.missions(edition)).id,
        map=chance.choice(library.maps(edition)).id,
        red=chance.choice(ids),
        blue=chance.choice(ids),
    )
    return Game(BOOKS[edition], setup, dice=SeededDice(f"windows {edition} {seed}"))


def drawn(question: Choice, chance: Random) -> Any:
    options = list(question.listed)
    fights = [option for option in options if getattr(option, "verb", "") in FIGHTING]
    return chance.choice(fights if fights and chance.random() < 0.7 else options)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_window_that_is_passed_for_a_player_comes_to_the_same_whatever_is_chosen(
    edition: str, seed: int
) -> None:
    game, chance = random_game(edition, seed), Random(f"{seed} {edition}")
    question: Question | None
    while (question := game.question) is not None:
        assert isinstance(question, Choice)
        if question.optional:
            check_silence(game, question)
        game.answer(drawn(question, chance))


# ---------------------------------------------------------------------- one by one


def is_silent(table: Table, kind: str = "re-roll") -> bool:
    """Whether the default passes the window that stands; if so brute force must agree."""
    question = table.game.question
    assert isinstance(question, Choice)
    assert question.kind == kind
    table.game.dice = None
    return check_silence(table.game, question)


@pytest.mark.parametrize(
    "effect",
    [
        {"do": "modify", "stat": "act", "by": -1, "who": {"pick": "all"}},
        {"do": "orders", "by": 1, "who": "both"},
        {"do": "doors", "set": "open"},
        {"do": "range", "most": 3},
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_event_is_offered_for_a_re_roll_whatever_it_changes(
    edition: str, effect: dict[str, Any]
) -> None:
    rows = [
        {"faces": [1], "name": "Calm", "text": "", "effects": [{"do": "nothing"}]},
        {"faces": [2, 3, 4, 5, 6], "name": "Storm", "text": "", "effects": [effect]},
    ]
    weather = {"id": "weather", "name": "Weather", "events": rows}
    ground = Board.build(4, 4, doors=[(5, 9)])
    table = Table.on(
        ground,
        edition=edition,
        A=unit(at=(0, 0)),
        B=foe(at=(3, 3), ready=False),
        environment=weather,
    )
    table.play("end A", dice="16 111 666 1" if edition != "skirm1" else "61 111 666 1")
    assert not is_silent(table)


@pytest.mark.parametrize("edition", ["skirm1", "skirm2"])
def test_a_success_is_offered_for_a_change_where_a_1_counts_for_more(edition: str) -> None:
    red = unit(at=(0, 0), weapons=[gun(roa=1)])
    table = Table.on(edition=edition, A=red, B=foe(at=(3, 0)), orders=(1, 0))
    table.play("shoot A B rifle", dice="2")
    assert not is_silent(table)


def test_the_d3_of_a_revive_is_offered_whatever_it_shows() -> None:
    for face in "123456":
        table = Table.on(
            edition="skirm1",
            A=unit(at=(0, 0)),
            C=unit(at=(1, 0), state="downed", hits=0),
            B=foe(at=(9, 9)),
            orders=(3, 0),
        )
        table.play("revive A C", dice=face)
        assert not is_silent(table)


def test_a_d3_that_gives_back_more_than_was_lost_is_not_offered() -> None:
    mend = skill("mend", {"do": "restore", "who": {"pick": "self"}, "hit": "d3+2"}, act=1)
    hurt = unit(at=(0, 0), skills=[mend], hit=4, hits=3)
    table = Table.on(edition="skirm1", A=hurt, B=foe(at=(9, 9)), orders=(1, 0))
    table.play("skill A mend", dice="2")
    assert is_silent(table)


@pytest.mark.parametrize("code", ["RND", "STN"])
def test_a_free_re_roll_is_offered_where_only_a_1_does_more(code: str) -> None:
    red = unit(at=(0, 0), weapons=[gun(special=f"{code} PRC", roa=1)], rsk=5)
    table = Table.on(A=red, B=foe(at=(3, 0)))
    table.play("shoot A B rifle", dice="3")
    assert not is_silent(table, "free re-roll")


def test_more_failed_saves_than_orders_are_not_offered() -> None:
    red = unit(at=(0, 0), weapons=[gun(roa=3)])
    table = Table.on(A=red, B=foe(at=(3, 0)), orders=(0, 2))
    table.play("shoot A B rifle", dice="111 666")
    assert is_silent(table)
    table = Table.on(A=red, B=foe(at=(3, 0)), orders=(0, 3))
    table.play("shoot A B rifle", dice="111 666")
    assert not is_silent(table)


def test_an_attack_that_automatic_saves_take_whole_is_not_offered() -> None:
    red = unit(at=(0, 0), weapons=[gun(roa=1)])
    table = Table.on(A=red, B=foe("CAM", at=(11, 0)), orders=(1, 0))
    table.play("shoot A B rifle", dice="6")
    assert is_silent(table)


# ---------------------------------------------------------------------- once an activation


SCAN = skill(
    "scan", {"do": "give", "special": "CAM", "who": {"pick": "squadmates", "within": 3}}, to=1
)


def asked_of(table: Table, declined: Declined) -> list[str]:
    """The windows of skills for red that the default asks until the next other question."""
    found = []
    while table.asks.endswith(" skill"):
        question = table.game.question
        assert isinstance(question, Choice)
        if not declined.again(question):
            found.append(question.player)
        declined.note(question, PASS)
        table.play("pass")
    return found


def told(table: Table, declined: Declined, answer: str) -> None:
    question = table.game.question
    assert question is not None
    declined.note(question, table.game.read(answer))
    table.play(answer)


def test_an_offer_is_made_once_an_activation_unless_something_changed() -> None:
    table = Table.on(
        A=unit(at=(0, 0), skills=[SCAN]),
        C=unit(at=(4, 0)),
        B=foe(at=(9, 9)),
        orders=(1, 0),
    )
    declined = Declined()
    assert asked_of(table, declined) == ["red"]
    told(table, declined, "move A a1-a2")
    assert asked_of(table, declined) == []  # nobody came into its reach, nobody left it
    told(table, declined, "dash A a2-b2")

    assert asked_of(table, declined) == ["red"]  # now it would be on C as well


def test_an_offer_is_made_again_in_every_activation() -> None:
    table = Table.on(
        A=unit(at=(0, 0), skills=[SCAN]),
        C=unit(at=(5, 0)),
        B=foe(at=(9, 9)),
        orders=(1, 0),
    )
    declined = Declined()
    asked_of(table, declined)
    told(table, declined, "end A")
    asked_of(table, declined)
    told(table, declined, "activate B")
    assert asked_of(table, declined) == ["red"]  # the other side acts now
    told(table, declined, "end B")
    asked_of(table, declined)
    told(table, declined, "activate C")
    assert asked_of(table, declined) == ["red"]
