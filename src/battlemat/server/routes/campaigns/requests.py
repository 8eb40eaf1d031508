"""The shapes of what a page asks of its campaigns."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from battlemat.server.routes.requests import Name, Player, Word
from battlemat.tables.seats.names import whole

LedgerText = Annotated[
    str, AfterValidator(whole), StringConstraints(min_length=1, max_length=1_000_000)
]
Written = Annotated[str, AfterValidator(whole), StringConstraints(max_length=1_000_000)]


class CampaignPlayer(BaseModel):
    """One of a group, and the ready squad that he begins with; "" for the next of the file.

    `machine` is the level of a machine that leads his force; "" for a person.
    """

    name: Annotated[str, AfterValidator(whole), StringConstraints(max_length=100)] = ""
    squad: Word = ""
    machine: Player = ""


class CampaignFile(BaseModel):
    """The text of a campaign file."""

    file: Annotated[Written, StringConstraints(min_length=1)]


class Begin(BaseModel):
    """A campaign to begin: a shipped one by rulebook and id, or the text of a campaign file."""

    rulebook: Word = ""
    id: Word = ""
    file: Written = ""
    foe: Literal["machine", "friend", "group"] = "machine"
    players: Annotated[list[CampaignPlayer], Field(max_length=20)] = []


class Kept(BaseModel):
    """The ledger of a campaign."""

    ledger: LedgerText


class Decision(Kept):
    """One more entry: an option that was chosen, the record of a battle, a changed force.

    `machines` has two machines of a group play their battle out, which is then counted.
    """

    do: Literal["choose", "battle", "agreed", "force", "machines"]
    at: Word = ""
    what: Written = ""


class Merge(Kept):
    """Two ledgers of one campaign."""

    other: LedgerText


class OpenBattle(Kept):
    """The next battle, to be opened at a table: who sits at it besides you."""

    at: Word = ""
    """Of a group, which of the battles that may be fought; the next one if none is named."""
    lead: Word = ""
    """Of a group, whom you play for."""
    name: Name = ""
    machine: Player | None = None
    nonces: bool = False
