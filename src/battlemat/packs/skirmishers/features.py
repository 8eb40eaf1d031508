"""Single things that a scenario file puts on its map. Its one rule: a word says what stands there.

`a1|b1: low-wall` lies between two adjacent dots, `c4: tree` on one; `@1` says on which level. So a
wall and a tree need no drawing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from battlemat.boards.dots.board import Board, Feature, MapError, Mark
from battlemat.packs.problems import nearest
from battlemat.packs.schema import Check, Place, either, list_of, table, text
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


def _on_link(board: Board, where: str, word: str, place: Place) -> Board:
    found = _LINK.fullmatch(where)
    ends = [dot_of(board, name, place) for name in (found[1], found[3])] if found else []
    if word not in LINK_WORDS:
        place.complain(f"'{word}' does not stand between two dots{nearest(word, LINK_WORDS)}")
    elif found and ends[0] is not None and ends[1] is not None:
        one, two = sorted(end % board.size for end in ends if end is not None)
        level = int(found[2] or found[4] or max(board.level(end) for end in ends if end))
        if board.distance(one, two) != 1:
            place.complain("the two dots are not next to each other")
        else:
            return board.with_link((one, two), level, LINK_WORDS[word])
    return board


def _on_dot(board: Board, where: str, word: str, place: Place) -> Board:
    at = dot_of(board, where, place)
    if word not in DOT_WORDS:
        place.complain(f"'{word}' does not stand on a dot{nearest(word, DOT_WORDS)}")
    elif at is not None:
        return board.with_marks(add=[(DOT_WORDS[word], at % board.size, board.level(at))])
    return board
