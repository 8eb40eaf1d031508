"""Unit cards of Skirmishers for print, as in the book; what is crossed out has a box.

Switches belong to missions, not to forces, so a card shows what every switch would have it show:
the armor boxes stand under the cells that advanced armor protects, and count as a pool without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from battlemat.drawing.print_html import (
    Html,
    box,
    boxes,
    card,
    checks,
    clause_entry,
    join,
    legend,
    page,
    part,
    stats,
    table,
    tag,
    top,
)
from battlemat.kernel.clauses import Clause, Register
from battlemat.packs.skirmishers.forces import Force, force_setup
from battlemat.packs.skirmishers.setups import find, legal_force
from battlemat.rulebooks.skirmishers.chapters.start import read_card
from battlemat.rulebooks.skirmishers.state.cards import (
    EXPERIENCE,
    JET_WEIGHT,
    JET_WORN,
    NO_JET,
    PERSON,
    SUIT,
    VEHICLE,
    Card,
)
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from battlemat.rulebooks.skirmishers.state.vehicles import mount_name
from battlemat.rulebooks.skirmishers.state.weapons import UNLIMITED, Weapon

_ALL = frozenset(SWITCHES)
# a suit's spare weapon is its second primary one
_SLOTS = ("prim.", "sec.", "prim.")
_ARMOR_CELLS = {SUIT: 8, VEHICLE: 8}
_CROSSED = Html('<span class="off" title="marked off before the game">✕</span>')
_EXPLAINED: Mapping[str, tuple[str, ...]] = {
    PERSON: (
        *("card.current-hp", "card.marks", "card.max-ap", "card.modifier", "card.unconscious"),
        *("armor.cells", "armor.adv-coverage", "arc.table", "arc.shots", "experience.ap"),
        *("weapon.always-fists-knife", "weapon.fists-damage", "weapon.bayonet"),
    ),
    SUIT: ("power.card", "power.armor", "power.significant", "power.melee", "arc.table"),
    VEHICLE: (
        *("vehicle.card", "vehicle.mode-limit", "vehicle.mode-table", "vehicle.mod-scope"),
        *("vehicle.speed", "vehicle.handling", "vehicle.signature", "vehicle.mounted-arc"),
    ),
}


def skirmishers_sheet(register: Register, name: str) -> str:
    """The cards of a force (by id, or a file), one for each trooper, suit and vehicle."""
    force = legal_force(find("force", name))
    setup = force_setup(force, "A")
    cards = [read_card(unit, 0, force.armory, _ALL) for unit in setup.units]
    drawn = [
        _card(register, force, one, force.worth(row))
        for one, row in zip(cards, force.rows, strict=True)
    ]
    limit = f" of {force.limit}" if force.limit is not None else ""
    return page(
        f"{force.name} ({register.title})",
        top(force.name, register.title + _needed(force), f"{force.total}{limit} PV"),
        tag("main", *drawn, css="cards"),
        part("How to read the cards", legend(map(clause_entry, _explained(register, cards)))),
    )


def _needed(force: Force) -> str:
    """The optional rules that the force cannot do without (`skirmishers.option.switches`)."""
    return f", with {', '.join(force.needs)}" if force.needs else ""


def _explained(register: Register, cards: Iterable[Card]) -> list[Clause]:
    kinds = {one.kind for one in cards}
    ids = {id for kind in kinds for id in _EXPLAINED[kind]} | {"points.pv"}
    wanted = {register.full(id) for id in ids}
    return [clause for clause in register if clause.id in wanted]


# ------------------------------------------------------------------ one card


def _card(register: Register, force: Force, one: Card, worth: int) -> Html:
    """A card with the fields of `skirmishers.card.fields`, or `skirmishers.vehicle.ammo`."""
    number = one.id.removeprefix("A")
    vehicle = one.kind == VEHICLE
    return card(
        f"{number}. {one.rank + ' ' if one.rank and one.rank not in one.name else ''}{one.name}",
        f"{worth} PV",
        _pencil(one),
        _vehicle_line(one) if vehicle else _person_line(one),
        _vehicle_track(register, one) if vehicle else _track(one),
        _weapons(force, one),
        tag("p", one.written.text, css="small") if one.written.text else None,
        css="wide" if one.kind == SUIT else "",
    )


def _person_line(one: Card) -> Html:
    trained = EXPERIENCE[one.skill]
    shown: list[tuple[str, object]] = [("AP", one.base_ap - trained)]
    shown.append(("Skill", f"{one.skill} ({trained:+d} AP)" if trained else one.skill))
    if one.leadership:
        shown.append(("Leader", one.leadership))
    shown.append(("Armor", one.armor_name))
    if one.jet != NO_JET:
        price = f", -{JET_WEIGHT} AP" if one.jet == JET_WORN else ""
        shown.append(("Jet pack", f"{one.written.jet_pack}{price}"))
    elif one.built_in_jet:
        shown.append(("Jet pack", "built in"))
    if one.sneaks:
        shown.append(("Sneak suit", "yes"))
    if one.written.rides is not None:
        shown.append(((one.written.seat or "rider").capitalize(), f"of {one.written.rides}"))
    # skirmishers.launcher.extra-ammo: the box for other ammunition may hold a second load
    return stats([*shown, ("Other ammo", one.written.extra_ammo or Html("&emsp;"))])


def _vehicle_line(one: Card) -> Html:
    return stats(
        [
            ("Type", one.type),
            ("Speed", f"×{one.speed}"),
            ("Handling", f"{one.handling:+d}" if one.handling else 0),
            ("Signature", f"{one.signature:+d}" if one.signature else 0),
            ("Seats", one.seats),
        ]
    )


# ------------------------------------------------------------------ tracks


def _track(one: Card) -> Html:
    """HP, AP, modifier and armor under each other (`skirmishers.card.hp-track`, `power.card`)."""
    bits = range(one.track.top, -1, -1)
    columns = [one.track.columns[bit] for bit in bits]
    significant = [bool(one.track.significant >> bit & 1) for bit in bits]
    names = [one.track.names[bit] for bit in bits]
    return _rows(
        [
            ("HP", [*names, "DEAD"]),
            ("cross", [box()] * len(columns)),
            ("AP", [_change(column.ap) for column in columns]),
            ("mod.", [f"+{column.mod}" if column.mod else "" for column in columns]),
            ("armor", _armor(one)),
        ],
        significant,
    )


def _vehicle_track(register: Register, one: Card) -> Html:
    """Thirteen cells with the fastest mode and the modifier (`skirmishers.vehicle.card`)."""
    clause = register.clauses["skirmishers.vehicle.card"]
    modes = [str(row["mode"] or "–")[:3] for row in clause.table]
    mods = [f"+{row['mod']}" if row["mod"] else "" for row in clause.table]
    names = [str(row["hp"]) for row in clause.table]
    return _rows(
        [
            ("HP", [*names, "DX"]),
            ("cross", [box()] * len(names)),
            ("mode", modes),
            ("mod.", mods),
            ("armor", _armor(one)),
        ],
        [False] * len(names),
    )


def _rows(rows: list[tuple[str, list[Any]]], significant: list[bool]) -> Html:
    """The rows of a track, each as long as the first; cells that cost a weapon have thick rims."""
    length = len(rows[0][1])
    thick = [*significant, False]
    lines = []
    for name, cells in rows:
        filled = [*cells, *[""] * (length - len(cells))]
        marked = zip(filled, thick, strict=True)
        tds = [tag("td", cell, css="significant" if rim else "") for cell, rim in marked]
        lines.append(tag("tr", tag("th", name), *tds))
    return tag("table", tag("tbody", *lines), css="track")


def _change(ap: int | None) -> str:
    """What a cell does to AP; under a trooper's 0 there are none (`card.zero-column`)."""
    return "0" if ap is None else f"{ap:+d}" if ap else ""


