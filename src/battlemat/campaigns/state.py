"""What a campaign has come to: its forces, its battles, its story, and what may be fought now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from battlemat.barracks.drafts import read as read_squad
from battlemat.campaigns.deeds import Deeds, Fought
from battlemat.campaigns.forces import Force
from battlemat.campaigns.group import Pair, Round, rounds
from battlemat.campaigns.ledger import MACHINE, CampaignError
from battlemat.kernel.words import ENGLISH, say, spoken
from battlemat.packs.campaigns.values import FOE, YOU, Battle, Campaign, End, Point, Rounds, Side
from battlemat.packs.registry import find

MOST_FORMER = 3
"""Forces as they were that a battle of another device may have been fought with."""
WITHIN = "/"
"""What stands in an entry between the rounds and who meets in them: "league/1-2"."""
_WORDLESS = "2:"
"""How a mark begins that holds no words: where a campaign stands is the same in every language."""
_MIRRORED = {"won": "lost", "lost": "won", "drawn": "drawn"}


class Told(NamedTuple):
    """One line of the story: the point where it happened, and what."""

    at: str
    what: str


class Meeting(NamedTuple):
    """A battle that may be fought now: what its entry names it by, what is played, and by whom."""

    at: str
    choices: Mapping[str, str]
    sides: Mapping[str, Side]
    pair: Pair | None = None
    """Who of a group meets whom."""


class Fight(NamedTuple):
    """A battle of the campaign: where, what became of the first, and what came of it."""

    at: str
    outcome: str
    record: str
    came: Fought
    tags: Mapping[str, tuple[int, ...]]
    """For each force the tags of those whom it brought, in order."""
    sides: Mapping[str, Side]
    """The two forces, the one first whose outcome it is."""

    def outcome_of(self, who: str) -> str:
        """What became of a force in it."""
        return self.outcome if who == next(iter(self.sides)) else _MIRRORED[self.outcome]

    def units_of(self, who: str) -> tuple[Deeds, ...]:
        """What each unit of a force did in it."""
        return self.came.of(self.sides[who].colour)


@dataclass(slots=True)
class Standing:
    """A campaign as its ledger leads it."""

    campaign: Campaign
    seed: str
    at: str
    scores: dict[str, int] = field(default_factory=dict)
    """The points of the campaign that each has who keeps any: you, or everybody of a group."""
    forces: dict[str, Force] = field(default_factory=dict)
    former: dict[str, tuple[Force, ...]] = field(default_factory=dict)
    """Each force as it stood before, the newest first: a device may not have heard of a change."""
    fights: list[Fight] = field(default_factory=list)
    story: list[Told] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Entries that changed nothing, each with the reason."""
    throws: int = 0
    foe: str = MACHINE
    """Who leads the other force, or that a group plays."""
    sides: Mapping[str, Side] = field(default_factory=dict)
    """What each force began as; the colours of a group change from battle to battle."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What those of a group are called, in the order of their seats."""
    machines: Mapping[str, str] = field(default_factory=dict)
    """Those of a group whom a machine leads, each with its level."""
    been: list[str] = field(default_factory=list)
    """The points so far, the one that stands last."""

    @property
    def point(self) -> Point:
        """Where the campaign stands."""
        return self.campaign.points[self.at]

    @property
    def is_over(self) -> bool:
        return isinstance(self.point, End)

    @property
    def points(self) -> int:
        """Your points of the campaign."""
        return self.scores.get(YOU, 0)

    @property
    def rounds(self) -> list[Round]:
        """The rounds in which a group meets."""
        return rounds(list(self.names))

    @property
    def meetings(self) -> list[Meeting]:
        """The battles that may be fought now, the one first that is due first."""
        point = self.point
        if isinstance(point, Battle):
            return [Meeting(self.at, point.choices, self.campaign.sides)]
        if not isinstance(point, Rounds):
            return []
        fought = {fight.at for fight in self.fights}
        found = [self._meeting(point, pair) for one in self.rounds for pair in one.pairs]
        return [one for one in found if one.at not in fought]

    def _meeting(self, point: Rounds, pair: Pair) -> Meeting:
        colours = find(self.campaign.rulebook).players
        sides = {
            who: Side(self.sides[who].squad, colour)
            for who, colour in zip((pair.first, pair.second), colours, strict=True)
        }
        game = point.games[(pair.round - 1) % len(point.games)]
        return Meeting(f"{self.at}{WITHIN}{pair.id}", game, sides, pair)

    def meeting(self, at: str = "") -> Meeting:
        """The battle that an entry names, or the next; `CampaignError` if it cannot be fought."""
        for one in self.meetings:
            if at in ("", one.at, one.pair and one.pair.id):
                return one
        if at and self.meetings:
            told = say("{at} was decided already", at=called(self.campaign, at))
            raise CampaignError(told)
        raise CampaignError(say("no battle is to be fought now"))

    def spends_itself(self, who: str) -> bool:
        """Whether a force is led by a machine, which spends what it gains."""
        return who in self.machines or (who == FOE and self.foe == MACHINE)

    def stands_as(self, who: str, force: Force) -> None:
        """A force is another from now on; as it was it is remembered for a while."""
        self.former[who] = (self.forces[who], *self.former.get(who, ()))[:MOST_FORMER]
        self.forces[who] = force

    def outcomes(self, who: str) -> list[str]:
        """What became of a force in its battles."""
        return [fight.outcome_of(who) for fight in self.fights if who in fight.sides]

    def tally(self, of: str) -> int:
        """What was achieved so far: what a check asks for."""
        if of == "points":
            return self.points
        if of == "cap":
            return self.forces[YOU].cap or 0
        if of == "kills":
            return sum(len(unit.kills) for fight in self.fights for unit in self.own(fight))
        return self.outcomes(YOU).count(of)

    def own(self, fight: Fight) -> tuple[Deeds, ...]:
        """Your units in a battle."""
        return fight.units_of(YOU)

    @property
    def digest(self) -> str:
        """A mark of all that the campaign has come to, the same in every language."""
        return _WORDLESS + self._mark_of([self.been, [one.at for one in self.story]])

    def comes_to(self, digest: str) -> bool:
        """Whether a mark that was written is that of this standing.

        Ledgers of before wrote the words of the story into it, in English: in another language
        nothing can be said of those.
        """
        if digest.startswith(_WORDLESS):
            return digest == self.digest
        in_words = self._mark_of([list(one) for one in self.story])
        return digest == in_words or spoken() is not ENGLISH

    def _mark_of(self, story: object) -> str:
        came: list[object] = [self.at, self.points, self.throws, [f.outcome for f in self.fights]]
        if self.names:
            came += [self.scores, self.names]
        held = {who: force.counts for who, force in self.forces.items()}
        said = json.dumps([came, held, story], sort_keys=True)
        return hashlib.sha256(said.encode()).hexdigest()


