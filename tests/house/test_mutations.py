"""The breaks that `make mutants` tries: each changes one place and leaves code that can be run."""

from __future__ import annotations

import ast
import builtins
import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

import mutants_judge
from mutants import read_map
from mutants_draw import Mutant, draw, shares
from mutants_readers import EVERY, readers
from mutants_report import BEGIN, END, SAME, Verdict, known, write
from mutants_watch import PROBE, probed
from mutations import Break, breaks

from battlemat.kernel.near import did_you_mean
from battlemat.rulebooks.skirmishers.chapters.vehicles import engine


def broken(text: str) -> list[str]:
    return [one.apply(text) for one in breaks(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = a < b", "x = (a <= b)"),
        ("x = a in b", "x = (a not in b)"),
        ("x = a and b", "x = (a or b)"),
        ("x = not a", "x = (a)"),
        ("x = a - b", "x = (a + b)"),
        ("x = a << b", "x = (a >> b)"),
        ("x = a if b else c", "x = (c if b else a)"),
        ("x = max(a)", "x = (min(a))"),
        ("x = f(a, b, c)", "x = (f(a, c, b))"),
        ("x.y = a", "pass"),
        ("x += a", "pass"),
        ("def f():\n    return a", "def f():\n    return None"),
        ("def f():\n    yield from g()", "def f():\n    pass"),
        ("while a:\n    break", "while a:\n    pass"),
        ("x = True", "x = (False)"),
    ],
)
def test_a_place_is_broken_in_its_own_way(text: str, expected: str) -> None:
    assert broken(text) == [expected]


def test_a_number_is_one_off() -> None:
    assert broken("x = 7") in (["x = (6)"], ["x = (8)"])


@pytest.mark.parametrize(
    "text",
    [
        '"""A text of 3 words."""',
        "import a.b",
        "Side = tuple[int, int]",
        "def f(x: Literal[3]) -> Literal[4]: ...",
        "if TYPE_CHECKING:\n    x = 3",
        "raise Wrong(3)",
        "__slots__ = ('a', 3)",
        "def __repr__(self):\n    return 3",
        "x = f'{a + 1}'",
        "KEPT = Memo('the board', bound=64)",
    ],
)
def test_what_decides_nothing_is_left_alone(text: str) -> None:
    assert broken(text) == []


def test_every_break_of_the_rules_leaves_a_module_that_can_be_read() -> None:
    drawn = draw(100, 7, "kernel/(dice|odds|game)|squares/reach|chapters/third")
    source = Path(__file__).parents[2] / "src"
    for mutant in drawn:
        text = (source / mutant.file).read_text(encoding="utf-8")
        now = mutant.made.apply(text)
        assert ast.dump(ast.parse(now)) != ast.dump(ast.parse(text)), mutant


def test_the_same_seed_draws_the_same_places() -> None:
    assert draw(20, 7, "kernel/dice") == draw(20, 7, "kernel/dice") != draw(20, 8, "kernel/dice")


def test_a_break_knows_its_function_and_keeps_the_rest() -> None:
    text = "@cache\ndef f(ä):\n    return 'ü' if ä else g(1)  # why\n\n\ndef g(x):\n    return x\n"
    found = {one.function for one in breaks(text)}
    assert found == {"f", "g"}
    swap = next(one for one in breaks(text) if one.kind == "branches")
    assert swap.apply(text).splitlines()[2] == "    return (g(1) if ä else 'ü')  # why"


def test_the_tests_of_a_place_are_those_that_come_by_fastest_first() -> None:
    lines = [
        {"test": "", "seconds": 0, "met": [8]},
        {"test": "slow", "seconds": 9.0, "met": [1, 2]},
        {"test": "fast", "seconds": 0.1, "met": [2, 8]},
        {"test": "endless", "seconds": 99.0, "met": [2]},
    ]
    watched = read_map("\n".join(map(json.dumps, lines)))
    assert watched.tests(2) == ["fast", "slow"]
    assert watched.tests(1) == ["slow"]
    assert watched.tests(3) == []
    assert watched.early == {8}


def test_who_reads_a_table_belongs_to_it_though_he_calls_nothing(tmp_path: Path) -> None:
    def file(name: str, text: str) -> Path:
        path = tmp_path / "tests" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    by_name = file("test_a.py", "from battlemat.kernel import dice\n")
    by_part = file("test_b.py", "def test():\n    from battlemat.kernel.dice import SIDES\n")
    other = file("test_c.py", "import battlemat.kernel.odds\n")
    table, inside = (
        Mutant("battlemat/kernel/dice.py", Break(1, 0, 1, 1, "6", "7", "constant", function))
        for function in ("", "roll")
    )
    found = readers([table, inside], [by_name, by_part, other], tmp_path)
    assert found == {0: EVERY | {"tests/test_a.py", "tests/test_b.py"}}
    lines = [
        {"test": "tests/test_c.py::test", "seconds": 0.1, "met": [0, 1]},
        {"test": "tests/test_a.py::test", "seconds": 0.2, "met": []},
        {"test": "tests/test_b.py::test", "seconds": 0.3, "met": [0]},
    ]
    watched = read_map("\n".join(map(json.dumps, lines)), found)
    assert watched.tests(0) == [f"tests/test_{letter}.py::test" for letter in "abc"]
    assert watched.tests(1) == ["tests/test_c.py::test"]


