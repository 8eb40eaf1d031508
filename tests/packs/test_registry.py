"""One registry and one value for each pack: setups and choices for every rulebook."""

from __future__ import annotations

import subprocess
import sys

import pytest

from battlemat.packs import registry as rulebooks
from battlemat.packs import setups
from battlemat.packs.problems import ContentError


@pytest.mark.parametrize("rulebook", ["skirm1", "skirm2", "skirm3"])
def test_a_battle_needs_no_choice_at_all(rulebook: str) -> None:
    setup = setups.build_setup(rulebook)
    assert setup["edition"] == rulebook
    assert setup["squads"]["red"]["faction"] != setup["squads"]["blue"]["faction"]
    assert rulebooks.find(rulebook).start(setup) is not None


def test_what_is_chosen_is_taken_and_none_is_no_choice() -> None:
    setup = setups.build_setup("skirm3", mission="kill", map=None, red="red-rite")
    assert setup["mission"]["name"] == "Kill"
    assert setup["squads"]["red"]["name"] == "The Red Rite"
    assert setup["map"]["name"] == "Old Quarter"


def test_the_choices_of_a_rulebook_list_its_shipped_content() -> None:
    found = setups.choices("skirm3")
    assert list(found) == ["mission", "map", "red", "blue", "environment"]
    assert {entry.id for entry in found["mission"]} == {"secure", "kill", "infiltrate", "recon"}
    for key, name in setups.usual("skirm3").items():
        assert name in {entry.id for entry in found[key]}


def test_unknown_choices_and_rulebooks_are_answered_with_the_nearest() -> None:
    with pytest.raises(ContentError, match="skirm3 has no such choice; did you mean 'mission'"):
        setups.build_setup("skirm3", misson="kill")
    with pytest.raises(ContentError, match="no content is shipped for it; did you mean 'skirm3'"):
        setups.build_setup("skrim3")


@pytest.mark.parametrize("name", rulebooks.names())
def test_a_line_of_the_registry_leads_to_its_rulebook(name: str) -> None:
    pack = rulebooks.pack_of(name)
    assert rulebooks.find(name).name == name
    assert rulebooks.find(name.upper()) is rulebooks.find(name)
    assert rulebooks.book(name).about.endswith(".")
    assert rulebooks.book(name).shipped.rulebook == name
    assert pack.register(name).clauses == rulebooks.find(name).register.clauses
    assert set(rulebooks.book(name).usual) <= set(pack.choices)


def test_every_book_of_a_pack_is_registered() -> None:
    packs = {id(rulebooks.pack_of(name)): rulebooks.pack_of(name) for name in rulebooks.names()}
    assert sorted(name for pack in packs.values() for name in pack.books) == sorted(
        rulebooks.names()
    )


def test_an_unknown_rulebook_is_answered_with_the_nearest() -> None:
    with pytest.raises(rulebooks.UnknownRulebook, match="'skirmish'; did you mean 'skirmishers'"):
        rulebooks.find("skirmish")


def test_reading_rules_and_listing_content_loads_no_rules() -> None:
    code = (
        "import sys\n"
        "from battlemat.packs import library, registry\n"
        "for name in registry.names():\n"
        "    assert len(registry.register(name)) and library.missions(name), name\n"
        "found = [one for one in sys.modules if one.startswith('battlemat.rulebooks.')]\n"
        "assert all(one.count('.') == 2 for one in found), found\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
