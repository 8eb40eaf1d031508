"""Offers that were passed: asked once while nothing changes, and at hand until something does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Rulebook
from battlemat.tables.ledger.keeper import MemoryKeeper
from battlemat.tables.ledger.rows import GameRow, Seat, now
from battlemat.tables.ledger.talk import Policy
from battlemat.tables.play.arming import armed
from battlemat.tables.problems import Problem
from battlemat.tables.seats.links import Links, new_game_id
from battlemat.tables.seats.viewers import Viewer
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.tables.table import Table
from battlemat.tables.view import views
from battlemat.tables.work import tasks
from battlemat.tables.work.jobs import Place, place_before, place_of
from rules.skirm import table as skirm

CRY = skirm.skill("cry", {"do": "score", "points": 1}, to=1)
ANSWERS = 260


def seated(rulebook: Rulebook[Any], setup: Any, seed: str | None, **policies: str) -> Table:
    """A table at which two people sit, each asked by a policy."""
    seats = tuple(Seat(player, "person") for player in rulebook.players)
    row = GameRow(new_game_id(), rulebook.name, rulebook.version, dict(setup), seed, seats, now())
    keeper = MemoryKeeper()
    keeper.open(row.id)
    table = Table(keeper, rulebook, row)
    for player in rulebook.players:
        table.chairs.claim(player, player)
        table.say(Policy(player, policies.get(player, "matter")))
    if table.can_begin:
        table.begin()
    table.pass_windows()  # as a host does
    return table


def criers(blue: str = "matter") -> Table:
    """Each side has a skill for an order, and orders; red acts."""
    game: Game[Any] = skirm.Table.parse(
        "A . . . . B", A=skirm.unit(skills=[CRY]), B=skirm.foe(skills=[CRY]), orders=(1, 1)
    ).game
    return seated(game.rulebook, game.setup, None, blue=blue)


def give(table: Table, *texts: str) -> str:
    """Answer, as a host does; the kind of what is asked then."""
    for text in texts:
        table.answer(table.play.asked, text, "person")
        table.pass_windows()
    return getattr(table.play.question, "kind", "")


def told(table: Table, *players: str) -> list[dict[str, Any]]:
    """The offers that somebody with these seats is shown beside the question."""
    who = Viewer(frozenset(players), owner=False)
    shown = views.state(table, who, Links(b"secret"), log=True)
    found: list[dict[str, Any]] = json.loads(shown.whole())["question"]["armed"]
    return found


def test_who_chooses_next_has_an_offer_at_hand_unasked_and_takes_it_up_without_a_word() -> None:
    table = criers(blue="never")
    assert give(table) == "action"
    (offer,) = told(table, "red")
    assert (offer["text"], offer["group"], offer["cost"]) == ("skill A cry", "Cry", "1 order")
    assert told(table, "blue") == []
    table.take_up(table.play.asked, "skill A cry", {"red"})
    assert table.play.history.game.battle.scores == [1, 0]
    assert not any("takes back" in line.text for line in table.play.history.log)
    table.pass_windows()
    assert told(table, "red") == []  # it is used up
    again = Table(table.keeper, table.rulebook, table.made)  # and a ledger leads there again
    assert again.play.history.game.digest == table.play.history.game.digest


def test_it_is_at_hand_before_every_action_until_it_is_used() -> None:
    table = criers(blue="never")
    assert give(table, "move A a1-b1") == "action"
    assert [one["text"] for one in told(table, "red")] == ["skill A cry"]
    assert table.play.line[-1].by == "policy"


def test_nobody_goes_back_behind_what_another_person_chose() -> None:
    table = criers(blue="always")
    assert give(table, "pass", "pass") == "action"
    assert armed(table.play) is None
    with pytest.raises(Problem, match="cannot be taken up"):
        table.take_up(table.play.asked, "skill A cry", {"red"})


@pytest.mark.parametrize("text", ["pass", "skill B cry", "move A a1-b1"])
def test_what_was_not_offered_is_not_taken_up_and_changes_nothing(text: str) -> None:
    table = criers(blue="never")
    before = (table.play.number, table.play.history.game.digest)
    with pytest.raises((Problem, Refused)):
        table.take_up(table.play.asked, text, {"red"})
    with pytest.raises(Problem, match="cannot be taken up"):
        table.take_up(table.play.asked, "skill A cry", {"blue"})
    with pytest.raises(Problem):
        table.take_up(table.play.asked - 1, "skill A cry", {"red"})
    assert (table.play.number, table.play.history.game.digest) == before


def test_an_offer_is_asked_once_in_an_activation_unless_something_changed() -> None:
    catalogue = ShippedCatalogue()
    rulebook = catalogue.find("skirm3")
    table = seated(rulebook, catalogue.build("skirm3", {}), "00" * 16)
    asked: set[Any] = set()
    at_hand = 0
    while table.play.ending is None and table.play.history.step < ANSWERS:
        table.pass_windows()
        question, game = table.play.question, table.play.history.game
        if not isinstance(question, Choice):
            break
        if question.optional and "offer" in (question.about or {}):
            offer = (question.player, question.about["offer"], *question.listed)
            assert offer not in asked, game.answers[-3:]
            asked.add(offer)
            give(table, "pass")
            continue
        at_hand += bool(question.kind == "action" and told(table, question.player))
        table.answer(table.play.asked, tasks.quick_move(game), "person")
    assert len(asked) > 5
    assert at_hand > 5


SCAN = skirm.skill("scan", {"do": "modify", "stat": "rsk", "by": 1, "who": {"pick": "squad"}}, to=1)
SHOT = "shoot A B rifle"


def scanner() -> Table:
    """Red's unit can see better for an order, and has an enemy in sight."""
    game: Game[Any] = skirm.Table.parse(
        "A . . . . B", A=skirm.unit(skills=[SCAN], rsk=3), B=skirm.foe(), orders=(1, 0)
    ).game
    return seated(game.rulebook, game.setup, None)


def number(table: Table, place: Place, armed: str = "") -> float:
    """The chance of the shot where a game stands so."""
    game: Game[Any] = Game(table.rulebook, dict(place.setup))
    for answer in place.answers:
        game.answer(answer)
    chance: float = tasks.count_odds(ShippedCatalogue(), game, SHOT, armed)["aim"]["chance"]
    return chance


def test_an_armed_offer_tells_what_an_attack_would_come_to() -> None:
    table = scanner()
    assert give(table) == "action"
    (offer,) = told(table, "red")
    now = number(table, place_of(table))
    then = number(table, place_before(table, offer["text"]), offer["text"])
    table.take_up(table.play.asked, offer["text"], {"red"})
    table.pass_windows()
    assert now < then == number(table, place_of(table))


def test_what_is_not_at_hand_has_no_odds() -> None:
    table = scanner()
    with pytest.raises(Problem, match="cannot be taken up"):
        place_before(table, "skill B scan")
