"""Rulebooks as books: chapters, links, readings, editions side by side."""

from __future__ import annotations

import pytest

from battlemat.packs import registry
from battlemat.reader.book import Book, book
from battlemat.reader.editions import Piece, parted


def of(name: str) -> Book:
    return book(registry.find(name))


@pytest.mark.parametrize("name", registry.names())
def test_every_clause_stands_in_one_chapter_and_links_lead_somewhere(name: str) -> None:
    entries = of(name).entries()
    assert len(entries) == len(registry.register(name))
    assert sum(len(chapter.clauses) for chapter in of(name).chapters) == len(entries)
    for one in entries.values():
        assert one.id not in one.links
        assert set(one.links) <= set(entries)
        assert all(one.id in entries[other].mentioned for other in one.links)
        assert bool(one.boards) is not bool(one.no_board), one.id


def test_the_editions_of_skirm_stand_side_by_side() -> None:
    editions = of("skirm3").entries()["skirm3.action.dash"].editions
    assert [one.rulebook for one in editions] == ["skirm1", "skirm2"]
    first = editions[0]
    assert not first.same
    assert "".join(piece.text for piece in first.pieces) == (
        registry.register("skirm1").clauses["skirm1.action.dash"].rule
    )
    assert any("2 squares" in piece.text for piece in first.pieces if piece.differs)
    assert of("skirm3").entries()["skirm3.map.grid"].editions[0].same
    assert of("openfire").entries()["openfire.unit.unit"].editions == []


def test_a_clause_that_an_edition_lacks_is_told_as_such() -> None:
    (third,) = [
        one for one in of("skirm1").entries()["skirm1.dice.d3"].editions if one.rulebook == "skirm3"
    ]
    assert (third.id, third.same, third.pieces) == ("", False, ())


def test_pieces_are_marked_where_they_differ() -> None:
    assert list(parted("It costs 1 ACT.", "It costs 2 ACT.")) == [
        Piece("It costs ", False),
        Piece("2 ", True),
        Piece("ACT.", False),
    ]


@pytest.mark.parametrize("name", registry.names())
def test_both_readings_are_told_with_the_default(name: str) -> None:
    two = {one.clause: one for one in registry.find(name).readings}
    found = {id: one.readings for id, one in of(name).entries().items() if one.readings}
    assert {id: one.default for id, one in found.items()} == {
        id: one.default for id, one in two.items()
    }
