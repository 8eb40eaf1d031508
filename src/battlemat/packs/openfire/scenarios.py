"""Positions of Open Fire in scenario files: a position is a setup like any other.

Units come from a module's profiles or are written on the spot; they stand at places in inches.
What is left out is the plainest thing: an empty table, no aims, nobody activated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from battlemat.kernel.plain import encode
from battlemat.packs.openfire.armies import read_army
from battlemat.packs.openfire.boards import BOARD, read_board
from battlemat.packs.openfire.lengths import INCH, WIDEST
from battlemat.packs.openfire.modules import Module, mission_setup
from battlemat.packs.openfire.moments import check_moment
from battlemat.packs.openfire.references import check_policy, check_special, check_weapon
from battlemat.packs.openfire.schema import OBJECTIVE, SIDES, entry, plain_mapping
from battlemat.packs.openfire.setups import Found, board_setup, find, find_board, open_ground
from battlemat.packs.openfire.shipped import SHIPPED
from battlemat.packs.openfire.standing import check_units
from battlemat.packs.openfire.stands import UnitReader, unit_check
from battlemat.packs.places import Place, finish
from battlemat.packs.problems import ContentError, nearest
from battlemat.packs.schema import (
    Check,
    either,
    flag,
    list_of,
    may,
    need,
    one_of,
    pattern,
    record,
    shaped,
    table,
    text,
    whole,
)
from battlemat.packs.shipped import is_path
from battlemat.packs.typed import typed
from battlemat.rulebooks.openfire.state.position_setup import PositionSetup
from battlemat.rulebooks.openfire.state.setup import (
    ArmiesSetup,
    ArmySetup,
    BoardSetup,
    EntryPointsSetup,
    EntrySetup,
    MissionSetup,
    ModuleSetup,
    OpenFireSetup,
    RulesSetup,
)
from battlemat.rulebooks.openfire.state.specials import own_rules

ACTIONS = ("ability", "move", "attack", "secure")
ARMY = "army"
_POSITION = ("round", "initiative", "to_move", "scores", "active", "holders", "passed")
KEYS = (
    *("table", "board", "mission", "objectives", "entry_points", "rounds", "rules", "red", "blue"),
    *("begin", *_POSITION),
)
_UNIT_ID = pattern(r"[A-Za-z][A-Za-z0-9]*", "a name of letters and digits, such as R1,")
_PLAIN = ModuleSetup("plain", "Plain", "1.0")


def openfire_setup(
    rulebook: str, value: Mapping[str, Any], place: Place, folder: Path | None
) -> dict[str, Any]:
    """The setup that a scenario file of Open Fire describes; empty if it has no shape."""
    del rulebook
    found = _Reader(value, place, folder).read()
    setup: dict[str, Any] = encode(found) if found is not None else {}
    return setup


def openfire_checks(rulebook: str = "") -> Mapping[str, Check]:
    """The shape of every key that a position takes."""
    del rulebook
    side = one_of(*SIDES)
    counts = record(may(red=whole(-99, 99), blue=whole(-99, 99)))
    holder = record(may(holder=side, since=whole(1, 20), gone=flag(), carrier=_UNIT_ID))
    return {
        "red": _side,
        "blue": _side,
        "begin": one_of("position", "round", "setup"),
        "table": list_of(whole(6, WIDEST), least=2, most=2),
        "board": either(text(), record(BOARD_HERE), what="a board's name, or its ground,"),
        "mission": text(),
        "objectives": list_of(OBJECTIVE),
        "entry_points": record(need(red=entry, blue=entry)),
        "rounds": whole(1, 20),
        "rules": plain_mapping,
        "round": whole(1, 20),
        "initiative": side,
        "to_move": side,
        "scores": counts,
        "holders": table(text(), holder),
        "passed": list_of(side),
        "active": _active,
    }


class _Reader:
    """Reads one file; every step complains at its place and goes on."""

    def __init__(self, value: Mapping[str, Any], place: Place, folder: Path | None) -> None:
        self.value = value
        self.place = place
        self.folder = folder
        self.units = UnitReader(folder)
        self.mission_board: str | None = None
        self.armies: dict[str, ArmySetup] = {}
        self.aboard: dict[str, str] = {}

    def read(self) -> OpenFireSetup | None:
        known = len(self.place.problems)
        fields = self._fields()
        for side in SIDES:
            if not fields.get(side):
                self.place.complain(f"'{side}' is missing; each side has units")
            elif ARMY in fields[side]:
                self._army(side, fields)
        if len(self.place.problems) > known:
            return None
        mission, module = self._mission(fields)
        armies = ArmiesSetup(*(self._units(side, fields[side]) for side in SIDES))
        module = self._one_module(module)
        self._specials(fields, module)
        if len(self.place.problems) > known:
            return None
        board = self._board(fields, mission, module)
        begins = self.value.get("begin") == "setup"
        position = None if begins else self._position(fields, mission)
        if board is None or len(self.place.problems) > known:
            return None
        setup = OpenFireSetup(
            module.about if module else _PLAIN,
            self.units.weapons,
            board,
            armies,
            mission=mission,
            rules=module.rules if module else RulesSetup(),
            special_rules=module.special_rules if module else {},
            position=position,
        )
        check_units(setup, self.place)
        return setup

    def _units(self, side: str, rows: Mapping[str, Any]) -> ArmySetup:
        """The army of a side: its own name or the side's, its units as they are written."""
        named = self.armies.get(side, ArmySetup(id=side, name=side.capitalize()))
        units = [self.units.unit(name, row, self.place / side / name) for name, row in rows.items()]
        return named._replace(units=tuple(units))

    def _fields(self) -> dict[str, Any]:
        """The parts whose shape can be checked by themselves."""
        return {
            key: check(self.value[key], self.place / key)
            for key, check in openfire_checks().items()
            if key in self.value
        }

    def _army(self, side: str, fields: dict[str, Any]) -> None:
        """A whole army: its units are R1, R2 ... and in reserve where nothing else is said."""
        rows = fields[side]
        here = self.place / side
        at = here / ARMY if isinstance(self.value[side], Mapping) else here
        found = self._find("army", rows.pop(ARMY), at)
        army = read_army(found.module, found.content, side[0].upper())
        finish(found.content.place)
        self.armies[side] = army.setup
        self.aboard |= army.aboard
        fields[side] = self.units.muster(found.module, army.setup.units, rows, here)

    def _find(self, kind: str, name: str, place: Place) -> Found:
        """A mission or an army; an unknown id is told where it was written."""
        if not is_path(name) and not SHIPPED.holds(kind, name):
            what = SHIPPED.unknown(kind, name)
            raise ContentError([place.source.problem(place.path, what)])
        return find(kind, self._path(name))

    # ------------------------------------------------------------------ mission and board

    def _mission(self, fields: Mapping[str, Any]) -> tuple[MissionSetup, Module | None]:
        """What is played for: a mission by name or the plainest one, with what the file changes."""
        module: Module | None = None
        mission = self._plain_mission(*fields.get("table", self._board_size(fields)))
        if "mission" in fields:
            found = self._find("mission", fields["mission"], self.place / "mission")
            module, mission = found.module, mission_setup(found.content, self.aboard)
            self.mission_board = found.content.value.get("board")
        if "rules" in fields:
            known = len(self.place.problems)
            check_policy(fields["rules"], self.place / "rules")
            if len(self.place.problems) > known:
                return mission, module
        said = {
            key: fields[key] for key in ("objectives", "entry_points", "rounds") if key in fields
        }
        if "rules" in fields:
            said["rules"] = {**encode(mission.rules), **fields["rules"]}
        return typed(MissionSetup, {**encode(mission), **said}, self.place), module

    def _plain_mission(self, width: int, depth: int) -> MissionSetup:
        middle = depth * INCH // 2
        entries = EntryPointsSetup(
            (EntrySetup("a", (0, middle)),), (EntrySetup("b", (width * INCH, middle)),)
        )
        return MissionSetup(str(self.value["name"]), (width, depth), entries, (), "scenario")

    def _board_size(self, fields: Mapping[str, Any]) -> list[int]:
        board = fields.get("board")
        return list(board.get("table", [48, 48])) if isinstance(board, Mapping) else [48, 48]

    def _path(self, name: str) -> str:
        """A path in this file starts from its own folder; the id of shipped content stays."""
        if self.folder is None or not is_path(name):
            return name
        return str(self.folder / name)

    def _one_module(self, module: Module | None) -> Module | None:
        for other, at in self.units.modules:
            if module is not None and module.key != other.key:
                at.complain(f"this unit is from {other.name}, others are from {module.name}")
            module = module or other
        return module

    def _board(
        self, fields: Mapping[str, Any], mission: MissionSetup, module: Module | None
    ) -> BoardSetup | None:
        named = fields.get("board", self.mission_board if "table" not in fields else None)
        if named is None:
            width, depth = mission.table
            return open_ground(width * INCH, depth * INCH)
        if isinstance(named, Mapping):
            ground = {"table": mission.table, **named}
            pieces = module.pieces if module else {}
            return read_board(ground, self.place / "board", pieces, "Board")
        if module is not None and named in module.boards:
            return board_setup(module.boards[named], module)
        if not is_path(named) and not SHIPPED.holds("board", named):
            what = SHIPPED.unknown("board", named)
            raise ContentError([self.place.source.problem((*self.place.path, "board"), what)])
        return board_setup(find_board(module, self._path(named), None), module)

    def _specials(self, fields: Mapping[str, Any], module: Module | None) -> None:
        """Complain of special rules that neither the core nor the module defines."""
        units, weapons = own_rules(encode(module.special_rules) if module else {})
        for side in SIDES:
            for name, row in fields[side].items():
                here = self.place / side / name
                parts = [(row, here)]
                for number, own in row.get("models", {}).items():
                    parts.append((own, here / "models" / number))
                for part, at in parts:
                    for n, code in enumerate(part.get("special", ())):
                        check_special(code, units, at / "special" / n)
                    written = part.get("weapons")
                    for id, one in written.items() if isinstance(written, Mapping) else ():
                        check_weapon(one, weapons, at / "weapons" / id)
                for n, effect in enumerate(row.get("effects", ())):
                    if "special" in effect:
                        known = weapons if "weapons" in effect else units
                        check_special(effect["special"], known, here / "effects" / n / "special")

    # ------------------------------------------------------------------ position

    def _position(self, fields: Mapping[str, Any], mission: MissionSetup) -> PositionSetup:
        """How things stand; complaints of what cannot be."""
        first = next(side for side in self.value if side in SIDES)
        everybody = [name for side in SIDES for name in fields[side]]
        self._carried(fields)
        holders = fields.get("holders", {})
        self._held(holders, mission, everybody)
        effects = [
            {"unit": name, **effect}
            for side in SIDES
            for name, row in fields[side].items()
            for effect in self._effects(row, self.place / side / name, everybody)
        ]
        if "active" in fields:
            self._active(fields["active"]["unit"], everybody)
        check_moment(fields, mission, self.place)
        scores = fields.get("scores", {})
        said = {key: fields[key] for key in ("passed", "active") if key in fields}
        said |= {"objectives": holders, "effects": effects}
        return typed(PositionSetup, said, self.place)._replace(
            round=fields.get("round", 1),
            initiative=fields.get("initiative", first),
            to_move=fields.get("to_move", first),
            scores={"red": scores.get("red", 0), "blue": scores.get("blue", 0)},
            units=dict(self.units.places),
            begin="round" if self.value.get("begin") == "round" else "position",
        )

    def _active(self, name: str, units: Iterable[str]) -> None:
        self._known_unit(name, units, self.place / "active")
        stands = self.units.places.get(name)
        where = "table" if stands is None else stands.place
        if where != "table":
            what = f"who is active stands on the table; give {name} an 'at', not '{where}'"
            (self.place / "active").complain(what)

    def _known_unit(self, name: str, units: Iterable[str], place: Place) -> None:
        if name not in units:
            place.complain(f"there is no unit '{name}'" + nearest(name, units))

    def _carried(self, fields: Mapping[str, Any]) -> None:
        """Complain of units aboard something that is not there."""
        for side in SIDES:
            for name, row in fields[side].items():
                _, aboard, carrier = str(row.get("place", "")).partition("aboard ")
                if aboard:
                    others = [other for other in fields[side] if other != name]
                    self._known_unit(carrier, others, self.place / side / name / "place")

    def _held(
        self, holders: Mapping[str, Any], mission: MissionSetup, units: Iterable[str]
    ) -> None:
        known = [objective.id for objective in mission.objectives]
        for id, row in holders.items():
            here = self.place / "holders" / id
            if id not in known:
                here.complain(f"there is no objective '{id}'{nearest(id, known)}")
            if "carrier" in row:
                self._known_unit(row["carrier"], units, here / "carrier")

    def _effects(
        self, row: Mapping[str, Any], place: Place, units: Iterable[str]
    ) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = row.get("effects", [])
        for n, effect in enumerate(found):
            here = place / "effects" / n
            if "source" in effect:
                self._known_unit(effect["source"], units, here / "source")
            weapon = effect.get("weapons", "all")
            if weapon != "all" and weapon not in self.units.weapons:
                what = f"there is no weapon '{weapon}'{nearest(weapon, self.units.weapons)}"
                (here / "weapons").complain(what)
        return found


