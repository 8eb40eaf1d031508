"""Did you mean …? The nearest of the words that would have been right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from battlemat.kernel.words import say

MOST_LISTED = 12
"""So many words are listed where none of them is near; more would help nobody."""


def near(wrong: str, known: Iterable[str], *, most: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known words that look like `wrong`, best first, whatever their case."""
    from difflib import get_close_matches  # most answers are right, and never need it

    folded = {word.casefold(): word for word in known}
    return [folded[one] for one in get_close_matches(wrong.casefold(), folded, most, cutoff)]


def did_you_mean(
    wrong: str, known: Iterable[str], *, most: int = 1, cutoff: float = 0.6, listing: bool = True
) -> str:
    """The end of a sentence: `; did you mean 'rifle'?`, or what is known, or nothing."""
    words = list(known)
    found = near(wrong, words, most=most, cutoff=cutoff)
    if found:
        return say("; did you mean {words}?", words=_either([f"'{word}'" for word in found]))
    if listing and 0 < len(words) <= MOST_LISTED:
        return say("; known are {words}", words=", ".join(words))
    return ""


def _either(words: Sequence[str]) -> str:
    """One of several: "a", "a or b", "a, b or c"."""
    *others, last = words
    if not others:
        return last
    return say("{others} or {last}", others=", ".join(others), last=last)
