"""The environments of each rulebook, called as PettingZoo's modules are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gymnasium
from pettingzoo.utils.conversions import aec_to_parallel
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from battlemat.env.seat import Against, SeatEnv
from battlemat.env.table import Illegal, TableEnv, Turns
from battlemat.packs import registry, setups


@dataclass(frozen=True, slots=True)
class Book:
    """The environments of one rulebook; what is played is chosen as in `battlemat play`."""

    name: str

    def raw_env(
        self,
        *,
        turns: Turns = "asked",
        illegal: Illegal = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **choices: str,
    ) -> TableEnv:
        """The environment itself; `choices` are mission, map, red and the like, by id or file."""
        return TableEnv(
            registry.find(self.name),
            setups.build_setup(self.name, **choices),
            turns=turns,
            illegal=illegal,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )

    def env(self, **options: Any) -> Any:
        """The environment with PettingZoo's checks around it."""
        return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(self.raw_env(**options)))

    def parallel_env(self, **options: Any) -> Any:
        """Both agents act at once; who is not asked waits with action 0."""
        return aec_to_parallel(self.raw_env(turns="each", illegal="around", **options))

    def seat_env(self, *, seat: int = 0, against: Against = "recruit", **options: Any) -> SeatEnv:
        """One seat for Gymnasium, against a machine player: by name, or one of your own."""
        return SeatEnv(self.raw_env(**options), seat=seat, against=against)


skirm1, skirm2, skirm3 = Book("skirm1"), Book("skirm2"), Book("skirm3")
skirmishers, openfire = Book("skirmishers"), Book("openfire")
BOOKS = (skirm1, skirm2, skirm3, skirmishers, openfire)

NAMESPACE = "battlemat"


def named_env(name: str, **options: Any) -> SeatEnv:
    """What `gymnasium.make("battlemat/NAME", ...)` makes: `seat_env` of that rulebook."""
    return Book(name).seat_env(**options)


for _name in registry.names():
    # Gymnasium finds environments by what their module registers when it is imported:
    # `gymnasium.make("battlemat.env:battlemat/skirm3")` imports this one by itself.
    gymnasium.register(
        f"{NAMESPACE}/{_name}",
        entry_point="battlemat.env.books:named_env",
        kwargs={"name": _name},
    )
