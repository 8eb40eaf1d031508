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
        "track": say("Damage track"),
        "track_note": say("What counts"),
        "cell": say("box"),
        "mod": say("TN"),
        "mark": say("is"),
        "full": say("crossed out"),
        "part": say("half crossed out"),
        "plate": say("armor plate"),
        "crossed": say("Crossed out"),
        "weapons": say("Weapons"),
        "in_hand": say("In hand"),
        "rank": say("Rank"),
        "skill": say("Training"),
        "leadership": say("Leadership"),
        "pv": say("Point value"),
        "slot": say("Carried as"),
        "damage": say("Damage"),
        "shots": say("Shots"),
        "range": say("Range"),
        "rounds": say("Rounds left"),
        "Modifier": say("Modifier"),
        "Armor": say("Armor"),
    }
