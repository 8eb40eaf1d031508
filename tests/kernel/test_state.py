"""State that is declared once: what a class of it can do, and which declarations are refused."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import pytest

from battlemat.kernel.state import State, apart, derived, held, plain_rows, shared


class Wound(NamedTuple):
    where: str
    depth: int


class Man(State, part=True):
    name: str = shared()
    hits: int = 3
    wounds: tuple[Wound, ...] = held(default=(), key=plain_rows)
    strength: int = derived("hits and name", init=False)

    def __post_init__(self) -> None:
        self.strength = self.hits + len(self.name)


def _only_where_it_rains(camp: Camp) -> tuple[object, ...]:
    return (camp.rain, camp.mud) if camp.rain else ()


class Camp(State):
    most: ClassVar[int] = 4
    men: list[Man] = held()
    rain: int = held(default=0, told=_only_where_it_rains)
    mud: int = held(default=0, told_with="rain")
    stores: dict[str, int] = held(factory=dict)
    scores: list[int] = held(factory=lambda: [0, 0])
    heat: int = derived("the stores", default=0, copied_from="warmth")
    listener: Any = apart("whoever listens to this one", default=None)

    @property
    def warmth(self) -> int:
        self.heat = self.stores.get("wood", 0)
        return self.heat


def camp() -> Camp:
    return Camp(men=[Man(name="Ann"), Man(name="Bob", hits=2)], stores={"wood": 2, "ale": 1})


def test_fields_are_taken_by_name_and_the_rest_begins_as_declared() -> None:
    bob = camp().men[1]
    assert (bob.name, bob.hits, bob.wounds, bob.strength) == ("Bob", 2, (), 5)
    assert camp().scores is not camp().scores
    with pytest.raises(TypeError, match="strength"):
        Man(name="Ann", strength=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="name"):
        Man()  # type: ignore[call-arg]


def test_there_is_no_place_for_what_is_not_declared() -> None:
    with pytest.raises(AttributeError):
        camp().flag = 1  # type: ignore[attr-defined]


def test_a_copy_holds_the_same_and_shares_nothing_that_changes() -> None:
    one = camp()
    one.listener = print
    two = one.copy()
    assert two == one
    assert two.listener is None
    assert two.heat == 2  # by the property, and not as it was
    two.men[0].hits = 0
    two.stores["wood"] = 0
    two.scores[0] = 9
    assert one == camp()
    assert two != one


def test_a_key_is_plain_and_in_the_order_of_the_declarations() -> None:
    one = camp()
    one.men[0].wounds = (Wound("arm", 2),)
    men = ((3, (("arm", 2),)), (2, ()))
    assert repr(one.key()) == repr((men, (("ale", 1), ("wood", 2)), (0, 0)))
    one.rain = 1
    assert one.key() == (men, 1, 0, (("ale", 1), ("wood", 2)), (0, 0))


def test_a_value_can_be_hashed_and_taken_back() -> None:
    ann = camp().men[0]
    before = ann.value()
    assert hash(before) == hash(camp().men[0].value())
    ann.hits, ann.wounds = 1, (Wound("arm", 2),)
    assert ann.value() != before
    ann.take(before)
    assert ann.value() == before


def test_battles_are_equal_by_value_and_parts_by_being_the_same() -> None:
    assert camp() == camp()
    anything: object = 7
    assert camp() != anything
    with pytest.raises(TypeError, match="unhashable"):
        hash(camp())
    ann = camp().men[0]
    assert ann != ann.copy()
    assert len({ann, ann.copy()}) == 2


def test_what_a_key_leaves_out_says_why() -> None:
    assert Camp.derived == {
        "Man.name": "never changes",
        "Man.strength": "hits and name",
        "heat": "the stores",
    }


def test_a_state_is_declared_in_one_class() -> None:
    with pytest.raises(TypeError, match="declared whole"):

        class More(Camp):
            pass


def test_a_fault_in_a_generated_method_shows_its_line() -> None:
    one = camp()
    del one.rain
    with pytest.raises(AttributeError) as caught:
        one.copy()
    assert "twin.rain = self.rain" in str(caught.getrepr())
