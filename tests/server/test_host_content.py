"""`serve --content`: a host's own files at the browser table, checked first, played to the end."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.kernel.record import read, resume
from battlemat.packs import registry
from battlemat.packs.new_files import new_file
from battlemat.packs.own_content import add_content, forget_content
from battlemat.packs.problems import ContentError
from battlemat.server.settings import Settings, database_url
from battlemat.tables.catalogue import Brought, SquadFaults
from battlemat.tables.shipped_catalogue import HostCatalogue
from server.live import FREE, HOT_SEAT, Person, eventually, running
from server.test_shipped import asked

KINDS = {
    "skirm3": ("faction", "squad", "map", "mission", "environment", "guide", "scenario"),
    "skirm2": ("faction", "squad", "map", "mission", "environment"),
    "skirmishers": ("map", "force", "mission"),
    "openfire": ("module", "army", "mission", "board"),
}
SQUAD = "units: [leader, {unit: soldier, count: 4}]\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """All that `battlemat new` writes, the squad of Skirm built from the faction beside it."""
    place = tmp_path_factory.mktemp("own")
    for book, kinds in KINDS.items():
        (place / book).mkdir()
        for kind in kinds:
            (place / book / f"{kind}.yaml").write_text(new_file(book, kind), encoding="utf-8")
    squad = place / "skirm3" / "squad.yaml"
    head = squad.read_text(encoding="utf-8").partition("units:")[0]
    text = head.replace("faction: shock-troops", "faction: ./faction.yaml")
    squad.write_text(text + SQUAD, encoding="utf-8")
    mission = place / "skirm3" / "mission.yaml"
    text = mission.read_text(encoding="utf-8")
    text = text.replace("map: relay-yard", "map: my-map")
    mission.write_text(text.replace("environment: factorium", "environment: my-environment"))
    yield place
    forget_content()


@pytest.fixture(scope="module")
def host(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    db = database_url(str(tmp_path_factory.mktemp("host") / "games.db"))
    catalogue = HostCatalogue(str(folder))
    with running(Settings(db, limits=FREE, workers=1), catalogue) as server:
        yield server.person()


def offered(host: Person, rulebook: str, key: str) -> list[str]:
    books = {one["name"]: one for one in host.get("catalogue")["rulebooks"]}
    choices = {one["key"]: one["options"] for one in books[rulebook]["choices"]}
    return [option["id"] for option in choices[key]]


def test_what_a_host_brings_is_offered_beside_what_is_shipped(host: Person) -> None:
    for key, id in (("mission", "my-mission"), ("map", "my-map"), ("red", "my-squad")):
        for book in ("skirm3", "skirm2"):
            assert id in offered(host, book, key)
    assert "my-environment" in offered(host, "skirm3", "environment")
    assert {"secure", "my-mission"} <= set(offered(host, "skirm3", "mission"))
    assert "my-force" in offered(host, "skirmishers", "blue")
    assert {"my-board", "my-module.field"} <= set(offered(host, "openfire", "map"))
    assert {"my-army", "my-module.northerners"} <= set(offered(host, "openfire", "red"))
    assert {"my-mission", "my-module.crossing"} <= set(offered(host, "openfire", "mission"))


OWN = [
    ("skirm3", {"mission": "my-mission", "red": "my-squad", "blue": "my-squad"}),
    ("skirmishers", {"mission": "my-mission", "red": "my-force"}),
    ("openfire", {"mission": "my-module.crossing", "map": "my-module.field"}),
    ("openfire", {"mission": "my-mission", "map": "my-board", "red": "my-army"}),
]


@pytest.mark.parametrize(("book", "choices"), OWN)
def test_a_game_with_own_content_begins_and_is_answered(
    host: Person, book: str, choices: dict[str, str]
) -> None:
    game = host.new_game(rulebook=book, choices=choices, seats=HOT_SEAT)
    state = eventually(partial(asked, game))
    for turn in range(12):
        question = state["question"]
        handle = question["handles"][turn % len(question["handles"])]
        game.answer(handle["answer"], question["number"])
        state = game.state
    record = read(host.http.get(f"/api/games/{game.id}/record").text)
    forget = resume(registry.find(book), record)
    assert forget.question is not None


def test_a_game_with_own_content_is_played_to_its_end_and_its_record_verifies(
    host: Person, tmp_path: Path
) -> None:
    game = host.new_game(rulebook="skirm3", choices=OWN[0][1], seats=HOT_SEAT)
    state: dict[str, Any] = eventually(partial(asked, game))
    for turn in range(900):
        if state["result"] is not None:
            break
        question = state["question"]
        handle = question["handles"][turn * 5 % len(question["handles"])]
        game.answer(handle["text"], question["number"])
        state = game.state
    assert state["result"]["by"] == "rules"
    file = tmp_path / "own.battlemat"
    file.write_text(host.http.get(f"/api/games/{game.id}/record").text, encoding="utf-8")
    done = CliRunner().invoke(main, ["verify", str(file)])
    assert done.exit_code == 0, done.output


def test_a_squad_that_is_sent_may_be_of_a_faction_of_the_host(folder: Path) -> None:
    catalogue = HostCatalogue(str(folder))
    text = "kind: squad\nid: mine\nrulebook: skirm3\nname: Mine\nfaction: my-faction\n" + SQUAD
    squads = {"red": Brought(text=text), "blue": Brought("my-squad")}
    _, names = catalogue.muster("skirm3", {"mission": "my-mission"}, squads)
    assert names == {"red": "Mine", "blue": "My Squad"}
    for path in (str(folder / "skirm3" / "squad.yaml"), "../skirm3/squad.yaml"):
        with pytest.raises(SquadFaults, match="nothing shipped is called"):
            catalogue.muster("skirm3", {}, {**squads, "blue": Brought(path)})


def test_worker_processes_get_the_same_content(folder: Path) -> None:
    sent = pickle.dumps(HostCatalogue(str(folder)))
    forget_content()
    there = pickle.loads(sent)
    assert there.build("skirm3", {"mission": "my-mission"})["mission"]["name"] == "My Mission"


def test_a_folder_with_faults_is_refused_with_all_of_them(tmp_path: Path) -> None:
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    one.write_text(new_file("skirm3", "map").replace("id: my-map", "id: relay-yard"))
    two.write_text(new_file("skirm3", "mission").replace("zones: [north", "zones: [nord"))
    (tmp_path / "three.yaml").write_text("name: what am I\n", encoding="utf-8")
    with pytest.raises(ContentError) as told:
        add_content(tmp_path)
    found = "\n".join(map(str, told.value.problems))
    assert "skirm3 already has a map 'relay-yard'; give this one another id" in found
    assert "has no zone 'nord'" in found
    assert "three.yaml, line 1: what is this file?" in found
    assert "my-mission" not in registry.book("skirm3").shipped.files("mission")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"one.yaml": "kind: squad\nid: x\nrulebook: skirm3\n"}, "'faction' is missing"),
        ({}, "no content (*.yaml) is in this folder"),
        (None, "there is no such folder"),
    ],
)
def test_serve_does_not_start_with_bad_content(
    tmp_path: Path, files: dict[str, str] | None, said: str
) -> None:
    place = tmp_path / "own"
    if files is not None:
        place.mkdir()
        for name, text in files.items():
            (place / name).write_text(text, encoding="utf-8")
    db = str(tmp_path / "games.db")
    done = CliRunner().invoke(main, ["serve", "--port", "0", "--db", db, "--content", str(place)])
    assert done.exit_code == 1
    assert said in done.stderr
    assert not Path(db).exists()
