"""How a campaign stands: its ledger, gone through from the first entry to the last.

Texts, throws of dice and checks follow by themselves; choices and battles wait for an entry. An
entry that fits nothing, as when two devices decided the same point, is kept and told, and changes
nothing. Whoever has the ledger comes to the same standing, and to the same digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from battlemat.campaigns import forces
from battlemat.campaigns.deeds import fought
from battlemat.campaigns.forces import Force
from battlemat.campaigns.group import seated
from battlemat.campaigns.ledger import FRIEND, GROUP, MACHINE, CampaignError, Entry, Ledger
from battlemat.campaigns.state import WITHIN, Fight, Meeting, Standing, Told, called, name_of
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.questions import Roll
from battlemat.kernel.record import read as read_record
from battlemat.kernel.rulebook import Result
from battlemat.kernel.words import say
from battlemat.packs.campaigns.files import FACES, campaign_in
from battlemat.packs.campaigns.values import (
    BOOK,
    OUTCOMES,
    YOU,
    Battle,
    Bonus,
    Campaign,
    Check,
    Choice,
    End,
    Point,
    Rounds,
    Side,
    Text,
    Throw,
)
from battlemat.packs.registry import pack_of

MOST_STEPS = 200
"""Points that are passed one after another without an entry; more is a ring of texts."""


def stand(ledger: Ledger) -> Standing:
    """How a campaign stands; `CampaignError` where a ledger does not come to its own digests."""
    standing = _begun(campaign_in(ledger.campaign), ledger)
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


def _begun(campaign: Campaign, ledger: Ledger) -> Standing:
    players = seated(campaign, ledger.players)
    names = {str(seat): one.name for seat, one in enumerate(players, 1)}
    sides = campaign.sides
    if players:
        sides = {who: Side(one.squad, "") for who, one in zip(names, players, strict=True)}
    fielded = pack_of(campaign.rulebook).fielded
    begun = {
        who: forces.begun(campaign.rulebook, side.squad, fielded) for who, side in sides.items()
    }
    foe = GROUP if players else FRIEND if ledger.foe == FRIEND else MACHINE
    scores = dict.fromkeys(names or (YOU,), 0)
    return Standing(
        campaign,
        ledger.seed,
        campaign.start,
        scores,
        begun,
        foe=foe,
        sides=sides,
        names=names,
        machines={
            seat: one.machine for seat, one in zip(names, players, strict=True) if one.machine
        },
    )


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
    point = standing.point
    if entry.at.partition(WITHIN)[0] != standing.at:
        return say("{at} was decided already", at=called(standing.campaign, entry.at))
    if entry.do == "choose" and isinstance(point, Choice):
        return _choose(standing, point, entry.what)
    if entry.do in ("battle", "agreed") and isinstance(point, (Battle, Rounds)):
        agreed, _, record = entry.what.partition("\n") if entry.do == "agreed" else ("", "", "")
        try:
            meeting = standing.meeting(entry.at)
        except CampaignError as error:
            return str(error)
        return _fight(standing, meeting, record or entry.what, agreed)
    return say("{at} asks for something else", at=called(standing.campaign, entry.at))


def _choose(standing: Standing, point: Choice, pick: str) -> str:
    if pick not in point.options:
        known = ", ".join(point.options)
        return say("“{pick}” cannot be chosen; there are {known}", pick=pick, known=known)
    option = point.options[pick]
    standing.story.append(Told(standing.at, option.text))
    for who in standing.scores:
        _give(standing, who, option.gives)
    _to(standing, option.then)
    return ""


def _change_force(standing: Standing, who: str, text: str) -> str:
    if who not in standing.forces or standing.spends_itself(who):
        return say("this force is not yours to change")
    force, rulebook = standing.forces[who], standing.campaign.rulebook
    try:
        reason = forces.refusal(rulebook, text, force.cap)
    except BattlematError as error:
        reason = " / ".join(str(error).splitlines())
    if reason:
        return reason
    standing.stands_as(who, forces.rebuilt(rulebook, force, text))
    told = say("The force was changed.")  # what ledgers of before came to their digests by
    if who != YOU:
        told = say("{name} was changed.", name=name_of(text))
    standing.story.append(Told(standing.at, told))
    return ""


def _fight(standing: Standing, meeting: Meeting, record: str, agreed: str = "") -> str:
    """A battle that was fought out, or one that players broke off and agreed on its outcome."""
    if agreed and agreed not in OUTCOMES:
        return say("“{agreed}” is no outcome of a battle", agreed=agreed)
    try:
        setup, came = read_record(record).setup, fought(record, broken_off=bool(agreed))
    except BattlematError as error:
        return " / ".join(str(error).splitlines())
    brought = _brought_to(standing, meeting, setup)
    if brought is None:
        return say("this battle was fought by others, or elsewhere")
    outcome = agreed if came.result is None else _outcome(meeting, came.result)
    rulebook = standing.campaign.rulebook
    tags = {who: _tags(rulebook, force) for who, force in brought.items()}
    fight = Fight(meeting.at, outcome, record, came, tags, meeting.sides)
    standing.fights.append(fight)
    reason = say("the battle was broken off.") if came.result is None else came.result.reason
    standing.story.append(Told(standing.at, _outcome_said(standing, meeting, outcome, reason)))
    for who in meeting.sides:
        _live_on(standing, who, fight)
    if not standing.names:  # of two each battle follows from the one before, on every device
        standing.former.clear()
    point = standing.point
    assert isinstance(point, (Battle, Rounds)), "meetings are those of the point that stands"
    for who in meeting.sides:
        if who in standing.scores:
            _give(standing, who, point.gives[fight.outcome_of(who)])
    if isinstance(point, Battle):
        _to(standing, point.then[outcome])
    elif not standing.meetings:
        _to(standing, point.then)
    return ""


def _brought_to(
    standing: Standing, meeting: Meeting, setup: Mapping[str, Any]
) -> dict[str, Force] | None:
    """The forces that fought a battle: as they stand, or as another device last knew them."""
    known = [(standing.forces[who], *standing.former.get(who, ())) for who in meeting.sides]
    for two in product(*known):
        brought = dict(zip(meeting.sides, two, strict=True))
        if setup == _setup(standing, meeting, brought):
            return brought
    return None


def setup_of(standing: Standing, meeting: Meeting) -> dict[str, Any]:
    """The setup of a battle that may be fought now."""
    return _setup(standing, meeting, standing.forces)


def _setup(standing: Standing, meeting: Meeting, brought: Mapping[str, Force]) -> dict[str, Any]:
    rulebook = standing.campaign.rulebook
    return forces.battle_setup(rulebook, meeting.choices, meeting.sides, brought)


def _outcome(meeting: Meeting, result: Result) -> str:
    mine = next(iter(meeting.sides.values())).colour
    return "drawn" if result.winner is None else "won" if result.winner == mine else "lost"


def _outcome_said(standing: Standing, meeting: Meeting, outcome: str, reason: str) -> str:
    if meeting.pair is not None:
        first, second = (standing.names[who] for who in meeting.sides)
        return say(
            "{first} against {second}: {outcome, select, won {{first} won} lost {{second} won} "
            "other {drawn}}. {reason}",
            first=first,
            second=second,
            outcome=outcome,
            reason=reason,
        )
    return say(
        "{outcome, select, won {Won} lost {Lost} other {Drawn}}: {reason}",
        outcome=outcome,
        reason=reason,
    )


def _live_on(standing: Standing, who: str, fight: Fight) -> None:
    """What a force carries over from a battle: by its book, or as the file says."""
    campaign, force = standing.campaign, standing.forces[who]
    carry = campaign.carry
    fared = list(zip(fight.tags[who], fight.units_of(who), strict=True))
    fell, stood = ({tag for tag, unit in fared if unit.out is out} for out in (True, False))
    out = tuple(n for n, tag in enumerate(force.tags) if tag in fell)
    lived = {n for n, tag in enumerate(force.tags) if tag in stood}
    if carry.gains == BOOK:
        gains = fight.came.gains.get(fight.sides[who].colour, ())
        gained = sum(amount for _, _, amount in gains)
    else:
        assert isinstance(carry.gains, Mapping), "gains are the book's or the file's"
        gained = carry.gains[fight.outcome_of(who)]
    text = force.text
    living = pack_of(campaign.rulebook).readers().living
    if carry.learns and living is not None and living.learned is not None:
        learned = living.learned
        text = forces.changed(
            campaign.rulebook, text, lambda n, row: learned(row) if n in lived else row
        )
    cap = None if force.cap is None else force.cap + gained
    standing.stands_as(who, Force(text, cap, out if carry.rests else (), force.tags))
    if gained and cap is not None:
        told = say(
            "{name} may spend {gained} more: {cap}", name=name_of(text), gained=gained, cap=cap
        )
        standing.story.append(Told(standing.at, told))
    if gained:
        _spend(standing, who)


def _spend(standing: Standing, who: str) -> None:
    """A machine's force spends what it gained; somebody else's waits for whoever leads it."""
    force, rulebook = standing.forces[who], standing.campaign.rulebook
    if not standing.spends_itself(who) or force.cap is None or force.resting:
        return
    bought = forces.spent(rulebook, force.text, force.cap)
    standing.forces[who] = forces.rebuilt(rulebook, force, bought)


def _brought(rulebook: str, force: Force) -> list[int]:
    """The numbers in a force of those whom it brings to a battle."""
    everybody = range(forces.size(rulebook, force.text))
    if forces.roster(rulebook, force) == force.text:
        return list(everybody)
    return [n for n in everybody if n not in force.resting]


def _tags(rulebook: str, force: Force) -> tuple[int, ...]:
    return tuple(force.tags[n] for n in _brought(rulebook, force))


def _give(standing: Standing, who: str, bonus: Bonus) -> None:
    standing.scores[who] += bonus.points
    force = standing.forces[who]
    if bonus.cap and force.cap is not None:
        standing.forces[who] = force._replace(cap=max(0, force.cap + bonus.cap))
        _spend(standing, who)


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
