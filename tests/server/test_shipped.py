"""The real rulebooks through the server: catalogue, dice, files, overlays, a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from battlemat.kernel.dice import commitment
from battlemat.kernel.record import read, resume
from battlemat.packs import registry
from battlemat.server.settings import Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Person, Seated, eventually, running


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("real") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as server:
        yield server


@pytest.fixture
def cleo(real: Live) -> Person:
    return real.person()


def test_every_rulebook_of_the_catalogue_starts_with_its_defaults(cleo: Person) -> None:
    told = cleo.get("catalogue")
    assert told["rulebooks"][0]["name"] == "skirm3"
    for rulebook in told["rulebooks"]:
        assert rulebook["about"]
        for choice in rulebook["choices"]:
            assert choice["options"], choice
            ids = [option["id"] for option in choice["options"]]
            assert choice["default"] is None or choice["default"] in ids
        state = cleo.post("games", {"rulebook": rulebook["name"], "seats": HOT_SEAT})
        assert state["scene"]["shapes"]


def test_the_commitment_is_there_before_the_first_die(real: Live) -> None:
    red = real.person().new_game(rulebook="skirm3", seats=BY_LINK)
    before = red.state
    assert before["game"]["commitment"]
    assert (before["question"], before["result"], before["step"]) == (None, None, 0)
    assert red.answer("zone north", 1, status=409)["error"] == "not-begun"
    blue = red.invite(real.person())
    with blue.stream(after=0) as events:
        joined, begun = next(events).data, next(events).data
    assert (joined["kind"], begun["kind"], begun["by"]) == ("join", "begin", "server")
    assert [roll["player"] for roll in begun["rolls"][:2]] == ["red", "blue"]
    assert begun["lines"]
    assert red.state["question"]["number"] == 1
    red.post("concede")
    assert commitment(red.state["game"]["seed"]) == before["game"]["commitment"]


def test_a_new_game_is_shown_before_its_first_die(cleo: Person) -> None:
    state = cleo.post("games", {"seats": HOT_SEAT})
    assert (state["step"], state["question"], state["number"]) == (0, None, 0)
    with cleo.at(state["game"]["id"]).stream(after=0) as events:
        assert next(events).data["kind"] == "begin"


def test_a_whole_game_of_skirm_is_played_watched_and_verified(cleo: Person) -> None:
    game = cleo.new_game(rulebook="skirm3", seats=HOT_SEAT)
    state = eventually(partial(asked, game))
    for turn in range(900):
        if state["result"] is not None:
            break
        if turn == 40:
            look_around(game, state)
        question = state["question"]
        handle = question["handles"][turn * 5 % len(question["handles"])]
        game.answer(handle["text"], question["number"])
        state = game.state
    assert state["result"]["by"] == "rules"
    saved = read(cleo.http.get(f"/api/games/{game.id}/record").text)
    assert resume(ShippedCatalogue().find("skirm3"), saved).over
    assert resume(registry.find("skirm3"), saved).over
    cited = {clause for line in state["log"] for clause in line["clauses"]}
    assert cited
    for clause in sorted(cited):
        assert cleo.get(f"rulebooks/skirm3/clauses/{clause}")["title"]
    assert cleo.get(f"games/{game.id}/positions/{state['length'] // 2}")["scene"]["pieces"]


def asked(game: Seated) -> dict[str, Any] | None:
    """The state, once the first dice have fallen and something is asked."""
    state = game.state
    return state if state["question"] else None


def test_whatever_a_rulebook_offers_can_be_sent_as_it_is(cleo: Person) -> None:
    for rulebook in cleo.get("catalogue")["rulebooks"]:
        game = cleo.new_game(rulebook=rulebook["name"], seats=HOT_SEAT)
        state = eventually(partial(asked, game))
        for turn in range(30):
            question = state["question"]
            handle = question["handles"][turn * 3 % len(question["handles"])]
            assert handle["gesture"] or handle["answer"] == handle["text"]
            game.answer(handle["answer"], question["number"])
            state = game.state


def look_around(game: Seated, state: dict[str, Any]) -> None:
    """Overlays and reasons, somewhere in the middle of a game."""
    piece = state["scene"]["pieces"][0]["id"]
    shapes = game.get("overlays", piece=piece)["shapes"]
    assert {shape["kind"] for shape in shapes} <= {"reach", "sight", "threat"}
    for answer in game.get("why", piece=piece, place="a1")["answers"]:
        assert answer["legal"] or answer["clause"]


def test_a_scenario_that_is_sent_names_no_files(cleo: Person) -> None:
    for path in ("/etc/passwd", "../secret.yaml", "map.yaml"):
        error = cleo.post("open", {"text": f"rulebook: skirm3\nmap: {path}\n"}, 422)
        assert error["error"] == "bad-file"
        assert "names shipped content, not other files" in error["message"]


def test_choices_are_ids_and_never_paths(cleo: Person) -> None:
    error = cleo.post("games", {"choices": {"red": "/etc/passwd"}}, 422)
    assert error["error"] == "bad-setup"
    assert "there is no red '/etc/passwd'" in error["message"]


def test_a_record_with_a_forged_setup_is_refused(cleo: Person) -> None:
    game = cleo.new_game(seats=HOT_SEAT, dice="typed")
    text = cleo.http.get(f"/api/games/{game.id}/record").text
    for old, new in (('"squads"', '"squats"'), ('"drawing"', '"drawn"'), ('"mission"', '"map"')):
        error = cleo.post("open", {"text": text.replace(old, new)}, 422)
        assert error["error"] == "bad-file"


# ---------------------------------------------------------------------- what fits


def beside(person: Person, rulebook: str, mission: str) -> dict[str, Any]:
    """The choices beside a mission, by key."""
    found = person.get(f"rulebooks/{rulebook}/choices/mission/{mission}")["choices"]
    return {choice["key"]: choice for choice in found}


def ids(choice: dict[str, Any]) -> list[str]:
    return [option["id"] for option in choice["options"]]


@pytest.mark.parametrize(
    ("rulebook", "mission"),
    [("openfire", "crossroads"), ("skirmishers", "convoy"), ("skirm3", "recon")],
)
def test_what_is_offered_beside_a_mission_can_be_played_and_nothing_else(
    cleo: Person, rulebook: str, mission: str
) -> None:
    narrow = beside(cleo, rulebook, mission)
    assert narrow["mission"]["default"] == mission
    (book,) = [one for one in cleo.get("catalogue")["rulebooks"] if one["name"] == rulebook]
    for choice in book["choices"][1:]:
        fits = ids(narrow[choice["key"]])
        others = [option for option in ids(choice) if option not in fits]
        assert fits
        for option in (fits[0], fits[-1], *others[:1], *others[-1:]):
            wish = {"mission": mission, choice["key"]: option}
            body = {"rulebook": rulebook, "choices": wish, "seats": HOT_SEAT}
            answer = cleo.http.post("/api/games", json=body)
            assert (answer.status_code == 201) == (option in fits), (wish, answer.text[:200])


@pytest.mark.parametrize(("rulebook", "mission"), [("openfire", "crossroads"), ("skirm3", "kill")])
def test_what_is_usual_beside_a_mission_is_what_is_played_without_a_word(
    cleo: Person, rulebook: str, mission: str
) -> None:
    named = {key: one["default"] for key, one in beside(cleo, rulebook, mission).items()}
    chosen = {key: option for key, option in named.items() if option}
    assert {"mission", "red", "blue"} <= set(chosen)
    scenes = [
        cleo.post("games", {"rulebook": rulebook, "choices": wish, "seats": HOT_SEAT})["scene"]
        for wish in (chosen, {"mission": mission})
    ]
    assert scenes[0] == scenes[1]


def test_a_choice_that_does_not_fit_is_told_in_one_line(cleo: Person) -> None:
    def line(rulebook: str, **choices: str) -> str:
        told = cleo.post("games", {"rulebook": rulebook, "choices": choices}, 422)
        assert told["error"] == "bad-setup"
        return str(told["message"])

    assert line("openfire", mission="crossroads", red="first-watch") == (
        "red 'first-watch' does not fit mission 'crossroads': 'First Watch' belongs to "
        "Cinder Moons, but 'Crossroads' to White Frontier; a game has one module"
    )
    told = line("skirmishers", mission="breakout", map="old-mill", blue="depot-guard")
    assert told.startswith("map 'old-mill' does not fit mission 'breakout': ")
    assert ".yaml" not in told
    assert "\n" not in told


def test_choices_beside_something_unknown_are_not_found(cleo: Person) -> None:
    for path in ("skirm3/choices/mission/tea", "skirm3/choices/weather/kill", "chess/choices/a/b"):
        assert cleo.http.get(f"/api/rulebooks/{path}").status_code == 404, path


@pytest.mark.parametrize("name", ["skirm1", "skirm2", "skirm3", "skirmishers", "openfire"])
def test_a_guided_game_is_made_from_its_own_choices_and_no_others(cleo: Person, name: str) -> None:
    books = cleo.get("catalogue")["rulebooks"]
    (guide,) = next(book["guides"] for book in books if book["name"] == name)
    wanted = {"rulebook": name, "choices": guide["choices"], "seats": HOT_SEAT}
    assert cleo.post("games", wanted)["game"]["rulebook"] == name
    other = {**wanted, "choices": {**guide["choices"], "map": "nowhere"}}
    assert cleo.post("games", other, status=422)["error"] == "bad-setup"
