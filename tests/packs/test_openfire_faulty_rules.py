"""A fault of a module is told once, where it is, and hides and invents no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat import packs
from battlemat.boards.plane import PlaneError, read_plane
from battlemat.kernel.errors import SetupError
from battlemat.packs.openfire.checks import check
from battlemat.packs.problems import ContentError
from battlemat.packs.yaml_source import read_text
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.table import Table, model, setup, unit

MODULE = Path(packs.__file__).parent / "content/openfire/modules/cinder-moons.yaml"


def faults(before: str, after: str) -> list[str]:
    text = MODULE.read_text(encoding="utf-8")
    assert before in text
    try:
        check("module", read_text(text.replace(before, after, 1), "a file"), None)
    except ContentError as error:
        return [str(problem) for problem in error.problems]
    return []


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("  Seeker:\n    kind: weapon", "  Seeker:\n    kind: waepon", "Seeker.kind"),
        ("  Drilled:\n    kind: unit", "  Drilled:\n    kind: unti", "Drilled.kind"),
        ("    param: number", "    param: nmber", "Hard Target.param"),
        ("    param: number", "    param: number\n    grants: [Fsat]", "Hard Target.grants[1]"),
        ("test: command, by: 1", "test: comand, by: 1", "Drilled.modify[1].test"),
        ("test: command, by: 1", "test: command", "Drilled.modify[1]"),
        ("test: command, by: 1", "test: command, by: 1, when: never", "Drilled.modify[1].when"),
        ("test: command, by: 1", "test: command, by: X", "Drilled.modify[1].by"),
        ("test: command, by: 1", "test: command, by: -X", "Drilled.modify[1].by"),
    ],
)
def test_a_faulty_special_rule_is_told_once_and_its_users_are_not(
    before: str, after: str, told: str
) -> None:
    found = faults(before, after)
    assert len(found) == 1, found
    assert f"special_rules.{told}:" in found[0]


@pytest.mark.clause("openfire.module.special-names")
def test_the_value_of_a_rule_may_count_against_its_unit() -> None:
    rule = {
        "kind": "unit",
        "param": "number",
        "text": "",
        "modify": [{"test": "command", "by": "-X"}],
    }
    table = Table(
        [unit("R1", model(special=["Doomed (3)"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (3000, 3000)},
        special_rules={"Doomed": rule},
    )
    (change,) = table.battle.units[0].power.changes
    assert (change.test, change.by) == ("command", -3)


def test_a_setup_whose_rule_has_no_value_to_count_is_refused() -> None:
    rule = {"kind": "unit", "text": "", "modify": [{"test": "command", "by": "X"}]}
    with pytest.raises(SetupError, match="param: number"):
        OPENFIRE.start(setup([unit("R1")], [unit("B1")], special_rules={"Doomed": rule}))


def test_one_faulty_part_of_a_board_hides_no_faults_between_the_others() -> None:
    def box(west: int, **more: object) -> dict[str, object]:
        return {"box": [west, 500, west + 300, 800], **more}

    board = {
        "table": [4800, 4800],
        "areas": [
            box(500, name="hill", level=1),
            box(700, name="mound", level=1),
            box(9000, name="far hill", level=1),
            box(2000, name="odd hill", level=0),
            box(2100, name="knoll", level=1),
        ],
        "parts": [
            box(2350, name="wall", keyword="barrier", height=50, sight="solid"),
            box(400, name="hedge", keyword="wrong"),
        ],
    }
    with pytest.raises(PlaneError) as wrong:
        read_plane(board)
    texts = "\n".join(fault.text for fault in wrong.value.faults)
    for name in ("hill and mound touch", "far hill: corner", "odd hill: level", "hedge: keyword"):
        assert name in texts
    assert "wall touches an edge of knoll" in texts
    assert "odd hill and knoll" not in texts  # of what is faulty itself nothing more is said
    assert ("parts", 0) in {fault.where for fault in wrong.value.faults}
