"""What players settle among themselves: undo, draws, conceding, rematches, chat, windows."""

from __future__ import annotations

from server.live import BY_LINK, HOT_SEAT, Live, Person, Seated, against, eventually


def two(live: Live, **wish: object) -> tuple[Seated, Seated]:
    """A game of two people."""
    red = live.person().new_game(seats=BY_LINK, **wish)
    return red, red.invite(live.person())


def kinds(game: Seated) -> list[str]:
    with game.stream(after=0) as events:
        number = game.state["number"]
        return [next(events).data["kind"] for _ in range(number)]


def test_taking_back_is_free_while_nobody_answered_and_no_die_fell(live: Live) -> None:
    red, _ = two(live)
    assert red.state["undo"] == "none"
    assert red.post("undo", status=409)["error"] == "nothing-to-undo"
    red.answer("step R1 b1")
    assert red.state["undo"] == "free"
    entry = red.post("undo")
    assert (entry["kind"], entry["text"], entry["step"]) == ("undo", "step R1 b1", 0)
    state = red.state
    assert state["step"] == 0
    assert state["question"]["number"] == 3
    assert [line["text"] for line in state["log"][-1:]] == ["Red takes back: R1 walks to b1"]
    assert red.answer("wait", 1, status=409)["error"] == "conflict"
    red.answer("wait", 3)


def test_dice_that_fell_earlier_leave_taking_back_free(live: Live) -> None:
    red, blue = two(live, choices={"tokens": "0"})
    red.answer("fire R1 B1")
    blue.answer("wait")
    red.answer("wait")
    assert red.state["undo"] == "free"
    assert blue.state["undo"] == "ask"
    assert red.post("undo")["kind"] == "undo"
    assert kinds(red)[-2:] == ["answer", "undo"]


def test_after_dice_the_other_side_must_agree(live: Live) -> None:
    red, blue = two(live, choices={"tokens": "0"})
    red.answer("fire R1 B1")
    assert red.state["undo"] == "ask"
    offer = red.post("undo")
    assert offer["kind"] == "offer-undo"
    assert blue.state["offer"] == {"number": offer["number"], "kind": "undo", "player": "red"}
    assert red.post("undo", status=409)["error"] == "offer-stands"
    mine = red.post(f"offers/{offer['number']}", {"accept": True}, 403)
    assert mine["error"] == "not-your-seat"
    blue.post(f"offers/{offer['number']}", {"accept": True})
    assert red.state["step"] == 0
    assert red.state["offer"] is None
    assert kinds(red)[-3:] == ["offer-undo", "accept", "undo"]


def test_an_undo_may_be_declined_and_an_offer_lapses_with_the_next_answer(live: Live) -> None:
    red, blue = two(live, choices={"tokens": "0"})
    red.answer("fire R1 B1")
    offer = red.post("undo")["number"]
    blue.post(f"offers/{offer}", {"accept": False})
    assert red.state["offer"] is None
    offer = red.post("undo")["number"]
    blue.answer("wait")
    assert red.state["offer"] is None
    assert blue.post(f"offers/{offer}", {"accept": True}, 404)["error"] == "unknown-offer"


def test_against_a_machine_taking_back_goes_to_the_last_own_answer(ada: Person) -> None:
    game = ada.new_game(seats=against("sergeant"), choices={"tokens": "0"})
    game.answer("wait")
    state = eventually(lambda: s if (s := game.state)["question"]["yours"] else None)
    assert state["step"] > 1
    assert state["undo"] == "free"
    game.post("undo")
    assert game.state["step"] == 0
    assert game.state["question"]["player"] == "red"


def test_conceding_ends_the_game_and_tells_the_seed(live: Live) -> None:
    red, blue = two(live)
    entry = red.post("concede")
    assert entry["kind"] == "concede"
    state = blue.state
    assert state["question"] is None
    assert state["result"]["winner"] == "blue"
    assert state["result"]["by"] == "concession"
    assert state["game"]["seed"] is not None
    assert blue.post("concede", status=409)["error"] == "game-over"
    assert red.post("undo", status=409)["error"] == "game-over"


def test_a_draw_needs_two(live: Live) -> None:
    red, blue = two(live)
    offer = red.post("offers", {"kind": "draw"})
    blue.post(f"offers/{offer['number']}", {"accept": True})
    result = red.state["result"]
    assert (result["winner"], result["by"]) == (None, "agreement")


def test_a_draw_may_be_declined_and_the_game_goes_on(live: Live) -> None:
    red, blue = two(live)
    offer = red.post("offers", {"kind": "draw"})["number"]
    assert blue.state["offer"] == {"number": offer, "kind": "draw", "player": "red"}
    entry = blue.post(f"offers/{offer}", {"accept": False})
    assert (entry["kind"], entry["text"]) == ("decline", "draw")
    assert (red.state["offer"], red.state["result"]) == (None, None)
    assert blue.post(f"offers/{offer}", {"accept": True}, 404)["error"] == "unknown-offer"
    red.answer("wait")


def test_an_answer_of_either_side_sweeps_a_draw_offer_away(live: Live) -> None:
    red, blue = two(live)
    first = red.post("offers", {"kind": "draw"})["number"]
    red.answer("wait")
    assert red.state["offer"] is None
    assert blue.post(f"offers/{first}", {"accept": True}, 404)["error"] == "unknown-offer"
    blue.post("offers", {"kind": "draw"})
    blue.answer("wait")
    assert (red.state["offer"], red.state["result"]) == (None, None)


