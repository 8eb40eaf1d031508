"""Every pair of optional chapters meets in at least one scenario: the table, and that it is whole.

A chapter is named by its switch. A file stands for a pair if both switches are on in it; the files
of `reader/scenarios/skirmishers/pairs` were written for pairs that nothing else showed.
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.scenario import play
from battlemat.packs.scenarios import read_scenario
from battlemat.reader.shelf import SCENARIOS
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS

FOLDER = SCENARIOS / "skirmishers"
SWITCHES = re.compile(r"switches: \[([^\]]*)\]")
CHAPTERS = (
    "advanced-explosives",
    "advanced-terrain",
    "crewed-weapons",
    "incendiary",
    "jet-packs",
    "large-targets",
    "morale",
    "movement-fire",
    "power-armor",
    "smoke",
    "vehicles",
)
TABLE = """
advanced-explosives advanced-terrain  terrain/swimming-with-less
advanced-explosives crewed-weapons    pairs/crew-launcher
advanced-explosives incendiary        pairs/launcher-fire
advanced-explosives jet-packs         pairs/launcher-jet
advanced-explosives large-targets     large/far-wall
advanced-explosives morale            pairs/launcher-morale
advanced-explosives movement-fire     pairs/launcher-movement-fire
advanced-explosives power-armor       pairs/suit-takes-and-drops
advanced-explosives smoke             pairs/launcher-smoke
advanced-explosives vehicles          pairs/law-from-the-saddle
advanced-terrain    crewed-weapons    pairs/crew-terrain
advanced-terrain    incendiary        pairs/fire-terrain
advanced-terrain    jet-packs         pairs/terrain-jet
advanced-terrain    large-targets     pairs/large-terrain
advanced-terrain    morale            pairs/terrain-morale
advanced-terrain    movement-fire     pairs/terrain-movement-fire
advanced-terrain    power-armor       power/flight
advanced-terrain    smoke             pairs/smoke-terrain
advanced-terrain    vehicles          terrain/swimmer-and-vehicle
crewed-weapons      incendiary        pairs/crew-fire
crewed-weapons      jet-packs         pairs/crew-jet
crewed-weapons      large-targets     pairs/crew-large
crewed-weapons      morale            pairs/crew-morale
crewed-weapons      movement-fire     pairs/crew-movement-fire
crewed-weapons      power-armor       pairs/crew-power
crewed-weapons      smoke             pairs/crew-smoke
crewed-weapons      vehicles          pairs/mounting-forfeits
incendiary          jet-packs         pairs/fire-jet
incendiary          large-targets     pairs/fire-large
incendiary          morale            pairs/fire-morale
incendiary          movement-fire     pairs/fire-movement-fire
incendiary          power-armor       pairs/fire-power
incendiary          smoke             pairs/fire-smoke
incendiary          vehicles          pairs/fire-under-wheels
jet-packs           large-targets     pairs/large-jet
jet-packs           morale            pairs/morale-jet
jet-packs           movement-fire     pairs/movement-fire-jet
jet-packs           power-armor       pairs/jet-power
jet-packs           smoke             pairs/smoke-jet
jet-packs           vehicles          pairs/jet-vehicles
large-targets       morale            pairs/large-morale
large-targets       movement-fire     pairs/movement-fire-large
large-targets       power-armor       pairs/large-power
large-targets       smoke             pairs/smoke-large
large-targets       vehicles          pairs/large-vehicles
morale              movement-fire     pairs/movement-fire-morale
morale              power-armor       pairs/morale-power
morale              smoke             pairs/smoke-morale
morale              vehicles          pairs/pinned-on-wheels
movement-fire       power-armor       pairs/two-weapons-on-the-move
movement-fire       smoke             pairs/smoke-movement-fire
movement-fire       vehicles          pairs/either-dot
power-armor         smoke             pairs/smoke-power
power-armor         vehicles          pairs/suit-in-the-saddle
smoke               vehicles          pairs/smoke-vehicles
"""
ROWS = [row.split() for row in TABLE.splitlines() if row]


def test_the_table_holds_every_pair_of_chapters_once() -> None:
    assert [(one, two) for one, two, _ in ROWS] == list(combinations(CHAPTERS, 2))


@pytest.mark.parametrize(("one", "two", "file"), ROWS, ids=lambda part: part)
def test_the_scenario_of_a_pair_plays_both_chapters(one: str, two: str, file: str) -> None:
    scenario = read_scenario(FOLDER / f"{file}.yaml")
    assert {one, two} <= set(scenario.setup["switches"])
    assert scenario.plays


@pytest.mark.parametrize(("one", "two", "file"), ROWS, ids=lambda part: part)
def test_the_scenario_of_a_pair_needs_both_chapters(
    one: str, two: str, file: str, tmp_path: Path
) -> None:
    """Without either switch the file is refused, or comes out otherwise."""
    text = (FOLDER / f"{file}.yaml").read_text(encoding="utf-8")
    listed = SWITCHES.search(text)
    assert listed is not None
    for switch in (one, two):
        left = [word for word in listed[1].split(", ") if word != switch]
        other = tmp_path / "other.yaml"
        other.write_text(
            text.replace(listed[0], f"switches: [{', '.join(left)}]"), encoding="utf-8"
        )
        with pytest.raises(BattlematError):
            play(SKIRMISHERS, read_scenario(other))
