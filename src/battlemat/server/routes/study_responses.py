"""The shapes of responses about what can be played, the laboratory and the coach."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class LabTerms(BaseModel):
    games: int
    levels: list[str]


class Weighed(BaseModel):
    lost: float
    luck: float


class LookedAt(BaseModel):
    """A choice that was made. `worth` is how much better it was than the best of the others
    (`other`), in the chance to win of its player; `luck` what the dice after it gave them."""

    step: int
    player: str
    who: str
    told: str
    worth: float
    other: str
    before: float
    after: float
    luck: float


class Mistake(BaseModel):
    """A choice to be made once more: what was `played`, the `best` found instead, and the chances
    to win that it `lost` of those that it `made`."""

    step: int
    player: str
    kind: str
    told: str
    played: str
    made: float
    best: str
    lost: float


class Review(BaseModel):
    """`start` and `end` are the first player's chance to win; what lies between them was luck
    (`players`) and choice; `mistakes` are the choices to be made once more, the dearest first."""

    ready: bool
    players: dict[str, Weighed]
    moves: list[LookedAt]
    mistakes: list[Mistake]
    start: float
    end: float


class ChoiceOption(BaseModel):
    id: str
    name: str
    about: str


class CatalogueChoice(BaseModel):
    key: str
    label: str
    default: str | None
    options: list[ChoiceOption]


class Choices(BaseModel):
    choices: list[CatalogueChoice]


class GuideStep(BaseModel):
    moment: Literal["asks", "offers", "tells", "ends"]
    word: str
    title: str
    say: str
    point: str
    clause: str
    do: list[str]
    perhaps: bool


class Guide(BaseModel):
    """A guided game: what to play, and what to say at which moment."""

    id: str
    name: str
    about: str
    minutes: int
    won: str
    choices: dict[str, str]
    seat: str
    opponent: str
    steps: list[GuideStep]


class RulebookInfo(BaseModel):
    name: str
    title: str
    about: str
    family: str
    game: str
    edition: str
    picture: bool
    length: str
    difficulty: str
    glossary: dict[str, str]
    version: int
    players: list[str]
    choices: list[CatalogueChoice]
    guides: list[Guide]


class Machine(BaseModel):
    name: str
    strength: str
    about: str
    default: bool


class Catalogue(BaseModel):
    rulebooks: list[RulebookInfo]
    machines: list[Machine]
    lab: LabTerms
