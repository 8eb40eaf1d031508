"""The shapes of what the barracks tell a page, as docs/api.md tells them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel


class SquadStart(BaseModel):
    """What a squad can be begun from: a faction, a ready squad, nothing."""

    id: str
    name: str
    about: str
    kind: str
    text: str


class SquadStarts(BaseModel):
    starts: list[SquadStart]


class SquadFault(BaseModel):
    """What makes a squad illegal: where, a sentence, and the clause ("": the form is wrong)."""

    path: list[str | int]
    what: str
    clause: str


class SquadVerdict(BaseModel):
    total: int
    cap: int | None
    unit: str
    legal: bool
    faults: list[SquadFault]
    warnings: list[str]


class SquadThing(BaseModel):
    """Something that can be chosen, with its price where it has one."""

    id: str
    name: str
    price: int | None
    text: str


class SquadSlot(BaseModel):
    """A part of a squad that can be changed."""

    path: list[str | int]
    label: str
    kind: Literal["one", "many", "number", "text", "flag"]
    value: Any
    things: list[SquadThing]
    least: int
    most: int
    optional: bool


class SquadFact(BaseModel):
    name: str
    text: str


class SquadRow(BaseModel):
    """One entry of a squad: what it costs, its card worked out, and what can be changed in it."""

    path: list[str | int]
    name: str
    about: str
    price: int
    count: int
    facts: list[SquadFact]
    slots: list[SquadSlot]


class SquadStep(BaseModel):
    do: Literal["set", "add", "drop"]
    path: list[str | int]
    value: Any


class SquadOffer(SquadThing):
    """Something that can be added, with the step that adds it."""

    change: SquadStep


class SquadShelf(BaseModel):
    label: str
    things: list[SquadOffer]


class SquadLook(BaseModel):
    """A squad as a builder shows it."""

    rulebook: str
    text: str
    name: str
    verdict: SquadVerdict
    head: list[SquadSlot]
    rows: list[SquadRow]
    shelves: list[SquadShelf]
    differences: list[str]


class SquadMended(BaseModel):
    """The nearest legal change: what it does, the text after it, what that costs."""

    told: list[str]
    text: str
    total: int


class SquadText(BaseModel):
    """The text of a squad as it is saved."""

    text: str


class SquadSheet(BaseModel):
    """Cards for print: a page of HTML that needs nothing else."""

    page: str


class SquadOutcome(BaseModel):
    """What an attack may come to, in per cent and as the exact fraction."""

    what: str
    per_cent: float
    exactly: str


class SquadAttack(BaseModel):
    """An attack; no outcome where the dice may fall in too many ways to be counted."""

    says: str
    outcomes: list[SquadOutcome]


class SquadMeeting(BaseModel):
    """How two units stand against each other, and every attack of the first on the second."""

    says: str
    attacks: list[SquadAttack]


class SquadOdds(BaseModel):
    """Two units, each against the other."""

    first: list[SquadMeeting]
    second: list[SquadMeeting]
