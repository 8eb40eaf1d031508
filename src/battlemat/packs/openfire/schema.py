"""The files of Open Fire content, kind by kind; files hold inches, games hundredths.

Every check here gives back what the rulebook's setup wants, so a length is converted where it is
read. What one part of a module says of another is checked in `openfire_modules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from battlemat.packs.building.saved_content import saved_content
from battlemat.packs.openfire.boards import BOARD, PIECE
from battlemat.packs.openfire.effects import ABILITY, SPECIAL_RULE
from battlemat.packs.openfire.lengths import INCH, WIDEST, inches, outline, point
from battlemat.packs.places import Known, Place, go_on, merged
from battlemat.packs.schema import (
    Check,
    Field,
    by_hand,
    either,
    flag,
    kind_of,
    list_of,
    may,
    need,
    one_of,
    pattern,
    picked,
    record,
    shaped,
    short,
    slug,
    table,
    text,
    then,
    whole,
)
from battlemat.rulebooks.openfire.state.bounds import MOST_DICE
from battlemat.rulebooks.openfire.state.mission import KINDS

SIDES = ("red", "blue")
STATS = ("mov", "skl", "def", "cmd", "hp")


# ------------------------------------------------------------------ weapons and units

_PROFILE: Mapping[str, Field] = need(
    rng=either(
        whole(1, 999),
        list_of(whole(0, 999), least=2, most=2),
        what="a range in whole inches, or [least, most],",
    ),
    att=whole(1, MOST_DICE),
    dmg=whole(1, 99),
    prc=whole(0, 99),
    special=list_of(text("the name of a special rule")),
)
_ONE_PROFILE = record(may(name=text()), _PROFILE)
_MANY_PROFILES = record(
    may(name=text()), need(profiles=table(slug(), record(may(name=text()), _PROFILE), least=2))
)


@shaped(_ONE_PROFILE, _MANY_PROFILES)
def weapon(value: Any, place: Place) -> Any:
    """A weapon of one profile, or of several by their ids."""
    if not isinstance(value, Mapping) or "profiles" not in value:
        return _ONE_PROFILE(value, place)
    found = _MANY_PROFILES(value, place)
    rows = found.known("profiles", {}).items()
    return merged(found, {"profiles": [merged({"id": name}, row) for name, row in rows]})


BASE = record(
    need(height=inches(0.01, 20)),
    may(
        mm=whole(1, 300),
        radius=inches(0.01, 60),
        length=inches(0.02, WIDEST),
        width=inches(0.02, WIDEST),
        eye=inches(0, 20),
    ),
)


@shaped(BASE)
def base(value: Any, place: Place) -> Any:
    """A round base by `mm` or `radius`, or the footprint of a vehicle by `length` and `width`."""
    before = len(place.problems)
    found = BASE(value, place)
    if len(place.problems) > before:
        return found
    shape = {key for key in ("mm", "radius", "length", "width") if key in found}
    if shape not in ({"mm"}, {"radius"}, {"length", "width"}):
        place.complain("a base has 'mm', or 'radius', or 'length' and 'width'")
    for key in ("length", "width"):
        if found.get(key, 0) % 2:
            (place / key).complain("this must be an even number of hundredths, as 3.02 or 3.04 are")
    return found


_MOV = either(
    whole(0, 99), list_of(whole(0, 99), least=2, most=2), what="inches, or [least, most],"
)
STATS_CHECK = record(
    may(
        mov=_MOV,
        skl=whole(1, 12),
        **{"def": whole(1, 12)},
        cmd=whole(1, 12),
        hp=whole(1, 99),
    )
)
_MODEL_PARTS = may(
    stats=STATS_CHECK,
    special=list_of(text("the name of a special rule")),
    weapons=list_of(slug()),
    base=base,
)
_MODEL = record(may(name=text(), count=whole(1, 40), equipment=list_of(text())), _MODEL_PARTS)
_UNIT = record(
    need(name=text(), points=whole(0, 9999), models=list_of(_MODEL, least=1)),
    may(
        faction=slug(),
        tags=list_of(slug()),
        abilities=list_of(slug()),
        leader=whole(1, 40),
        text=text(),
    ),
    _MODEL_PARTS,
)


@shaped(_UNIT)
def unit(value: Any, place: Place) -> Any:
    """A unit profile; what stands beside `models` holds for every model that says nothing else."""
    found = _UNIT(value, place)
    unfolded = go_on(place, lambda: _unfold(found, place))
    return merged(found, Known((), ("models",))) if unfolded is None else unfolded


def _unfold(unit: Known, place: Place) -> Known:
    """The unit with every model's own stats, rules and weapons."""
    shared = Known(
        ((key, one) for key, one in unit.items() if key in _MODEL_PARTS),
        unit.wrong.intersection(_MODEL_PARTS),
    )
    models = [_model(shared, own, place / "models" / n) for n, own in enumerate(unit["models"])]
    go_on(place, lambda: _leads(unit, models, place))
    return merged(unit.without(*_MODEL_PARTS), {"models": models})


