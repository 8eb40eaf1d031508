"""The door: every request passes here before any other code sees it.

It checks host, origin, size and rate, and puts the headers on every response. What is refused here
has cost next to nothing: no thread, no store, no body beyond its limit.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from battlemat.kernel.words import say
from battlemat.server.connections import AT_ONCE
from battlemat.server.entrance import Entrance
from battlemat.server.metrics import Metrics
from battlemat.server.people.addresses import counted_as
from battlemat.server.settings import Limits, Settings
from battlemat.tables.problems import Problem, too_many

_SAFE = ("GET", "HEAD", "OPTIONS")
_CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": _CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_OURS = {name for name, _ in _RAW}
FRAMED = re.compile(r"/embed/[a-z0-9-]+/[a-z0-9/-]+")
"""The pages that others may frame: boards of rules, which hold nothing of anybody."""
_RAW_FRAMED = [
    (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors *"))
    for name, value in _RAW
    if name != b"x-frame-options"
]
_NO_STORE = (b"cache-control", b"no-store")
_MOST_ADDRESSES = 20_000
_PEOPLE = 3
"""So many people who come from one address share what it may do in the lobby."""
_EACH_ROUND = 4
"""Requests that are begun in one round of the event loop."""


class Rates:
    """What each address has asked for lately: requests, games in the last hour, open streams.

    Where several `servers` are on one store, each lets its share of everything through.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.servers = 1
        self._lock = Lock()
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._in_hour: OrderedDict[tuple[str, str], deque[float]] = OrderedDict()
        self._streams: dict[str, int] = {}

    def share(self, most: int) -> int:
        """This server's share of something that all together may do so often."""
        return max(1, most // self.servers) if most else 0

    def request(self, address: str) -> None:
        """Count a request; 429 if there were too many."""
        limits = self._limits
        burst, rate = self.share(limits.burst), limits.requests_per_second / self.servers
        if not self._take((address, ""), burst, rate):
            raise too_many(say("too many requests; slow down"), 1)

    def verb(self, address: str, verb: str) -> None:
        """Count one thing that is asked of a game; 429 if there were too many of its kind."""
        most = self._limits.verbs_per_minute.get(verb)
        most = most and self.share(most)
        if most is not None and not self._take((address, verb), most, most / 60):
            raise too_many(
                say("too many requests of this kind ({verb}); slow down", verb=verb), 60 // most + 1
            )

    def _take(self, key: tuple[str, str], burst: float, per_second: float) -> bool:
        """Take one drop from a bucket that fills by itself; False if it is empty."""
        now = time.monotonic()
        left, last = self._buckets.pop(key, (float(burst), now))
        left = min(float(burst), left + (now - last) * per_second)
        self._buckets[key] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return left >= 1

    def game(self, address: str) -> None:
        """Count a new game; 429 if there were too many within an hour."""
        most = self._limits.games_per_hour
        self._in_an_hour(("game", address), most, "too many new games from this address")

    def offer(self, address: str, holder: str) -> None:
        """Count a seat that is offered to strangers; 429 if there were too many in an hour."""
        self._of_strangers("offer", address, holder, self._limits.offers_per_hour)

    def sit(self, address: str, holder: str) -> None:
        """Count a seat that is taken from the lobby; 429 if there were too many in an hour."""
        self._of_strangers("sit", address, holder, self._limits.seats_per_hour)

    def _of_strangers(self, what: str, address: str, holder: str, most: int) -> None:
        self._in_an_hour((what, holder), most // _PEOPLE, "too many seats; wait for a while")
        self._in_an_hour((what, address), most, "too many seats from this address")

    def _in_an_hour(self, key: tuple[str, str], most: int, message: str) -> None:
        """Count something that may be done so often within an hour; 429 if it was."""
        now = time.monotonic()
        with self._lock:
            made = self._in_hour.setdefault(key, deque())
            self._in_hour.move_to_end(key)
            while made and made[0] < now - 3600:
                made.popleft()
            if len(made) >= self.share(most):
                wait = int(made[0] + 3600 - now) + 1 if made else 3600
                raise too_many(message, wait)
            made.append(now)
            if len(self._in_hour) > _MOST_ADDRESSES:
                self._in_hour.popitem(last=False)

    def may_stream(self, address: str) -> None:
        """429 if an address has too many streams open."""
        if self._streams.get(address, 0) >= self.share(self._limits.streams):
            raise too_many(say("too many open streams from this address"), 5)

    @contextmanager
    def streaming(self, address: str) -> Iterator[None]:
        """Count a stream for as long as the block runs; in the event loop."""
        self._streams[address] = self._streams.get(address, 0) + 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


class Guard:
    """ASGI middleware around the whole server."""

    def __init__(
        self, app: ASGIApp, settings: Settings, rates: Rates, metrics: Metrics | None = None
    ) -> None:
        self._app = app
        self._settings = settings
        self._rates = rates
        self._metrics = metrics or Metrics()
        self._entrance = Entrance(_EACH_ROUND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope = self._below_prefix(scope)
        dressed = _dressed(self._counted(send), scope.get("path", ""))
        try:
            if scope["path"] not in AT_ONCE:
                await self._entrance.enter()
            self._check(scope)
            if scope["method"] not in _SAFE:
                receive = await self._body_in_time(scope, receive)
            await self._app(scope, receive, dressed)
        except Problem as problem:
            await _refuse(problem, dressed)
        except ClientDisconnect:
            return  # nobody is left to be told

    def _below_prefix(self, scope: Scope) -> Scope:
        """The request as it would be without a prefix. Proxies may have cut it off already."""
        prefix, path = self._settings.prefix, scope["path"]
        if prefix and (path == prefix or path.startswith(prefix + "/")):
            return {**scope, "path": path[len(prefix) :] or "/"}
        return scope

    def _counted(self, send: Send) -> Send:
        begun = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.request(message["status"], time.perf_counter() - begun)
            await send(message)

        return counted

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        address = address_of(scope)
        self._rates.request(address)
        verb = verb_of(scope["method"], scope["path"])
        if verb is not None:
            self._rates.verb(address, verb)
        hosts = self._settings.hosts
        if hosts is not None and _name(headers.get("host", "")) not in hosts:
            raise Problem(400, "unknown-host", say("this server is not called by that name"))
        if scope["method"] not in _SAFE:
            _same_origin(headers)

    async def _body_in_time(self, scope: Scope, receive: Receive) -> Receive:
        seconds = self._settings.limits.body_seconds
        try:
            async with asyncio.timeout(seconds):
                return await self._whole_body(scope, receive)
        except TimeoutError:
            message = say(
                "a body must be here within {seconds} seconds", seconds=format(seconds, "g")
            )
            raise Problem(408, "too-slow", message) from None

    async def _whole_body(self, scope: Scope, receive: Receive) -> Receive:
        """Read the body up to its limit, so that nothing behind reads more."""
        limits = self._settings.limits
        most = limits.file if _may_hold_a_file(scope["path"]) else limits.body
        problem = Problem(413, "too-large", say("a body has at most {most} bytes here", most=most))
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            raise problem
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                break
            body += message.get("body", b"")
            if len(body) > most:
                raise problem
            if not message.get("more_body", False):
                break
        if body and not _says_json(Headers(scope=scope).get("content-type", "")):
            raise Problem(
                415, "not-json", say("a body is sent as `Content-Type: application/json`")
            )
        told = False

        async def again() -> Message:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": body, "more_body": False}

        return again


def address_of(scope: Scope) -> str:
    """The address that a request came from, as it counts."""
    client = scope.get("client")
    return counted_as(str(client[0])) if client else ""


_PICTURES = ("picture.png", "cover.jpg")


_WHOLE = {"barracks", "campaigns", "catalogue", "learn", "musters", "puzzles", "rules"}
"""Parts of the interface that have one limit each, whatever is asked of them."""


def verb_of(method: str, path: str) -> str | None:
    """What is asked of a game: `chat` in `/api/games/x/chat`; "state" for the game itself.

    Of the laboratory: "lab". Of an open seat: `sit` in `/api/lobby/x/sit`; "lobby" for all of them.
    Of what can be played: "choices", "boards" or "clauses"; "games" for the list of one's own.
    """
    parts = path.strip("/").split("/")
    if parts[:2] == ["api", "rulebooks"] and len(parts) > 3:
        return "boards" if parts[3] in _PICTURES else parts[3]
    if parts[0] == "api" and parts[1:2] and parts[1] in _WHOLE:
        return parts[1]
    if parts == ["api", "watch"]:
        return "lobby"  # both lists of the first page are looked at again and again
    if parts == ["api", "words"]:
        return "catalogue"  # the words of the house are asked for as seldom
    if parts == ["api", "games"] and method in _SAFE:
        return "games"
    if parts[:2] == ["api", "lobby"]:
        return parts[3] if len(parts) > 3 else "lobby"
    if parts[:2] == ["api", "lab"]:
        return "lab"
    if parts[:2] != ["api", "games"] or len(parts) < 3:
        return None
    return parts[3] if len(parts) > 3 else "state"


def _may_hold_a_file(path: str) -> bool:
    if path in ("/api/open", "/api/games"):
        return True
    if path.startswith(("/api/barracks/", "/api/campaigns/")):
        return True
    return path.startswith("/api/musters/") and path.endswith("/join")


def _says_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == "application/json"


def _name(host: str) -> str:
    """A host without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()


def _same_origin(headers: Headers) -> None:
    """Browsers say where a request comes from; other clients are free not to."""
    foreign = Problem(403, "foreign-origin", say("a page of another site may not do this"))
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise foreign
    origin = headers.get("origin")
    if origin is None:
        return
    try:
        parts = urlsplit(origin)
    except ValueError:
        raise foreign from None
    if parts.scheme not in ("http", "https") or parts.netloc != headers.get("host", ""):
        raise foreign


def _dressed(send: Send, path: str) -> Send:
    ours = _RAW_FRAMED if FRAMED.fullmatch(path) else _RAW

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = [one for one in message["headers"] if one[0] not in _OURS]
            if all(name != _NO_STORE[0] for name, _ in given):
                given.append(_NO_STORE)
            message["headers"] = given + ours
        await send(message)

    return with_headers


async def _refuse(problem: Problem, send: Send) -> None:
    body = json.dumps(problem.body()).encode()
    headers: list[tuple[bytes, bytes]] = [(b"content-type", b"application/json")]
    extra: dict[str, Any] = {**problem.headers, "content-length": str(len(body))}
    headers += [(name.encode(), str(value).encode()) for name, value in extra.items()]
    if problem.status in (408, 413):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
