"""A guide is played to its end by somebody who does what it says and nothing else, in every game.

At every question there is a note, what it points at is offered, each step that is counted comes,
and every figure in its words is the rulebook's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Handle
from battlemat.packs import registry
from battlemat.packs.checks import check_file
from battlemat.packs.setups import build_setup
from battlemat.packs.teaching.guides import guides
from battlemat.players.hint import suggest
from battlemat.players.registry import make
from battlemat.players.tree import Effort
from packs.following import Moment, note_on, pointed, step_at

NAMES = registry.names()
SOME = 3
"""Games that are followed to their end with each guide."""


class Follower:
    """Sits at the guide's seat, reads every step, and answers what is pointed at."""

    def __init__(self, name: str, seed: str) -> None:
        (self.guide,) = guides(name)
        self.told: list[Event] = []
        setup = build_setup(name, **self.guide.choices)
        self.game: Game[Any] = Game(
            registry.find(name), setup, dice=SeededDice(seed), log=self.told.append
        )
        self.opponent = make(self.guide.opponent, seed)
        self.said: list[int] = []

    def play(self) -> None:
        while (question := self.game.question) is not None:
            assert isinstance(question, Choice)
            if question.player == self.guide.seat:
                self.answer(question)
            else:
                self.game.answer(self.opponent.answer(self.game))
        self.read(Moment(told=self._kinds(), over=True))

    def answer(self, question: Choice) -> None:
        handles = self.handles(question)
        words = {one.text.partition(" ")[0] for one in handles}
        self.read(Moment(question.kind, words, self._kinds()))
        note = note_on(self.guide, question.kind)
        assert note is not None, f"the guide does not know what '{question.kind}' is"
        scene = self.game.rulebook.scene(self.game.battle)
        found = pointed(note, handles, scene, self.guide.seat)
        assert found is not None, f"'{note.title}' points at none of {sorted(words)}"
        if found.handle is None:
            self.game.answer(suggest(self.game, Effort(nodes=30)).best.option)
        else:
            self.game.answer(self.game.read(found.handle.answer))

    def handles(self, question: Choice) -> list[Handle]:
        handle = self.game.rulebook.handle
        return [handle(self.game.battle, question, option) for option in question.listed]

    def read(self, moment: Moment) -> None:
        """Whatever the guide says now, one step after the other."""
        while (number := step_at(self.guide, self.said, moment)) is not None:
            self.said.append(number)

    def _kinds(self) -> set[str]:
        return {event.kind for event in self.told}


@pytest.mark.parametrize("name", NAMES)
def test_who_follows_the_guide_comes_to_the_end_and_has_read_every_step_that_is_counted(
    name: str,
) -> None:
    for seed in range(SOME):
        follower = Follower(name, f"guided {seed}")
        follower.play()
        assert follower.game.result is not None
        steps = follower.guide.steps
        counted = [n for n, step in enumerate(steps) if not step.perhaps]
        missed = [steps[n].title for n in counted if n not in follower.said]
        assert not missed, f"counted, but not said in game {seed}: {missed}"


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_answered_the_guide_has_a_note_for_every_question(name: str) -> None:
    (guide,) = guides(name)
    for seed in range(SOME):
        game: Game[Any] = Game(
            registry.find(name), build_setup(name, **guide.choices), dice=SeededDice(f"any {seed}")
        )
        player = make("random" if seed % 2 else "sergeant", f"any {seed}")
        while (question := game.question) is not None:
            assert isinstance(question, Choice)
            if question.player == guide.seat:
                assert note_on(guide, question.kind) is not None, question.kind
            game.answer(player.answer(game))


@pytest.mark.parametrize("name", NAMES)
def test_a_step_about_a_question_says_what_to_answer(name: str) -> None:
    (guide,) = guides(name)
    for step in guide.steps:
        assert bool(step.do) >= (step.moment == "asks"), step.title
        if step.moment == "offers" and step.do:
            assert step.do == (step.word,), step.title


# ---------------------------------------------------------------------- figures

