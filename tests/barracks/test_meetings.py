"""Two units against each other: the odds are those of the game itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battlemat.barracks import workbench
from battlemat.barracks.desk import Desk
from battlemat.barracks.drafts import building, write
from battlemat.barracks.meetings import meet
from battlemat.kernel.errors import Misuse
from battlemat.kernel.odds import odds
from battlemat.kernel.scenario import play
from battlemat.packs.building.values import Start
from battlemat.packs.registry import find
from battlemat.packs.scenarios import read_scenario_text

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
READY = ("squad", "force", "army")


def ready(rulebook: str) -> list[Start]:
    return [one for one in building(rulebook).starts() if one.kind in READY]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_any_two_units_have_odds_that_add_up(rulebook: str) -> None:
    first, second = ready(rulebook)[:2]
    met = meet(rulebook, first.value, 1, second.value, 1)
    assert len(met) >= 2
    attacks = [attack for one in met for attack in one.attacks if attack.outcomes]
    assert attacks
    for attack in attacks:
        assert sum(chance for _, chance in attack.outcomes) + attack.missing == 1


def test_the_odds_are_those_of_the_game_itself() -> None:
    """The same two units as a scenario file, asked the same."""
    text = """\
rulebook: skirm3
map: 9x5
red: {A: {unit: shock-troops/strike-trooper, gear: [auto-rifle, scope], at: a3}}
blue: {B: {unit: the-swarm/warrior, at: g3}}
active: A
"""
    game = play(find("skirm3"), read_scenario_text(text))
    wanted = odds(game, game.judge("shoot A B auto-rifle").answer)
    draft = {"rulebook": "skirm3", "faction": "shock-troops"}
    units = [{"unit": "strike-trooper", "gear": ["auto-rifle", "scope"]}]
    enemy = {"rulebook": "skirm3", "faction": "the-swarm", "units": ["warrior"]}
    (attack,) = meet("skirm3", {**draft, "units": units}, 0, enemy, 0)[0].attacks
    assert dict(attack.outcomes) == dict(wanted.outcomes)
    assert dict(attack.outcomes)["B Downed"] > Fraction(1, 4)


@pytest.mark.parametrize(
    ("entry", "other", "told"), [(9, 0, "no entry 10"), (0, 99, "no entry 100")]
)
def test_who_is_not_there_meets_nobody(entry: int, other: int, told: str) -> None:
    first, second = ready("skirm3")[:2]
    with pytest.raises(Misuse, match=told):
        meet("skirm3", first.value, entry, second.value, other)


def test_units_of_two_modules_never_meet() -> None:
    by_module = {one.value["module"]: one.value for one in ready("openfire")}
    first, second = list(by_module.values())[:2]
    with pytest.raises(Misuse, match="two modules never meet"):
        meet("openfire", first, 0, second, 0)


def test_odds_are_asked_at_the_desk_and_by_the_page() -> None:
    start = next(one for one in ready("skirm3") if one.id == "tolands-line")
    desk = Desk(building("skirm3"), start.value)
    lines = "\n".join(desk.do("odds 1 hungry-tide 2"))
    assert "Toland (A) against Ripper (B)" in lines
    assert "% B Downed" in lines
    with pytest.raises(Misuse, match="two entries are wanted"):
        desk.do("odds 1")
    enemy = next(one for one in ready("skirm3") if one.id == "hungry-tide")
    told = workbench.odds("skirm3", write(start.value), 0, write(enemy.value), 1)
    shot = told["first"][0]["attacks"][0]
    assert sum(one["per_cent"] for one in shot["outcomes"]) == pytest.approx(100, abs=0.1)
    assert told["second"][-1]["attacks"]
