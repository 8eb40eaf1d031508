"""How games come to be: made from a wish, branched off another, or played again.

Nothing that a client says goes into a game unchecked: choices must be on the catalogue. Rows are
made here; a host stores them and seats people.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.players.registry import known_as
from battlemat.tables.catalogue import Brought, Catalogue, UnknownRulebook, is_own_number
from battlemat.tables.fitting_choices import FittingChoices
from battlemat.tables.ledger.rows import GameRow, Seat, now
from battlemat.tables.play.clocks import Terms
from battlemat.tables.problems import Problem
from battlemat.tables.seats.links import new_game_id
from battlemat.tables.seats.viewers import must_not_pose
from battlemat.tables.table import Table

_BETWEEN_MACHINES = 700


@dataclass(frozen=True, slots=True)
class WantedSeat:
    """Who shall sit in a seat: "me", a "friend" or a "machine"."""

    kind: str
    name: str = ""
    machine: str | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game that somebody wants to play."""

    rulebook: str | None = None
    choices: Mapping[str, str] | None = None
    seats: Mapping[str, WantedSeat] | None = None
    typed: bool = False
    pace: int | None = None
    nonces: bool = False
    terms: Terms | None = None
    setup: Mapping[str, Any] | None = None
    """The battle itself, where somebody brings more to it than what can be chosen."""


def find_rulebook(catalogue: Catalogue, name: str | None) -> Rulebook[Any]:
    """A rulebook of the catalogue, or a 404."""
    try:
        return catalogue.find(catalogue.names()[0] if name is None else name)
    except UnknownRulebook as error:
        raise Problem(404, "unknown-rulebook", str(error)) from None


def new_row(fitting: FittingChoices, wanted: Wanted) -> tuple[GameRow, list[str]]:
    """The game that was asked for, and the seats of whoever asked ("me")."""
    catalogue = fitting.catalogue
    rulebook = find_rulebook(catalogue, wanted.rulebook)
    choices = checked_choices(catalogue, rulebook.name, wanted.choices or {})
    seats = _seats(catalogue, rulebook, wanted.seats or {})
    try:
        setup = dict(wanted.setup or catalogue.build(rulebook.name, choices))
        rulebook.start(setup)
    except BattlematError as error:
        line = fitting.misfit(rulebook.name, choices, error)
        raise Problem(422, "bad-setup", line) from None
    persons = any(seat.kind != "machine" for seat in seats.values())
    pace = wanted.pace if wanted.pace is not None else (0 if persons else _BETWEEN_MACHINES)
    row = GameRow(
        new_game_id(),
        rulebook.name,
        rulebook.version,
        setup,
        None if wanted.typed else secrets.token_hex(16),
        tuple(_stored(player, seats[player]) for player in rulebook.players),
        now(),
        pace=pace,
    )
    return row, [player for player in rulebook.players if seats[player].kind == "me"]


def checked_choices(
    catalogue: Catalogue, rulebook: str, choices: Mapping[str, str]
) -> dict[str, str]:
    """The choices, each of them one that is offered, or all of them those of a guided game; the
    catalogue fills in the others. Where `random` is offered, `random:SEED` may be chosen, too, and
    any number where `own` is."""
    if any(dict(choices) == guide["choices"] for guide in catalogue.guides(rulebook)):
        return dict(choices)
    offered = {choice["key"]: choice for choice in catalogue.choices(rulebook)}
    for key, value in choices.items():
        if key not in offered:
            raise Problem(
                422,
                "bad-setup",
                say("there is no choice ''{key}''{hint}", key=key[:40], hint=_near(key, offered)),
            )
        ids = [option["id"] for option in offered[key]["options"]]
        seeded = "random" in ids and value.startswith("random:")
        if value not in ids and not seeded and not is_own_number(ids, value):
            near = _near(value, ids)
            raise Problem(
                422,
                "bad-setup",
                say("there is no {key} ''{value}''{near}", key=key, value=value[:40], near=near),
            )
    return dict(choices)


def brought_squads(
    catalogue: Catalogue, wanted: Wanted, texts: Mapping[str, str]
) -> tuple[str, dict[str, str], dict[str, Brought]]:
    """The rulebook, what is agreed beside the squads, and the squads: those of the texts that
    somebody brings along, by the players who lead them, and what was chosen for the others."""
    rulebook = find_rulebook(catalogue, wanted.rulebook)
    if any(seat.kind == "friend" for seat in (wanted.seats or {}).values()):
        message = say(
            "against another person squads are brought to a muster, "
            "where each stays secret until both are in"
        )
        raise Problem(422, "bad-setup", message)
    offered = [choice["key"] for choice in catalogue.choices(rulebook.name)]
    for player in texts:
        if player not in rulebook.players or player not in offered:
            raise Problem(
                422, "bad-setup", say("nobody brings a squad for ''{player}''", player=player[:40])
            )
    chosen = checked_choices(catalogue, rulebook.name, wanted.choices or {})
    terms = {key: one for key, one in chosen.items() if key not in rulebook.players}
    shipped = {one: Brought(shipped=chosen[one]) for one in rulebook.players if one in chosen}
    return rulebook.name, terms, shipped | {one: Brought(text=text) for one, text in texts.items()}


