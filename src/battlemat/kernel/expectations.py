"""What a scenario expects, and where the game differs from it.

`differences` yields everything that does not hold: the path of the expectation, so that it can be
told with its line, and what is otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from battlemat.kernel.errors import BattlematError, Refusal, Refused
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.questions import Choice, Offers, Option
from battlemat.kernel.rulebook import B

Path: TypeAlias = tuple[str | int, ...]
"""Where an expectation stands: `("units", "B", "state")`, `("refuses", 0)`."""
Found: TypeAlias = Iterator[tuple[Path, str]]


class Refuse(NamedTuple):
    """An answer that must be refused, and by which clause (None: by any)."""

    answer: str
    because: str | None = None


class Ruler(NamedTuple):
    """What a ruler from one thing to another must tell, by the names of its facts."""

    start: str
    end: str
    facts: Mapping[str, object]


class Expect(NamedTuple):
    """What must hold, after an answer or at the start.

    `facts` of the battle; who `asks` what; answers that the game `offers`, `withholds`, `refuses`;
    what `rulers` tell; what answers `costs`, the `numbers` that their dice would need, and the
    `ways` that they would go; and the `events` that have happened since the answer, in order.
    `lines` are those of the file, by the path of the expectation.
    """

    facts: Mapping[str, object] = {}
    asks: Mapping[str, str] = {}
    offers: Sequence[str] = ()
    withholds: Sequence[str] = ()
    refuses: Sequence[Refuse] = ()
    rulers: Sequence[Ruler] = ()
    costs: Mapping[str, int] = {}
    numbers: Mapping[str, Mapping[str, object]] = {}
    ways: Mapping[str, Sequence[str]] = {}
    events: Sequence[str | Mapping[str, object]] = ()
    lines: Mapping[Path, int] = {}


def differences(game: Game[B], expect: Expect, events: Sequence[Event]) -> Found:
    """Everything that does not hold in a game; `events` are those since the answer."""
    if expect.facts:
        yield from _compare(expect.facts, game.rulebook.facts(game.battle), (), "")
    yield from _asks(game, expect.asks)
    yield from _offers(game, expect)
    for n, refuse in enumerate(expect.refuses):
        for what in _refuses(game, refuse):
            yield ("refuses", n), what
    for ruler in expect.rulers:
        yield from _ruler(game, ruler)
    for text, price in expect.costs.items():
        for what in _costs(game, text, price):
            yield ("costs", text), what
    for text, numbers in expect.numbers.items():
        yield from _numbers(game, text, numbers)
    for text, way in expect.ways.items():
        for what in _way(game, text, way):
            yield ("way", text), what
    yield from _events(game, expect.events, events)


# ---------------------------------------------------------------------- facts


def _compare(wanted: Mapping[str, object], found: object, path: Path, words: str) -> Found:
    for key, value in wanted.items():
        here, place = (*path, key), f"{words}{key}"
        if not isinstance(found, Mapping) or key not in found:
            known = list(map(str, found)) if isinstance(found, Mapping) else [repr(found)]
            yield here, f"there is no '{place}'{_known(str(key), known)}"
        elif isinstance(value, Mapping):
            yield from _compare(value, found[key], here, place + " ")
        elif not _same(value, found[key]):
            yield here, f"{place} is {found[key]!r}, {value!r} was expected"


def _known(wrong: str, known: Sequence[str]) -> str:
    """What would have been right: all of it, as a writer may look for any."""
    return did_you_mean(wrong, known, listing=False) or f"; the choices are: {', '.join(known)}"


def _same(wanted: object, found: object) -> bool:
    """Whether two values agree; lists hold what is there, in whatever order."""
    if isinstance(wanted, (list, tuple)) and isinstance(found, (list, tuple)):
        return sorted(map(repr, wanted)) == sorted(map(repr, found))
    return bool(wanted == found)


def _asks(game: Game[B], wanted: Mapping[str, str]) -> Found:
    if not wanted:
        return
    question = game.question
    if question is None:
        found = {"player": "nobody", "kind": "nothing"}
    else:
        kind = question.kind if isinstance(question, Choice) else "roll"
        because = game.rulebook.register.full(question.because)
        found = {"player": question.player, "kind": kind, "because": because}
    kinds = ["roll", "nothing", *(ask.kind for ask in game.rulebook.asks)]
    for key, value in wanted.items():
        if key == "kind" and value not in kinds:
            what = f"there is no kind of question '{value}'{_known(value, kinds)}"
            yield ("asks", key), what
        elif found.get(key) != value:
            yield ("asks", key), f"asked is {key} {found.get(key)!r}, {value!r} was expected"


def _ruler(game: Game[B], ruler: Ruler) -> Found:
    path: Path = ("ruler", f"{ruler.start} {ruler.end}")
    try:
        reading = game.rulebook.measure(game.battle, ruler.start, ruler.end)
    except BattlematError as error:
        yield path, str(error)
        return
    told = {fact.name: fact.value for fact in reading.facts}
    yield from _compare(ruler.facts, told, path, f"from {ruler.start} to {ruler.end}, ")


# ---------------------------------------------------------------------- answers


def _offers(game: Game[B], expect: Expect) -> Found:
    for n, text in enumerate(expect.offers):
        why = _why_not(game, text)
        if why is not None:
            yield ("offers", n), f"'{text}' should be offered, but is not{why}"
    for n, text in enumerate(expect.withholds):
        if _why_not(game, text) is None:
            yield ("withholds", n), f"'{text}' should not be offered, but is"
        elif (why := nonsense(game, text)) is not None:
            yield ("withholds", n), f"'{text}' is no answer at all: {why}"


def _why_not(game: Game[B], text: str) -> str | None:
    """None for an answer that may be given now: a listed one, or, in an open choice, a legal one.

    Otherwise the rest of a sentence: what is offered instead, or why the answer is refused.
    """
    question = game.question
    if not isinstance(question, Choice):
        return _some(set())
    try:
        game.read(text)
    except Refused as refused:
        return f": {refused.refusal.reason}"
    return None


def _some(texts: set[str]) -> str:
    shown = sorted(texts)[:12]
    more = f" and {len(texts) - len(shown)} more" if len(texts) > len(shown) else ""
    return "; offered are " + ", ".join(shown) + more if shown else "; nothing is offered"


def nonsense(game: Game[B], text: str) -> str | None:
    """Why a text is no answer of this rulebook at all; None if it is one, legal now or not."""
    question = game.question
    if isinstance(question, Choice):
        found = question.menu.read(text)
        if not isinstance(found, Refusal) or found.because is not None:
            return None
    other = game.rulebook.verbs.read(game.battle, text)
    if not isinstance(other, Refusal) or other.because is not None:
        return None
    return other.reason


def _refuses(game: Game[B], refuse: Refuse) -> Iterator[str]:
    try:
        game.read(refuse.answer)
    except Refused as refused:
        reason, because = refused.refusal
        full = game.rulebook.register.full(because) if because else None
        wrong = nonsense(game, refuse.answer) if because is None else None
        if wrong is not None:
            yield f"'{refuse.answer}' is no answer at all: {wrong}"
        elif refuse.because is not None and full != refuse.because:
            by = f"by {full}" if full else "by no clause"
            yield f"'{refuse.answer}' is refused {by} ({reason}), {refuse.because} was expected"
        return
    yield f"'{refuse.answer}' should be refused, but is legal"


def _legal(game: Game[B], text: str) -> tuple[Offers, Option] | str:
    """The menu and the option that a text stands for, or why nothing can be said of it."""
    question = game.question
    if not isinstance(question, Choice):
        return "nothing with a price is asked for now"
    try:
        return question.menu, game.read(text)
    except Refused as refused:
        return refused.refusal.reason


def _costs(game: Game[B], text: str, price: int) -> Iterator[str]:
    found = _legal(game, text)
    if isinstance(found, str):
        yield f"'{text}' should cost {price}, but cannot be chosen: {found}"
        return
    menu, option = found
    asked = menu.price(option) or 0
    if asked != price:
        yield f"'{text}' costs {asked}, {price} was expected"


def _numbers(game: Game[B], text: str, wanted: Mapping[str, object]) -> Found:
    path: Path = ("numbers", text)
    found = _legal(game, text)
    if isinstance(found, str):
        yield path, f"'{text}' has no numbers, as it cannot be chosen: {found}"
        return
    menu, option = found
    yield from _compare(wanted, menu.numbers(option), path, f"'{text}', ")


def _way(game: Game[B], text: str, wanted: Sequence[str]) -> Iterator[str]:
    """The places that an answer leads over, as its preview draws them."""
    question = game.question
    if not isinstance(question, Choice):
        yield f"'{text}' leads nowhere; nobody is asked to move"
        return
    try:
        option = game.read(text)
    except Refused as refused:
        yield f"'{text}' leads nowhere: {refused.refusal.reason}"
        return
    shapes = game.rulebook.preview(game.battle, question, option)
    points = next((list(shape.points) for shape in shapes if shape.kind == "way"), None)
    if points is None:
        yield f"'{text}' shows no way"
        return
    scene = game.rulebook.scene(game.battle)
    if scene.grid == "free":  # its places have no names but what people count from the south-west
        gone = [[f"{x:.2f},{scene.height - y:.2f}"] for x, y in points]
        wanted = [_counted(place) for place in wanted]
    else:
        names: dict[tuple[float, ...], list[str]] = {}
        for spot in scene.spots:
            names.setdefault(tuple(spot.at), []).append(spot.name)
        gone = [names.get(tuple(point), ["?"]) for point in points]
    if len(gone) != len(wanted) or any(
        name not in here for name, here in zip(wanted, gone, strict=True)
    ):
        shown = " ".join(here[0] for here in gone)
        yield f"'{text}' goes {shown}, {' '.join(wanted)} was expected"


def _counted(place: str) -> str:
    """A place on a free table as it is written whole: `12.5,8` is `12.50,8.00`."""
    try:
        return ",".join(f"{float(part):.2f}" for part in place.split(","))
    except ValueError:
        return place


# ---------------------------------------------------------------------- events


def _events(
    game: Game[B], wanted: Sequence[str | Mapping[str, object]], events: Sequence[Event]
) -> Found:
    """What must have happened, in this order; other things may have happened between."""
    rest = list(events)
    before = ""
    for n, one in enumerate(wanted):
        place = next((at for at, event in enumerate(rest) if _is(game, event, one)), None)
        if place is None:
            told = [event.told() for event in rest]
            happened = " / ".join(told) if told else "nothing"
            after = f" after '{before}'" if before else ""
            yield ("events", n), f"'{_short(one)}' did not happen{after}; what did: {happened}"
            return
        before = _short(one)
        rest = rest[place + 1 :]


def _short(one: str | Mapping[str, object]) -> str:
    return one if isinstance(one, str) else ", ".join(f"{k}: {v}" for k, v in one.items())


def _is(game: Game[B], event: Event, wanted: str | Mapping[str, object]) -> bool:
    """Whether an event is meant: by its kind, by words of its line, or by its facts."""
    if isinstance(wanted, str):
        words = wanted.casefold()
        return words == event.kind or words in event.told().casefold()
    full = game.rulebook.register.full
    for key, value in wanted.items():
        if key == "kind":
            found = event.kind == value
        elif key == "because":
            found = full(str(value)) in {full(clause) for clause in event.because}
        else:
            found = key in event.facts and str(event.facts[key]) == str(value)
        if not found:
            return False
    return True
