"""Whatever is brought to the builder: one clear message, nothing lost, nothing run."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.barracks import workbench
from battlemat.barracks.drafts import building, read, write
from battlemat.barracks.printing import printed
from battlemat.kernel.words import MARKED, speaking
from battlemat.packs.registry import BY_NAME
from battlemat.tables.building import build
from battlemat.tables.shipped_catalogue import ShippedCatalogue

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
READY = ("squad", "force", "army")
SCRIPT = "<script>alert('x')</script>"


def ready(rulebook: str) -> dict[str, Any]:
    starts = building(rulebook).starts()
    return next(one.value for one in starts if one.kind in READY)


def problem(rulebook: str, text: str) -> str:
    """What a page is told of a text, which must be one line."""
    told = build(ShippedCatalogue(), "look", rulebook, {"text": text, "changes": [], "cap": None})
    assert list(told) == ["problem"], told
    assert "\n" not in told["problem"]
    return str(told["problem"])


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_squad_of_every_other_rulebook_is_told_to_be_one(rulebook: str) -> None:
    for other in RULEBOOKS:
        if other != rulebook:
            text = write({**ready(other), "rulebook": other})
            assert f"this file is for {other}, not for {rulebook}" in problem(rulebook, text)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_ten_thousand_units_are_told_and_not_looked_at(rulebook: str) -> None:
    value = ready(rulebook)
    many = {**value, "units": [value["units"][0]] * 10_000}
    told = problem(rulebook, "\n".join([*_head(many), "units:", *["- {unit: x}"] * 10_000]) + "\n")
    assert "10000 entries; at most 200 are looked at" in told


def _head(value: dict[str, Any]) -> list[str]:
    return [f"{key}: {value[key]}" for key in ("kind", "id", "rulebook", "name")]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_ten_thousand_of_one_entry_are_a_fault_and_are_mended(rulebook: str) -> None:
    value = ready(rulebook)
    first = value["units"][0]
    row = {"unit": first} if isinstance(first, str) else dict(first)
    row.pop("names", None)
    shown = workbench.look(rulebook, write({**value, "units": [{**row, "count": 10_000}]}))
    assert not shown["verdict"]["legal"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_script_in_a_name_stays_a_name(rulebook: str) -> None:
    value = ready(rulebook)
    units = [{"unit": one} if isinstance(one, str) else dict(one) for one in value["units"]]
    units[0].pop("names", None)
    units[0]["name"] = SCRIPT
    text = write({**value, "name": SCRIPT, "units": units})
    assert read(text, rulebook)[1]["name"] == SCRIPT
    register = BY_NAME[rulebook].register(rulebook)
    for cap in (None, 0):  # as it may be played, and as it may not
        page = printed(register, text, cap)
        assert SCRIPT not in page
        assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    "text", ["\x00", "a: &a [*a]", "- " * 3000, "{" * 3000, "rulebook: [skirm3"]
)
def test_a_text_that_is_no_squad_is_told_in_one_line(text: str) -> None:
    assert problem("skirm3", text)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_a_builder_labels_is_said_in_the_players_language(rulebook: str) -> None:
    with speaking(MARKED):
        view = building(rulebook).view(ready(rulebook))
    labels = [slot.label for slot in view.head]
    labels += [slot.label for row in view.rows for slot in row.slots]
    labels += [shelf.label for shelf in view.shelves]
    assert [one for one in labels if "⟦" not in one] == []
