"""Any value of any file may be wrong in any way: that is told, and never ends in a bug of ours.

A bug of ours is not taken for a fault of the file either, whatever else is wrong with that file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlemat.packs.checks import file_problems
from battlemat.packs.places import Known, Lacking, Place, finish, go_on, place_of
from battlemat.packs.problems import ContentError
from battlemat.packs.schema import need, record, then, whole
from battlemat.packs.yaml_source import read_text
from packs.faulty_files import KINDS, Kind

JUNK: tuple[Any, ...] = (None, 7, "a b", [], {}, [[]], -1.5, True, {"a": 1})
GONE = object()


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if not isinstance(value, (dict, list)):
        return
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key)
        yield from paths(one, (*path, key))


def damaged(value: Any, path: tuple[str | int, ...], junk: Any) -> Any:
    copy = json.loads(json.dumps(value))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    if junk is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = junk
    return copy


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_damage_to_a_value_ends_in_a_bug_of_ours(tmp_path: Path, kind: Kind) -> None:
    for name, text in kind.beside:
        (tmp_path / name).write_text(text, encoding="utf-8")
    value = read_text(kind.text).value
    file = tmp_path / kind.name
    for n, path in enumerate(paths(value)):
        for junk in (GONE, JUNK[n % len(JUNK)]):
            file.write_text(json.dumps(damaged(value, path, junk)), encoding="utf-8")
            for problem in file_problems(file):
                assert problem.what.strip(), (path, junk)


def a_place(text: str = "a: 1\nb: {c: 2}\n") -> Place:
    return place_of(read_text(text))


@pytest.mark.parametrize("bug", [KeyError, TypeError, ValueError, AttributeError, IndexError])
def test_a_bug_of_ours_is_ours_although_the_file_has_a_fault(bug: type[Exception]) -> None:
    place = a_place()
    place.complain("something is wrong")

    def ours() -> None:
        raise bug("ours")

    with pytest.raises(bug):
        go_on(place, ours)


@pytest.mark.parametrize("bug", [KeyError, TypeError, ValueError, AttributeError, IndexError])
def test_a_second_check_with_a_bug_is_not_hushed_by_a_fault_that_the_first_found(
    bug: type[Exception],
) -> None:
    def ours(_value: Any, _place: Place) -> None:
        raise bug("ours")

    check = then(record(need(a=whole(0, 9), b=whole(0, 9))), ours)
    place = a_place("a: many\nb: 2\n")
    with pytest.raises(bug):
        check(place.source.value, place)
    assert [one.key for one in place.problems] == ["a"]  # the fault of the file was told, too


def test_a_check_that_lacks_what_was_complained_of_ends_quietly() -> None:
    place = a_place()
    (place / "a").complain("a word is wanted")
    value = Known([("b", {"c": 2})], ["a"])

    def later() -> None:
        (place / "b").complain("told before it is needed")
        value["a"].upper()

    go_on(place, later)
    assert [one.key for one in place.problems] == ["a", "b"]


def test_what_is_wrong_was_written_and_cannot_be_asked_for() -> None:
    value = Known([("b", 2)], ["a"])
    assert [key in value for key in "abc"] == [True, True, False]
    assert value.get("c", 3) == 3
    for ask in (value.get, value.pop, value.__getitem__):
        with pytest.raises(Lacking):
            ask("a")
    with pytest.raises(KeyError):
        value["c"]


def test_a_single_value_is_complained_of_once_and_a_list_as_often_as_it_is_wrong() -> None:
    place = a_place("one: 1\nmany: [2, 3]\n")
    (place / "one").complain("first")
    (place / "many").complain("too few")
    go_on(place, lambda: (place / "one").complain("second"))
    go_on(place, lambda: (place / "many" / 1).complain("not this"))
    with pytest.raises(ContentError) as told:
        finish(place)
    assert [one.what for one in told.value.problems] == ["first", "too few", "not this"]
