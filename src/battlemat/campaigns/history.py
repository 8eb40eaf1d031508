"""The history of a campaign, which writes itself from the records of its battles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from battlemat.barracks.drafts import building, read
from battlemat.campaigns.standing import Standing, standings
from battlemat.kernel.words import listed, say
from battlemat.packs.campaigns.values import BOOK, FOE, YOU, Battle, Choice, End


@dataclass(slots=True)
class Career:
    """What one unit did in all battles."""

    name: str
    battles: int = 0
    kills: list[str] = field(default_factory=list)
    dealt: int = 0
    suffered: int = 0
    times_out: int = 0

    @property
    def said(self) -> str:
        """The career in a line."""
        parts = [say("{n, plural, one {# battle} other {# battles}}", n=self.battles)]
        if self.kills:
            parts.append(say("took out {whom}", whom=listed(self.kills)))
        if self.dealt:
            parts.append(say("dealt {n}", n=self.dealt))
        if self.suffered:
            parts.append(say("suffered {n}", n=self.suffered))
        if self.times_out:
            parts.append(say("{n, plural, one {out once} other {out # times}}", n=self.times_out))
        return f"{self.name}: " + ", ".join(parts)


def careers(standing: Standing, who: str = YOU) -> list[Career]:
    """The units of a force that fought, those with most kills first; units of a name are one."""
    colour = standing.campaign.sides[who].colour
    found: dict[tuple[str, str], Career] = {}
    for fight in standing.fights:
        for unit in fight.came.of(colour):
            one = found.setdefault((unit.id, unit.name), Career(f"{unit.name} ({unit.id})"))
            one.battles += 1
            one.kills += unit.kills
            one.dealt += unit.dealt
            one.suffered += unit.suffered
            one.times_out += unit.out
    return sorted(found.values(), key=lambda one: (-len(one.kills), -one.dealt, one.name))


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
            yield f"  {pick}: {option.text}{_given(option.gives)}"
    elif isinstance(point, Battle):
        yield say("A battle: {game}", game=", ".join(point.choices.values()))
    elif isinstance(point, End):
        yield say(
            "The campaign is {result, select, won {won} lost {lost} other {drawn}}.",
            result=point.result,
        )
    yield from (f"! {one}" for one in standing.left_out)


def _given(gives: Any) -> str:
    parts = []
    if gives.points:
        parts.append(say("{n, plural, one {# point} other {# points}}", n=gives.points))
    if gives.cap:
        parts.append(say("{n} more to spend", n=gives.cap))
    return f" ({', '.join(parts)})" if parts else ""


def force_lines(standing: Standing, who: str = YOU) -> Iterator[str]:
    """Who is in a force, and who rests."""
    rulebook, force = standing.campaign.rulebook, standing.forces[who]
    _, value = read(force.text, rulebook)
    names = [row.name for row in building(rulebook).view(value).rows for _ in range(row.times)]
    for n, name in enumerate(names):
        rests = f" ({say('rests for the next battle')})" if n in force.resting else ""
        yield f"  {name}{rests}"


def told(standing: Standing) -> Iterator[str]:
    """The timeline, the careers of both forces, and whose rules they carried over by."""
    yield standing.campaign.name
    for one in standing.story:
        yield f"  {one.at}: {one.what}"
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
