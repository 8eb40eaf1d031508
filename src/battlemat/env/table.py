"""A game for two agents, as PettingZoo's AEC has it: dice fall by a seed, agents answer choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from battlemat.drawing.svg import draw_svg
from battlemat.env.seen import ACTIONS, Pages, Seen, sight, space
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.players.terminal.board import draw_board

Turns: TypeAlias = Literal["asked", "each"]
Illegal: TypeAlias = Literal["lose", "around"]


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One rulebook with one setup. Agents are called by their side and its number: `red_0`.

    With turns `asked` the agent who is asked acts, however often in a row. With `each` both act in
    every cycle; who is not asked has the one action 0, which waits. A game is cut off after
    `max_cycles`, a cycle being two actions. An action that the mask does not allow loses the game
    (`lose`), or is counted around to one that it does (`around`).
    """

    def __init__(
        self,
        rulebook: Rulebook[Any],
        setup: Setup,
        *,
        turns: Turns = "asked",
        illegal: Illegal = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "render_modes": ["human", "ansi", "svg"],
            "name": f"{rulebook.name}_v{rulebook.version}",
            "is_parallelizable": turns == "each",
            "render_fps": 2,
        }
        self.rulebook = rulebook
        self.setup = setup
        self.render_mode = render_mode
        self.possible_agents = [f"{side}_{n}" for n, side in enumerate(rulebook.players)]
        self.sides = dict(zip(self.possible_agents, rulebook.players, strict=True))
        self.observation_spaces = {agent: space(rulebook) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._turns = turns
        self._illegal = illegal
        self._most = None if max_cycles is None else max_cycles * len(self.possible_agents)
        self._pages = Pages(rulebook)
        self._seed: int | None = None
        self._episode = 0
        self.game: Game[Any] | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # ------------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same dice; without one, the next of the last seed's.

        The options may bring another `setup`.
        """
        if seed is not None or self._seed is None:
            self._seed = seeding.np_random(seed)[1] if seed is None else seed
            self._episode = 0
        else:
            self._episode += 1
        setup = (options or {}).get("setup", self.setup)
        self.dice_seed = f"env:{self._seed}/{self._episode}"
        dice = SeededDice(self.dice_seed)
        self.game = Game(self.rulebook, setup, dice=dice)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._ask()
        self.agent_selection = self._next()

    def step(self, action: int | None) -> None:
        """Answer for the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if agent == self.asked:
            self._act(agent, -1 if action is None else int(action))
        self._end_step()

    def take(self, option: Option) -> None:
        """Answer for the agent who is asked by an option itself, as machine opponents do."""
        self._clear_rewards()
        self._answer(option)
        self._end_step()

    def _end_step(self) -> None:
        self._steps += 1
        if not any(self.terminations.values()) and self._steps == self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self._next()

    def _act(self, agent: str, action: int) -> None:
        count = self._pages.count
        if not 0 <= action < count:
            if self._illegal == "lose":
                self.rewards[agent] = -1.0
                self.terminations = dict.fromkeys(self.agents, True)
                return
            action %= count
        if self._pages.has_more and action == count - 1:
            self._pages.turn()
            return
        self._answer(self._pages.shown[action])

    def _answer(self, option: Option) -> None:
        game = self.standing
        game.answer(option)
        self._ask()
        if game.result is not None:
            winner = game.result.winner
            for one in self.agents:
                if winner is not None:
                    self.rewards[one] = 1.0 if self.sides[one] == winner else -1.0
            self.terminations = dict.fromkeys(self.agents, True)

    def _ask(self) -> None:
        question = self.standing.question
        self._pages.ask(question if isinstance(question, Choice) else None)

    def _next(self) -> str:
        """Whose turn it is now."""
        if self._turns == "each":
            return self.agents[self._steps % len(self.agents)]
        return self.asked or self.agents[0]

    # ------------------------------------------------------------------ seeing

    @property
    def standing(self) -> Game[Any]:
        """The game that is played."""
        if self.game is None:
            raise RuntimeError("reset() begins a game")
        return self.game

    @property
    def asked(self) -> str | None:
        """The agent whom the rules ask; None when the game is over."""
        question = self.standing.question
        if question is None:
            return None
        return next(agent for agent, side in self.sides.items() if side == question.player)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was cut off."""
        return any(self.terminations.values()) or any(self.truncations.values())

    @property
    def options(self) -> list[Option]:
        """What the numbers mean now, in their order; a page turned is not among them."""
        return list(self._pages.shown)

    def observe(self, agent: str) -> Seen:
        game = self.standing
        is_asked = agent == self.asked
        seen = {"observation": sight(game, self.sides[agent], is_asked)}
        pages = self._pages if is_asked else Pages(self.rulebook)
        seen["action_mask"], seen["kinds"] = pages.mask(), pages.kinds()
        if not is_asked and self._turns == "each":
            seen["action_mask"][0] = 1  # to wait
        return seen

    def render(self) -> str | None:
        """The table: as text (`ansi`), as a drawing (`svg`), or printed (`human`)."""
        if self.render_mode is None:
            return None
        scene = self.rulebook.scene(self.standing.battle)
        if self.render_mode == "svg":
            return draw_svg(scene, self.rulebook.players)
        text = draw_board(scene, self.rulebook.players, plain=True).plain
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing stays open."""
