"""House rules for sentences: each stands where it is said, and has the parts that it is given."""

from __future__ import annotations

import pytest

from house.sentences import FROM_TABLES, from_a_table, unsaid
from house.sources import names, project, snippet

PLACE = "battlemat.rulebooks.skirm.actions"
FROM = "from battlemat.kernel.words import say, say_with\n"


def test_every_sentence_stands_where_it_is_said_and_agrees_with_its_parts() -> None:
    assert [fault for one in project() for fault in unsaid(one)] == []


def test_sentences_from_tables_are_said_in_listed_places_alone() -> None:
    assert [fault for one in project() for fault in from_a_table(one)] == []
    assert names(project()) >= FROM_TABLES


@pytest.mark.parametrize(
    "text",
    [
        "say(text)",
        "say(f'{unit} moves')",
        "say('R1 ' + verb)",
        "say('moves' if fast else 'crawls')",
        "say()",
        "say('{unit} moves')",
        "say('moves', unit=unit)",
        "say('{unit} moves', units=unit)",
        'say("no {name}\'{hint}", name=name, hint=hint)',
        "say('{count, plural, one {die}}', count=count)",
        "say('{count dice', count=count)",
        "say('it''s {unit}', '{unit}', unit=unit)",
    ],
)
def test_a_sentence_that_cannot_be_said_is_noticed(text: str) -> None:
    assert unsaid(snippet(PLACE, FROM + text))


@pytest.mark.parametrize(
    "text",
    [
        "say('moves')",
        "say('{unit} moves', unit=unit)",
        "say('{unit} ' 'moves', unit=unit)",
        "say('{n, plural, one {# die of {unit}} other {# dice}}', n=n, unit=unit)",
        "say('{unit} moves', **parts)",
        "say(\"no ''{name}''{hint}\", name=name, hint=hint)",
    ],
)
def test_other_sentences_are_fine(text: str) -> None:
    assert unsaid(snippet(PLACE, FROM + text)) == []


def test_a_function_of_that_name_from_elsewhere_is_no_such_thing() -> None:
    assert unsaid(snippet(PLACE, "from somewhere import say\nsay(text)")) == []


def test_a_sentence_from_a_table_is_noticed() -> None:
    assert from_a_table(snippet(PLACE, FROM + "say_with(text, {})"))
    assert from_a_table(snippet(sorted(FROM_TABLES)[0], FROM + "say_with(text, {})")) == []