_ARMY_NAME = text("an army's id or file")
_UNITS = table(_UNIT_ID, unit_check)


@shaped(_ARMY_NAME, _UNITS)
def _side(value: Any, place: Place) -> Any:
    """The units of a side by their names; an army by its own, or with what is said of its units."""
    if isinstance(value, str):
        return {ARMY: value}
    if not isinstance(value, Mapping) or ARMY not in value:
        return _UNITS(value, place)
    rest = {name: row for name, row in value.items() if name != ARMY}
    return {ARMY: text()(value[ARMY], place / ARMY), **_UNITS(rest, place)}


BOARD_HERE = {
    key: field._replace(needed=False) if key == "table" else field for key, field in BOARD.items()
}


_ACTIVE = record(
    need(unit=_UNIT_ID),
    may(
        action=one_of(*ACTIONS),
        moved=flag(),
        advanced=flag(),
        deployed=flag(),
        disembarked=flag(),
    ),
)


@shaped(text("a unit and its action"), _ACTIVE)
def _active(value: Any, place: Place) -> Any:
    """A unit and its action: `R1 attack`, or a mapping that also says whether it moved."""
    if isinstance(value, str):
        unit, _, action = value.partition(" ")
        value = {"unit": unit, "action": action or "ability"}
    found = _ACTIVE(value, place)
    return {"unit": "", "action": "ability", **found}
