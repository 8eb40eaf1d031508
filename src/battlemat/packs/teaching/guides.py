"""Guided games: a small battle whose things are explained when they first matter.

A guide is a file beside the content. It names the battle, the seat and the opponent, says how the
battle is won, and holds steps: what is said, the moment it is said at, and what to answer, in the
rulebook's own words for questions, answers and events. Screens show the steps and know no rule;
whatever is answered, the game goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from battlemat.kernel.rulebook import Rulebook
from battlemat.packs import registry
from battlemat.packs.places import Known, Place, checked, go_on
from battlemat.packs.problems import nearest
from battlemat.packs.schema import (
    flag,
    list_of,
    may,
    need,
    one_of,
    record,
    slug,
    table,
    text,
    whole,
)
from battlemat.packs.yaml_source import Source

MOMENTS = ("asks", "offers", "tells", "ends")
"""A question of this kind stands before you; an answer with this word is offered; an event of this
kind was told; the game is over."""

HINT = "hint"
"""In place of an answer's word: what a strong player would answer."""

POINTS = ("board", "units", "prompt", "offers", "mission", "card", "log", "score", "menu")
"""What a step may point at; `offers` is the button of the word that the moment names."""

MOST_STEPS = 40


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is explained."""

    moment: str
    word: str
    title: str
    say: str
    point: str
    clause: str
    """The clause to read on; "" for none."""
    do: tuple[str, ...]
    """What to answer at such a question: words of answers, the first that is offered."""
    perhaps: bool
    """Whether it comes only in some games: it is not counted then."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A guided game."""

    id: str
    name: str
    about: str
    minutes: int
    won: str
    """How the battle is won: what is said before everything else."""
    choices: Mapping[str, str]
    seat: str
    opponent: str
    steps: tuple[Step, ...]


def guides(rulebook: str) -> tuple[Guide, ...]:
    """The guided games that are shipped for a rulebook."""
    shipped = registry.book(rulebook).shipped
    return tuple(read_guide(shipped.load("guide", name)) for name in shipped.files("guide"))


def read_guide(source: Source) -> Guide:
    """The guide of a file, or `ContentError` with everything that is wrong with it."""
    value: dict[str, Any] = checked(source, _guide)
    return Guide(
        id=value["id"],
        name=value["name"],
        about=" ".join(value["about"].split()),
        minutes=value["minutes"],
        won=" ".join(value["won"].split()),
        choices=dict(value["game"]),
        seat=value["seat"],
        opponent=value["opponent"],
        steps=tuple(map(_read_step, value["steps"])),
    )


def _read_step(row: Known) -> Step:
    ((moment, word),) = row["when"].items()
    return Step(moment=moment, word=word, perhaps=row.get("perhaps", False), **read_said(row))


_STEP = record(
    need(when=table(one_of(*MOMENTS), text(), least=1), title=text(), say=text()),
    may(point=one_of(*POINTS), clause=text(), do=list_of(text()), perhaps=flag()),
)
GUIDE = record(
    need(
        kind=one_of("guide"),
        id=slug(),
        rulebook=one_of(*registry.names()),
        name=text(),
        about=text(),
        minutes=whole(1, 120),
        won=text(),
        game=table(text(), text()),
        seat=text(),
        opponent=text(),
        steps=list_of(_STEP, least=1, most=MOST_STEPS),
    )
)


def _guide(value: Any, place: Place) -> Any:
    found = GUIDE(value, place)
    go_on(place, lambda: _words_are_known(found, place, registry.find(found["rulebook"])))
    return found


def _words_are_known(value: Known, place: Place, rulebook: Rulebook[Any]) -> None:
    """Every word that the guide takes from the rulebook is one."""
    known = {
        "asks": [ask.kind for ask in rulebook.asks],
        "offers": [verb.word for verb in rulebook.verbs],
        "tells": [event.kind for event in rulebook.events],
        "ends": ["game"],
    }
    seat_is_known(value, place, rulebook)
    for n, step in enumerate(value["steps"]):
        at = place / "steps" / n
        go_on(place, partial(_moment_is_known, step, at / "when", known, rulebook.name))
        said_is_known(step, at, rulebook)


# ---------------------------------------------------------------------- what lessons share


def read_said(row: Known) -> dict[str, Any]:
    """What a step of a guide or a lesson says, where it points, and what to answer there."""
    return {
        "title": row.known("title", ""),
        "say": " ".join(row.known("say", "").split()),
        "point": row.known("point", "prompt"),
        "clause": row.known("clause", ""),
        "do": tuple(row.known("do", ())),
    }


def said_is_known(step: Known, place: Place, rulebook: Rulebook[Any]) -> None:
    """The answers and the clause that a step names are those of this rulebook."""
    go_on(place, partial(_answers_are_known, step, place / "do", rulebook))
    clause_is_known(step, place / "clause", rulebook)


def seat_is_known(value: Known, place: Place, rulebook: Rulebook[Any]) -> None:
    """Whoever is guided has a side of this rulebook."""
    seat = value.known("seat", "")
    if seat and seat not in rulebook.players:
        (place / "seat").complain(f"'{seat}' is no player{nearest(seat, rulebook.players)}")


def clause_is_known(step: Known, place: Place, rulebook: Rulebook[Any]) -> None:
    """The clause that a step names is one of this rulebook."""
    clause = step.known("clause", "")
    if clause and rulebook.register.find(clause) is None:
        near = rulebook.register.nearest(clause)
        said = f"; did you mean '{near[0]}'?" if near else ""
        place.complain(f"there is no clause '{clause}'{said}")


def _moment_is_known(
    step: Known, place: Place, known: Mapping[str, Sequence[str]], rulebook: str
) -> None:
    if len(step["when"]) > 1:
        place.complain("one moment is wanted")
    for moment, word in step["when"].items():
        if moment in known and word not in known[moment]:
            said = nearest(word, known[moment])
            (place / moment).complain(f"{rulebook} has no '{word}'{said}")


def _answers_are_known(step: Known, place: Place, rulebook: Rulebook[Any]) -> None:
    """What a step points at are words of this rulebook's answers, or whole answers."""
    words = [verb.word for verb in rulebook.verbs]
    for n, word in enumerate(step.known("do", ())):
        word = word.split(maxsplit=1)[0]
        if word != HINT and word not in words:
            (place / n).complain(f"{rulebook.name} has no '{word}'{nearest(word, words)}")
