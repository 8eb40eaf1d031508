"""Chapter "Deploying Units": out of reserve at an entry point, or by Ambush, or not at all."""

from __future__ import annotations

from battlemat.kernel.questions import Flow
from battlemat.kernel.verbs import Ask, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.arriving.arrivals import (
    Ambush,
    Arrival,
    Arriving,
    Deploy,
    NoRoom,
    Way,
    put_on_table,
)
from battlemat.rulebooks.openfire.chapters.arriving.verbs import arriving, staying
from battlemat.rulebooks.openfire.chapters.attacks.damage import destroy
from battlemat.rulebooks.openfire.chapters.bars import NotFarFrom, NotNear
from battlemat.rulebooks.openfire.chapters.dice import command_tests, passes
from battlemat.rulebooks.openfire.chapters.moving.goals import entry_rank
from battlemat.rulebooks.openfire.screen.handles import called
from battlemat.rulebooks.openfire.screen.phrases import entry_name
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import inches
from battlemat.rulebooks.openfire.state.mission import entry_stand

AMBUSH_DISTANCE = 12 * INCH

DEPLOY = arriving(
    Deploy,
    lambda: say("Deploy"),
    lambda unit, entry: say("Deploy {unit} from the {entry}", unit=unit, entry=entry),
    "come onto the table at an entry point",
    "openfire.reserve.deploy",
)
AMBUSH = arriving(
    Ambush,
    lambda: say("Ambush"),
    lambda unit, _entry: say("Put {unit} in ambush", unit=unit),
    "come onto the table far from the enemy",
    "openfire.special.ambush",
)
NO_ROOM = staying(
    NoRoom,
    lambda: say("No room"),
    lambda unit: say("there is no room for {unit}", unit=unit),
    "there is no room at any entry point",
    "openfire.reserve.no-room",
)
DEPLOYING: Ask[Battle, Arriving, Arrival | NoRoom] = Ask(
    "deploy",
    says="Where does {unit} come onto the table?",
    because="openfire.reserve.deploy",
    verbs=Verbs(DEPLOY, AMBUSH, NO_ROOM),
    draws=lambda _battle, asked, below: asked.drawn(below),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
    own=True,
)


def entry_ways(battle: Battle, unit: Unit) -> list[Way]:
    """Within 6 inches of one's own entry points, every model (`openfire.reserve.deploy`).

    Enemies nearby do not matter (`openfire.reserve.near-enemy`).
    """
    reach = battle.policy.entry_reach * INCH
    found = []
    for name, x, y in battle.entries[unit.side]:
        point = entry_stand(battle.plane, (x, y))
        entry = entry_name(battle, unit.side, name)
        named = say("{reach} inches of the {entry}", reach=inches(reach), entry=entry)
        bar = NotFarFrom(battle, point, reach, named, "openfire.reserve.whole-unit")
        limit = reach + _size(unit)
        found.append(Way(Deploy, name, (x, y), limit, bar, bar))
    return found


def _size(unit: Unit) -> int:
    base = unit.leader_card.base
    return base.radius + (base.length + base.width) // 2


def ambush_way(battle: Battle, unit: Unit) -> Way:
    """Anywhere more than 12 inches from every enemy model (`openfire.special.ambush`).

    It takes the place of the entry point and its 6 inches, not of the move that follows
    (`openfire.special.ambush-move`).
    """
    enemies = [stand for foe in battle.foes(unit) for stand in foe.bases]
    words = "far"
    bar = NotNear(battle, enemies, AMBUSH_DISTANCE, words, "openfire.special.ambush")
    plane = battle.plane
    limit = max(plane.width, plane.height) // 2
    return Way(Ambush, "", (plane.width // 2, plane.height // 2), limit, bar, bar)


def may_hold_back(battle: Battle, unit: Unit) -> bool:
    """Support units may stay in reserve; others must deploy in round 1 unless the mission waits.

    `openfire.special.support`, `openfire.special.support-optional`, `openfire.reserve.first-round`.
    The book's first turn is the first round (`openfire.reserve.turn-word`).
    """
    return unit.is_support or battle.round < battle.policy.all_deploy_in_round


def deploy(battle: Battle, unit: Unit) -> Flow[None]:
    """At an entry point, or by Ambush; late Support units test first."""
    if unit.is_support and battle.round >= battle.policy.support_from_round:
        faces = yield from command_tests(battle, unit, 1, "openfire.special.support-test")
        if not passes(battle, unit, faces):
            battle.tell(events.Stays, "openfire.special.support-test", unit=unit.id)
            return
    ways = entry_ways(battle, unit)
    if all(unit.powers[model].ambush for model in unit.alive):
        ways.append(ambush_way(battle, unit))  # openfire.special.ambush-support
    asked = Arriving(battle, unit, ways, rank=entry_rank)
    done = False
    while not done:
        option = yield from DEPLOYING(PLAYERS[unit.side], battle, asked, about=unit.index)
        if isinstance(option, NoRoom):
            _no_room(battle, unit)
            return
        done = yield from put_on_table(asked, option)
    battle.deployed = True
    unit.left_in = 0
    battle.tell(events.Deploy, "openfire.reserve.deploy", unit=unit.id, name=unit.card.name)


def _no_room(battle: Battle, unit: Unit) -> None:
    """It is destroyed if it had to deploy, else it stays (`openfire.reserve.no-room`)."""
    if may_hold_back(battle, unit):
        battle.tell(events.Stays, "openfire.reserve.no-room", unit=unit.id)
    else:
        destroy(battle, unit, "openfire.reserve.no-room")
