"""The search: it repeats itself, leaves the game alone, never peeks, and plays any rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.game import Game, replay
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Temper
from battlemat.kernel.verbs import Menu
from battlemat.packs import registry as rulebooks
from battlemat.packs import setups
from battlemat.players import registry
from battlemat.players.positions import Position, follow
from battlemat.players.search import Effort, SearchPlayer
from battlemat.players.tree import Edge, Node, Tree
from example.standoff import TOY, Fire, Toy

SMALL = Effort(nodes=60)


def new_game(seed: str = "1", tokens: int = 1) -> Game[Any]:
    return Game(TOY, {"tokens": tokens}, dice=SeededDice(seed))


def begun(book: str, answers: int, seed: str = "s") -> Game[Any]:
    """A game of a shipped rulebook after some answers of recruits, where a choice stands."""
    game = Game(rulebooks.find(book), setups.build_setup(book), dice=SeededDice(seed))
    while len(game.answers) < answers or not _must_choose(game):
        question = game.question
        assert isinstance(question, Choice)
        game.answer(game.rulebook.advise(game.battle, question)[0])
    return game


def _must_choose(game: Game[Any]) -> bool:
    question = game.question
    return isinstance(question, Choice) and not question.optional and len(question.listed) > 1


@pytest.mark.parametrize("book", ["toy", "skirm3", "skirmishers"])
def test_the_answer_does_not_depend_on_the_dice_to_come(book: str) -> None:
    game = new_game() if book == "toy" else begun(book, 30)
    found = tried(game)
    for other in ("x", "y"):
        twin = replay(game.rulebook, game.setup, list(game.answers))
        twin.dice = SeededDice(other)
        assert tried(twin) == found


def tried(game: Game[Any]) -> list[tuple[Any, int, float]]:
    """All that a search found out, so that no die that it saw can hide behind the same answer."""
    question = game.question
    assert isinstance(question, Choice)
    node = SearchPlayer("1", SMALL).searched(game, question)
    return [(edge.option, edge.visits, edge.total) for edge in node.ranked()]


def test_the_same_seed_plays_the_same_game_and_another_seed_may_not() -> None:
    def answers(seed: str) -> list[Any]:
        game = begun("skirm3", 40)
        player = SearchPlayer(seed, SMALL)
        for _ in range(6):
            game.answer(player.answer(game))
        return game.answers

    assert answers("1") == answers("1")
    assert len({tuple(answers(seed)) for seed in "12345678"}) > 1


def test_a_search_leaves_its_game_as_it_was() -> None:
    game = begun("skirm3", 25)
    before = game.digest, list(game.answers)
    SearchPlayer("1", SMALL).answer(game)
    assert (game.digest, game.answers) == before


def test_more_budget_searches_the_same_tree_further() -> None:
    game = begun("skirm3", 25)
    player = SearchPlayer("1", Effort(nodes=80))
    question = game.question
    assert isinstance(question, Choice)
    few = player.searched(game, question).visits
    assert player.searched(game, question).visits > few


def test_a_search_keeps_to_its_budget() -> None:
    game = begun("skirm3", 25)
    tree = Tree(game.rulebook, game.question.player, SMALL, "1")  # type: ignore[union-attr]
    root = tree.node(Position.of(game))
    tree.grow(root, 200)
    assert 200 <= tree.spent < 300  # a visit that has begun is walked to its horizon
    assert len(root.edges) >= 2
    assert root.visits == sum(edge.visits for edge in root.edges)


def test_options_beyond_the_advice_are_let_in_little_by_little() -> None:
    game = begun("openfire", 40)
    while game.question.kind != "activate":  # type: ignore[union-attr]
        game.answer(game.rulebook.advise(game.battle, game.question)[0])  # type: ignore[arg-type]
    tree = Tree(game.rulebook, game.question.player, SMALL, "1")  # type: ignore[union-attr]
    root = tree.node(Position.of(game))
    advised = len(root.edges)
    tree.grow(root, 60)
    assert len(root.edges) > advised
    assert [edge.advised for edge in root.edges].count(True) == advised


@pytest.mark.parametrize(("turns", "activations"), [(1, (1, 0)), (2, (1, 1)), (3, (2, 1))])
def test_a_search_follows_so_many_turns(turns: int, activations: tuple[int, int]) -> None:
    game = begun("skirm3", 40)
    while game.question.kind != "activate":  # type: ignore[union-attr]
        game.answer(game.rulebook.advise(game.battle, game.question)[0])  # type: ignore[arg-type]
    effort = Effort(turns=turns, width=2, beyond=0)
    tree = Tree(game.rulebook, game.question.player, effort, "1")  # type: ignore[union-attr]
    tree.grow(tree.node(Position.of(game)), 600)
    begins = [node for node in tree.nodes.values() if node.place.choice.kind == "activate"]  # type: ignore[union-attr]
    to_go = {
        mine: {_ready(node.place.battle) for node in begins if node.mine is mine}
        for mine in (True, False)
    }
    assert (len(to_go[True]), len(to_go[False])) == activations


def _ready(battle: Any) -> int:
    return sum(unit.ready for unit in battle.units)


@pytest.mark.parametrize(("mine", "looks"), [(True, (0.4, 0.9)), (False, (0.6, 0.1))])
def test_what_is_not_advised_looks_no_better_than_what_is(
    mine: bool, looks: tuple[float, float]
) -> None:
    game = new_game()
    node = Node(Position.of(game), mine=mine)
    advised, other = Edge(game.read("wait")), Edge(game.read("fire R1 B1"), advised=False)
    node.edges = [other, advised]
    advised.look, other.look = looks
    node.weigh_looks()
    assert other.look == advised.look == looks[0]


def test_what_is_advised_at_the_choice_at_hand_is_never_overlooked() -> None:
    game = begun("skirm1", 40)
    game.answer(game.rulebook.advise(game.battle, game.question)[0])  # type: ignore[arg-type]
    question = game.question
    assert isinstance(question, Choice)
    advised = game.rulebook.advise(game.battle, question)
    assert len(advised) > 6
    node = SearchPlayer("1", Effort(nodes=80, width=3)).searched(game, question)
    looked = [edge.option for edge in node.edges]
    assert set(advised) <= set(looked)
    assert len(looked) == len(set(looked))
    assert not {edge.option for edge in node.rest} & set(looked)
    looks = [edge.look for edge in node.edges]
    assert looks == sorted(looks, reverse=True)


@pytest.mark.parametrize(
    ("mean", "caution", "is_taken"),
    [(0.7, 0.25, False), (0.75, 0.25, True), (0.75, 1.0, False), (0.95, 1.0, True)],
)
def test_what_looked_best_is_left_only_for_what_is_better_beyond_doubt(
    mean: float, caution: float, is_taken: bool
) -> None:
    game = new_game()
    node = Node(Position.of(game), mine=True)
    looked, other = Edge(game.read("fire R1 B1")), Edge(game.read("wait"))
    node.edges = [looked, other]
    looked.look, looked.visits, looked.total = 0.6, 4, 4 * 0.6
    other.look, other.visits, other.total = 0.5, 4, 4 * mean
    node.visits, node.total = 8, looked.total + other.total
    node.squares = 8 * ((node.total / 8) ** 2 + 0.01)
    assert node.best() is other
    assert (node.chosen(caution) is other) == is_taken


def test_later_choices_are_searched_among_what_meets_the_eye(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All that is advised is looked at where the choice stands; further on a few are enough."""
    rulebook = Toy()
    monkeypatch.setattr(rulebook, "glimpse", lambda battle, choice: choice.listed[:1])
    game: Game[Any] = Game(rulebook, {"tokens": 1})
    question = game.question
    assert isinstance(question, Choice)
    advised = rulebook.advise(game.battle, question)
    assert len(advised) > 1
    tree = Tree(rulebook, question.player, Effort(nodes=20, beyond=0), "1")
    assert [edge.option for edge in tree.node(Position.of(game)).edges] == [*question.listed[:1]]
    root = SearchPlayer("1", Effort(nodes=20, beyond=0)).searched(game, question)
    assert {edge.option for edge in root.edges} == {*advised}


