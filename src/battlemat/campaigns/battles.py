"""The next battle of a campaign: its setup, and a machine's game of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.campaigns.forces import battle_setup
from battlemat.campaigns.ledger import CampaignError
from battlemat.campaigns.standing import Standing
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.events import Sink
from battlemat.kernel.game import Game
from battlemat.kernel.record import record
from battlemat.kernel.words import say
from battlemat.packs.campaigns.values import Battle
from battlemat.packs.registry import find
from battlemat.players import registry
from battlemat.players.driver import play

QUICK = "recruit"


def setup_of(standing: Standing) -> dict[str, Any]:
    """The setup of the battle that stands next: each force brings its roster."""
    point = standing.point
    if not isinstance(point, Battle):
        raise CampaignError(say("no battle is to be fought now"))
    return battle_setup(standing.campaign, point, standing.forces)


def game_of(standing: Standing, log: Sink | None = None) -> Game[Any]:
    """The game of the next battle, its dice from the campaign's seed."""
    seed = f"{standing.seed}:{standing.at}:{len(standing.fights)}"
    book = find(standing.campaign.rulebook)
    return Game(book, setup_of(standing), dice=SeededDice(seed), log=log)


def machines_play(standing: Standing, levels: Mapping[str, str] | None = None) -> str:
    """The record of the next battle, played by machines to its end."""
    game = game_of(standing)
    players = {
        player: registry.make((levels or {}).get(player, QUICK), f"{standing.seed}:{player}")
        for player in game.rulebook.players
    }
    play(game, players)
    return record(game, traced=False).write()
