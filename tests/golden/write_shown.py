"""Write down what every scenario shows; with names of scenarios, print what these show instead.

python tests/golden/write_shown.py
python tests/golden/write_shown.py skirmishers/vehicle/skid
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from battlemat.packs import registry
from battlemat.packs.scenarios import read_scenario
from battlemat.reader.shelf import SCENARIOS
from golden.shown import KEPT, digest, place, shown


def main(wanted: list[str]) -> None:
    rows = []
    for file in sorted(SCENARIOS.rglob("*.yaml")):
        if wanted and place(file) not in wanted:
            continue
        scenario = read_scenario(file)
        if scenario.is_content:
            continue
        lines = shown(registry.find(scenario.rulebook), scenario)
        rows.append(f"{place(file)} {digest(lines)}\n")
        if wanted:
            print("\n".join(lines))
    if not wanted:
        KEPT.write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
