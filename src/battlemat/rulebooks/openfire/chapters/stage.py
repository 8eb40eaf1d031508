"""Chapter "Set Up Stage": the mission, the terrain, freely placed entry points.

What players would agree on at a table is asked of both; where they do not agree, dice decide
(`openfire.setup.stages`). Nothing ever waits for an agreement that may not come
(`openfire.ui.disputes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlemat.boards.plane import lattice
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Draw, Misread, Template
from battlemat.kernel.questions import Choice, Flow, roll
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.dice import roll_off
from battlemat.rulebooks.openfire.chapters.parts import MISSION
from battlemat.rulebooks.openfire.chapters.setting_up.changes import Accept
from battlemat.rulebooks.openfire.chapters.setting_up.edits import ACCEPT, edit_terrain
from battlemat.rulebooks.openfire.chapters.setting_up.markers import agree_on_markers
from battlemat.rulebooks.openfire.screen.handles import offering
from battlemat.rulebooks.openfire.screen.overlays import ring
from battlemat.rulebooks.openfire.screen.phrases import entry_name, place_in_words
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import FROM_NORTH, Words, inches, place
from battlemat.rulebooks.openfire.state.mission import Entry, entry_stand, usable
from battlemat.rulebooks.openfire.state.start import settle

# ---------------------------------------------------------------------- the mission


class ChooseMission(NamedTuple):
    """A mission of the module, by its number."""

    mission: int
    verb: str = "mission"


def _missions(battle: Battle, _asked: None) -> list[ChooseMission]:
    return [ChooseMission(number) for number in range(len(battle.field.missions))]


def _tell_mission(battle: Battle, _asked: None, option: ChooseMission) -> str:
    mission = battle.field.missions[option.mission]
    if not mission.briefing:
        return say("Play {mission}", mission=mission.name)
    return say("Play {mission}: {briefing}", mission=mission.name, briefing=mission.briefing)


_MISSION = Template(ChooseMission, "mission {mission}", mission=MISSION)
MISSION_VERB: Verb[Battle, None, ChooseMission] = Verb(
    ChooseMission,
    _MISSION,
    says="name the mission to be played",
    because="openfire.setup.mission-choice",
    candidates=_missions,
    handle=offering(lambda: say("Mission"), _MISSION),
    tells=_tell_mission,
)
MISSION_CHOICE: Ask[Battle, None, ChooseMission] = Ask(
    "mission",
    says="Which mission is played?",
    because="openfire.setup.mission-choice",
    verbs=Verbs(MISSION_VERB),
    own=True,
)


def choose_mission(battle: Battle) -> Flow[None]:
    """Both name a mission; if they differ one is drawn (`openfire.setup.mission-choice`)."""
    missions = battle.field.missions
    because = "openfire.setup.mission-choice"
    one = yield from MISSION_CHOICE(PLAYERS[0], battle, None)
    two = yield from MISSION_CHOICE(PLAYERS[1], battle, None)
    number = one.mission
    if one != two:
        (face,) = yield from roll(PLAYERS[0], 1, len(missions), because=because)
        number = face - 1
    settle(battle, missions[number])
    battle.tell(events.Mission, because, name=missions[number].name)
    battle.phase = "leaders" if battle.field.choose_leaders else "terrain"


# ---------------------------------------------------------------------- terrain

BOARD: Ask[Battle, None, Accept] = Ask(
    "board",
    says="Look at the table. Do you accept it as it is?",
    because="openfire.setup.keywords-known",
    verbs=Verbs(ACCEPT),
    own=True,
)


def confirm_terrain(battle: Battle) -> Flow[None]:
    """One round of edits for whoever did not lay the board out, then both confirm."""
    if battle.field.terrain_by >= 0:
        yield from edit_terrain(battle)
    yield from agree_on_markers(battle)
    for player in PLAYERS:
        yield from BOARD(player, battle, None)
    free = any(entry.zone is not None for entry in battle.mission.entries)
    battle.phase = "entry" if free else "round"


# ---------------------------------------------------------------------- entry points


class PutEntry(NamedTuple):
    """Where an entry point is put."""

    x: int
    y: int
    verb: str = "entry"


class Entering(NamedTuple):
    """What is asked: an entry point in a player's zone, beside those that it has."""

    entry: Entry
    taken: tuple[tuple[str, int, int], ...]


