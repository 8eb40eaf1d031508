"""The history of a campaign, which writes itself from the records of its battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from battlemat.barracks.drafts import building, read
from battlemat.campaigns.deeds import Deeds
from battlemat.campaigns.state import Fight, Meeting, Standing, called, rank, standings
from battlemat.kernel.words import listed, say
from battlemat.packs.campaigns.values import BOOK, YOU, Battle, Choice, End, Rounds
from battlemat.packs.setups import choices

MANY = 3
"""So many taken out in one battle are worth a line of their own."""
OFTEN = 2
"""So many battles make a habit."""


@dataclass(slots=True)
class Career:
    """What one unit did in all battles."""

    name: str
    battles: int = 0
    kills: list[str] = field(default_factory=list)
    dealt: int = 0
    suffered: int = 0
    times_out: int = 0
    most_kills: int = 0
    """Taken out in one battle."""
    revenges: list[str] = field(default_factory=list)
    """Those who had taken it out before, and were then taken out by it."""

    @property
    def parts(self) -> list[str]:
        """What is to be told of it, each in a few words."""
        found = [say("{n, plural, one {# battle} other {# battles}}", n=self.battles)]
        if self.kills:
            found.append(say("took out {whom}", whom=listed(self.kills)))
        if self.dealt:
            found.append(say("dealt {n}", n=self.dealt))
        if self.suffered:
            found.append(say("suffered {n}", n=self.suffered))
        if self.times_out:
            found.append(say("{n, plural, one {out once} other {out # times}}", n=self.times_out))
        return found

    @property
    def odd(self) -> list[str]:
        """Deeds out of the ordinary."""
        found = []
        if self.most_kills >= MANY:
            found.append(say("took out {n} in one battle", n=self.most_kills))
        found += [say("had its revenge on {whom}", whom=whom) for whom in self.revenges]
        if self.battles >= OFTEN and not self.suffered:
            found.append(say("never hurt in {n} battles", n=self.battles))
        if self.battles >= OFTEN and self.times_out == self.battles:
            found.append(say("carried off every time"))
        return found

    @property
    def said(self) -> str:
        """The career in a line."""
        return f"{self.name}: " + ", ".join([*self.parts, *self.odd])


def careers(standing: Standing, who: str = YOU) -> list[Career]:
    """The units of a force that fought, those with most kills first."""
    found = by_tag(standing, who).values()
    return sorted(found, key=lambda one: (-len(one.kills), -one.dealt, one.name))


def by_tag(standing: Standing, who: str) -> dict[int, Career]:
    """What each unit of a force did, by what it is known by."""
    found: dict[int, Career] = {}
    grudges: dict[int, set[tuple[str, int]]] = {}
    for fight in standing.fights:
        if who not in fight.sides:
            continue
        (other,) = fight.sides.keys() - {who}
        own, theirs = _known(fight, who), _known(fight, other)
        by_id = {unit.id: tag for tag, unit in theirs.items()}
        for tag, unit in own.items():
            one = found.setdefault(tag, Career(""))
            one.name = f"{unit.name} ({unit.id})"
            one.battles += 1
            one.kills += unit.kills
            one.most_kills = max(one.most_kills, len(unit.kills))
            one.dealt += unit.dealt
            one.suffered += unit.suffered
            one.times_out += unit.out
            slain = {t: enemy for t, enemy in theirs.items() if enemy.fell_to == unit.id}
            one.revenges += [slain[t].name for t in slain if (other, t) in grudges.get(tag, ())]
            if unit.fell_to in by_id:
                grudges.setdefault(tag, set()).add((other, by_id[unit.fell_to]))
    return found


def _known(fight: Fight, who: str) -> dict[int, Deeds]:
    """The units of a force in a battle, by what they are known by."""
    return dict(zip(fight.tags[who], fight.units_of(who), strict=True))


def show(standing: Standing) -> Iterator[str]:
    """How a campaign stands, in lines: the point, what can be decided, the forces."""
    campaign = standing.campaign
    yield campaign.name
    if standing.names:
        yield from _group_lines(standing)
    else:
        yield say("Points: {points}", points=standing.points)
        for one in standings(standing):
            yield say("{name}: {won} won, may spend {cap}", name=one.name, won=one.won, cap=one.cap)
        yield from force_lines(standing)
    point = standing.point
    yield ""
    yield point.text
    if isinstance(point, Choice):
        for pick, option in point.options.items():
            given = gift_said(option.gives)
            yield f"  {pick}: {option.text}" + (f" ({given})" if given else "")
    elif isinstance(point, Battle):
        yield say("A battle: {game}", game=battle_said(campaign.rulebook, point.choices))
    elif isinstance(point, Rounds):
        yield from _round_lines(standing)
    elif isinstance(point, End):
        yield end_said(standing, point)
    yield from (f"! {one}" for one in standing.left_out)


def _group_lines(standing: Standing) -> Iterator[str]:
    """The standings of a group, and who is in each force."""
    for place, one in enumerate(standings(standing), 1):
        yield say(
            "{place}. {name}: {n, plural, one {# point} other {# points}}, {won} won, "
            "may spend {cap}",
            place=place,
            name=one.name,
            n=one.points,
            won=one.won,
            cap=one.cap,
        )
    for who, player in standing.names.items():
        level = standing.machines.get(who, "")
        yield (
            say("{player} (machine, {level}):", player=player, level=level)
            if level
            else f"{player}:"
        )
        yield from force_lines(standing, who)


def _round_lines(standing: Standing) -> Iterator[str]:
    """The round that is due: who meets whom, by what, and who has a bye; then all that is left."""
    left = standing.meetings
    due = min(one.pair.round for one in left if one.pair)
    byes = {one.number: one.bye for one in standing.rounds}
    for number in sorted({one.pair.round for one in left if one.pair}):
        now = number == due
        yield (say("Round {n}, next:", n=number) if now else say("Round {n}:", n=number))
        for one in left:
            if one.pair and one.pair.round == number:
                yield f"  {one.pair.id}: {meeting_said(standing, one)}"
        if byes[number]:
            yield "  " + say("{name} has a bye.", name=standing.names[byes[number]])


def meeting_said(standing: Standing, meeting: Meeting) -> str:
    """Who of a group meets whom, on which side, and in what game."""
    first, second = (
        say("{name} ({side})", name=standing.names[who], side=side.colour)
        for who, side in meeting.sides.items()
    )
    game = battle_said(standing.campaign.rulebook, meeting.choices)
    return say("{first} against {second}: {game}", first=first, second=second, game=game)


def end_said(standing: Standing, point: End) -> str:
    """How a campaign ended."""
    if standing.names:
        best = min(rank(standing, who) for who in standing.names)
        first = [name for who, name in standing.names.items() if rank(standing, who) == best]
        return say("The campaign is won by {names}.", names=listed(first))
    return say(
        "The campaign is {result, select, won {won} lost {lost} other {drawn}}.",
        result=point.result,
    )


def battle_said(rulebook: str, chosen: Mapping[str, str]) -> str:
    """What a battle is played as, by the names that players know."""
    known = choices(rulebook)
    found = []
    for key, id in chosen.items():
        found.append(next((one.name for one in known.get(key, ()) if one.id == id), id))
    return ", ".join(found)


def gift_said(gives: Any) -> str:
    """What is given at a point; "" for nothing."""
    parts = []
    if gives.points:
        parts.append(say("{n, plural, one {# point} other {# points}}", n=gives.points))
    if gives.cap:
        parts.append(say("{n} more to spend", n=gives.cap))
    return ", ".join(parts)


def members(standing: Standing, who: str = YOU) -> list[str]:
    """Who is in a force, by name, in its order."""
    rulebook, force = standing.campaign.rulebook, standing.forces[who]
    _, value = read(force.text, rulebook)
    return [row.name for row in building(rulebook).view(value).rows for _ in range(row.times)]


def force_lines(standing: Standing, who: str = YOU) -> Iterator[str]:
    """Who is in a force, and who rests."""
    for n, name in enumerate(members(standing, who)):
        rests = (
            f" ({say('rests for the next battle')})" if n in standing.forces[who].resting else ""
        )
        yield f"  {name}{rests}"


def told(standing: Standing) -> Iterator[str]:
    """The timeline, the careers of both forces, and whose rules they carried over by."""
    yield standing.campaign.name
    for one in standing.story:
        yield f"  {called(standing.campaign, one.at)}: {one.what}"
    names = {one.who: one.name for one in standings(standing)}
    for who in standing.forces:
        yield ""
        yield names[who]
        yield from (f"  {one.said}" for one in careers(standing, who))
    yield ""
    yield from whose_rules(standing)


def whose_rules(standing: Standing) -> Iterator[str]:
    """What forces carry over, and whether the book says it or the campaign."""
    carry = standing.campaign.carry
    if carry.gains == BOOK:
        yield say("What the forces gain is the book's.")
    else:
        yield say("What the forces gain is this campaign's; the book does not say it.")
    if carry.rests:
        yield say("That who was taken out rests is this campaign's.")
    if carry.learns:
        yield say("That who survives learns is this campaign's.")
