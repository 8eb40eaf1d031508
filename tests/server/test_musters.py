"""Each player brings a squad unseen by the other; when the last is in, the game begins."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from battlemat.kernel.dice import commitment
from battlemat.server.settings import Limits, Settings, database_url
from battlemat.server.store.store import Store
from server.live import Live, Person, eventually, running
from server.toy_catalogue import MISCHIEF


def muster(host: Person, **wish: Any) -> dict[str, Any]:
    made: dict[str, Any] = host.post("musters", {"rulebook": "toy", **wish})
    return made


def token(made: dict[str, Any], player: str = "blue") -> str:
    link: str = made["invites"][player]
    assert link.startswith(f"/muster/{made['id']}#invite=")
    return link.partition("=")[2]


def bring(
    who: Person, made: dict[str, Any], squad: str = "steady", status: int = 200, **more: Any
) -> dict[str, Any]:
    body = {"shipped": squad, **more}
    if "file" in more:
        del body["shipped"]
    found: dict[str, Any] = who.post(f"musters/{made['id']}/join", body, status)
    return found


def test_a_game_begins_when_both_squads_are_in(ada: Person, bo: Person) -> None:
    made = muster(ada, choices={"tokens": "2"})
    assert made["game"] is None
    assert made["commitment"]
    assert made["terms"] == [{"key": "tokens", "label": "Tokens", "value": "2 tokens"}]
    assert [one["id"] for one in made["squads"]["blue"]] == ["steady", "swift", "lonely"]
    after = bring(ada, made, "swift", name="Ada")
    assert after["game"] is None
    assert list(after["invites"]) == ["blue"]
    begun = bring(bo, made, token=token(made), name="Bo")
    assert begun["game"] == made["id"]
    assert ada.get(f"musters/{made['id']}")["game"] == made["id"]
    red, blue = ada.at(made["id"]).state, bo.at(made["id"]).state
    assert red["you"] == {"seats": ["red"], "owner": True}
    assert blue["you"] == {"seats": ["blue"], "owner": False}
    assert [seat["name"] for seat in red["seats"]] == ["Ada", "Bo"]
    assert {"Ada (red) brings swift.", "Bo (blue) brings steady."} <= {
        line["text"] for line in red["log"]
    }
    assert red["game"]["commitment"] == made["commitment"]  # shown before anybody had joined
    ada.at(made["id"]).post("concede")
    assert commitment(ada.at(made["id"]).state["game"]["seed"]) == made["commitment"]


def test_whoever_made_it_may_sit_in_any_seat_and_bring_theirs_last(ada: Person, bo: Person) -> None:
    made = muster(ada, seat="blue", dice="typed")
    assert made["dice"] == "typed"
    assert made["commitment"] is None
    assert bring(bo, made, token=token(made, "red"))["game"] is None
    assert bring(ada, made)["game"] == made["id"]
    assert ada.at(made["id"]).state["you"]["seats"] == ["blue"]
    assert bo.at(made["id"]).state["game"]["dice"] == "typed"


SECRET = "zebra-regiment"


def told_to(who: Person, made: dict[str, Any]) -> str:
    """Everything that somebody can ask before the game begins, as one text."""
    texts = []
    for path in ("musters/{}", "musters", "games", "games/{}", "games/{}/record", "games/{}/log"):
        answer = who.http.get("/api/" + path.format(made["id"]))
        texts.append(answer.text + str(answer.headers))
    for path in ("games/{}/events", "games/{}/report", "games/{}/positions/0"):
        answer = who.http.get("/api/" + path.format(made["id"]))
        assert answer.status_code == 404, "there is no game before everything is in"
        texts.append(answer.text)
    return "\n".join(texts)


def test_nobody_sees_what_another_brings_before_all_is_in(
    ada: Person, bo: Person, watcher: Person
) -> None:
    made = muster(ada)
    own = bring(ada, made, file=SECRET)
    assert SECRET in json.dumps(own)
    assert SECRET in told_to(ada, made)
    assert SECRET not in told_to(bo, made)
    assert SECRET not in told_to(watcher, made)
    for status, body in ((422, {"shipped": "nobody"}), (422, {"file": "x", "shipped": "y"})):
        refused = bo.post(f"musters/{made['id']}/join", {"token": token(made), **body}, status)
        assert SECRET not in json.dumps(refused)
    begun = bring(bo, made, token=token(made), file="okapi-regiment")
    assert begun["game"]
    for who in (ada, bo, watcher):
        seen = json.dumps(who.at(made["id"]).state)
        assert SECRET in seen
        assert "okapi-regiment" in seen


def test_squads_that_cannot_meet_are_refused_without_a_word_of_the_other(
    ada: Person, bo: Person
) -> None:
    made = muster(ada)
    bring(ada, made, "lonely")
    refused = bring(bo, made, "swift", 422, token=token(made))
    assert refused["error"] == "bad-squad"
    assert refused["message"] == "this cannot be played with what another player brings"
    assert ada.get(f"musters/{made['id']}")["game"] is None


def test_all_faults_of_a_squad_are_told_and_another_may_be_brought(ada: Person) -> None:
    made = muster(ada)
    refused = bring(ada, made, "nobody", 422)
    assert refused["error"] == "bad-squad"
    assert refused["message"].splitlines() == ["there are no gunners 'nobody'", "bring others"]
    assert bring(ada, made)["seats"][0]["brought"]


def test_a_seat_is_taken_once(ada: Person, bo: Person, watcher: Person) -> None:
    made = muster(ada)
    bring(ada, made)
    assert bring(ada, made, "swift", 409)["message"] == "you have brought your squad already"
    bring(bo, made, token=token(made))
    for who in (bo, watcher):
        assert bring(who, made, "swift", 409, token=token(made))["error"] == "seat-taken"
    assert watcher.at(made["id"]).state["you"]["seats"] == []
    lines = [line["text"] for line in ada.at(made["id"]).state["log"]]
    assert sum("brings" in line for line in lines) == 2


def test_of_many_who_open_one_link_at_once_one_sits_down(live: Live, ada: Person) -> None:
    made = muster(ada)
    bring(ada, made)
    people = [live.person() for _ in range(6)]
    body = {"shipped": "steady", "token": token(made)}

    def join(who: Person) -> int:
        return who.http.post(f"/api/musters/{made['id']}/join", json=body).status_code

    with ThreadPoolExecutor(6) as pool:
        codes = sorted(pool.map(join, people))
    assert codes == [200, 409, 409, 409, 409, 409]
    seated = [who for who in people if who.at(made["id"]).state["you"]["seats"] == ["blue"]]
    assert len(seated) == 1


def test_both_bring_theirs_at_the_same_moment(ada: Person, bo: Person) -> None:
    for _ in range(5):
        made = muster(ada)
        with ThreadPoolExecutor(2) as pool:
            first = pool.submit(bring, ada, made)
            second = pool.submit(bring, bo, made, token=token(made))
            first.result(), second.result()
        assert ada.get(f"musters/{made['id']}")["game"] == made["id"]
        assert bo.at(made["id"]).state["you"]["seats"] == ["blue"]


def test_a_muster_whose_game_was_not_made_yet_is_gone_on_with(
    live: Live, ada: Person, bo: Person
) -> None:
    """A server that ended between the last squad and the game leaves such a one behind."""
    made = muster(ada)
    bring(ada, made)
    musters = live.app.state.services.musters
    left = musters.store.brought(made["id"])["red"]
    musters.store.bring(made["id"], replace(left, player="blue", holder="0" * 64))
    assert bo.get(f"musters/{made['id']}")["game"] == made["id"]
    assert ada.at(made["id"]).state["you"]["seats"] == ["red"]


def test_the_list_has_what_waits_for_you(ada: Person, bo: Person) -> None:
    made = muster(ada)
    assert [one["id"] for one in ada.get("musters")["musters"]] == [made["id"]]
    assert bo.get("musters")["musters"] == []
    bring(bo, made, token=token(made))
    assert [one["id"] for one in bo.get("musters")["musters"]] == [made["id"]]
    bring(ada, made)
    assert ada.get("musters")["musters"] == []
    assert [one["id"] for one in ada.get("games")["games"]] == [made["id"]]


NONSENSE: list[tuple[dict[str, Any], int, str]] = [
    ({"shipped": "steady"}, 403, "not-your-seat"),
    ({"shipped": "steady", "token": "0" * 40}, 403, "bad-link"),
    ({"shipped": "steady", "token": "\N{SNOWMAN}"}, 403, "bad-link"),
    ({}, 422, "invalid"),
    ({"shipped": "steady", "file": "x"}, 422, "invalid"),
    ({"file": ""}, 422, "invalid"),
    ({"file": "x" * 100_001}, 422, "invalid"),
    ({"shipped": 5}, 422, "invalid"),
    ({"shipped": "steady", "player": "red"}, 422, "invalid"),
    ({"file": "x" * 1_100_000}, 413, "too-large"),
]


@pytest.mark.parametrize(("body", "status", "word"), NONSENSE)
def test_nonsense_is_refused(
    ada: Person, bo: Person, body: dict[str, Any], status: int, word: str
) -> None:
    made = muster(ada)
    assert bo.post(f"musters/{made['id']}/join", body, status)["error"] == word
    assert not any(seat["brought"] for seat in ada.get(f"musters/{made['id']}")["seats"])


def test_a_muster_needs_terms_that_make_a_battle(ada: Person) -> None:
    for wish in (
        {"choices": {"tokens": "9"}},
        {"choices": {"weather": "rain"}},
        {"seat": "green"},
    ):
        assert ada.post("musters", {"rulebook": "toy", **wish}, 422)["error"] == "bad-setup"
    assert ada.post("musters", {"rulebook": "chess"}, 404)["error"] == "unknown-rulebook"
    assert ada.get("musters/nowhere", 404)["error"] == "unknown-muster"
    assert ada.post("musters/nowhere/join", {"shipped": "steady"}, 404)["error"] == "unknown-muster"


def test_rows_of_musters_are_never_changed(live: Live, ada: Person) -> None:
    made = muster(ada)
    bring(ada, made)
    store = Store(live.settings.db)
    for statement in (
        "UPDATE brought SET shipped = 'swift'",
        "DELETE FROM brought",
        "DELETE FROM musters",
    ):
        with pytest.raises(Exception, match="never changed"), store.engine.begin() as db:
            db.exec_driver_sql(statement)
    store.close()


@pytest.fixture
def bounded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("bounded") / "games.db"))
    limits = Limits(open_seconds=1, open_memory=2**29, waiting=2)
    with running(Settings(db, limits=limits, workers=1)) as live:
        yield live


@pytest.mark.parametrize("mischief", sorted(MISCHIEF))
def test_a_squad_is_read_within_bounds(bounded: Live, mischief: str) -> None:
    host = bounded.person()
    made = muster(host)
    refused = bring(host, made, file=mischief, status=422)
    assert refused["error"] == "bad-squad"
    assert host.get("health")["ok"]
    eventually(lambda: ok(lambda: host.http.post(f"/api/musters/{made['id']}/join", json=STEADY)))


STEADY = {"shipped": "steady"}


def ok(ask: Callable[[], httpx.Response]) -> bool:
    return ask().status_code == 200
