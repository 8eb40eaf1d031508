"""Campaign files read and checked: everything that is wrong is told at once, with its line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.memo import Memo
from battlemat.packs import registry
from battlemat.packs.campaigns.values import (
    BOOK,
    FOE,
    OUTCOMES,
    TALLIES,
    YOU,
    Battle,
    Bonus,
    Campaign,
    Carry,
    Check,
    Choice,
    End,
    Group,
    Option,
    Point,
    Rounds,
    Side,
    Text,
    Throw,
)
from battlemat.packs.places import Known, Place, checked, go_on
from battlemat.packs.problems import ContentError, nearest
from battlemat.packs.schema import (
    flag,
    list_of,
    may,
    need,
    one_of,
    pattern,
    picked,
    record,
    slug,
    table,
    text,
    variant,
    whole,
)
from battlemat.packs.setups import build_setup, choices
from battlemat.packs.yaml_source import Source, read_file, read_text

KIND = "campaign"
FACES = 6
MOST_POINTS = 60
SMALLEST_GROUP, LARGEST_GROUP = 3, 8
MOST_GAMES = 7
"""Eight who meet each other once do it in seven rounds."""

_BONUS = record(may(points=whole(-99, 99), cap=whole(-99, 99)))
_GIVES = record(may(won=_BONUS, drawn=_BONUS, lost=_BONUS))
_NEXT = slug()
_SAYS = {**need(text=text()), **may(name=text())}
_OPTION = record(need(text=text(), then=_NEXT), may(gives=_BONUS))
_ROW = record(need(to=whole(1, FACES), then=_NEXT))
_GAME = table(slug(), text(), least=1)
_POINTS = {
    "battle": record(
        need(kind=one_of("battle"), won=_NEXT, drawn=_NEXT, lost=_NEXT),
        _SAYS,
        need(game=_GAME),
        may(gives=_GIVES),
    ),
    "rounds": record(
        need(kind=one_of("rounds"), then=_NEXT, games=list_of(_GAME, least=1, most=MOST_GAMES)),
        _SAYS,
        may(gives=_GIVES),
    ),
    "choice": record(need(kind=one_of("choice"), options=table(slug(), _OPTION, least=2)), _SAYS),
    "text": record(need(kind=one_of("text"), then=_NEXT), _SAYS),
    "dice": record(need(kind=one_of("dice"), rows=list_of(_ROW, least=1, most=FACES)), _SAYS),
    "check": record(
        need(kind=one_of("check"), of=one_of(*TALLIES), least=whole(-999, 9999)),
        need(then=_NEXT, otherwise=_NEXT),
        _SAYS,
    ),
    "end": record(need(kind=one_of("end")), may(result=one_of(*OUTCOMES)), _SAYS),
}
_SIDE = record(need(squad=text(), colour=pattern(r"[a-z]+", "the name of a side")))
_BY_BOOK = one_of(BOOK)
_BY_FILE = record(may(won=whole(0, 99), drawn=whole(0, 99), lost=whole(0, 99)))
_CARRY = record(
    need(
        gains=picked(
            lambda one: _BY_FILE if isinstance(one, Mapping) else _BY_BOOK, _BY_BOOK, _BY_FILE
        )
    ),
    may(rests=flag(), learns=flag()),
)
_MANY = whole(SMALLEST_GROUP, LARGEST_GROUP)
_GROUP = record(need(least=_MANY, most=_MANY, squads=list_of(text(), least=1, most=20)))
CAMPAIGN = record(
    need(kind=one_of(KIND), id=slug(), rulebook=one_of(*registry.names()), name=text()),
    need(text=text(), carry=_CARRY),
    may(sides=record(need(you=_SIDE, foe=_SIDE)), group=_GROUP),
    need(start=_NEXT, points=table(slug(), variant("kind", _POINTS), least=2)),
)


def is_campaign(source: Source) -> bool:
    """Whether a file says that it is a campaign; they are alike in all rulebooks."""
    return isinstance(source.value, Mapping) and source.value.get("kind") == KIND


def read_campaign(source: Source) -> Campaign:
    """The campaign of a file, or `ContentError` with everything that is wrong with it."""
    found: Known = checked(source, _campaign)
    return _made(found, dict(source.value))


@Memo("the text of a campaign file and what it is called", bound=32)
def campaign_in(text: str, file: str = "the campaign") -> Campaign:
    """The campaign in a text."""
    return read_campaign(read_text(text, file))


def shipped(rulebook: str) -> Mapping[str, Path]:
    """The campaigns that are shipped for a rulebook, by id."""
    return registry.book(rulebook).shipped.files(KIND)


def group_of(file: Path) -> Group | None:
    """Who may play a shipped campaign as a group: one key of a file that is known to be sound."""
    return _group(read_file(file).value.get("group"))


# ------------------------------------------------------------------ what only the whole tells


def _campaign(value: Any, place: Place) -> Any:
    found: Known = CAMPAIGN(value, place)
    go_on(place, lambda: _leads_somewhere(found, place))
    go_on(place, lambda: _is_for_two_or_a_group(found, place))
    go_on(place, lambda: _sides_are_known(found, place))
    go_on(place, lambda: _book_says(found, place))
    for name, point in (found.known("points") or {}).items():
        at = place / "points" / name
        go_on(place, partial(_point_holds, found, point, at))
    return found


def _leads_somewhere(found: Known, place: Place) -> None:
    """Every point that is named is there, each is reached, and every way comes to an end."""
    points = found["points"]
    nexts: dict[str, set[str]] = {}
    for name, point in points.items():
        nexts[name] = set()
        for path, then in _named(point):
            nexts[name].add(then)
            if then not in points:
                here = place / "points" / name
                for key in path:
                    here = here / key
                here.complain(f"there is no point '{then}'{nearest(then, points)}")
    if found["start"] not in points:
        near = nearest(found["start"], points)
        (place / "start").complain(f"there is no point '{found['start']}'{near}")
        return
    reached = _reached({found["start"]}, nexts)
    for name, point in points.items():
        met = point.known("kind") == "rounds"
        if met and name in _reached(nexts[name], nexts):
            (place / "points" / name).complain("a group meets here once; no way may lead back here")
        if name not in reached:
            (place / "points" / name).complain("no way leads to this point")
    ends = {name for name, point in points.items() if point.known("kind") == "end"}
    for name in reached & set(points):
        if not ends & _reached({name}, nexts):
            (place / "points" / name).complain("no way leads from here to an end")


def _reached(begun: set[str], nexts: Mapping[str, set[str]]) -> set[str]:
    found, left = set(begun), list(begun)
    while left:
        more = nexts.get(left.pop(), set()) - found
        found |= more
        left += more
    return found


def _named(point: Known) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The points that come after a point, and where it names them."""
    for key in (*OUTCOMES, "then", "otherwise"):
        if isinstance(point.known(key), str) and point.known(key):
            yield (key,), point.known(key)
    for name, option in (point.known("options") or {}).items():
        if option.known("then"):
            yield ("options", name, "then"), option.known("then")
    for n, row in enumerate(point.known("rows") or ()):
        if row.known("then"):
            yield ("rows", n, "then"), row.known("then")


