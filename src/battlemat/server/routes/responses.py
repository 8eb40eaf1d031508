"""The shapes of responses, as docs/api.md tells them; OpenAPI is made from these."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from battlemat.server.routes.people_responses import Gallery, Hints, Watchers
from battlemat.server.routes.scene_responses import Handle, Scene, Shape, Status
from battlemat.server.routes.study_responses import ChoiceOption


class Error(BaseModel):
    """Every answer that is not 2xx."""

    error: str
    message: str
    clause: str | None
    number: int | None


class Health(BaseModel):
    ok: bool
    version: str
    store: Literal["ok", "away"]


class Ready(BaseModel):
    ready: bool


class ClauseText(BaseModel):
    id: str
    title: str
    section: str
    rule: str
    ruling: str
    differs: str
    option: str
    exempt: str
    readings: str
    table: list[dict[str, Any]]
    cases: list[dict[str, Any]]


class Clauses(BaseModel):
    clauses: list[ClauseText]


class Line(BaseModel):
    number: int
    step: int
    act: int
    kind: str
    role: str
    text: str
    clauses: list[str]
    facts: dict[str, Any]


class RollDone(BaseModel):
    step: int
    player: str
    count: int
    sides: int
    faces: list[int]
    because: str


class Entry(BaseModel):
    number: int
    kind: str
    player: str
    by: str
    text: str
    question: int | None
    step: int
    at: str
    lines: list[Line]
    rolls: list[RollDone]
    game: str | None
    name: str | None


class Seat(BaseModel):
    player: str
    kind: Literal["person", "machine"]
    name: str
    machine: str | None
    taken: bool
    yours: bool
    policy: Literal["always", "matter", "never"]


class Result(BaseModel):
    winner: str | None
    scores: dict[str, float]
    reason: str
    by: Literal["rules", "concession", "agreement", "time", "absence"]


class Parent(BaseModel):
    game: str
    step: int


class Forgotten(BaseModel):
    removed: bool


class Mix(BaseModel):
    after: int
    kind: Literal["nonce", "undo"]
    player: str
    text: str


class GameInfo(BaseModel):
    id: str
    rulebook: str
    title: str
    created: str
    dice: Literal["server", "typed"]
    practice: bool
    parent: Parent | None
    pace: int
    commitment: str | None
    seed: str | None
    awaits: list[str]
    mixes: list[Mix]


class You(BaseModel):
    seats: list[str]
    owner: bool


class Links(BaseModel):
    watch: str
    seats: dict[str, str]
    invites: dict[str, str]


class RollWanted(BaseModel):
    count: int
    sides: int


class Says(BaseModel):
    """A question in sentences: what led to it, what is asked, its price and what is left."""

    context: str
    lead: str
    left: str


class Question(BaseModel):
    number: int
    player: str
    ask: Literal["choice", "roll"]
    kind: str
    because: str
    optional: bool
    says: Says
    usual: str
    about: Any
    yours: bool
    more: int
    open: bool
    roll: RollWanted | None
    armed: list[Handle]
    handles: list[Handle]


class Thinking(BaseModel):
    player: str
    since: str


class Offer(BaseModel):
    number: int
    kind: Literal["draw", "undo", "rematch"]
    player: str


class Said(BaseModel):
    number: int
    player: str
    name: str
    text: str
    at: str
    watcher: bool


class Clock(BaseModel):
    """What was agreed about time, and how many seconds each player has left."""

    kind: Literal["increment", "days"]
    seconds: int
    increment: int
    left: dict[str, int]
    running: str | None


class State(BaseModel):
    game: GameInfo
    you: You
    seats: list[Seat]
    links: Links
    number: int
    step: int
    length: int
    scene: Scene
    question: Question | None
    thinking: Thinking | None
    offer: Offer | None
    undo: Literal["free", "ask", "none"]
    result: Result | None
    rematch: str | None
    log: list[Line] | None
    earlier: int
    chat: list[Said] | None
    clock: Clock | None
    watchers: Watchers
    hints: Hints
    gallery: Gallery


class LogPage(BaseModel):
    earlier: int
    log: list[Line]


class Summary(BaseModel):
    id: str
    rulebook: str
    title: str
    created: str
    seats: list[Seat]
    number: int
    over: bool
    result: Result | None
    practice: bool
    your_turn: bool
    mission: str
    status: list[Status]


class Outlived(BaseModel):
    id: str
    rulebook: str
    created: str


class Summaries(BaseModel):
    games: list[Summary]
    outlived: list[Outlived]


class Watchable(BaseModel):
    games: list[Summary]


class Term(BaseModel):
    key: str
    label: str
    value: str


class MusterSeat(BaseModel):
    player: str
    name: str
    host: bool
    yours: bool
    brought: bool
    squad: str | None


class Muster(BaseModel):
    id: str
    rulebook: str
    title: str
    created: str
    dice: Literal["server", "typed"]
    commitment: str | None
    terms: list[Term]
    seats: list[MusterSeat]
    invites: dict[str, str]
    squads: dict[str, list[ChoiceOption]]
    game: str | None


class Musters(BaseModel):
    musters: list[Muster]


class Reason(BaseModel):
    text: str
    legal: bool
    reason: str | None
    clause: str | None


class Reasons(BaseModel):
    answers: list[Reason]


class Outcome(BaseModel):
    text: str
    chance: float
    fraction: str


class Aim(BaseModel):
    """The one number of an answer that is aimed at somebody: what it counts, and the chance."""

    target: str
    told: str
    chance: float


class Odds(BaseModel):
    text: str
    known: bool
    outcomes: list[Outcome]
    missing: float
    reason: str | None
    """Why they are not known; what nobody had time for (`later`) may be asked for again."""
    later: bool
    aim: Aim | None


class Likely(BaseModel):
    text: str
    chance: float


class Hint(BaseModel):
    text: str
    told: str
    reason: str
    chance: float
    other: Likely | None
    outcomes: list[Likely]
    aim: Aim | None


class Overlays(BaseModel):
    piece: str
    shapes: list[Shape]


class Preview(BaseModel):
    text: str
    shapes: list[Shape]


class Area(BaseModel):
    """Where an open answer would be legal. Holes are outlines, too: even and odd tell them."""

    text: str
    outlines: list[list[list[float]]]


class LastAnswer(BaseModel):
    player: str
    text: str
    roll: bool


class AskedThen(BaseModel):
    player: str
    kind: str
    because: str


class Position(BaseModel):
    step: int
    length: int
    scene: Scene
    last: LastAnswer | None
    question: AskedThen | None
    rolls: list[RollDone]


class TurnScore(BaseModel):
    turn: int
    step: int
    scores: dict[str, float]


class Report(BaseModel):
    ready: bool
    result: Result
    turns: list[TurnScore]
    curve: list[tuple[int, float]]
