"""What is said where a game is set up: names of choices, and options that no file brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from battlemat.kernel.events import side_name
from battlemat.kernel.words import say
from battlemat.packs.random_boards import ANY
from battlemat.tables.catalogue import OWN

Option: TypeAlias = dict[str, str]
"""An option of a choice: its id, its name, and a line about it."""


def option(id: str, name: str, about: str = "") -> Option:
    """An option as screens get it."""
    return {"id": id, "name": name, "about": about}


def choice_name(key: str) -> str:
    """What a choice of content is about."""
    return say(
        "{choice, select, red {Red squad} blue {Blue squad} mission {Mission} map {Map} "
        "environment {Environment} other {{choice}}}",
        choice=key,
    )


def random_board() -> Option:
    """A board that is made from a seed."""
    about = say(
        "Made from a seed, and the same from both ends; the same seed always makes the same board."
    )
    return option(ANY, say("Random board"), about)


def any_cap() -> Option:
    """A page asks for the number where this is picked, and sends that instead."""
    about = say("Any number you both agree on, such as the cost of a squad that has grown.")
    return option(OWN, say("Another number"), about)


def no_events() -> Option:
    """An environment is left out."""
    return option("none", say("No environment"), say("No events happen."))


def term(key: str) -> dict[str, Any] | None:
    """The choice of a step of the setting up that the players may leave out; None if it is no
    choice of a few things.
    """
    made = _TERMS.get(key)
    if made is None:
        return None
    label, options = made()
    return {"key": key, "label": label, "default": "no", "options": options}


_Term: TypeAlias = tuple[str, list[Option]]


def _mission() -> _Term:
    both = say("Each names one; dice decide where they differ.")
    return say("Choice of mission"), [
        option("no", say("The mission above"), say("It is the one you play.")),
        option("yes", say("Both players choose"), both),
    ]


def _terrain() -> _Term:
    changes = [
        option(
            side,
            say("{player} may change it", player=side_name(side)),
            say("Before both accept it."),
        )
        for side in ("red", "blue")
    ]
    as_it_is = option("no", say("The board as it is"), say("Both players accept it."))
    return say("Terrain"), [as_it_is, *changes]


def _leaders() -> _Term:
    chosen = say("Each player names the leader of each unit first.")
    return say("Leaders"), [
        option("no", say("The first of each"), say("The first model of a unit leads it.")),
        option("yes", say("Chosen at the table"), chosen),
    ]


def _free_form() -> _Term:
    by_book = say("What breaks a rule of building is refused, with the rule.")
    free = say("Any squad the builder can make, whatever it costs. Who joins has agreed to it.")
    return say("Building rules"), [
        option("no", say("By the book"), by_book),
        option("yes", say("Free form"), free),
    ]


_TERMS: Mapping[str, Callable[[], _Term]] = {
    "choose_mission": _mission,
    "edit_terrain": _terrain,
    "choose_leaders": _leaders,
    "free_form": _free_form,
}
