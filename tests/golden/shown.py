"""What a scenario shows, to the last word: what happened by which clause, and what was asked next.

A scenario holds what its writer came for. The rest of what the rules said on the way is kept here,
as a short digest for each scenario, so that nothing of it changes unseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from battlemat.kernel.errors import Refused
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.scenario import Play, Scenario, play
from battlemat.reader.shelf import SCENARIOS

KEPT = Path(__file__).with_suffix(".digests")
HINT = "read this; if it is meant, run python tests/golden/write_shown.py"


def shown(rulebook: Rulebook[Any], scenario: Scenario) -> list[str]:
    """Play a scenario, which must come out as it says; all that was told and asked on the way."""
    lines: list[str] = []

    def watch(game: Game[Any], one: Play, events: Sequence[Event]) -> None:
        lines.append(f"> {one.answer or ''}")
        lines.extend(f"  {event.told()} [{' '.join(event.because)}]" for event in events)
        lines.extend(f"  ? {line}" for line in _asked(game))
        meant = (*one.expect.offers, *one.expect.costs, *one.expect.numbers, *one.expect.ways)
        lines.extend(f"  + {_typed(game, text)}" for text in meant)
        barred = [*(refuse.answer for refuse in one.expect.refuses), *one.expect.withholds]
        lines.extend(f"  ! {text}: {_refused(game, text)}" for text in barred)

    game = play(rulebook, scenario, watch)
    return [*lines, f"= {game.digest}"]


def _asked(game: Game[Any]) -> list[str]:
    """The question that stands, and the first and the last option of each of its verbs."""
    question = game.question
    if question is None:
        return [str(game.result)]
    if not isinstance(question, Choice):
        return [f"{question.player} {question.count}d{question.sides} {question.because}"]
    menu, options = question.menu, question.listed
    ends: dict[type, list[Option]] = {}
    for option in options:
        ends[type(option)] = [*ends.get(type(option), [])[:1], option]
    said = f"{question.player} {question.kind} {question.because}: {menu.says()} {menu.left()}"
    return [f"{said} {len(options)}", *(_told(game, one) for two in ends.values() for one in two)]


def _typed(game: Game[Any], text: str) -> str:
    """An answer that is legal now, however it was written."""
    option = game.read(text)
    return _told(game, option) if isinstance(game.question, Choice) else text


def _told(game: Game[Any], option: Option) -> str:
    choice = game.question
    assert isinstance(choice, Choice)
    menu, handle = choice.menu, choice.menu.handle(choice, option)
    harm = "harms" if handle.harms else ""
    parts = (menu.price(option), dict(menu.numbers(option)), handle.group, harm, menu.tell(option))
    return f"{game.write(option)} {' '.join(map(str, parts))}"


def _refused(game: Game[Any], text: str) -> str:
    try:
        game.read(text)
    except Refused as refused:
        return str(refused)
    return "legal"


def digest(lines: Sequence[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:12]


def place(file: Path) -> str:
    """How a scenario file is called here."""
    return file.relative_to(SCENARIOS).with_suffix("").as_posix()


def kept() -> dict[str, str]:
    """The digests that are kept, by scenario."""
    return dict(row.split() for row in KEPT.read_text(encoding="utf-8").splitlines())


def difference(file: Path, lines: Sequence[str]) -> str:
    """What to read where a scenario shows something else than is kept; "" if it does not.

    A scenario of which nothing is kept yet shows what it shows.
    """
    before = kept().get(place(file), digest(lines))
    return "" if before == digest(lines) else "\n".join([HINT, *lines])
