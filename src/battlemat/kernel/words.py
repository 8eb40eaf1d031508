"""Sentences with named parts: the one place where words for people are put together.

    say("{unit} falls {levels, plural, one {# level} other {# levels}}.", unit="R1", levels=2)

A sentence is an ICU message, the format that translators' tools know: parts in braces, plural forms
and choices between words inside the sentence. Its English text is its key, as in gettext; another
language is a `Catalogue` that has other sentences for the same keys. Who speaks which language is
said by `speaking`, around whatever is told; a house has one language for all (`speak`).

Of the format this understands `{part}`, `{part, plural, =0 {...} one {...} other {...}}` with `#`
for the number, `{part, select, word {...} other {...}}`, and `'{'` for a brace that is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from battlemat.kernel.memo import Memo


class BadSentence(ValueError):
    """A sentence that is no ICU message, or that lacks a part."""


def _english(number: int) -> str:
    return "one" if number == 1 else "other"


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The sentences of one language, by the English ones; told from others by identity."""

    language: str = "en"
    sentences: Mapping[str, str] = field(default_factory=dict)
    """What is not here is said in English."""
    plural: Callable[[int], str] = _english
    """The form that a number takes: "one", "few", "other", as the language has them."""
    marks: tuple[str, str] = ("", "")
    """What stands around every sentence: how a language of marks finds what is not translated."""


ENGLISH = Catalogue()
MARKED = Catalogue("marked", marks=("⟦", "⟧"))
"""English with a mark around each sentence: a text on a screen without one is no sentence of a
catalogue, and could not be translated."""

GAP = "…"
"""What stands for a part that is left open."""

_spoken: ContextVar[Catalogue | None] = ContextVar("spoken", default=None)
_open: ContextVar[str | None] = ContextVar("open", default=None)
_house: list[Catalogue] = [ENGLISH]


def speak(catalogue: Catalogue) -> None:
    """From now on all of this process speaks a language, unless `speaking` says otherwise."""
    _house[0] = catalogue


def spoken() -> Catalogue:
    """The language that is spoken here and now."""
    return _spoken.get() or _house[0]


@contextmanager
def speaking(catalogue: Catalogue) -> Iterator[None]:
    """Whatever is told in the block is told in this language."""
    before = _spoken.set(catalogue)
    try:
        yield
    finally:
        _spoken.reset(before)


@contextmanager
def leaving_open(part: str) -> Iterator[None]:
    """In the block, sentences have a gap where a part would be just this text: "Move to …".

    So what several answers have in common is said by whoever says each of them, in any language.
    """
    before = _open.set(part)
    try:
        yield
    finally:
        _open.reset(before)


def say(sentence: str, /, **parts: object) -> str:
    """The sentence in the language that is spoken, with its parts."""
    return say_with(sentence, parts)


def say_with(sentence: str, parts: Mapping[str, object]) -> str:
    """The same, for parts that stand in a mapping."""
    catalogue, gap = _spoken.get() or _house[0], _open.get()
    if gap is not None:
        parts = {name: GAP if part == gap else part for name, part in parts.items()}
    said = _compiled(catalogue.sentences.get(sentence, sentence)).said(parts, catalogue)
    before, after = catalogue.marks
    return f"{before}{said}{after}"


def listed(items: Sequence[object]) -> str:
    """Several things as people name them: "R1", "R1 and R2", "R1, R2 and R5"."""
    if len(items) < 2:
        return "".join(map(_plainly, items))
    *others, last = map(_plainly, items)
    return say("{others} and {last}", others=", ".join(others), last=last)


def named(id: str, name: str) -> str:
    """Somebody by id and name: "R1 (Ripper)"; who is named by his id is told once."""
    return say("{unit} ({name})", unit=id, name=name) if name and name != id else id


def names_of(sentence: str) -> frozenset[str]:
    """The parts that a sentence names. `BadSentence` if it is none."""
    return _compiled(sentence).names


# ---------------------------------------------------------------------- reading a sentence


class _Text(NamedTuple):
    text: str


class _Number(NamedTuple):
    """`#`: the number that the plural around it is about."""


class _Named(NamedTuple):
    name: str


class _Forms(NamedTuple):
    """A part that picks one of several wordings, by its number or by its word."""

    name: str
    by_number: bool
    forms: Mapping[str, tuple[_Piece, ...]]


_Piece: TypeAlias = _Text | _Number | _Named | _Forms


class _Sentence(NamedTuple):
    pieces: tuple[_Piece, ...]
    names: frozenset[str]
    plain: str | None = None
    """The text of a sentence that has no parts."""

    def said(self, parts: Mapping[str, object], catalogue: Catalogue) -> str:
        if self.plain is not None:
            return self.plain  # reasons are said for every candidate that a bar refuses
        return _said(self.pieces, parts, catalogue, 0)


