"""Answers and streams made small (gzip), for clients that say they understand it.

A state holds links beside words of others. Whoever could watch the lengths of packed answers and
choose such words might guess at the links, letter by letter; so every packed answer, and every part
of a stream, is longer by chance than it need be.
"""

from __future__ import annotations

import gzip
import io
import secrets
import zlib
from collections.abc import AsyncIterator

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from battlemat.server.beside import beside

_SMALL = 1_000
_LARGE = 8_000
"""Bytes below which packing does not pay, and above which it is done beside the event loop."""
_LEVEL = 4
_MOST_STREAMS = 256
"""So many streams are packed at once: each keeps a quarter of a megabyte for it."""
_PADDING = 64


def accepts_gzip(headers: Headers) -> bool:
    """Whether a client understands packed answers."""
    words = headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    return any(word == "gzip" or (word.startswith("gzip;") and word[-2:] != "=0") for word in words)


def pack(body: bytes) -> bytes:
    """The body, small, and of a length that tells a little less."""
    packed = io.BytesIO()
    name = "x" * secrets.randbelow(_PADDING)
    with gzip.GzipFile(name, "wb", _LEVEL, packed, mtime=0) as file:
        file.write(body)
    return packed.getvalue()


class PackedAnswers:
    """ASGI middleware: packs whole JSON answers. Whatever else there is passes as it is."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not accepts_gzip(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def packing(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_json(message):
                start = message  # until it is known whether its body pays
                return
            if start is not None and message["type"] == "http.response.body":
                begun, start = start, None
                message = await _packed(begun, message)
                await send(begun)
            await send(message)

        await self._app(scope, receive, packing)


def _is_json(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    plain = "content-encoding" not in headers
    return plain and headers.get("content-type", "").startswith("application/json")


async def _packed(start: Message, message: Message) -> Message:
    """The body as it is sent; the headers in `start` say so."""
    body = message.get("body", b"")
    headers = MutableHeaders(raw=start["headers"])
    headers.add_vary_header("accept-encoding")
    if message.get("more_body", False) or len(body) < _SMALL:
        return message
    body = await beside(pack, body) if len(body) > _LARGE else pack(body)
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(body))
    return {**message, "body": body}


class StreamPacker:
    """Packs streams, each as one: what was told before costs little when it comes again."""

    def __init__(self, most: int = _MOST_STREAMS) -> None:
        self._free = most

    @property
    def has_room(self) -> bool:
        """Whether one more stream may be packed."""
        return self._free > 0

    async def run(self, stream: AsyncIterator[str]) -> AsyncIterator[bytes]:
        """The stream, packed; every part of it can be read as soon as it is there."""
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
        self._free -= 1
        try:
            async for text in stream:
                padding = ":" + "x" * secrets.randbelow(_PADDING) + "\n"
                yield packer.compress((padding + text).encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
            yield packer.flush()
        finally:
            self._free += 1
