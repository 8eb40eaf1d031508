"""Game modules read from files; a module that is given back can be played.

A module's blocks stand in one file; missions, boards and armies may stand in files of their own,
which are then found by id or path. Everything wrong is told at once (`openfire.module.load-check`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.kernel.memo import Memo
from battlemat.packs.kinds import kind_told
from battlemat.packs.openfire.boards import check_piece, lay_board
from battlemat.packs.openfire.lengths import in_inches
from battlemat.packs.openfire.references import check_references
from battlemat.packs.openfire.schema import FILES
from battlemat.packs.openfire.shipped import SHIPPED
from battlemat.packs.places import Known, Place, finish, go_on, merged, place_of, plain
from battlemat.packs.problems import ContentError, Problem, WrongChoice
from battlemat.packs.schema import Check
from battlemat.packs.shipped import folder_of, is_path
from battlemat.packs.typed import typed
from battlemat.packs.yaml_source import Source
from battlemat.rulebooks.openfire.state.module import BLOCKS, module_faults
from battlemat.rulebooks.openfire.state.setup import (
    ArmyRulesSetup,
    MissionSetup,
    ModuleSetup,
    RulesSetup,
    SpecialRuleSetup,
    WeaponSetup,
)


class Content(NamedTuple):
    """A thing of a module: its checked value and where it was written."""

    value: Known
    place: Place
    folder: Path | None


_FILES = Memo("the files of a module, which are read once", bound=1)


class Later(Mapping[str, Content]):
    """Things that stand in files of their own, read when the first of them is asked for."""

    def __init__(self, read: Callable[[], Mapping[str, Content]]) -> None:
        self._read = _FILES(read)

    def __getitem__(self, name: str) -> Content:
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


@dataclass(frozen=True, slots=True)
class Module:
    """A module whose every part has been checked; `key` tells two modules apart."""

    key: str
    id: str
    value: Known
    place: Place
    folder: Path | None
    missions: Mapping[str, Content]
    boards: Mapping[str, Content]
    armies: Mapping[str, Content]

    @property
    def name(self) -> str:
        """What the module is called."""
        return str(self.value.known("name", self.id))

    @property
    def pieces(self) -> Mapping[str, Any]:
        """Terrain pieces by id."""
        found: Mapping[str, Any] = self.value.get("terrain", {}).get("pieces", {})
        return found

    @property
    def meta(self) -> dict[str, Any]:
        """The block that tells what the module is."""
        head = {"id": self.id, "title": self.name, "army_word": "Army"}
        return merged(head, self.value["meta"])

    @property
    def about(self) -> ModuleSetup:
        """What a setup shows of the module."""
        return typed(ModuleSetup, self.meta, self.place / "meta")

    @property
    def army_rules(self) -> ArmyRulesSetup:
        """What it lets a player bring."""
        return typed(ArmyRulesSetup, self.value["army_rules"], self.place / "army_rules")

    @property
    def rules(self) -> RulesSetup:
        """The numbers of the core rules that it changes."""
        return typed(RulesSetup, self.value.get("rules", {}), self.place / "rules")

    @property
    def special_rules(self) -> dict[str, SpecialRuleSetup]:
        """The special rules of its own, by name."""
        block, place = self.value.get("special_rules", {}), self.place / "special_rules"
        return {name: typed(SpecialRuleSetup, row, place / name) for name, row in block.items()}

    def weapon(self, name: str) -> WeaponSetup:
        """One of its weapons."""
        return typed(WeaponSetup, self.value["weapons"][name], self.place / "weapons" / name)


def without_army_rules(module: Module) -> Module:
    """A module that lets players bring whatever they agree on."""
    text = {"text": str(module.value["army_rules"].get("text", ""))}
    kept = {key: one for key, one in module.value.items() if key != "army_rules"}
    return replace(module, value=merged(kept, {"army_rules": text}))


def find_module(name: str, *, beside: Path | None = None, at: Place | None = None) -> Module:
    """A module by id or path, checked whole; `at` is where its name was written."""
    if is_path(name):
        file = (beside or Path()) / name
        source = SHIPPED.load("module", name, beside=beside)
        return read_module(source, file.parent, str(file.resolve()))
    if not SHIPPED.holds("module", name):
        what = SHIPPED.unknown("module", name)
        raise ContentError([at.source.problem(at.path, what) if at else _nowhere(name, what)])
    home = SHIPPED.home("module", name)
    return _shipped(name) if home is None else _own(name, SHIPPED.files("module")[name])


@Memo("the file, which is read once", bound=64)
def _own(name: str, file: Path) -> Module:
    """A module of the host's own, which is known by its file wherever it is named."""
    return read_module(SHIPPED.load("module", name), file.parent, str(file.resolve()))