Source = str | Callable[[Any], object]
"""Where a figure comes from: a clause that states it, or the battle that is played."""
SKIRM: dict[str, Source] = {
    "gives 1 point": lambda battle: battle.mission.scoring[0].points,
    "After 3 turns": lambda battle: battle.mission.turns,
    "has 3 actions": lambda battle: shared(battle, "act"),
}
EARLY: dict[str, Source] = {
    "up to 4 squares": lambda battle: shared(battle, "mov"),
    "fails costs 1 HIT": "damage.hit",
    "At 0 it is": "damage.out",
    "changes it by 1": "orders.change",
}
FIGURES: dict[str, dict[str, Source]] = {
    "skirm3": {**SKIRM, "cost 1 each": "action.repeat", "and 1 more": "action.repeat"},
    "skirm2": {
        **SKIRM,
        **EARLY,
        "a dash 1 more": lambda battle: battle.edition.dash_squares,
        "and a 1 is rolled on": "combat.strike",
    },
    "skirm1": {
        **SKIRM,
        **EARLY,
        "a dash 2 more": lambda battle: battle.edition.dash_squares,
        "and a 1 hits twice": "combat.strike",
        "At 0 it is": "damage.downed",
        "its ARM was 1 higher": lambda battle: battle.edition.cover_adds,
    },
    "openfire": {
        "gives 1 point": lambda battle: battle.mission.objectives[0].points,
        "After 4 rounds": lambda battle: battle.mission.rounds,
        "within 6 inches of your entry point": "reserve.whole-unit",
        "within 4 inches of their leader": "formation.range",
        "up to 6 inches": lambda battle: battle.units[0].card.models[0].most // 100,
        "costs 1 inch": "terrain.barrier",
        "goes 6 inches farther": "move.advance",
        "friendly unit within 8 inches": lambda battle: (
            battle.units[0].card.abilities[0].effects[0].who.within
        ),
        "within 1 inch of the flag": "objective.secure-who",
        "within 6 inches of it": "objective.control",
        "makes it 1 inch slower": "stress.effect",
        "worse by 1": "stress.effect",
    },
    "skirmishers": {
        "is worth 1 point": lambda battle: battle.field.scenario.points[0].points,
        "2 points go to each side": lambda battle: battle.field.scenario.points[1].points,
        "After 5 rounds": lambda battle: battle.field.scenario.rounds,
        "has 8 AP": lambda battle: shared(battle, "base_ap"),
        "open ground costs 1": "move.standard",
        "30 degrees costs 2 AP and has 1 shot": "arc.table",
        "60 costs 4 and has 2": "arc.table",
        "150 costs 6 and has 4": "arc.table",
        "needed, 6 before": "fire.base",
        "distance costs 1 AP": "explosive.throw-cost",
    },
}
WORDS = {"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4"}


def shared(battle: Any, what: str) -> object:
    """A figure that all units have on their cards."""
    (found,) = {getattr(unit.card, what) for unit in battle.units}
    return found


def stated(name: str, clause: str) -> list[str]:
    """The figures that a clause states, in its words and in its table."""
    found = registry.find(name).register.find(f"{name}.{clause}")
    assert found is not None, clause
    words = re.findall(r"[a-z]+|\d+", f"{found.rule} {found.table}".lower())
    return [WORDS.get(word, word) for word in words]


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_in_a_guide_is_the_rulebooks(name: str) -> None:
    (guide,) = guides(name)
    battle = registry.find(name).start(build_setup(name, **guide.choices))
    told = " ".join([guide.won, *(step.say for step in guide.steps)])
    for phrase, source in FIGURES[name].items():
        assert phrase in told, phrase
        figures = re.findall(r"\d+", phrase)
        if callable(source):
            assert figures == [str(source(battle))], phrase
        else:
            assert set(figures) <= set(stated(name, source)), (phrase, source)
        told = told.replace(phrase, "")
    assert not re.findall(r"\d", told), f"a figure that nothing stands behind: {told}"


@pytest.mark.parametrize("name", NAMES)
def test_how_the_battle_is_won_is_said_first_and_as_its_mission_has_it(name: str) -> None:
    (guide,) = guides(name)
    assert 60 < len(guide.won) < 330, "one card"
    assert "wins" in guide.won


def test_a_guide_that_answers_with_a_word_of_another_game_is_refused(tmp_path: Path) -> None:
    (guide,) = guides("skirm3")
    text = registry.book("skirm3").shipped.files("guide")[guide.id].read_text(encoding="utf-8")
    file = tmp_path / "odd.yaml"
    file.write_text(text.replace("do: [activate]", "do: [activate, secure]"), encoding="utf-8")
    (told,) = check_file(file)
    assert "skirm3 has no 'secure'" in told
