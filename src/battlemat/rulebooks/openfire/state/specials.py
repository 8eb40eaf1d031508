"""Special rules: each a small named thing, found by its name, that acts at named moments.

A moment is a field below; most rules fill one. Flows ask the moments through `Powers` and
`Profile`, never for a name. A module writes rules of its own as grants and modifiers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from battlemat.kernel.near import near

NO_VALUE, NUMBER, ARC = "none", "number", "arc"
ANY = "any"  # of a rule whose own entry is wrong: that is told there, and not where it is used
VALUES: Mapping[str, int] = {"X": 1, "-X": -1}
"""How a module writes the value of a rule as the amount of a modifier, and its sign."""
ARCS = {
    "Front Arc": ("front",),
    "Left Arc": ("left",),
    "Right Arc": ("right",),
    "Rear Arc": ("rear",),
    "Side Arcs": ("left", "right"),
}
TESTS = ("attack", "defence", "command", "attacked")
WHENS = ("always", "assault", "not-assault", "moved", "unmoved", "obstructed", "stressed")


@dataclass(frozen=True, slots=True)
class Change:
    """A module's modifier of a test: how much, and when.

    `by` is None where the value of the rule stands: as it is, or with its `sign` turned.
    """

    test: str
    by: int | None
    when: str = "always"
    sign: int = 1


@dataclass(frozen=True, slots=True)
class UnitRule:
    """A special rule of a model or its unit."""

    name: str
    clause: str
    value: str = NO_VALUE
    implies: tuple[str, ...] = ()  # other rules that come with it
    changes: tuple[Change, ...] = ()
    text: str = ""
    ambush: bool = False
    bulky: bool = False
    advance: int = 0  # inches that an advance adds instead of the usual
    fear: bool = False
    rerolls_command: bool = False
    flies: bool = False
    armour: bool = False
    inspires: bool = False
    manoeuvres: bool = False
    rerolls_defence: bool = False
    ignores_slow: bool = False
    rerolls_attack: bool = False
    spreads: bool = False  # keeps the wider formation
    never_advances: bool = False
    stealth: bool = False
    support: bool = False
    vulnerable: bool = False
    vehicle: bool = False
    carries: bool = False
    aircraft: bool = False


@dataclass(frozen=True, slots=True)
class WeaponRule:
    """A special rule of a weapon."""

    name: str
    clause: str
    value: str = NO_VALUE
    implies: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    text: str = ""
    unmoved: int = 0  # added to the test if the unit did not move
    skill: int = 0  # added to the test always
    assault: bool = False
    blast: bool = False
    grenade: bool = False
    heavy: bool = False
    critical_hits: int = 1  # what a natural 12 counts
    one_use: bool = False
    rapid: bool = False
    rends: bool = False
    torrent: bool = False
    unstable: bool = False


_UNIT_RULES = (
    UnitRule("Ambush", "openfire.special.ambush", ambush=True),
    UnitRule("Bulky", "openfire.special.bulky", bulky=True),
    UnitRule("Fast", "openfire.special.fast", advance=9),
    UnitRule("Fear", "openfire.special.fear", NUMBER, fear=True),
    UnitRule("Fearless", "openfire.special.fearless", rerolls_command=True),
    UnitRule("Flying", "openfire.special.flying", flies=True),
    UnitRule("Heavy Armour", "openfire.special.heavy-armour", NUMBER, armour=True),
    UnitRule("Inspiring Presence", "openfire.special.inspiring", inspires=True),
    UnitRule("Manoeuvrable", "openfire.special.manoeuvrable", NUMBER, manoeuvres=True),
    UnitRule("Resilient", "openfire.special.resilient", rerolls_defence=True),
    UnitRule("Rugged", "openfire.special.rugged", ignores_slow=True),
    UnitRule("Skilled", "openfire.special.skilled", rerolls_attack=True),
    UnitRule("Skirmishers", "openfire.special.skirmishers", spreads=True),
    UnitRule("Slow", "openfire.special.slow", never_advances=True),
    UnitRule("Stealth", "openfire.special.stealth", NUMBER, stealth=True),
    UnitRule("Support", "openfire.special.support", support=True),
    UnitRule("Vulnerable", "openfire.special.vulnerable", ARC, vulnerable=True),
    UnitRule(
        "Vehicle",
        "openfire.vehicle.rear-vulnerable",
        implies=("Vulnerable (Rear Arc)",),
        vehicle=True,
    ),
    UnitRule("Transport", "openfire.transport.capacity", NUMBER, carries=True),
    UnitRule(
        "Aircraft",
        "openfire.aircraft.counts-as",
        implies=("Vehicle", "Flying", "Support"),
        aircraft=True,
    ),
)

_WEAPON_RULES = (
    WeaponRule("Accurate", "openfire.weapon.accurate", unmoved=2),
    WeaponRule("Assault", "openfire.weapon.assault", assault=True),
    WeaponRule("Blast", "openfire.weapon.blast-sight", blast=True),
    WeaponRule("Grenade", "openfire.weapon.grenade", grenade=True),
    WeaponRule("Heavy", "openfire.weapon.heavy", heavy=True),
    WeaponRule("Impact", "openfire.weapon.impact", critical_hits=2),
    WeaponRule("One Use", "openfire.weapon.one-use", one_use=True),
    WeaponRule("Rapid Fire", "openfire.weapon.rapid-fire", rapid=True),
    WeaponRule("Rending", "openfire.weapon.rending", NUMBER, rends=True),
    WeaponRule("Torrent", "openfire.weapon.torrent", torrent=True),
    WeaponRule("Unstable", "openfire.weapon.unstable", unstable=True),
    WeaponRule("Unwieldy", "openfire.weapon.unwieldy", skill=-2),
)

UNIT_RULES: Mapping[str, UnitRule] = {rule.name: rule for rule in _UNIT_RULES}
WEAPON_RULES: Mapping[str, WeaponRule] = {rule.name: rule for rule in _WEAPON_RULES}
"""Everything that the core defines (`openfire.module.special-list`), by name."""

_CODE = re.compile(r"^([A-Za-z][A-Za-z' -]*?)(?: ?\(([^()]+)\))?$")


class UnknownRule(ValueError):
    """A special rule that nobody defines, or that lacks its value."""


@dataclass(frozen=True, slots=True)
class Named:
    """A special rule as a profile gives it: the rule and its value."""

    rule: UnitRule | WeaponRule
    number: int = 0
    arcs: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The rule as it is printed."""
        if self.rule.value == NUMBER:
            return f"{self.rule.name} ({self.number})"
        if self.rule.value == ARC:
            name = next(name for name, arcs in ARCS.items() if arcs == self.arcs)
            return f"{self.rule.name} ({name})"
        return self.rule.name


