"""Skirm from files: the setup of a battle. What a file says wrong is told in lines."""

from __future__ import annotations

from typing import Any

from battlemat.packs.schema import finish, place_of
from battlemat.packs.skirm.files import Content, content, words_of
from battlemat.packs.skirm.missions import environment_setup, map_setup, mission_setup
from battlemat.packs.skirm.shipped import SHIPPED
from battlemat.packs.skirm.squads import Squad, check_squad, read_squad, squad_setup

NONE = "none"


def build_setup(
    rulebook: str,
    *,
    mission: str,
    map: str | None = None,
    red: str,
    blue: str,
    environment: str | None = None,
) -> dict[str, Any]:
    """The setup of a battle; each name is the id of shipped content or the path of a file.

    Without a map the mission's own is taken, and so with the environment; the environment `none`
    plays without events. `ContentError` tells every problem of the first file that has any.
    """
    words = words_of(rulebook)
    task = content(rulebook, "mission", mission)
    ground = _of_mission(rulebook, "map", map, task) or content(
        rulebook, "map", next(iter(SHIPPED[rulebook].files("map")))
    )
    laid = mission_setup(words, task, ground)
    if environment != NONE:
        around = _of_mission(rulebook, "environment", environment, task)
        laid["environment"] = environment_setup(around) if around else None
    return {
        "edition": rulebook,
        "map": map_setup(ground),
        "mission": laid,
        "squads": {
            "red": squad_setup(legal_squad(rulebook, red), "R"),
            "blue": squad_setup(legal_squad(rulebook, blue), "B"),
        },
    }


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
