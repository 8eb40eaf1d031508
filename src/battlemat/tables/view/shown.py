"""What one viewer is shown of a game: whole, or only what changed since it was shown last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battlemat.tables.view.json_text import Writer, joined


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of a state. `plain` are values; `texts` are JSON text already, and `pieces` is the
    scene among them once more, part by part; None where it is known only as a whole.
    """

    writer: Writer
    plain: Mapping[str, Any]
    texts: Mapping[str, str]
    pieces: Mapping[str, str] | None = None

    def whole(self) -> str:
        """The state, as JSON text."""
        return joined(self._written(self.plain) | {**self.texts})

    def since(self, before: Shown | None) -> str | None:
        """What a page that was shown `before` must put in its place, as JSON text; None if it must
        be shown all. Of the scene there are only the parts that changed.
        """
        if before is None or before.pieces is None or self.pieces is None:
            return None
        texts = self._written(_newer(self.plain, before.plain))
        texts |= _newer(self.texts, before.texts)
        if "scene" in texts:
            texts["scene"] = joined(_newer(self.pieces, before.pieces))
        return joined(texts)

    def _written(self, values: Mapping[str, Any]) -> dict[str, str]:
        return {name: self.writer.plain(value) for name, value in values.items()}


def _newer(now: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in now.items() if before.get(name) != value}
