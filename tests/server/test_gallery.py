"""Games that their players opened to watchers are listed while they are played."""

from __future__ import annotations

from server.live import BY_LINK, HOT_SEAT, Live, Person, Seated, against, eventually


def listed(who: Person, game: Seated) -> bool:
    return game.id in [one["id"] for one in who.get("watch")["games"]]


def test_a_game_against_the_machine_is_listed_once_it_is_opened(live: Live, ada: Person) -> None:
    game, watcher = ada.new_game(seats=against("random")), live.person()
    assert not listed(watcher, game)
    assert game.state["gallery"] == {"open": False, "opened_by": []}
    game.post("shows", {"show": True})
    assert listed(watcher, game)
    assert watcher.at(game.id).state["gallery"] == {"open": True, "opened_by": ["red"]}
    (told,) = [one for one in watcher.get("watch")["games"] if one["id"] == game.id]
    assert not told["over"]
    assert [seat["yours"] for seat in told["seats"]] == [False, False]
    game.post("shows", {"show": False})
    assert not listed(watcher, game)
    assert [line["text"] for line in game.state["log"]][-2:] == [
        "Red opens the game to watchers.",
        "Red closes the game to watchers.",
    ]


def test_between_people_everybody_who_plays_opens_it(live: Live, ada: Person) -> None:
    red = ada.new_game(seats=BY_LINK)
    blue = red.invite(live.person())
    red.post("shows", {"show": True})
    assert not listed(ada, red)
    blue.post("shows", {"show": True})
    assert listed(ada, red)
    blue.post("shows", {"show": False})
    assert not listed(ada, red)


def test_nobody_else_opens_a_game_and_a_practice_game_is_not_opened(
    live: Live, ada: Person
) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    told = live.person().at(game.id).post("shows", {"show": True}, 403)
    assert told["error"] == "not-your-seat"
    copy = ada.at(game.post("practice", {})["game"]["id"])
    assert copy.post("shows", {"show": True, "player": "red"}, 409)["error"] == "practice"


def test_a_game_that_is_over_or_removed_is_listed_no_longer(live: Live, ada: Person) -> None:
    over, gone = ada.new_game(seats=HOT_SEAT), ada.new_game(seats=HOT_SEAT)
    for game in (over, gone):
        for player in ("red", "blue"):
            game.post("shows", {"show": True, "player": player})
        assert listed(ada, game)
    over.post("concede", {"player": "red"})
    gone.post("forget", {}, 200)
    eventually(lambda: not listed(ada, over) and not listed(ada, gone))
