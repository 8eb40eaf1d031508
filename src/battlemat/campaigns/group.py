"""A group that plays a campaign: who sits where, who meets whom in which round, and who leads.

Who meets whom follows from the order of the seats alone, so that every device pairs alike. A
battle counts whenever it was fought, in its round or later: nobody waits for two who are away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.campaigns.ledger import CampaignError, Player
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.words import listed, say
from battlemat.packs.campaigns.values import Campaign, Group
from battlemat.players.registry import opponents

LONGEST_NAME = 40


class Pair(NamedTuple):
    """Two of a group who meet in a round, each known by the number of his seat, from 1.

    Who stands first plays the first side.
    """

    round: int
    first: str
    second: str

    @property
    def id(self) -> str:
        """What the two are called in a ledger: "1-2"."""
        return "-".join(sorted((self.first, self.second)))


class Round(NamedTuple):
    """Those who meet in a round, and who has nobody to meet, or ""."""

    number: int
    pairs: tuple[Pair, ...]
    bye: str


def rounds(seats: Sequence[str]) -> list[Round]:
    """Rounds in which everybody meets everybody once; a seat is its number.

    One seat stays where it is and the others go around it. Of an odd number each has one bye.
    """
    ring = [*seats, *([""] if len(seats) % 2 else [])]
    half, found = len(ring) // 2, []
    for number in range(1, len(ring)):
        met = [(ring[n], ring[-1 - n]) for n in range(half)]
        bye = next(("".join(two) for two in met if "" in two), "")
        pairs = tuple(_paired(number, *two) for two in met if "" not in two)
        found.append(Round(number, pairs, bye))
        ring.insert(1, ring.pop())
    return found


def _paired(number: int, one: str, other: str) -> Pair:
    """Two in a round; who is first goes by their seats, so that all are first as often."""
    low, high = sorted((one, other))
    odd = (int(low) + int(high)) % 2
    return Pair(number, low, high) if odd else Pair(number, high, low)


def seated(campaign: Campaign, wanted: Sequence[Player]) -> tuple[Player, ...]:
    """The players of a campaign in their seats; who named no squad has the next of the file.

    `CampaignError` says in one line why they cannot play it.
    """
    group = campaign.group
    if group is None:
        if wanted:
            raise CampaignError(say("this campaign is for two forces, not for a group"))
        return ()
    if not group.least <= len(wanted) <= group.most:
        raise CampaignError(
            say(
                "{n, plural, =0 {nobody is named} one {# player is named} other "
                "{# players are named}}; this campaign is for {least} to {most}",
                n=len(wanted),
                least=group.least,
                most=group.most,
            )
        )
    found = tuple(_player(group, n, one) for n, one in enumerate(wanted))
    names = [one.name.casefold() for one in found]
    twice = next((one.name for one in found if names.count(one.name.casefold()) > 1), "")
    if twice:
        raise CampaignError(say("two players are called {name}", name=twice))
    return found


def _player(group: Group, seat: int, wanted: Player) -> Player:
    machine = wanted.machine
    levels = [one.name for one in opponents()]
    if machine and machine not in levels:
        hint = did_you_mean(machine, levels)
        raise CampaignError(say("there is no player ''{name}''{hint}", name=machine, hint=hint))
    name = " ".join(wanted.name.split())
    if machine and not name:
        name = say("Machine {n}", n=seat + 1)
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        told = say("each player has a name of at most {n} letters", n=LONGEST_NAME)
        raise CampaignError(told)
    squad = wanted.squad or group.squads[seat % len(group.squads)]
    if squad not in group.squads:
        known = listed(group.squads)
        told = say("“{squad}” cannot be begun with; there are {known}", squad=squad, known=known)
        raise CampaignError(told)
    return Player(name, squad, machine)
