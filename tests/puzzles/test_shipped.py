"""The puzzles that are shipped: each is what its file says, and an independent count agrees."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import settings

from battlemat.kernel.questions import Choice
from battlemat.packs import registry
from battlemat.packs.solving.puzzles import (
    JUDGEMENT,
    PLAN,
    Puzzle,
    load_puzzle,
    read_puzzle_text,
    shipped_puzzles,
)
from battlemat.puzzles.checking import faults
from battlemat.puzzles.desk import answered_of, books, daily, listed, shown_of, title
from battlemat.puzzles.files import puzzle_text
from battlemat.puzzles.judging import LEAD, LOOKS, LOWEST, doubted, judged_again
from battlemat.puzzles.position import position
from puzzles.by_hand import ByHand, Plan, TooLong

EVERY = [(book, id) for book in books() for id in shipped_puzzles(book)]
FUZZ = settings.get_current_profile_name() == "default"
"""Whether new cases are looked for (`make fuzz`): then all are counted, and judgements played."""
PARTS = 1 if FUZZ else 12
TODAY = datetime.now(UTC).toordinal() % PARTS
SAMPLE = EVERY[TODAY::PARTS]
"""Another part each day: to count all of them takes a minute and more."""
LOADED = {one: load_puzzle(*one) for one in EVERY}
PLANS = [one for one in EVERY if LOADED[one].type == PLAN]
JUDGED = [one for one in EVERY if LOADED[one].type == JUDGEMENT]


@pytest.mark.longer
@pytest.mark.parametrize("one", SAMPLE)
def test_puzzles_hold_when_they_are_counted_anew(one: tuple[str, str]) -> None:
    assert faults(LOADED[one]) == []


@pytest.mark.parametrize("book", registry.names())
def test_every_position_is_reached_and_offers_what_its_file_says_of_it(book: str) -> None:
    for id in shipped_puzzles(book):
        puzzle = LOADED[book, id]
        game = position(puzzle)
        told = [one.answer for one in (*puzzle.best, puzzle.next, *puzzle.others)]
        assert (id, [game.judge(text).text for text in told]) == (id, told)


def test_the_lead_of_a_judgement_is_as_large_and_as_sure_as_it_must_be() -> None:
    for one in JUDGED:
        lead = LOADED[one].interval
        assert lead is not None
        assert (one, lead.lead >= LEAD, lead.low > LOWEST) == (one, True, True)
        assert lead.pairs in LOOKS


def test_of_every_answer_to_a_judgement_it_is_told_what_it_wins() -> None:
    for book, id in JUDGED:
        puzzle = LOADED[book, id]
        game = position(puzzle)
        choice = game.question
        assert isinstance(choice, Choice)
        worth = {one.answer: one.chance for one in (*puzzle.best, puzzle.next, *puzzle.others)}
        assert set(worth) == {game.write(one) for one in choice.listed}, id
        assert all(one.chance <= puzzle.next.chance for one in puzzle.others), id


DOUBTS = 8
"""Pairs that are played of a judgement each day."""


@pytest.mark.longer
def test_few_games_have_nothing_against_the_judgement_of_the_day() -> None:
    first = datetime.now(UTC).toordinal() % max(1, len(JUDGED))
    today = JUDGED[first : first + 1]
    assert {one: doubted(LOADED[one], DOUBTS) for one in today} == {one: [] for one in today}


@pytest.mark.longer
def test_judgements_hold_when_their_games_are_played_anew() -> None:
    played = JUDGED if FUZZ else []
    assert {one: judged_again(LOADED[one]) for one in played} == {one: [] for one in played}


def refuted(puzzle: Puzzle, most: int) -> list[str]:
    """Where the independent count of the best and the next best answer says otherwise."""
    game = position(puzzle)
    choice = game.question
    assert isinstance(choice, Choice)
    found = []
    for one in (puzzle.best[0], puzzle.next):
        by_hand = ByHand(Plan(puzzle.goal, choice), most)
        low, high = by_hand.after(game, game.read(one.answer))
        if high - low > 0.0001:  # dice of the early editions roll on without end
            raise TooLong
        if abs(float(low) - one.chance) > 0.0002:
            found.append(f"{one.answer}: {float(low):.4f}, not {one.chance:.4f}")
    return found


FEW = 2
"""So many at least are small enough to be counted face by face."""


@pytest.mark.longer
def test_an_independent_count_refutes_no_plan() -> None:
    enough, most = (50, 60_000) if FUZZ else (2, 1_500)
    counted = 0
    for one in sorted(PLANS, key=lambda one: LOADED[one].drawn is None or one[0] != "skirm3"):
        try:
            assert (one, refuted(LOADED[one], most)) == (one, [])
        except TooLong:
            continue
        counted += 1
        if counted == enough:
            break
    assert counted >= FEW


@pytest.mark.parametrize("one", SAMPLE)
def test_a_right_answer_is_told_so_and_a_wrong_one_with_the_better(one: tuple[str, str]) -> None:
    puzzle = LOADED[one]
    game = position(puzzle)
    right = answered_of(puzzle, game, puzzle.best[0].answer)
    wrong = answered_of(puzzle, game, puzzle.next.answer)
    assert (right["right"], right["share"]) == (True, 1.0)
    assert (wrong["right"], wrong["best"][0]["text"]) == (False, puzzle.best[0].answer)
    assert wrong["share"] < 1
    assert right["clauses"]


def test_every_puzzle_has_a_name_of_its_own_and_not_that_of_its_goal() -> None:
    """Without one a list shows the goal in two words, and several may share that."""
    nameless = [id for id, one in LOADED.items() if one.name in ("", title(one.goal))]
    assert nameless == []


@pytest.mark.parametrize("book", registry.names())
def test_no_two_puzzles_of_a_rulebook_are_listed_under_one_name(book: str) -> None:
    names = Counter(one["name"].casefold() for one in listed(book))
    assert {name: number for name, number in names.items() if number > 1} == {}


def test_no_two_puzzles_stand_in_one_position() -> None:
    digests = [one.digest for one in LOADED.values()]
    assert len(set(digests)) == len(digests)


def test_every_rulebook_has_easy_and_hard_puzzles() -> None:
    for book in registry.names():
        assert len({one["difficulty"] for one in listed(book)}) >= 3


def test_a_puzzle_is_shown_without_its_solution() -> None:
    puzzle = LOADED[EVERY[0]]
    shown = shown_of(puzzle, position(puzzle))
    assert shown["question"]["handles"]
    assert not {"best", "next", "chance"} & set(shown)


def test_the_file_of_a_puzzle_reads_as_the_same_puzzle() -> None:
    for puzzle in LOADED.values():
        again = read_puzzle_text(puzzle_text(puzzle), puzzle.file)
        assert replace(again, file=puzzle.file) == puzzle


def test_the_daily_puzzle_is_the_same_for_all_and_changes_with_the_day() -> None:
    days = [daily(f"2026-11-{day:02}")["id"] for day in range(1, 29)]
    assert daily("2026-11-01")["id"] == days[0]
    assert len(set(days)) > 5