def _is_for_two_or_a_group(found: Known, place: Place) -> None:
    if ("sides" in found) == ("group" in found):
        place.complain("either 'sides', for two forces, or 'group', for three players or more")
    elif "group" in found and found["group"]["least"] > found["group"]["most"]:
        (place / "group" / "least").complain("more are wanted than may play")


def _sides_are_known(found: Known, place: Place) -> None:
    if "sides" not in found:
        return
    players = registry.find(found["rulebook"]).players
    taken = []
    for who in (YOU, FOE):
        colour = found["sides"][who]["colour"]
        if colour not in players:
            here = place / "sides" / who / "colour"
            here.complain(f"'{colour}' is no side{nearest(colour, players)}")
        taken.append(colour)
    if len(set(taken)) < len(taken):
        (place / "sides").complain("both forces play the same side")


def _book_says(found: Known, place: Place) -> None:
    """What squads gain is the book's only where it says something."""
    rulebook, carry = found["rulebook"], found["carry"]
    living = registry.pack_of(rulebook).readers().living
    if living is None:
        (place / "rulebook").complain("units of this rulebook do not live on")
        return
    if carry["gains"] == BOOK and rulebook not in living.growing:
        what = "this book does not say what squads gain; say it here, as in {won: 2, lost: 1}"
        (place / "carry" / "gains").complain(what)
    if carry.get("learns") and living.learned is None:
        (place / "carry" / "learns").complain("units of this rulebook have no experience")


OF_TWO, OF_GROUPS = ("battle", "check"), ("rounds",)
"""Points that only two forces, or only a group, can come by."""


