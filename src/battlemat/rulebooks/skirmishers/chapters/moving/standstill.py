"""What keeps a trooper on his dot: wire, the cap on movement, and ground that bars the way."""

from __future__ import annotations

from collections.abc import Callable

from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.state.battle import Battle
from battlemat.rulebooks.skirmishers.state.words import place_words


def held_refusal() -> Refusal:
    return Refusal(
        say("an entangled trooper stays where he is"), "skirmishers.terrain.wire-entangle"
    )


def cap_refusal() -> Refusal:
    return Refusal(say("no more than 8 AP may be spent on movement"), "skirmishers.move.cap")


def suit_cap_refusal() -> Refusal:
    return Refusal(
        say("a suit spends no more than 8 AP on movement either"), "skirmishers.power.move-cap"
    )


def closed_bar(closed: str) -> Refusal | None:
    """The refusal of a step that the ground bars, by its clause."""
    why = _BARRED.get(closed)
    return Refusal(why(), closed) if why is not None else None


_BARRED: dict[str, Callable[[], str]] = {
    "skirmishers.map.obstacles": lambda: say("a wall or a tree trunk bars the way"),
    "skirmishers.map.building-shell": lambda: say(
        "a building is entered and left by doors and windows"
    ),
    "skirmishers.map.levels": lambda: say("the two dots have no surface on the same level"),
    "skirmishers.move.no-jump": lambda: say("nobody jumps from a window or a roof"),
}


def taken(battle: Battle, place: int) -> Refusal:
    """The refusal of a dot where somebody stands."""
    return Refusal(
        say("{place} is taken", place=place_words(battle.board, place)), "skirmishers.move.occupied"
    )
