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
        return say("; the choices are {words}", words=", ".join(words))
    return ""


def _either(words: Sequence[str]) -> str:
    """One of several: "a", "a or b", "a, b or c"."""
    *others, last = words
    if not others:
        return last
    return say("{others} or {last}", others=", ".join(others), last=last)


def proposing(text: str, reason: str, legal: Sequence[str]) -> str:
    """Why a text is no answer, and what its writer may have meant: only what is legal now."""
    meant = did_you_mean(text, legal, most=3, cutoff=0.75, listing=False)
    word = text.split()[0] if text else ""
    words = dict.fromkeys(one.partition(" ")[0] for one in legal)
    if word.casefold() not in words:
        hint = meant or did_you_mean(word, words)
        return say("''{word}'' is no answer here{hint}", word=word, hint=hint)
    if meant:
        return say("{reason}{hint}", reason=reason, hint=meant)
    first = next(one for one in legal if one.partition(" ")[0] == word.casefold())
    return say("{reason}; for example ''{answer}''", reason=reason, answer=first)