def _leads(unit: Known, models: list[Known], place: Place) -> None:
    size = sum(model["count"] for model in models)
    if unit.get("leader", 1) > size:
        (place / "leader").complain(f"the unit has {size} models; 1 to {size} are allowed")


def _model(shared: Known, own: Known, place: Place) -> Known:
    stats = merged(*(part.known("stats", Known()) for part in (shared, own)))
    if "stats" not in shared.wrong | own.wrong:
        for key in STATS:
            if key not in stats:
                what = f"'{key}' is missing; give it under 'stats', here or for the whole unit"
                place.complain(what)
                stats = merged(stats, Known((), (key,)))
    for key in ("special", "weapons", "base"):
        if key not in own and key not in shared:
            place.complain(f"'{key}' is missing; give it here or for the whole unit")
            own = merged(own, Known((), (key,)))
    lost = Known((), STATS if "stats" in shared.wrong | own.wrong else ())
    plain = {"name": "Model", "count": 1}
    return merged(plain, shared.without("stats"), own.without("stats"), stats, lost)


# ------------------------------------------------------------------ missions


@by_hand({"type": "object"})
def plain_mapping(value: Any, place: Place) -> Any:
    """Words and their values, looked at more closely later."""
    if not isinstance(value, Mapping):
        place.complain(f"a mapping (rule: value) is wanted, not {kind_of(value)}")
        return {}
    return dict(value)


OBJECTIVE = record(
    need(
        id=pattern(r"[A-Za-z0-9]+", "an id of letters and digits"),
        kind=one_of(*KINDS),
        at=point(),
        points=whole(0, 99),
    ),
    may(name=text(), who=list_of(one_of(*SIDES), least=1, most=2)),
)
_ENTRY_ID = pattern(r"[a-z0-9]+", "an id of letters and digits")
_ZONE = record(need(count=whole(1, 9), zone=outline()))
_POINTS = table(_ENTRY_ID, point(), least=1)


@shaped(_ZONE, _POINTS)
def entry(value: Any, place: Place) -> Any:
    """Entry points by their ids, or how many a player may place in a zone."""
    if isinstance(value, Mapping) and ("zone" in value or "count" in value):
        return _ZONE(value, place)
    return [{"id": name, "at": at} for name, at in _POINTS(value, place).items()]


MISSION: Mapping[str, Field] = {
    **need(
        name=text(),
        table=list_of(whole(6, WIDEST), least=2, most=2),
        entry_points=record(need(red=entry, blue=entry)),
        objectives=list_of(OBJECTIVE),
    ),
    **may(
        briefing=text(),
        rounds=whole(1, 20),
        board=text(),
        armies=record(may(red=text(), blue=text())),
        aboard=flag(),
        deployment=text(),
        terrain=text(),
        special=list_of(text()),
        rules=plain_mapping,
    ),
}