def _point_holds(found: Known, point: Known, at: Place) -> None:
    kind = point["kind"]
    group = "group" in found
    if kind in (OF_TWO if group else OF_GROUPS):
        (at / "kind").complain(
            "in a campaign of a group battles are fought in 'rounds', and nothing is checked"
            if group
            else "rounds are for a group; two forces fight a 'battle'"
        )
        return
    if kind == "end" and ("result" in point) == group:
        told = "the standings tell who won a campaign of a group; leave this out"
        (at / "result").complain(told if group else "'result' is missing")
    if kind == "dice":
        rows = [row["to"] for row in point["rows"]]
        if rows != sorted(set(rows)) or rows[-1] != FACES:
            (at / "rows").complain(f"the rows go upwards and the last goes to {FACES}")
    if kind == "battle":
        sides = {side["colour"]: side["squad"] for side in found["sides"].values()}
        _battle_holds(found, sides, point["game"], at / "game")
    if kind == "rounds":
        colours = registry.find(found["rulebook"]).players
        squads = found["group"]["squads"]
        for n, game in enumerate(point["games"]):
            for squad in squads if n == 0 else squads[:1]:
                sides = dict.fromkeys(colours, squad)
                _battle_holds(found, sides, game, at / "games" / n)


def _battle_holds(
    found: Known, sides: Mapping[str, str], game: Mapping[str, str], at: Place
) -> None:
    """The battle can be set up with the forces as they begin."""
    for key in game:
        if key in sides:
            (at / key).complain("the forces are those of the campaign; leave this out")
            return
    try:
        build_setup(found["rulebook"], **sides, **game)
    except ContentError as error:
        known = ", ".join(choices(found["rulebook"]))
        for problem in error.problems:
            at.complain(f"this battle cannot be set up: {problem.what}; it may say {known}")
    except BattlematError as error:
        at.complain(f"this battle cannot be set up: {error}")


# ------------------------------------------------------------------ typed values


def _made(found: Known, value: Mapping[str, Any]) -> Campaign:
    carry = found["carry"]
    gains: Any = carry["gains"]
    if isinstance(gains, Mapping):
        gains = {key: gains.get(key, 0) for key in OUTCOMES}
    return Campaign(
        found["id"],
        found["rulebook"],
        found["name"],
        _flat(found["text"]),
        {who: Side(one["squad"], one["colour"]) for who, one in found.get("sides", {}).items()},
        Carry(gains, carry.get("rests", False), carry.get("learns", False)),
        found["start"],
        {name: _point(name, point) for name, point in found["points"].items()},
        value,
        _group(found.get("group")),
    )


def _group(found: Mapping[str, Any] | None) -> Group | None:
    if found is None:
        return None
    return Group(found["least"], found["most"], tuple(found["squads"]))


def _point(id: str, point: Known) -> Point:
    """A point; where the file has no name for it, its id is one."""
    name = point.get("name") or id.replace("-", " ").capitalize()
    return _MAKERS[point["kind"]](point)._replace(name=_flat(name))


def _flat(said: str) -> str:
    return " ".join(said.split())


def _bonus(given: Mapping[str, int] | None) -> Bonus:
    return Bonus(**given) if given else Bonus()


def _gives(point: Known) -> Mapping[str, Bonus]:
    gives = point.get("gives", {})
    return {key: _bonus(gives.get(key)) for key in OUTCOMES}


def _battle(point: Known) -> Point:
    then = {key: point[key] for key in OUTCOMES}
    return Battle(_flat(point["text"]), dict(point["game"]), then, _gives(point))


def _rounds(point: Known) -> Point:
    games = tuple(dict(game) for game in point["games"])
    return Rounds(_flat(point["text"]), games, _gives(point), point["then"])


def _choice(point: Known) -> Point:
    options = {
        name: Option(_flat(one["text"]), one["then"], _bonus(one.get("gives")))
        for name, one in point["options"].items()
    }
    return Choice(_flat(point["text"]), options)


def _check(point: Known) -> Point:
    said = _flat(point["text"])
    return Check(said, point["of"], point["least"], point["then"], point["otherwise"])


_MAKERS: Mapping[str, Callable[[Known], Point]] = {
    "battle": _battle,
    "rounds": _rounds,
    "choice": _choice,
    "text": lambda point: Text(_flat(point["text"]), point["then"]),
    "dice": lambda point: Throw(
        _flat(point["text"]), tuple((row["to"], row["then"]) for row in point["rows"])
    ),
    "check": _check,
    "end": lambda point: End(_flat(point["text"]), point.get("result", "")),
}
