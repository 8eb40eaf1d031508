"""The page's types of the interface are those of the server's description, scenes included."""

from __future__ import annotations

import dataclasses
import runpy
from pathlib import Path

import pytest
from pydantic import BaseModel

from battlemat.kernel import scene
from battlemat.server.routes import scene_responses

ROOT = Path(__file__).parents[2]
DRAWN = ("Shape", "Piece", "Mark", "Spot", "Scene", "Handle", "Fact", "Reading")
ADDED = {"Handle": {"answer"}, "Reading": {"start", "end"}}
"""What the server tells beside the kernel's own fields."""


def test_the_types_of_the_page_are_not_stale() -> None:
    page = runpy.run_path(str(ROOT / "scripts" / "page.py"))
    told = page["TYPES"].read_text(encoding="utf-8")
    assert told == page["interface_types"](), "web/src/lib/interface.ts is stale: run `make types`"


@pytest.mark.parametrize("name", DRAWN)
def test_a_described_scene_has_the_fields_of_the_kernels_scene(name: str) -> None:
    described: type[BaseModel] = getattr(scene_responses, name)
    drawn = {field.name for field in dataclasses.fields(getattr(scene, name))}
    assert set(described.model_fields) == drawn | ADDED.get(name, set())
