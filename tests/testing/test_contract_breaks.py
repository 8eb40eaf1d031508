"""Each promise of the contract is broken once, in the example, and the contract says which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from battlemat.example import rules as standoff
from battlemat.kernel.errors import Refusal, RuleBug
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Condition, Handle, Piece, Reading, Scene
from battlemat.kernel.verbs import Ask, Quick, Verb, Verbs
from battlemat.testing import check
from example.standoff import ACTION, FIRE, STEP, TOY, WAIT, Fire, Step, Toy, ToyBattle

Broken = Callable[[pytest.MonkeyPatch], None]


def _with(
    monkeypatch: pytest.MonkeyPatch,
    *verbs: Verb[ToyBattle, Any, Any],
    quick: Sequence[Quick[ToyBattle, int]] = (),
) -> None:
    """The question of each turn with other verbs."""
    ask: Ask[ToyBattle, int, Any] = replace(ACTION, verbs=Verbs(*verbs, quick=quick))
    monkeypatch.setattr(standoff, "ACTION", ask)


def offers_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    by_hand = Quick((FIRE,), lambda b, me: [Fire(b.side(1 - me)[0], "R1")], gain=1)
    _with(monkeypatch, FIRE, WAIT, quick=[by_hand])


def lists_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    _with(monkeypatch, replace(STEP, candidates=lambda _b, _me: ()), FIRE, WAIT)


def lists_too_little_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    by_hand = Quick((STEP,), lambda b, me: STEP.offered(b, me)[1:], gain=1)
    _with(monkeypatch, STEP, FIRE, WAIT, quick=[by_hand])


def lists_twice_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    by_hand = Quick((STEP,), lambda b, me: STEP.offered(b, me) * 2, gain=1)
    _with(monkeypatch, STEP, FIRE, WAIT, quick=[by_hand])


def refuses_without_a_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    right = FIRE.bar

    def bar(battle: ToyBattle, me: int, option: Fire) -> Refusal | None:
        return Refusal("no") if right(battle, me, option) is not None else None

    _with(monkeypatch, replace(FIRE, bar=bar), STEP, WAIT)


def says_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def fewer(battle: ToyBattle, me: int) -> list[Step]:
        return STEP.offered(battle, me)[:1]

    def same(battle: ToyBattle, me: int, _option: Step) -> Step:
        return fewer(battle, me)[0]

    _with(monkeypatch, replace(STEP, candidates=fewer, same=same), FIRE, WAIT)


def asks_an_unknown_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standoff, "ACTION", replace(ACTION, kind="deed"))


def cites_an_unknown_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standoff, "ACTION", replace(ACTION, because="toy.turn.dance"))


def has_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standoff.Stepped, "says", "{unit} walks to {nowhere}.")


def tells_what_it_does_not_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "events", ())


def hands_out_a_wrong_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def handle(self: Toy, battle: ToyBattle, _choice: Choice, option: Option) -> Handle:
        return Handle("weight", "Wait", answer=self.write(battle, option))

    monkeypatch.setattr(Toy, "handle", handle)


def hands_out_what_stands_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "handle", lambda _self, _b, _c, _o: Handle("wait", "Wait"))


def paints_a_piece_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    def scene(_self: Toy, _battle: ToyBattle) -> Scene:
        return Scene(5, 3, "squares", pieces=[Piece("R1", "One", "red", (0, 0))] * 2)

    monkeypatch.setattr(Toy, "scene", scene)


def paints_what_no_screen_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def scene(_self: Toy, _battle: ToyBattle) -> Scene:
        return Scene(5, 3, "squares", pieces=[Piece("R1", "One", "red", (0, 0), glyph="trebuchet")])

    monkeypatch.setattr(Toy, "scene", scene)


def is_in_an_unknown_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    def scene(_self: Toy, _battle: ToyBattle) -> Scene:
        moody = Piece("R1", "One", "red", (0, 0), conditions=[Condition("moody", "Moody")])
        return Scene(5, 3, "squares", pieces=[moody])

    monkeypatch.setattr(Toy, "scene", scene)


def measures_what_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "measure", lambda _self, _b, _one, _two: Reading())


def advises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "advise", lambda _self, _battle, _choice: ())


def advises_what_is_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "advise", lambda _self, _b, _c: [Fire("R1", "R2"), Fire("B1", "B2")])


def sees_nothing_at_a_glance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "glimpse", lambda _self, _battle, _choice: ())


def sees_what_is_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "glimpse", lambda _self, _b, _c: [Fire("R1", "R2"), Fire("B1", "B2")])


def is_worth_nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "worth", lambda _self, _battle, _player: float("nan"))


def has_facts_that_are_no_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "facts", lambda _self, battle: {"battle": battle})


def changes_when_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Toy.facts

    def facts(self: Toy, battle: ToyBattle) -> Any:
        battle.turn += 1
        return whole(self, battle)

    monkeypatch.setattr(Toy, "facts", facts)


def never_says_who_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "result", lambda _self, _battle: None)


BREAKS: list[tuple[Broken, str]] = [
    (offers_too_much, "is offered, and the rule forbids it"),
    (lists_too_little_by_hand, "is a candidate and legal, and not listed"),
    (lists_twice_by_hand, "something is listed twice"),
    (lists_too_little, "neither it nor its like is offered"),
    (refuses_without_a_clause, "is refused by no clause"),
    (says_it_is_the_same, "does not do the same as"),
    (asks_an_unknown_kind, "no kind of question"),
    (cites_an_unknown_clause, "there is no such clause"),
    (tells_what_it_does_not_name, "is no event that the rulebook names"),
    (has_no_words, "the words for"),
    (hands_out_a_wrong_text, "sends 'weight'"),
    (hands_out_what_stands_for_nothing, "stands for ''"),
    (paints_a_piece_twice, "share an id"),
    (paints_what_no_screen_knows, "which no screen knows"),
    (is_in_an_unknown_condition, "which no screen knows"),
    (measures_what_is_not_there, "laid to what is not there"),
    (advises_nothing, "nothing is advised"),
    (advises_what_is_illegal, "is advised, and not legal"),
    (sees_nothing_at_a_glance, "nothing is advised"),
    (sees_what_is_illegal, "is advised, and not legal"),
    (is_worth_nothing_known, "is worth nan"),
    (has_facts_that_are_no_json, "not plain JSON"),
    (changes_when_it_is_looked_at, "looking at a game changed it"),
    (never_says_who_won, "without a result"),
]


@pytest.mark.parametrize(("broken", "told"), BREAKS, ids=[one.__name__ for one, _ in BREAKS])
def test_a_broken_promise_is_noticed(
    broken: Broken, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    with pytest.raises(RuleBug) as bug:
        _play()
    assert told in str(bug.value)


def _play() -> None:
    for number in range(20):
        check(TOY, {"tokens": 2}, f"broken {number}", every=1)
