"""The laboratory over HTTP: a line after each pair, bounds for everybody, and an end to it all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.rulebook import Setup
from battlemat.lab.squad_duel import lab_duel, lab_levels
from battlemat.server.routes.dependencies import LabRuns
from battlemat.server.settings import Limits, Settings, database_url
from battlemat.tables.problems import Problem
from server.live import FREE, Live, Person, eventually, running
from server.toy_catalogue import ToyCatalogue

WISH = {"rulebook": "toy", "level": "recruit", "games": 6}


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("lab") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1)) as server:
        yield server


def told(person: Person, **wish: Any) -> list[dict[str, Any]]:
    answer = person.http.post("/api/lab/duel", json={**WISH, **wish})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_run_tells_what_is_known_after_each_pair_and_is_the_same_again(live: Live) -> None:
    ada = live.person()
    begin, *pairs, end = told(ada, choices={"red": "steady", "blue": "swift"})
    assert begin == {"told": "begin", "one": "steady", "other": "swift", "games": 6}
    assert [one["games"] for one in pairs] == [2, 4, 6]
    for one in pairs:
        assert one["won"] + one["drawn"] + one["lost"] == one["games"]
        share = one["share"]
        assert 0 <= share["low"] <= share["value"] <= share["high"] <= 1
    assert end == {"told": "end", "why": "most"}
    assert told(ada, choices={"red": "steady", "blue": "swift"})[1:] == [*pairs, end]


@pytest.mark.parametrize(
    ("wish", "status", "words"),
    [
        ({"rulebook": "tyo"}, 404, "there is no rulebook 'tyo'"),
        (
            {"level": "general"},
            422,
            "the players of the laboratory are recruit, corporal, sergeant, captain",
        ),
        ({"games": 1}, 422, "games"),
        ({"choices": {"red": "swfit"}}, 422, "there is no red 'swfit'; did you mean 'swift'?"),
        ({"choices": {"tokens": "99"}}, 422, "there is no tokens '99'"),
        ({"nonsense": 1}, 422, "nonsense"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    live: Live, wish: dict[str, Any], status: int, words: str
) -> None:
    refused = live.person().post("lab/duel", {**WISH, **wish}, status)
    assert words in refused["message"]
    assert "\n" not in refused["message"]


def test_an_address_has_so_many_runs_and_a_person_one() -> None:
    runs = LabRuns()
    with runs.begin("ada", "here", 2):
        with pytest.raises(Problem, match="you have a run in the laboratory already"):
            runs.may_begin("ada", "elsewhere", 2)
        with runs.begin("bo", "here", 2):
            with pytest.raises(Problem, match="too many runs"):
                runs.may_begin("cy", "here", 2)
            runs.may_begin("cy", "elsewhere", 2)
    runs.may_begin("ada", "here", 1)


def test_whoever_asks_for_too_much_is_told_when_to_come_again(live: Live) -> None:
    runs: LabRuns = live.app.state.services.lab_runs
    with runs.begin("ada", "127.0.0.1", 2), runs.begin("bo", "127.0.0.1", 2):
        answer = live.person().http.post("/api/lab/duel", json=WISH)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0


def test_a_host_bounds_the_games_or_turns_the_laboratory_off(tmp_path: Path) -> None:
    db = database_url(str(tmp_path / "games.db"))
    with running(Settings(db, limits=Limits(lab_games=4), workers=1)) as server:
        assert server.person().get("catalogue")["lab"] == {"games": 4, "levels": lab_levels()}
        assert told(server.person(), games=100)[-2]["games"] == 4
    with running(Settings(db, limits=Limits(lab_games=0), workers=1)) as server:
        assert server.person().get("catalogue")["lab"]["games"] == 0
        refused = server.person().post("lab/duel", WISH, 403)
        assert refused["message"] == "this server has no laboratory"


class Endless:
    """A pool whose work never ends by itself."""

    def __init__(self) -> None:
        self.begun = self.given_up = 0

    async def run(self, *_work: Any, **_how: Any) -> None:
        self.begun += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.given_up += 1


def test_games_are_given_up_when_whoever_asked_has_left(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, pool, ada = live.app.state.services, Endless(), live.person()
    monkeypatch.setattr(services.tables.pools, "labs", pool)
    with ada.http.stream("POST", "/api/lab/duel", json=WISH) as answer:
        assert json.loads(next(answer.iter_lines()))["told"] == "begin"
        eventually(lambda: pool.begun)
    eventually(lambda: pool.given_up)
    monkeypatch.undo()
    assert eventually(lambda: ada.http.post("/api/lab/duel", json=WISH).status_code == 200)


class OneWay(ToyCatalogue):
    """A catalogue in which the swift are never red."""

    def build(self, name: str, choices: Mapping[str, str]) -> Setup:
        if choices.get("red") == "swift":
            raise SetupError("the swift are blue")
        return super().build(name, choices)


def test_squads_change_sides_and_those_that_cannot_have_dice_of_their_own_in_every_game() -> None:
    sides = {"red": "steady", "blue": "swift"}
    both = lab_duel(ToyCatalogue(), "toy", sides, "recruit", "1").duel
    assert both.mirrored is not None
    assert not both.fixed
    one = lab_duel(OneWay(), "toy", sides, "recruit", "1").duel
    assert one.mirrored is None
    assert one.fixed
    with pytest.raises(SetupError):
        lab_duel(OneWay(), "toy", {"red": "swift"}, "recruit", "1")
