"""The pack of Skirm: three editions that share their readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlemat.packs.pack import FREE_FORM, Book, Cover, Pack, Positions, Readers
from battlemat.packs.skirm.shipped import SHIPPED

if TYPE_CHECKING:
    from battlemat.kernel.clauses import Register
    from battlemat.kernel.game import Game
    from battlemat.kernel.record import Record
    from battlemat.kernel.rulebook import Rulebook


def _rulebook(name: str) -> Rulebook[Any]:
    from battlemat.rulebooks.skirm.rulebook import SKIRM1, SKIRM2, SKIRM3

    return {"skirm1": SKIRM1, "skirm2": SKIRM2, "skirm3": SKIRM3}[name]


def _gains(game: Game[Any]) -> Sequence[str]:
    from battlemat.packs.skirm.growth import gains_in_words  # knows the rules

    return gains_in_words(game)


def _grow(file: Path, record: Record, game: Game[Any], side: str | None) -> str:
    from battlemat.packs.skirm.growth import grow

    return grow(file, record, game, side)


def _sheet(register: Register, name: str) -> str:
    from battlemat.packs.skirm.sheets import skirm_sheet  # draws

    return skirm_sheet(register, name)


def _readers() -> Readers:
    from battlemat.packs.skirm import building, checks, files, growth, prices, scenarios, setups

    return Readers(
        build=setups.build_setup,
        kind_of=checks.kind_of_file,
        check=checks.check,
        report=checks.squad_report,
        sheet=_sheet,
        positions=Positions(
            scenarios.skirm_setup,
            scenarios.KEYS,
            scenarios.FACTS,
            scenarios.skirm_unit_facts,
            scenarios.skirm_checks,
        ),
        kinds=files.kind_checks,
        building=building.building,
        prices=prices.faction_prices,
        gains=_gains,
        grow=_grow,
        living=growth.LIVING,
    )


_EARLY_CAPS = (12, 15, 20, 30)
_EARLY = {"mission": "secure", "red": "iron-oath", "blue": "twilight-watch"}
_GLOSSARY = {
    "ACT": "Actions: how many actions an activation gives",
    "ARM": "Armour: roll this or less to save against damage",
    "MSK": "Melee skill: roll this or less to strike in close combat",
    "RSK": "Ranged skill: roll this or less to strike when shooting",
    "TO": "Tactical Orders: spent on re-rolls, skills and further actions",
    "SKL": "Skill with the weapon: roll this or less to strike",
    "ROA": "Rate of attack: how many dice the weapon rolls",
    "DAM": "Damage: how many saves each strike calls for",
    "RANGE": "Range in squares; without a number it reaches as far as the eye can see",
    "MOV": "Movement: how many squares one move covers",
    "HIT": "Hits: the damage it can still take before it goes down",
    "HP": "Hit points: the damage it can still take before it is out",
    "EP": "Experience points: what the unit and its gear cost",
}


_COVER = Cover(
    family="skirm",
    game="Skirm",
    picture=Path(__file__).with_name("picture.jpg"),
    length="half an hour",
    difficulty="easy to learn",
)
"""The card that the editions share."""

PACK = Pack(
    books={  # the edition for newcomers first
        "skirm3": Book(
            about="Small squads on a board of squares. Quick to learn; start here.",
            register="registers/skirm3.json",
            shipped=SHIPPED["skirm3"],
            cover=replace(_COVER, edition="third edition"),
            glossary=_GLOSSARY,
            usual={"mission": "secure", "red": "tolands-line", "blue": "hungry-tide"},
            caps=(125, 150, 200, 300),
        ),
        "skirm2": Book(
            about="The second edition: hit points and leaner squads.",
            register="registers/skirm2.json",
            shipped=SHIPPED["skirm2"],
            cover=replace(_COVER, edition="second edition"),
            glossary=_GLOSSARY,
            usual=_EARLY,
            caps=_EARLY_CAPS,
        ),
        "skirm1": Book(
            about="The first edition: hit points, and squads built from options.",
            register="registers/skirm1.json",
            shipped=SHIPPED["skirm1"],
            cover=replace(_COVER, edition="first edition"),
            glossary=_GLOSSARY,
            usual=_EARLY,
            caps=_EARLY_CAPS,
        ),
    },
    rules="battlemat.rulebooks.skirm",
    choices={
        "mission": "mission",
        "map": "map",
        "red": "squad",
        "blue": "squad",
        "environment": "environment",
    },
    terms={
        "cap": "what each squad may spend, if not the usual",
        "choose_mission": "whether the players choose the mission together",
        "free_form": FREE_FORM,
    },
    fielded="squad",
    rulebook=_rulebook,
    readers=_readers,
)
