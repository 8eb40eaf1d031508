"""Skirm from files: the setup of a battle. What a file says wrong is told in lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from battlemat.kernel.plain import encode
from battlemat.packs.places import finish, place_of
from battlemat.packs.problems import ContentError, Problem, WrongChoice
from battlemat.packs.skirm.files import Content, content, words_of
from battlemat.packs.skirm.missions import environment_setup, map_setup, mission_setup
from battlemat.packs.skirm.shipped import SHIPPED
from battlemat.packs.skirm.squads import Squad, check_squad, read_squad, squad_setup
from battlemat.rulebooks.skirm.state.setup import MissionSetup, SkirmSetup, Squads

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
    choose_mission: str | None = None,
    free_form: str | None = None,
) -> dict[str, Any]:
    """The setup of a battle; each name is the id of shipped content or the path of a file.

    Without a map the mission's own is taken, and so with the environment; the environment `none`
    plays without events. `cap` is what each squad may spend, where the players agree on another
    than the usual one. With `choose_mission` "yes" the game begins with both players' choice among
    the missions that can be played on the map; with `free_form` "yes" squads may break the rules of
    building. `ContentError` tells every problem of the first
    file that has any.
    """
    task = content(rulebook, "mission", mission)
    ground = _of_mission(rulebook, "map", map, task) or content(
        rulebook, "map", next(iter(SHIPPED[rulebook].files("map")))
    )
    laid = _laid(rulebook, task, ground, environment)
    missions: tuple[MissionSetup, ...] = ()
    if _agreed("choose_mission", choose_mission):
        missions = (laid, *_others(rulebook, laid, ground, environment))
    free = _agreed("free_form", free_form)
    squads = Squads(
        squad_setup(game_squad(rulebook, red, cap, free=free), "R"),
        squad_setup(game_squad(rulebook, blue, cap, free=free), "B"),
    )
    setup: dict[str, Any] = encode(
        SkirmSetup(map_setup(ground), laid, squads, rulebook, missions=missions)
    )
    return setup


def _laid(rulebook: str, task: Content, ground: Content, environment: str | None) -> MissionSetup:
    """A mission on a map, with its environment or with the one that was asked for."""
    laid = mission_setup(words_of(rulebook), task, ground)
    if environment == NONE:
        return laid
    around = _of_mission(rulebook, "environment", environment, task)
    return laid._replace(environment=environment_setup(around) if around else None)


def _agreed(key: str, said: str | None) -> bool:
    if said not in (None, "no", "yes"):
        what = f"'no' or 'yes' is wanted, not '{said}'"
        raise WrongChoice([Problem(f"choice '{key}'", 0, "", what)])
    return said == "yes"


def _others(
    rulebook: str, first: MissionSetup, ground: Content, environment: str | None
) -> Iterator[MissionSetup]:
    """The shipped missions beside the first that can be laid on a map."""
    for name in SHIPPED[rulebook].files("mission"):
        if name != first.id:
            try:
                yield _laid(rulebook, content(rulebook, "mission", name), ground, environment)
            except ContentError:
                continue  # it asks for places that this map does not have


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


def game_squad(rulebook: str, name: str, cap: str | None, *, free: bool = False) -> Squad:
    """A squad that may be played in a game with this cap (None: the usual one).

    Where both players agreed on free form, whoever is known may come, whatever it costs.
    """
    if cap is not None and not (cap.isascii() and cap.isdecimal() and 0 < int(cap) <= MOST_CAP):
        what = f"a number of points up to {MOST_CAP} is wanted, not '{cap}'"
        raise WrongChoice([Problem("choice 'cap'", 0, "", what)])
    found = read_squad(rulebook, content(rulebook, "squad", name))
    squad = replace(found, agreed=int(cap) if cap is not None else found.usual_cap)
    if not free:
        check_squad(squad)
    finish(squad.place)
    return squad