@Memo("its text; sources and catalogues are few, the bound is for made up ones", bound=5_000)
def _compiled(sentence: str) -> _Sentence:
    pieces, end = _pieces(sentence, 0, inside=False)
    if end != len(sentence):
        raise BadSentence(f"'{sentence}' does not close a quote")
    first = pieces[0] if len(pieces) == 1 else None
    plain = first.text if isinstance(first, _Text) else None
    return _Sentence(pieces, frozenset(_names(pieces)), plain)


def _names(pieces: Sequence[_Piece]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, _Named):
            yield piece.name
        elif isinstance(piece, _Forms):
            yield piece.name
            for form in piece.forms.values():
                yield from _names(form)


def _pieces(text: str, at: int, *, inside: bool) -> tuple[tuple[_Piece, ...], int]:
    """The pieces from a place on; inside a form, up to the brace that closes it."""
    found: list[_Piece] = []
    plain = ""
    while at < len(text):
        sign = text[at]
        if sign == "'":
            said, at = _quoted(text, at)
            plain += said
            continue
        if sign not in "{}#" or (sign == "#" and not inside) or (sign == "}" and not inside):
            if sign == "}":
                raise BadSentence(f"'{text}' closes a brace that it did not open")
            plain += sign
            at += 1
            continue
        if plain:
            found.append(_Text(plain))
            plain = ""
        if sign == "}":
            return tuple(found), at
        if sign == "#":
            found.append(_Number())
            at += 1
            continue
        piece, at = _part(text, at + 1)
        found.append(piece)
    if inside:
        raise BadSentence(f"'{text}' does not close a brace")
    if plain:
        found.append(_Text(plain))
    return tuple(found), at


def _quoted(text: str, at: int) -> tuple[str, int]:
    """An apostrophe: itself, unless it stands before a brace and takes what follows as text."""
    if text[at + 1 : at + 2] == "'":
        return "'", at + 2
    if text[at + 1 : at + 2] not in ("{", "}", "#"):
        return "'", at + 1
    end = text.find("'", at + 1)
    if end < 0:
        raise BadSentence(f"'{text}' does not close the quote at letter {at + 1}")
    return text[at + 1 : end], end + 1


def _part(text: str, at: int) -> tuple[_Piece, int]:
    """What stands in braces, from behind the first one."""
    stop = min((n for n in (text.find(",", at), text.find("}", at)) if n >= 0), default=-1)
    name = text[at:stop].strip() if stop >= 0 else ""
    if not name.isidentifier():
        raise BadSentence(f"'{text}' has no part's name at letter {at + 1}")
    if text[stop] == "}":
        return _Named(name), stop + 1
    comma = text.find(",", stop + 1)
    kind = text[stop + 1 : comma].strip() if comma >= 0 else ""
    if kind not in ("plural", "select"):
        raise BadSentence(f"'{text}': '{name}' is neither plural nor select")
    forms: dict[str, tuple[_Piece, ...]] = {}
    at = comma + 1
    while True:
        at += len(text[at:]) - len(text[at:].lstrip())
        if text[at : at + 1] == "}":
            break
        opening = text.find("{", at)
        if opening < 0:
            raise BadSentence(f"'{text}' does not close the forms of '{name}'")
        word = text[at:opening].strip()
        forms[word], at = _pieces(text, opening + 1, inside=True)
        at += 1
    if "other" not in forms:
        raise BadSentence(f"'{text}': '{name}' has no form 'other'")
    return _Forms(name, kind == "plural", forms), at + 1


# ---------------------------------------------------------------------- saying it


def _said(
    pieces: Sequence[_Piece], parts: Mapping[str, object], catalogue: Catalogue, number: int
) -> str:
    told = []
    for piece in pieces:
        kind = type(piece)  # every handle of every question is said: this is where a server is
        if kind is _Text:
            told.append(piece.text)  # type: ignore[union-attr]
        elif kind is _Named:
            part = _of(parts, piece.name)  # type: ignore[union-attr]
            told.append(part if type(part) is str else _plainly(part))
        elif isinstance(piece, _Forms):
            told.append(_form(piece, parts, catalogue, number))
        else:
            told.append(str(number))
    return "".join(told)


def _form(piece: _Forms, parts: Mapping[str, object], catalogue: Catalogue, number: int) -> str:
    value = _of(parts, piece.name)
    forms = piece.forms
    if not piece.by_number:
        return _said(forms.get(str(value), forms["other"]), parts, catalogue, number)
    if not isinstance(value, int):
        raise BadSentence(f"'{piece.name}' is {value!r}, and a plural needs a whole number")
    known = (f"={value}", catalogue.plural(value), "other")
    form = next(one for one in known if one in forms)  # which may have no words at all
    return _said(forms[form], parts, catalogue, value)


def _of(parts: Mapping[str, object], name: str) -> object:
    if name not in parts:
        raise BadSentence(f"a sentence names '{name}', which it was not given")
    return parts[name]


def _plainly(value: object) -> str:
    """A part as people read it: dice as "2, 5", and nothing else but itself."""
    if isinstance(value, (tuple, list)):
        return ", ".join(map(_plainly, value))
    return str(value)
