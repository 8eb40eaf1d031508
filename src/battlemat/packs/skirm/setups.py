"""Skirm from files: the setup of a battle. What a file says wrong is told in lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from battlemat.kernel.plain import encode
from battlemat.packs.places import finish, place_of
from battlemat.packs.problems import Problem, WrongChoice
from battlemat.packs.skirm.files import Content, content, words_of
from battlemat.packs.skirm.missions import environment_setup, map_setup, mission_setup
from battlemat.packs.skirm.shipped import SHIPPED
from battlemat.packs.skirm.squads import Squad, check_squad, read_squad, squad_setup
from battlemat.rulebooks.skirm.state.setup import SkirmSetup, Squads

NONE = "none"
MOST_CAP = 1000


def build_setup(
    rulebook: str,
    *,
    mission: str,
    map: str | None = None,
    red: str,
    blue: str,
    environment: str | None = None,
    cap: str | None = None,
) -> dict[str, Any]:
    """The setup of a battle; each name is the id of shipped content or the path of a file.

    Without a map the mission's own is taken, and so with the environment; the environment `none`
    plays without events. `cap` is what each squad may spend, where the players agree on another
    than the usual one. `ContentError` tells every problem of the first file that has any.
    """
    words = words_of(rulebook)
    task = content(rulebook, "mission", mission)
    ground = _of_mission(rulebook, "map", map, task) or content(
        rulebook, "map", next(iter(SHIPPED[rulebook].files("map")))
    )
    laid = mission_setup(words, task, ground)
    if environment != NONE:
        around = _of_mission(rulebook, "environment", environment, task)
        laid = laid._replace(environment=environment_setup(around) if around else None)
    squads = Squads(
        squad_setup(game_squad(rulebook, red, cap), "R"),
        squad_setup(game_squad(rulebook, blue, cap), "B"),
    )
    setup: dict[str, Any] = encode(SkirmSetup(map_setup(ground), laid, squads, rulebook))
    return setup


def _of_mission(rulebook: str, kind: str, name: str | None, mission: Content) -> Content | None:
    """What was asked for, or what the mission names; a mission's own paths start at its folder."""
    if name is not None:
        return content(rulebook, kind, name)
    own = mission.value.get(kind)
    if own is None:
        return None
    at = place_of(mission.source) / kind
    return content(rulebook, kind, own, beside=mission.folder, at=at)


def legal_squad(rulebook: str, name: str) -> Squad:
    """A squad by id or path that may be played; `ContentError` says why not."""
    squad = read_squad(rulebook, content(rulebook, "squad", name))
    check_squad(squad)
    finish(squad.place)
    return squad


def game_squad(rulebook: str, name: str, cap: str | None) -> Squad:
    """A squad that may be played in a game with this cap (None: the usual one)."""
    if cap is not None and not (cap.isascii() and cap.isdecimal() and 0 < int(cap) <= MOST_CAP):
        what = f"a number of points up to {MOST_CAP} is wanted, not '{cap}'"
        raise WrongChoice([Problem("choice 'cap'", 0, "", what)])
    found = read_squad(rulebook, content(rulebook, "squad", name))
    squad = replace(found, agreed=int(cap) if cap is not None else found.usual_cap)
    check_squad(squad)
    finish(squad.place)
    return squad
