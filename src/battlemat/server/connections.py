"""Connections: how many there may be, and how long each may keep the server waiting.

uvicorn closes connections that are idle between two requests and bounds the size of headers. What
it leaves open is bounded here: a connection that never sends a whole request, one that sends it a
byte at a time, one that does not take what is sent to it, and an address that opens connection
after connection. A proxy that is trusted may open as many as it likes: it counts for all who come
through it.

When a crowd comes at once, a few requests are read in each round of the event loop; whoever asks
whether the server lives is read before them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from battlemat.server.entrance import Entrance
from battlemat.server.people.addresses import counted_as
from battlemat.server.settings import Settings

_EACH_ROUND = 8
"""Requests that are read in one round of the event loop."""
AT_ONCE = ("/api/health", "/api/ready")
"""What is asked by whoever watches over a server: never kept waiting behind a crowd."""
_REFUSAL = (
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)


class Unread:
    """The bytes that wait in connections until they are taken, for each address and in all. When
    they are too many, those connections are dropped that have taken nothing for longest.
    """

    def __init__(self, most: int, most_each: int, trusted: Collection[str]) -> None:
        self._most, self._most_each, self._trusted = most, most_each, trusted
        self._waiting: dict[Any, tuple[str, int, Callable[[], None]]] = {}
        self._each: Counter[str] = Counter()

    def wait(self, who: Any, address: str, bytes: int, drop: Callable[[], None]) -> None:
        """So many bytes wait for a connection from now on."""
        self.taken(who)
        self._waiting[who] = address, bytes, drop
        self._each[address] += bytes
        while self._each.total() > self._most:
            self._drop(next(iter(self._waiting)))
        while self._each[address] > self._most_each and address not in self._trusted:
            self._drop(next(one for one, told in self._waiting.items() if told[0] == address))

    def taken(self, who: Any) -> None:
        """Nothing waits for a connection any more."""
        address, bytes, _ = self._waiting.pop(who, ("", 0, None))
        self._each[address] -= bytes
        if not self._each[address]:
            del self._each[address]

    def _drop(self, who: Any) -> None:
        drop = self._waiting[who][2]
        self.taken(who)
        drop()


def protocol(settings: Settings) -> type[asyncio.Protocol]:
    """The class of connections for a server with these settings."""
    limits, trusted = settings.limits, settings.trusted_proxies
    open_by_address: Counter[str] = Counter()
    unread = Unread(limits.unread, limits.unread_each, trusted)
    entrance = Entrance(_EACH_ROUND)
    urgent = tuple(f"GET {settings.prefix}{path}".encode() for path in AT_ONCE)

    class GuardedConnection(H11Protocol):
        """A connection that is counted, and closed if it keeps the server waiting."""

        _address: str | None = None
        _deadline: asyncio.TimerHandle | None = None
        _untaken: asyncio.TimerHandle | None = None  # runs while they do not take what is sent
        _held: bytes | None = None  # the beginning of a request, until its turn comes

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            peer = self.client[0] if self.client else ""
            address = counted_as(peer)
            full = open_by_address.total() >= limits.connections
            if full or (
                peer not in trusted and open_by_address[address] >= limits.connections_each
            ):
                transport.write(_REFUSAL)
                transport.close()
                return
            self._address = address
            open_by_address[address] += 1
            self._wait_for_request(limits.header_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._taken()
            if self._deadline is not None:
                self._deadline.cancel()
            if self._address is not None:
                open_by_address[self._address] -= 1
                if not open_by_address[self._address]:
                    del open_by_address[self._address]

        def pause_writing(self) -> None:
            super().pause_writing()
            self._untaken = self.loop.call_later(limits.send_seconds, self.transport.abort)
            waiting = self.transport.get_write_buffer_size()
            unread.wait(self, self._address or "", waiting, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._taken()

        def _taken(self) -> None:
            """What was sent is taken, or nobody waits for that any more."""
            unread.taken(self)
            if self._untaken is not None:
                self._untaken.cancel()
                self._untaken = None

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            amid = self.cycle is not None and not self.cycle.response_complete
            if amid or data.startswith(urgent):
                super().data_received(data)
                return
            self._held = data
            entrance.let(self._read_held)
            if self._held is not None:
                self.transport.pause_reading()

        def _read_held(self) -> bool:
            data, self._held = self._held, None
            if data is None or self.transport.is_closing():
                return False
            self.transport.resume_reading()
            super().data_received(data)
            return True

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._wait_for_request(limits.idle_seconds + limits.header_seconds)

        def _wait_for_request(self, seconds: float) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = self.loop.call_later(seconds, self._look_for_request)

        def _look_for_request(self) -> None:
            if self._held is not None:
                self._wait_for_request(limits.header_seconds)  # the server is slow, not they
            elif self.cycle is None or self.cycle.response_complete:
                self.transport.close()

    return GuardedConnection


def raise_file_limit() -> None:
    """Let the process have as many connections open as the system allows it."""
    with suppress(ImportError, OSError, ValueError):  # Windows, or a system that says no
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
