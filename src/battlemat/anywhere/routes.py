"""The requests that a page's own house answers, by method and path, as docs/api.md tells them.

What needs strangers, clocks or a database (lobby, seats by link, talk, musters) is not here; the
page knows that by `ABILITIES` and does not offer it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from battlemat.anywhere.house import House, Work
from battlemat.kernel.errors import BattlematError, Refusal, Refused
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import FORMAT, read, record, resume
from battlemat.tables import agreeing
from battlemat.tables.catalogue import told_of
from battlemat.tables.ledger.agreements import Concede
from battlemat.tables.ledger.moves import Nonce
from battlemat.tables.ledger.talk import Policy
from battlemat.tables.making import (
    Wanted,
    WantedSeat,
    branched_row,
    find_rulebook,
    new_row,
    practice_row,
    rematch_row,
)
from battlemat.tables.problems import Problem, refused
from battlemat.tables.table import Table
from battlemat.tables.view import looking, views
from battlemat.tables.view.board import board_of
from battlemat.tables.view.ending import end_report, weighed
from battlemat.tables.view.rule_text import clause_text, ranked
from battlemat.tables.view.why import Pointed

At: TypeAlias = Mapping[str, str]
Given: TypeAlias = Mapping[str, Any]
Route: TypeAlias = Callable[[House, At, Given, Given], str | Work]
ABILITIES = ("machines", "practice", "files")
_MOST_CLAUSES = 30


def find_route(method: str, path: str) -> tuple[Route, At]:
    """The route of a request and what stands in its path; 404 if there is none."""
    for wanted, pattern, route in _ROUTES:
        if wanted == method and (found := pattern.fullmatch(path)):
            return route, found.groupdict()
    raise Problem(404, "not-here", "this needs a server; a page alone cannot do it")


# ---------------------------------------------------------------------- around the games


def catalogue(house: House, _at: At, _query: Given, _body: Given) -> str:
    """Rulebooks with what may be chosen, and machine players."""
    return json.dumps({**told_of(house.catalogue), "lab": {"games": 0, "levels": []}})


def choices(house: House, at: At, _query: Given, _body: Given) -> str:
    """The choices once one is decided."""
    rulebook = find_rulebook(house.catalogue, at["rulebook"]).name
    return json.dumps({"choices": house.fitting.beside(rulebook, at["key"], at["option"])})


def clause(house: House, at: At, _query: Given, _body: Given) -> str:
    """The text of a clause."""
    return json.dumps(clause_text(find_rulebook(house.catalogue, at["rulebook"]), at["clause"]))


def clauses(house: House, at: At, query: Given, _body: Given) -> str:
    """Clauses by words, best first."""
    book = find_rulebook(house.catalogue, at["rulebook"])
    best = ranked(book.register, str(query.get("search", "")))[:_MOST_CLAUSES]
    return json.dumps({"clauses": [clause_text(book, one.id) for one in best]})


def games(house: House, _at: At, _query: Given, _body: Given) -> str:
    """The games of this page, the newest first."""
    found, outlived = [], []
    for row in sorted(house.keeper.games.values(), key=lambda one: one.created, reverse=True):
        try:
            table = house.table(row.id)
        except Problem:
            outlived.append({"id": row.id, "rulebook": row.rulebook, "created": row.created})
            continue
        found.append(views.summary(board_of(table, [], log=False), house.viewer(table)))
    return json.dumps({"games": found, "outlived": outlived})


def new_game(house: House, _at: At, _query: Given, body: Given) -> str:
    """Make a game."""
    seats = {
        player: WantedSeat(seat["kind"], seat.get("name") or "", seat.get("machine"))
        for player, seat in (body.get("seats") or {}).items()
    }
    # Two people at one page sit in front of it together: nobody is invited from here.
    here = {
        player: replace(one, kind="me") if one.kind == "friend" else one
        for player, one in seats.items()
    }
    typed = body.get("dice") == "typed"
    wanted = Wanted(body.get("rulebook"), body.get("choices"), here, typed, body.get("pace"))
    row, mine = new_row(house.fitting, wanted)
    return house.state(house.begin(row, mine))


def open_file(house: House, _at: At, _query: Given, body: Given) -> str:
    """Open a record or a scenario as a practice game."""
    text = str(body.get("text", "")).lstrip("\ufeff")
    try:
        if text.startswith(FORMAT):
            saved = read(text)
            game = resume(house.catalogue.find(saved.rulebook), saved)
        else:
            game = house.catalogue.open_scenario(text)
        texts = tuple(one for _, one in record(game, traced=False).answers)
    except BattlematError as error:
        line = " / ".join(str(error).splitlines())[:1000]
        raise Problem(422, "bad-file", line) from None
    row = practice_row(game.rulebook, dict(game.setup), texts, None)
    return house.state(house.begin(row, list(game.rulebook.players)))


# ---------------------------------------------------------------------- looking at a game


def state(house: House, at: At, _query: Given, _body: Given) -> str:
    """The state, with the newest lines of the log."""
    return house.state(house.table(at["game"]))


def log(house: House, at: At, query: Given, _body: Given) -> str:
    """The lines of the log before one of them."""
    return json.dumps(views.log_page(house.table(at["game"]), int(query["before"])))


def options(house: House, at: At, query: Given, _body: Given) -> str:
    """More options of the question that stands."""
    table = house.table(at["game"])
    found = views.options(table, house.viewer(table), int(query.get("after", 0)))
    return table.writer.drawn(found)


def why(house: House, at: At, query: Given, _body: Given) -> str:
    """Why an answer is not legal."""
    parts = [str(query.get(name, "")) for name in ("piece", "target", "place", "group")]
    return looking.reasons(house.table(at["game"]), query.get("text"), Pointed(*parts))


def overlays(house: House, at: At, query: Given, _body: Given) -> str:
    """Reach, sight and threat of a piece."""
    return looking.overlays(house.table(at["game"]), str(query.get("piece", "")))


def preview(house: House, at: At, query: Given, _body: Given) -> str:
    """What an option would cover."""
    return looking.preview(house.table(at["game"]), str(query.get("text", "")))


def measure(house: House, at: At, query: Given, _body: Given) -> str:
    """A ruler between two things."""
    table = house.table(at["game"])
    return looking.ruler(table, str(query.get("start", "")), str(query.get("end", "")))


def clause_as_read(house: House, at: At, _query: Given, _body: Given) -> str:
    """A clause as this game reads it."""
    return looking.clause(house.table(at["game"]), at["clause"])


def position(house: House, at: At, _query: Given, _body: Given) -> str:
    """The position after so many answers."""
    return looking.position(house.table(at["game"]), int(at["step"]))


def record_text(house: House, at: At, _query: Given, _body: Given) -> str:
    """The record of the game as it stands, as a text in JSON."""
    return json.dumps(looking.record(house.table(at["game"])))


# ---------------------------------------------------------------------- worked out elsewhere


def odds(house: House, at: At, query: Given, _body: Given) -> Work:
    """Exact odds of an option."""
    table, text = house.table(at["game"]), str(query.get("text", ""))
    table.play.must_be_on()

    def then(found: Any) -> str:
        if "refused" in found:
            reason, because = found["refused"]
            refusal = Refused(text, Refusal(reason, because), 0)
            raise refused(refusal, table.rulebook, table.play.asked)
        return json.dumps(found)

    return Work("odds", table, (text,), then)


def hint(house: House, at: At, _query: Given, _body: Given) -> Work:
    """What a strong level would do, and why."""
    table = house.table(at["game"])
    table.play.must_be_on()
    if not isinstance(table.play.question, Choice):
        raise Problem(409, "not-asked", "there is nothing to choose now")
    return Work("hint", table, (), json.dumps)


def report(house: House, at: At, _query: Given, _body: Given) -> str | Work:
    """The report at the end of a game."""
    table = _over(house, at)
    if table.view.findings.course is not None:
        return json.dumps(end_report(table))

    def then(found: Any) -> str:
        table.view.findings.course = found
        return json.dumps(end_report(table))

    return Work("retell", table, (), then)


def review(house: House, at: At, _query: Given, _body: Given) -> str | Work:
    """What was choice in a finished game, and what was luck."""
    table = _over(house, at)
    if table.view.findings.review is not None:
        return json.dumps(weighed(table))

    def then(found: Any) -> str:
        table.view.findings.review = found
        return json.dumps(weighed(table))

    return Work("look over", table, (), then)


def _over(house: House, at: At) -> Table:
    table = house.table(at["game"])
    if table.play.ending is None:
        raise Problem(409, "not-over", "the game is not over yet")
    return table


# ---------------------------------------------------------------------- changing a game


def answer(house: House, at: At, _query: Given, body: Given) -> str:
    """Answer the question that stands."""
    table = house.table(at["game"])
    who, play = house.viewer(table), table.play
    if play.question is not None and who.seats.isdisjoint(play.answerers()):
        raise Problem(403, "not-your-seat", "another seat is asked now")
    number, text = int(body["number"]), str(body["text"])
    return house.act(table, lambda: table.answer(number, text, "person"))


def undo(house: House, at: At, _query: Given, body: Given) -> str:
    """Take your last answer back."""
    table = house.table(at["game"])
    who, player = house.viewer(table), body.get("player")
    return house.act(table, lambda: agreeing.undo(table, who, player))


def offer(house: House, at: At, _query: Given, body: Given) -> str:
    """Offer a draw or a rematch."""
    table = house.table(at["game"])
    who = house.viewer(table)
    player, kind = who.acting(body.get("player")), str(body["kind"])
    return house.act(table, lambda: agreeing.offer(table, who, player, kind, _rematch(house)))


def answer_offer(house: House, at: At, _query: Given, body: Given) -> str:
    """Accept or decline an offer."""
    table = house.table(at["game"])
    who, number = house.viewer(table), int(at["number"])

    def do() -> Any:
        player, yes = body.get("player"), bool(body["accept"])
        return agreeing.answer_offer(table, who, number, player, _rematch(house), accept=yes)

    return house.act(table, do)


def _rematch(house: House) -> agreeing.Rematch:
    def begin(table: Table) -> str:
        row = rematch_row(table)
        return house.begin(row, [one for one in table.people() if one in table.claimed]).id

    return begin


def concede(house: House, at: At, _query: Given, body: Given) -> str:
    """Give the game up."""
    table = house.table(at["game"])
    player = house.viewer(table).acting(body.get("player"))
    return house.act(table, lambda: table.end(Concede(player)))


def nonce(house: House, at: At, _query: Given, body: Given) -> str:
    """Mix something of your own into all dice to come."""
    table = house.table(at["game"])
    player = house.viewer(table).acting(body.get("player"))
    table.play.must_be_on()
    return house.act(table, lambda: table.say(Nonce(player, str(body["nonce"]))))


def policy(house: House, at: At, _query: Given, body: Given) -> str:
    """When a seat wants to be asked at optional windows."""
    table = house.table(at["game"])
    player = house.viewer(table).acting(body.get("player"))
    return house.act(table, lambda: table.say(Policy(player, str(body["policy"]))))


def forget(house: House, at: At, _query: Given, _body: Given) -> str:
    """Remove a game."""
    house.forget(house.table(at["game"]))
    return json.dumps({"removed": True})


def practice(house: House, at: At, _query: Given, body: Given) -> str:
    """Branch off a practice copy."""
    row = branched_row(house.table(at["game"]), body.get("step"))
    mine = [seat.player for seat in row.seats if seat.kind == "person"]
    return house.state(house.begin(row, mine))


def mutes(_house: House, _at: At, _query: Given, _body: Given) -> str:
    """Whom this person does not want to hear: there is nobody else."""
    return json.dumps({"muted": []})


def _route(method: str, path: str, route: Route) -> tuple[str, re.Pattern[str], Route]:
    return method, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)), route


_GAME = "/api/games/{game}"
_ROUTES = [
    _route("GET", "/api/catalogue", catalogue),
    _route("GET", "/api/rulebooks/{rulebook}/choices/{key}/{option}", choices),
    _route("GET", "/api/rulebooks/{rulebook}/clauses/{clause}", clause),
    _route("GET", "/api/rulebooks/{rulebook}/clauses", clauses),
    _route("GET", "/api/games", games),
    _route("POST", "/api/games", new_game),
    _route("POST", "/api/open", open_file),
    _route("GET", _GAME, state),
    _route("GET", f"{_GAME}/log", log),
    _route("GET", f"{_GAME}/options", options),
    _route("GET", f"{_GAME}/why", why),
    _route("GET", f"{_GAME}/overlays", overlays),
    _route("GET", f"{_GAME}/preview", preview),
    _route("GET", f"{_GAME}/measure", measure),
    _route("GET", f"{_GAME}/clauses/{{clause}}", clause_as_read),
    _route("GET", f"{_GAME}/positions/{{step}}", position),
    _route("GET", f"{_GAME}/record", record_text),
    _route("GET", f"{_GAME}/odds", odds),
    _route("GET", f"{_GAME}/hint", hint),
    _route("GET", f"{_GAME}/report", report),
    _route("GET", f"{_GAME}/review", review),
    _route("GET", f"{_GAME}/mutes", mutes),
    _route("POST", f"{_GAME}/answers", answer),
    _route("POST", f"{_GAME}/undo", undo),
    _route("POST", f"{_GAME}/offers", offer),
    _route("POST", f"{_GAME}/offers/{{number}}", answer_offer),
    _route("POST", f"{_GAME}/concede", concede),
    _route("POST", f"{_GAME}/nonce", nonce),
    _route("POST", f"{_GAME}/policy", policy),
    _route("POST", f"{_GAME}/forget", forget),
    _route("POST", f"{_GAME}/practice", practice),
]
