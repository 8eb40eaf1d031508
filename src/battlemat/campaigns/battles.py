"""The next battle of a campaign: its setup, and a machine's game of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.campaigns.standing import setup_of as standing_setup
from battlemat.campaigns.state import Standing
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.events import Sink
from battlemat.kernel.game import Game
from battlemat.kernel.record import record
from battlemat.packs.registry import find
from battlemat.players import registry
from battlemat.players.driver import play
from battlemat.players.levels import LEVELS

QUICK = "recruit"


def setup_of(standing: Standing, at: str = "") -> dict[str, Any]:
    """The setup of the battle that stands next, or of another that may be fought now."""
    return standing_setup(standing, standing.meeting(at))


def game_of(standing: Standing, log: Sink | None = None, at: str = "") -> Game[Any]:
    """The game of the next battle, its dice from the campaign's seed."""
    meeting = standing.meeting(at)
    # how many were fought is no matter of a group: two devices may not have heard of each other
    number = len(standing.fights) if meeting.pair is None else 0
    seed = f"{standing.seed}:{meeting.at}:{number}"
    book = find(standing.campaign.rulebook)
    return Game(book, setup_of(standing, at), dice=SeededDice(seed), log=log)


def machines_of(standing: Standing, at: str = "") -> dict[str, str]:
    """The machine that leads each side of a battle; "" for a person.

    Where two meet, one that searches long plays as the strongest that does not: a page waits.
    """
    sides = standing.meeting(at).sides
    leads = {side.colour: standing.machines.get(who, "") for who, side in sides.items()}
    if not all(leads.values()):
        return leads
    at_once = [level.name for level in LEVELS if not level.searches]
    slow = {level.name for level in LEVELS if level.searches}
    return {side: at_once[-1] if level in slow else level for side, level in leads.items()}


def machines_play(standing: Standing, levels: Mapping[str, str] | None = None, at: str = "") -> str:
    """The record of the next battle, played by machines to its end."""
    game = game_of(standing, at=at)
    chosen = {**machines_of(standing, at), **(levels or {})}
    players = {
        player: registry.make(chosen.get(player) or QUICK, f"{standing.seed}:{player}")
        for player in game.rulebook.players
    }
    play(game, players)
    return record(game, traced=False).write()
