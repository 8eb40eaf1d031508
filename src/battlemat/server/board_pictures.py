"""Small pictures of the boards that can be chosen, each drawn once and kept."""

from __future__ import annotations

from threading import Lock

from battlemat.drawing.png import draw_png
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.scene import as_json
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.problems import Problem

SIZE = (360, 240)


class BoardPictures:
    """Draws what is offered and nothing else, so that it keeps as many pictures as there are."""

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
        for key, option in chosen.items():
            if option not in offered.get(key, ()):
                raise Problem(404, "unknown-choice", f"{rulebook} offers no {key} '{option}'")
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
            raise Problem(404, "no-board", f"these make no board together: {reason}") from None
        return draw_png(as_json(book.scene(battle)), list(book.players), *SIZE)
