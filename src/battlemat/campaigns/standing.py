"""How a campaign stands: its ledger, gone through from the first entry to the last.

Texts, throws of dice and checks follow by themselves; choices and battles wait for an entry. An
entry that fits nothing, as when two devices decided the same point, is kept and told, and changes
nothing. Whoever has the ledger comes to the same standing, and to the same digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from battlemat.barracks.drafts import read as read_squad
from battlemat.campaigns import forces
from battlemat.campaigns.deeds import Fought, fought
from battlemat.campaigns.forces import Force
from battlemat.campaigns.ledger import FRIEND, MACHINE, CampaignError, Entry, Ledger
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.questions import Roll
from battlemat.kernel.record import read as read_record
from battlemat.kernel.rulebook import Result
from battlemat.kernel.words import ENGLISH, say, spoken
from battlemat.packs.campaigns.files import FACES, campaign_in
from battlemat.packs.campaigns.values import (
    BOOK,
    FOE,
    OUTCOMES,
    YOU,
    Battle,
    Bonus,
    Campaign,
    Check,
    Choice,
    End,
    Point,
    Text,
    Throw,
)
from battlemat.packs.registry import pack_of

MOST_STEPS = 200
"""Points that are passed one after another without an entry; more is a ring of texts."""
_WORDLESS = "2:"
"""How a mark begins that holds no words: where a campaign stands is the same in every language."""


class Told(NamedTuple):
    """One line of the story: the point where it happened, and what."""

    at: str
    what: str


class Fight(NamedTuple):
    """A battle of the campaign: where, what became of you, and what came of it."""

    at: str
    outcome: str
    record: str
    came: Fought
    tags: Mapping[str, tuple[int, ...]]
    """For each force the tags of those whom it brought, in order."""


@dataclass(slots=True)
class Standing:
    """A campaign as its ledger leads it."""

    campaign: Campaign
    seed: str
    at: str
    points: int = 0
    forces: dict[str, Force] = field(default_factory=dict)
    fights: list[Fight] = field(default_factory=list)
    story: list[Told] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Entries that changed nothing, each with the reason."""
    throws: int = 0
    foe: str = MACHINE
    """Who leads the other force."""
    been: list[str] = field(default_factory=list)
    """The points so far, the one that stands last."""

    @property
    def point(self) -> Point:
        """Where the campaign stands."""
        return self.campaign.points[self.at]

    @property
    def is_over(self) -> bool:
        return isinstance(self.point, End)

    def tally(self, of: str) -> int:
        """What was achieved so far: what a check asks for."""
        if of == "points":
            return self.points
        if of == "cap":
            return self.forces[YOU].cap or 0
        if of == "kills":
            return sum(len(unit.kills) for fight in self.fights for unit in self.own(fight))
        return sum(fight.outcome == of for fight in self.fights)

    def own(self, fight: Fight) -> Any:
        """Your units in a battle."""
        return fight.came.of(self.campaign.sides[YOU].colour)

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
        came = [self.at, self.points, self.throws, [f.outcome for f in self.fights]]
        held = {who: force.counts for who, force in self.forces.items()}
        said = json.dumps([came, held, story], sort_keys=True)
        return hashlib.sha256(said.encode()).hexdigest()


def stand(ledger: Ledger) -> Standing:
    """How a campaign stands; `CampaignError` where a ledger does not come to its own digests."""
    campaign = campaign_in(ledger.campaign)
    fielded = pack_of(campaign.rulebook).fielded
    begun = {
        who: forces.begun(campaign.rulebook, side.squad, fielded)
        for who, side in campaign.sides.items()
    }
    standing = Standing(campaign, ledger.seed, campaign.start, forces=begun, foe=ledger.foe)
    standing.been.append(standing.at)
    _go_on(standing)
    together = True  # until an entry was written on another device at the same time
    for n, entry in enumerate(ledger.entries, 1):
        together = together and entry.number == n
        reason = _enter(standing, entry)
        if reason:
            together = False
            standing.left_out.append(reason)
        elif together and entry.digest and not standing.comes_to(entry.digest):
            told = say("entry {n} of the ledger does not come to its digest", n=n)
            raise CampaignError(told)
    return standing


