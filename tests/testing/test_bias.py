"""Biased play, tried on the example: it leans, and it notices a question without answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlemat.example import rules as standoff
from battlemat.kernel.dice import Stream
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.verbs import Verbs
from battlemat.testing import Bias, check, play_biased
from example.standoff import ACTION, STEP, TOY


def test_a_bias_chooses_among_verbs_and_not_among_options() -> None:
    plain, fond = Bias(), Bias({"wait": 40, "step": 1})
    often = {
        name: play_biased(TOY, {}, "toy", bias).verbs for name, bias in (("p", plain), ("f", fond))
    }
    assert often["f"]["wait"] > 4 * often["f"]["step"]
    assert often["f"]["wait"] / often["f"].total() > often["p"]["wait"] / often["p"].total()


def test_every_option_of_a_verb_may_come() -> None:
    steps = [standoff.Step("R1", (0, row)) for row in range(3)]
    stream = Stream("steps")
    drawn = {Bias().pick([*steps, standoff.Wait()], stream.below) for _ in range(300)}
    assert drawn == {*steps, standoff.Wait()}


def test_a_question_without_answers_is_a_bug_and_tells_where(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tired = replace(STEP, candidates=lambda b, me: () if b.turn > 3 else STEP.offered(b, me))
    monkeypatch.setattr(standoff, "ACTION", replace(ACTION, verbs=Verbs(tired)))
    with pytest.raises(RuleBug, match=r"game 'stuck', answer .* offers nothing"):
        play_biased(TOY, {}, "stuck", Bias())


def test_a_biased_game_keeps_the_contract() -> None:
    assert check(TOY, {}, "leaning", bias=Bias({"fire": 9})).game.result is not None
