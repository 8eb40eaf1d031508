"""What a player reads of a game, text by text, and what of it is no sentence of the catalogue.

Games are played in a language that has no words at all: every sentence keeps its parts and loses
its letters. Words that are left were put there by hand; they may only be content.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, TypeAlias

from battlemat.kernel.errors import NoSuchThing, Refused
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Scene, Shape
from battlemat.kernel.words import Catalogue

Word: TypeAlias = tuple[str, str]
"""Where a text stands, and the text."""
LOOKS = 12
"""Options and answers looked at in each question."""
_WORD = re.compile(r"[A-Za-z]*[a-z]{2,}")


# ---------------------------------------------------------------------- a language without words


@cache
def hushed(sentence: str) -> str:
    """A sentence without its letters. Text stands outside braces or in those of a form, so at an
    even depth; between them stand the parts and the words that choose a form."""
    depth, found = 0, ""
    for sign in sentence:
        depth += (sign == "{") - (sign == "}")
        found += "·" if sign.isalpha() and depth % 2 == 0 else sign
    return found


class _Hushed(Mapping[str, str]):
    """Every sentence there is, without its letters."""

    def __getitem__(self, sentence: str) -> str:
        return hushed(sentence)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


WORDLESS = Catalogue("wordless", _Hushed())


def names_in(value: Any) -> Iterator[str]:
    """The names and the texts of content in a setup; its ids are for nobody to read."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key in ("name", "text", "briefing", "title") and isinstance(item, str):
                yield item
            yield from names_in(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from names_in(item)


def longest_first(names: Iterable[str]) -> list[str]:
    """Names of content, so that no shorter one is taken out of a longer one."""
    return sorted({name for name in names if len(name) > 1}, key=len, reverse=True)


def english(text: str, content: Sequence[str]) -> str:
    """What of a text nobody said and is no content: words, in which small letters stand."""
    if _WORD.search(text) is None:  # most texts are names and marks
        return ""
    for name in content:
        text = text.replace(name, " ")
    return " ".join(_WORD.findall(text))


def faults(read: Iterable[Word], content: Sequence[str]) -> list[Word]:
    """The texts with words that are not said."""
    return sorted((where, text) for where, text in set(read) if english(text, content))


# ---------------------------------------------------------------------- what is read


def of_event(event: Event) -> Iterator[Word]:
    yield event.kind, event.told()


def of_shapes(where: str, shapes: Iterable[Shape]) -> Iterator[Word]:
    for shape in shapes:
        yield from ((where, shape.label), (where, shape.name))


def of_card(value: Any, key: str = "") -> Iterator[Word]:
    """The texts on a card; clauses and codes are looked up, not read."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if name not in ("clause", "because", "type") and not name.endswith("_clause"):
                yield from of_card(item, name)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from of_card(item, key)
    elif isinstance(value, str) and key not in ("mark", "code", "tags", "to"):
        yield f"card, {key}", value


def of_scene(scene: Scene) -> Iterator[Word]:
    yield "title", scene.title
    yield from of_shapes("shape", (*scene.shapes, *scene.zones, *scene.lines))
    for mark in scene.marks:
        yield from (("mark", mark.label), ("mark", mark.name), ("mark", mark.about))
    yield from (("spot", spot.note) for spot in scene.spots)
    for line in scene.status:
        yield from (("status", line.label), ("status", line.value))
    if scene.outlook is not None:
        yield "outlook", scene.outlook.when
        yield from (("outlook", one.told) for one in scene.outlook.sides)
    for piece in scene.pieces:
        yield from (("state", one.label) for one in piece.conditions)
        yield "place", piece.place
        yield from of_card(piece.card)
        if piece.budget is not None:
            yield "budget", piece.budget[2]


def of_option(game: Game[Any], choice: Choice, option: Option) -> Iterator[Word]:
    made = game.rulebook.handle(game.battle, choice, option)
    yield from (("label", made.label), ("group", made.group), ("cost", made.cost))
    yield "told", game.tell(option)
    yield from of_shapes("preview", game.rulebook.preview(game.battle, choice, option))


def of_ruler(game: Game[Any], start: str, end: str) -> Iterator[Word]:
    try:
        reading = game.rulebook.measure(game.battle, start, end)
    except NoSuchThing as error:
        yield "no such thing", str(error)
        return
    yield from (("ruler", fact.text) for fact in reading.facts)
    yield from of_shapes("ruler", reading.shapes)


def of_question(game: Game[Any], choice: Choice, chance: Random) -> Iterator[Word]:
    """The question, its answers and why others are none."""
    yield "question", choice.menu.says()
    yield from (("left", text) for text in choice.menu.left())
    listed = list(choice.listed)
    for option in chance.sample(listed, min(LOOKS, len(listed))):
        yield from of_option(game, choice, option)
    for _ in range(LOOKS):
        tried = choice.menu.sample(chance.randrange)
        if tried is None:
            continue
        refusal = choice.menu.refusal(tried)
        if refusal is None:
            yield "told", choice.menu.tell(tried)
        else:
            yield f"refusal by {refusal.because}", refusal.reason


def of_typed(game: Game[Any], choice: Choice, chance: Random) -> Iterator[Word]:
    """What is told of answers that cannot be read; what should be typed stands in quotes."""
    verbs = "|".join(longest_first(game.rulebook.verbs.words))
    text = game.write(chance.choice(list(choice.listed)))
    word = text.split()[0]
    for typed in ("", "Z", word[:-1] or "Z", word, f"{word} Z9", f"{text} Z9", f"{word} Z Z-Z Z"):
        try:
            game.judge(typed)
        except Refused as refused:
            yield "typed", re.sub(rf"'[^']*'|\b({verbs})\b", " ", refused.refusal.reason)


def of_table(game: Game[Any], ends: Sequence[str], chance: Random) -> Iterator[Word]:
    """What lies on the table, what a ruler tells there, and what a piece reaches."""
    scene = game.rulebook.scene(game.battle)
    yield from of_scene(scene)
    for _ in range(3):
        yield from of_ruler(game, chance.choice(ends), chance.choice(ends))
    if scene.pieces:
        piece = chance.choice(scene.pieces).id
        yield from of_shapes("overlay", game.rulebook.overlays(game.battle, piece))
