"""Running the application on a socket until it is told to stop."""

from __future__ import annotations

import logging
import socket
import sys
import threading
from contextlib import suppress
from types import FrameType

import uvicorn
from fastapi import FastAPI

from battlemat.server.connections import protocol, raise_file_limit
from battlemat.server.logs import bound_logs, write_json
from battlemat.server.settings import Settings
from battlemat.server.upkeep.collecting import put_off

_SWITCH = 0.0002
"""Seconds after which a busy thread lets others run: the event loop must never wait for long."""

_AT_ONCE = 8
"""Connections that are taken in one round of the event loop, so that a crowd does not hold it."""
_SENT = 2**18
"""Bytes that the system keeps for each connection until they are taken; the rest waits here, where
it is counted (`connections.Unread`)."""
_QUEUE = 1024
"""Connections that may wait until they are taken."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; `OSError` if that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that asyncio knows it and sends small answers at once (TCP_NODELAY).
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT)
    try:
        found.bind((host, port))
        found.listen(_QUEUE)  # whoever is told the address may come at once
    except OSError:
        found.close()
        raise
    return found


class _Server(uvicorn.Server):
    """A server whose streams end by themselves when it is told to stop."""

    _draining = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Say that the server is not ready any more, and stop a little later; twice: at once."""
        app = self.config.app
        drain = app.state.settings.drain if isinstance(app, FastAPI) else 0
        if drain and not self._draining and isinstance(app, FastAPI):
            self._draining = app.state.draining = True
            threading.Timer(drain, super().handle_exit, [sig, frame]).start()
        else:
            super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():  # the loop has made the queue as short as what it takes at once
            one.listen(_QUEUE)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, FastAPI) and hasattr(app.state, "services"):
            app.state.services.tables.end_streams()
        await super().shutdown(sockets)


def server(app: FastAPI, *, log_level: str = "warning") -> uvicorn.Server:
    """A server of the application. Only trusted proxies are believed about who asks."""
    settings: Settings = app.state.settings
    config = uvicorn.Config(
        app,
        http=protocol(settings),
        log_level=log_level,
        access_log=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        backlog=_AT_ONCE,
        timeout_keep_alive=settings.limits.idle_seconds,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=65_536,
    )
    if settings.log_json:
        write_json(logging.getLevelNamesMapping()[log_level.upper()])
    bound_logs(settings.limits.log_lines, settings.limits.log_bytes)
    return _Server(config)


def serve(app: FastAPI, at: socket.socket) -> None:
    """Serve until Ctrl-C."""
    raise_file_limit()
    put_off()
    sys.setswitchinterval(_SWITCH)
    with suppress(KeyboardInterrupt):  # uvicorn has ended in good order and passes the signal on
        server(app).run(sockets=[at])
