"""The pack of Open Fire."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlemat.packs.openfire.shipped import RULEBOOK, SHIPPED
from battlemat.packs.pack import FREE_FORM, Book, Cover, Pack, Positions, Readers

if TYPE_CHECKING:
    from battlemat.kernel.clauses import Register
    from battlemat.kernel.rulebook import Rulebook


def _rulebook(_name: str) -> Rulebook[Any]:
    from battlemat.rulebooks.openfire.rulebook import OPENFIRE

    return OPENFIRE


def _sheet(register: Register, name: str) -> str:
    from battlemat.packs.openfire.sheets import openfire_sheet  # draws

    return openfire_sheet(register, name)


def _readers() -> Readers:
    from battlemat.packs.openfire import (
        armies,
        building,
        checks,
        expected,
        inside,
        modules,
        prices,
        scenarios,
        setups,
    )

    return Readers(
        build=setups.build_setup,
        kind_of=modules.kind_of_file,
        check=checks.check,
        report=checks.army_report,
        sheet=_sheet,
        positions=Positions(
            scenarios.openfire_setup,
            scenarios.KEYS,
            expected.FACTS,
            expected.openfire_unit_facts,
            scenarios.openfire_checks,
            sides=12,
        ),
        kinds=modules.kind_checks,
        building=building.building,
        prices=prices.module_prices,
        inside=inside.inside_modules,
        living=armies.LIVING,
    )


_COVER = Cover(
    family=RULEBOOK,
    picture=Path(__file__).with_name("picture.jpg"),
    length="an evening",
    difficulty="for those who like detail",
)
_GLOSSARY = {
    "MOV": "Movement: how many inches it may move",
    "SKL": "Skill: roll this or more on two dice to hit",
    "DEF": "Defence: roll this or more on two dice to save",
    "CMD": "Command: roll this or more on two dice to keep order",
    "HP": "Hit points: the damage it can still take before it is out",
    "ATT": "Attacks: how many dice the weapon rolls",
    "DMG": "Damage done by each hit that is not saved",
    "PRC": "Piercing: makes the target's save this much harder",
    "RANGE": "Range in inches",
    "VP": "Victory points",
    "POINTS": "What the unit costs in an army",
}

PACK = Pack(
    books={
        RULEBOOK: Book(
            about="Whole platoons on a free table, measured in inches.",
            register="register.json",
            shipped=SHIPPED,
            usual={
                "mission": "the-spine",
                "map": "slag-terraces",
                "red": "first-watch",
                "blue": "hunting-moon",
            },
            cover=_COVER,
            glossary=_GLOSSARY,
        )
    },
    rules="battlemat.rulebooks.openfire",
    choices={"mission": "mission", "map": "map", "red": "squad", "blue": "squad"},
    terms={
        "choose_mission": "whether the players choose the mission together",
        "edit_terrain": "who may change the terrain before the game",
        "choose_leaders": "whether the players choose the leaders of units at the table",
        "free_form": FREE_FORM,
    },
    fielded="army",
    listed="module",
    rulebook=_rulebook,
    readers=_readers,
    fills_in=True,
)
