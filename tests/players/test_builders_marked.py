"""Building squads and leading campaigns at the terminal, in a language that marks every sentence.

What may stand outside the marks is listed in `marks`; here besides: the ids of a campaign's points
and the names made of them, and what is typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from battlemat.barracks.desk import Desk
from battlemat.barracks.drafts import building
from battlemat.cli import main
from battlemat.kernel.words import ENGLISH, MARKED, speak
from battlemat.packs.registry import names
from marks import CONTENT, unmarked

LINES = (
    "show",
    "1",
    "add",
    "drop 1",
    "undo",
    "cap 1",
    "mend",
    "cap",
    "help",
    "odds",
    "xyzzy",
    "1 name",
)
BUILT = ("skirm1", "skirm2", "skirm3", "openfire")
"""Why a force of Skirmishers needs an optional rule is not in the catalogue yet."""


@pytest.fixture(autouse=True)
def marks() -> Iterator[None]:
    speak(MARKED)
    yield
    speak(ENGLISH)


def texts(value: object) -> Iterator[str]:
    """The texts of a draft: names and ids that its writer gave."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for part in value.values() for text in texts(part))
    elif isinstance(value, (list, tuple)):
        yield from (text for part in value for text in texts(part))


@pytest.mark.parametrize("rulebook", BUILT)
def test_a_squad_is_built_in_words_of_the_catalogue(rulebook: str) -> None:
    found: dict[str, str] = {}
    for kind in {one.kind: one for one in building(rulebook).starts()}.values():
        desk = Desk(building(rulebook), kind.value)
        for line in LINES:
            try:
                told = "\n".join(desk.do(line))
            except Exception as error:
                told = str(error)
            aside = {line, *line.split(), *texts(desk.value)}
            found |= dict.fromkeys(unmarked(told.replace("-\n  ", "-"), aside), f"{line}: {told}")
    assert found == {}


@pytest.mark.parametrize("rulebook", names())
def test_a_campaign_is_led_in_words_of_the_catalogue(rulebook: str, tmp_path: Path) -> None:
    file = str(tmp_path / "campaign.jsonl")
    asked = (["new", rulebook, "--out", file], ["show", file], ["history", file])
    found: dict[str, str] = {}
    [story] = (CONTENT / rulebook / "campaigns").glob("*.yaml")
    ids = yaml.safe_load(story.read_text(encoding="utf-8"))["points"]
    points = {*ids, *(id.replace("-", " ").capitalize() for id in ids)}
    for words in asked:
        told = CliRunner().invoke(main, ["campaign", *words]).output
        found |= dict.fromkeys(unmarked(told, {file, *words, *points}), f"{words[0]}: {told}")
    assert found == {}