def test_one_offer_stands_at_a_time_and_its_maker_can_not_take_it(live: Live) -> None:
    red, blue = two(live)
    offer = red.post("offers", {"kind": "draw"})["number"]
    assert blue.post("offers", {"kind": "draw"}, 409)["error"] == "offer-stands"
    assert red.post(f"offers/{offer}", {"accept": True}, 403)["error"] == "not-your-seat"
    wrong = blue.post(f"offers/{offer}", {"accept": True, "player": "red"}, 403)
    assert wrong["error"] == "not-your-seat"
    blue.post("chat", {"text": "let me think"})
    assert red.state["offer"]["number"] == offer, "talk leaves an offer as it stands"
    blue.post(f"offers/{offer}", {"accept": True})
    assert red.post("offers", {"kind": "draw"}, 409)["error"] == "game-over"
    assert blue.post("concede", status=409)["error"] == "game-over"


def test_a_draw_with_oneself_is_agreed_at_once(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    game.post("offers", {"kind": "draw", "player": "blue"})
    assert game.state["result"]["by"] == "agreement"


def test_a_machine_that_stands_better_declines_a_draw(ada: Person) -> None:
    game = ada.new_game(seats=against("slow"), choices={"tokens": "1"}, dice="typed")
    game.answer("fire R1 B1")  # red spends its token for nothing, and so stands worse
    game.answer("6 6")
    game.answer("again")
    game.answer("6 6")
    game.post("offers", {"kind": "draw"})
    assert kinds(game)[-2:] == ["offer-draw", "decline"]
    assert (game.state["offer"], game.state["result"]) == (None, None)


def test_a_machine_takes_a_draw_when_it_does_not_stand_better(ada: Person) -> None:
    game = ada.new_game(seats=against("slow"))
    game.post("offers", {"kind": "draw"})
    assert game.state["result"]["by"] == "agreement"


def test_a_rematch_seats_everyone_again_with_new_dice(live: Live) -> None:
    red, blue = two(live)
    assert red.post("offers", {"kind": "rematch"}, 409)["error"] == "not-over"
    red.post("concede")
    offer = red.post("offers", {"kind": "rematch"})
    entry = blue.post(f"offers/{offer['number']}", {"accept": True})
    assert red.state["rematch"] == entry["game"]
    again = red.person.at(entry["game"])
    assert again.state["you"]["seats"] == ["red"]
    assert blue.person.at(entry["game"]).state["you"]["seats"] == ["blue"]
    assert again.state["seats"][1]["name"] == "Bo"
    assert again.state["game"]["parent"] == {"game": red.id, "step": 0}
    assert again.state["game"]["commitment"] != red.state["game"]["commitment"]


def test_a_rematch_may_be_declined_and_offered_again(live: Live) -> None:
    red, blue = two(live)
    blue.post("concede")
    offer = blue.post("offers", {"kind": "rematch"})["number"]
    red.post(f"offers/{offer}", {"accept": False})
    assert (red.state["offer"], red.state["rematch"]) == (None, None)
    offer = red.post("offers", {"kind": "rematch"})["number"]
    entry = blue.post(f"offers/{offer}", {"accept": True})
    assert blue.person.at(entry["game"]).state["you"]["seats"] == ["blue"]


def test_a_rematch_of_typed_dice_has_typed_dice(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT, dice="typed")
    game.post("concede", {"player": "red"})
    game.post("offers", {"kind": "rematch", "player": "red"})
    assert ada.at(game.state["rematch"]).state["game"]["dice"] == "typed"


def test_a_machine_plays_again_at_once(ada: Person) -> None:
    game = ada.new_game(seats=against("slow"))
    game.post("concede")
    game.post("offers", {"kind": "rematch"})
    assert ada.at(game.state["rematch"]).state["question"]["yours"] is True


def test_seats_chat_and_watchers_read(live: Live, watcher: Person) -> None:
    red, blue = two(live)
    red.post("chat", {"text": "  good luck "})
    blue.post("chat", {"text": "have fun"})
    seen = watcher.at(red.id).state["chat"]
    assert [(one["player"], one["name"], one["text"]) for one in seen] == [
        ("red", "", "good luck"),
        ("blue", "Bo", "have fun"),
    ]
    assert watcher.at(red.id).post("chat", {"text": "boo"}, 403)["error"] == "not-your-seat"
    assert red.post("chat", {"text": "x" * 501}, 422)["error"] == "invalid"


def test_talk_does_not_use_up_a_question(live: Live) -> None:
    red, blue = two(live)
    number = red.state["question"]["number"]
    blue.post("chat", {"text": "hurry up"})
    red.answer("wait", number)
    assert blue.state["question"]["number"] == number + 1


def window(live: Live, policy: str) -> Seated:
    """A game in which red has missed and could roll again."""
    game = live.person().new_game(seats=HOT_SEAT, choices={"tokens": "1"}, dice="typed")
    game.post("policy", {"policy": policy, "player": "red"})
    game.answer("fire R1 B1")
    game.answer("6 6")
    return game


def test_a_seat_that_is_never_asked_passes_its_windows(live: Live) -> None:
    game = window(live, "never")
    eventually(lambda: game.state["question"]["player"] == "blue")
    with game.stream(after=0) as events:
        told = [next(events) for _ in range(game.state["number"])]
    assert (told[-1].data["text"], told[-1].data["by"]) == ("pass", "policy")


def test_a_window_that_can_matter_is_asked(live: Live) -> None:
    game = window(live, "matter")
    assert game.state["question"]["kind"] == "re-roll"
    assert game.state["question"]["optional"] is True
    assert game.state["seats"][0]["policy"] == "matter"
    game.answer("again")


def test_always_asked_is_the_default(live: Live) -> None:
    game = window(live, "always")
    assert game.state["question"]["kind"] == "re-roll"


def test_holding_both_seats_one_says_for_which(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    assert game.post("concede", status=422)["error"] == "invalid"
    game.post("concede", {"player": "blue"})
    assert game.state["result"]["winner"] == "red"