def _nowhere(name: str, what: str) -> Problem:
    return Problem(f"module '{name}'", 0, "", what)


_TABLES = {"mission": ("missions",), "board": ("terrain", "boards"), "army": ("armies",)}
"""The block of a module in which each kind of its tables stands, in the order of `Module`."""


@Memo("shipped files", bound=64)
def _shipped(name: str) -> Module:
    """A shipped module, read but not checked against itself: the tests have done that."""
    source = SHIPPED.load("module", name)
    place = place_of(source)
    value = check_kind("module", source, place)
    finish(place)
    tables = (Later(partial(_read_table, kind, value, place)) for kind in _TABLES)
    return Module(name, str(value["id"]), value, place, None, *tables)


def _read_table(kind: str, value: Known, place: Place) -> Mapping[str, Content]:
    found = dict(_gather(kind, value, place, None))
    finish(place)
    return found


def read_module(source: Source, folder: Path | None, key: str) -> Module:
    """The module in a source, or `ContentError` with all that is wrong with it.

    Its own paths start from `folder`; `key` tells it from other modules.
    """
    module = look_at_module(source, folder, key)
    finish(module.place)
    return module


def look_at_module(source: Source, folder: Path | None, key: str) -> Module:
    """The module in a source, sound or not; what is wrong is collected in its place."""
    place = place_of(source)
    value = check_kind("module", source, place)
    _say_missing_blocks(source, place)
    tables: dict[str, dict[str, Content]] = {kind: {} for kind in _TABLES}
    module = Module(key, str(value.known("id", "")), value, place, folder, *tables.values())
    gather = partial(_gather_all, tables)
    for check in (_check_pieces, _check_names, gather, _check_boards):
        go_on(place, partial(check, module))
    go_on(place, partial(_ask_the_rulebook, sound_part(module)))
    return module


def sound_part(module: Module) -> Module:
    """The module without the weapons, units and boards that are already complained of.

    The rulebook speaks of values of the right shape, so it is asked about those alone. Missions
    are written as it reads them, and what it says of their places belongs to all the faults.
    """
    told = _complained_of(module)
    if not told:
        return module
    value = {
        block: {name: one for name, one in rows.items() if (block, str(name)) not in told}
        if isinstance(rows, Mapping)
        else rows
        for block, rows in module.value.items()
    }
    boards = {name: one for name, one in module.boards.items() if ("boards", name) not in told}
    kept = {name: one for name, one in module.missions.items() if (one.place / "table").is_sound()}
    sound = Known(value.items(), module.value.wrong)
    return replace(module, value=sound, boards=boards, missions=kept)


def _complained_of(module: Module) -> set[tuple[str, str]]:
    """The blocks and names of the parts that are complained of: `("units", "squad")`."""
    found = set()
    for problem in module.place.problems:
        keys = problem.key.removeprefix("terrain.").replace("[", ".").split(".")
        found.add((keys[0], keys[1] if len(keys) > 1 else ""))
    return found


def _check_pieces(module: Module) -> None:
    for name, piece in module.pieces.items():
        check_piece(piece, module.place / "terrain" / "pieces" / name)


def _check_names(module: Module) -> None:
    check_references(module.value, module.place)


def _gather_all(tables: Mapping[str, dict[str, Content]], module: Module) -> None:
    for kind, table in tables.items():
        table.update(_gather(kind, module.value, module.place, module.folder))


def _check_boards(module: Module) -> None:
    for name, board in module.boards.items():
        go_on(board.place, partial(lay_board, board.value, board.place, module.pieces, name))
        if board.place.problems is not module.place.problems:
            module.place.problems.extend(board.place.problems)


_TELLING = {
    "meta": "module",
    "army_rules": "module",
    "play": "scenario",  # before the keys of missions and boards, which a scenario may have too
    "expect": "scenario",
    "red": "scenario",
    "entry_points": "mission",
    "lay": "board",
    "parts": "board",
    "units": "army",
    "table": "board",
}


def kind_of_file(source: Source) -> str:
    """What a file is: its `kind`, or what its keys tell."""
    return kind_told(source, (*FILES, "scenario"), _TELLING)


def kind_checks(rulebook: str) -> Mapping[str, Check]:
    """The shape of each kind of file."""
    del rulebook
    return FILES


def check_kind(kind: str, source: Source, place: Place) -> Known:
    """The value of a file of one kind; complaints go to `place`."""
    value: Known = FILES[kind](source.value, place)
    return value


def _say_missing_blocks(source: Source, place: Place) -> None:
    """A block that is there but empty is missing too (`openfire.module.contents`)."""
    value = source.value if isinstance(source.value, Mapping) else {}
    for block, needed in BLOCKS.items():
        if needed and block in value and not value[block]:
            (place / block).complain(f"the block '{block}' is empty; a module needs it")


