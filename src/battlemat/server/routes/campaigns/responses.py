"""The shapes of what a page is told of its campaigns, as docs/api.md tells them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class ReadySquad(BaseModel):
    id: str
    name: str


class CampaignGroup(BaseModel):
    """How many may play a campaign of a group, and the squads that they may begin with."""

    least: int
    most: int
    squads: list[ReadySquad]


class ShippedCampaign(BaseModel):
    """A campaign that can be begun: one that is shipped, or that of a file."""

    id: str
    rulebook: str
    name: str
    text: str
    group: CampaignGroup | None


class ShippedCampaigns(BaseModel):
    campaigns: list[ShippedCampaign]


class CampaignOption(BaseModel):
    id: str
    text: str
    gives: str


class CampaignPoint(BaseModel):
    """Where a campaign stands, and what is to be decided there."""

    kind: Literal["battle", "rounds", "choice", "text", "dice", "check", "end"]
    name: str
    text: str
    options: list[CampaignOption]
    game: str
    board: dict[str, str]
    result: str


class CampaignSpot(BaseModel):
    """A point on the map: its layer from the top, its place in it, and where ways lead."""

    id: str
    kind: Literal["battle", "rounds", "choice", "text", "dice", "check", "end"]
    name: str
    layer: int
    place: int
    state: Literal["here", "passed", "ahead", "closed"]
    leads: list[str]
    taken: list[str]


class CampaignTold(BaseModel):
    at: str
    name: str
    what: str


class CampaignGain(BaseModel):
    """What a force gained by its book, for what and by which clause."""

    who: str
    what: str
    clause: str
    amount: int


class CampaignFight(BaseModel):
    number: int
    name: str
    outcome: Literal["won", "drawn", "lost"]
    gains: list[CampaignGain]


class CampaignUnit(BaseModel):
    """A unit that lives on, with what is told of it."""

    name: str
    rests: bool
    told: list[str]
    odd: list[str]


class CampaignForce(BaseModel):
    """A force: what it may spend and has spent, how its battles ended, who is in it and was.

    `who` is you or foe, or the seat of one of a group, whose name is `player`.
    """

    who: str
    name: str
    player: str
    machine: str
    """The level of the machine that leads a force of a group; "" for a person."""
    points: int
    colour: str
    text: str
    cap: int | None
    total: int
    unit: str
    won: int
    drawn: int
    lost: int
    units: list[CampaignUnit]
    left: list[CampaignUnit]


class CampaignMeeting(BaseModel):
    """One of two who meet, the side that he plays, and what became of him."""

    who: str
    name: str
    colour: str
    outcome: Literal["", "won", "drawn", "lost"]
    machine: str


class CampaignPair(BaseModel):
    at: str
    sides: list[CampaignMeeting]
    fought: bool


class CampaignRound(BaseModel):
    """A round of a group: who meets whom, and who has nobody to meet."""

    number: int
    game: str
    board: dict[str, str]
    pairs: list[CampaignPair]
    bye: str


class CampaignView(BaseModel):
    """How a campaign stands."""

    id: str
    rulebook: str
    name: str
    text: str
    foe: Literal["machine", "friend", "group"]
    at: str
    over: bool
    points: int
    number: int
    point: CampaignPoint
    map: list[CampaignSpot]
    story: list[CampaignTold]
    fights: list[CampaignFight]
    forces: list[CampaignForce]
    rounds: list[CampaignRound]
    rules: list[str]
    left_out: list[str]


class CampaignLedger(BaseModel):
    """A ledger and what it comes to."""

    ledger: str
    view: CampaignView
