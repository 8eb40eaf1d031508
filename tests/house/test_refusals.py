"""House rule for refusals: what players are told when something cannot be is in the catalogue."""

from __future__ import annotations

import pytest

from house.refusals import FOR_TOOLS, spelled, spelled_anywhere
from house.sources import names, project, snippet

PLACE = "battlemat.tables.making"


def test_refusals_that_reach_players_are_made_by_say() -> None:
    assert "\n".join(fault for one in project() for fault in spelled(one)) == ""


def test_what_stays_for_tools_is_there_and_has_something_to_keep() -> None:
    assert names(project()) >= FOR_TOOLS.keys()
    for tool in FOR_TOOLS:
        within = [one for one in project() if f"{one.name}.".startswith(f"{tool}.")]
        assert any(map(spelled_anywhere, within)), f"{tool} needs no exception"


@pytest.mark.parametrize(
    "text",
    [
        "raise Problem(422, 'bad-setup', f'there is no choice {key}')",
        "raise Problem(422, 'bad-setup', 'there is no such choice')",
        "raise Problem(422, 'bad-setup', 'none' if key else say('some'))",
        "raise too_many('slow down', 3)",
        "return Refusal('too far', 'moves.reach')",
        "message = f'at most {most}'\nraise Problem(413, 'too-large', message)",
        "def refuse():\n    message = 'no'\n    raise Misuse(message)",
        "raise NoSuchThing('no ' + name)",
        "raise problems.Problem(400, 'no', 'no')",
        "message = message or 'no'\nraise Misuse(message)",
    ],
)
def test_a_refusal_that_is_spelled_where_it_is_told_is_noticed(text: str) -> None:
    assert spelled(snippet(PLACE, text))


@pytest.mark.parametrize(
    "text",
    [
        "raise Problem(422, 'bad-setup', say('there is no choice'))",
        "raise Problem(422, 'bad-setup', str(error))",
        "raise Problem(422, 'bad-setup', line)",
        "message = say('at most {most}', most=most)\nraise Problem(413, 'too-large', message)",
        "raise Refused(answer, Refusal(say('too far')), 3)",
        "raise Misuse(f'{file}: {why}')",
        "raise RuleBug('a step has no end')",
        "message = 'of another function'\ndef refuse(message):\n    raise Misuse(message)",
    ],
)
def test_other_refusals_are_fine(text: str) -> None:
    assert spelled(snippet(PLACE, text)) == []
