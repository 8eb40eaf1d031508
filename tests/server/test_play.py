"""Playing over HTTP: answers, seats, dice that can be checked, and whole games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from battlemat.kernel.dice import commitment
from battlemat.kernel.record import read, resume
from server.live import BY_LINK, HOT_SEAT, ME, Live, Person, against, eventually, running
from server.toy_catalogue import Standoff


def test_one_empty_request_starts_a_game_with_every_default(ada: Person) -> None:
    state = ada.post("games", {})
    assert state["you"] == {"seats": ["red"], "owner": True}
    assert [seat["kind"] for seat in state["seats"]] == ["person", "machine"]
    question = state["question"]
    assert (question["number"], question["player"], question["yours"]) == (1, "red", True)
    assert question["because"] == "toy.turn.act"
    assert "fire R1 B1" in [handle["text"] for handle in question["handles"]]
    assert state["scene"]["grid"] == "squares"
    assert {piece["id"] for piece in state["scene"]["pieces"]} == {"R1", "R2", "B1", "B2"}


def test_an_answer_is_told_with_its_lines_dice_and_clauses(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "0"})
    entry = game.answer("  FIRE   r1 b1 ")
    assert (entry["number"], entry["question"], entry["by"]) == (1, 1, "person")
    assert entry["text"] == "fire R1 B1"
    (first, *_) = entry["rolls"]
    assert (first["player"], first["count"], first["sides"]) == ("red", 2, 6)
    assert first["because"] == "toy.fire.hit"
    assert entry["lines"][0]["facts"]["faces"] == first["faces"]
    assert entry["lines"][0]["clauses"] == ["toy.fire.hit"]
    state = game.state
    assert state["question"]["number"] == 2
    assert state["step"] == entry["step"] == 1 + len(entry["rolls"])
    assert state["log"] == entry["lines"]


def test_lines_of_the_log_and_dice_bear_the_number_of_the_answer_that_brought_them(
    ada: Person,
) -> None:
    game = ada.new_game(seats=HOT_SEAT, choices={"tokens": "0"})
    entries = [game.answer(text) for text in ("wait", "fire B1 R1", "wait", "fire B2 R2")]
    assert [entry["number"] for entry in entries] == [1, 2, 3, 4]
    for entry in entries:
        assert {line["number"] for line in entry["lines"]} <= {entry["number"]}
    assert all(entry["lines"] for entry in entries[1::2])
    steps = [roll["step"] for entry in entries for roll in entry["rolls"]]
    assert steps == sorted(set(steps)), "each roll is an answer of its own"
    for entry in entries[1::2]:
        first = entry["step"] - len(entry["rolls"]) + 1
        assert [roll["step"] for roll in entry["rolls"]] == list(range(first, entry["step"] + 1))
    told = [line for entry in entries for line in entry["lines"]]
    assert game.state["log"] == told


def test_an_illegal_answer_is_refused_with_its_clause_and_changes_nothing(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    before = game.state
    error = game.answer("step R1 e3", status=422)
    assert error == {
        "error": "refused",
        "message": "a gunner walks to a free neighbouring square",
        "clause": "toy.move.step",
        "number": 1,
    }
    assert game.state == before


def test_an_answer_to_an_earlier_question_is_a_conflict(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    game.answer("wait", 1)
    error = game.answer("wait", 1, status=409)
    assert (error["error"], error["number"]) == ("conflict", 2)
    assert game.answer("wait", 7, status=409)["error"] == "conflict"
    assert game.state["step"] == 1


def test_of_two_answers_at_once_exactly_one_lands(live: Live) -> None:
    ada = live.person()
    game = ada.new_game(seats=HOT_SEAT)
    for number in range(1, 7):
        together = Barrier(4)

        def try_it(text: str, number: int = number, together: Barrier = together) -> int:
            together.wait()
            body = {"number": number, "text": text}
            return ada.http.post(f"/api/games/{game.id}/answers", json=body).status_code

        with ThreadPoolExecutor(4) as crowd:
            found = sorted(crowd.map(try_it, ["wait"] * 4))
        assert found == [201, 409, 409, 409]
    assert game.state["step"] == 6


def test_a_whole_game_against_the_sergeant_can_be_verified(ada: Person) -> None:
    game = ada.new_game(seats=against("sergeant"))
    promised = game.state["game"]["commitment"]
    assert game.state["game"]["seed"] is None
    assert "dice open" in ada.http.get(f"/api/games/{game.id}/record").text
    state = game.play_out()
    assert state["question"] is None
    assert state["result"]["by"] == "rules"
    assert commitment(state["game"]["seed"]) == promised
    saved = read(ada.http.get(f"/api/games/{game.id}/record").text)
    assert saved.seed == state["game"]["seed"]
    assert resume(Standoff(), saved).over
    assert game.answer("wait", 99, status=409)["error"] == "game-over"


def test_two_people_play_by_link_and_a_third_watches(
    ada: Person, bo: Person, watcher: Person
) -> None:
    game = ada.new_game(seats=BY_LINK)
    assert game.state["seats"][1]["taken"] is False
    blue = game.invite(bo)
    assert game.state["seats"][1]["name"] == "Bo"
    assert game.state["seats"][1]["taken"] is True
    assert game.state["links"]["invites"] == {}
    assert blue.state["you"] == {"seats": ["blue"], "owner": False}
    game.answer("wait")
    assert blue.state["question"]["yours"] is True
    assert game.state["question"]["yours"] is False
    assert game.state["question"]["handles"] == []
    blue.answer("step B1 d1")
    seen = watcher.at(game.id).state
    assert seen["you"] == {"seats": [], "owner": False}
    assert seen["links"] == {"watch": f"/game/{game.id}", "seats": {}, "invites": {}}
    assert [line["text"] for line in seen["log"]][-1] == "B1 walks to d1."


def test_an_invite_works_once_and_a_seat_link_moves_to_another_browser(
    ada: Person, bo: Person, watcher: Person
) -> None:
    game = ada.new_game(seats=BY_LINK)
    token = game.state["links"]["invites"]["blue"].partition("#invite=")[2]
    blue = game.invite(bo)
    late = watcher.post(f"games/{game.id}/join", {"token": token}, 409)
    assert late["error"] == "seat-taken"
    again = bo.post(f"games/{game.id}/join", {"token": token}, 200)
    assert again["number"] == 1
    seat = blue.state["links"]["seats"]["blue"].partition("#seat=")[2]
    watcher.post(f"games/{game.id}/join", {"token": seat}, 200)
    assert watcher.at(game.id).state["you"]["seats"] == ["blue"]


def test_of_two_who_take_an_invite_at_once_one_gets_the_seat(live: Live) -> None:
    game = live.person().new_game(seats=BY_LINK)
    token = game.state["links"]["invites"]["blue"].partition("#invite=")[2]
    crowd = [live.person() for _ in range(4)]
    together = Barrier(4)

    def try_it(person: Person) -> int:
        together.wait()
        return person.http.post(f"/api/games/{game.id}/join", json={"token": token}).status_code

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(try_it, crowd)) == [200, 409, 409, 409]


def test_typed_dice_are_asked_of_the_roller(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT, dice="typed", choices={"tokens": "0"})
    assert game.state["game"]["commitment"] is None
    game.answer("fire R1 B1")
    question = game.state["question"]
    assert (question["ask"], question["player"]) == ("roll", "red")
    assert question["roll"] == {"count": 2, "sides": 6}
    wrong = game.answer("d6 7 1", status=422)
    assert wrong["clause"] == "toy.fire.hit"
    entry = game.answer("14")
    assert entry["text"] == "d6 1 4"
    assert entry["rolls"][0]["faces"] == [1, 4]
    assert game.state["question"]["player"] == "blue"
    game.answer("6")
    assert "B1" not in {piece["id"] for piece in game.state["scene"]["pieces"]}


def test_people_type_the_dice_of_a_machine(ada: Person) -> None:
    # One that cannot think does what is advised first, and fires; others may walk instead.
    game = ada.new_game(seats=against("broken"), dice="typed", choices={"tokens": "0"})
    game.answer("wait")
    state = eventually(lambda: s if (s := game.state)["question"]["ask"] == "roll" else None)
    assert (state["question"]["player"], state["question"]["yours"]) == ("blue", True)
    assert game.answer("6 6")["player"] == "blue"


def test_games_of_a_person_are_listed_newest_first(live: Live) -> None:
    ada, bo = live.person(), live.person()
    assert ada.get("games") == {"games": [], "outlived": []}
    one = ada.new_game(seats=HOT_SEAT)
    two = ada.new_game(seats=BY_LINK)
    found = {game["id"]: game for game in ada.get("games")["games"]}
    assert set(found) == {one.id, two.id}
    assert found[one.id]["your_turn"] is True
    assert found[one.id]["over"] is False
    assert bo.get("games") == {"games": [], "outlived": []}


def test_a_server_that_starts_again_goes_on_where_it_was(live: Live) -> None:
    ada = live.person()
    game = ada.new_game(seats=HOT_SEAT)
    for text in ("wait", "step B1 d1", "fire R1 B1"):
        game.answer(text)
    game.post("chat", {"text": "hello"})
    before = game.state
    with running(live.settings) as other:
        again = other.person()
        again.http.cookies = ada.http.cookies
        assert again.at(game.id).state == before


def test_two_servers_on_one_store_never_take_two_answers_to_one_question(live: Live) -> None:
    ada = live.person()
    game = ada.new_game(seats=HOT_SEAT)
    with running(live.settings) as other:
        there = other.person()
        there.http.cookies = ada.http.cookies
        twin = there.at(game.id)
        assert twin.state["question"]["number"] == 1
        game.answer("wait", 1)
        stale = twin.answer("step R1 b1", 1, status=409)
        assert (stale["error"], stale["number"]) == ("conflict", 2)
        twin.answer("step B1 d1", 2)
    assert game.answer("wait", 2, status=409)["number"] == 3
    assert game.state["log"][-1]["text"] == "B1 walks to d1."


def test_wishes_that_cannot_be_met_say_what_would_be_right(ada: Person) -> None:
    wrong = ada.post("games", {"rulebook": "chess"}, 404)
    assert wrong["error"] == "unknown-rulebook"
    wrong = ada.post("games", {"choices": {"tokens": "9"}}, 422)
    assert wrong["message"] == "there is no tokens '9'; the choices are 0, 1, 2"
    wrong = ada.post("games", {"choices": {"token": "1"}}, 422)
    assert wrong["message"] == "there is no choice 'token'; did you mean 'tokens'?"
    wrong = ada.post("games", {"seats": {"green": ME}}, 422)
    assert wrong["error"] == "bad-setup"
    wrong = ada.post("games", {"seats": against("sergent")}, 422)
    assert wrong["message"] == "there is no machine 'sergent'; did you mean 'sergeant'?"
    assert ada.get("games/nothing", 404)["error"] == "unknown-game"


def test_a_game_that_names_its_machine_as_of_old_is_played_by_a_level(ada: Person) -> None:
    game = ada.new_game(seats=against("greedy"), choices={"tokens": "0"})
    blue = game.state["seats"][1]
    assert (blue["machine"], blue["name"]) == ("captain", "captain")
