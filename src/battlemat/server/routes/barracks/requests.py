"""The shapes of what a page asks of the barracks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from battlemat.server.routes.requests import SquadText

Key = Annotated[str, StringConstraints(max_length=200)] | Annotated[int, Field(ge=0, le=10**6)]
Cap = Annotated[int, Field(ge=0, le=10**6)] | None


class Step(BaseModel):
    """One step of building: set what stands at a path, add to a list there, or drop it."""

    do: Literal["set", "add", "drop"]
    path: Annotated[list[Key], Field(min_length=1, max_length=12)]
    value: Any = None


class Draft(BaseModel):
    """The text of a squad, and what may be spent on it where that was agreed."""

    text: SquadText
    cap: Cap = None


class Work(Draft):
    """A squad, and steps that are made before it is looked at."""

    changes: Annotated[list[Step], Field(max_length=100)] = []


class Meeting(BaseModel):
    """An entry of a squad and one of another, by their numbers from 0."""

    text: SquadText
    entry: Annotated[int, Field(ge=0, le=200)]
    enemy: SquadText
    other: Annotated[int, Field(ge=0, le=200)]
