"""Whether the units of a scenario can be where it says; if not, it is told where that was written.

A model stands on the table, on one level, beside other bases and not on walls
(`openfire.formation.legal-place`). Formation is not asked for: a unit whose leader fell may well be
out of it (`openfire.formation.new-leader-gap`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from battlemat.boards.plane import Stand, read_base, read_plane
from battlemat.kernel.plain import encode
from battlemat.packs.openfire.schema import SIDES
from battlemat.packs.places import Place
from battlemat.rulebooks.openfire.chapters.moving.formation import why
from battlemat.rulebooks.openfire.state.cards import Rules
from battlemat.rulebooks.openfire.state.mission import SOLID
from battlemat.rulebooks.openfire.state.passengers import carried_refusal
from battlemat.rulebooks.openfire.state.position_setup import StandingSetup
from battlemat.rulebooks.openfire.state.setup import ModelSetup, OpenFireSetup, UnitSetup
from battlemat.rulebooks.openfire.state.specials import own_rules

Units = list[tuple[UnitSetup, StandingSetup, Place]]
NOWHERE = StandingSetup()


def check_units(setup: OpenFireSetup, place: Place) -> None:
    """Complain of models that cannot be what they are, or stand where they do."""
    rows = setup.position.units if setup.position is not None else {}
    rules = Rules(*own_rules(encode(setup.special_rules)))
    known = len(place.problems)
    for side, army in zip(SIDES, (setup.armies.red, setup.armies.blue), strict=True):
        units = [(unit, rows.get(unit.id, NOWHERE), place / side / unit.id) for unit in army.units]
        _check_cards(units, rules)
        _check_passengers(units, rules)
    if len(place.problems) == known:
        _check_standing(setup, rows, place)


# ------------------------------------------------------------------ what they are


def _check_cards(units: Units, rules: Rules) -> None:
    for unit, _, place in units:
        told = set[str]()
        for n, model in enumerate(unit.models):
            for key, what in _odd(model, rules):
                if what not in told:
                    told.add(what)
                    _written(place, str(n + 1), key).complain(what)


def _odd(model: ModelSetup, rules: Rules) -> Iterator[tuple[str, str]]:
    powers = rules.powers(model.special)
    if powers.aircraft and isinstance(model.mov, int):
        yield "stats", "an Aircraft's mov is a pair, as in mov: [12, 20]"
    if not powers.aircraft and not isinstance(model.mov, int):
        yield "stats", "only an Aircraft's mov is a pair; give one number"
    if model.base.length is not None and not powers.vehicle:
        yield "base", "only a Vehicle has a rectangular base; give 'mm' or 'radius'"


def _written(unit: Place, number: str, key: str) -> Place:
    """Where a model's value was written: with the model, or for its whole unit."""
    for place in (unit / "models" / number / key, unit / key):
        if place.path in unit.source.lines:
            return place
    return unit


def _check_passengers(units: Units, rules: Rules) -> None:
    """A transport carries so many models and no more (`openfire.transport.capacity`)."""
    seats = {
        unit.id: [rules.powers(model.special).carries for model in unit.models]
        for unit, _, _ in units
    }
    for unit, row, place in units:
        _, aboard, carrier = row.place.partition("aboard ")
        if not aboard or carrier not in seats:
            continue
        free, size = seats[carrier], len(unit.models)
        if row.hp is not None:
            size = sum(map(bool, row.hp))
        refusal = carried_refusal(unit.id, (rules.powers(one.special) for one in unit.models))
        if not any(rules.powers(one.special).carries for one in _models(units, carrier)):
            (place / "place").complain(f"{carrier} is no transport; give it 'Transport (6)'")
        elif refusal is not None:
            (place / "place").complain(f"{refusal.reason}: it cannot be aboard {carrier}")
        elif max(free) < size:
            most = max(rules.powers(one.special).carries for one in _models(units, carrier))
            left = f"carries {most}" if max(free) == most else f"has room for {max(free)} more"
            (place / "place").complain(f"{size} models do not fit aboard {carrier}, which {left}")
        else:
            free[next(n for n, left in enumerate(free) if left >= size)] -= size


def _models(units: Units, id: str) -> tuple[ModelSetup, ...]:
    return next(unit.models for unit, _, _ in units if unit.id == id)


# ------------------------------------------------------------------ where they stand


def _check_standing(setup: OpenFireSetup, rows: Mapping[str, StandingSetup], place: Place) -> None:
    plane = read_plane({key: one for key, one in encode(setup.board).items() if key != "name"})
    names: list[str] = []
    down: list[Stand] = []
    for side, army in zip(SIDES, (setup.armies.red, setup.armies.blue), strict=True):
        for unit in army.units:
            for n, row in enumerate(rows.get(unit.id, NOWHERE).models or ()):
                if row is None:
                    continue
                stand = plane.put(read_base(encode(unit.models[n].base)), *row[:3])
                stop = plane.place_stop(stand, down, SOLID)
                name = f"{unit.id}.{n + 1}"
                if stop is not None:
                    what = why(stop)
                    if stop.reason == "base":
                        other = next(at for at, base in enumerate(down) if base is stop.source)
                        what = f"{names[other]} stands there"
                    at = f"{row[0] / 100:g}, {row[1] / 100:g}"
                    spot = _spot(place / side / unit.id, n)
                    spot.complain(f"{name} cannot stand at {at}: {what}")
                names.append(name)
                down.append(stand)


def _spot(unit: Place, model: int) -> Place:
    """Where a model's place was written: its own, or that of the whole unit."""
    own = unit / "at" / model
    if (own / 0).path in unit.source.lines:
        return own
    return unit / "at" if (unit / "at").path in unit.source.lines else unit
