"""The shapes of responses about open seats, as docs/api.md tells them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from battlemat.server.routes.responses import Term


class AgreedClock(BaseModel):
    """What a clock would give each player."""

    kind: Literal["increment", "days"]
    seconds: int
    increment: int


class OpenSeat(BaseModel):
    """A seat that is open to anybody."""

    game: str
    rulebook: str
    title: str
    mission: str
    player: str
    host: str
    level: Literal["any", "new", "some", "veteran"]
    wish: str
    pace: Literal["live", "correspondence"]
    dice: Literal["server", "typed"]
    terms: list[Term]
    clock: AgreedClock | None
    created: str
    yours: bool


class OpenSeats(BaseModel):
    seats: list[OpenSeat]
    more: bool


class MaybeOpenSeat(BaseModel):
    seat: OpenSeat | None


class Absence(BaseModel):
    """For whom a game waits (None: for nobody else) and for how many seconds they are gone."""

    player: str | None
    gone: int
    patience: int
    may_claim: bool


class Muted(BaseModel):
    muted: list[str]


class Reported(BaseModel):
    reported: bool


class Withdrawn(BaseModel):
    withdrawn: bool
