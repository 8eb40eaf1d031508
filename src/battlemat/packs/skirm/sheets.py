"""Cards for print of the three editions of Skirm; what a card says, the engine read.

Passive gear is worked into stats and codes, as it is in play, so nobody adds up at the table.
"""

from __future__ import annotations

from collections.abc import Iterable

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
    plain_entry,
    stats,
    table,
    tag,
    top,
    with_details,
)
from battlemat.kernel.clauses import Clause, Register
from battlemat.kernel.plain import encode
from battlemat.packs.skirm.setups import legal_squad
from battlemat.packs.skirm.squads import squad_setup
from battlemat.packs.skirm.words import EDITIONS
from battlemat.rulebooks.skirm.state.cards import Card, Weapon, read_card
from battlemat.rulebooks.skirm.state.setup import (
    EquipmentSetup,
    SkillSetup,
    UnitSetup,
    WeaponSetup,
)

_LIMITS = {"turn": "once a turn", "battle": "once a battle"}

_WORKED_IN = (
    "Gear on the card",
    "What passive skills and equipment add is in the printed stats and codes already.",
    "",
)


def skirm_sheet(register: Register, name: str) -> str:
    """The cards of a squad (by id, or a file) with what their codes mean."""
    squad = legal_squad(register.name, name)
    setup = squad_setup(squad, "U")
    cards = [read_card(register.name, unit) for unit in setup.units]
    word = "EP" if EDITIONS[register.name].costs_ep else "equipment points"
    total = f"{squad.total} of {squad.cap} {word}"
    drawn = [
        _card(one, unit, EDITIONS[register.name].costs_ep)
        for one, unit in zip(cards, setup.units, strict=True)
    ]
    return page(
        f"{setup.name} ({register.title})",
        top(setup.name, f"{setup.faction}, {register.title}", total),
        tag("main", *drawn, css="cards"),
        part("What the codes mean", legend(map(clause_entry, _clauses(register, cards)))),
        part("On the card", legend([*map(plain_entry, _reading(register)), _WORKED_IN])),
    )


def _card(one: Card, unit: UnitSetup, costs_ep: bool) -> Html:
    """One unit: stats, codes, weapons, skills, equipment (`card.unit-stats`)."""
    shown: list[tuple[str, object]] = [
        (key.upper(), getattr(one, key)) for key in encode(unit.stats) if key != "hit"
    ]
    shown += [("HIT", join((one.hit, " ", boxes(one.hit))))] if one.hit else []
    shown += [("Special", ", ".join(one.special))] if one.special else []
    # skirm3.card.ep: the unit's own cost and that of its gear; early editions buy gear alone
    price = f"{one.ep} + {one.gear_ep} EP" if costs_ep else f"gear {one.gear_ep}"
    return card(
        f"{one.id[1:]}. {one.name}",
        price,
        checks("Activated", "Downed", "Out"),
        stats(shown),
        _weapons(one.weapons, unit.weapons, early=bool(one.hit)),
        *[_skill(skill) for skill in unit.skills],
        *[_named(item, "", None) for item in unit.equipment],
        tags=one.tags,
    )


def _weapons(weapons: Iterable[Weapon], printed: Iterable[WeaponSetup], *, early: bool) -> Html:
    """The table of `card.weapon-stats`; SKL belongs to the weapon in early editions alone."""
    rows = []
    for weapon, row in zip(weapons, printed, strict=True):
        skill = [weapon.skl] if early else []
        codes = join((", ".join(weapon.special), " ", box() if weapon.limited else None))
        kind = "R" if weapon.ranged else "M"
        rows.append((weapon.name, kind, weapon.roa, *skill, weapon.dam, codes, row.ep or ""))
    skill_head = ["SKL"] if early else []
    return table(("Weapon", "Type", "ROA", *skill_head, "DAM", "Special", "EP"), rows)


def _skill(skill: SkillSetup) -> Html:
    costs = (("ACT", skill.cost.act), ("TO", skill.cost.to)) if skill.cost else ()
    paid = [f"{amount} {kind}" for kind, amount in costs if amount]
    said = [", ".join(paid) or "passive", _LIMITS.get(skill.limit, "")]
    once = box() if skill.limit == "battle" else None
    return _named(skill, ", ".join(filter(None, said)), once)


def _named(thing: SkillSetup | EquipmentSetup, said: str, once: Html | None) -> Html:
    price = f"{thing.ep} EP" if thing.ep else ""
    about = ", ".join(filter(None, (said, price)))
    title = tag("b", thing.name)
    return tag("p", title, f" ({about})" if about else "", ": ", thing.text, once)


def _clauses(register: Register, cards: Iterable[Card]) -> list[Clause]:
    """The clauses of every code on the cards, in the order of the book (`card.lookup`)."""
    wanted: set[str] = set()
    for one in cards:
        cited = [rule.clause for rule in one.powers.rules]
        cited += [rule.clause for weapon in one.weapons for rule in weapon.rules]
        for id in cited:
            wanted.update(clause.id for clause in with_details(register, id))
    return [clause for clause in register if clause.id in wanted]


def _reading(register: Register) -> list[Clause]:
    ids = (
        "card.unit-stats",
        "card.weapon-stats",
        "card.skill-to",
        "card.skill-act",
        "card.passive",
    )
    return [clause for clause in map(register.find, ids) if clause is not None]