def _gather(
    kind: str, value: Known, place: Place, folder: Path | None
) -> Iterator[tuple[str, Content]]:
    """The missions, boards or armies of a module: written in it, or in files that it names."""
    block: Any = value
    here = place
    for part in _TABLES[kind]:
        block, here = block.known(part, Known()), here / part
    if isinstance(block, Mapping):
        for name, one in block.items():
            yield name, Content(merged({"id": name}, one), here / name, folder)
        return
    for n, name in enumerate(block):
        try:
            found = own_file(kind, name, folder, here / n)
            yield str(found.value["id"]), found
        except ContentError as error:
            here.problems.extend(error.problems)


def own_file(kind: str, name: str, beside: Path | None, at: Place | None) -> Content:
    """A mission, board or army that stands in a file of its own, checked by itself."""
    if not is_path(name) and not SHIPPED.holds(kind, name):
        what = SHIPPED.unknown(kind, name)
        if at is None:
            raise WrongChoice([Problem(f"{kind} '{name}'", 0, "", what)])
        raise ContentError([at.source.problem(at.path, what)])
    source = SHIPPED.load(kind, name, beside=beside)
    place = place_of(source)
    value = check_kind(kind, source, place)
    finish(place)
    return Content(value, place, folder_of(name, beside) or SHIPPED.home(kind, name))


# ------------------------------------------------------------------ the rulebook's own check


def _ask_the_rulebook(module: Module) -> None:
    """What the rulebook itself finds wrong with the whole, told where it was written."""
    left_out = _left_out(module)
    for fault in module_faults(plain(module_values(module))):
        if any(f"'{name}'" in fault.text or f"'{name} (" in fault.text for name in left_out):
            continue  # it is there, but faulty; a special rule may have its value behind it
        here = _place_of_fault(module, fault.where)
        if not here.written.is_sound():
            continue  # told in the file's own words
        here.complain(in_inches(fault.text))
        if here.problems is not module.place.problems:
            module.place.problems.append(here.problems[-1])


def _left_out(module: Module) -> list[str]:
    """The names that the file has and the sound part of the module has not, and their blocks."""
    whole = module.place.source.value
    found = []
    for block, rows in whole.items() if isinstance(whole, Mapping) else ():
        kept = module.value.get(block)
        if isinstance(rows, Mapping) and isinstance(kept, Mapping) and len(kept) < len(rows):
            found += [str(block), *(str(name) for name in rows if name not in kept)]
    return found


def _place_of_fault(module: Module, where: tuple[str | int, ...]) -> Place:
    tables = {("missions",): module.missions, ("terrain", "boards"): module.boards}
    for head, table in tables.items():
        depth = len(head)
        if where[:depth] == head and len(where) > depth and where[depth] in table:
            place = table[str(where[depth])].place
            rest = where[depth + 1 :]
            break
    else:
        place, rest = module.place, where
    if rest[:1] == ("units",) and len(rest) >= 5 and rest not in place.source.lines:
        rest = (*rest[:2], *rest[4:])  # what the model did not say, its unit did
    for key in rest:
        place = place / key
    return place


def module_values(module: Module) -> dict[str, Any]:
    """The module as plain values, as the rulebook checks them."""
    blocks = ("weapons", "army_rules", "abilities", "special_rules", "rules", "units")
    values = {key: one for key, one in module.value.items() if key in blocks}
    if "meta" not in module.value.wrong:
        values["meta"] = module.meta
    values["missions"] = {name: mission_values(one.value) for name, one in module.missions.items()}
    boards = {
        name: lay_board(one.value, one.place, module.pieces, name)
        for name, one in module.boards.items()
    }
    values["terrain"] = {"pieces": dict(module.pieces), "boards": boards}
    return values


_MISSION = (
    *("id", "name", "briefing", "table", "rounds", "entry_points", "objectives"),
    *("deployment", "terrain", "special", "rules"),
)


def mission_values(value: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a mission that a setup holds."""
    lost = value.wrong.intersection(_MISSION) if isinstance(value, Known) else ()
    return Known(((key, one) for key, one in value.items() if key in _MISSION), lost)


def mission_setup(mission: Content, aboard: Mapping[str, str]) -> MissionSetup:
    """A mission as a setup holds it; `aboard` says who may begin aboard whom, if it is asked."""
    found = typed(MissionSetup, mission_values(mission.value), mission.place)
    if mission.value.get("aboard") and aboard:
        return found._replace(rules=found.rules._replace(start_aboard=dict(aboard)))
    return found
