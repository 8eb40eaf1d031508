"""Campaigns over HTTP: the page keeps the ledger, the server reads it and opens tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.packs.campaigns.files import shipped
from battlemat.server.settings import Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, Live, Person, running


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("campaigns") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as server:
        yield server


@pytest.fixture
def person(real: Live) -> Person:
    return real.person()


def begin(person: Person, rulebook: str = "skirm3", foe: str = "machine") -> dict[str, Any]:
    shelf = person.get("campaigns")["campaigns"]
    id = next(one["id"] for one in shelf if one["rulebook"] == rulebook)
    wish = {"rulebook": rulebook, "id": id, "foe": foe}
    found: dict[str, Any] = person.post("campaigns/begin", wish, 200)
    return found


def refused(person: Person, path: str, body: dict[str, Any]) -> str:
    told = person.post(f"campaigns/{path}", body, 422)
    assert told["error"] == "bad-campaign"
    assert "\n" not in told["message"]
    return str(told["message"])


def test_a_battle_is_opened_at_a_table_given_up_and_counted(person: Person) -> None:
    begun = begin(person)
    at, ledger = begun["view"]["at"], begun["ledger"]
    state = person.post("campaigns/table", {"ledger": ledger, "machine": "recruit"}, 201)
    seats = {one["player"]: one["kind"] for one in state["seats"]}
    assert seats == {"red": "person", "blue": "machine"}
    game = state["game"]["id"]
    person.post(f"games/{game}/concede", {"player": "red"})
    record = person.http.get(f"/api/games/{game}/record").text
    entry = {"ledger": ledger, "do": "agreed", "at": at, "what": f"lost\n{record}"}
    found = person.post("campaigns/decide", entry, 200)
    assert found["view"]["fights"][0]["outcome"] == "lost"
    assert person.post("campaigns/look", {"ledger": found["ledger"]}, 200) == found
    again = person.post("campaigns/merge", {"ledger": ledger, "other": found["ledger"]}, 200)
    assert again == found


def test_with_a_friend_the_other_seat_is_free(person: Person) -> None:
    begun = begin(person, foe="friend")
    state = person.post("campaigns/table", {"ledger": begun["ledger"], "name": "Ada"}, 201)
    assert state["links"]["invites"]
    assert begun["view"]["foe"] == "friend"


def test_a_group_is_named_and_one_of_them_opens_the_table_of_a_battle(person: Person) -> None:
    players = [{"name": name} for name in ("Ada", "Ben", "Cyd")]
    wish = {"rulebook": "skirm3", "id": "the-unwatched-quarter", "foe": "group"}
    assert "nobody is named" in refused(person, "begin", wish)
    begun = person.post("campaigns/begin", {**wish, "players": players}, 200)
    chosen = {"ledger": begun["ledger"], "do": "choose", "at": begun["view"]["at"], "what": "burn"}
    found = person.post("campaigns/decide", chosen, 200)
    ledger = found["ledger"]
    (pair,) = found["view"]["rounds"][1]["pairs"]
    assert [one["name"] for one in pair["sides"]] == ["Cyd", "Ada"]
    table = {"ledger": ledger, "at": pair["at"], "lead": "1", "name": "Ada"}
    state = person.post("campaigns/table", table, 201)
    assert {one["player"]: one["name"] for one in state["seats"]}["blue"] == "Ada"
    assert list(state["links"]["invites"]) == ["red"]
    assert "is not in this battle" in refused(person, "table", {**table, "lead": "2"})
    record = person.http.get(f"/api/games/{state['game']['id']}/record").text
    entry = {"ledger": ledger, "do": "agreed", "at": pair["at"], "what": f"lost\n{record}"}
    view = person.post("campaigns/decide", entry, 200)["view"]
    assert [one["player"] for one in view["forces"]] == ["Ada", "Ben", "Cyd"]
    assert view["forces"][0]["points"] == 3


def test_a_group_begins_a_file_of_its_own_and_a_machine_sits_at_its_table(person: Person) -> None:
    file = shipped("skirm3")["the-unwatched-quarter"].read_text(encoding="utf-8")
    own = file.replace("name: The Unwatched Quarter", "name: Our <b>Quarter</b>")
    told = person.post("campaigns/file", {"file": own}, 200)
    assert (told["name"], told["group"]["least"]) == ("Our <b>Quarter</b>", 3)
    players = [{"name": "Ada"}, {"name": "Ben"}, {"machine": "recruit"}]
    begun = person.post("campaigns/begin", {"file": own, "foe": "group", "players": players}, 200)
    assert begun["view"]["name"] == told["name"]
    chosen = {"ledger": begun["ledger"], "do": "choose", "at": begun["view"]["at"], "what": "burn"}
    ledger = person.post("campaigns/decide", chosen, 200)["ledger"]
    state = person.post("campaigns/table", {"ledger": ledger, "at": "hunt/1-3"}, 201)
    assert sorted(one["kind"] for one in state["seats"]) == ["machine", "person"]
    both = {"ledger": ledger, "do": "machines", "at": "hunt/1-3"}
    assert "no machine leads the force of Ada" in refused(person, "decide", both)
    wrong = {"file": "", "foe": "group", "players": [*players[:2], {"machine": "hal"}]}
    assert "there is no player" in refused(person, "begin", {**wrong, "file": own})


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: "nonsense",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("most: 8", "most: 800"),
        lambda text: text.replace("{mission: secure}", "{mission: <script>}"),
        lambda text: text.replace("least: 3", "least: &a [*a, *a]"),
    ],
)
def test_a_damaged_file_of_a_group_is_told_in_one_line(person: Person, damage: Any) -> None:
    file = shipped("skirm3")["the-unwatched-quarter"].read_text(encoding="utf-8")
    if damage(file):
        refused(person, "file", {"file": damage(file)})
    else:
        person.post("campaigns/file", {"file": ""}, 422)


def test_a_campaign_file_of_ones_own_is_begun_or_told_what_is_wrong(person: Person) -> None:
    told = refused(person, "begin", {"file": "kind: campaign\nrulebook: skirm3\n"})
    assert "'points'" in told
    assert "no campaign" in refused(person, "begin", {"rulebook": "skirm3", "id": "nothing"})


def test_texts_that_nobody_should_trust_are_told_in_one_line(person: Person) -> None:
    ledger = begin(person)["ledger"]
    for text in ("nonsense", "{}", "[" * 5000, ledger[: len(ledger) // 2], ledger.rstrip()):
        refused(person, "look", {"ledger": text})
        refused(person, "merge", {"ledger": ledger, "other": text})
    odd = {"ledger": ledger, "do": "battle", "at": "relays", "what": "no record"}
    refused(person, "decide", odd)
    refused(person, "decide", {**odd, "do": "choose", "what": "hunt"})
    assert person.post("campaigns/decide", {**odd, "do": "eat"}, 422)
