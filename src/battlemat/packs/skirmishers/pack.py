"""The pack of Skirmishers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlemat.packs.pack import FREE_FORM, Book, Cover, Pack, Positions, Readers
from battlemat.packs.skirmishers.shipped import RULEBOOK, SHIPPED

if TYPE_CHECKING:
    from battlemat.kernel.clauses import Register
    from battlemat.kernel.rulebook import Rulebook


def _rulebook(_name: str) -> Rulebook[Any]:
    from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS

    return SKIRMISHERS


def _sheet(register: Register, name: str) -> str:
    from battlemat.packs.skirmishers.sheets import skirmishers_sheet  # draws

    return skirmishers_sheet(register, name)


def _readers() -> Readers:
    from battlemat.packs.skirmishers import (
        building,
        checks,
        expected,
        forces,
        prices,
        scenarios,
        setups,
    )

    return Readers(
        build=setups.build_setup,
        kind_of=checks.kind_of_file,
        check=checks.check,
        report=checks.force_report,
        sheet=_sheet,
        positions=Positions(
            scenarios.skirmishers_setup,
            scenarios.KEYS,
            expected.FACTS,
            expected.skirmishers_unit_facts,
            scenarios.skirmishers_checks,
        ),
        kinds=checks.kind_checks,
        building=building.building,
        prices=prices.force_prices,
        living=forces.LIVING,
    )


_COVER = Cover(
    family=RULEBOOK,
    picture=Path(__file__).with_name("picture.jpg"),
    length="an hour",
    difficulty="some rules to learn",
)
_GLOSSARY = {
    "HP": "Hit points: the damage it can still take before it is out",
    "AP": "Action points: what moves and shots are paid for with",
    "TN": "Target number: what the dice must reach",
    "MODIFIER": "Added to the target number for wounds and stress",
    "ARMOR": "Armor: taken off the damage of every hit",
    "SMG": "Submachine gun",
    "PV": "Point value: what the unit costs in a force",
    "DAMAGE": "Damage of each hit; X is multiplied by how well the shot hit, B is blunt",
    "SHOTS": "How many shots one action fires",
    "RANGE": "Short and long range, in dots",
    "SLOT": "Where the weapon is carried",
    "ROUNDS": "How many rounds are left",
}

PACK = Pack(
    books={
        RULEBOOK: Book(
            about="Soldiers on hexes: action points, reaction fire, buildings and vehicles.",
            register="register.json",
            shipped=SHIPPED,
            usual={"mission": "chance-meeting"},
            cover=_COVER,
            glossary=_GLOSSARY,
        )
    },
    rules="battlemat.rulebooks.skirmishers",
    choices={"mission": "mission", "map": "map", "red": "squad", "blue": "squad"},
    terms={"free_form": FREE_FORM},
    fielded="force",
    listed="force",
    rulebook=_rulebook,
    readers=_readers,
    fills_in=True,
)
