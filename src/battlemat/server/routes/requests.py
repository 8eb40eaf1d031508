"""The shapes of requests, as docs/api.md tells them.

Nothing gets past these shapes that the store or a response could not hold.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from battlemat.tables.seats.names import plain_name, plain_text, whole

Text = Annotated[str, AfterValidator(plain_text)]
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=40), AfterValidator(plain_name)
]
Player = Annotated[Text, StringConstraints(max_length=40)]
Word = Annotated[Text, StringConstraints(max_length=200)]
SquadText = Annotated[
    str, AfterValidator(whole), StringConstraints(min_length=1, max_length=100_000)
]
AnswerText = Annotated[Text, StringConstraints(min_length=1, max_length=2000)]


class _Asked(BaseModel):
    """A request: unknown fields are refused, so that a misspelt one is not overlooked."""

    model_config = ConfigDict(extra="forbid", strict=True)


NonceText = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16,64}$")]
"""Something that nobody can guess, as hexadecimal digits."""


class SeatWish(_Asked):
    """Who shall sit in a seat."""

    kind: Literal["me", "friend", "machine"]
    name: Name = ""
    machine: Player | None = None


class ToAnybody(_Asked):
    """To whom a free seat is offered: anybody of a level, with a sentence for them."""

    pace: Literal["live", "correspondence"] = "live"
    level: Literal["any", "new", "some", "veteran"] = "any"
    wish: Annotated[Text, StringConstraints(strip_whitespace=True, max_length=140)] = ""


class RealTime(_Asked):
    """So many minutes for each player, and so many seconds more with each answer."""

    kind: Literal["increment"]
    minutes: Annotated[int, Field(ge=1, le=600)]
    seconds: Annotated[int, Field(ge=0, le=600)] = 0


class ByLetter(_Asked):
    """So many days for each answer."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


class NewGame(_Asked):
    """A game to be made; with `nonces` it begins once you have added one for each seat of yours.

    With `open` its free seat is offered to anybody; with `clock` whoever runs out of time loses.
    `squads` are the texts of squads that you bring along, by the players who lead them.
    """

    rulebook: Word | None = None
    choices: dict[Word, Word] = Field(default_factory=dict, max_length=40)
    seats: dict[Player, SeatWish] = Field(default_factory=dict, max_length=8)
    dice: Literal["server", "typed"] = "server"
    pace: Annotated[int, Field(ge=0, le=10_000)] | None = None
    nonces: bool = False
    open: ToAnybody | None = None
    clock: Annotated[RealTime | ByLetter, Field(discriminator="kind")] | None = None
    squads: dict[Player, SquadText] = Field(default_factory=dict, max_length=8)


class LabDuel(_Asked):
    """Two squads that shall play in the laboratory, by whom, and how often at most."""

    rulebook: Word
    choices: dict[Word, Word] = Field(default_factory=dict, max_length=40)
    level: Player = "sergeant"
    games: Annotated[int, Field(ge=2, le=10_000)] = 100
    seed: Word = "1"


class File(_Asked):
    """The text of a record or a scenario."""

    text: Annotated[
        str,
        AfterValidator(whole),
        StringConstraints(min_length=1, max_length=1_000_000),
    ]


class Join(_Asked):
    """The token of an invite or seat link, and what you mix into the dice."""

    token: Annotated[str, StringConstraints(max_length=100)]
    name: Name = ""
    nonce: NonceText | None = None


class SitDown(_Asked):
    """Who takes an open seat, and what they mix into the dice."""

    name: Name = ""
    nonce: NonceText | None = None


class NewMuster(_Asked):
    """A game to which each player brings a squad, unseen by the other; `seat` is your own."""

    rulebook: Word | None = None
    choices: dict[Word, Word] = Field(default_factory=dict, max_length=40)
    seat: Player | None = None
    dice: Literal["server", "typed"] = "server"


class Bring(_Asked):
    """A squad for your seat, shipped or as the text of a file, and the token that opens it."""

    token: Annotated[str, StringConstraints(max_length=100)] = ""
    name: Name = ""
    shipped: Word | None = None
    file: SquadText | None = None


class GivenAnswer(_Asked):
    """An answer, and the number of the question that it answers."""

    number: Annotated[int, Field(ge=0, le=2**31 - 1)]
    text: AnswerText


class Acting(_Asked):
    """For which of your seats you act; not needed if you hold one."""

    player: Player | None = None


class NewOffer(Acting):
    """An offer to the other seat."""

    kind: Literal["draw", "rematch"]


class OfferAnswer(Acting):
    """Yes or no."""

    accept: bool


class Claim(_Asked):
    """What you claim: a game lost by `time`; the `game`, or a `machine`, if somebody is gone."""

    what: Literal["time", "game", "machine"]


class Mute(_Asked):
    """Whom you do not want to hear any more, or want to hear again."""

    player: Player
    muted: bool


class Complaint(_Asked):
    """What you report of a player: perhaps something they said, by the number of its entry."""

    player: Player
    reason: Literal["abuse", "spam", "cheating", "other"]
    number: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    text: Annotated[Text, StringConstraints(strip_whitespace=True, max_length=500)] = ""


class OfferComplaint(_Asked):
    """What you report of an offer in the lobby."""

    reason: Literal["abuse", "spam", "cheating", "other"]
    text: Annotated[Text, StringConstraints(strip_whitespace=True, max_length=500)] = ""


class Chat(Acting):
    """Something said; `name` is how a watcher wants to be called."""

    text: Annotated[Text, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    name: Name = ""


class WatchersMay(Acting):
    """Whether watchers may write, as far as it is for your seat to say."""

    write: bool


class ShowsIt(Acting):
    """Whether the game is open to watchers, as far as it is for your seat to say."""

    show: bool


class HintsMay(Acting):
    """Whether hints are given between people, as far as it is for your seat to say."""

    agree: bool


class Nonce(Acting):
    """What you mix into the dice."""

    nonce: NonceText


class PolicyChange(Acting):
    """When to be asked at optional windows."""

    policy: Literal["always", "matter", "never"]


class Branch(_Asked):
    """Where a practice copy begins."""

    step: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None


class Nothing(_Asked):
    """An empty object."""
