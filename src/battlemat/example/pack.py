"""The pack of Standoff: what is shipped for it, and what reads its files.

A package brings it to Battlemat by the entry point `battlemat.rulebooks`. It imports the rules when
they are first asked for, so that listing rulebooks stays quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlemat.packs.kinds import kind_told
from battlemat.packs.pack import Book, Cover, Pack, Positions, Readers
from battlemat.packs.places import Place, checked
from battlemat.packs.schema import may, need, record, slug, text, whole
from battlemat.packs.shipped import Shipped
from battlemat.packs.yaml_source import Source, read_file

if TYPE_CHECKING:
    from battlemat.kernel.clauses import Register
    from battlemat.kernel.rulebook import Rulebook

SHIPPED = Shipped("toy", "", root=Path(__file__).parent)

TOKENS = whole(0, 99)
MISSION = record(
    need(id=slug(), rulebook=text(), tokens=TOKENS), may(kind=text(), name=text(), briefing=text())
)
KINDS = ("mission", "scenario")


class Report:
    """What a mission gives to both sides; it can always be played."""

    legal = True

    def __init__(self, tokens: int) -> None:
        self._tokens = tokens

    def __str__(self) -> str:
        return f"Tokens of each side: {self._tokens}."


def _rulebook(_name: str) -> Rulebook[Any]:
    from battlemat.example.rulebook import TOY

    return TOY


def _tokens(source: Source) -> int:
    found: int = checked(source, MISSION)["tokens"]
    return found


def _build(_name: str, *, mission: str) -> dict[str, Any]:
    """The setup of a battle, from what was chosen: ids of shipped files, or paths."""
    return {"tokens": _tokens(SHIPPED.load("mission", mission))}


def _position(
    _name: str, value: Mapping[str, Any], place: Place, _folder: Path | None
) -> dict[str, Any]:
    """The setup of a scenario file, from its own keys."""
    return {"tokens": TOKENS(value.get("tokens", 1), place / "tokens")}


def _check(_kind: str, source: Source, _folder: Path | None) -> None:
    checked(source, MISSION)


def _sheet(register: Register, name: str) -> str:
    tokens = _tokens(SHIPPED.load("mission", name))
    return f"<!doctype html><title>{escape(register.title)}</title><p>{Report(tokens)}</p>"


PACK = Pack(
    books={
        "toy": Book(
            about="Two gunners a side, one wall, one hill, ten turns.",
            register="",  # its clauses stand in the rulebook
            shipped=SHIPPED,
            usual={"mission": "quick-draw"},
            cover=Cover(length="five minutes", difficulty="learned in a minute"),
        )
    },
    rules="battlemat.example",
    choices={"mission": "mission"},
    fielded="mission",
    rulebook=_rulebook,
    readers=lambda: Readers(
        build=_build,
        kind_of=lambda source: kind_told(source, KINDS, {"play": "scenario", "id": "mission"}),
        check=_check,
        report=lambda file: Report(_tokens(read_file(file))),
        sheet=_sheet,
        positions=Positions(
            _position,
            keys=("tokens",),
            facts=("turn",),
            unit_facts=lambda value, _place: value,
            checks=lambda _name: {"tokens": TOKENS},
        ),
        kinds=lambda _name: {"mission": MISSION},
    ),
)
