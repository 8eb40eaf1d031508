"""The shelf: one door to the content of every rulebook."""

from __future__ import annotations

import pytest

from battlemat.packs import shelf
from battlemat.packs.problems import ContentError
from battlemat.rulebooks import shelf as rulebooks


@pytest.mark.parametrize("rulebook", ["skirm1", "skirm2", "skirm3"])
def test_a_battle_needs_no_choice_at_all(rulebook: str) -> None:
    setup = shelf.build_setup(rulebook)
    assert setup["edition"] == rulebook
    assert setup["squads"]["red"]["faction"] != setup["squads"]["blue"]["faction"]
    assert rulebooks.find(rulebook).start(setup) is not None


def test_what_is_chosen_is_taken_and_none_is_no_choice() -> None:
    setup = shelf.build_setup("skirm3", mission="kill", map=None, red="red-rite")
    assert setup["mission"]["name"] == "Kill"
    assert setup["squads"]["red"]["name"] == "The Red Rite"
    assert setup["map"]["name"] == "Old Quarter"


def test_the_choices_of_a_rulebook_list_its_shipped_content() -> None:
    found = shelf.choices("skirm3")
    assert list(found) == ["mission", "map", "red", "blue", "environment"]
    assert {entry.id for entry in found["mission"]} == {"secure", "kill", "infiltrate", "recon"}
    for key, name in shelf.usual("skirm3").items():
        assert name in {entry.id for entry in found[key]}


def test_unknown_choices_and_rulebooks_are_answered_with_the_nearest() -> None:
    with pytest.raises(ContentError, match="skirm3 has no such choice; did you mean 'mission'"):
        shelf.build_setup("skirm3", misson="kill")
    with pytest.raises(ContentError, match="no content is shipped for it; did you mean 'skirm3'"):
        shelf.build_setup("skrim3")
