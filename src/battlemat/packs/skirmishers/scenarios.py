"""Positions of Skirmishers in scenario files: a position is a setup like any other.

Units are written on the spot or come from forces; a map is drawn, named, or open ground. What is
left out is the plainest thing: no switches, a rifle for each trooper, the first named side to move.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from battlemat.boards.dots import Board
from battlemat.kernel.errors import SetupError
from battlemat.kernel.plain import encode
from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.packs.schema import Check, anything, one_of, picked, slug, table, text
from battlemat.packs.skirmishers.features import FEATURES, with_features
from battlemat.packs.skirmishers.maps import (
    Ground,
    board_of,
    dot_of,
    dots_of,
    exit_dots,
    in_trunk,
    near_place,
    toughness_named,
)
from battlemat.packs.skirmishers.missions import mission_setup
from battlemat.packs.skirmishers.moments import (
    check_ground,
    check_moment,
    check_terrain,
    check_things,
)
from battlemat.packs.skirmishers.schema import (
    DOTS,
    EXITS,
    SIDES,
    areas_named,
    switches,
    toughness,
    victory,
)
from battlemat.packs.skirmishers.setups import (
    Found,
    find,
    legal_force,
    legal_map,
    read_mission,
    ready_force,
)
from battlemat.packs.skirmishers.stands import (
    ON_WHEELS,
    POSITION,
    UNIT_ID,
    as_position,
    foreign,
    read_unit,
)
from battlemat.packs.skirmishers.units import needs, read_weapons, weapons_table
from battlemat.packs.typed import all_typed, typed
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.position_setup import (
    PositionSetup,
    UnitPosition,
    VehiclePosition,
)
from battlemat.rulebooks.skirmishers.state.setup import (
    PointSetup,
    ScenarioSetup,
    SkirmishersSetup,
    SquadSetup,
    UnitSetup,
    WinSetup,
)

_VICTORY = ("rounds", "first", "wins", "points", "texts", "areas", "exits")
_MAP = ("map", "features", "toughness", "mission")
KEYS = (*_MAP, "switches", "weapons", "red", "blue", "begin", *_VICTORY, *POSITION)
_MISSIONS_OWN = {*_VICTORY, "features", "toughness", "weapons"} - {"first"}
"""What a file that names a mission cannot say besides."""
OPEN_GROUND = (26, 15)
LONG_GAME = 20


def skirmishers_setup(
    rulebook: str, value: Mapping[str, Any], place: Place, folder: Path | None
) -> dict[str, Any]:
    """The setup that a scenario file of Skirmishers describes; empty if it has no shape."""
    del rulebook
    found = _Reader(value, place, folder).read()
    setup: dict[str, Any] = encode(found) if found is not None else {}
    return setup


def skirmishers_checks(rulebook: str) -> Mapping[str, Check]:
    """The shape of every key that a position takes."""
    del rulebook
    force = text("a force's id or file")
    units = table(UNIT_ID, anything("a unit: a dot, a dot and weapons, or its card"))
    side = picked(lambda value: units if isinstance(value, Mapping) else force, force, units)
    return {"red": side, "blue": side, **_checks()}


def _checks() -> dict[str, Check]:
    return {
        "map": text("a map"),
        "features": FEATURES,
        "toughness": toughness(),
        "mission": text(),
        "switches": switches(),
        "weapons": weapons_table(),
        "begin": one_of("position", "start"),
        "areas": table(slug(), DOTS),
        "exits": table(one_of(*SIDES), EXITS),
        **victory(),
        **POSITION,
    }


class _Reader:
    """Reads one file; every step complains at its place and goes on."""

    def __init__(self, value: Mapping[str, Any], place: Place, folder: Path | None) -> None:
        self.value = value
        self.place = place
        self.folder = folder
        self.states: dict[str, UnitPosition] = {}
        self.vehicles: dict[str, VehiclePosition] = {}
        self.at: dict[int, str] = {}
        self.board: Board | None = None

    def read(self) -> SkirmishersSetup | None:
        known = len(self.place.problems)
        fields = self._fields()
        if "mission" in self.value:
            setup = self._from_mission(fields) if "mission" in fields else None
        else:
            setup = self._written(fields) if self._has_sides() else None
        self._check_names(fields, setup)
        if self.board is not None:
            check_ground(fields, self.board, self.place)
        if setup is None or len(self.place.problems) > known:
            return None
        check_things(fields, setup.switches, Armory(setup.weapons), self.place)
        if self.value.get("begin") != "start":
            setup = setup._replace(position=self._position(fields, setup))
        if len(self.place.problems) == known and self._start(setup) and setup.position is not None:
            check_moment(setup, setup.position, self.place)
        return setup

    def _start(self, setup: SkirmishersSetup) -> bool:
        """Whether the engine takes the setup; what it still refuses is told of the unit it speaks
        of, or of the whole file."""
        try:
            SKIRMISHERS.start(encode(setup))
        except SetupError as error:
            unit = re.match(r"(?:position, )?unit (\w+)[:,]? (.*)", str(error), re.S)
            for key in (*SIDES, "units"):
                rows = self.value.get(key)
                if unit and isinstance(rows, Mapping) and unit[1] in rows:
                    (self.place / key / unit[1]).complain(unit[2])
                    return False
            self.place.complain(str(error))
            return False
        return True

    def _ids(self, setup: SkirmishersSetup | None) -> list[str]:
        """The units, also where something else is wrong with them; none if they are not known."""
        if setup is not None:
            return [unit.id for squad in setup.squads.values() for unit in squad.units]
        written = [self.value.get(side) for side in SIDES]
        return [str(name) for rows in written if isinstance(rows, Mapping) for name in rows]

    def _check_names(self, fields: Mapping[str, Any], setup: SkirmishersSetup | None) -> None:
        """Whoever the position speaks of is one of the units."""
        ids = self._ids(setup)
        if not ids:
            return
        named = [(name, self.place / "units" / name) for name in fields.get("units", {})]
        if "active" in fields:
            here = self.place / "active"
            named.append((fields["active"]["unit"], here))
            named += [(name, here / "shot_by") for name in fields["active"].get("shot_by", ())]
        for key in ("blows", "explosives"):
            for n, one in enumerate(fields.get(key, ())):
                named += [(one[w], self.place / key / n / w) for w in ("by", "on") if w in one]
        for name, at in named:
            if name not in ids:
                at.complain(f"there is no unit '{name}'{nearest(name, ids)}")

    def _fields(self) -> dict[str, Any]:
        """The parts whose shape can be checked by themselves."""
        found = {}
        for key, check in _checks().items():
            if key in self.value:
                known = len(self.place.problems)
                value = check(self.value[key], self.place / key)
                if len(self.place.problems) == known:
                    found[key] = value  # what is wrong is left out, and the rest still read
        return found

    def _has_sides(self) -> bool:
        missing = [side for side in SIDES if not isinstance(self.value.get(side), Mapping)]
        for side in missing:
            self.place.complain(f"'{side}' is missing; each side has units, by name")
        return not missing

    # ------------------------------------------------------------------ by mission

    def _from_mission(self, fields: Mapping[str, Any]) -> SkirmishersSetup:
        """A shipped mission, or the user's own, with the forces that are named or its own."""
        for key in sorted(_MISSIONS_OWN & self.value.keys()):
            what = f"a mission brings its own {key}: leave this out, or write all without 'mission'"
            (self.place / key).complain(what)
        task = find("mission", fields["mission"], self._here(), "mission")
        value = read_mission(task)
        if "switches" in fields:
            value = {**value, "switches": fields["switches"]}
        named = (fields["map"], self._here()) if "map" in fields else (value["map"], task)
        ground = legal_map(find("map", *named, "map"))
        self.board = ground.board
        forces = {}
        for side in SIDES:
            name = self.value.get(side)
            if name is None:
                found = ready_force(value, task, side)
            else:
                found = find("force", text("a force")(name, self.place / side), self._here(), side)
            forces[side] = legal_force(found)
        return mission_setup(value, task.place, ground, forces)

    def _here(self) -> Found:
        return Found(self.place, self.folder)

    # ------------------------------------------------------------------ by hand

    def _written(self, fields: Mapping[str, Any]) -> SkirmishersSetup | None:
        known = len(self.place.problems)
        ground = self._ground(fields)
        if ground is None:
            return None
        areas_named(fields, self.place, ground.areas)
        self.board = ground.board
        weapons = read_weapons(fields.get("weapons"), self.place / "weapons")
        armory = Armory(weapons)
        on = fields.get("switches", [])
        if "features" in fields or _is_drawn(str(self.value.get("map", ""))):
            key = "features" if "features" in fields else "map"
            check_terrain(ground.board, on, self.place / key)
        squads = {side: self._squad(side, armory, ground.board, on) for side in SIDES}
        exits = {
            side: exit_dots(ground, named, self.place / "exits" / side)
            for side, named in fields.get("exits", {}).items()
        }
        if len(self.place.problems) > known:
            return None
        scenario = ScenarioSetup(
            fields.get("rounds", LONG_GAME),
            "scenario",
            str(self.value["name"]),
            first=fields.get("first"),
            wins=all_typed(WinSetup, fields.get("wins", ()), self.place / "wins"),
            points=all_typed(PointSetup, fields.get("points", ()), self.place / "points"),
            exits=exits,
            texts=tuple(fields.get("texts", ())),
        )
        return SkirmishersSetup(
            ground.setup, scenario, squads, switches=tuple(on), weapons=weapons or None
        )

    def _ground(self, fields: Mapping[str, Any]) -> Ground | None:
        """A drawing, the size of open ground (`20x10`), or a map by id or path."""
        named = str(self.value.get("map", "{}x{}".format(*OPEN_GROUND)))
        size = re.fullmatch(r"([1-9][0-9]?)\s*x\s*([1-9][0-9]?)", named.strip())
        if size is None and not _is_drawn(named):
            ground = legal_map(find("map", named.strip(), self._here(), "map"))
        else:
            drawing = open_ground(int(size[1]), int(size[2])) if size else named
            board = board_of(drawing, self.place / "map")
            if board is None:
                return None
            ground = Ground(str(self.value["name"]), drawing, board, {}, {}, {})
        if "features" in fields:
            board = with_features(ground.board, fields["features"], self.place / "features")
            ground = ground._replace(board=board, drawing=board.draw())
        tough = fields.get("toughness", {})
        toughness_named(ground.board, tough, self.place / "toughness")
        ground = ground._replace(toughness={**ground.toughness, **tough})
        areas = {
            name: dots_of(ground.board, dots, self.place / "areas" / name)
            for name, dots in fields.get("areas", {}).items()
        }
        return ground._replace(areas={**ground.areas, **areas})

    def _squad(self, side: str, armory: Armory, board: Board, on: list[str]) -> SquadSetup:
        units = []
        for name, row in self.value[side].items():
            here = self.place / side / name
            UNIT_ID(name, here)
            found = read_unit(name, row, here, armory)
            if found is None:
                continue
            card, state = found
            for switch, thing in needs([card], armory).items():
                if switch not in on:
                    here.complain(f"{thing}: name the switch '{switch}' in 'switches'")
            if isinstance(state, UnitPosition):
                _check_chapters(state, on, here)
            self._keep(name, state)
            self._stand(card, state, board, here)
            units.append(card)
        return SquadSetup(tuple(units), side, side.capitalize())

    def _keep(self, name: str, state: UnitPosition | VehiclePosition) -> None:
        """Remember what has become of a unit, if anything has."""
        if isinstance(state, VehiclePosition):
            self.vehicles |= {name: state} if state != VehiclePosition() else {}
        else:
            self.states |= {name: state} if state != UnitPosition() else {}

    def _stand(
        self, card: UnitSetup, state: UnitPosition | VehiclePosition, board: Board, place: Place
    ) -> None:
        """Nobody stands off the map, in a trunk or on another's dot (`map.occupancy`)."""
        key, dot = ("front", card.front) if card.vehicle else ("at", card.at)
        became = state.state if isinstance(state, UnitPosition) else ""
        if dot is None:
            if card.rides is None and became != "left":
                place.complain(f"'{key}' is missing: the dot where it stands, such as c4")
            return
        at = dot_of(board, dot, place / key)
        if at is None or became in ("dead", "left") or card.vehicle:
            return
        why = f"{self.at[at]} stands there" if at in self.at else in_trunk(board, at)
        if why:
            near = near_place(board, at, self.at)
            (place / key).complain(f"{card.id} cannot stand at {dot}: {why}; the nearest is {near}")
        self.at[at] = card.id

    # ------------------------------------------------------------------ position

    def _position(self, fields: Mapping[str, Any], setup: SkirmishersSetup) -> PositionSetup:
        """The position: a mission's own, with what the file says of it beside or instead."""
        named = [side for side in self.value if side in SIDES]
        began = fields.get("first", setup.scenario.first)
        first = began or (named[0] if named else "red")
        given = setup.position or PositionSetup(to_move=first, first=began)
        said = {key: fields[key] for key in POSITION if key in fields and key != "units"}
        found = typed(PositionSetup, said, self.place)
        told = {key: getattr(found, key) for key in said}
        units, vehicles = self._become(fields, setup)
        return given._replace(
            **told,
            units={**given.units, **self.states, **units},
            vehicles={**self.vehicles, **vehicles},
        )

    def _become(
        self, fields: Mapping[str, Any], setup: SkirmishersSetup
    ) -> tuple[dict[str, UnitPosition], dict[str, VehiclePosition]]:
        """What has become of whom under `units`: of people, and of vehicles and who rides them."""
        before = len(self.place.problems)
        cards = [unit for squad in setup.squads.values() for unit in squad.units]
        wheels = [unit.id for unit in cards if unit.vehicle is not None]
        units: dict[str, Any] = {}
        vehicles: dict[str, Any] = {name: {} for name in wheels if name in fields.get("units", {})}
        for name, row in fields.get("units", {}).items():
            here = self.place / "units" / name
            foreign(row, here, wheeled=name in wheels)
            if name in wheels:
                known = {key: one for key, one in row.items() if key in ON_WHEELS}
                checked = {key: ON_WHEELS[key](one, here / key) for key, one in known.items()}
                vehicles[name].update(as_position(checked))
                continue
            seat = {key: row[key] for key in ("rides", "seat") if key in row}
            units[name] = as_position({key: row[key] for key in row if key not in seat})
            if seat.get("rides") in wheels:
                vehicles.setdefault(seat["rides"], {})[seat.get("seat", "rider")] = name
            elif seat:
                ride = str(seat.get("rides", ""))
                (here / "rides").complain(f"there is no vehicle '{ride}'{nearest(ride, wheels)}")
        if len(self.place.problems) > before:
            return {}, {}
        at = self.place / "units"
        return (
            {name: typed(UnitPosition, row, at / name) for name, row in units.items()},
            {name: typed(VehiclePosition, row, at / name) for name, row in vehicles.items()},
        )


def _check_chapters(state: UnitPosition, on: list[str], place: Place) -> None:
    """Complain of what only an optional chapter does to a trooper, without its switch."""
    for key, done, switch in (
        ("pinned", state.pinned, "morale"),
        ("entangled", state.entangled, "advanced-terrain"),
    ):
        if done and switch not in on:
            (place / key).complain(f"{key}: name the switch '{switch}' in 'switches'")


def _is_drawn(text: str) -> bool:
    return "\n" in text.strip() or bool(re.match(r"\S(\s|$)", text.strip()))


def open_ground(width: int, height: int) -> str:
    """The drawing of a map without anything on it."""
    row = "   ".join("." * width)
    return "\n\n".join(("  " if n % 2 else "") + row for n in range(height)) + "\n"
