"""What takes its time and is worked out by the other engine: odds, hints, reports."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from battlemat.anywhere.house import Found, House, Work
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.kernel.errors import Refusal, Refused
from battlemat.kernel.questions import Choice
from battlemat.kernel.words import say
from battlemat.tables.problems import Problem, refused
from battlemat.tables.seats.viewers import hints_given
from battlemat.tables.table import Table
from battlemat.tables.view.ending import end_report, weighed
from battlemat.tables.view.painting import Findings
from battlemat.tables.work.jobs import place_before


def odds(house: House, at: At, query: Given, _body: Given) -> Work:
    """Exact odds of an option."""
    table, text = house.table(at["game"]), str(query.get("text", ""))
    armed = str(query.get("armed", ""))
    table.play.must_be_on()
    steps = len(place_before(table, armed).answers) if armed else None
    then = partial(unless_refused, table, text, table.play.asked)
    return Work("odds", (text, armed), then, table, steps)


def unless_refused(table: Table, text: str, number: int, found: Any) -> str:
    """What was found for an answer, as JSON; a problem where the rules refuse it."""
    if "refused" in found:
        reason, because = found["refused"]
        raise refused(Refused(text, Refusal(reason, because), 0), table.rulebook, number)
    return json.dumps(found)


def area(house: House, at: At, query: Given, _body: Given) -> Work:
    """Where an open answer would be legal, as outlines."""
    table = house.table(at["game"])
    table.play.must_be_on()
    return Work("area", (str(query.get("text", "")),), json.dumps, table)


def hint(house: House, at: At, _query: Given, _body: Given) -> Work:
    """What a strong level would do, and why."""
    table = house.table(at["game"])
    table.play.must_be_on()
    if not hints_given(table, house.viewer(table), table.play.gallery.hinting):
        raise Problem(
            409, "hints-off", say("hints are off between people, unless all of them agree")
        )
    if not isinstance(table.play.question, Choice):
        raise Problem(409, "not-asked", say("there is nothing to choose now"))
    return Work("hint", (), json.dumps, table)


# ---------------------------------------------------------------------- after the end


def report(house: House, at: At, _query: Given, _body: Given) -> Found:
    """The report at the end of a game."""
    table = _over(house, at)

    def note(findings: Findings, found: Any) -> None:
        findings.course = found

    known = table.view.findings.course is not None
    return _found_out(table, end_report, "retell", note, known=known)


def review(house: House, at: At, _query: Given, _body: Given) -> Found:
    """What was choice in a finished game, and what was luck."""
    table = _over(house, at)

    def note(findings: Findings, found: Any) -> None:
        findings.review = found

    known = table.view.findings.review is not None
    return _found_out(table, weighed, "look over", note, known=known)


def _found_out(
    table: Table,
    tell: Callable[[Table], dict[str, Any]],
    task: str,
    note: Callable[[Findings, Any], None],
    *,
    known: bool,
) -> Found:
    """What is told of a finished game, once it has been found out."""
    if known:
        return json.dumps(tell(table))

    def then(found: Any) -> str:
        note(table.view.findings, found)
        return json.dumps(tell(table))

    return Work(task, (), then, table)


def _over(house: House, at: At) -> Table:
    table = house.table(at["game"])
    if table.play.ending is None:
        raise Problem(409, "not-over", say("the game is not over yet"))
    return table


ROUTES = below(
    "/api/games/{game}",
    [
        ("GET", "/odds", odds),
        ("GET", "/area", area),
        ("GET", "/hint", hint),
        ("GET", "/report", report),
        ("GET", "/review", review),
    ],
)
