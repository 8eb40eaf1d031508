"""Guided games: what is shipped can be played, and a faulty file is told in full."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.packs import registry
from battlemat.packs.checks import check_file
from battlemat.packs.setups import build_setup
from battlemat.packs.teaching.guides import MOST_STEPS, guides
from battlemat.players.levels import LEVELS

GAMES = registry.names()

FAULTY = """\
kind: guide
id: odd
rulebook: skirm3
name: Odd
about: Nothing fits.
minutes: 10
won: By luck.
game: {mission: first-steps}
seat: read
opponent: recruit
steps:
  - when: {asks: activat}
    title: Who
    say: You.
  - when: {offers: walk, tells: move}
    title: Two moments
    say: One of them is no word.
    clause: skirm3.move.zoom
"""


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_a_guided_battle_that_can_be_set_up(name: str) -> None:
    (guide,) = guides(name)
    rulebook = registry.find(name)
    rulebook.start(build_setup(name, **guide.choices))
    assert guide.seat in rulebook.players
    assert guide.opponent == LEVELS[0].name  # a gentle one
    assert 8 <= len(guide.steps) <= MOST_STEPS
    assert guide.steps[-1].moment == "ends"


@pytest.mark.parametrize("name", GAMES)
def test_a_guided_battle_begins_small(name: str) -> None:
    (guide,) = guides(name)
    battle = registry.find(name).start(build_setup(name, **guide.choices))
    assert len(battle.units) <= 6


def test_all_faults_of_a_guide_are_told_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(FAULTY, encoding="utf-8")
    told = check_file(file)
    assert [line.split(", ", 1)[1] for line in told] == [
        "line 9, seat: 'read' is no player; did you mean 'red'?",
        "line 12, steps[1].when.asks: skirm3 has no 'activat'; did you mean 'activate'?",
        "line 15, steps[2].when: one moment is wanted",
        "line 15, steps[2].when.offers: skirm3 has no 'walk'; the choices are mission, zone, "
        "place, activate, target, move, pass, shoot, blast, melee, square, reroll, order, dash, "
        "leap, door and more",
        "line 18, steps[2].clause: there is no clause 'skirm3.move.zoom'; "
        "did you mean 'skirm3.move.zone'?",
    ]


def test_a_guide_with_nothing_in_it_says_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "bare.yaml"
    file.write_text("kind: guide\nid: bare\nrulebook: openfire\n", encoding="utf-8")
    told = " ".join(check_file(file))
    for key in ("name", "about", "minutes", "won", "game", "seat", "opponent", "steps"):
        assert f"'{key}' is missing" in told
