"""One seat of a game as Gymnasium knows environments; a machine player has the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import gymnasium
import numpy as np

from battlemat.env.seen import Seen
from battlemat.env.table import TableEnv
from battlemat.players import registry
from battlemat.players.player import Player

Against: TypeAlias = str | Player | Callable[[str], Player]
"""Who plays the other seat: the name of a player, a player, or what makes one from a seed."""


def _maker(against: Against) -> Callable[[str], Player]:
    """Makes the player for each game; a player that was made already plays all of them."""
    if isinstance(against, str):
        name = registry.checked_here(against)
        return lambda seed: registry.make_here(name, seed)
    if callable(against):
        return against
    player: Player = against
    return lambda _seed: player


class SeatEnv(gymnasium.Env[Any, Any]):
    """Acts for one seat; `against` plays the other. The seat is asked in every step.

    `against` is a name of `battlemat opponents`, `module:Class`, a player (anything that has
    `answer(game)`), or a class or function that makes one from the seed of each game.

    The reward comes at the end: 1 for a win, -1 for a loss, 0 for a draw.
    """

    def __init__(self, table: TableEnv, *, seat: int = 0, against: Against = "recruit") -> None:
        self.table = table
        self.agent = table.possible_agents[seat]
        self.metadata = {"render_modes": ["ansi", "svg", "human"], "render_fps": 2}
        self.render_mode = table.render_mode
        self.observation_space = table.observation_space(self.agent)
        self.action_space = table.action_space(self.agent)
        self._against = _maker(against)
        self._opponent: Player | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.reset(seed=seed, options=options)
        self._opponent = self._against(self.table.dice_seed)
        self._wait()
        return self.table.observe(self.agent), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        table = self.table
        table.step(int(action))
        self._wait()
        reward = float(table.rewards[self.agent])
        over, cut = table.terminations[self.agent], table.truncations[self.agent]
        return table.observe(self.agent), reward, over, cut, {}

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which numbers are options now, by the name that libraries with masks look for."""
        return np.asarray(self.table.observe(self.agent)["action_mask"], bool)

    def render(self) -> Any:
        return self.table.render()

    def _wait(self) -> None:
        """Let the other play until the seat is asked, or it is over."""
        table = self.table
        assert self._opponent is not None
        while table.asked not in (self.agent, None) and not table.is_over:
            table.take(self._opponent.answer(table.standing))
