"""A file lists all its faults at once, whatever their kind: shape, names, references, rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from packs import test_broken_files as skirm
from packs import test_openfire_modules as openfire
from packs import test_skirmishers_broken as skirmishers


def changed(text: str, *changes: tuple[str, str]) -> str:
    for right, wrong in changes:
        assert right in text
        text = text.replace(right, wrong, 1)
    return text


def test_a_faction_tells_shape_and_references_together(tmp_path: Path) -> None:
    text = changed(
        skirm.FACTION, ("act: 3", "act: much"), ("usual: [carbine]", "usual: [carbine, axe]")
    )
    first, second = skirm.told(tmp_path, text)
    assert "units.sergeant.stats.act: a whole number is wanted" in first
    assert "units.sergeant.usual[2]: 'axe' is not in this faction" in second


def test_a_squad_tells_shape_names_and_bounds_together(tmp_path: Path) -> None:
    text = (
        "kind: squad\nid: odd\nrulebook: skirm3\nname: Odd\nfaction: shock-troops\ncolour: red\n"
        "units:\n  - {unit: gladiator}\n  - {unit: gunner, gear: [trident]}\n"
    )
    found = skirm.told(tmp_path, text)
    assert "colour: this key is not known here" in found[0]
    assert any("gladiator" in line for line in found)
    assert any("trident" in line for line in found)


def test_a_mission_tells_map_and_environment_together(tmp_path: Path) -> None:
    text = (
        "kind: mission\nid: odd\nrulebook: skirm3\nname: Odd\nbriefing: Odd.\n"
        "map: nowhere\nenvironment: vacuum\nturns: many\n"
    )
    found = "\n".join(skirm.told(tmp_path, text))
    assert "skirm3 has no map 'nowhere'" in found
    assert "skirm3 has no environment 'vacuum'" in found
    assert "turns: a whole number is wanted" in found


@pytest.mark.clause("openfire.module.load-check")
def test_a_module_tells_shape_references_nesting_and_rules_together(tmp_path: Path) -> None:
    text = changed(
        openfire.MODULE,
        ("points: 20", "points: some"),
        ("special: [Rapid Fire]", "special: [Rapid Fir]"),
        ("weapons: [rifle]", "weapons: [musket]"),
        ("lay: [{piece: wall,", "lay: [{piece: fence,"),
        ("rules: {formation: 5}", "rules: {formatin: 5}"),
        ("units: [squad]}", "units: [squd]}"),
    )
    found = "\n".join(openfire.told(tmp_path, text))
    for words in ("units.squad.points", "Rapid Fir", "musket", "fence", "formatin", "squd"):
        assert words in found, (words, found)


def test_a_map_of_dots_tells_shape_and_places_together(tmp_path: Path) -> None:
    text = changed(
        skirmishers.MAP, ("name: Gate\n", "name: Gate\nclimate: wet\n"), ("h1, h2", "z1, h2")
    )
    found = "\n".join(skirmishers.told(tmp_path, "gate.yaml", text))
    assert "climate: this key is not known here" in found
    assert "z1" in found


def test_a_mission_of_dots_tells_map_and_forces_together(tmp_path: Path) -> None:
    text = changed(
        skirmishers.MISSION,
        ("map: ./gate.yaml", "map: nowhere"),
        ("red: ./gate-watch.yaml", "red: nobody"),
        ("rounds: 6", "rounds: six"),
    )
    found = "\n".join(skirmishers.told(tmp_path, "at-the-gate.yaml", text))
    for words in ("no map 'nowhere'", "no force 'nobody'", "rounds: a whole number"):
        assert words in found, (words, found)


def test_a_position_of_skirmishers_tells_names_and_ground_beside_faulty_units(
    tmp_path: Path,
) -> None:
    text = (
        "rulebook: skirmishers\nname: Odd\nmap: 9x9\nred: {A: z9}\nblue: {B: c3}\n"
        "active: C\nfelled: [c4]\nplay: []\n"
    )
    found = "\n".join(skirmishers.told(tmp_path, "case.yaml", text))
    assert "z9" in found
    assert "active: there is no unit 'C'" in found
    assert "felled[1]: there is no tree at c4" in found
