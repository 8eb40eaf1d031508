"""What a mission of Skirm says of its points is what it scores: held together for every mission.

The sentences are made from the scoring; here each of them is played.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
import yaml

from battlemat.packs import library
from battlemat.packs.skirm import setups
from battlemat.packs.skirm.scoring_words import scoring_words
from battlemat.rulebooks.skirm.chapters.mission import due
from battlemat.rulebooks.skirm.screen.objectives import objectives
from battlemat.rulebooks.skirm.state.battle import CARRIED, DOWNED, OUT, STANDING, WAITING, Battle
from rules.skirm.table import BOOKS, EDITIONS

MISSIONS = [(edition, mission.id) for edition in EDITIONS for mission in library.missions(edition)]
every_mission = pytest.mark.parametrize(("edition", "mission"), MISSIONS)


def written(edition: str, mission: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(library.shipped(edition, "mission")[mission].read_text())
    return found


def laid(edition: str, mission: str) -> Battle:
    """A battle of a mission in which nobody stands on the map yet; red deploys first of both."""
    squad = library.squads(edition)[0].id
    battle = BOOKS[edition].start(
        setups.build_setup(edition, mission=mission, red=squad, blue=squad)
    )
    battle.zones[:] = [0, 1]
    return battle


def stand(battle: Battle, side: int, square: int, state: int = STANDING) -> int:
    """Put a unit that waits somewhere; returns its index."""
    unit = next(one for one in battle.units if one.side == side and one.state == WAITING)
    unit.state = STANDING
    battle.place(unit, square)
    if state != STANDING:
        battle.set_state(unit, state)
    return unit.index


def points(battle: Battle, when: str, side: int = 0) -> int:
    return sum(points for whose, points, _ in due(battle, when) if whose == side)


def said(sentence: str) -> int:
    found = re.search(r"gives you (\d+) point", sentence)
    assert found, sentence
    return int(found[1])


@every_mission
def test_a_briefing_leaves_it_to_the_scoring_to_say_what_scores(edition: str, mission: str) -> None:
    story = written(edition, mission)["briefing"]
    assert not re.search(r"\b(points? for|a point|score|count|worth)", story)
    told = library.missions(edition)
    about = next(entry.text for entry in told if entry.id == mission)
    for sentence in scoring_words(edition, written(edition, mission)):
        assert sentence in about
        assert sentence in laid(edition, mission).mission.briefing


@every_mission
def test_every_sentence_about_points_is_what_is_scored(edition: str, mission: str) -> None:
    value = written(edition, mission)
    sentences = scoring_words(edition, value)
    assert len(sentences) == len(value["scoring"])
    for rule, sentence in zip(value["scoring"], sentences, strict=True):
        SHOWN[rule["score"]](edition, mission, rule, sentence)


def _show_objectives(edition: str, mission: str, rule: dict[str, Any], sentence: str) -> None:
    """Exactly the objectives that are named give what is said, at that time and at no other."""
    for number, one in enumerate(laid(edition, mission).mission.objectives):
        battle = laid(edition, mission)
        stand(battle, 0, battle.mission.objectives[number].square)
        scored = points(battle, rule["when"])
        assert scored == (said(sentence) if one.name in sentence else 0)
        assert points(battle, "end" if rule["when"] == "turn" else "turn") == 0
        shown = objectives(battle)[number].label
        assert bool(re.search(r"\d points?", shown)) == bool(scored)


def _show_out(edition: str, mission: str, rule: dict[str, Any], sentence: str) -> None:
    battle = laid(edition, mission)
    plain = [u for u in battle.units if u.side == 1 and not u.powers.order_dice]
    leader = next(u for u in battle.units if u.side == 1 and u.powers.order_dice)
    stand(battle, 0, 0)
    stand(battle, 1, battle.field.board.size - 1)
    assert points(battle, "end") == 0
    plain[-1].state = OUT
    assert points(battle, "end") == said(sentence)
    leader.state = OUT
    assert points(battle, "end") - said(sentence) == int(sentence.split("LD ")[1].split()[0])
    battle = laid(edition, mission)
    stand(battle, 1, 0, DOWNED)
    assert bool(points(battle, "end")) == ("Downed" in sentence)


def _show_standing(edition: str, mission: str, rule: dict[str, Any], sentence: str) -> None:
    assert "Standing in the enemy's zone" in sentence
    for zone, state in product((0, 1), (STANDING, DOWNED)):
        battle = laid(edition, mission)
        mask = battle.mission.zones[zone][1]
        stand(battle, 0, mask.bit_length() - 1, state)
        there = zone == 1 and state == STANDING
        assert points(battle, "end") == said(sentence) * there


def _show_carry(edition: str, mission: str, rule: dict[str, Any], sentence: str) -> None:
    assert "of the enemy's side that you carry in your own zone" in sentence
    for marker, zone in product((0, 1), (0, 1)):
        battle = laid(edition, mission)
        index = stand(battle, 0, battle.mission.zones[zone][1].bit_length() - 1)
        alone = points(battle, "end")  # whoever stands in the enemy's zone may score for that
        battle.markers[marker] = CARRIED - index
        theirs = battle.mission.markers[marker].zone == battle.mission.zones[1][0]
        assert points(battle, "end") - alone == (said(sentence) if theirs and zone == 0 else 0)


SHOWN = {
    "objectives": _show_objectives,
    "out": _show_out,
    "standing-in": _show_standing,
    "carry": _show_carry,
}
