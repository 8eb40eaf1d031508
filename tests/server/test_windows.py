"""Reaction windows by policy: what a policy passes is never shown to anybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from battlemat.kernel.questions import Option
from battlemat.server.store.store import Store
from battlemat.tables.ledger.rows import Entry, GameRow, Seat, now
from battlemat.tables.ledger.talk import Policy
from battlemat.tables.seats.links import new_game_id
from battlemat.tables.table import Table
from example.standoff import ToyBattle
from players.test_machines import Offers
from server.live import HOT_SEAT, Event, Live, Person, Seated

NO_USE, OF_USE = "1 1", "6 6"
"""Dice after which rolling again cannot help, and after which it can."""


def typed(live: Live, policy: str) -> Seated:
    """A game with real dice in which red is asked by a policy."""
    game = live.person().new_game(seats=HOT_SEAT, choices={"tokens": "1"}, dice="typed")
    game.post("policy", {"policy": policy, "player": "red"})
    return game


def asked_until(game: Seated, dice: str, kind: str) -> list[Event]:
    """Fire under the eyes of a page; all it is told until a question of a kind stands."""
    with game.stream(after=game.state["number"]) as events:
        game.answer("fire R1 B1")
        game.answer(dice)
        seen = []
        for event in events:
            seen.append(event)
            if event.kind == "state" and asks(event) == (kind, "red" if kind != "roll" else "blue"):
                return seen
    raise AssertionError("the stream ended")


def asks(event: Event) -> tuple[str, str]:
    question = event.data["question"]
    return question["kind"], question["player"]


@pytest.mark.parametrize("policy", ["matter", "never"])
def test_a_window_that_a_policy_passes_is_shown_to_no_page(live: Live, policy: str) -> None:
    seen = asked_until(typed(live, policy), NO_USE, "roll")
    assert "re-roll" not in [asks(one)[0] for one in seen if one.kind == "state"]
    (passed,) = [one.data for one in seen if one.kind == "entry" and one.data["by"] == "policy"]
    assert (passed["text"], passed["player"]) == ("pass", "red")


@pytest.mark.parametrize("policy", ["matter", "never"])
def test_whoever_asks_for_the_state_gets_it_after_the_pass(live: Live, policy: str) -> None:
    game = typed(live, policy)
    game.answer("fire R1 B1")
    game.answer(NO_USE)
    question = game.state["question"]
    assert (question["kind"], question["player"]) == ("roll", "blue")


def test_a_window_of_use_is_shown_once_it_is_weighed(live: Live) -> None:
    seen = asked_until(typed(live, "matter"), OF_USE, "re-roll")
    assert [asks(one) for one in seen if one.kind == "state"][-1] == ("re-roll", "red")
    assert not [one for one in seen if one.kind == "entry" and one.data["by"] == "policy"]


def test_never_to_be_asked_again_passes_the_window_that_stands(live: Live) -> None:
    game = typed(live, "always")
    game.answer("fire R1 B1")
    game.answer(OF_USE)
    assert game.state["question"]["kind"] == "re-roll"
    game.post("policy", {"policy": "never", "player": "red"})
    assert game.state["question"]["player"] == "blue"


def test_a_pass_that_a_server_owed_when_it_ended_is_made_up_for(live: Live, ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "1"}, dice="typed")
    game.answer("fire R1 B1")
    game.answer(OF_USE)
    state = game.state
    assert state["question"]["kind"] == "re-roll"
    owed = Entry(state["number"] + 1, "policy", "red", "never", at=now())
    store = Store(live.settings.db)
    store.append(game.id, owed)  # as a server writes it that ends before it can pass
    store.close()
    assert game.state["question"]["player"] == "blue"


# ---------------------------------------------------------------------- offers that come again


class Drums(Offers):
    """Offers whose drum can be written down, as a ledger needs it."""

    def write(self, battle: ToyBattle, option: Option) -> str:
        return "drum" if option == ("drum",) else super().write(battle, option)


@pytest.fixture
def drums(db: str) -> Iterator[Table]:
    """A table at which a drum may be beaten before every action, to no effect."""
    store = Store(db)
    seats = (Seat("red", "person"), Seat("blue", "person"))
    row = GameRow(new_game_id(), "toy", 1, {"tokens": 0}, None, seats, now())
    store.add_game(row, ["red", "blue"], "holder")
    table = Table(store, Drums(), row)
    with table.lock:
        for player in ("red", "blue"):
            table.say(Policy(player, "matter"))
        yield table
    store.close()


def asked_at(table: Table, text: str) -> str:
    """Answer, as a server does; the kind of what is asked then."""
    table.answer(table.play.asked, text, "person")
    table.pass_windows()
    question = table.play.question
    return getattr(question, "kind", "")


def test_an_offer_just_passed_is_not_made_again_at_once(drums: Table) -> None:
    asked = [asked_at(drums, text) for text in ("pass", "wait", "pass", "wait")]
    assert asked == ["action", "drum", "action", "drum"]  # each has acted once: asked once more
    asked = [asked_at(drums, text) for text in ("pass", "wait", "pass", "wait", "wait")]
    assert asked == ["action", "drum", "action", "action", "action"]
    assert [told.entry.by for told in drums.play.told if told.entry.by == "policy"] == [
        "policy"
    ] * 2


def test_whoever_takes_an_answer_back_is_offered_everything_again(drums: Table) -> None:
    for text in ("pass", "wait", "pass", "wait", "pass", "wait", "pass", "wait"):
        asked_at(drums, text)
    assert getattr(drums.play.question, "kind", "") == "action"
    drums.take_back("blue", keep=6, fresh=False)
    drums.pass_windows()
    assert getattr(drums.play.question, "kind", "") == "drum"
