"""Positions of Skirm in scenario files: a position is a setup like any other.

Units come from a faction's list or are written on the spot; they stand where their square says or
where their letter is drawn on the map.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from battlemat.boards.squares import Board, MapError
from battlemat.kernel.plain import encode
from battlemat.packs.drawn_units import lift_units
from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.packs.schema import (
    Check,
    drawing,
    either,
    flag,
    list_of,
    may,
    need,
    one_of,
    picked,
    record,
    shaped,
    slug,
    table,
    text,
    whole,
)
from battlemat.packs.skirm.files import Content, board_of, content, squares_of, words_of
from battlemat.packs.skirm.ground import WALLS, is_size, sized_board, with_walls
from battlemat.packs.skirm.missions import (
    environment_setup,
    map_setup,
    mission_setup,
    own_zones,
    plain_mission,
)
from battlemat.packs.skirm.moments import check_moment, check_units, read_done
from battlemat.packs.skirm.schema import SQUARES, mission_action, scoring, square, unit_id
from battlemat.packs.skirm.squads import check_squad, read_squad, squad_setup
from battlemat.packs.skirm.units import one_unit, unit_check
from battlemat.packs.skirm.words import Words
from battlemat.packs.typed import all_typed, typed
from battlemat.rulebooks.skirm.state.setup import (
    ActionSetup,
    ActiveSetup,
    MapSetup,
    MarkerSetup,
    MissionSetup,
    ObjectiveSetup,
    OrdersSetup,
    PlaceSetup,
    PositionSetup,
    ScoresSetup,
    ScoringSetup,
    SkirmSetup,
    Squads,
    SquadSetup,
    ZonesSetup,
)

SIDES = ("red", "blue")
FACTS = (
    *("turn", "phase", "initiative", "to_move", "orders", "scores", "units", "doors", "markers"),
    *("active", "act", "result"),
)
_MISSION = ("turns", "objectives", "markers", "scoring", "actions", "environment")
_POSITION = ("turn", "initiative", "to_move", "orders", "scores", "zones", "doors", "active")
KEYS = ("map", "walls", "mission", "areas", "red", "blue", "begin", *_MISSION, *_POSITION)


def skirm_unit_facts(value: Any, place: Place) -> Mapping[str, Any]:
    """What is expected of a unit: a mapping, or words such as `downed c4`."""
    if isinstance(value, Mapping):
        return value
    words: dict[str, Any] = {}
    for word in re.split(r"[\s,]+", value.strip()) if isinstance(value, str) else ["?"]:
        if word in ("standing", "downed", "out"):
            words["state"] = word
        elif word in ("ready", "activated"):
            words["ready"] = word == "ready"
        elif re.fullmatch(r"[a-z]{1,2}[1-9]\d?", word):
            words["square"] = word
        else:
            known = ("standing", "downed", "out", "ready", "activated")
            place.complain(f"'{word}' is neither a state nor a square{nearest(word, known)}")
    return words


def skirm_setup(
    rulebook: str, value: Mapping[str, Any], place: Place, folder: Path | None
) -> dict[str, Any]:
    """The setup that a scenario file of a Skirm edition describes; empty if it has no shape."""
    found = _Reader(rulebook, value, place, folder).read()
    setup: dict[str, Any] = encode(found) if found is not None else {}
    return setup


def skirm_checks(rulebook: str) -> Mapping[str, Check]:
    """The shape of every key that a position takes."""
    words = words_of(rulebook)
    units = _units(words)
    side = picked(lambda value: _SQUAD if isinstance(value, str) else units, _SQUAD, units)
    return {"map": _MAP, **_checks(words, side)}


_SQUAD = text("a squad's id or file")
_MAP = text("a map's id or file, a size such as 8x6, or a drawing after '|'")


def _units(words: Words) -> Check:
    return table(unit_id(), unit_check(words), least=1)


def _checks(words: Words, units: Check) -> dict[str, Check]:
    zone = either(slug(), SQUARES, what="a zone's name, or its squares,")
    side = either(one_of(*SIDES), what="red or blue")
    counts = record(may(red=whole(-99, 99), blue=whole(-99, 99)))
    orders = record(may(red=whole(0, 99), blue=whole(0, 99)))
    return {
        "red": units,
        "blue": units,
        "begin": one_of("position", "deployment"),
        "areas": table(slug(), SQUARES),
        "mission": text(),
        "turns": whole(1, 12),
        "objectives": table(text(), _spot(square(), may(name=text(), side=slug()))),
        "markers": table(text(), _spot(square(), may(name=text(), side=slug(), carry=flag()))),
        "scoring": scoring(),
        "actions": list_of(mission_action(words)),
        "environment": text(),
        "turn": whole(1, 12),
        "initiative": side,
        "to_move": side,
        "orders": orders,
        "walls": WALLS,
        "scores": counts,
        "zones": record(may(red=zone, blue=zone)),
        "doors": table(text(), one_of("open", "closed")),
        "active": _active,
    }


_ACTIVE = record(need(unit=unit_id()), may(act=whole(0, 12), done=list_of(slug())))


@shaped(unit_id(), _ACTIVE)
def _active(value: Any, place: Place) -> Any:
    return {"unit": unit_id()(value, place)} if isinstance(value, str) else _ACTIVE(value, place)


class _Reader:
    """Reads one file; every step complains at its place and goes on."""

    def __init__(
        self, rulebook: str, value: Mapping[str, Any], place: Place, folder: Path | None
    ) -> None:
        self.words = words_of(rulebook)
        self.value = value
        self.place = place
        self.folder = folder
        self.drawn: dict[str, list[str]] = {}
        self.map_name: str | None = None
        self.own_zones: dict[str, str] = {}
        self.squads: dict[str, SquadSetup] = {}
        self.sides = [side for side in value if side in SIDES]

    def read(self) -> SkirmSetup | None:
        known = len(self.place.problems)
        fields = self._fields()
        if len(self.place.problems) > known:
            return None  # what has no shape cannot be put on a map
        ground = self._map(fields)
        if ground is None:
            return None
        board = Board.parse(ground.drawing)
        ground = self._with_areas(board, ground, fields)
        mission = self._mission(board, fields)
        squads = {side: self._squad(side, fields) for side in SIDES}
        if len(self.sides) < 2:
            self.place.complain("two sides are wanted: 'red' and 'blue', each with its units")
        both = Squads(*(squads[side] for side in SIDES))
        begins = self.value.get("begin") == "deployment"
        position = None if begins else self._position(board, mission, squads, fields)
        return SkirmSetup(ground, mission, both, self.words.name, position)

    def _fields(self) -> dict[str, Any]:
        """The parts whose shape can be checked by themselves."""
        checks = _checks(self.words, self._side_check())
        return {
            key: check(self.value[key], self.place / key)
            for key, check in checks.items()
            if key in self.value
        }

    def _content(self, kind: str, name: str) -> Content:
        """Another file that this one names under the key of its kind."""
        at = self.place / kind
        return content(self.words.name, kind, name, beside=self.folder, at=at)

    # ------------------------------------------------------------------ ground and mission

    def _map(self, fields: Mapping[str, Any]) -> MapSetup | None:
        named = self.value.get("map")
        here = self.place / "map"
        if named is None and "mission" in fields:
            task = self._content("mission", fields["mission"])
            named = task.value.get("map")
        if named is None:
            self.place.complain("'map' is missing: draw it after 'map: |', or name one")
            return None
        if is_size(named):
            sized = sized_board(named, here)
            return self._own_map(sized, sized.draw() if sized else "", fields)
        if isinstance(named, str) and "\n" not in named.strip() and " " not in named.strip():
            self.map_name = named
            if "walls" in fields:
                what = "walls are put on a map of one's own, and this one is named"
                (self.place / "walls").complain(what)
            return map_setup(self._content("map", named))
        drawn = drawing()(named, here)
        clean, self.drawn = lift_units(drawn)
        return self._own_map(board_of(clean, here) if drawn else None, clean, fields)

    def _own_map(
        self, board: Board | None, text: str, fields: Mapping[str, Any]
    ) -> MapSetup | None:
        if board is None:
            return None
        if "walls" in fields:
            text = with_walls(board, fields["walls"], self.place / "walls").draw()
        return MapSetup(text, self.value["name"])

    def _with_areas(self, board: Board, ground: MapSetup, fields: Mapping[str, Any]) -> MapSetup:
        own = {
            name: tuple(squares_of(board, texts, self.place / "areas" / name))
            for name, texts in fields.get("areas", {}).items()
        }
        return ground._replace(areas={"indoors": (), **ground.areas, **own})

    def _mission(self, board: Board, fields: Mapping[str, Any]) -> MissionSetup:
        mission = plain_mission(self.value["name"], board, self.words.zone_depth)
        if self.map_name is None:
            here = self.place / "zones"
            zones = fields.get("zones", {})
            mission, self.own_zones = own_zones(board, mission, zones, here)
        if "mission" in fields and self.map_name is None:
            (self.place / "mission").complain("a mission needs a named map; this one is drawn")
        elif "mission" in fields and self.map_name is not None:
            task = self._content("mission", fields["mission"])
            on = self._content("map", self.map_name)
            mission = mission_setup(self.words, task, on)
        return mission._replace(**self._changes(mission, board, fields))

    def _changes(
        self, mission: MissionSetup, board: Board, fields: Mapping[str, Any]
    ) -> dict[str, Any]:
        """What the file says of the mission itself."""
        found: dict[str, Any] = {"turns": fields["turns"]} if "turns" in fields else {}
        if "scoring" in fields:
            found["scoring"] = all_typed(ScoringSetup, fields["scoring"], self.place / "scoring")
        if "actions" in fields:
            found["actions"] = all_typed(ActionSetup, fields["actions"], self.place / "actions")
        if "objectives" in fields:
            laid = self._spots("objectives", fields["objectives"], board, mission)
            found["objectives"] = all_typed(ObjectiveSetup, laid, self.place / "objectives")
        if "markers" in fields:
            laid = self._spots("markers", fields["markers"], board, mission)
            found["markers"] = all_typed(MarkerSetup, laid, self.place / "markers")
        around = fields.get("environment", "none")
        if around != "none":
            found["environment"] = environment_setup(self._content("environment", around))
        return found

    def _spots(
        self, key: str, spots: Mapping[str, Any], board: Board, mission: MissionSetup
    ) -> list[dict[str, Any]]:
        zones = self._sides_zones(mission)
        laid = []
        for name, spot in spots.items():
            here = self.place / key / name
            self._square(board, spot["at"], here)
            rest = {word: one for word, one in spot.items() if word != "at"}
            one = {"id": name, "name": spot.get("name", name), "square": spot["at"], **rest}
            if "side" in one:
                one["side"] = zones.get(one["side"], one["side"])
            laid.append(one)
        return laid

    def _sides_zones(self, mission: MissionSetup) -> dict[str, str]:
        named = dict(zip(SIDES, mission.zones, strict=False))
        asked = self.value.get("zones")
        rows: Mapping[str, Any] = asked if isinstance(asked, Mapping) else {}
        told = {side: self.own_zones.get(side, zone) for side, zone in rows.items()}
        return {**named, **told}

    def _square(self, board: Board, name: str, place: Place) -> None:
        try:
            board.square(name)
        except MapError as error:
            place.complain(str(error))

    # ------------------------------------------------------------------ squads and position

    def _side_check(self) -> Check:
        """A side is a table of units, or a squad by id or path."""
        units = _units(self.words)

        def check(value: Any, place: Place) -> Any:
            if isinstance(value, str):
                source = content(self.words.name, "squad", value, beside=self.folder, at=place)
                squad = read_squad(self.words.name, source)
                check_squad(squad)
                place.problems.extend(squad.place.problems)
                letter = place.path[-1][0].upper() if isinstance(place.path[-1], str) else "U"
                self.squads[str(place.path[-1])] = squad_setup(squad, letter)
                return {f"{letter}{n}": {} for n, _ in enumerate(squad.members, 1)}
            return units(value, place)

        return check

    def _squad(self, side: str, fields: Mapping[str, Any]) -> SquadSetup:
        if side in self.squads:
            return self.squads[side]
        units = fields.get(side, {})
        built = [
            one_unit(self.words, name, entry or {}, self.place / side / name, self.folder)
            for name, entry in units.items()
        ]
        known = tuple(unit for unit in built if unit is not None)
        return SquadSetup(known, side, side.capitalize(), cap=1000)

    def _position(
        self,
        board: Board,
        mission: MissionSetup,
        squads: Mapping[str, SquadSetup],
        fields: Mapping[str, Any],
    ) -> PositionSetup:
        first = self.sides[0] if self.sides else SIDES[0]
        active = fields.get("active")
        owner = next(
            (side for side in SIDES if active and active.get("unit") in fields.get(side, {})), None
        )
        if active and owner is None:
            units = [name for side in SIDES for name in fields.get(side, {})]
            what = (
                f"there is no unit '{active.get('unit')}'{nearest(str(active.get('unit')), units)}"
            )
            (self.place / "active").complain(what)
        standing = self._standing(board, fields)
        doors = self._doors(board, fields["doors"]) if "doors" in fields else None
        check_units(self.words, squads, fields, self.place)
        check_moment(mission, fields, self.place)
        acting = self._active(active, squads[owner], mission) if active and owner else None
        return PositionSetup(
            standing,
            fields.get("turn", 1),
            fields.get("initiative", first),
            fields.get("to_move", owner or first),
            OrdersSetup(**fields.get("orders", {})),
            ScoresSetup(**fields.get("scores", {})),
            ZonesSetup(**self._sides_zones(mission)),
            doors,
            active=acting,
        )

    def _active(
        self, active: Mapping[str, Any], squad: SquadSetup, mission: MissionSetup
    ) -> ActiveSetup | None:
        unit = next((unit for unit in squad.units if unit.id == active["unit"]), None)
        if unit is None:
            return None  # its list has no such unit, which is told there
        done = read_done(active.get("done", []), unit, mission, self.place / "active" / "done")
        return ActiveSetup(unit.id, active.get("act", unit.stats.act), done)

    def _standing(self, board: Board, fields: Mapping[str, Any]) -> dict[str, PlaceSetup]:
        placed: dict[str, PlaceSetup] = {}
        taken: dict[str, str] = {}
        for side in SIDES:
            for name, entry in fields.get(side, {}).items():
                here = self.place / side / name
                if name in placed:
                    here.complain(f"there are two units '{name}'")
                placed[name] = self._one_position(board, name, entry or {}, here)
                where = placed[name].square
                if where in taken:
                    here.complain(f"{where} already holds {taken[where]}")
                elif where is not None:
                    taken[where] = name
        for name in self.drawn:
            if name not in placed:
                what = f"'{name}' is drawn, but neither side has it{nearest(name, placed)}"
                (self.place / "map").complain(what)
        return placed

    def _one_position(
        self, board: Board, name: str, entry: Mapping[str, Any], place: Place
    ) -> PlaceSetup:
        squares = [entry["at"]] if "at" in entry else self.drawn.get(name, [])
        state = entry.get("state", "standing")
        one: dict[str, Any] = {"state": state, "ready": entry.get("ready", True)}
        if len(squares) > 1:
            place.complain(f"'{name}' is drawn {len(squares)} times: {', '.join(squares)}")
        if squares:
            self._square(board, squares[0], place)
            one["square"] = squares[0]
        elif state != "out":
            place.complain(f"where is '{name}'? Say 'at: c4', or draw it on the map")
        for key in ("hit", "used", "carries", "stun"):
            if key in entry:
                one[key] = entry[key]
        return typed(PlaceSetup, one)

    def _doors(self, board: Board, doors: Mapping[str, str]) -> tuple[str, ...]:
        """All doors that are open, once those named are set."""
        state = {side: bool(board.doors_open >> n & 1) for n, side in enumerate(board.doors)}
        names = {side: "|".join(map(board.name, side)) for side in board.doors}
        for text_, wanted in doors.items():
            here = self.place / "doors" / text_
            try:
                ends = sorted(board.square(end) for end in text_.replace("|", "-").split("-"))
            except MapError as error:
                here.complain(str(error))
                continue
            side = (ends[0], ends[-1])
            if side not in state:
                here.complain(f"there is no door here{nearest(text_, names.values())}")
            else:
                state[side] = wanted == "open"
        return tuple(names[side] for side, is_open in state.items() if is_open)


def _spot(where: Check, rest: Any) -> Check:
    full = record(need(at=where), rest)

    @shaped(where, full)
    def check(value: Any, place: Place) -> Any:
        return {"at": where(value, place)} if isinstance(value, str) else full(value, place)

    return check
