"""The laboratory: two squads play, pair by pair, until it is known which of them is stronger."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from battlemat.anywhere.house import House, More, Work
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.anywhere.telling import LAB_GAMES
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.words import say
from battlemat.lab.squad_duel import LabDuel, lab_duel, lab_levels, plain_pair, told_so_far
from battlemat.lab.standing import Aim, Estimate, points_share
from battlemat.tables.making import checked_choices, find_rulebook
from battlemat.tables.problems import Problem


@dataclass(frozen=True, slots=True)
class _Run:
    """One run: what is played, and what is known of it. Whoever listens ends it by not asking."""

    duel: dict[str, Any]
    standing: Estimate

    def next(self) -> Work:
        """The next pair to be played."""
        return Work("lab pair", (self.duel, len(self.standing.pairs)), self.count)

    def count(self, found: Any) -> More:
        """Count a pair that was played; a line, and what is played after it."""
        self.standing.add(plain_pair(found))
        told = _line("pair", **told_so_far(self.standing))
        if not self.standing.done:
            return More(told, self.next())
        return More(told + _line("end", why=self.standing.ended.name.lower()), None)


def duel(house: House, _at: At, _query: Given, body: Given) -> More:
    """Play two squads against each other; a line of JSON after each two games."""
    level = str(body.get("level", "sergeant"))
    if level not in lab_levels():
        levels = ", ".join(lab_levels())
        raise Problem(
            422,
            "invalid",
            say("in the laboratory play: {levels}; not {level}", levels=levels, level=level),
        )
    found = _duel(house, level, body)
    most = max(1, min(int(body.get("games", 100)), LAB_GAMES) // 2)
    run = _Run(asdict(found.duel), Estimate(points_share, Aim(most=most)))
    return More(_line("begin", one=found.one, other=found.other, games=2 * most), run.next())


def _duel(house: House, level: str, body: Given) -> LabDuel:
    rulebook = find_rulebook(house.catalogue, body["rulebook"]).name
    choices = checked_choices(house.catalogue, rulebook, body.get("choices") or {})
    try:
        return lab_duel(house.catalogue, rulebook, choices, level, str(body.get("seed", "1")))
    except BattlematError as error:
        raise Problem(422, "bad-setup", house.fitting.misfit(rulebook, choices, error)) from None


def _line(told: str, **more: Any) -> str:
    return json.dumps({"told": told, **more}) + "\n"


ROUTES = below("/api/lab", [("POST", "/duel", duel)])
