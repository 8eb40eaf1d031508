"""Chapter "Game cycle", before everything else: the players choose one mission together.

Both must agree on it (`setup.mission`). Each names one, red first; where they differ they name
again, and after three times dice say whose is played, so that every game begins.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.forms import Part, Template
from battlemat.kernel.questions import Choice, Flow, roll
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.screen.handles import offer
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle

TRIES = 3


class ChooseMission(NamedTuple):
    """The mission that a player would play: `mission kill`."""

    mission: int
    verb: str = "mission"


def choose_mission(battle: Battle) -> Flow[None]:
    """Let both name a mission until they agree."""
    because, named = "setup.mission", [0, 0]
    for _ in range(TRIES):
        for side, player in enumerate(PLAYERS):
            option = yield from MISSION_CHOICE(player, battle, None)
            named[side] = option.mission
            name = battle.field.missions[option.mission].name
            battle.tell(events.MissionNamed, because, player=player, mission=name)
        if named[0] == named[1]:
            break
    number = named[0]
    if named[0] != named[1]:
        (face,) = yield from roll(PLAYERS[0], 1, 6, because=because, alike=((1, 2, 3), (4, 5, 6)))
        number = named[int(face > 3)]
    battle.take_mission(battle.field.missions[number])
    battle.tell(events.Mission, because, mission=battle.mission.name, text=battle.mission.briefing)
    battle.phase = "muster"


def _read(battle: Battle, word: str, _found: object) -> int | None:
    ids = [one.id.casefold() for one in battle.field.missions]
    return ids.index(word.casefold()) if word.casefold() in ids else None


def _handle(battle: Battle, choice: Choice, option: ChooseMission) -> Handle:
    return offer(battle, choice, _FORM.write(battle, option), say("Mission"))


def _tell(battle: Battle, _asked: None, option: ChooseMission) -> str:
    one = battle.field.missions[option.mission]
    return say("{mission}: {text}", mission=one.name, text=one.briefing)


_MISSION = Part(
    "a mission that is played on this map",
    write=lambda battle, number, _found: battle.field.missions[number].id,
    read=_read,
    values=lambda battle, _found: range(len(battle.field.missions)),
)
_FORM = Template(ChooseMission, "mission {mission}", mission=_MISSION)
MISSION_VERB: Verb[Battle, None, ChooseMission] = Verb(
    ChooseMission,
    _FORM,
    says="the mission to play; both must agree",
    because="setup.mission",
    candidates=lambda battle, _asked: [ChooseMission(n) for n in range(len(battle.field.missions))],
    handle=_handle,
    tells=_tell,
)
MISSION_CHOICE: Ask[Battle, None, ChooseMission] = Ask(
    "mission", "Which mission would you play?", "setup.mission", Verbs(MISSION_VERB), own=True
)
