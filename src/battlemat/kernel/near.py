"""Did you mean …? The nearest of the words that would have been right."""

from __future__ import annotations

from collections.abc import Iterable

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
        return "; did you mean " + " or ".join(f"'{word}'" for word in found) + "?"
    if listing and 0 < len(words) <= MOST_LISTED:
        return "; known are " + ", ".join(words)
    return ""
