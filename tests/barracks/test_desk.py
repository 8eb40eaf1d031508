"""Building at the terminal: what is typed, what is told, what is saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from battlemat.barracks.desk import Desk
from battlemat.barracks.drafts import building, read
from battlemat.cli import main
from battlemat.kernel.errors import Misuse
from battlemat.kernel.words import MARKED, speaking
from battlemat.packs.building.values import Start

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")


def start(rulebook: str, id: str) -> Start:
    return next(one for one in building(rulebook).starts() if one.id == id)


def desk(rulebook: str = "skirm3", id: str = "shock-troops") -> Desk:
    return Desk(building(rulebook), start(rulebook, id).value)


def test_a_squad_is_built_line_by_line() -> None:
    one = desk()
    assert "Toland is UNQ" in "\n".join([*one.do("add toland"), *one.do("add Toland")])
    assert one.do("mend")[0] == "→ Leave out Toland"
    one.do("add strike-trooper")
    assert "Auto Rifle, Scope" in "\n".join(one.do("2 gear +scope"))
    assert "Scope" not in "\n".join(one.do("2 gear auto-rifle")[2:])
    assert "3 × Ayla" in "\n".join([*one.do("2 name Ayla"), *one.do("2 how-many 3")])
    assert "the cap of this game is 40" in "\n".join(one.do("cap 40"))
    assert one.do("cap")[-1] == "This may be played."
    one.do("undo")
    assert "3 × Ayla" not in "\n".join(one.standing())


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_part_of_every_entry_can_be_typed(rulebook: str) -> None:
    """Whatever `show` offers is taken as it is offered, one after another."""
    begun = next(one for one in building(rulebook).starts() if one.kind in READY)
    one = Desk(building(rulebook), begun.value)
    for n, row in enumerate(one.building.view(one.value).rows[:3], 1):
        for slot in row.slots:
            word = slot.label.lower().replace(" ", "-")
            said = {"number": str(slot.most), "flag": "yes", "text": "thing"}.get(slot.kind)
            told = said or slot.things[0].id
            assert one.do(f"{n} {word} {told}"), slot.label
            one.do("undo")


READY = ("squad", "force", "army")


@pytest.mark.parametrize(
    "line", ["foo", "add nobody", "drop 9", "1 gear", "7 name x", "cap many", "undo", "show"]
)
def test_what_cannot_be_done_is_told_in_one_line_and_changes_nothing(line: str) -> None:
    one = desk()
    before = one.text
    with pytest.raises(Misuse) as told:
        one.do(line)
    assert "\n" not in str(told.value)
    assert one.text == before


def test_what_the_desk_says_of_itself_is_said_in_sentences() -> None:
    one = desk()
    with speaking(MARKED):
        assert all("⟦" in line for line in one.do("help"))
        with pytest.raises(Misuse, match="⟦"):
            one.do("foo")


def test_a_squad_is_saved_edited_and_checked_by_commands(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    typed = "add toland\nadd strike-trooper\nfoo\nsave\n"
    made = CliRunner().invoke(
        main, ["squad", "new", "skirm3", "--from", "shock-troops", "--out", str(file)], input=typed
    )
    assert made.exit_code == 0, made.output
    assert "is nothing that can be done here" in made.output
    assert read(file.read_text())[1]["content"]["total"] == 37
    again = CliRunner().invoke(main, ["squad", "new", "skirm3", "--out", str(file)], input="save\n")
    assert again.exit_code == 1
    assert "is there already" in again.output
    assert CliRunner().invoke(main, ["squad", "check", str(file)]).exit_code == 0
    old = file.read_text().replace("toland: 14", "toland: 11")
    file.write_text(old.replace(read(old)[1]["content"]["mark"], "0" * 12))
    edited = CliRunner().invoke(main, ["squad", "edit", str(file)], input="add toland\nsave\n")
    assert "! toland cost 11 and costs 14 now" in edited.output
    assert "it may not be played as it is" in edited.output
    assert CliRunner().invoke(main, ["squad", "check", str(file)]).exit_code == 1
