"""The pack of Skirmishers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battlemat.packs.pack import Book, Pack, Positions, Readers
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
    from battlemat.packs.skirmishers import checks, expected, prices, scenarios, setups

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
        prices=prices.force_prices,
    )


PACK = Pack(
    books={
        RULEBOOK: Book(
            about="Soldiers on hexes: action points, reaction fire, buildings and vehicles.",
            register="register.json",
            shipped=SHIPPED,
            usual={"mission": "chance-meeting"},
        )
    },
    rules="battlemat.rulebooks.skirmishers",
    choices={"mission": "mission", "map": "map", "red": "squad", "blue": "squad"},
    fielded="force",
    listed="force",
    rulebook=_rulebook,
    readers=_readers,
    fills_in=True,
)
