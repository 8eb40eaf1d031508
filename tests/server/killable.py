"""Servers that can be killed by the hundred: all is made ready once, and each server is a fork.

Reads lines with a port and answers each with the process id of a server that is starting there.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time

import httpx
from fastapi import FastAPI

from battlemat.server.app import make_app
from battlemat.server.run import listen, serve, server
from battlemat.server.settings import Settings
from battlemat.server.upkeep.collecting import put_off
from server.live import FREE, HOT_SEAT
from server.toy_catalogue import ToyCatalogue


def free(port: int) -> socket.socket:
    """The port, once the server that was killed has let go of it."""
    for _ in range(1000):
        try:
            return listen("127.0.0.1", port)
        except OSError:
            time.sleep(0.005)
    raise TimeoutError(f"port {port} does not get free")


async def warm_up(app: FastAPI) -> None:
    """Play a little, so that a fork has everything that is made at the first request."""
    through = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=through, base_url="http://warm") as client,
    ):
        answer = await client.post("/api/games", json={"seats": HOT_SEAT})
        url = f"/api/games/{answer.json()['game']['id']}"
        await client.post(url + "/answers", json={"number": 1, "text": "wait"})
        await client.get(url)
        await client.get("/api/health")


def main(db: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    app = make_app(Settings(db, limits=FREE), ToyCatalogue())
    asyncio.run(warm_up(app))
    server(app).config.load()
    put_off()  # so that no fork must look through all of this again
    for line in sys.stdin:
        at = free(int(line))
        pid = os.fork()
        if pid == 0:
            serve(app, at)
            os._exit(0)
        at.close()
        print(pid, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