def mission_rest(value: Known, place: Place) -> Known:
    """What a mission's parts say of each other: places on its table, ids that stand once."""
    (place / "table").need_sound()
    size = (value["table"][0], value["table"][1])
    seen: set[str] = set()
    for side in SIDES:
        go_on(place, partial(_entry_points, value, side, size, place, seen))
    ids: set[str] = set()
    for n, row in enumerate(value.known("objectives", ())):
        here = place / "objectives" / n
        go_on(place, partial(_once, row, ids, here))
        go_on(place, partial(_at_table, row, size, here / "at"))
    return value


def _entry_points(
    value: Known, side: str, size: tuple[int, int], place: Place, seen: set[str]
) -> None:
    here, points = place / "entry_points" / side, value["entry_points"][side]
    if isinstance(points, dict):
        for n, corner in enumerate(points["zone"]):
            _on_table(corner, size, here / "zone" / n)
        return
    for row in points:
        _on_table(row["at"], size, here / row["id"])
        if row["id"] in seen:
            (here / row["id"]).complain(f"there is another entry point '{row['id']}'")
        seen.add(row["id"])


def _once(row: Known, ids: set[str], place: Place) -> None:
    if row["id"] in ids:
        (place / "id").complain(f"there is another objective '{row['id']}'")
    ids.add(row["id"])


def _at_table(row: Known, size: tuple[int, int], place: Place) -> None:
    _on_table(row["at"], size, place)


def _on_table(at: list[int], size: tuple[int, int], place: Place) -> None:
    for value, side, name in zip(at, size, ("x", "y"), strict=True):
        if not 0 <= value <= side * INCH:
            place.complain(f"{name} {value / INCH:g} lies off the table; 0 to {side} are allowed")


# ------------------------------------------------------------------ armies and modules

_MEMBER = record(
    need(unit=slug()),
    may(name=text(), count=whole(1, 20), leader=whole(1, 40), aboard=slug(), id=slug()),
)
ARMY: Mapping[str, Field] = {
    **need(name=text(), units=list_of(short("unit", _MEMBER), least=1)),
    **may(text=text(), faction=slug()),
}
ARMY_RULES = record(
    may(
        text=text(),
        points=whole(1, 99999),
        units=list_of(whole(0, 99), least=2, most=2),
        limits=list_of(record(need(tag=slug()), may(most=whole(0, 99), least=whole(0, 99)))),
        one_faction=flag(),
        unique=list_of(slug()),
    )
)
META = record(
    need(version=text(), setting=text(), scale=text()),
    may(army_word=text(), credits=text(), licence=text()),
)
_HEAD = need(id=slug(), rulebook=one_of("openfire"), name=text())


def _named_or_inline(item: Check) -> Check:
    """A table of things, or a list of the files that hold them, by id or path."""
    inline, named = table(slug(), item, least=1), list_of(text(), least=1)
    return picked(
        lambda value: named if isinstance(value, (list, str, int)) else inline, inline, named
    )


FILES: Mapping[str, Check] = {
    "module": record(
        _HEAD,
        need(
            meta=META,
            units=table(slug(), unit, least=1),
            weapons=table(slug(), weapon, least=1),
            army_rules=ARMY_RULES,
            missions=_named_or_inline(then(record(MISSION), mission_rest)),
        ),
        may(
            kind=one_of("module"),
            text=text(),
            factions=table(slug(), record(need(name=text()), may(text=text()))),
            abilities=table(slug(), ABILITY),
            special_rules=table(text(), SPECIAL_RULE),
            rules=plain_mapping,
            terrain=record(
                may(pieces=table(slug(), PIECE), boards=_named_or_inline(record(BOARD)))
            ),
            armies=_named_or_inline(record(ARMY)),
        ),
    ),
    "mission": then(
        record(_HEAD, need(module=text()), may(kind=one_of("mission"), text=text()), MISSION),
        mission_rest,
    ),
    "board": record(_HEAD, may(kind=one_of("board"), text=text(), module=text()), BOARD),
    "army": record(_HEAD, need(module=text()), may(kind=one_of("army")), ARMY, saved_content()),
}
"""The kinds of files that Open Fire content comes in."""
