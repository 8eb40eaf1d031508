"""How people may call themselves: by letters that are seen, and by no name that stands for a seat.

Strangers know each other by what stands on the screen. A name with letters that nobody sees, that
turn the rest of a line round, or that look like others, is a mask; so is one that reads as "red".
Texts that are longer than names may hold what languages need, but nothing that turns a line or
speaks to a terminal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from battlemat.kernel.words import say

_TURNING = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}
"""Characters that turn what follows them round."""
_UNSEEN = {
    *"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800",
    *map(chr, range(0x180B, 0x1810)),
}
"""Letters and marks that leave no mark on the screen, beside those that are called so (Cf)."""
_BRACKETS = set("()[]{}<>")
"""A table says "Ada (red)": nobody says that of themselves."""
_EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "LATIN", "KATAKANA-HIRAGANA"}
"""Scripts that are written beside each other."""
_MOST_MARKS = 2
_RESERVED = (
    *("battlemat", "server", "host", "admin", "moderator", "machine", "watcher", "watching"),
    *("you", "player"),
)
_ALIKE = str.maketrans(
    {
        **dict(zip("авекмнорстухіјѕԁԛԝӏһүьг", "abekmhopctyxijsdqwlhybr", strict=True)),
        **dict(zip("αβεικνορτυχγωϲ", "abeiknoptuxywc", strict=True)),
        **dict(zip("01358!|$@", "olesblls" + "a", strict=True)),
        "ı": "i",
        "ȷ": "j",
        "ɑ": "a",
        "ɡ": "g",
        "ł": "l",
        "đ": "d",
        "ø": "o",
    }
)
"""Letters that look like a Latin one, small as well as large."""


def plain_text(text: str) -> str:
    """A text without control characters, of any kind; `ValueError` says why not."""
    for letter in text:
        if unicodedata.category(letter) in ("Cc", "Zl", "Zp"):
            raise ValueError(say("control characters are not allowed here"))
        if letter in _TURNING:
            raise ValueError(say("characters that turn a line round are not allowed here"))
    return whole(text)


def whole(text: str) -> str:
    """A text that can be written as UTF-8; `ValueError` if not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(say("half a character is not allowed here")) from None
    return text


def plain_name(text: str) -> str:
    """A name as it is written everywhere; `ValueError` says what is wrong with it."""
    name = " ".join(unicodedata.normalize("NFKC", whole(text)).split(" ")).strip()
    marks, scripts = 0, set()
    for letter in name:
        kind = unicodedata.category(letter)
        if kind[0] == "C" or kind in ("Zl", "Zp") or letter in _UNSEEN or _is_blank(letter):
            raise ValueError(say("characters that nobody sees are not allowed in a name"))
        if letter in _BRACKETS:
            raise ValueError(say("brackets are not allowed in a name"))
        marks = marks + 1 if kind[0] == "M" else 0
        if marks > _MOST_MARKS:
            raise ValueError(say("so many marks on one letter are not allowed in a name"))
        if kind[0] == "L":
            scripts.add(unicodedata.name(letter, "?").split()[0])
    if len(scripts) > 1 and not scripts <= _EAST_ASIAN:
        raise ValueError(say("letters of several scripts are not allowed in one name"))
    return name


def _is_blank(letter: str) -> bool:
    """Whether it is a space of another width, or chooses how a letter looks."""
    kind = unicodedata.category(letter)
    selects = "VARIATION SELECTOR" in unicodedata.name(letter, "")
    return (kind == "Zs" and letter != " ") or selects


def likeness(name: str) -> str:
    """What a name looks like at a glance, in small Latin letters."""
    bare = "".join(
        _small(letter)
        for letter in unicodedata.normalize("NFKD", name.casefold())
        if unicodedata.category(letter)[0] != "M"
    )
    seen = bare.translate(_ALIKE)
    return "".join(letter for letter in seen if letter.isalnum()).replace("i", "l")


def _small(letter: str) -> str:
    """A small capital as the letter that it is."""
    words = unicodedata.name(letter, "").split()
    is_small_capital = "CAPITAL" in words and "SMALL" in words and len(words[-1]) == 1
    return words[-1].lower() if is_small_capital else letter


def label_like(name: str, labels: Iterable[str]) -> bool:
    """Whether a name reads as one of these labels of seats, or as somebody of the house."""
    seen = likeness(name)
    return bool(seen) and any(seen == likeness(label) for label in (*labels, *_RESERVED))


def for_terminal(text: str) -> str:
    """A text that a terminal only shows: what is no letter stands there as its number."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )
