"""Single things that a scenario file puts on its map, each by a word.

`a1|b1: low-wall` lies between two adjacent dots, `c4: tree` on one; `@1` says on which level. So a
wall and a tree need no drawing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from battlemat.boards.dots import Board, Feature, MapError, Mark
from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.packs.schema import Check, either, list_of, table, text
from battlemat.packs.skirmishers.maps import dot_of
from battlemat.packs.skirmishers.stands import DOT, LINK

FEATURES: Check = table(
    either(LINK, DOT, what="a dot (c4, c4@1) or two next to each other (c3|d3)"),
    list_of(text("a feature")),
)
"""The shape of the key `features`."""

LINK_WORDS = {feature.value: feature for feature in Feature}
DOT_WORDS = {mark.value: mark for mark in Mark if mark not in (Mark.TUNNEL, Mark.MOUTH)}
_LINK = re.compile(r"([a-z]+[0-9]+)(?:@([0-9]+))?\|([a-z]+[0-9]+)(?:@([0-9]+))?")


def with_features(board: Board, features: Mapping[str, Any], place: Place) -> Board:
    """The board with more things on it; complaints, each in its line, of what cannot be there."""
    for where, words in features.items():
        here = place / where
        for word in words:
            put = _on_link if "|" in where else _on_dot
            try:
                board = Board.build(put(board, where, word, here).plan)
            except MapError as error:
                here.complain(str(error))
    return board


def link_of(board: Board, where: str, place: Place) -> tuple[int, int, int] | None:
    """The two dots and the level of `c3|d3@1`; None, with a complaint, if there is no such link."""
    found = _LINK.fullmatch(where)
    if found is None:
        return None
    ends = [dot_of(board, name, place) for name in (found[1], found[3])]
    known = [end for end in ends if end is not None]
    if len(known) < 2:
        return None
    one, two = sorted(end % board.size for end in known)
    if board.distance(one, two) != 1:
        place.complain("the two dots are not next to each other")
        return None
    return one, two, int(found[2] or found[4] or max(map(board.level, known)))


def _on_link(board: Board, where: str, word: str, place: Place) -> Board:
    if word not in LINK_WORDS:
        place.complain(f"'{word}' does not stand between two dots{nearest(word, LINK_WORDS)}")
        return board
    found = link_of(board, where, place)
    if found is None:
        return board
    one, two, level = found
    return board.with_link((one, two), level, LINK_WORDS[word])


def _on_dot(board: Board, where: str, word: str, place: Place) -> Board:
    at = dot_of(board, where, place)
    if word not in DOT_WORDS:
        place.complain(f"'{word}' does not stand on a dot{nearest(word, DOT_WORDS)}")
    elif at is not None:
        return board.with_marks(add=[(DOT_WORDS[word], at % board.size, board.level(at))])
    return board
