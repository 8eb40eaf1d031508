"""The page on rulers names every fact that is told and every kind of shape that is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battlemat.kernel.scenario import play
from battlemat.packs import registry
from battlemat.packs.scenarios import read_scenario_text

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rulers.md").read_text("utf-8")
FILES = {
    "skirm": ("ruler", "sightlines", "previews", "drawing"),
    "openfire": ("ruler", "relations", "sightlines", "previews"),
}
KINDS = (
    r'(?:Shape|tile)\("([\w-]+)"',
    r'(?:_line|ring)\(\w+, "([\w-]+)"',
    r'kind\b.* = "([\w-]+)"',
)
"""How a kind is given: to a shape, to what makes one, or to a name first."""


def sources(rulebook: str) -> str:
    folder = ROOT / "src" / "battlemat" / "rulebooks" / rulebook / "screen"
    return "\n".join((folder / f"{name}.py").read_text("utf-8") for name in FILES[rulebook])


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(("rulebook", "title"), [("skirm", "Skirm"), ("openfire", "Open Fire")])
def test_every_fact_of_a_ruler_is_on_the_page(rulebook: str, title: str) -> None:
    told = set(re.findall(r'Fact\(\s*"([\w ]+)"', sources(rulebook)))
    told |= set(re.findall(r'fact\.name = "([\w ]+)"', sources(rulebook)))
    rows = re.findall(r"^\| (`.*?`) \|", section(title), re.M)
    listed = {name for row in rows for name in re.findall(r"`(.*?)`", row)}
    assert "distance" in told
    assert listed == told


@pytest.mark.parametrize("rulebook", FILES)
def test_every_kind_of_shape_is_on_the_page(rulebook: str) -> None:
    kinds = {kind for pattern in KINDS for kind in re.findall(pattern, sources(rulebook))}
    listed = set(re.findall(r"`([\w-]+)`", section("What is drawn")))
    assert "ghost" in kinds
    assert kinds <= listed


@pytest.mark.parametrize("text", re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S))
def test_every_scenario_on_the_page_holds(text: str) -> None:
    scenario = read_scenario_text(text, "page")
    assert scenario.plays[0].expect.rulers
    play(registry.find(scenario.rulebook), scenario)