def test_probes_stand_before_the_places_that_will_be_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (
        "N = 3\n"
        "def f(a):\n"
        "    if a:\n"
        "        return 1\n"
        "    elif a is None:\n"
        "        return [x + 1 for x in (1, 2)]\n"
        "    return g(a)\n"
        "def g(a):\n"
        "    return a\n"
    )
    made = breaks(text)
    met: list[int] = []
    monkeypatch.setattr(builtins, PROBE, met.append)
    names: dict[str, Any] = {}
    exec(probed(text, enumerate(made)), names)

    def lines_met(value: object) -> list[int]:
        met.clear()
        names["f"](value)
        return sorted({made[number].line for number in met})

    assert lines_met(5) == [1, 4]
    assert lines_met(None) == [1, 5, 6]
    assert lines_met(0) == [1, 5, 7, 9]


def test_each_room_has_places_by_the_size_of_its_code() -> None:
    assert shares({"kernel": 10, "boards": 50, "skirm": 40}, 20) == {
        "kernel": 2,
        "boards": 10,
        "skirm": 8,
    }
    assert shares({"kernel": 1, "boards": 2, "skirm": 3}, 4) == {
        "kernel": 1,
        "boards": 1,
        "skirm": 2,
    }
    assert shares({"kernel": 1, "boards": 2}, 9) == {"kernel": 1, "boards": 2}


def test_a_break_keeps_its_name_when_other_lines_change(tmp_path: Path) -> None:
    def names(text: str) -> list[str]:
        home = tmp_path / "src" / "battlemat" / "kernel"
        home.mkdir(parents=True, exist_ok=True)
        (home / "it.py").write_text(text, encoding="utf-8")
        return [one.name for one in draw(9, 1, "", tmp_path)]

    text = "def f(a):\n    return g(a < 1, a < 1)\n"
    assert len(set(names(text))) == len(names(text)) == 5
    assert names(text) == names(f"import b\n\n\n{text}")


def test_the_page_keeps_a_row_for_each_seed_and_the_reasons() -> None:
    made = Break(5, 0, 5, 3, "old", "new", "removed", "f")
    mutant = Mutant("battlemat/kernel/dice.py", made)
    page = f"# Page\n\n{BEGIN}\n{END}\n\n{SAME}\n\n| {mutant.name} | dice | why |\n\n## Next\n"
    assert known(page) == {mutant.name}
    page = write(page, 7, [Verdict(mutant, "survives", "")])
    page = write(page, 3, [Verdict(mutant, "noticed", "tests/it.py::test")])
    page = write(page, 7, [Verdict(mutant, "survives", ""), Verdict(mutant, "endless", "")])
    rows = [line for line in page.splitlines() if line.startswith(("| 3", "| 7"))]
    assert rows == [
        "| 3 | 1 | 1 of 1 | 0 of 0 | 0 of 0 | 0 of 0 | 0 of 0 | 1 | 0 | 0 |",
        "| 7 | 2 | 1 of 2 | 0 of 0 | 0 of 0 | 0 of 0 | 0 of 0 | 1 | 1 | 0 |",
    ]
    assert Verdict(mutant, "survives", "").is_open(())
    assert not Verdict(mutant, "noticed", "").is_open(())


def test_a_function_that_is_loaded_can_be_broken_and_mended() -> None:
    file = "battlemat/kernel/near.py"
    path = Path(__file__).parents[2] / "src" / file
    text = path.read_text(encoding="utf-8")
    mutants_judge.note_functions()
    broken = text.replace("0 < len(words) <= MOST_LISTED", "0 < len(words) < 2")
    try:
        assert did_you_mean("tank", ["rifle", "sword"]) == "; the choices are rifle, sword"
        assert mutants_judge.give_new_code(file, "did_you_mean", broken)
        assert did_you_mean("tank", ["rifle", "sword"]) == ""
    finally:
        assert mutants_judge.give_new_code(file, "did_you_mean", text)
    assert did_you_mean("tank", ["rifle", "sword"]) == "; the choices are rifle, sword"


def test_what_a_function_has_made_while_modules_were_read_is_broken_with_it() -> None:
    file = "battlemat/rulebooks/skirmishers/chapters/vehicles/engine.py"
    text = (Path(__file__).parents[2] / "src" / file).read_text(encoding="utf-8")
    made, inner = engine._engine_bar, "from_saddle.<locals>.bar"
    mutants_judge.note_functions()
    whole = made.__code__
    broken = text.replace(
        "            return barred\n        rider =", "            pass\n        rider ="
    )
    try:
        assert mutants_judge.give_new_code(file, inner, broken)
        assert made.__code__ != whole
    finally:
        assert mutants_judge.give_new_code(file, inner, text)


@pytest.mark.parametrize(
    ("function", "was", "now"),
    [
        ("near", "cutoff: float = 0.6", "cutoff: float = 0.7"),  # made with the function
        ("near", "MOST_LISTED = 12", "MOST_LISTED = 11"),
        ("far", "folded[one]", "one"),  # there is no such function
    ],
)
def test_a_break_outside_of_loaded_code_is_handed_back(function: str, was: str, now: str) -> None:
    file = "battlemat/kernel/near.py"
    text = (Path(__file__).parents[2] / "src" / file).read_text(encoding="utf-8")
    mutants_judge.note_functions()
    assert was in text
    assert not mutants_judge.give_new_code(file, function, text.replace(was, now))


def test_a_break_that_goes_on_for_ever_is_told_by_its_own_time_and_not_by_the_clock() -> None:
    first = partial(mutants_judge.limit, 0.5)
    spins = subprocess.run([sys.executable, "-c", "while True: pass"], preexec_fn=first)
    waits = subprocess.run([sys.executable, "-c", "import time; time.sleep(1.5)"], preexec_fn=first)
    codes = mutants_judge.CODES
    assert codes[spins.returncode] == mutants_judge.ENDLESS
    assert codes[waits.returncode] == mutants_judge.SURVIVES
