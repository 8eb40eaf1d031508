"""Files that came over the network, opened in a worker: records and scenarios.

Whatever such a file makes anybody compute is computed here first, within the bounds of the worker:
reading it, playing it, and showing the board that it leads to. What passes is small and plain.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from typing import Any

from battlemat.kernel.errors import BattlematError, RecordError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import FORMAT, read, record, resume
from battlemat.kernel.scene import as_json
from battlemat.kernel.words import say
from battlemat.server.workers.process import memory_within
from battlemat.tables.catalogue import Brought, Catalogue, SquadFaults
from battlemat.tables.play.history import History
from battlemat.tables.unchecked import outcome

_LOG = logging.getLogger("battlemat.server")
_LONGEST_RECORD = 20_000
_LARGEST_NUMBER = 10**9
_DEEPEST = 40
_LARGEST_BOARD = 4_000_000  # characters
_MOST_FAULTS, _LONGEST_FAULT = 50, 300
_HELD = 2**25  # bytes that a game may hold
_SHOWN = 2.0  # seconds of processor time in which a board must be drawn
_NO_BATTLE = "the setup in this file makes no battle"


def open_file(catalogue: Catalogue, text: str) -> dict[str, Any]:
    """The rulebook, the setup and the answers of a record or scenario, or its `problem`."""
    found = outcome(
        lambda: _opened(catalogue, text),
        too_large="the battle in this file is too large to be played here",
        senseless=_NO_BATTLE,
    )
    opened: dict[str, Any] = found.get("made", found)
    return opened


def _opened(catalogue: Catalogue, text: str) -> dict[str, Any]:
    game = _game(catalogue, text.lstrip("\ufeff"))
    texts = [text for _, text in record(game, traced=False).answers]
    json.dumps(game.setup, ensure_ascii=False).encode()  # half a character makes no record
    _try(game, texts)
    return {"rulebook": game.rulebook.name, "setup": dict(game.setup), "texts": texts}


def read_squads(
    catalogue: Catalogue, rulebook: str, terms: dict[str, str], squads: dict[str, Brought]
) -> dict[str, Any]:
    """The setup of a battle with these squads and what they are called, or their `faults`."""
    try:
        setup, called = catalogue.muster(rulebook, terms, squads)
        must_be_playable(catalogue, rulebook, setup)
    except SquadFaults as error:
        return {"faults": [fault[:_LONGEST_FAULT] for fault in error.faults[:_MOST_FAULTS]]}
    except BattlematError as error:
        return {"faults": [line[:_LONGEST_FAULT] for line in str(error).splitlines()]}
    except (MemoryError, RecursionError):
        return {"faults": ["this squad is too large to be played here"]}
    except Exception:  # a file that nobody checked: whatever trips over it, the file is at fault
        _LOG.warning("a squad could not be read", exc_info=True)
        return {"faults": ["this file makes no squad"]}
    return {"setup": dict(setup), "called": called}


def must_be_playable(catalogue: Catalogue, rulebook: str, setup: Mapping[str, Any]) -> None:
    """Raises for a battle that cannot be written down, or is too heavy for a server to play."""
    json.dumps(setup, ensure_ascii=False).encode()
    _check_numbers(setup, 0)
    _try(Game(catalogue.find(rulebook), setup), [])


def _game(catalogue: Catalogue, text: str) -> Game[Any]:
    """The game at the end of the file."""
    if not text.startswith(FORMAT):
        game = catalogue.open_scenario(text)
        _check_numbers(game.setup, 0)
        return game
    saved = read(text)
    if len(saved.answers) > _LONGEST_RECORD:
        raise RecordError(say("a record has at most {most} answers here", most=_LONGEST_RECORD))
    _check_numbers(saved.setup, 0)
    return resume(catalogue.find(saved.rulebook), saved)


def _check_numbers(value: Any, depth: int) -> None:
    """JSON as Python reads it knows NaN, Infinity and numbers of any length; battles do not."""
    if isinstance(value, (int, float)) and not abs(value) <= _LARGEST_NUMBER:  # NaN is not, either
        raise RecordError(
            say("the setup has a number over {most}, or none at all", most=_LARGEST_NUMBER)
        )
    if depth > _DEEPEST:
        raise RecordError(say("the setup is nested deeper than {most} levels", most=_DEEPEST))
    if isinstance(value, dict):
        for item in value.values():
            _check_numbers(item, depth + 1)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _check_numbers(item, depth + 1)


def _try(game: Game[Any], texts: list[str]) -> None:
    """Have the game as a server has it that plays it on, and show what every page of it wants.

    What is too heavy for that is refused here: later nobody holds it within bounds.
    """
    rulebook = game.rulebook
    with memory_within(_HELD):
        history = History(rulebook, game.setup, None, texts)
        begun = time.process_time()
        battle, question = history.game.battle, history.game.question
        size = len(json.dumps(as_json(rulebook.scene(battle)), allow_nan=False))
        if isinstance(question, Choice):
            for option in question.listed:
                size += len(rulebook.handle(battle, question, option).text)
    if size > _LARGEST_BOARD or time.process_time() - begun > _SHOWN:
        raise RecordError(say("the board in this file is too large to be shown"))
