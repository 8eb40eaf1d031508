"""Files and wishes with something strange in them, made up from good ones."""

from __future__ import annotations

import json
import random
from typing import Any

from battlemat.kernel.game import Game
from battlemat.kernel.record import record
from battlemat.tables.catalogue import Catalogue

STRANGE: list[Any] = [
    float("nan"),
    float("inf"),
    -1,
    10**12,
    10**400,
    "12",
    None,
    [],
    {},
    0.5,
    True,
    "x" * 5_000,
    [[[[[[[[[[]]]]]]]]]],
]


def changed(setup: Any, chance: random.Random) -> Any:
    """The setup with one leaf of it, or one branch, replaced by something strange."""
    found = json.loads(json.dumps(setup))
    at = found
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return found
        key = chance.choice(keys)
        if not isinstance(at[key], (dict, list)) or chance.random() < 0.1:
            at[key] = chance.choice(STRANGE)
            return found
        at = at[key]


def scrambled(text: str, chance: random.Random) -> str:
    """The text with a piece of it gone, doubled, or replaced by what means something in files."""
    start = chance.randrange(len(text))
    end = min(len(text), start + chance.choice([1, 2, 10, 200, 5_000]))
    piece = chance.choice(
        ["", text[start:end] * 2, "[" * 300, "{a: &a [*a]}", "\0", "\ud800", "- ", "1e999", "\n\n"]
    )
    return text[:start] + piece + text[end:]


class Files:
    """Records of the games of a catalogue, each a little wrong."""

    def __init__(self, catalogue: Catalogue, seed: str) -> None:
        self._chance = random.Random(seed)
        self._good = [_written(catalogue, name) for name in catalogue.names()]

    def next(self) -> str:
        """A file with one thing wrong in its setup, or anywhere."""
        text, setup, written = self._chance.choice(self._good)
        if self._chance.random() < 0.7:
            strange = json.dumps(changed(setup, self._chance))
            return text.replace(written, "  " + strange)
        return scrambled(text, self._chance)


def _written(catalogue: Catalogue, name: str) -> tuple[str, Any, str]:
    """A record of a new game, its setup, and how that is written in it."""
    game = Game(catalogue.find(name), catalogue.build(name, {}))
    text = record(game).write()
    setup = json.dumps(game.setup, indent=2, sort_keys=True, ensure_ascii=False)
    written = "\n".join("  " + line for line in setup.splitlines())
    assert written in text
    return text, game.setup, written


def wish(catalogue: Catalogue, chance: random.Random) -> dict[str, Any]:
    """A wish for a game, with something strange in it."""
    name = chance.choice(list(catalogue.names()))
    offered = catalogue.choices(name)
    choices = {one["key"]: chance.choice(one["options"])["id"] for one in offered}
    good = {
        "rulebook": name,
        "choices": choices,
        "seats": {"red": {"kind": "me"}, "blue": {"kind": "machine", "machine": "random"}},
        "dice": chance.choice(["server", "typed"]),
        "pace": chance.choice([0, 700]),
    }
    return dict(changed(good, chance)) if chance.random() < 0.8 else good
