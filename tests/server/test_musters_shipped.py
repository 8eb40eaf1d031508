"""Squads that people bring to the real games: shipped ones, files of their own, and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from battlemat.packs import setups
from battlemat.server.settings import Settings, database_url
from battlemat.tables.fitting_choices import FittingChoices
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, Live, Person, running

SQUADS = {
    "skirm1": "skirm-early/squads/red-harvest",
    "skirm2": "skirm-early/squads/gate-crashers",
    "skirm3": "skirm3/squads/survey-crew",
    "skirmishers": "skirmishers/forces/road-patrol",
    "openfire": "openfire/armies/third-shift",
}


def shipped_text(path: str) -> str:
    return (files("battlemat.packs") / "content" / f"{path}.yaml").read_text("utf-8")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("real") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as server:
        yield server


class Meeting:
    """A host who made a muster, and a guest with the link to it."""

    def __init__(self, live: Live, rulebook: str, **choices: str) -> None:
        self.host, self.guest = live.person(), live.person()
        self.made = self.host.post("musters", {"rulebook": rulebook, "choices": choices})
        self.token = self.made["invites"]["blue"].partition("=")[2]

    def bring(self, who: Person, status: int = 200, **squad: str) -> dict[str, Any]:
        body = {**squad, "token": self.token if who is self.guest else ""}
        found: dict[str, Any] = who.post(f"musters/{self.made['id']}/join", body, status)
        return found

    def faults(self, text: str) -> list[str]:
        """What is wrong with a file, as its sender is told; nothing of it is kept."""
        refused = self.bring(self.guest, 422, file=text)
        assert refused["error"] == "bad-squad"
        told: list[str] = refused["message"].splitlines()
        return told


@pytest.mark.parametrize("rulebook", sorted(SQUADS))
def test_a_guest_brings_a_file_of_their_own(real: Live, rulebook: str) -> None:
    meeting = Meeting(real, rulebook)
    options = meeting.made["squads"]
    assert options["red"]
    assert options["blue"]
    meeting.bring(meeting.host, shipped=options["red"][0]["id"])
    lines = shipped_text(SQUADS[rulebook]).splitlines()
    name = next(line for line in lines if line.startswith("name:"))
    own = "\n".join(lines).replace(name, "name: The Neighbours")
    begun = meeting.bring(meeting.guest, file=own)
    assert begun["game"]
    state = meeting.guest.at(begun["game"]).state
    told = {line["text"] for line in state["log"]}
    assert "Blue brings The Neighbours." in told
    assert f"Red brings {options['red'][0]['name']}." in told
    assert {piece["side"] for piece in state["scene"]["pieces"]} <= {"red", "blue", ""}
    record = meeting.guest.http.get(f"/api/games/{begun['game']}/record").text
    assert "The Neighbours" in record


@pytest.mark.parametrize("rulebook", sorted(SQUADS))
def test_every_shipped_squad_that_is_offered_can_be_brought(real: Live, rulebook: str) -> None:
    meeting = Meeting(real, rulebook)
    catalogue = ShippedCatalogue()
    terms = {one["key"]: one for one in catalogue.choices(rulebook)}
    mission = {"mission": terms["mission"]["default"] or "chance-meeting"}
    for player, options in meeting.made["squads"].items():
        for option in options:
            setup = setups.build_setup(rulebook, **mission, **{player: option["id"]})
            assert catalogue.find(rulebook).start(setup).key()


@pytest.mark.parametrize("rulebook", sorted(SQUADS))
@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[1, 2",
        "units: 5",
        "a: &x 1\nb: *x",
        "kind: squad\n",
        "{}",
        "- 1\n- 2",
        "\0",
    ],
)
def test_nonsense_is_told_and_not_kept(real: Live, rulebook: str, text: str) -> None:
    meeting = Meeting(real, rulebook)
    if text:
        assert meeting.faults(text)
    else:
        assert meeting.bring(meeting.guest, 422, file=text)["error"] == "invalid"
    seats = meeting.host.get(f"musters/{meeting.made['id']}")["seats"]
    assert not any(seat["brought"] for seat in seats)


def test_all_faults_of_a_file_are_told_with_their_lines(real: Live) -> None:
    wrong = (
        "kind: squad\nid: x\nrulebook: skirm3\nname: Wrong\nfaction: shock-troops\nunits:\n"
        "  - tolland\n  - {unit: gunner, gear: [spoon]}\n  - {unit: scout, gear: [fork]}\n"
    )
    told = Meeting(real, "skirm3").faults(wrong)
    assert len(told) == 3
    assert told[0].startswith("your file, line 7, units[1]: ")
    assert "did you mean 'toland'?" in told[0]
    assert "'spoon'" in told[1]
    assert "'fork'" in told[2]


@pytest.mark.parametrize("rulebook", ["skirm1", "skirm2"])
def test_the_cap_is_the_games_and_not_the_files_in_the_early_editions(
    real: Live, rulebook: str
) -> None:
    iron = shipped_text("skirm-early/squads/iron-oath").replace("cap: 10", "cap: 1000")
    dear = iron.replace("[short-sword]", "[short-sword, grenade, enhanced-reactions]", 1)
    dear = dear.replace("- knight-gunner", "- {unit: knight-gunner, gear: [grenade]}")
    told = Meeting(real, rulebook).faults(dear)
    assert any("the cap of this game is 10" in one for one in told), told
    higher = Meeting(real, rulebook, cap="30")
    assert {"key": "cap", "label": "Squad points", "value": "30 points"} in higher.made["terms"]
    assert higher.bring(higher.guest, file=dear)["seats"][1]["brought"]


def test_any_number_of_points_can_be_agreed(real: Live) -> None:
    agreed = Meeting(real, "skirm3", cap="109")
    assert {"key": "cap", "label": "Squad points", "value": "109 points"} in agreed.made["terms"]
    grown = shipped_text("skirm3/squads/tolands-line").replace("cap: 100", "cap: 109")
    assert agreed.bring(agreed.guest, file=grown)["seats"][1]["brought"]
    for wrong in ("10000", "-5", "many"):
        asked = {"rulebook": "skirm3", "choices": {"cap": wrong}}
        assert real.person().post("musters", asked, 422)["error"] == "bad-setup"


def test_the_page_is_offered_a_number_of_its_own_whatever_the_mission() -> None:
    fitting = FittingChoices(ShippedCatalogue())
    beside = fitting.beside("skirm3", "mission", "kill")
    for choices in (ShippedCatalogue().choices("skirm3"), beside):
        cap = next(one for one in choices if one["key"] == "cap")
        assert cap["options"][-1]["id"] == "own"
        assert cap["default"] == "usual"


def test_the_cap_is_the_games_and_not_the_files(real: Live) -> None:
    text = shipped_text("skirm3/squads/tolands-line").replace("cap: 100", "cap: 1000")
    dear = text + "  - {unit: strike-trooper, count: 8}\n"
    told = Meeting(real, "skirm3").faults(dear)
    assert len(told) == 1
    assert "the cap of this game is 100" in told[0]
    higher = Meeting(real, "skirm3", cap="300")
    assert higher.bring(higher.guest, file=dear)["seats"][1]["brought"]


def test_a_force_is_held_to_the_points_and_the_switches_of_the_mission(real: Live) -> None:
    meeting = Meeting(real, "skirmishers")
    dear = shipped_text("skirmishers/forces/road-patrol") + (
        "  - {name: Extra, primary: laser-rifle, secondary: laser-pistol, count: 6}\n"
    )
    assert any("Chance Meeting allows 930" in one for one in meeting.faults(dear))
    flying = shipped_text("skirmishers/forces/sky-runners")
    assert any("the switch '" in one for one in meeting.faults(flying))


def test_a_force_that_is_sent_brings_no_weapons_of_its_own(real: Live) -> None:
    meeting = Meeting(real, "skirmishers")
    own = shipped_text("skirmishers/forces/road-patrol") + "weapons: {}\n"
    assert any("no weapons of its own" in one for one in meeting.faults(own))


def test_an_army_belongs_to_the_module_of_the_mission_and_keeps_its_rules(real: Live) -> None:
    meeting = Meeting(real, "openfire")
    other = shipped_text("openfire/armies/lakeside-group")
    assert any("a game has one module" in one for one in meeting.faults(other))
    dear = shipped_text("openfire/armies/first-watch") + "  - {unit: anvil-tank, count: 9}\n"
    assert any("points" in one for one in meeting.faults(dear))
    module = shipped_text("openfire/modules/cinder-moons")
    assert meeting.faults(module)


SNEAKY = {
    "skirm3": "kind: squad\nid: x\nrulebook: skirm3\nname: X\nfaction: {}\nunits: [toland]\n",
    "skirm2": "kind: squad\nid: x\nrulebook: skirm2\nname: X\nfaction: {}\nunits: [toland]\n",
    "openfire": "kind: army\nid: x\nrulebook: openfire\nname: X\nmodule: {}\nunits: [scouts]\n",
}


@pytest.mark.parametrize("rulebook", sorted(SNEAKY))
@pytest.mark.parametrize("path", ["/etc/passwd", "../secret.yaml", "./x.yml", "a/b.yaml/c"])
def test_a_file_that_is_sent_reads_no_file_of_the_server(
    real: Live, rulebook: str, path: str
) -> None:
    told = Meeting(real, rulebook).faults(SNEAKY[rulebook].format(path))
    assert any("names shipped content, not other files" in one for one in told), told


@pytest.mark.parametrize("rulebook", sorted(SQUADS))
@pytest.mark.parametrize("name", ["/etc/passwd", "../x.yaml", "your file", "x.yaml/y"])
def test_a_shipped_squad_is_named_by_its_id_alone(real: Live, rulebook: str, name: str) -> None:
    meeting = Meeting(real, rulebook)
    refused = meeting.bring(meeting.guest, 422, shipped=name)
    assert refused["message"].startswith(f"nothing shipped is called '{name}'")
