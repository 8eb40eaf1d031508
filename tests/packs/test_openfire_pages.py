"""The page on modules: its example can be played, and it names every key that there is."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.scenario import play
from battlemat.packs import checks, library
from battlemat.packs import registry as rulebooks
from battlemat.packs.openfire import setups as openfire
from battlemat.packs.openfire.boards import BOARD
from battlemat.packs.openfire.schema import ARMY, MISSION
from battlemat.packs.scenarios import read_scenario_text
from battlemat.packs.yaml_source import read_text
from battlemat.rulebooks.openfire.state.check import PICKS, STATS, UNTIL
from battlemat.rulebooks.openfire.state.policy import Policy
from battlemat.rulebooks.openfire.state.specials import TESTS, UNIT_RULES, WEAPON_RULES, WHENS

PAGE = (Path(__file__).parents[2] / "docs" / "modules.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)
FILES = [text for text in EXAMPLES if "kind" in read_text(text).value]
SCENARIOS = [text for text in EXAMPLES if "kind" not in read_text(text).value]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with every file that the page shows."""
    for text in FILES:
        (tmp_path / f"{read_text(text).value['id']}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.clause("openfire.module.contents")
def test_every_file_on_the_page_checks_clean_beside_the_others(folder: Path) -> None:
    kinds = {read_text(text).value["kind"] for text in FILES}
    assert kinds == {"module", "mission", "board", "army"}
    files = sorted(folder.iterdir())
    assert {file.name: checks.check_file(file) for file in files} == {f.name: [] for f in files}


def test_the_problem_that_the_page_shows_is_told_like_that(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    file = Path("frost-line.yaml")
    good = file.read_text("utf-8")
    file.write_text(good.replace("special: []", "special: [Stelth (2)]"), "utf-8")
    (line,) = checks.check_file(file)
    assert f"    {line}\n" in PAGE


@pytest.mark.clause("openfire.module.core-needs-module")
def test_the_module_on_the_page_makes_a_battle(folder: Path) -> None:
    module = str(folder / "frost-line.yaml")
    setup = openfire.build_setup(mission=module, red=f"{module}/watch", blue=f"{module}/raiders")
    game = Game(rulebooks.find("openfire"), setup)
    assert game.question is not None
    assert setup["board"]["name"] == "clearing"
    assert setup["module"]["army_word"] == "Patrol"


def test_the_files_on_the_page_make_another(folder: Path) -> None:
    setup = openfire.build_setup(
        mission=str(folder / "last-sledge.yaml"), red=str(folder / "second-watch.yaml")
    )
    assert setup["mission"]["name"] == "The Last Sledge"
    assert setup["board"]["name"] == "Long Clearing"
    assert setup["armies"]["red"]["units"][2]["leader"] == 2
    assert setup["armies"]["blue"]["name"] == "Long Knives"
    assert Game(rulebooks.find("openfire"), setup).question is not None


@pytest.mark.parametrize("text", SCENARIOS)
def test_every_scenario_on_the_page_holds(text: str) -> None:
    scenario = read_scenario_text(text, "page")
    play(rulebooks.find("openfire"), scenario)


@pytest.mark.clause("openfire.module.special-list", "openfire.module.overrides")
def test_the_page_names_every_key_word_and_special_rule() -> None:
    words = [*UNIT_RULES, *WEAPON_RULES, *TESTS, *WHENS, *PICKS, *UNTIL, *STATS]
    words += [field.name for field in fields(Policy)]
    words += [*MISSION, *BOARD, *ARMY]
    words += _keys_of_shipped_modules()
    shown = set(re.findall(r"[A-Za-z_][\w-]*(?: [A-Z]\w+)?", PAGE)) | set(re.findall(r"\w+", PAGE))
    missing = [word for word in dict.fromkeys(words) if word not in shown and word not in PAGE]
    assert missing == []


def _keys_of_shipped_modules() -> list[str]:
    """The keys of all blocks in the shipped modules whose keys are not ids."""
    found = []
    for name in library.shipped("openfire", "module"):
        value = library.load("openfire", "module", name).value
        found += [*value, *value["meta"], *value["army_rules"]]
        for block in ("units", "weapons", "abilities", "special_rules"):
            for row in value[block].values():
                found += list(row)
        for unit in value["units"].values():
            found += [key for model in unit["models"] for key in model]
    return found
