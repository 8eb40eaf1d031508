"""The history of a campaign, which writes itself from the records of its battles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from battlemat.barracks.drafts import building, read
from battlemat.campaigns.deeds import Deeds
from battlemat.campaigns.standing import Fight, Standing, called, standings
from battlemat.kernel.words import listed, say
from battlemat.packs.campaigns.values import BOOK, FOE, YOU, Battle, Choice, End
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
    other = FOE if who == YOU else YOU
    found: dict[int, Career] = {}
    grudges: dict[int, set[int]] = {}
    for fight in standing.fights:
        own, theirs = _known(standing, fight, who), _known(standing, fight, other)
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
            one.revenges += [slain[t].name for t in slain if t in grudges.get(tag, ())]
            if unit.fell_to in by_id:
                grudges.setdefault(tag, set()).add(by_id[unit.fell_to])
    return found


def _known(standing: Standing, fight: Fight, who: str) -> dict[int, Deeds]:
    """The units of a force in a battle, by what they are known by."""
    units = fight.came.of(standing.campaign.sides[who].colour)
    return dict(zip(fight.tags[who], units, strict=True))


def show(standing: Standing) -> Iterator[str]:
    """How a campaign stands, in lines: the point, what can be decided, the forces."""
    campaign = standing.campaign
    yield campaign.name
    yield say("Points: {points}", points=standing.points)
    for name, won, cap in standings(standing):
        yield say("{name}: {won} won, may spend {cap}", name=name, won=won, cap=cap)
    yield from force_lines(standing)
    point = standing.point
    yield ""
    yield point.text
    if isinstance(point, Choice):
        for pick, option in point.options.items():
            given = gift_said(option.gives)
            yield f"  {pick}: {option.text}" + (f" ({given})" if given else "")
    elif isinstance(point, Battle):
        yield say("A battle: {game}", game=battle_said(campaign.rulebook, point))
    elif isinstance(point, End):
        yield end_said(point)
    yield from (f"! {one}" for one in standing.left_out)


def end_said(point: End) -> str:
    """How a campaign ended."""
    return say(
        "The campaign is {result, select, won {won} lost {lost} other {drawn}}.",
        result=point.result,
    )


def battle_said(rulebook: str, point: Battle) -> str:
    """What a battle is played as, by the names that players know."""
    known = choices(rulebook)
    found = []
    for key, id in point.choices.items():
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
    for who in (YOU, FOE):
        _, value = read(standing.forces[who].text)
        yield ""
        yield str(value.get("name", ""))
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
