"""What a faction of Skirm offers: units, weapons, equipment and skills with their prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battlemat.kernel.words import say
from battlemat.packs.prices import Priced, PriceList
from battlemat.packs.skirm.files import GEAR, content, words_of


def faction_prices(rulebook: str, name: str) -> PriceList:
    """The list of a faction, by its id or file."""
    value = content(rulebook, "faction", name).value
    parts = {"units": tuple(_units(value["units"], priced=words_of(rulebook).costs_ep))}
    for kind in GEAR:
        parts[kind] = tuple(_gear(value.get(kind, {})))
    about = " ".join(str(value.get("text", "")).split())
    return PriceList(value["id"], value["name"], about, "EP", parts)


def _units(units: Mapping[str, Any], *, priced: bool) -> Iterator[Priced]:
    for name, card in units.items():
        said = unit_said(card)
        if card.get("carries"):
            said.append(say("carries {gear}", gear=", ".join(card["carries"])))
        if card.get("usual"):
            said.append(say("usually takes {gear}", gear=", ".join(card["usual"])))
        if card.get("may_take"):
            said.append(say("may take {gear}", gear=", ".join(card["may_take"])))
        elif "may_take" in card:
            said.append(say("may take nothing"))
        yield Priced(name, card["name"], card["ep"] if priced else None, "; ".join(said))


def unit_said(card: Mapping[str, Any]) -> list[str]:
    """A unit's stats and codes, one by one."""
    said = [f"{stat.upper()} {number}" for stat, number in card["stats"].items()]
    return [*said, *card.get("special", ())]


def _gear(cards: Mapping[str, Any]) -> Iterator[Priced]:
    for name, card in cards.items():
        yield Priced(name, card["name"], card.get("ep", 0), gear_said(card))


def gear_said(card: Mapping[str, Any]) -> str:
    """A piece of gear in a line: the numbers of a weapon, the words of anything else."""
    if "roa" not in card:
        return " ".join(str(card.get("text", "")).split())
    numbers = [f"{key.upper()} {card[key]}" for key in ("roa", "skl", "dam") if key in card]
    kind = say("ranged") if card["type"] == "ranged" else say("melee")
    return "; ".join([kind, *numbers, *card.get("special", ())])
