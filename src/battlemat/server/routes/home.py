"""Routes of the front door: what can be played, clause texts, and new games."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from battlemat import __version__
from battlemat.kernel.words import say, spoken
from battlemat.lab.squad_duel import lab_levels
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.hosting.creation import create_game, open_file
from battlemat.server.hosting.lobby import Wish
from battlemat.server.hosting.squads import with_squads
from battlemat.server.quick_json import dumps
from battlemat.server.routes import requests, responses
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    TheAsker,
    TheServices,
    errors,
    send_json,
    show_new,
    while_present,
)
from battlemat.server.routes.fitted import fit_lead, fitted
from battlemat.server.routes.people_responses import Words
from battlemat.server.routes.study_responses import Catalogue, Choices
from battlemat.server.store.store import Store
from battlemat.tables.catalogue import told_of
from battlemat.tables.making import Wanted, WantedSeat, find_rulebook
from battlemat.tables.play.clocks import (
    DAY,
    DAYS,
    HURRY,
    INCREMENT,
    PATIENCE,
    ClockTerms,
    Terms,
)
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import viewer
from battlemat.tables.table import Table
from battlemat.tables.view import views
from battlemat.tables.view.board import Board, board_of
from battlemat.tables.view.rule_text import clause_text, ranked

router = APIRouter(prefix="/api")
_MOST_GAMES = 50
_MOST_CLAUSES = 20
Named = Annotated[str, Path(max_length=80)]


@router.get("/health", responses=errors(400, 405, 429))
async def health(services: TheServices) -> responses.Health:
    """Whether the server is up, and whether it reaches its games."""
    away = services.tables.store.away
    return responses.Health(ok=not away, version=__version__, store="away" if away else "ok")


@router.get("/ready", responses=errors(400, 405, 429, 503))
async def ready(request: Request, services: TheServices) -> responses.Ready:
    """Whether the server wants to be sent people: it reaches its games, and is not about to end."""
    if services.tables.store.away:
        raise Problem(503, "store-away", say("the games cannot be reached at the moment"))
    if request.app.state.draining or services.tables.ending:
        raise Problem(503, "ending", say("this server is shutting down; another one takes over"))
    return responses.Ready(ready=True)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, services: TheServices) -> Response:
    """What the server counts of itself, for Prometheus, if it was started with metrics."""
    if not services.settings.metrics:
        raise Problem(404, "not-found", say("there is nothing at this address"))
    gauges = {**services.tables.gauges(), "answers_waiting": services.answers.waiting}
    text = request.app.state.metrics.text(gauges)
    return Response(text, media_type="text/plain; version=0.0.4")


@router.get("/catalogue", response_model=Catalogue, responses=errors(400, 405, 429))
def catalogue(services: TheServices) -> Response:
    """Rulebooks with what may be chosen, machine players, and what the laboratory plays."""
    told = told_of(services.tables.catalogue)
    told["lab"] = {"games": services.settings.limits.lab_games, "levels": lab_levels()}
    return send_json(dumps(told))


@router.get(
    "/rulebooks/{rulebook}/choices/{key}/{option}",
    response_model=Choices,
    responses=LOOKING,
)
async def fitting_choices(
    rulebook: Named,
    key: Named,
    option: Annotated[str, Path(max_length=200)],
    services: TheServices,
    request: Request,
) -> Response:
    """The choices once one is decided: only what fits it, and what is usual with it."""
    find_rulebook(services.tables.catalogue, rulebook)
    found = await fitted(services.tables, rulebook, key, option, address_of(request.scope))
    return send_json(dumps({"choices": found}))


@router.get(
    "/rulebooks/{rulebook}/picture.png",
    response_class=Response,
    responses={**LOOKING, 200: {"content": {"image/png": {"schema": {"type": "string"}}}}},
)
def picture_of_board(
    rulebook: Named,
    services: TheServices,
    mission: Annotated[str | None, Query(max_length=80)] = None,
    map: Annotated[str | None, Query(max_length=80)] = None,
) -> Response:
    """The board on which a game begins: that of the mission, or the map that was chosen for it."""
    find_rulebook(services.tables.catalogue, rulebook)
    chosen = {key: one for key, one in (("mission", mission), ("map", map)) if one is not None}
    image = services.boards.of(rulebook, chosen)
    return Response(image, media_type="image/png", headers={"cache-control": "max-age=3600"})


@router.get(
    "/rulebooks/{rulebook}/cover.jpg",
    response_class=Response,
    responses={**LOOKING, 200: {"content": {"image/jpeg": {"schema": {"type": "string"}}}}},
)
def picture_of_game(rulebook: Named, services: TheServices) -> Response:
    """A picture of the game in play, where its pack has one."""
    find_rulebook(services.tables.catalogue, rulebook)
    picture = services.tables.catalogue.about(rulebook).cover.picture
    if picture is None:
        raise Problem(
            404, "no-picture", say("there is no picture of {rulebook}", rulebook=rulebook)
        )
    headers = {"cache-control": "max-age=3600"}
    return Response(picture.read_bytes(), media_type="image/jpeg", headers=headers)


@router.get(
    "/rulebooks/{rulebook}/clauses/{clause}", response_model=responses.ClauseText, responses=LOOKING
)
def one_clause(
    rulebook: Named, clause: Annotated[str, Path(max_length=200)], services: TheServices
) -> Response:
    """The text of a clause."""
    return send_json(dumps(clause_text(find_rulebook(services.tables.catalogue, rulebook), clause)))


@router.get("/rulebooks/{rulebook}/clauses", response_model=responses.Clauses, responses=LOOKING)
def search_clauses(
    rulebook: Named, services: TheServices, search: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    """Clauses by words, best first."""
    book = find_rulebook(services.tables.catalogue, rulebook)
    best = ranked(book.register, search)[:_MOST_CLAUSES]
    return send_json(dumps({"clauses": [clause_text(book, one.id) for one in best]}))


@router.get("/games", response_model=responses.Summaries, responses=errors(400, 405, 429, 503))
async def my_games(services: TheServices, asker: TheAsker) -> Response:
    """The games in which you hold a seat, or that you made."""
    games: list[dict[str, Any]] = []
    outlived: list[dict[str, Any]] = []
    if asker.fresh is None:
        store = services.tables.store
        for id in await for_request(store.games_of, asker.holder, _MOST_GAMES):
            try:
                sight = await services.tables.look(id)
            except Problem as problem:
                if problem.status != 409:
                    raise
                if problem.error == "other-version":
                    outlived += await for_request(_outlived, store, id)
                continue
            games.append(await for_request(_summary, sight, asker.holder))
    return send_json(dumps({"games": games, "outlived": outlived}))


def _outlived(store: Store, id: str) -> list[dict[str, Any]]:
    """A game that its rules have left behind: it can be looked back at, and not played."""
    asleep = store.asleep(id)
    if asleep is None:
        return []
    row = asleep.row
    return [{"id": row.id, "rulebook": row.rulebook, "created": row.created}]


def _summary(sight: Table | Board, holder: str) -> dict[str, Any]:
    if isinstance(sight, Board):
        return views.summary(sight, viewer(sight, holder))
    with sight.lock:
        return views.summary(board_of(sight, [], log=False), viewer(sight, holder))


@router.post("/games", status_code=201, response_model=responses.State, responses=ACTING)
async def new_game(
    wish: requests.NewGame, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """Make a game."""
    address = address_of(request.scope)
    services.rates.game(address)
    seats = {
        player: WantedSeat(seat.kind, seat.name, seat.machine)
        for player, seat in wish.seats.items()
    }
    typed = wish.dice == "typed"
    terms = terms_of(wish.clock, wish.open)
    wanted = Wanted(wish.rulebook, wish.choices, seats, typed, wish.pace, wish.nonces, terms)
    kinds, lobby = [seat.kind for seat in seats.values()], services.lobby
    if wish.open is not None:
        services.rates.offer(address, asker.holder)
        await for_request(lobby.may_offer, kinds, asker.holder, address)
        rulebook = find_rulebook(services.tables.catalogue, wish.rulebook).name
        await fit_lead(services.tables, rulebook, wish.choices, address)
    brought = with_squads(services.tables, wanted, wish.squads, address)
    wanted = await while_present(request, brought)
    table = await for_request(create_game, services.tables, wanted, asker.holder)
    table.address = address
    if wish.open is not None:
        said = Wish(wish.open.pace, wish.open.level, wish.open.wish)
        await for_request(lobby.offer, table, said, wish.choices, asker.holder)
    return await show_new(services, table, asker)


def terms_of(
    clock: requests.RealTime | requests.ByLetter | None, open: requests.ToAnybody | None
) -> Terms | None:
    """What a new game's wish says about time; None if it says nothing."""
    if clock is None and open is None:
        return None
    patience = HURRY if open is not None and open.pace == "live" else PATIENCE
    if clock is None:
        return Terms(None, patience)
    if isinstance(clock, requests.ByLetter):
        return Terms(ClockTerms(DAYS, clock.days * DAY), patience)
    return Terms(ClockTerms(INCREMENT, clock.minutes * 60, clock.seconds), patience)


@router.post("/open", status_code=201, response_model=responses.State, responses=ACTING)
async def open_a_file(
    file: requests.File, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """Open a record or a scenario as a practice game."""
    address = address_of(request.scope)
    services.rates.game(address)
    opening = open_file(services.tables, file.text, asker.holder, address)
    return await show_new(services, await while_present(request, opening), asker)


@router.get("/words")
def words() -> Words:
    """What this house says instead of the English sentences; none where it speaks English."""
    found = spoken()
    # A language of marks is no language that a browser counts in.
    language = found.language if found.sentences else "en"
    return Words(language=language, sentences=dict(found.sentences), marks=list(found.marks))
