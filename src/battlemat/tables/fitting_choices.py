"""What goes with what: the choices of a game narrowed to those that can be played together.

It knows no content: a choice fits when the catalogue builds a battle from it and the rulebook
starts that battle; what would be played where nothing is chosen is found in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Setup
from battlemat.kernel.words import say
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.problems import Problem

_LONGEST = 300


class FittingChoices:
    """Narrows the choices of a catalogue; each answer is worked out once and kept."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.known: dict[tuple[str, str, str], list[dict[str, Any]]] = {}

    def beside(self, rulebook: str, key: str, option: str) -> list[dict[str, Any]]:
        """All choices of a rulebook once `key` is decided: options that fit, and what is usual."""
        offered = self.offered(rulebook, key, option)
        wanted = (rulebook, key, option)
        known = self.known.get(wanted)
        if known is None:
            alone = self._setup(rulebook, {key: option})
            known = self.known[wanted] = [
                {**choice, "default": option}
                if choice["key"] == key
                else self._narrowed(rulebook, {key: option}, choice, alone)
                for choice in offered
            ]
        return known

    def offered(self, rulebook: str, key: str, option: str) -> list[dict[str, Any]]:
        """All choices of a rulebook; 404 unless this option is among them."""
        offered = self.catalogue.choices(rulebook)
        options = {choice["key"]: [one["id"] for one in choice["options"]] for choice in offered}
        if option not in options.get(key, ()):
            raise Problem(
                404,
                "unknown-choice",
                say(
                    "{rulebook} offers no {key} ''{option}''",
                    rulebook=rulebook,
                    key=key,
                    option=option,
                ),
            )
        return offered

    def _narrowed(
        self, rulebook: str, chosen: dict[str, str], choice: dict[str, Any], alone: Setup | None
    ) -> dict[str, Any]:
        fits, usual = [], []
        for option in choice["options"]:
            setup = self._setup(rulebook, {**chosen, choice["key"]: option["id"]})
            if setup is not None:
                fits.append(option)
                if setup == alone:
                    usual.append(option["id"])
        default = choice["default"] if choice["default"] in usual else next(iter(usual), None)
        return {**choice, "options": fits, "default": default}

    def _setup(self, rulebook: str, chosen: Mapping[str, str]) -> Setup | None:
        try:
            setup = dict(self.catalogue.build(rulebook, chosen))
            self.catalogue.find(rulebook).start(setup)
        except BattlematError:
            return None
        return setup

    def why_not(self, rulebook: str, chosen: Mapping[str, str]) -> str | None:
        """Why choices make no battle together, in one line; None if they make one."""
        try:
            self.catalogue.find(rulebook).start(dict(self.catalogue.build(rulebook, chosen)))
        except BattlematError as error:
            return self.misfit(rulebook, chosen, error)
        return None

    def misfit(self, rulebook: str, chosen: Mapping[str, str], error: BattlematError) -> str:
        """Why choices that are offered make no battle together, in one line."""
        reason = " ".join(str(error).split("\n", 1)[0].split())[:_LONGEST]
        lead = next((choice for choice in self.catalogue.choices(rulebook)), None)
        if lead is None:
            return reason
        first = chosen.get(lead["key"], lead["default"])
        for key, option in chosen.items():
            pair = {key: option} if first is None else {lead["key"]: first, key: option}
            if key != lead["key"] and self._setup(rulebook, pair) is None:
                return f"{key} '{option}' does not fit {lead['key']} '{first}': {reason}"
        return reason