def _armor(one: Card) -> list[Html]:
    """Open boxes for the armor there is, the others marked off (`skirmishers.armor.cells`)."""
    cells = range(one.track.top, -1, -1)
    if one.kind == PERSON:
        return [box() if one.plates >> cell & 1 else _CROSSED for cell in cells]
    room = _ARMOR_CELLS[one.kind]
    return [box() if n < one.armor else _CROSSED for n in range(max(room, one.armor))]


# ------------------------------------------------------------------ what it carries


def _weapons(force: Force, one: Card) -> Html:
    """Weapons by slot, then the grenades, with AP, damage and ranges."""
    armory = force.armory
    slots = [mount_name(one, n) if one.kind == VEHICLE else _SLOTS[n] for n in range(3)]
    rows = [
        _weapon(slot, armory[index], ammo)
        for slot, index, ammo in zip(slots, one.carries, one.ammo, strict=True)
        if index >= 0
    ]
    rows += [
        _weapon("pouch", armory[index], load)
        for index, load in zip(armory.grenades, one.grenades, strict=True)
        if load
    ]
    return table(("Weapon", "Slot", "AP", "Dam.", "Shots", "Short", "Long", "Ammo"), rows, "tight")


def _weapon(slot: str, weapon: Weapon, ammo: int) -> tuple[object, ...]:
    price = f"{weapon.per_dot}/dot" if weapon.per_dot else str(weapon.ap or "arc")
    shots = "any" if weapon.shots == UNLIMITED else f"×{weapon.shots}"
    return (
        weapon.name,
        slot,
        price,
        "smoke" if weapon.smoke else weapon.damage,
        shots if weapon.has_arc else "",
        weapon.short if not weapon.per_dot else "",
        weapon.long or "",
        "∞" if ammo == UNLIMITED else boxes(ammo),
    )


def _pencil(one: Card) -> Html:
    """What comes and goes in play: the level, and how the unit stands."""
    boxed = ("On", "Moving") if one.kind == VEHICLE else ("Prone", "Done")
    return join(("Level ___ ", checks(*boxed)))
