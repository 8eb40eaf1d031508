"""However many come at once, the event loop goes round, and everybody gets in."""

from __future__ import annotations

import asyncio

from battlemat.server.entrance import Entrance


def test_so_many_are_let_in_each_round_in_the_order_they_came() -> None:
    async def come() -> None:
        entrance, inside = Entrance(4), list[int]()

        async def guest(number: int) -> None:
            await entrance.enter()
            inside.append(number)

        guests = [asyncio.ensure_future(guest(number)) for number in range(100)]
        rounds = 0
        while len(inside) < 100:
            before = len(inside)
            await asyncio.sleep(0)
            rounds += 1
            assert len(inside) - before <= 8
        await asyncio.gather(*guests)
        assert inside == list(range(100))
        assert rounds < 100

    asyncio.run(come())


def test_whoever_leaves_keeps_nobody_waiting() -> None:
    async def come() -> None:
        entrance = Entrance(1)
        guests = [asyncio.ensure_future(entrance.enter()) for _ in range(50)]
        await asyncio.sleep(0)
        for guest in guests[1:40]:
            guest.cancel()
        await asyncio.wait_for(asyncio.gather(*guests, return_exceptions=True), 5)
        await asyncio.wait_for(entrance.enter(), 5)  # and it is as it was before

    asyncio.run(come())