def name_rule(code: str, known: Mapping[str, UnitRule] | Mapping[str, WeaponRule]) -> Named:
    """The rule that a profile names, with its value (`openfire.module.special-names`)."""
    match = _CODE.match(code.strip())
    name, value = (match[1], match[2]) if match else (code, None)
    rule = known.get(name)
    if rule is None:
        close = near(name, known, cutoff=0.5)
        hint = (
            f"did you mean '{close[0]}'?"
            if close
            else "the choices are " + ", ".join(sorted(known))
        )
        raise UnknownRule(f"nobody defines the special rule '{code}': {hint}")
    if rule.value == ANY:
        return Named(rule)
    if rule.value == NO_VALUE:
        if value is not None:
            raise UnknownRule(f"'{name}' takes no value: write '{name}'")
        return Named(rule)
    if rule.value == NUMBER:
        if value is None or not value.isdecimal() or len(value) > 3 or int(value) < 1:
            raise UnknownRule(f"'{code}' needs a whole number of 1 or more: '{name} (2)'")
        return Named(rule, int(value))
    if value not in ARCS:
        raise UnknownRule(f"'{code}' needs an arc: {', '.join(f'{name} ({a})' for a in ARCS)}")
    return Named(rule, arcs=ARCS[value])


def name_all(
    codes: Sequence[str], known: Mapping[str, UnitRule] | Mapping[str, WeaponRule]
) -> tuple[Named, ...]:
    """All rules that a list names, with those that come along, each once.

    Of two values of one rule the larger counts; each arc of Vulnerable is a rule of its own
    (`openfire.module.no-self-stack`). A rule that grants what nobody defines is told where it
    is written, and not again by everybody who has it.
    """
    found: dict[tuple[str, tuple[str, ...]], Named] = {}
    waiting = [(code, True) for code in codes]
    while waiting:
        code, given = waiting.pop(0)
        try:
            named = name_rule(code, known)
        except UnknownRule:
            if given:
                raise
            continue
        place = (named.rule.name, named.arcs)
        before = found.get(place)
        if before is None or before.number < named.number:
            found[place] = named
        if before is None:
            waiting += [(implied, False) for implied in named.rule.implies]
    return tuple(found.values())


def own_rules(
    values: Mapping[str, Mapping[str, object]],
) -> tuple[dict[str, UnitRule], dict[str, WeaponRule]]:
    """The rules that a module defines, beside those of the core."""
    units, weapons = dict(UNIT_RULES), dict(WEAPON_RULES)
    clause = "openfire.module.special-names"
    for name, row in values.items():
        shared = {
            "value": _value_of(row.get("param", NO_VALUE)),
            "implies": tuple(_strings(row.get("grants", ()))),
            "changes": tuple(_changes(row.get("modify", ()))),
            "text": str(row.get("text", "")),
        }
        kind = row.get("kind")  # one that is written wrong might have been either
        if kind != "unit":
            weapons[name] = WeaponRule(name, clause, **shared)  # type: ignore[arg-type]
        if kind != "weapon":
            units[name] = UnitRule(name, clause, **shared)  # type: ignore[arg-type]
    return units, weapons


def _value_of(param: object) -> str:
    return param if param in (NO_VALUE, NUMBER) else ANY


def _strings(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else []


def _changes(value: object) -> list[Change]:
    rows = value if isinstance(value, (list, tuple)) else ()
    return [_change(row) for row in rows if isinstance(row, Mapping)]


def _change(row: Mapping[str, object]) -> Change:
    by, sign = row.get("by", 0), 1
    if by in VALUES:
        by, sign = None, VALUES[str(by)]
    elif not isinstance(by, int):
        by = 0  # told where it is written
    return Change(str(row.get("test")), by, str(row.get("when", "always")), sign)
