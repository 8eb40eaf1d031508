"""The shapes of what people at a table agree on, as docs/api.md tells them."""

from __future__ import annotations

from pydantic import BaseModel


class Watchers(BaseModel):
    """Whether watchers may write, who allows it, and what you are called if you are one."""

    write: bool
    allowed_by: list[str]
    you: str | None


class Gallery(BaseModel):
    """Whether the game is listed for watchers, and which players open it to them."""

    open: bool
    opened_by: list[str]


class Hints(BaseModel):
    """Whether you may have hints, who agreed to them, and whether that must be agreed."""

    given: bool
    agreed_by: list[str]
    by_agreement: bool


class Words(BaseModel):
    """The language of the house: sentences by their English text, and what stands around each."""

    language: str
    sentences: dict[str, str]
    marks: list[str]
