"""Units of a scenario: who they are and where they stand, plainly unless it is said.

A unit that says nothing but a place is one soldier: MOV 5, SKL 7, DEF 8, CMD 7, one hit point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from battlemat.kernel.plain import encode
from battlemat.packs.openfire.armies import unit_setup
from battlemat.packs.openfire.lengths import point
from battlemat.packs.openfire.modules import Module, find_module
from battlemat.packs.openfire.schema import STATS_CHECK, base, weapon
from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.packs.schema import (
    anything,
    by_hand,
    flag,
    kind_of,
    list_of,
    may,
    need,
    nothing,
    one_of,
    pattern,
    record,
    shaped,
    slug,
    table,
    text,
    whole,
)
from battlemat.packs.typed import typed
from battlemat.rulebooks.openfire.state.check import STATS, UNTIL
from battlemat.rulebooks.openfire.state.position_setup import StandingSetup
from battlemat.rulebooks.openfire.state.setup import (
    BaseSetup,
    ModelSetup,
    UnitSetup,
    WeaponSetup,
)

PLAIN_MODEL = ModelSetup(5, 7, 8, 7, 1, (), (), BaseSetup(height=120, radius=50))
PLAIN_WEAPON: Mapping[str, Any] = {"rng": 24, "att": 1, "dmg": 1, "prc": 0, "special": []}
RANK = 5  # models in a row, where only the leader's place is given

_PLACE = pattern(r"table|reserve|destroyed|left|aboard [A-Za-z][A-Za-z0-9]*", "a place of a unit")


@shaped(list_of(slug()), table(slug(), anything("a weapon, or what differs from a plain one")))
def _weapons(value: Any, place: Place) -> Any:
    """Weapons written out by their ids, or a list of ids from the unit's module."""
    if not isinstance(value, Mapping):
        return list_of(slug())(value, place)

    def one(row: Any, at: Place) -> Any:
        if row is not None and not isinstance(row, Mapping):
            return weapon(row, at)
        several = isinstance(row, Mapping) and "profiles" in row
        return weapon(row if several else {**PLAIN_WEAPON, **(row or {})}, at)

    return table(slug(), one)(value, place)


@by_hand({"type": "array", "minItems": 2, "maxItems": 3})
def spot(value: Any, place: Place) -> Any:
    """A place `[x, y]`, or `[x, y, facing]` for a model that faces otherwise than its unit."""
    if isinstance(value, list) and len(value) == 3:
        return [*point()(value[:2], place), whole(0, 359)(value[2], place / 2)]
    return point()(value, place)


@by_hand({"type": ["array", "null"]})
def _at(value: Any, place: Place) -> Any:
    """One place for the leader, or a place for every model; `null` for one that is lost."""
    if isinstance(value, list) and value and not isinstance(value[0], (list, type(None))):
        return [spot(value, place)]
    return list_of(lambda one, at: None if one is None else spot(one, at))(value, place)


@by_hand({"pattern": "^([1-9]|[1-3][0-9]|40)$"})
def _number(value: Any, place: Place) -> Any:
    """The roster number of a model, as a key."""
    if not str(value).isascii() or not str(value).isdecimal() or not 1 <= int(value) <= 40:
        place.complain(f"a model is told by its number, 1 to 40, not {kind_of(value)}")
        return 1
    return int(value)


_MODEL = record(may(stats=STATS_CHECK, special=list_of(text()), weapons=_weapons, base=base))
_LASTS = may(until=one_of(*UNTIL), source=text())
_CHANGE = record(need(stat=one_of(*STATS), by=whole(-12, 12)), _LASTS)
_GIFT = record(need(special=text()), may(weapons=text()), _LASTS)


@shaped(_CHANGE, _GIFT)
def _effect(value: Any, place: Place) -> Any:
    """Something that lasts: a changed stat, or a special rule given to the unit or its weapons."""
    return (_CHANGE if isinstance(value, Mapping) and "stat" in value else _GIFT)(value, place)


UNIT_KEYS = may(
    unit=text(),
    name=text(),
    at=_at,
    face=whole(0, 359),
    count=whole(1, 40),
    stats=STATS_CHECK,
    special=list_of(text()),
    weapons=_weapons,
    base=base,
    leader=whole(1, 40),
    models=table(_number, _MODEL),
    hp=list_of(whole(0, 99)),
    place=_PLACE,
    stress=whole(0, 9),
    activated=flag(),
    hurt=flag(),
    left_in=whole(1, 20),
    effects=list_of(_effect),
    used=table(text(), list_of(slug())),
    spent=list_of(slug()),
)
_UNIT = record(UNIT_KEYS)


