"""Any two faults of a file are told together, and nothing else is: in every kind of file."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from battlemat.packs.checks import file_problems
from packs.faulty_files import KINDS, Kind

Told = frozenset[tuple[str, str]]


def told(folder: Path, kind: Kind, *faults: tuple[str, str]) -> Told:
    """What is told of a file with these faults: key and words, without lines."""
    for name, text in kind.beside:
        (folder / name).write_text(text, encoding="utf-8")
    text = kind.text
    for right, wrong in faults:
        assert right in text, (right, faults)
        text = text.replace(right, wrong, 1)
    file = folder / kind.name
    file.write_text(text, encoding="utf-8")
    return frozenset(
        (one.key, one.what.partition(", first in line")[0]) for one in file_problems(file)
    )


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_sound_file_has_nothing_to_tell(tmp_path: Path, kind: Kind) -> None:
    assert told(tmp_path, kind) == frozenset()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_any_two_faults_are_told_together_and_nothing_else(tmp_path: Path, kind: Kind) -> None:
    alone = {fault: told(tmp_path, kind, fault) for fault in kind.faults}
    assert all(alone.values()), [fault for fault, lines in alone.items() if not lines]
    differ = []
    for one, two in combinations(kind.faults, 2):
        both = told(tmp_path, kind, one, two)
        wanted = alone[one] | alone[two]
        if both != wanted:
            differ.append((one[1], two[1], "hidden", wanted - both, "invented", both - wanted))
    assert not differ, "\n".join(map(str, differ))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path, kind: Kind) -> None:
    alone = {fault: told(tmp_path, kind, fault) for fault in kind.faults}
    assert told(tmp_path, kind, *kind.faults) == frozenset().union(*alone.values())
