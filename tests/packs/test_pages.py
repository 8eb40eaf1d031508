"""The pages on content and scenarios: every example in them is read, and every scenario holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battlemat.kernel.scenario import play
from battlemat.packs import registry
from battlemat.packs.checks import check_file
from battlemat.packs.scenarios import read_scenario, read_scenario_text
from battlemat.packs.skirm import setups as skirm
from battlemat.packs.skirm.checks import kind_of_file
from battlemat.packs.yaml_source import read_text

DOCS = Path(__file__).parents[2] / "docs"


def examples(page: str) -> list[str]:
    """The whole files shown on a page; a mere part of a file is fenced as `yaml part`."""
    return re.findall(r"^```yaml\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.M | re.S)


@pytest.mark.parametrize("text", examples("scenarios.md"))
def test_every_scenario_on_the_page_holds(text: str) -> None:
    scenario = read_scenario_text(text, "page")
    if scenario.is_content:
        return  # what is wrong with it was held against its faults by reading
    play(registry.find(scenario.rulebook), scenario)


@pytest.mark.parametrize("name", registry.BY_NAME)
def test_the_page_on_play_tells_both_readings_of_every_clause_and_the_default(name: str) -> None:
    page = (DOCS / "play.md").read_text("utf-8")
    for one in registry.find(name).readings:
        printed, meant = one.print.rstrip("."), one.intent.rstrip(".")
        assert f"| `{one.clause}` | {printed} | {meant} | {one.default} |" in page


def test_every_content_file_on_the_page_checks_clean_beside_the_others(tmp_path: Path) -> None:
    texts = examples("content.md")
    assert len(texts) >= 5
    for text in texts:
        name = read_text(text).value["id"]
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    files = sorted(tmp_path.iterdir())
    assert {file.name: check_file(file) for file in files} == {file.name: [] for file in files}
    kinds = {kind_of_file(read_text(text)) for text in texts}
    assert kinds == {"faction", "squad", "map", "mission", "environment"}


def test_the_files_on_the_page_make_a_battle(tmp_path: Path) -> None:
    for text in examples("content.md"):
        name = read_text(text).value["id"]
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    setup = skirm.build_setup(
        "skirm3",
        mission=str(tmp_path / "hold-the-quay.yaml"),
        red=str(tmp_path / "night-shift.yaml"),
        blue="red-rite",
    )
    assert setup["map"]["name"] == "Old Quay"
    assert setup["mission"]["environment"]["name"] == "Harbour Fog"
    assert registry.find("skirm3").start(setup) is not None


CONTENT = sorted((DOCS.parent / "tests" / "scenarios" / "content").glob("*.yaml"))


@pytest.mark.parametrize("file", CONTENT, ids=lambda file: file.stem)
def test_content_that_must_be_refused_has_just_the_faults_that_are_named(file: Path) -> None:
    scenario = read_scenario(file)  # reading holds the content against its faults
    assert scenario.is_content