def test_how_cautious_the_search_is_depends_on_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    chosen = Node.chosen

    def noted(node: Node, caution: float) -> Edge:
        asked.append(caution)
        return chosen(node, caution)

    monkeypatch.setattr(Node, "chosen", noted)
    rulebook = Toy()
    rulebook.temper = Temper(caution=0.75)
    SearchPlayer("1", Effort(nodes=20)).answer(Game(rulebook, {"tokens": 1}))
    assert asked == [0.75]


@pytest.mark.parametrize(
    ("temper", "effort", "looks"),
    [
        (Temper(width=1, tries=1), Effort(), 1),
        (Temper(width=1, tries=3), Effort(), 3),
        (Temper(width=2, tries=1), Effort(), 2),
        (Temper(width=1, tries=1), Effort(width=2, tries=3), 4),
    ],
)
def test_how_much_is_looked_at_depends_on_the_game_unless_somebody_says(
    temper: Temper, effort: Effort, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rulebook = Toy()
    rulebook.temper = temper
    game: Game[Any] = Game(rulebook, {"tokens": 1})
    advised = [game.read("fire R1 B1"), game.read("wait")]  # one with dice and one without
    monkeypatch.setattr(rulebook, "glimpse", lambda _battle, _choice: advised)
    tree = Tree(rulebook, "red", effort, "1")
    tree.node(Position.of(game))
    assert tree.spent == looks


def test_the_search_finds_the_shot_and_not_the_walk() -> None:
    assert isinstance(SearchPlayer("1", SMALL).answer(new_game()), Fire)


def test_a_position_is_followed_with_its_own_dice_alone() -> None:
    game = new_game()
    here = Position.of(game)
    option = game.read("fire R1 B1")
    ends = {follow(TOY, here, option, Stream(str(n))).key() for n in range(30)}
    assert len(ends) > 1
    again = [follow(TOY, here, option, Stream("7")).key() for _ in range(2)]
    assert again[0] == again[1]
    assert game.answers == []


@pytest.mark.parametrize("book", rulebooks.names())
def test_every_level_answers_legally_in_every_rulebook(book: str) -> None:
    game = begun(book, 45)
    levels = [registry.make(name, name) for name in registry.names()]
    for number in range(5):
        if game.question is None:
            break
        game.answer(levels[number % len(levels)].answer(game))
    assert len(game.answers) > 45


def test_a_choice_in_mid_action_is_looked_at_and_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = begun("openfire", 40)
    casualty = "casualty"
    while game.question.kind != casualty:  # type: ignore[union-attr]
        game.answer(game.rulebook.advise(game.battle, game.question)[0])  # type: ignore[arg-type]
    searched: list[str] = []
    monkeypatch.setattr(
        SearchPlayer, "searched", lambda _self, _game, choice: searched.append(choice.kind)
    )
    answer = SearchPlayer("1", SMALL).answer(game)
    assert answer in game.question.listed  # type: ignore[union-attr]
    assert searched == []


@pytest.mark.parametrize("book", rulebooks.names())
def test_nothing_is_listed_where_nothing_is_assumed(
    book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(book, 45)
    question = replay(game.rulebook, game.setup, list(game.answers)).question
    assert isinstance(question, Choice)
    looked: list[str] = []

    def candidates(_menu: Menu[Any, Any]) -> list[Any]:
        looked.append(question.kind)
        return []

    monkeypatch.setattr(Menu, "candidates", candidates)
    assert game.rulebook.assume(game.battle, question) is None
    assert looked == []
