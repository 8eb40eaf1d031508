"""What rulers and previews show is what happens: held against whole games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import NoSuchThing, Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs.openfire.setups import build_setup
from battlemat.rulebooks.openfire.chapters.attacks.arms import profile_of
from battlemat.rulebooks.openfire.chapters.secure import Secure
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.state.battle import Battle
from rules.openfire.table import Table

SEEDS = (1, 2)
UNASKED = ("weapon.heavy", "attack.advance-assault-only", "attack.declare")
"""Why an attack may be refused that a ruler does not ask about: what the unit did before."""


def game(seed: int) -> Game[Battle]:
    return Game(OPENFIRE, build_setup(), dice=SeededDice(f"shown {seed}"))


def questions(playing: Game[Battle], seed: int) -> Iterator[tuple[Choice, Random]]:
    """Every choice of a game that is played at random, before it is answered."""
    chance = Random(seed)
    while isinstance(question := playing.question, Choice):
        yield question, chance
        playing.answer(chance.choice(list(question.listed)))


def stands(battle: Battle, name: str) -> tuple[float, float] | None:
    unit, _, number = name.partition(".")
    found = battle.find(unit)
    stand = found.stands[int(number) - 1] if found else None
    return on_screen(battle.plane, stand.x, stand.y) if stand else None


@pytest.mark.clause("openfire.formation.proposal", "openfire.reserve.deploy")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_ghost_is_where_its_model_then_stands(seed: int) -> None:
    compared = 0
    playing = game(seed)
    for question, chance in questions(playing, seed):
        if question.kind not in ("move", "deploy", "arrival", "disembark", "followers"):
            continue
        option = chance.choice(list(question.listed))
        shapes = OPENFIRE.preview(playing.battle, question, option)
        ghosts = {s.label: s.points[0] for s in shapes if (s.kind, s.form) == ("ghost", "circle")}
        twin = playing.fork()
        twin.answer(option)
        while isinstance(twin.question, Choice) and twin.question.kind == "followers":
            twin.answer("followers auto")
        if isinstance(twin.question, Choice) and twin.question.kind == "free attack":
            continue
        for name, at in ghosts.items():
            found = stands(twin.battle, name)
            assert found in (at, None)  # None: it went aboard
            compared += found is not None
    assert compared > 50


@pytest.mark.clause("openfire.range.per-model", "openfire.target.screened", "openfire.los.blocked")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_ruler_says_of_a_target_is_what_an_attack_meets(seed: int) -> None:
    legal = 0
    playing = game(seed)
    for question, chance in questions(playing, seed):
        battle = playing.battle
        if question.kind != "attack":
            continue
        unit = battle.units[battle.active]
        foes = battle.foes(unit)
        for foe in chance.sample(foes, min(2, len(foes))):
            model = chance.choice(unit.alive)
            reading = OPENFIRE.measure(battle, unit.name_of(model), foe.id)
            facts = {fact.name: fact.value for fact in reading.facts}
            for weapon in {w.id: w for w in unit.card.models[model].weapons}.values():
                for number, printed in enumerate(weapon.profiles):
                    many = len(weapon.profiles) > 1
                    name = f"{weapon.id}/{printed.id}" if many else weapon.id
                    said = _promised(battle, facts, unit.index, model, weapon.id, number, name)
                    refused = _refused(playing, f"attack {unit.id} {name}:{model + 1}>{foe.id}")
                    if refused is not None and refused.endswith(UNASKED):
                        continue
                    assert said == (refused is None), (name, facts, refused)
                    legal += said
    assert legal > 5


def _promised(
    battle: Battle, facts: Any, unit: int, model: int, weapon: str, number: int, name: str
) -> bool:
    profile = profile_of(battle, battle.units[unit], model, weapon, number)
    assert profile is not None
    fit = facts["target"] == "valid" or (facts["target"] == "screened" and profile.blast)
    return fit and name in facts["range"].split(", ") and facts["sight"] != "blocked"


def _refused(playing: Game[Battle], text: str) -> str | None:
    """The clause by which an answer is refused; None if it is legal."""
    try:
        playing.read(text)
    except Refused as refused:
        return refused.refusal.because or "no clause"
    return None


@pytest.mark.clause("openfire.objective.secure-who")
def test_what_a_ruler_says_of_an_objective_is_what_may_be_secured() -> None:
    playing = game(3)
    asked = 0
    for question, _ in questions(playing, 3):
        if question.kind != "secure":
            continue
        battle = playing.battle
        unit = battle.units[battle.active]
        open_ = {one.objective for one in question.listed if isinstance(one, Secure)}
        for number, objective in enumerate(battle.mission.objectives):
            if battle.markers[number].gone or battle.markers[number].carrier >= 0:
                continue
            reading = OPENFIRE.measure(battle, unit.id, f"objective {objective.id}")
            facts = {fact.name: fact.value for fact in reading.facts}
            assert (facts["secure"] != "no") == (number in open_)
            asked += 1
    assert asked > 0


NEAR = Table(at={"R1": (1000, 1000), "B1": (2000, 1000)})
NAMES = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"\A(R1|B1|@|entry|objective|wall)?[-. ,]?[\d.,@-]{0,12}\Z"),
    st.just("R1." + "9" * 5000),
    st.just("9" * 5000 + ",1"),
    st.just("@" + "9" * 5000 + ",1"),
)


@given(NAMES)
def test_whatever_is_named_is_measured_or_told_to_be_nothing(name: str) -> None:
    for ends in ((name, "R1"), ("R1", name)):
        try:
            reading = OPENFIRE.measure(NEAR.battle, *ends)
        except NoSuchThing:
            continue
        assert reading.facts[0].name == "distance"