def _near(word: str, known: Any) -> str:
    return did_you_mean(word[:80], known)


def _seats(
    catalogue: Catalogue, rulebook: Rulebook[Any], wanted: Mapping[str, WantedSeat]
) -> dict[str, WantedSeat]:
    for player in wanted:
        if player not in rulebook.players:
            near = _near(player, rulebook.players)
            raise Problem(
                422,
                "bad-setup",
                say("there is no player ''{player}''{near}", player=player[:40], near=near),
            )
    known = catalogue.machines()
    machines = [machine["name"] for machine in known]
    usual = next((machine["name"] for machine in known if machine["default"]), machines[0])
    seats: dict[str, WantedSeat] = {}
    for player in rulebook.players:
        default = WantedSeat("me") if not wanted and not seats else WantedSeat("machine")
        seat = wanted.get(player, default)
        if seat.kind == "machine":
            seat = replace(seat, machine=known_as(seat.machine or usual))
            if seat.machine not in machines:
                near = _near(seat.machine or "", machines)
                raise Problem(
                    422,
                    "bad-setup",
                    say("there is no machine ''{machine}''{near}", machine=seat.machine, near=near),
                )
        else:
            must_not_pose(seat.name, rulebook.players)
            seat = replace(seat, machine=None)
        seats[player] = seat
    return seats


def _stored(player: str, seat: WantedSeat) -> Seat:
    kind = "machine" if seat.kind == "machine" else "person"
    name = seat.name if seat.kind != "friend" else ""
    return Seat(player, kind, name, seat.machine)


def branched_row(table: Table, step: int | None) -> GameRow:
    """A practice copy of a game from a step on, in which every seat of a person is yours."""
    with table.lock:
        history = table.play.history
        at = history.step if step is None else step
        if not 0 <= at <= history.step:
            raise Problem(
                404, "unknown-step", say("the game has steps 0 to {step}", step=history.step)
            )
        texts = tuple(text for _, text in history.texts[:at])
    parent = {"game": table.id, "step": at}
    row = practice_row(table.rulebook, dict(table.row.setup), texts, parent)
    return replace(row, seats=_who_plays(table.row.seats))


def _who_plays(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Machines play on in a practice copy as they did; whoever tries it out has every other seat,
    and all where machines played each other."""
    if all(seat.kind == "machine" for seat in seats):
        return tuple(Seat(seat.player, "person") for seat in seats)
    return tuple(seat if seat.kind == "machine" else Seat(seat.player, "person") for seat in seats)


def practice_row(
    rulebook: Rulebook[Any],
    setup: dict[str, Any],
    texts: tuple[str, ...],
    parent: dict[str, Any] | None,
) -> GameRow:
    """A game to try things out, after answers that were given before."""
    return GameRow(
        new_game_id(),
        rulebook.name,
        rulebook.version,
        setup,
        secrets.token_hex(16),
        tuple(Seat(player, "person") for player in rulebook.players),
        now(),
        prefix=texts,
        practice=True,
        parent=parent,
    )


def rematch_row(table: Table) -> GameRow:
    """The same battle with new dice, everyone in the seat they had."""
    old = table.row
    return replace(
        old,
        id=new_game_id(),
        seed=secrets.token_hex(16) if old.seed is not None else None,
        seats=tuple(replace(seat, name=table.play.names[seat.player]) for seat in old.seats),
        created=now(),
        prefix=(),
        parent={"game": old.id, "step": table.play.history.step},
    )


def renewed_row(before: Table, id: str, created: str) -> GameRow:
    """A game that goes on under today's rules from where an older one is proved to have stood."""
    old = before.row
    texts = tuple(text for _, text in before.play.history.texts)
    return replace(
        old,
        id=id,
        version=before.rulebook.version,
        seed=secrets.token_hex(16) if old.seed is not None else None,
        seats=tuple(replace(seat, name=before.play.names[seat.player]) for seat in old.seats),
        created=created,
        prefix=texts,
        parent={"game": old.id, "step": len(texts)},
    )


def renewal_told(before: Table) -> str:
    """What the log of a game that goes on says of where it comes from."""
    return (
        f"The game goes on from answer {len(before.play.line)} of game {before.row.id}, "
        f"by agreement, under version {before.rulebook.version} of the rules."
    )
