"""The page on content for Skirmishers: every file shown there is read, and every dispute holds."""

from __future__ import annotations

import re
from pathlib import Path

from battlemat.kernel.scenario import play
from battlemat.packs import checks, setups
from battlemat.packs.scenarios import read_scenario_text
from battlemat.packs.skirmishers.checks import kind_of_file
from battlemat.packs.yaml_source import read_text
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from battlemat.rulebooks.skirmishers.state.vehicles import MOUNTINGS
from battlemat.rulebooks.skirmishers.state.weapons import BOOK

PAGE = (Path(__file__).parents[2] / "docs" / "skirmishers-content.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)
KINDS = {text: kind_of_file(read_text(text)) for text in EXAMPLES}


def test_every_file_on_the_page_checks_clean_beside_the_others(tmp_path: Path) -> None:
    files = {text: read_text(text).value["id"] for text, kind in KINDS.items() if kind in _CONTENT}
    for text, name in files.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    assert {KINDS[text] for text in files} == set(_CONTENT)
    assert [line for file in tmp_path.iterdir() for line in checks.check_file(file)] == []
    setup = setups.build_setup("skirmishers", mission=str(tmp_path / "at-the-gate.yaml"))
    battle = SKIRMISHERS.start(setup)
    assert battle.field.squad_names == ("Gate Watch", "Harpooners")
    assert [arc.heading for unit in battle.units for arc in unit.arcs] == [6, 6]


_CONTENT = ("force", "map", "mission")


def test_the_page_tells_what_every_weapon_costs() -> None:
    prices: dict[str, int] = {}
    for ids, costs in re.findall(r"^\| (`[^|]+`) \| ([0-9, ]+) \|$", PAGE, re.M):
        names = re.findall(r"`([a-z-]+)`", ids)
        prices |= dict(zip(names, map(int, costs.split(",")), strict=True))
    assert prices == {one.id: one.pv for one in BOOK if one.pv}


def test_vehicles_of_one_s_own_fight_as_the_page_says(tmp_path: Path) -> None:
    (text,) = (text for text in EXAMPLES if "id: salt-riders" in text)
    (tmp_path / "salt-riders.yaml").write_text(text, encoding="utf-8")
    setup = setups.build_setup(
        "skirmishers", mission="convoy", red=str(tmp_path / "salt-riders.yaml")
    )
    battle = SKIRMISHERS.start(setup)
    brine, crust = (unit for unit in battle.units if unit.is_vehicle and unit.side == 0)
    ids = [battle.weapon(index).id for index in brine.carries]
    assert ids == ["light-machine-gun", "flare", "laser-smg"]
    assert (brine.ammo, brine.card.mounts) == ((-1, 4, -1), (0, 0, 6))
    assert (brine.marks.armor, brine.card.speed, brine.card.handling) == (6, 2, 1)
    assert (brine.card.signature, brine.card.seats, crust.carries) == (-2, 1, (-1, -1, -1))


def test_the_page_names_every_mounting() -> None:
    named = set(re.findall(r"`([a-z-]+)`", PAGE))
    assert set(MOUNTINGS) <= named


def test_every_dispute_on_the_page_holds() -> None:
    disputes = [text for text, kind in KINDS.items() if kind == "scenario"]
    assert disputes
    for text in disputes:
        play(SKIRMISHERS, read_scenario_text(text, "page"))


def test_the_page_names_every_switch_and_every_weapon_that_a_trooper_or_a_suit_can_choose() -> None:
    named = set(re.findall(r"`([a-z-]+)`", PAGE))
    assert set(SWITCHES) <= named
    common = {one.id for one in BOOK if one.slot in ("secondary", "suit")}
    common |= {one.id for one in BOOK if one.slot == "primary" and not one.option}
    assert common - named == set()