def entered(ledger: Ledger, do: str, at: str, what: str) -> Ledger:
    """The ledger with one more entry, which must fit; `CampaignError` says why it does not."""
    return gone_on(ledger, do, at, what)[0]


def gone_on(ledger: Ledger, do: str, at: str, what: str) -> tuple[Ledger, Standing]:
    """The same, and how the campaign stands then."""
    grown = ledger.with_entry(do, at, what)
    standing = stand(ledger)
    reason = _enter(standing, grown.entries[-1])
    if reason:
        raise CampaignError(reason)
    return ledger.with_entry(do, at, what, standing.digest), standing


# ------------------------------------------------------------------ entries


def _enter(standing: Standing, entry: Entry) -> str:
    """Let an entry happen; why it does not fit, or ""."""
    if entry.do == "force":
        return _change_force(standing, entry.at or YOU, entry.what)
    if entry.at != standing.at:
        return say("{at} was decided already", at=called(standing.campaign, entry.at))
    point = standing.point
    if entry.do == "choose" and isinstance(point, Choice):
        return _choose(standing, point, entry.what)
    if entry.do == "battle" and isinstance(point, Battle):
        return _fight(standing, point, entry.what)
    if entry.do == "agreed" and isinstance(point, Battle):
        outcome, _, record = entry.what.partition("\n")
        return _fight(standing, point, record, outcome)
    return say("{at} asks for something else", at=called(standing.campaign, entry.at))


def called(campaign: Campaign, at: str) -> str:
    """What players call a point; one that is not there by what was written."""
    return campaign.points[at].name if at in campaign.points else at


def _choose(standing: Standing, point: Choice, pick: str) -> str:
    if pick not in point.options:
        known = ", ".join(point.options)
        return say("“{pick}” cannot be chosen; there are {known}", pick=pick, known=known)
    option = point.options[pick]
    standing.story.append(Told(standing.at, option.text))
    _give(standing, option.gives)
    _to(standing, option.then)
    return ""


def _change_force(standing: Standing, who: str, text: str) -> str:
    if who != YOU and (who != FOE or standing.foe != FRIEND):
        return say("this force is not yours to change")
    force, rulebook = standing.forces[who], standing.campaign.rulebook
    try:
        reason = forces.refusal(rulebook, text, force.cap)
    except BattlematError as error:
        reason = " / ".join(str(error).splitlines())
    if reason:
        return reason
    standing.forces[who] = forces.rebuilt(rulebook, force, text)
    told = say("The force was changed.")  # what ledgers of before came to their digests by
    if who == FOE:
        told = say("{name} was changed.", name=_name(text))
    standing.story.append(Told(standing.at, told))
    return ""


def _fight(standing: Standing, point: Battle, record: str, agreed: str = "") -> str:
    """A battle that was fought out, or one that players broke off and agreed on its outcome."""
    if agreed and agreed not in OUTCOMES:
        return say("“{agreed}” is no outcome of a battle", agreed=agreed)
    try:
        setup, came = read_record(record).setup, fought(record, broken_off=bool(agreed))
    except BattlematError as error:
        return " / ".join(str(error).splitlines())
    if setup != forces.battle_setup(standing.campaign, point, standing.forces):
        return say("this battle was fought by others, or elsewhere")
    outcome = agreed if came.result is None else _outcome(standing, came.result)
    tags = {who: _tags(standing, who) for who in standing.forces}
    standing.fights.append(Fight(standing.at, outcome, record, came, tags))
    reason = say("the battle was broken off.") if came.result is None else came.result.reason
    standing.story.append(Told(standing.at, _outcome_said(outcome, reason)))
    for who, side in standing.campaign.sides.items():
        _live_on(standing, who, side.colour, came, outcome if who == YOU else _MIRRORED[outcome])
    _give(standing, point.gives[outcome])
    _to(standing, point.then[outcome])
    return ""


def _outcome(standing: Standing, result: Result) -> str:
    mine = standing.campaign.sides[YOU].colour
    return "drawn" if result.winner is None else "won" if result.winner == mine else "lost"


_MIRRORED = {"won": "lost", "lost": "won", "drawn": "drawn"}


def _outcome_said(outcome: str, reason: str) -> str:
    return say(
        "{outcome, select, won {Won} lost {Lost} other {Drawn}}: {reason}",
        outcome=outcome,
        reason=reason,
    )