def called(campaign: Campaign, at: str) -> str:
    """What players call a point; one that is not there by what was written."""
    point, _, pair = at.partition(WITHIN)
    if point not in campaign.points:
        return at
    name = campaign.points[point].name
    return f"{name} {pair}" if pair else name


def name_of(text: str) -> str:
    return str(read_squad(text)[1].get("name", ""))


class Place(NamedTuple):
    """A line of the standings: a force, and how far it has come."""

    who: str
    name: str
    won: int
    cap: int
    points: int


def standings(standing: Standing) -> list[Place]:
    """Each force; of a group the one first that has most points, won most and took out most."""
    found = []
    for who, force in standing.forces.items():
        name = name_of(force.text)
        if who in standing.names:
            name = say("{player} ({force})", player=standing.names[who], force=name)
        won, points = standing.outcomes(who).count("won"), standing.scores.get(who, 0)
        found.append(Place(who, name, won, force.cap or 0, points))
    if standing.names:
        found.sort(key=lambda one: rank(standing, one.who))
    return found


def rank(standing: Standing, who: str) -> tuple[int, int, int]:
    """What one of a group stands by; whoever has the same stands beside it."""
    own = [fight.units_of(who) for fight in standing.fights if who in fight.sides]
    kills = sum(len(unit.kills) for units in own for unit in units)
    return -standing.scores[who], -standing.outcomes(who).count("won"), -kills
