"""The entrance: when very many come at once, a few are let in each time the event loop goes round.

Nobody is refused here, and nobody waits long. But a thousand requests that are begun in one round
would keep the loop from everything else for seconds: from those that are nearly done, and from
whoever asks whether the server lives.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Entrance:
    """Lets so many in each round; all in the event loop."""

    def __init__(self, each_round: int) -> None:
        self._each = each_round
        self._let_in = 0
        self._waiting: deque[Callable[[], bool]] = deque()
        self._going_round = False

    async def enter(self) -> None:
        """Wait for one's turn; usually there is nothing to wait for."""
        turn = asyncio.get_running_loop().create_future()

        def come() -> bool:
            if turn.done():  # they have gone away
                return False
            turn.set_result(None)
            return True

        self.let(come)
        await turn

    def let(self, come: Callable[[], bool]) -> None:
        """Call `come` in its turn, usually at once; it tells whether there was anybody."""
        if not self._going_round:
            self._going_round = True
            loop = asyncio.get_running_loop()
            loop.call_soon(self._round, loop)
        if self._let_in < self._each and not self._waiting:
            self._let_in += come()
        else:
            self._waiting.append(come)

    def _round(self, loop: asyncio.AbstractEventLoop) -> None:
        """A new round has begun: let the next in, and come again as long as there are some."""
        self._let_in = 0
        while self._waiting and self._let_in < self._each:
            self._let_in += self._waiting.popleft()()
        self._going_round = bool(self._let_in)
        if self._going_round:
            loop.call_soon(self._round, loop)