class EntryForm:
    """`entry 12.00,0.00`."""

    word = "entry"
    pattern = "entry PLACE"
    parts: Mapping[str, str] = {"place": "a place in inches, as in 12.00,0.00"}

    def write(self, _battle: Battle, option: PutEntry) -> str:
        return f"entry {place(option.x, option.y)}"

    def read(self, battle: Battle, text: str, _asked: object = None, /) -> PutEntry | Misread:
        words = Words(text, battle.plane.height)
        words.take()
        point = words.place()
        if point is None or not words.done:
            return Misread(say("an entry point is placed as in 'entry 12.00,0.00'"))
        return PutEntry(*point)

    def sample(self, battle: Battle, draw: Draw, _asked: object = None, /) -> PutEntry:
        return PutEntry(draw(battle.plane.width + 1), draw(battle.plane.height + 1))


def _entry_bar(battle: Battle, asked: Entering, option: PutEntry) -> Refusal | None:
    """Anywhere in the player's zone where a marker may lie."""
    x, y = option.x, option.y
    zone = asked.entry.zone
    assert zone is not None
    if zone.side_of(x, y) < 0:
        return Refusal(
            say("{place} is not in the zone", place=place(x, y)), "openfire.setup.entry-roll-off"
        )
    if not usable(battle.plane, (x, y)):
        return Refusal(
            say("{place} lies inside terrain", place=place(x, y)), "openfire.setup.markers"
        )
    return None


def _entries(battle: Battle, asked: Entering) -> list[PutEntry]:
    zone = asked.entry.zone
    assert zone is not None
    west, south, east, north = zone.box
    middle = ((west + east) // 2, (south + north) // 2)
    limit = max(east - west, north - south)
    found: list[PutEntry] = []
    for pitch in (4 * INCH, INCH, 25):
        for x, y in lattice(middle, middle, pitch, limit):
            apart = all(
                (x - tx) ** 2 + (y - ty) ** 2 > (6 * INCH) ** 2 for _, tx, ty in asked.taken
            )
            option = PutEntry(x, y)
            if (apart or pitch < INCH) and _entry_bar(battle, asked, option) is None:
                found.append(option)
                if len(found) == 8:
                    return found
        if found:
            return found
    corners = [PutEntry(x, y) for x, y in zone.corners]
    return [option for option in corners if _entry_bar(battle, asked, option) is None]


def _fill_entry(battle: Battle, choice: Choice, option: PutEntry, made: Handle) -> None:
    at = place(option.x, option.y)
    if option == choice.listed[0]:
        made.gesture, made.text = "place", f"entry {{place}} {FROM_NORTH}"
    made.at, made.place = on_screen(battle.plane, option.x, option.y), at


def _tell_entry(battle: Battle, _asked: Entering, option: PutEntry) -> str:
    at = place_in_words(battle, option.x, option.y)
    return say("Put an entry point at {place}", place=at)


def _covers_entry(battle: Battle, _choice: Choice, option: PutEntry) -> Sequence[Shape]:
    """The ground on which units could come in at an entry point."""
    reach = battle.policy.entry_reach * INCH
    stand = entry_stand(battle.plane, (option.x, option.y))
    label = say("units come in within {reach} inches", reach=inches(reach))
    return [ring(battle, "reach", stand, reach, label, "openfire.reserve.deploy")]


ENTRY: Verb[Battle, Entering, PutEntry] = Verb(
    PutEntry,
    EntryForm(),
    says="put an entry point down in your zone",
    because="openfire.setup.entry-roll-off",
    candidates=_entries,
    bar=_entry_bar,
    handle=offering(lambda: say("Entry point"), EntryForm(), _fill_entry),
    tells=_tell_entry,
    covers=_covers_entry,
    unlisted=True,
)
ENTRY_POINTS: Ask[Battle, Entering, PutEntry] = Ask(
    "entry",
    says="Where may your side come onto the table?",
    because="openfire.setup.entry-roll-off",
    verbs=Verbs(ENTRY),
    own=True,
)


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
        asked = Entering(entries[side], taken)
        option = yield from ENTRY_POINTS(PLAYERS[side], battle, asked)
        name = chr(ord("a") + len(taken))
        battle.entries[side] = (*taken, (name, option.x, option.y))
        battle.tell(
            events.Entry,
            because,
            player=PLAYERS[side],
            name=name,
            entry=entry_name(battle, side, name),
            place=place(option.x, option.y),
        )
        side = 1 - side
    battle.phase = "round"
