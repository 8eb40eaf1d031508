"""Chapter "Set Up Stage": the mission, the terrain, freely placed entry points.

What players would agree on at a table is asked of both; where they do not agree, dice decide
(`openfire.setup.stages`). Nothing ever waits for an agreement that may not come
(`openfire.ui.disputes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.boards.plane.board import Plane
from battlemat.boards.plane.formation import lattice
from battlemat.boards.plane.read import PlaneError, read_plane
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Flow, Option, choose, roll
from battlemat.rulebooks.openfire.chapters.dice import roll_off
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import Words, inches, place
from battlemat.rulebooks.openfire.state.mission import Entry, usable
from battlemat.rulebooks.openfire.state.setup import put_markers, settle

ACCEPT: Option = ("accept",)


def choose_mission(battle: Battle) -> Flow[None]:
    """Both name a mission; if they differ one is drawn (`openfire.setup.mission-choice`)."""
    missions = battle.field.missions
    options: list[Option] = [("mission", number) for number in range(len(missions))]
    because = "openfire.setup.mission-choice"
    one = yield from choose(PLAYERS[0], "mission", options, because=because)
    two = yield from choose(PLAYERS[1], "mission", options, because=because)
    number = one[1]
    if one != two:
        (face,) = yield from roll(PLAYERS[0], 1, len(missions), because=because)
        number = face - 1
    settle(battle, missions[number])
    battle.tell("mission", because, name=missions[number].name)
    battle.phase = "terrain"


# ---------------------------------------------------------------------- terrain


class TerrainOptions:
    """Keep the board as it is, or shift one terrain part (`openfire.setup.terrain`)."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def refusal(self, option: Option) -> Refusal | None:
        if option == ACCEPT:
            return None
        if option[0] != "shift" or len(option) != 4:
            return Refusal("write 'accept', or as in 'shift hedge 2.00,-1.00'")
        found = shifted(self.battle, (*self.battle.shifts, option[1:]))
        return found if isinstance(found, Refusal) else None

    def candidates(self) -> list[Option]:
        return [ACCEPT]

    def read(self, text: str) -> Option | Refusal:
        words = Words(text, 0)
        if words.word("accept") and words.done:
            return ACCEPT
        if not words.word("shift"):
            return Refusal("write 'accept', or as in 'shift hedge 2.00,-1.00'")
        parts = self.battle.plane.parts
        *name, by = words.words[1:] or [""]
        words.next = len(words.words) - 1
        wanted = " ".join(name).casefold()
        number = next((n for n, part in enumerate(parts) if part.name.casefold() == wanted), None)
        point = words.place()
        if number is None or point is None:
            return Refusal(f"there is no terrain part '{wanted}', or '{by}' is no distance")
        return ("shift", number, *point)


def shifted(battle: Battle, shifts: tuple[Any, ...]) -> Plane | Refusal:
    """The board with some parts moved, or why it makes no board."""
    board = dict(battle.field.board)
    board.pop("name", None)
    parts = [dict(part) for part in board.get("parts", [])]
    for number, dx, dy in shifts:
        if not 0 <= number < len(parts):
            return Refusal("there is no such terrain part", "openfire.setup.terrain")
        parts[number] = _moved(parts[number], dx, dy)
    try:
        return read_plane({**board, "parts": parts})
    except PlaneError as wrong:
        return Refusal(wrong.faults[0].text, "openfire.module.terrain-data")


def _moved(part: Mapping[str, Any], dx: int, dy: int) -> dict[str, Any]:
    found = dict(part)
    if "box" in found:
        west, south, east, north = found["box"]
        found["box"] = [west + dx, south + dy, east + dx, north + dy]
    else:
        found["outline"] = [[x + dx, y + dy] for x, y in found["outline"]]
    return found


def confirm_terrain(battle: Battle) -> Flow[None]:
    """One round of edits for whoever did not lay the board out, then both confirm."""
    because = "openfire.setup.terrain"
    if battle.field.terrain_by >= 0:
        editor = PLAYERS[1 - battle.field.terrain_by]
        while True:
            option = yield from choose(
                editor, "terrain", lambda: TerrainOptions(battle), because=because
            )
            if option == ACCEPT:
                break
            battle.shifts = (*battle.shifts, option[1:])
            plane = shifted(battle, battle.shifts)
            assert isinstance(plane, Plane)
            battle.field = battle.field._replace(plane=plane)
            put_markers(battle)
    for player in PLAYERS:
        yield from choose(player, "board", [ACCEPT], because="openfire.setup.keywords-known")
    free = any(entry.zone is not None for entry in battle.mission.entries)
    battle.phase = "entry" if free else "round"


# ---------------------------------------------------------------------- entry points


class EntryOptions:
    """Anywhere in the player's zone where a marker may lie."""

    def __init__(
        self, battle: Battle, entry: Entry, taken: tuple[tuple[str, int, int], ...]
    ) -> None:
        self.battle = battle
        self.entry = entry
        self.taken = taken

    def refusal(self, option: Option) -> Refusal | None:
        because = "openfire.setup.entry-roll-off"
        if option[0] != "entry" or len(option) != 3:
            return Refusal("an entry point is placed as in 'entry 12.00,0.00'")
        x, y = option[1:]
        zone = self.entry.zone
        assert zone is not None
        if zone.side_of(x, y) < 0:
            return Refusal(f"{place(x, y)} is not in the zone", because)
        if not usable(self.battle.plane, (x, y)):
            return Refusal(f"{place(x, y)} lies inside terrain", "openfire.setup.markers")
        return None

    def candidates(self) -> list[Option]:
        zone = self.entry.zone
        assert zone is not None
        west, south, east, north = zone.box
        middle = ((west + east) // 2, (south + north) // 2)
        limit = max(east - west, north - south)
        found: list[Option] = []
        for pitch in (4 * INCH, INCH, 25):
            for x, y in lattice(middle, middle, pitch, limit):
                apart = all(
                    (x - tx) ** 2 + (y - ty) ** 2 > (6 * INCH) ** 2 for _, tx, ty in self.taken
                )
                if (apart or pitch < INCH) and self.refusal(("entry", x, y)) is None:
                    found.append(("entry", x, y))
                    if len(found) == 8:
                        return found
            if found:
                return found
        corners = [("entry", *corner) for corner in zone.corners]
        return [option for option in corners if self.refusal(option) is None]

    def read(self, text: str) -> Option | Refusal:
        words = Words(text, self.battle.plane.height)
        if words.word("entry"):
            point = words.place()
            if point is not None and words.done:
                return ("entry", *point)
        return Refusal("an entry point is placed as in 'entry 12.00,0.00'")


def place_entries(battle: Battle) -> Flow[None]:
    """Roll off, then one point each in turn; who has none left is skipped."""
    because = "openfire.setup.entry-roll-off"
    side = yield from roll_off(battle, because)
    entries = battle.mission.entries
    while True:
        open_ = [s for s in (side, 1 - side) if len(battle.entries[s]) < entries[s].count]
        if not open_:
            break
        side = open_[0]
        taken = battle.entries[side]
        options = EntryOptions(battle, entries[side], taken)
        option = yield from choose(
            PLAYERS[side],
            "entry",
            lambda options=options: options,  # type: ignore[misc]
            because=because,
        )
        name = chr(ord("a") + len(taken))
        battle.entries[side] = (*taken, (name, option[1], option[2]))
        where = f"{inches(option[1])},{inches(option[2])}"
        battle.tell("entry", because, player=PLAYERS[side], name=name, place=where)
        side = 1 - side
    battle.phase = "round"