def _live_on(standing: Standing, who: str, colour: str, came: Fought, outcome: str) -> None:
    """What a force carries over from a battle: by its book, or as the file says."""
    campaign, force = standing.campaign, standing.forces[who]
    carry = campaign.carry
    units = came.of(colour)
    numbers = _brought(standing, who)
    out = tuple(n for n, unit in zip(numbers, units, strict=True) if unit.out)
    lived = {n for n, unit in zip(numbers, units, strict=True) if not unit.out}
    if carry.gains == BOOK:
        gained = sum(amount for _, _, amount in came.gains.get(colour, ()))
    else:
        assert isinstance(carry.gains, Mapping), "gains are the book's or the file's"
        gained = carry.gains[outcome]
    text = force.text
    living = pack_of(campaign.rulebook).readers().living
    if carry.learns and living is not None and living.learned is not None:
        learned = living.learned
        text = forces.changed(
            campaign.rulebook, text, lambda n, row: learned(row) if n in lived else row
        )
    cap = None if force.cap is None else force.cap + gained
    standing.forces[who] = Force(text, cap, out if carry.rests else (), force.tags)
    if gained and cap is not None:
        told = say(
            "{name} may spend {gained} more: {cap}", name=_name(text), gained=gained, cap=cap
        )
        standing.story.append(Told(standing.at, told))
    machine = who == FOE and standing.foe == MACHINE
    if machine and gained and cap is not None and not standing.forces[who].resting:
        bought = forces.spent(campaign.rulebook, text, cap)
        standing.forces[who] = forces.rebuilt(campaign.rulebook, standing.forces[who], bought)


def _brought(standing: Standing, who: str) -> list[int]:
    """The numbers in the force of those whom it brings to the battle that stands."""
    rulebook, force = standing.campaign.rulebook, standing.forces[who]
    everybody = range(forces.size(rulebook, force.text))
    if forces.roster(rulebook, force) == force.text:
        return list(everybody)
    return [n for n in everybody if n not in force.resting]


def _tags(standing: Standing, who: str) -> tuple[int, ...]:
    return tuple(standing.forces[who].tags[n] for n in _brought(standing, who))


def _name(text: str) -> str:
    return str(read_squad(text)[1].get("name", ""))


def _give(standing: Standing, bonus: Bonus) -> None:
    standing.points += bonus.points
    force = standing.forces[YOU]
    if bonus.cap and force.cap is not None:
        standing.forces[YOU] = force._replace(cap=max(0, force.cap + bonus.cap))


# ------------------------------------------------------------------ points that pass by themselves


def _to(standing: Standing, then: str) -> None:
    _step(standing, then)
    _go_on(standing)


def _step(standing: Standing, then: str) -> None:
    standing.at = then
    standing.been.append(then)


def _go_on(standing: Standing) -> None:
    for _ in range(MOST_STEPS):
        then = _passed(standing, standing.point)
        if then is None:
            return
        _step(standing, then)
    ring = called(standing.campaign, standing.at)
    raise CampaignError(say("{at} leads around in a ring", at=ring))


def _passed(standing: Standing, point: Point) -> str | None:
    """The point after one that waits for nobody; None where somebody is asked, or at the end."""
    if isinstance(point, Text):
        standing.story.append(Told(standing.at, point.text))
        return point.then
    if isinstance(point, Throw):
        standing.throws += 1
        dice = SeededDice(f"{standing.seed}:{standing.at}:{standing.throws}")
        face = dice.roll(Roll("you", 1, FACES, because=""))[0]
        told = say("{text} A {face} falls.", text=point.text, face=face)
        standing.story.append(Told(standing.at, told))
        return next(then for to, then in point.rows if face <= to)
    if isinstance(point, Check):
        standing.story.append(Told(standing.at, point.text))
        return point.then if standing.tally(point.of) >= point.least else point.otherwise
    if isinstance(point, End):
        standing.story.append(Told(standing.at, point.text))
    return None


def standings(standing: Standing) -> Iterator[tuple[str, int, int]]:
    """Each force by name, with battles won and what it may spend."""
    won = standing.tally("won")
    lost = standing.tally("lost")
    for who, count in ((YOU, won), (FOE, lost)):
        force = standing.forces[who]
        yield _name(force.text), count, force.cap or 0
