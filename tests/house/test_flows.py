"""Every flow that is called is driven, and none yields by itself; tried on bad examples as well."""

from __future__ import annotations

import pytest

from house import flows
from house.sources import project, rooms, snippet

ROLL = "from battlemat.kernel.questions import roll\n"
THIRD = snippet("battlemat.rulebooks.skirm.third", "def hurt(unit: int) -> Flow[None]: ...")
FLOWS = {
    "battlemat.kernel.questions": {"roll"},
    "battlemat.rulebooks.skirm.third": flows.flow_functions(THIRD.tree),
}


def test_a_bare_yield_stands_in_the_kernel_alone() -> None:
    assert [fault for module in rooms("rulebooks") for fault in flows.bare_yields(module)] == []


def test_a_bare_yield_is_noticed() -> None:
    text = "def strike() -> Flow[int]:\n    face = yield Roll(1)\n    return face"
    assert flows.bare_yields(snippet("battlemat.rulebooks.skirm.third", text))


def test_every_call_of_a_flow_is_driven() -> None:
    known = {module.name: flows.flow_functions(module.tree) for module in project()}
    books = rooms("rulebooks")
    assert sum(len(known[module.name]) for module in books) > 50, "flows are found by their notes"
    parts = flows.flow_parts(rooms("kernel", "rulebooks"))
    assert [fault for module in books for fault in flows.lost(module, known, parts)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from battlemat.rulebooks.skirm import third\nthird.hurt(1)",
        "from battlemat.rulebooks.skirm import third as dice\ndice.hurt(1)",
        "from battlemat.rulebooks.skirm.third import hurt\nhurt(1)",
        "from battlemat.rulebooks.skirm.third import hurt as harm\nharm(1)",
        "import battlemat.rulebooks.skirm.third\nbattlemat.rulebooks.skirm.third.hurt(1)",
        "from battlemat.rulebooks.skirm.third import hurt\nresult = hurt(1)",
        "def push() -> 'Flow[None]': ...\npush()",
        ROLL + "roll(1, 2, 6)",
        "def a():\n    def inner() -> Flow[None] | None: ...\n    inner()",
    ],
)
def test_a_flow_that_is_called_and_not_driven_is_noticed(text: str) -> None:
    assert flows.lost(snippet("battlemat.rulebooks.skirm.combat", text), FLOWS)


@pytest.mark.parametrize(
    "text",
    [
        "def do() -> Flow[None]:\n    yield from third.hurt(1)",
        "def do() -> Flow[None]:\n    return third.hurt(1)",
        "def do() -> Flow[None]:\n    return third.hurt(1) if far else third.hurt(2)",
        "counted = tally('hurt', lambda: third.hurt(1))",
        "other.hurt(1)",
    ],
)
def test_a_flow_that_is_driven_or_handed_on_is_fine(text: str) -> None:
    text = f"from battlemat.rulebooks.skirm import third\n{text}"
    assert flows.lost(snippet("battlemat.rulebooks.skirm.combat", text), FLOWS) == []


@pytest.mark.parametrize(
    "text",
    [
        "class Verb:\n    def do(self) -> Flow[None]: ...",
        "class Verb:\n    do: Callable[[Battle], Flow[None]] | None",
        "Doer = Callable[[Battle], Flow[None]]\nclass Verb:\n    do: Doer",
    ],
)
def test_a_flow_that_an_object_offers_is_noticed_too(text: str) -> None:
    parts = flows.flow_parts([snippet("battlemat.kernel.verbs", text)])
    assert parts == {"do"}
    caller = snippet("battlemat.rulebooks.skirm.combat", "def act(verb):\n    verb.do(battle)")
    assert flows.lost(caller, FLOWS, parts)
    assert flows.lost(caller, FLOWS) == []
