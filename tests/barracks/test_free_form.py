"""Free form: squads that break the rules of building are played where both players agree."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from battlemat.barracks.drafts import building, write
from battlemat.campaigns.battles import setup_of
from battlemat.campaigns.forces import spent
from battlemat.campaigns.ledger import Ledger
from battlemat.campaigns.standing import stand
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.packs.campaigns.files import shipped
from battlemat.packs.campaigns.values import YOU
from battlemat.packs.problems import ContentError
from battlemat.packs.registry import find
from battlemat.packs.setups import build_setup
from battlemat.packs.shipped import Sent
from battlemat.tables.shipped_catalogue import ShippedCatalogue

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
READY = ("squad", "force", "army")


def too_much(rulebook: str) -> dict[str, Any]:
    """A ready squad twice over, or riflemen worth more than a mission allows."""
    value = next(one.value for one in building(rulebook).starts() if one.kind in READY)
    if rulebook == "skirmishers":
        riflemen = {"primary": "rifle", "secondary": "pistol", "count": 5}
        return {**value, "pv_limit": 1000, "units": [riflemen]}
    return {**value, "units": [*value["units"], *deepcopy(value["units"])]}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_breaks_the_rules_of_building_is_played_where_both_agree_to_free_form(
    rulebook: str,
) -> None:
    value = too_much(rulebook)
    assert not building(rulebook).judge(value).legal
    squad = Sent.of(write(value))
    for by_book in (None, "no"):
        with pytest.raises(ContentError):
            build_setup(rulebook, red=squad, free_form=by_book)
    setup = build_setup(rulebook, red=squad, free_form="yes")
    game = Game(find(rulebook), setup, dice=SeededDice("one"))
    assert game.question is not None


def test_an_army_of_two_factions_is_free_form() -> None:
    value = too_much("openfire")
    mixed = {**value, "units": [*value["units"], "thralls"]}
    setup = build_setup("openfire", red=Sent.of(write(mixed)), free_form="yes")
    assert "Vesh" in str(setup["armies"]["red"])


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_free_form_is_chosen_where_a_game_is_set_up_and_is_not_the_usual(rulebook: str) -> None:
    choices = {one["key"]: one for one in ShippedCatalogue().choices(rulebook)}
    assert choices["free_form"]["default"] == "no"
    assert [one["id"] for one in choices["free_form"]["options"]] == ["no", "yes"]
    with pytest.raises(ContentError, match="'no'"):
        build_setup(rulebook, free_form="perhaps")


def test_nobody_who_is_unknown_comes_in_free_form() -> None:
    value = too_much("skirm3")
    strange = Sent.of(write({**value, "units": [*value["units"], {"unit": "dragon"}]}))
    with pytest.raises(ContentError, match="dragon"):
        build_setup("skirm3", red=strange, free_form="yes")


def test_a_force_that_has_grown_fights_though_it_costs_more_than_is_usual() -> None:
    """What it may spend is the campaign's, and was checked when it was spent."""
    (file,) = shipped("openfire").values()
    standing = stand(Ledger(file.read_text(encoding="utf-8"), "one"))
    force = standing.forces[YOU]
    grown = force._replace(text=spent("openfire", force.text, 600), cap=600)
    standing.forces[YOU] = grown
    assert Game(find("openfire"), setup_of(standing), dice=SeededDice("one")).question
