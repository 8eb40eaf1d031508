"""One place does work beside the loop: by threads and processes, or where it is asked for."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from battlemat.server.beside import Hands, Way, begin, beside, chosen, for_request
from battlemat.server.settings import Settings, database_url
from server.live import FREE, against, running


def where() -> int:
    return threading.get_ident()


def breaks() -> None:
    raise ZeroDivisionError("a bug")


async def places() -> list[int]:
    hands, begun = Hands(1, "hands"), list[int]()
    hands.begin(lambda: begun.append(where()))
    begin(lambda: begun.append(where()))
    found = [await beside(where), await for_request(where), await hands.do(where)]
    hands.close()
    while len(begun) < 2:
        await asyncio.sleep(0.01)
    return found + begun


def test_work_is_done_in_threads_or_where_it_is_asked_for() -> None:
    assert where() not in asyncio.run(places())
    with chosen(Way.INLINE):
        assert set(asyncio.run(places())) == {where()}
    assert where() not in asyncio.run(places())


@pytest.mark.parametrize("way", list(Way))
def test_what_goes_wrong_is_told_to_whoever_asked(way: Way) -> None:
    async def ask() -> None:
        hands = Hands(1, "hands")
        for asked in (beside(breaks), for_request(breaks), hands.do(breaks)):
            with pytest.raises(ZeroDivisionError):
                await asked
        hands.close()

    with chosen(way):
        asyncio.run(ask())


def test_a_host_without_threads_and_processes_plays_against_a_machine(tmp_path: Path) -> None:
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE, workers=1)
    with chosen(Way.INLINE), running(settings) as live:
        game = live.person().new_game(seats=against("random"))
        state = game.play_out()
        assert state["result"]["by"] == "rules"
        told = live.app.state.services.tables.live(game.id).play.told
        assert {one.entry.by for one in told} >= {"person", "machine"}
        pools = vars(live.app.state.services.tables.pools).values()
        assert all(pool._pool is None for pool in pools)  # no process was ever begun
