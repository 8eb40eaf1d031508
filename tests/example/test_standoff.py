"""The example of docs/rulebooks.md keeps the contract, and the page quotes it as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battlemat.example import rulebook
from battlemat.kernel.errors import SetupError
from battlemat.testing import check, typed_answers
from example.standoff import TOY

PAGE = Path(__file__).parents[2] / "docs" / "rulebooks.md"
EXAMPLE = Path(rulebook.__file__).parent


@pytest.mark.parametrize("batch", range(5))
def test_a_hundred_random_games_keep_the_contract(batch: int) -> None:
    tried = allowed = 0
    for number in range(20):
        report = check(TOY, {"tokens": number % 4}, f"{batch} {number}", every=1)
        tried, allowed = tried + report.typed, allowed + report.allowed
    assert tried > 500
    assert allowed > 100  # and the rest was refused with a clause


def test_a_wrong_setup_is_told_with_what_would_be_right() -> None:
    with pytest.raises(SetupError, match="tokens: 0 to 99 is wanted, not -1"):
        TOY.start({"tokens": -1})


def test_the_page_quotes_the_example_as_it_is() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in sorted(EXAMPLE.glob("*.py")))
    quoted = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    shown = [block for block in quoted if not block.startswith("# not in the example")]
    assert len(shown) >= 5
    for block in shown:
        for part in block.strip().split("\n\n\n"):
            assert part.strip() in source, f"the example has changed; the page still says:\n{part}"


def test_thousands_of_typed_answers_are_offered_allowed_or_refused_alike() -> None:
    tried = typed_answers(TOY, [{"tokens": 2}], 3_000)
    assert tried.typed >= 3_000
    assert 0 < tried.allowed < tried.typed
    assert set(tried.kinds) == {"action", "re-roll"}
