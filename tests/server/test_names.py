"""Names show whom they name: nothing unseen, turned round or borrowed, and no label of a seat."""

from __future__ import annotations

import pytest

from battlemat.tables.seats.names import for_terminal, label_like, plain_name, plain_text
from server.live import BY_LINK, HOT_SEAT, Live, Person

UNSEEN = ("A\u200bda", "A\u200dda", "\u2060Ada", "Ada\ufeff", "A\u00adda", "A\u3164da", "A\u2800a")
TURNING = ("A\u202eda", "A\u2066da", "\u200fAda", "A\u061cda")
BORROWED = ("\u0410da", "Ad\u03b1", "B\u043eb")  # a Cyrillic A, a Greek alpha, a Cyrillic o
OTHERS = ("Ada (red)", "A\x1b[31m", "A\x9b31m", "a" + 4 * "\u0301", "A\u2028da", "A\ufe0f")
LABELS = (
    *("red", "Red", "R E D", "r\u00e9d", "\uff32\uff25\uff24", "\u0280\u1d07\u1d05"),
    *("blue", "B1ue", "bIue"),
    *("watcher", "You", "server", "Machine"),
)


@pytest.mark.parametrize("name", [*UNSEEN, *TURNING, *BORROWED, *OTHERS])
def test_a_name_that_hides_something_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not allowed"):
        plain_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Зоя",
        "Ὀδυσσεύς",
        "José María",
        "李小龍",
        "さくらサクラ",
        "O'Neill-2",
        "أحمد",
        "",
        "🐙",
    ],
)
def test_people_have_names_in_all_scripts(name: str) -> None:
    assert plain_name(name)[:1] == name[:1]
    assert not label_like(name, ("red", "blue"))


def test_letters_of_other_widths_are_written_as_usual() -> None:
    assert plain_name("Ａｄａ") == "Ada"


@pytest.mark.parametrize("name", LABELS)
def test_a_name_like_the_label_of_a_seat_is_one(name: str) -> None:
    assert label_like(name, ("red", "blue"))


@pytest.mark.parametrize("name", ["Red Baron", "Fred", "Blues", "Ada", "Youri"])
def test_a_name_that_only_holds_a_label_is_none(name: str) -> None:
    assert not label_like(name, ("red", "blue"))


@pytest.mark.parametrize("text", ["a\x1b]0;x\x07", "a\x9b31m", "a\u202eb", "a\u2067b", "a\u2029b"])
def test_words_turn_no_line_and_speak_to_no_terminal(text: str) -> None:
    with pytest.raises(ValueError, match="not allowed"):
        plain_text(text)


def test_a_terminal_is_shown_the_numbers_of_what_is_no_letter() -> None:
    assert for_terminal("a\x1b[31m\x9b1m\u202eé") == r"a\x1b[31m\x9b1m\u202eé"


@pytest.mark.parametrize("name", ["Red", "b\u200blue", "Ada (red)", "B\u043eb"])
def test_no_door_lets_such_a_name_in(live: Live, name: str) -> None:
    ada, bo = live.person(), live.person()
    seats = {"red": {"kind": "me", "name": name}, "blue": {"kind": "friend"}}
    ada.post("games", {"seats": seats}, 422)
    game = ada.new_game(seats=BY_LINK)
    (link,) = game.state["links"]["invites"].values()
    token = link.partition("#invite=")[2]
    bo.post(f"games/{game.id}/join", {"token": token, "name": name}, 422)
    open_game = ada.new_game(seats=BY_LINK, open={})
    bo.post(f"lobby/{open_game.id}/sit", {"name": name}, 422)
    muster = ada.post("musters", {})
    ada.post(f"musters/{muster['id']}/join", {"shipped": "steady", "name": name}, 422)
    watched = ada.new_game(seats=HOT_SEAT)
    for player in ("red", "blue"):
        watched.post("watchers", {"write": True, "player": player})
    told = live.person().at(watched.id).post("chat", {"text": "hello", "name": name}, 422)
    assert told["error"] in ("invalid", "bad-name")


def test_no_watcher_is_called_like_somebody_who_plays(live: Live, ada: Person) -> None:
    seats = {"red": {"kind": "me", "name": "Zoe"}, "blue": {"kind": "me", "name": "Bo"}}
    game = ada.new_game(seats=seats)
    for player in ("red", "blue"):
        game.post("watchers", {"write": True, "player": player})
    watcher = live.person().at(game.id)
    assert watcher.post("chat", {"text": "hello", "name": "Z0e"}, 422)["error"] == "bad-name"
    watcher.post("chat", {"text": "hello", "name": "Zoltan"})
