"""Small pictures of the boards that can be chosen, each drawn once and kept."""

from __future__ import annotations

from threading import Lock

from battlemat.drawing.png import draw_png, size_within
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.scene import as_json
from battlemat.kernel.words import say
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.problems import Problem

SIZE = (360, 240)
_RANDOM = "random"
"""The board that is made from a seed: `random:SEED`."""


class BoardPictures:
    """Draws what is offered and nothing else, so that it keeps as many pictures as there are;
    boards that are made from a seed are not kept.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._drawn: dict[tuple[str, tuple[tuple[str, str], ...]], bytes] = {}
        self._lock = Lock()

    def of(self, rulebook: str, chosen: dict[str, str]) -> bytes:
        """The board on which a game with these choices begins, as a PNG."""
        offered = {
            choice["key"]: {option["id"] for option in choice["options"]}
            for choice in self._catalogue.choices(rulebook)
        }
        seeded = False
        for key, option in chosen.items():
            ids = offered.get(key, set())
            if _RANDOM in ids and option.startswith(f"{_RANDOM}:"):
                seeded = True
            elif option not in ids:
                raise _unknown(rulebook, key, option)
        if seeded:  # there is no end of them: each is drawn when it is looked at
            return self._draw(rulebook, chosen)
        wanted = (rulebook, tuple(sorted(chosen.items())))
        with self._lock:  # whoever asks meanwhile gets the same picture
            if wanted not in self._drawn:
                self._drawn[wanted] = self._draw(rulebook, chosen)
            return self._drawn[wanted]

    def _draw(self, rulebook: str, chosen: dict[str, str]) -> bytes:
        book = self._catalogue.find(rulebook)
        try:
            battle = book.start(dict(self._catalogue.build(rulebook, chosen)))
        except BattlematError as error:
            reason = str(error).splitlines()[0]
            raise Problem(
                404, "no-board", say("these make no board together: {reason}", reason=reason)
            ) from None
        scene = as_json(book.scene(battle))
        return draw_png(scene, list(book.players), *size_within(scene, *SIZE))


def _unknown(rulebook: str, key: str, option: str) -> Problem:
    told = say("{rulebook} offers no {key} ''{option}''", rulebook=rulebook, key=key, option=option)
    return Problem(404, "unknown-choice", told)
