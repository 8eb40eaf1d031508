"""A marker of a clause counts when code that cites it runs; here that is broken on purpose."""

from __future__ import annotations

from pathlib import Path

from battlemat.boards.plane import read_plane
from battlemat.rulebooks.openfire.screen import scene
from battlemat.rulebooks.skirm.chapters.combat import third
from clause_watch import (
    BOARDS,
    FEW,
    ROOMS,
    TESTS,
    Claims,
    Watch,
    cited_by,
    claiming_files,
    is_cited_anywhere,
)

CITED = "openfire.terrain.levels"
AREA = {"name": "hill", "level": 1, "outline": [[600, 600], [900, 600], [900, 900]]}


def test_a_test_that_runs_nothing_of_the_rules_shows_nothing() -> None:
    with Watch({CITED}) as watch:
        sorted([3, 1, 2], key=lambda n: -n)
    assert watch.missing == {CITED}


def test_a_test_that_runs_the_function_that_cites_shows_the_clause() -> None:
    plane = read_plane({"table": [2400, 2400], "areas": [AREA]})
    with Watch({CITED, "openfire.unit.attributes"}) as watch:
        scene.ground(plane)
    assert watch.missing == {"openfire.unit.attributes"}


def test_a_table_counts_for_functions_of_its_own_rulebook_alone() -> None:
    cited = {one.id for one in cited_by(third.hurt.__code__)}
    assert "special.swift" in cited
    assert "skirmishers.weapon.primary-table" not in cited
    assert cited_by(read_plane.__code__) == ()


def test_a_clause_that_all_its_tests_claim_and_none_shows_is_told() -> None:
    claims = Claims({CITED: {"tests/a.py::one", "tests/b.py::two"}})
    assert claims.broken() == {}, "they have not run yet"
    files = claiming_files()[CITED]
    tests = {f"{file}::test" for file in files}
    claims = Claims({CITED: tests}, ran=set(tests))
    assert claims.broken() == {CITED: sorted(tests)}
    assert Claims({CITED: tests}, {CITED}, set(tests)).broken() == {}
    assert Claims({CITED: tests}, ran=set(tests), is_partial=True).broken() == {}
    fewer = set(sorted(tests)[1:])
    assert Claims({CITED: fewer}, ran=fewer).broken() == {}, "other files claim it too"


def test_what_workers_have_counted_is_put_together() -> None:
    one, two = Claims({"a": {"x"}}, {"a"}, {"x"}), Claims({"a": {"y"}, "b": {"y"}}, set(), {"y"})
    one.add(two.plain())
    assert one == Claims({"a": {"x", "y"}, "b": {"y"}}, {"a"}, {"x", "y"})


def test_a_clause_is_cited_by_code_or_not() -> None:
    assert is_cited_anywhere(CITED)
    assert not is_cited_anywhere("openfire.no.clause")


def test_of_many_parameters_the_first_few_are_watched_for_each_clause() -> None:
    claims = Claims()
    watched = [claims.worth_watching(f"tests/a.py::test_b[{n}]", {CITED}) for n in range(FEW + 2)]
    assert watched == [{CITED}] * FEW + [frozenset()] * 2
    assert claims.worth_watching("tests/a.py::test_other[0]", {CITED}) == {CITED}
    claims.shown.add(CITED)
    assert claims.worth_watching("tests/a.py::test_third", {CITED}) == frozenset()


def test_boards_cannot_show_a_clause_and_are_not_watched() -> None:
    assert Claims().worth_watching(f"{BOARDS}test_sight.py::test_a", {CITED}) == frozenset()
    folder = TESTS / Path(BOARDS).name
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py")]
    assert texts
    assert not [room for room in ROOMS for text in texts if f"battlemat.{room}" in text]
