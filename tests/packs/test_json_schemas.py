"""Schemas say what the readers read: all that is shipped, and nothing that is broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from battlemat.packs import registry
from battlemat.packs.json_schemas import json_schema, kinds
from battlemat.packs.places import place_of
from battlemat.packs.yaml_source import Source, look_at_text, read_file
from battlemat.reader.shelf import SCENARIOS
from packs.faulty_files import KINDS, Kind
from packs.test_damaged_files import GONE, JUNK, damaged, paths

CONTENT = Path(registry.__file__).parent / "content"
PAIRS = [(name, kind) for name in registry.names() for kind in kinds(name)]


def told(check: Any, value: Any) -> list[str]:
    return [f"{one.instance_path}: {one.message}" for one in check.iter_errors(value)]


def validator(rulebook: str, kind: str) -> Any:
    return jsonschema_rs.validator_for(json_schema(rulebook, kind))


@pytest.mark.parametrize(("rulebook", "kind"), PAIRS)
def test_a_schema_is_one(rulebook: str, kind: str) -> None:
    schema = json_schema(rulebook, kind)
    assert jsonschema_rs.meta.is_valid(schema)
    assert json.loads(json.dumps(schema)) == schema


@pytest.mark.parametrize(("rulebook", "kind"), PAIRS)
def test_every_shipped_file_has_the_shape_of_its_schema(rulebook: str, kind: str) -> None:
    check = validator(rulebook, kind)
    shipped = registry.book(rulebook).shipped
    for name, file in shipped.files(kind).items():
        faults = [
            f"{one.instance_path}: {one.message}"
            for one in check.iter_errors(read_file(file).value)
        ]
        assert not faults, (name, faults[:3])


def test_every_scenario_of_ours_has_the_shape_of_its_schema() -> None:
    checks = {name: validator(name, "scenario") for name in registry.names()}
    files = sorted(SCENARIOS.rglob("*.yaml"))
    assert len(files) > 100
    for file in files:
        value = read_file(file).value
        faults = [
            f"{one.instance_path}: {one.message}"
            for one in checks[value["rulebook"]].iter_errors(value)
        ]
        assert not faults, (file.name, faults[:3])


def kind_and_book(source: Source) -> tuple[str, str]:
    book = source.value["rulebook"]
    return book, registry.pack_of(book).readers().kind_of(source)


STRUCTURAL = (" is missing", "this key is not known", "a list is wanted", " wanted, not ")
WHOLE = "or for the whole unit"
"""What one part may say for another is no matter of shape."""


def complaints(source: Source, rulebook: str, kind: str) -> list[str]:
    place = place_of(source)
    registry.pack_of(rulebook).readers().kinds(rulebook)[kind](source.value, place)
    return [one.what for one in place.problems]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_schema_refuses_what_the_reader_refuses_for_its_shape(kind: Kind) -> None:
    """And it refuses nothing that the reader takes."""
    source = look_at_text(kind.text)
    rulebook, name = kind_and_book(source)
    check = validator(rulebook, name)
    assert check.is_valid(source.value)
    differ = []
    for right, wrong in kind.faults:
        one = look_at_text(kind.text.replace(right, wrong, 1))
        differ += difference(one, rulebook, name, check, (right, wrong))
    for n, path in enumerate(paths(source.value)):
        for junk in (GONE, *(JUNK[(n + step) % len(JUNK)] for step in range(4))):
            one = Source("text", damaged(source.value, path, junk))
            differ += difference(one, rulebook, name, check, (path, junk))
    assert not differ, "\n".join(differ[:20])


def difference(source: Source, rulebook: str, name: str, check: Any, what: Any) -> list[str]:
    said = complaints(source, rulebook, name)
    shape = [line for line in said if any(words in line for words in STRUCTURAL)]
    shape = [line for line in shape if WHOLE not in line]
    valid = check.is_valid(source.value)
    if valid and shape:
        return [f"{what}: the schema takes it; the reader says {shape[0]}"]
    if not valid and not said:
        return [f"{what}: the reader takes it; the schema does not"]
    return []
