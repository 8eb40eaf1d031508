"""Campaigns for pages: plain values in, plain values out, and nothing kept between two calls.

What goes back and forth is the text of the ledger, the same that a terminal has in its file. A
page keeps it, so a server has nothing to keep, and a page without a server calls the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from battlemat.barracks.drafts import building
from battlemat.barracks.drafts import read as read_squad
from battlemat.campaigns import group, history
from battlemat.campaigns.battles import machines_play, setup_of
from battlemat.campaigns.ledger import (
    FRIEND,
    GROUP,
    MACHINE,
    CampaignError,
    Ledger,
    Player,
    merged,
    read,
)
from battlemat.campaigns.maps import drawn
from battlemat.campaigns.standing import gone_on, stand
from battlemat.campaigns.state import WITHIN, Fight, Standing, called, standings
from battlemat.kernel.record import read as read_record
from battlemat.kernel.words import say
from battlemat.packs.campaigns.files import KIND, campaign_in, group_of, shipped
from battlemat.packs.campaigns.values import KINDS, Battle, Choice, End, Group, Rounds
from battlemat.packs.registry import book, names, pack_of

Plain = dict[str, Any]
PLAY_OUT = "machines"
"""Two machines of a group fight their battle out at once, and it is counted."""
DECISIONS = ("choose", "battle", "agreed", "force", PLAY_OUT)


def shelf() -> Plain:
    """The campaigns that are shipped."""
    found = []
    for rulebook in names():
        for one in book(rulebook).shipped.entries(KIND):
            told = {"id": one.id, "rulebook": rulebook, "name": one.name, "text": one.text}
            group = group_of(shipped(rulebook)[one.id])
            found.append({**told, "group": _group(rulebook, group)})
    return {"campaigns": found}


def brought(file: str) -> Plain:
    """What the text of a campaign file is, told as those on the shelf are."""
    one = campaign_in(file)
    told = {"id": one.id, "rulebook": one.rulebook, "name": one.name, "text": one.text}
    return {**told, "group": _group(one.rulebook, one.group)}


def _group(rulebook: str, found: Group | None) -> Plain | None:
    """How many may play a campaign, and the ready squads that they may begin with."""
    if found is None:
        return None
    least, most, squads = found
    ready = book(rulebook).shipped.entries(pack_of(rulebook).fielded)
    known = {one.id: one.name for one in ready}
    offered = [{"id": squad, "name": known.get(squad, squad)} for squad in squads]
    return {"least": least, "most": most, "squads": offered}


def begin(
    rulebook: str,
    id: str,
    file: str,
    seed: str,
    foe: str,
    players: Sequence[Mapping[str, str]] = (),
) -> Plain:
    """A new ledger of a shipped campaign, by id, or of the text of a campaign file."""
    if foe not in (MACHINE, FRIEND, GROUP):
        raise CampaignError(say("a campaign is played against a machine or a friend"))
    text = file
    if not text:
        path = shipped(rulebook).get(id)
        if path is None:
            raise CampaignError(say("no campaign is called “{name}”", name=id))
        text = path.read_text(encoding="utf-8")
    wanted = [
        Player(one.get("name", ""), one.get("squad", ""), one.get("machine", "")) for one in players
    ]
    seats = group.seated(campaign_in(text), wanted)
    foe = GROUP if seats else MACHINE if foe == GROUP else foe
    return _shown(Ledger(text, seed, foe=foe, players=seats))


def look(ledger: str) -> Plain:
    """How a campaign stands."""
    return _shown(_read(ledger))


def decide(ledger: str, do: str, at: str, what: str) -> Plain:
    """The ledger with one more entry, and how the campaign stands then."""
    if do not in DECISIONS:
        raise CampaignError(say("nothing of that kind can be decided"))
    known = _read(ledger)
    if do == PLAY_OUT:
        do, (at, what) = "battle", _played_out(stand(known), at)
    if do in ("battle", "agreed"):
        what = _without_trace(what, agreed=do == "agreed")
    grown, standing = gone_on(known, do, at, what)
    return {"ledger": grown.text(), "view": view(grown, standing)}


def _played_out(standing: Standing, at: str) -> tuple[str, str]:
    """The battle of two machines, by what its entry names it, and its record."""
    meeting = standing.meeting(at)
    for who in meeting.sides:
        if who not in standing.machines:
            name = standing.names.get(who, who)
            raise CampaignError(say("no machine leads the force of {name}", name=name))
    return meeting.at, machines_play(standing, at=meeting.at)


def merge(ledger: str, other: str) -> Plain:
    """Two ledgers of one campaign as one; nothing of either is lost."""
    return _shown(merged(_read(ledger), _read(other)))


def battle(ledger: str, at: str = "", lead: str = "") -> Plain:
    """The next battle, for a table, or the one of a group that is named.

    With it go its rulebook, its setup, the side of whom one leads, or of the first who is no
    machine, and the other, with the machine that leads it, if it is known.
    """
    standing = stand(_read(ledger))
    sides = {who: side.colour for who, side in standing.meeting(at).sides.items()}
    name = standing.names.get(lead, lead)
    if lead and lead not in sides:
        raise CampaignError(say("{name} is not in this battle", name=name))
    if lead in standing.machines:
        raise CampaignError(say("{name} is a machine", name=name))
    mine = lead or next((who for who in sides if who not in standing.machines), "")
    if not mine:
        raise CampaignError(say("two machines need no table; their battle is played out at once"))
    (other,) = sides.keys() - {mine}
    machine = standing.machines.get(other, "")
    return {
        "rulebook": standing.campaign.rulebook,
        "setup": setup_of(standing, at),
        "mine": sides[mine],
        "theirs": sides[other],
        "foe": MACHINE if machine else standing.foe,
        "machine": machine,
    }


def _read(text: str) -> Ledger:
    return read(text, say("this ledger"))


def _shown(ledger: Ledger) -> Plain:
    return {"ledger": ledger.text(), "view": view(ledger, stand(ledger))}


def _without_trace(what: str, *, agreed: bool) -> str:
    """The record without what only helps to find changes of rules: ledgers stay small."""
    head, line, record = what.partition("\n") if agreed else ("", "", what)
    return head + line + replace(read_record(record), trace=()).write()


# ------------------------------------------------------------------ how a campaign stands


def view(ledger: Ledger, standing: Standing) -> Plain:
    """All that a page shows of a campaign."""
    campaign, point = standing.campaign, standing.point
    return {
        "id": ledger.mark,
        "rulebook": campaign.rulebook,
        "name": campaign.name,
        "text": campaign.text,
        "foe": ledger.foe,
        "at": standing.at,
        "over": standing.is_over,
        "points": standing.points,
        "number": len(ledger.entries),
        "point": {
            "kind": KINDS[type(point)],
            "name": point.name,
            "text": point.text,
            **_to_decide(standing),
        },
        "map": [spot._asdict() for spot in drawn(standing)],
        "story": [
            {"at": one.at, "name": called(campaign, one.at), "what": one.what}
            for one in standing.story
        ],
        "fights": [_fight(standing, n, one) for n, one in enumerate(standing.fights, 1)],
        "forces": [_force(standing, one.who) for one in standings(standing)],
        "rounds": _rounds(standing),
        "rules": list(history.whose_rules(standing)),
        "left_out": list(standing.left_out),
    }


def _to_decide(standing: Standing) -> Plain:
    """What the point asks for: options, a battle, or how the campaign ended."""
    point = standing.point
    options: list[Plain] = []
    game, result = "", ""
    if isinstance(point, Choice):
        for id, one in point.options.items():
            options.append({"id": id, "text": one.text, "gives": history.gift_said(one.gives)})
    elif isinstance(point, Battle):
        game = history.battle_said(standing.campaign.rulebook, point.choices)
    elif isinstance(point, End):
        result = history.end_said(standing, point)
    board = dict(point.choices) if isinstance(point, Battle) else {}
    return {"options": options, "game": game, "board": board, "result": result}


def _rounds(standing: Standing) -> list[Plain]:
    """The rounds of a group at the point where it stands: who meets whom, and what came of it."""
    point = standing.point
    if not isinstance(point, Rounds):
        return []
    left = {one.at: one for one in standing.meetings}
    fought = {one.at: one for one in standing.fights}
    found = []
    for one in standing.rounds:
        choices = point.games[(one.number - 1) % len(point.games)]
        pairs = []
        for pair in one.pairs:
            at = f"{standing.at}{WITHIN}{pair.id}"
            known = left.get(at) or fought[at]
            sides = [
                {
                    "who": who,
                    "name": standing.names[who],
                    "colour": side.colour,
                    "outcome": fought[at].outcome_of(who) if at in fought else "",
                    "machine": standing.machines.get(who, ""),
                }
                for who, side in known.sides.items()
            ]
            pairs.append({"at": at, "sides": sides, "fought": at in fought})
        game = history.battle_said(standing.campaign.rulebook, choices)
        bye = standing.names.get(one.bye, "")
        found.append(
            {"number": one.number, "game": game, "board": choices, "pairs": pairs, "bye": bye}
        )
    return found


def _fight(standing: Standing, number: int, fight: Fight) -> Plain:
    gains = [
        {"who": who, "what": what, "clause": clause, "amount": amount}
        for who, side in fight.sides.items()
        for what, clause, amount in fight.came.gains.get(side.colour, ())
    ]
    name = called(standing.campaign, fight.at)
    return {"number": number, "name": name, "outcome": fight.outcome, "gains": gains}


def _force(standing: Standing, who: str) -> Plain:
    """A force: what it may spend and has spent, its units with their history, who has left it."""
    force, rulebook = standing.forces[who], standing.campaign.rulebook
    _, value = read_squad(force.text, rulebook)
    verdict = building(rulebook).judge(value, force.cap)
    outcomes = standing.outcomes(who)
    return {
        "who": who,
        "name": str(value.get("name", "")),
        "player": standing.names.get(who, ""),
        "machine": standing.machines.get(who, ""),
        "points": standing.scores.get(who, 0),
        "colour": standing.sides[who].colour,
        "text": force.text,
        "cap": force.cap,
        "total": verdict.total,
        "unit": verdict.unit,
        **{outcome: outcomes.count(outcome) for outcome in ("won", "drawn", "lost")},
        **_units(standing, who),
    }


def _units(standing: Standing, who: str) -> Plain:
    force, known = standing.forces[who], history.by_tag(standing, who)
    units = []
    for n, name in enumerate(history.members(standing, who)):
        career = known.pop(force.tags[n], None)
        units.append(_unit(name, career, rests=n in force.resting))
    return {"units": units, "left": [_unit(one.name, one) for one in known.values()]}


def _unit(name: str, career: history.Career | None, *, rests: bool = False) -> Plain:
    told: Sequence[str] = career.parts if career else ()
    odd: Sequence[str] = career.odd if career else ()
    return {"name": career.name if career else name, "rests": rests, "told": told, "odd": odd}
