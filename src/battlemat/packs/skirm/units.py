"""One unit of a scenario: from a faction's list, or written on the spot.

What is written beside a listed unit replaces what its card says.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.packs.schema import (
    Check,
    code,
    either,
    flag,
    list_of,
    may,
    nothing,
    one_of,
    pattern,
    picked,
    record,
    shaped,
    slug,
    table,
    text,
    whole,
)
from battlemat.packs.skirm.files import GEAR, content, gear_tables
from battlemat.packs.skirm.schema import equipment, skill, square, stats, weapon
from battlemat.packs.skirm.squads import Gear
from battlemat.packs.skirm.words import Words
from battlemat.packs.typed import typed
from battlemat.rulebooks.skirm.state.setup import Stats, UnitSetup

_LISTED = pattern(r"\S+/[a-z0-9-]+", "'faction/name'")
_SQUARE = r"[a-z]{1,2}[1-9]\d?"


def unit_check(words: Words) -> Check:
    """A unit of a scenario: a mapping, a square, or `faction/unit`."""
    reference = either(_LISTED, slug(), what="the name of a listed item")
    full = record(
        may(unit=_LISTED, name=text(), at=square(), state=one_of("standing", "downed", "out")),
        may(ready=flag(), hit=whole(0, 99), stun=whole(0, 9), used=list_of(slug())),
        may(carries=list_of(text()), stats=stats(words, all_needed=False), tags=list_of(text())),
        may(special=list_of(code(words.unit_codes)), gear=list_of(slug())),
        may(weapons=_cards(weapon(words, all_needed=False), reference)),
        may(skills=_cards(skill(words), reference), equipment=_cards(equipment(words), reference)),
    )

    standing = pattern(_SQUARE, "a square or 'faction/unit'")

    @shaped(full, standing, _LISTED, nothing())
    def check(value: Any, place: Place) -> Any:
        if value is None:
            return {}
        if isinstance(value, str):
            if "/" in value:
                return {"unit": _LISTED(value, place)}
            return {"at": standing(value, place)}
        return full(value, place)

    return check


def _cards(card: Check, reference: Check) -> Check:
    """Cards written on the spot, by id; or a list of names from a faction's list."""
    written, named = table(slug(), card), list_of(reference)
    return picked(lambda value: written if isinstance(value, Mapping) else named, written, named)


def one_unit(
    words: Words, name: str, entry: Mapping[str, Any], place: Place, folder: Path | None
) -> UnitSetup | None:
    """The unit as the engine takes it; None, with a complaint, if its list has no such unit."""
    faction, card = _card(words, entry, place, folder)
    if card is None:
        return None
    gear = Gear()
    listed = gear_tables(faction) if faction else {}
    for item in (*card.get("carries", ()), *entry.get("gear", card.get("usual", ()))):
        if item in listed:
            kind, thing = listed[item]
            if kind not in entry:
                gear.add(kind, item, thing)
        else:
            (place / "gear").complain(f"there is no gear '{item}'{nearest(item, listed)}")
    for kind in GEAR:
        if kind in entry:
            _add_given(gear, words, kind, entry[kind], listed, place / kind, folder)
    return UnitSetup(
        name,
        typed(Stats, {**words.usual, **card.get("stats", {}), **entry.get("stats", {})}),
        entry.get("name") or str(card.get("name", name)).rstrip("*"),
        entry.get("unit", name).rpartition("/")[2].lower(),
        tuple(entry.get("special", card.get("special", ()))),
        tuple(entry.get("tags", card.get("tags", ()))),
        tuple(gear.weapons),
        tuple(gear.skills),
        tuple(gear.equipment),
        ep=card.get("ep", 0) if words.costs_ep else 0,
    )


def _card(
    words: Words, entry: Mapping[str, Any], place: Place, folder: Path | None
) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    if not entry.get("unit"):
        return None, {}
    faction_name, _, unit = entry["unit"].rpartition("/")
    faction = content(words.name, "faction", faction_name, beside=folder, at=place).value
    if unit not in faction["units"]:
        what = f"{faction['name']} has no unit '{unit}'{nearest(unit, faction['units'])}"
        (place / "unit").complain(what)
        return faction, None
    return faction, faction["units"][unit]


def _add_given(
    gear: Gear,
    words: Words,
    kind: str,
    given: Any,
    listed: Mapping[str, Any],
    place: Place,
    folder: Path | None,
) -> None:
    if isinstance(given, Mapping):
        for name, one in given.items():
            gear.add(kind, name, _whole(words, kind, name, one))
        return
    for n, reference in enumerate(given):
        faction_name, _, item = reference.rpartition("/")
        known = listed
        if faction_name:
            known = gear_tables(
                content(words.name, "faction", faction_name, beside=folder, at=place / n).value
            )
        if item in known and known[item][0] == kind:
            gear.add(kind, item, known[item][1])
        else:
            names = [name for name, (table_, _) in known.items() if table_ == kind]
            (place / n).complain(f"'{item}' is not one of the {kind}{nearest(item, names)}")


def _whole(words: Words, kind: str, name: str, card: Mapping[str, Any]) -> dict[str, Any]:
    """A card with what was left out filled in."""
    if kind != "weapons":
        return dict(card)
    usual: dict[str, Any] = {"name": name.replace("-", " ").capitalize(), "type": "ranged"}
    usual |= {"roa": 2, "dam": 1, "special": []}
    if "skl" in words.weapon_stats:
        usual["skl"] = 4
    return {**usual, **card}
