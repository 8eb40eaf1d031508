"""What the parts of a card are called, for whoever shows one."""

from __future__ import annotations

from collections.abc import Mapping

from battlemat.kernel.memo import Memo
from battlemat.kernel.words import say


@Memo("the language", bound=8)
def card_words(_language: str) -> Mapping[str, str]:
    """Names of the keys of a card, and of the codes that are its values."""
    return {
        "stats": say("Stats"),
        "special": say("Special rules"),
        "weapons": say("Weapons"),
        "skills": say("Abilities"),
        "equipment": say("Equipment"),
        "tags": say("Tags"),
        "points": say("Points"),
        "range": say("Range"),
        "spent": say("Spent"),
    }