@shaped(_UNIT, _at, nothing())
def unit_check(value: Any, place: Place) -> Any:
    """A unit of a scenario: a mapping, or the place of its only model."""
    if value is None:
        return {"place": "reserve"}
    if isinstance(value, list):
        return {"at": _at(value, place)}
    return _UNIT(value, place)


class UnitReader:
    """Makes units of a setup, and keeps what they bring along: weapons, modules, places."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.weapons: dict[str, WeaponSetup] = {}
        self.modules: list[tuple[Module, Place]] = []
        self.places: dict[str, StandingSetup] = {}
        self._mustered: dict[str, UnitSetup] = {}

    def muster(
        self, module: Module, units: Sequence[UnitSetup], rows: Mapping[str, Any], place: Place
    ) -> dict[str, Any]:
        """What is said of every unit of an army; of those that nobody speaks of, nothing."""
        self.modules.append((module, place))
        names = [unit.id for unit in units]
        for name in rows:
            if name not in names:
                (place / name).complain(f"the army has no unit '{name}'{nearest(name, names)}")
        for unit in units:
            self._mustered[unit.id] = unit
            self._arm(unit, module, place)
        return {name: rows.get(name, {}) for name in names}

    def unit(self, name: str, row: Mapping[str, Any], place: Place) -> UnitSetup:
        """One unit as a setup holds it; its place is kept in `places`."""
        if name in self._mustered:
            unit = self._mustered[name]
        else:
            unit = self._listed(name, row, place) if "unit" in row else self._plain(name, row)
        models = self._dress(unit, row, place)
        unit = unit._replace(models=tuple(models), leader=row.get("leader", unit.leader))
        self.places[name] = self._stand(unit, row, place)
        return unit

    def _listed(self, name: str, row: Mapping[str, Any], place: Place) -> UnitSetup:
        file, _, profile = row["unit"].rpartition("/")
        if not file:
            (place / "unit").complain("a unit is named with its module: 'cinder-moons/scouts'")
            return self._plain(name, row)
        module = find_module(file, beside=self.folder, at=place / "unit")
        self.modules.append((module, place))
        profiles = module.value["units"]
        if profile not in profiles:
            what = f"{module.name} has no unit '{profile}'{nearest(profile, profiles)}"
            (place / "unit").complain(what)
            return self._plain(name, row)
        unit = unit_setup(module, {"unit": profile}, name)
        self._arm(unit, module, place)
        return unit

    def _arm(self, unit: UnitSetup, module: Module, place: Place) -> None:
        for model in unit.models:
            for weapon_id in model.weapons:
                self._carry(weapon_id, module.weapon(weapon_id), place)

    def _plain(self, name: str, row: Mapping[str, Any]) -> UnitSetup:
        count = row.get(
            "count",
            max(
                1, len(row.get("at", ())), len(row.get("hp", ())), *map(int, row.get("models", ()))
            ),
        )
        return UnitSetup(name, (PLAIN_MODEL,) * count, row.get("name", name))

    def _dress(self, unit: UnitSetup, row: Mapping[str, Any], place: Place) -> list[ModelSetup]:
        """Its models, with what the scenario says of them all, then of single ones."""
        worn = self._worn(row, place)
        models = [_changed(model, worn, place) for model in unit.models]
        size = len(models)
        for number, own in row.get("models", {}).items():
            here = place / "models" / number
            if 1 <= int(number) <= size:
                one = int(number) - 1
                models[one] = _changed(models[one], self._worn(own, here), here)
            else:
                here.complain(f"{unit.id} has {size} models; 1 to {size} are allowed")
        return models

    def _worn(self, row: Mapping[str, Any], place: Place) -> dict[str, Any]:
        """What the scenario gives models; the weapons are kept in `weapons`."""
        own = {key: row[key] for key in ("special", "base") if key in row}
        own |= row.get("stats", {})
        if "weapons" in row:
            own["weapons"] = list(row["weapons"])
            if isinstance(row["weapons"], Mapping):
                for name, one in row["weapons"].items():
                    self._carry(name, typed(WeaponSetup, one, place / "weapons" / name), place)
            for name in own["weapons"]:
                if name not in self.weapons:
                    what = f"there is no weapon '{name}'{nearest(name, self.weapons)}"
                    (place / "weapons").complain(what)
        return own

    def _carry(self, name: str, weapon: WeaponSetup, place: Place) -> None:
        if self.weapons.setdefault(name, weapon) != weapon:
            place.complain(f"there is another weapon '{name}'; give this one a name of its own")

    def _stand(self, unit: UnitSetup, row: Mapping[str, Any], place: Place) -> StandingSetup:
        """Where a unit is, as a position holds it."""
        found = self._standing(unit, row, place)
        return typed(StandingSetup, found, place)

    def _standing(self, unit: UnitSetup, row: Mapping[str, Any], place: Place) -> dict[str, Any]:
        _check_numbers(unit, row, place)
        found: dict[str, Any] = {
            key: row[key]
            for key in ("stress", "activated", "hurt", "leader", "left_in", "used")
            if key in row
        }
        if "spent" in row:
            found["abilities"] = row["spent"]
        size = len(unit.models)
        told = row.get("hp", [])
        hp = [*told, *(model.hp for model in unit.models[len(told) :])][:size]
        found["place"] = row.get("place", _place_of(row))
        if found["place"] != "table":
            if "hp" in row:
                found["hp"] = hp
            return found
        if "at" not in row:
            place.complain("where does it stand? Say 'at: [12, 8]', or 'place: reserve'")
            return found
        spots = row["at"]
        if len(spots) == 1 and size > 1:
            spots = _ranks(spots[0], unit)
        if len(spots) != size:
            (place / "at").complain(f"{len(spots)} places for {size} models; give one or {size}")
            return found
        face = row.get("face", 0)
        found["models"] = [
            None if at is None or not left else [*[*at, face][:3], left]
            for at, left in zip(spots, hp, strict=True)
        ]
        return found


def _place_of(row: Mapping[str, Any]) -> str:
    """Where a unit is that does not say it."""
    return "table" if "at" in row else "left" if "left_in" in row else "reserve"


def _changed(model: ModelSetup, worn: Mapping[str, Any], place: Place) -> ModelSetup:
    """A model with what it is given."""
    return typed(ModelSetup, {**encode(model), **worn}, place) if worn else model


def _check_numbers(unit: UnitSetup, row: Mapping[str, Any], place: Place) -> None:
    """Complain of models and weapons that the unit does not have."""
    models = unit.models
    size = len(models)
    if row.get("leader", 1) > size:
        (place / "leader").complain(f"the unit has {size} models; 1 to {size} are allowed")
    if len(row.get("hp", ())) > size:
        (place / "hp").complain(f"{len(row['hp'])} numbers for {size} models")
    for n, (left, model) in enumerate(zip(row.get("hp", ()), models, strict=False)):
        if left > model.hp:
            (place / "hp" / n).complain(f"this model has {model.hp} hit points, not {left}")
    if row.get("hp") and not any(row["hp"]) and len(row["hp"]) == size:
        (place / "hp").complain("nobody is left; say 'place: destroyed'")
    for number, names in row.get("used", {}).items():
        here = place / "used" / number
        if not number.isdecimal() or not 1 <= int(number) <= size:
            here.complain(f"the unit has {size} models; 1 to {size} are allowed")
            continue
        carried = models[int(number) - 1].weapons
        for n, name in enumerate(names):
            if name not in carried:
                (here / n).complain(f"this model has no '{name}'{nearest(name, carried)}")
    known = [ability.id for ability in unit.abilities]
    for n, name in enumerate(row.get("spent", ())):
        if name not in known:
            what = f"the unit has no ability '{name}'{nearest(name, known)}"
            (place / "spent" / n).complain(what)


def _ranks(first: list[int], unit: UnitSetup) -> list[list[int]]:
    """Places in rows of five behind the leader's, bases a tenth of an inch apart."""
    widths = [_width(model.base) for model in unit.models]
    step = max(widths) + 10
    x, y, *face = first
    return [[x + step * (n % RANK), y - step * (n // RANK), *face] for n in range(len(widths))]


def _width(base: BaseSetup) -> int:
    if base.length is not None and base.width is not None:
        return max(base.length, base.width)
    return 2 * base.radius if base.radius is not None else 4 * (base.mm or 0)
