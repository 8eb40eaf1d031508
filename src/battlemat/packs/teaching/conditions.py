"""What a lesson waits for: conditions over the battle, the question, the answer and what was told.

A condition is a mapping of a few words; all that it names must hold. The vocabulary is closed, so a
checker can tell of each word whether it could ever be true:

    answered: shoot B       the last answer begins with this word and names these things
    tells: {kind: downed, unit: B}   this was told since the step began
    asks: action            a question of this kind stands
    used: 2                 so many answers were given since the step began, or more
    over: red               the game is over and red has won (`any`: whoever has)
    units: {B: downed}      facts of the battle, as scenarios expect them
    ruler: {A B: {cover: no}}   what a ruler from one thing to another tells
    near: {A flag: 1}       a ruler from one thing to another tells at most this distance
    all, any, not           conditions joined
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from battlemat.kernel.expectations import Expect
from battlemat.kernel.rulebook import Rulebook
from battlemat.packs.expectations import read_expect
from battlemat.packs.pack import Positions
from battlemat.packs.places import Place, go_on
from battlemat.packs.problems import Path, nearest
from battlemat.packs.schema import by_hand, kind_of

WORDS = ("answered", "tells", "asks", "used", "over", "near", "all", "any", "not")
"""What may be said in any rulebook, beside the facts of its battles."""
ANYBODY = "any"
MOST_USED = 60
_RULER = "ruler"


NOTHING = Expect()


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that may hold or not. `word` is one of `WORDS`, or `facts`."""

    word: str
    path: Path
    """Where it stands in its file."""
    names: tuple[str, ...] = ()
    """Words: of an answer, a kind of question or event, a winner."""
    parts: Mapping[str, Any] | None = None
    """Parts of an event."""
    facts: Expect = NOTHING
    number: float = 0
    below: tuple[Condition, ...] = ()


@by_hand({"type": "object", "minProperties": 1})
def condition_shape(value: Any, place: Place) -> Any:
    """A mapping with something in it; its words are read once the rulebook is known."""
    if not isinstance(value, Mapping) or not value:
        place.complain(f"a condition such as 'units: {{A: c4}}' is wanted, not {kind_of(value)}")
        return {}
    return value


def read_condition(
    rulebook: Rulebook[Any], positions: Positions, value: Any, place: Place
) -> Condition:
    """The condition of a mapping; what is wrong with it is complained of at its place."""
    if not isinstance(value, Mapping) or not value:
        place.complain(f"a condition such as 'units: {{A: c4}}' is wanted, not {kind_of(value)}")
        return Condition("all", place.path)
    reading = _Reading(rulebook, positions)
    return reading.whole(value, place)


class _Reading:
    """Reads the conditions of one rulebook."""

    def __init__(self, rulebook: Rulebook[Any], positions: Positions) -> None:
        self.rulebook = rulebook
        self.positions = positions

    def whole(self, value: Any, place: Place) -> Condition:
        """All that a mapping says."""
        if not isinstance(value, Mapping) or not value:
            place.complain(f"a condition is wanted, not {kind_of(value)}")
            return Condition("all", place.path)
        expected = (_RULER, *self.positions.facts)
        known = (*WORDS, *expected)
        found, facts = [], {}
        for word, one in value.items():
            if word in WORDS:
                part = go_on(place, partial(self._word, word, one, place / word))
                found += [part] if part else []
            elif word in expected:
                facts[word] = one
            else:
                (place / word).complain(f"this is no condition here{nearest(str(word), known)}")
        if facts:
            expect = read_expect(self.rulebook.name, self.positions, facts, place)
            found.append(Condition("facts", place.path, facts=expect))
        return found[0] if len(found) == 1 else Condition("all", place.path, below=tuple(found))

    def _word(self, word: str, value: Any, place: Place) -> Condition | None:
        if word in ("all", "any"):
            if not isinstance(value, list) or not value:
                place.complain(f"a list of conditions is wanted, not {kind_of(value)}")
                return None
            below = tuple(self.whole(one, place / n) for n, one in enumerate(value))
            return Condition(word, place.path, below=below)
        if word == "not":
            return Condition(word, place.path, below=(self.whole(value, place),))
        if word == "used":
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_USED:
                place.complain(f"a number from 1 to {MOST_USED} is wanted, not {kind_of(value)}")
                return None
            return Condition(word, place.path, number=value)
        if word == "tells":
            return self._tells(value, place)
        if word == "near":
            return self._near(value, place)
        return self._named(word, value, place)

    def _near(self, value: Any, place: Place) -> Condition | None:
        pairs = list(value.items()) if isinstance(value, Mapping) else []
        ends = [tuple(str(key).split()) for key, _ in pairs]
        far = [number for _, number in pairs]
        if not pairs or any(len(two) != 2 for two in ends) or not all(map(_is_length, far)):
            place.complain(f"a distance such as 'A flag: 1' is wanted, not {kind_of(value)}")
            return None
        below = [
            Condition("near", place.path, names, number=number)
            for names, number in zip(ends, far, strict=True)
        ]
        return below[0] if len(below) == 1 else Condition("all", place.path, below=tuple(below))

    def _named(self, word: str, value: Any, place: Place) -> Condition | None:
        if not isinstance(value, str) or not value.split():
            place.complain(f"words are wanted, not {kind_of(value)}")
            return None
        names = tuple(value.split()) if word == "answered" else (" ".join(value.split()),)
        known = {
            "answered": tuple(sorted(self.rulebook.verbs.words)),
            "asks": tuple(ask.kind for ask in self.rulebook.asks),
            "over": (*self.rulebook.players, ANYBODY),
        }[word]
        if names[0] not in known:
            said = nearest(names[0], known)
            place.complain(f"{self.rulebook.name} has no '{names[0]}'{said}")
        return Condition(word, place.path, names)

    def _tells(self, value: Any, place: Place) -> Condition | None:
        told = {"kind": value} if isinstance(value, str) else value
        if not isinstance(told, Mapping) or not isinstance(told.get("kind"), str):
            place.complain(f"a kind of event is wanted, not {kind_of(value)}")
            return None
        kinds = {event.kind: event for event in self.rulebook.events}
        if told["kind"] not in kinds:
            said = nearest(told["kind"], list(kinds))
            place.complain(f"{self.rulebook.name} tells no '{told['kind']}'{said}")
            return None
        parts = {key: one for key, one in told.items() if key != "kind"}
        have = list(kinds[told["kind"]].__annotations__)
        for key in parts:
            if key not in have:
                (place / key).complain(f"'{told['kind']}' has no such part{nearest(key, have)}")
        return Condition("tells", place.path, (told["kind"],), parts)


def _is_length(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0
