"""Every test claims something that can be wrong; what finds others is tried on bad examples."""

from __future__ import annotations

import pytest

from house.assertions import always_holds, claims_nothing, modules_of_tests
from house.sources import snippet


def test_every_test_claims_something() -> None:
    assert claims_nothing(modules_of_tests()) == []


def test_no_claim_holds_whatever_happens() -> None:
    assert [fault for one in modules_of_tests() for fault in always_holds(one)] == []


@pytest.mark.parametrize(
    "text",
    [
        "def test_a():\n    game.answer('pass')",
        "def test_a():\n    game.result == 'red'",
        "def test_a():\n    for option in options:\n        print(option)",
        "async def test_a():\n    await game.answer('pass')",
        "def made():\n    assert x\n    return x\ndef test_a():\n    battle = made()",
        "def play(game):\n    pass\ndef test_a():\n    play(game)",
        "from battlemat.kernel.game import play\ndef test_a():\n    play(game)",
        "class TestIt:\n    def test_a(self):\n        self.game.step()",
        "def test_a():\n    subprocess.run(['ls'], check=False)",
    ],
)
def test_a_test_that_claims_nothing_is_noticed(text: str) -> None:
    assert len(claims_nothing([snippet("kernel.test_it", text)])) == 1


@pytest.mark.parametrize(
    "text",
    [
        "def test_a():\n    assert game.result == 'red'",
        "def test_a():\n    with pytest.raises(Refused):\n        game.answer('fly')",
        "def holds(x):\n    assert x\ndef test_a():\n    holds(1)",
        "def holds(x):\n    assert x\ndef twice(x):\n    holds(x)\ndef test_a():\n    twice(1)",
        "async def come():\n    assert x\ndef test_a():\n    asyncio.run(come())",
        "from battlemat.kernel.scenario import play\ndef test_a():\n    play(BOOK, scenario)",
        "def test_a():\n    expect(page.locator('h1')).to_have_text('Battlemat')",
        "def test_a():\n    subprocess.run(['ls'], check=True)",
    ],
)
def test_a_test_that_claims_something_passes(text: str) -> None:
    assert claims_nothing([snippet("kernel.test_it", text)]) == []


def test_a_claim_is_found_in_another_module() -> None:
    helper = snippet("rules.skirm.table", "def close(a, b):\n    assert abs(a - b) < 0.1")
    text = "from rules.skirm.table import close\ndef test_a():\n    close(1, 2)"
    assert claims_nothing([helper, snippet("rules.skirm.test_it", text)]) == []
    assert claims_nothing([snippet("rules.skirm.test_it", text)]) != []


@pytest.mark.parametrize(
    "text",
    [
        "assert True",
        "assert 1",
        "assert (x == 2, 'a comparison in brackets')",
        "assert 'a text'",
        "assert not None",
        "assert not False",
        "assert len(units) >= 0",
        "assert 0 <= len(units)",
        "assert len(units) > -1",
        "assert len(units) != -1",
        "assert isinstance(unit, object)",
        "assert unit.spent <= max(unit.ap, unit.spent)",
        "assert max(a, b) >= a",
        "assert min(a, b) <= a",
        "assert a == a",
        "assert unit.ap is unit.ap",
        "assert a in (a, b)",
        "assert x == 3 or True",
        "assert (one.is_fine for one in units)",
        "assert [one.is_fine, 3]",
        "assert lambda unit: unit.is_fine",
        "assert {'red': 1}",
        "assert bool('text')",
    ],
)
def test_a_claim_that_always_holds_is_noticed(text: str) -> None:
    assert len(always_holds(snippet("kernel.test_it", text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "assert x",
        "assert False",
        "assert len(units) > 0",
        "assert len(units) >= 1",
        "assert len(units) != 0",
        "assert isinstance(unit, Unit)",
        "assert unit.spent <= max(unit.ap, unit.given)",
        "assert unit.spent < max(unit.spent, unit.ap)",
        "assert unit.spent >= max(unit.spent, unit.ap)",
        "assert draw(7) == draw(7)",
        "assert a == b == a",
        "assert a in (b, c)",
        "assert x == 3 or x == 4",
        "assert [one for one in units if one.is_down]",
        "assert []",
        "assert {**told}",
    ],
)
def test_a_claim_that_can_be_wrong_passes(text: str) -> None:
    assert always_holds(snippet("kernel.test_it", text)) == []
