"""Files of translators: a catalogue as JSON or as gettext's PO, read into what `say` speaks.

A sentence of either is an ICU message under its English text. Which plural form a number takes is
told as in gettext: a rule in C, and what the forms are called in ICU.

    {"language": "de", "plural": "n != 1", "forms": ["one", "other"], "sentences": {"Close": "Zu"}}
"""

from __future__ import annotations

import ast
import gettext
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.memo import Memo
from battlemat.kernel.words import ENGLISH, MARKED, BadSentence, Catalogue, names_of

BUILT_IN = {one.language: one for one in (ENGLISH, MARKED)}


class BadCatalogue(BattlematError):
    """A file that is no catalogue."""


@dataclass(frozen=True, slots=True)
class Plural:
    """Which form a number takes: gettext's rule gives the place of its name."""

    rule: str = "n != 1"
    forms: tuple[str, ...] = ("one", "other")

    def __call__(self, number: int) -> str:
        place = _rule(self.rule)(abs(number))
        return self.forms[place] if 0 <= place < len(self.forms) else "other"


@Memo("the text of the rule, which a language has one of", bound=64)
def _rule(text: str) -> Any:
    return gettext.c2py(text)


def catalogue(name: str) -> Catalogue:
    """A catalogue by the name of a built-in one, or from a file."""
    return BUILT_IN[name] if name in BUILT_IN else read(Path(name))


def read(file: Path) -> Catalogue:
    """The catalogue of a file; `BadCatalogue` says what is wrong with it."""
    try:
        text = file.read_text(encoding="utf-8-sig")
        told = _from_po(text) if file.suffix == ".po" else json.loads(text)
        forms = tuple(told.get("forms", ("one", "other")))
        plural = Plural(str(told.get("plural", "n != 1")), forms)
        plural(1)
        sentences = {str(key): str(value) for key, value in told["sentences"].items() if value}
        return Catalogue(str(told["language"]), sentences, plural)
    except OSError as error:
        raise BadCatalogue(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError, SyntaxError) as error:
        raise BadCatalogue(f"{file} is no catalogue: {error}") from None


def faults(known: Iterable[str], said: Mapping[str, str]) -> list[str]:
    """What is wrong with the sentences of a catalogue: missing, unknown, or with other parts."""
    expected = set(known)
    found = [f"missing: {key}" for key in sorted(expected - said.keys())]
    found += [f"unknown: {key}" for key in sorted(said.keys() - expected)]
    for key in sorted(expected & said.keys()):
        try:
            more = sorted(names_of(said[key]) - names_of(key))
        except BadSentence as error:
            found.append(f"no sentence: {error}")
            continue
        found += [f"wrong part: {{{name}}} is not in: {key}" for name in more]
    return found


# ---------------------------------------------------------------------- PO


def as_po(places: Mapping[str, Iterable[str]]) -> str:
    """All sentences as a PO file for translators, each with where it stands."""
    head = [
        'msgid ""',
        'msgstr ""',
        *map(_quoted, ("Language: \n", "Content-Type: text/plain; charset=UTF-8\n")),
        _quoted("Plural-Forms: nplurals=2; plural=n != 1;\n"),
        _quoted("X-Plural-Names: one other\n"),
    ]
    blocks = ["\n".join(head)]
    for key in sorted(places):
        where = [f"#: {place}" for place in sorted(set(places[key]))]
        said = [f"msgid {_quoted(key)}", 'msgstr ""']
        blocks.append("\n".join([*where, "#, icu-format", *said]))
    return "\n\n".join(blocks) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _from_po(text: str) -> dict[str, Any]:
    pairs, parts, into = [], {"msgid": "", "msgstr": ""}, ""
    for line in [*text.splitlines(), 'msgid ""']:
        line = line.strip()
        word, _, rest = line.partition(" ")
        if word == "msgid":
            pairs.append((parts["msgid"], parts["msgstr"]))
            parts = {"msgid": "", "msgstr": ""}
        if word in parts:
            into, line = word, rest.strip()
        if line.startswith('"'):
            parts[into] += ast.literal_eval(line)
    head = _head(next((value for key, value in pairs if not key and value), ""))
    rule = head.get("plural-forms", "plural=n != 1;").partition("plural=")[2].partition(";")[0]
    return {
        "language": head.get("language") or "und",
        "plural": (rule.partition("plural=")[2] or rule).strip() or "n != 1",
        "forms": head.get("x-plural-names", "one other").split(),
        "sentences": {key: value for key, value in pairs if key},
    }


def _head(text: str) -> dict[str, str]:
    lines = (line.partition(":") for line in text.splitlines())
    return {name.strip().lower(): value.strip() for name, _, value in lines}
