"""Chapter "Game cycle", mission start: the roll-off, the choice of zones, deploying in turns.

Every unit starts Standing; an objective may lie under it.
"""

from __future__ import annotations

from battlemat.kernel.questions import Flow, roll
from battlemat.kernel.verbs import Ask, Verbs
from battlemat.rulebooks.skirm.chapters.asked import SIDES, Waiting
from battlemat.rulebooks.skirm.chapters.places import PLACE, ZONE_VERB, Place, Zone, waiting
from battlemat.rulebooks.skirm.quick import QUICK
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import PLAYERS, STANDING, Battle


def roll_off(battle: Battle, because: str) -> Flow[int]:
    """Both roll 1d6 until one wins: the lower die, or the higher in the first edition."""
    while True:
        faces = []
        for player in PLAYERS:
            face = yield from roll(player, 1, 6, because=because)
            faces.append(face[0])
        red, blue = faces
        if red != blue:
            winner = int((blue < red) == battle.edition.low_wins)
            clauses = (because, "dice.roll-off")
            battle.tell(
                events.RollOff,
                clauses,
                red=red,
                blue=blue,
                player=PLAYERS[winner],
                wins="lower" if battle.edition.low_wins else "higher",
            )
            return winner


def muster(battle: Battle) -> Flow[None]:
    """The deployment roll-off; the winner chooses a zone, the loser gets the other."""
    winner = yield from roll_off(battle, "setup.deploy-roll")
    option = yield from CHOOSE_ZONE(PLAYERS[winner], battle, SIDES[winner])
    battle.first = battle.to_move = winner
    battle.zones[winner] = option.zone
    battle.zones[1 - winner] = 1 - option.zone
    battle.phase = "deploy"
    name, _ = battle.mission.zones[option.zone]
    battle.tell(events.Zone, "setup.deploy-roll", player=PLAYERS[winner], zone=name)


def deploy_one(battle: Battle) -> Flow[None]:
    """Place one unit; the squads take turns until all are placed."""
    side = battle.to_move
    if not waiting(battle, side):
        side = 1 - side
        if not waiting(battle, side):
            battle.phase = "turn"
            return
    option = yield from DEPLOY(PLAYERS[side], battle, SIDES[side])
    unit = battle.units[option.unit]
    unit.state = STANDING
    battle.place(unit, option.square)
    battle.to_move = 1 - side
    name = battle.field.board.name(option.square)
    battle.tell(
        events.Deploy, "setup.deploy-squares", unit=unit.id, name=unit.card.name, square=name
    )


CHOOSE_ZONE: Ask[Battle, Waiting, Zone] = Ask(
    "zone", "Where does your side start?", "setup.deploy-roll", Verbs(ZONE_VERB), own=True
)
DEPLOY: Ask[Battle, Waiting, Place] = Ask(
    "deploy",
    "Which of your units starts where? {left, plural, one {# is left} other {# are left}}.",
    "setup.deploy-alternate",
    Verbs(PLACE, quick=QUICK),
    parts=lambda battle, asked: {"left": len(waiting(battle, asked.side))},
    own=True,
)
