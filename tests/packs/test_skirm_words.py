"""What cards and events of Skirm say is what they do: each effect is found in its own words.

One property over all shipped skills, events and mission actions, so that a new one cannot say less
than it does: whom it reaches, how far, how low, how long and how often.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import yaml

from battlemat.packs import library
from rules.skirm.table import EDITIONS


class Said(NamedTuple):
    """Words and what they stand for."""

    where: str
    text: str
    effects: list[dict[str, Any]]
    limit: str = ""


def said(edition: str) -> Iterator[Said]:
    """All shipped texts of an edition that stand for effects in play."""
    parts = {"faction": "skills", "environment": "events", "mission": "actions"}
    for kind, part in parts.items():
        for name, path in library.shipped(edition, kind).items():
            found = yaml.safe_load(path.read_text()).get(part) or {}
            listed = found.values() if isinstance(found, dict) else found
            for one in listed:
                if one.get("cost") or kind == "environment":
                    where, limit = f"{name}: {one['name']}", one.get("limit", "")
                    yield Said(where, one["text"], one["effects"], limit)


def unsaid(text: Said) -> list[str]:
    """What the effects do and the words do not say, or the words say and the effects do not do."""
    words = text.text.replace("is Standing again", "gets up")  # what comes of it, not whom it is on
    missing = [one for effect in text.effects for one in _of_effect(effect, words)]
    often = {"turn": "Once a turn", "battle": "Once a battle"}
    missing += [say for limit, say in often.items() if (text.limit == limit) != (say in words)]
    return missing


def _of_effect(effect: dict[str, Any], words: str) -> Iterator[str]:
    if effect.get("least") is not None and f"to a minimum of {effect['least']}" not in words:
        yield f"to a minimum of {effect['least']}"
    if effect["do"] in ("modify", "give"):
        lasting = {
            "turn": ("rest of the turn", "this turn"),
            "next-activation": ("in its next activation",),
            "activation": ("until its activation ends",),
        }[effect.get("until", "turn")]
        if not any(one in words for one in lasting):
            yield lasting[0]
    who = effect.get("who")
    if isinstance(who, dict) and who["pick"] != "self":
        yield from _of_reach(who, words)


def _of_reach(who: dict[str, Any], words: str) -> Iterator[str]:
    state = who.get("state", "standing")
    for name, word in (("standing", "Standing"), ("downed", "Downed")):
        if (state == name) != (word in words):
            yield word
    if who.get("within") is not None and f"no more than {who['within']} squares away" not in words:
        yield f"no more than {who['within']} squares away"
    for key, word in (("seen", "in sight"), ("adjacent", "in an Adjacent square")):
        if bool(who.get(key)) != (word in words):
            yield word


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_words_of_skills_events_and_actions_say_what_they_do(edition: str) -> None:
    texts = list(said(edition))
    assert len(texts) > 30
    assert {text.where: found for text in texts if (found := unsaid(text))} == {}


def test_words_that_say_less_than_is_done_are_told() -> None:
    hex_ = {"do": "modify", "stat": "act", "by": -1, "least": 1, "until": "next-activation"}
    reach = {"pick": "enemy", "within": 6, "seen": True}
    words = "An enemy in sight, no more than 6 squares away, has 1 ACT less in its next activation."
    found = unsaid(Said("hex", words, [hex_ | {"who": reach}], "turn"))
    assert found == ["to a minimum of 1", "Standing", "Once a turn"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_words_of_mission_actions_say_where_and_how_often_and_what_they_score(
    edition: str,
) -> None:
    for path in library.shipped(edition, "mission").values():
        for action in yaml.safe_load(path.read_text()).get("actions", ()):
            words, limit = action["text"], action.get("limit")
            assert bool(action.get("clear")) == ("with no Standing enemy Adjacent" in words)
            assert bool(action.get("next_to")) == ("next to" in words)
            assert (limit == "unit") == ("Once for each" in words)
            assert (limit == "objective") == ("Each squad once" in words)
            assert (action["where"] == "enemy-zone") == ("enemy's deployment zone" in words)
            scored = [one["points"] for one in action["effects"] if one["do"] == "score"]
            assert all(f"{points} point" in words for points in scored)
            need = action.get("roll", {}).get("need")
            assert need is None or f"{str(need).upper()} or less" in words
