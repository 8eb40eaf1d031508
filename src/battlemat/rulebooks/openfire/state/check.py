"""Checking content: every fault is said at once, with where it is and what would be right.

What passes here makes a battle; nothing later looks for faults in content again
(`openfire.module.load-check`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from battlemat.boards.plane import (
    Plane,
    PlaneError,
    base_fault,
    outline_faults,
    read_base,
    read_plane,
)
from battlemat.kernel.near import near
from battlemat.rulebooks.openfire.state.bounds import LONGEST_TABLE, MOST_DICE
from battlemat.rulebooks.openfire.state.mission import KINDS
from battlemat.rulebooks.openfire.state.policy import policy_faults
from battlemat.rulebooks.openfire.state.specials import (
    NO_VALUE,
    TESTS,
    VALUES,
    WHENS,
    UnitRule,
    UnknownRule,
    WeaponRule,
    name_all,
)

Where = tuple[str | int, ...]
MOST = 100
"""No count of attacks, damage, hits, rounds or the like is higher."""
MOST_HP = 1000

_MODEL = ("mov", "skl", "def", "cmd", "hp", "special", "weapons", "base")
_MODEL_MORE = ("name", "equipment", "count")
_WEAPON = ("rng", "att", "dmg", "prc", "special")
_CONDITIONS = {
    "stress": ("least",),
    "enemy": ("within",),
    "no-enemy": ("within",),
    "friend": ("within",),
    "objective": ("within",),
    "round": ("least",),
    "damaged": (),
    "deployed": (),
    "embarked-aboard": (),
    "losses": (),
}
_EFFECTS = {
    "modify": ("stat", "by", "who"),
    "give": ("special", "who"),
    "stress": ("by", "who"),
    "heal": ("hp", "who"),
    "hits": ("hits", "dmg", "prc", "who"),
    "score": ("points",),
}
STATS = ("mov", "skl", "def", "cmd", "att", "dmg", "prc", "rng")
PICKS = ("self", "friend", "enemy", "friends", "enemies", "army")
UNTIL = ("activation", "round", "game")


class Fault(NamedTuple):
    """One thing that is wrong: the keys that lead to it, a sentence, and the clause it breaks."""

    where: Where
    text: str
    because: str


class Checker:
    """Collects faults; `at` says where the value that is looked at stands."""

    def __init__(self, units: Mapping[str, UnitRule], weapons: Mapping[str, WeaponRule]) -> None:
        self.faults: list[Fault] = []
        self.unit_rules = units
        self.weapon_rules = weapons

    def fault(self, at: Where, text: str, because: str) -> None:
        self.faults.append(Fault(at, text, because))

    def mapping(self, at: Where, value: object, what: str, because: str) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        self.fault(at, f"{what} must be a mapping, not {value!r}", because)
        return {}

    def rows(self, at: Where, value: object, what: str, because: str) -> Sequence[Any]:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return value
        self.fault(at, f"{what} must be a list, not {value!r}", because)
        return ()

    def whole(
        self, at: Where, value: object, what: str, low: int, high: int | None, because: str
    ) -> bool:
        good = isinstance(value, int) and not isinstance(value, bool) and value >= low
        if good and (high is None or value <= high):  # type: ignore[operator]
            return True
        bounds = f"{low} or more" if high is None else f"{low} to {high}"
        self.fault(at, f"{what} must be a whole number, {bounds}, not {value!r}", because)
        return False

    def word(self, at: Where, value: object, words: Iterable[str], what: str, because: str) -> bool:
        known = list(words)
        if value in known:
            return True
        self.fault(at, f"{what} cannot be {value!r}: {nearest(value, known)}", because)
        return False

    def keys(
        self,
        at: Where,
        row: Mapping[str, Any],
        needed: Iterable[str],
        more: Iterable[str],
        what: str,
        because: str,
    ) -> bool:
        """True if every needed key is there and no key is unknown."""
        needed = list(needed)
        known = [*needed, *more]
        before = len(self.faults)
        for key in row:
            if key not in known:
                self.fault((*at, key), f"{what}: no key '{key}': {nearest(key, known)}", because)
        for key in needed:
            if key not in row:
                self.fault(at, f"{what} lacks '{key}'", because)
        return len(self.faults) == before

    # ------------------------------------------------------------------ special rules

    def specials(
        self,
        at: Where,
        value: object,
        known: Mapping[str, UnitRule] | Mapping[str, WeaponRule],
        what: str,
    ) -> bool:
        """True if all rules in a list are known and have their values."""
        good = True
        for number, code in enumerate(
            self.rows(at, value, f"{what}: special", "openfire.module.special-names")
        ):
            try:
                name_all((str(code),), known)
            except UnknownRule as wrong:
                self.fault((*at, number), f"{what}: {wrong}", "openfire.module.special-names")
                good = False
        return good

    def special_rule(self, at: Where, value: object, name: str) -> None:
        clause = "openfire.module.special-names"
        row = self.mapping(at, value, name, clause)
        self.keys(at, row, ("kind",), ("text", "param", "grants", "modify"), name, clause)
        if "kind" in row:
            self.word((*at, "kind"), row["kind"], ("unit", "weapon"), f"{name}: kind", clause)
        self.word(
            (*at, "param"), row.get("param", "none"), ("none", "number"), f"{name}: param", clause
        )
        known = self.weapon_rules if row.get("kind") == "weapon" else self.unit_rules
        self.specials((*at, "grants"), row.get("grants", []), known, name)
        for number, change in enumerate(
            self.rows((*at, "modify"), row.get("modify", []), f"{name}: modify", clause)
        ):
            where = (*at, "modify", number)
            entry = self.mapping(where, change, name, clause)
            self.keys(where, entry, ("test", "by"), ("when",), name, clause)
            if "test" in entry:
                self.word((*where, "test"), entry["test"], TESTS, f"{name}: test", clause)
            when = entry.get("when", "always")
            self.word((*where, "when"), when, WHENS, f"{name}: when", clause)
            self.amount((*where, "by"), row, entry.get("by", 0), name)

    def amount(self, at: Where, row: Mapping[str, Any], by: object, name: str) -> None:
        """How much a rule changes a test: a number, or its own value, which it must have then."""
        clause = "openfire.module.special-names"
        if by not in VALUES:
            self.whole(at, by, f"{name}: by", -12, 12, clause)
        elif row.get("param", NO_VALUE) == NO_VALUE:
            text = f"{name}: by {by} is the value of the rule, which has none: add 'param: number'"
            self.fault(at, text, clause)

    # ------------------------------------------------------------------ weapons and models

    def weapon(self, at: Where, value: object, name: str) -> None:
        clause = "openfire.module.weapon-data"
        row = self.mapping(at, value, name, clause)
        if "profiles" not in row:
            self.keys(at, row, _WEAPON, ("name",), name, clause)
            self.weapon_profile(at, row, name)
            return
        clause = "openfire.module.weapon-profiles"
        self.keys(at, row, ("profiles",), ("name",), name, clause)
        for number, profile in enumerate(
            self.rows((*at, "profiles"), row["profiles"], f"{name}: profiles", clause)
        ):
            where = (*at, "profiles", number)
            entry = self.mapping(where, profile, name, clause)
            self.keys(where, entry, (*_WEAPON, "id"), ("name",), name, clause)
            self.weapon_profile(where, entry, f"{name}, profile {entry.get('id', number + 1)}")

    def weapon_profile(self, at: Where, row: Mapping[str, Any], name: str) -> None:
        """Whatever is there is looked at; what is missing has been told."""
        clause = "openfire.module.weapon-data"
        if "rng" in row:
            rng = row["rng"]
            pair = isinstance(rng, Sequence) and len(rng) == 2
            for number, value in enumerate(rng if pair else (rng,)):
                low = 0 if pair and not number else 1
                self.whole((*at, "rng"), value, f"{name}: rng", low, LONGEST_TABLE, clause)
        for key, low, high in (("att", 1, MOST_DICE), ("dmg", 1, MOST), ("prc", 0, MOST)):
            if key in row:
                self.whole((*at, key), row[key], f"{name}: {key}", low, high, clause)
        if "special" in row:
            self.specials((*at, "special"), row["special"], self.weapon_rules, name)

    def model(self, at: Where, value: object, name: str, weapons: Iterable[str]) -> None:
        clause = "openfire.module.model-data"
        row = self.mapping(at, value, name, clause)
        self.keys(at, row, _MODEL, _MODEL_MORE, name, clause)
        special = row.get("special", [])
        good = self.specials((*at, "special"), special, self.unit_rules, name)
        rules = {
            named.rule.name for named in (name_all(tuple(special), self.unit_rules) if good else ())
        }
        for key, low, high in (("skl", 1, 12), ("def", 1, 12), ("cmd", 1, 12), ("hp", 1, MOST_HP)):
            if key in row:
                self.whole((*at, key), row[key], f"{name}: {key}", low, high, clause)
        if "mov" in row:
            self.movement((*at, "mov"), row["mov"], name, "Aircraft" in rules)
        for number, weapon in enumerate(
            self.rows((*at, "weapons"), row.get("weapons", []), f"{name}: weapons", clause)
        ):
            self.word((*at, "weapons", number), weapon, weapons, f"{name}: a weapon", clause)
        if "base" in row:
            self.base((*at, "base"), row["base"], name, "Vehicle" in rules or not good)

    def movement(self, at: Where, value: object, name: str, flies: bool) -> None:
        clause = "openfire.module.model-data"
        if not flies:
            self.whole(at, value, f"{name}: mov", 0, LONGEST_TABLE, clause)
            return
        if not isinstance(value, Sequence) or len(value) != 2:
            self.fault(at, f"{name}: an Aircraft's mov is a pair [12, 20], not {value!r}", clause)
            return
        if self.whole(at, value[0], f"{name}: mov", 0, LONGEST_TABLE, clause):
            what = f"{name}: the second mov"
            self.whole(at, value[1], what, value[0], LONGEST_TABLE, clause)

    def base(self, at: Where, value: object, name: str, vehicle: bool) -> None:
        clause = "openfire.module.model-data"
        try:
            base = read_base(value, f"{name}: base")
        except PlaneError as wrong:
            for fault in wrong.faults:
                self.fault((*at, *fault.where), fault.text, clause)
            return
        if not base.is_round and not vehicle:
            self.fault(at, f"{name}: only a Vehicle has a rectangular base: give mm", clause)

    # ------------------------------------------------------------------ abilities

    def ability(self, at: Where, value: object, name: str) -> None:
        clause = "openfire.module.ability-data"
        row = self.mapping(at, value, name, clause)
        more = ("id", "text", "limit", "test", "when")
        self.keys(at, row, ("name", "effects"), more, name, clause)
        self.word(
            (*at, "limit"),
            row.get("limit", "none"),
            ("game", "round", "none"),
            f"{name}: limit",
            clause,
        )
        for number, value_ in enumerate(
            self.rows((*at, "when"), row.get("when", []), f"{name}: when", clause)
        ):
            where = (*at, "when", number)
            entry = self.mapping(where, value_, name, clause)
            if self.word((*where, "if"), entry.get("if"), _CONDITIONS, f"{name}: if", clause):
                for key in _CONDITIONS[entry["if"]]:
                    self.whole((*where, key), entry.get(key), f"{name}: {key}", 1, MOST, clause)
        for number, value_ in enumerate(
            self.rows((*at, "effects"), row.get("effects", []), f"{name}: effects", clause)
        ):
            self.effect((*at, "effects", number), value_, name)

    def effect(self, at: Where, value: object, name: str) -> None:
        clause = "openfire.module.ability-data"
        row = self.mapping(at, value, name, clause)
        if not self.word((*at, "do"), row.get("do"), _EFFECTS, f"{name}: do", clause):
            return
        needed = ("do", *_EFFECTS[row["do"]])
        self.keys(at, row, needed, ("until", "weapons"), name, clause)
        if "until" in row:
            self.word((*at, "until"), row["until"], UNTIL, f"{name}: until", clause)
        if "stat" in row:
            self.word((*at, "stat"), row["stat"], STATS, f"{name}: stat", clause)
        for key in ("by", "hits", "dmg", "prc", "hp", "points"):
            if key in row:
                low = -MOST if key in ("by", "points") else 0
                self.whole((*at, key), row[key], f"{name}: {key}", low, MOST, clause)
        if "special" in row:
            known = self.weapon_rules if "weapons" in row else self.unit_rules
            self.specials((*at, "special"), [row["special"]], known, name)
        if "who" in row:
            who = self.mapping((*at, "who"), row["who"], f"{name}: who", clause)
            more = ("within", "seen", "special", "not_special")
            self.keys((*at, "who"), who, ("pick",), more, f"{name}: who", clause)
            if "pick" in who:
                self.word((*at, "who", "pick"), who["pick"], PICKS, f"{name}: pick", clause)

    # ------------------------------------------------------------------ missions and boards

    def mission(self, at: Where, value: object, name: str) -> None:
        clause = "openfire.module.mission-data"
        row = self.mapping(at, value, name, clause)
        needed = ("name", "table", "entry_points", "objectives")
        more = ("id", "briefing", "rounds", "deployment", "terrain", "special", "rules", "boards")
        self.keys(at, row, needed, more, name, clause)
        size = self.table((*at, "table"), row.get("table", [48, 48]), name)
        rounds = row.get("rounds", 6)
        self.whole((*at, "rounds"), rounds, f"{name}: rounds", 1, MOST, clause)
        if "entry_points" in row:
            self.entry_points(at, row, name, size)
        if "objectives" in row:
            self.objectives(at, row, name, size)
        self.policy((*at, "rules"), row.get("rules", {}), name)

    def table(self, at: Where, value: object, name: str) -> tuple[int, int]:
        """The size of a mission's table in hundredths; a large one if it cannot be used."""
        clause = "openfire.module.mission-data"
        size = self.rows(at, value, f"{name}: table", clause)
        good = [self.whole(at, s, f"{name}: table", 1, LONGEST_TABLE, clause) for s in size]
        if len(size) == 2 and all(good):
            return size[0] * 100, size[1] * 100
        self.fault(at, f"{name}: table must be [width, depth] in inches", clause)
        return LONGEST_TABLE * 100, LONGEST_TABLE * 100

    def entry_points(
        self, at: Where, row: Mapping[str, Any], name: str, size: tuple[int, int]
    ) -> None:
        clause = "openfire.module.mission-data"
        at = (*at, "entry_points")
        sides = self.mapping(at, row["entry_points"], f"{name}: entry_points", clause)
        self.keys(at, sides, ("red", "blue"), (), f"{name}: entry_points", clause)
        for side, value in sides.items():
            where = (*at, side)
            if isinstance(value, Mapping):
                self.keys(where, value, ("count", "zone"), (), name, clause)
                if "count" in value:
                    self.whole((*where, "count"), value["count"], f"{name}: count", 1, 26, clause)
                if "zone" in value:
                    self.zone((*where, "zone"), value["zone"], name, size)
                continue
            points = self.rows(where, value, f"{name}: entry points of {side}", clause)
            if not points:
                self.fault(where, f"{name}: {side} needs at least one entry point", clause)
            for number, point in enumerate(points):
                entry = self.mapping((*where, number), point, name, clause)
                self.keys((*where, number), entry, ("id", "at"), (), name, clause)
                if "at" in entry:
                    self.point((*where, number, "at"), entry["at"], name, size)

    def zone(self, at: Where, value: object, name: str, size: tuple[int, int]) -> None:
        corners = self.rows(at, value, f"{name}: zone", "openfire.module.mission-data")
        if all(self.point(at, corner, name, size) for corner in corners):
            for text in outline_faults([(x, y) for x, y in corners]):
                self.fault(at, f"{name}: the zone {text}", "openfire.module.mission-data")

    def point(self, at: Where, value: object, name: str, size: tuple[int, int]) -> bool:
        clause = "openfire.module.mission-data"
        pair = self.rows(at, value, f"{name}: a place", clause)
        if len(pair) != 2:
            self.fault(at, f"{name}: a place is [x, y] in hundredths of an inch", clause)
            return False
        x = self.whole(at, pair[0], f"{name}: x", 0, size[0], clause)
        return self.whole(at, pair[1], f"{name}: y", 0, size[1], clause) and x

    def objectives(
        self, at: Where, row: Mapping[str, Any], name: str, size: tuple[int, int]
    ) -> None:
        clause = "openfire.module.mission-data"
        at = (*at, "objectives")
        for number, value in enumerate(
            self.rows(at, row["objectives"], f"{name}: objectives", clause)
        ):
            where = (*at, number)
            entry = self.mapping(where, value, name, clause)
            needed = ("id", "kind", "at", "points")
            self.keys(where, entry, needed, ("name", "who"), name, clause)
            if "kind" in entry:
                self.word((*where, "kind"), entry["kind"], KINDS, f"{name}: kind", clause)
            if "at" in entry:
                self.point((*where, "at"), entry["at"], name, size)
            if "points" in entry:
                what = f"{name}: points"
                self.whole((*where, "points"), entry["points"], what, 0, MOST_HP, clause)
            for player in entry.get("who", ()):
                self.word((*where, "who"), player, ("red", "blue"), f"{name}: who", clause)

    def policy(self, at: Where, value: object, name: str) -> None:
        rows = self.mapping(at, value, f"{name}: rules", "openfire.module.overrides")
        for key, text in policy_faults(rows):
            self.fault((*at, key), f"{name}: {text}", "openfire.module.overrides")

    def board(self, at: Where, value: object, name: str) -> Plane | None:
        """The plane of a board, or None with its faults."""
        clause = "openfire.module.terrain-data"
        row = self.mapping(at, value, name, clause)
        try:
            return read_plane({key: item for key, item in row.items() if key != "name"})
        except PlaneError as wrong:
            for fault in wrong.faults:
                self.fault((*at, *fault.where), f"{name}: {fault.text}", clause)
        return None

    def fits(self, at: Where, base: object, name: str, plane: Plane) -> None:
        """Say so if a base is wider than a board."""
        try:
            wrong = base_fault(plane, read_base(base, name))
        except PlaneError:
            return  # said elsewhere
        if wrong:
            self.fault(at, f"{name}: {wrong}", "openfire.module.terrain-data")


def nearest(value: object, known: Iterable[str]) -> str:
    """What a word was probably meant to be, or all that it could be."""
    words = list(known)
    close = near(str(value), words, cutoff=0.5)
    return f"did you mean '{close[0]}'?" if close else "use " + ", ".join(words)
