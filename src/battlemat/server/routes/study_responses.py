"""The shapes of responses about the laboratory and about games looked over by the coach."""

from __future__ import annotations

from pydantic import BaseModel


class LabTerms(BaseModel):
    games: int
    levels: list[str]


class Weighed(BaseModel):
    lost: float
    luck: float


class Review(BaseModel):
    ready: bool
    players: dict[str, Weighed]
