"""Chapter "Set Up Stage": terrain that is changed, markers in the way, leaders at the table."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.plane import plane_values
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import read, record, resume
from battlemat.rulebooks.openfire.chapters.setting_up.pieces import pieces_of
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import Battle
from battlemat.testing import check
from rules.openfire.table import mission, model, objective, setup, unit


def wall(box: list[int], name: str | None = "wall") -> dict[str, Any]:
    part = {"keyword": "barrier", "height": 60, "sight": "solid", "box": box}
    return part if name is None else {**part, "name": name}


NAMESAKES = [
    wall([500, 500, 900, 540]),
    wall([1500, 500, 1900, 540]),
    wall([2500, 500, 2900, 540], "Wall  2"),
    wall([500, 1500, 900, 1540], "WALL"),
    wall([1500, 1500, 1900, 1540], None),
    wall([2500, 1500, 2900, 1540], None),
    wall([500, 2500, 900, 2540], "road to"),
    wall([1500, 2500, 1900, 2540], "road"),
]
HILLS = [
    {"name": "hill", "level": 1, "climbable": "all", "box": [3200, 3200, 4000, 4000]},
    {"name": "hill", "level": 1, "climbable": [0], "box": [1000, 3200, 1800, 3600]},
    {"level": 2, "climbable": [1], "box": [3400, 3400, 3800, 3800]},
]


def editing(**more: Any) -> Game[Battle]:
    """A game in which Blue may change terrain that is full of namesakes."""
    plain = setup(
        [unit("R1")], [unit("B1")], parts=NAMESAKES, areas=HILLS, terrain_by="red", **more
    )
    return Game(OPENFIRE, plain, dice=SeededDice("edits"))


def texts(game: Game[Any]) -> list[str]:
    assert isinstance(game.question, Choice)
    return [game.write(option) for option in game.question.listed]


@pytest.mark.clause("openfire.setup.terrain")
def test_no_two_options_share_a_text_and_a_text_means_its_own_piece() -> None:
    game = editing()
    written = texts(game)
    assert len(set(written)) == len(written)
    assert isinstance(game.question, Choice)
    for text, option in zip(written, game.question.listed, strict=True):
        assert game.read(text.upper()) == option
    names = [piece.name for piece in pieces_of(game.battle)]
    assert names == [
        "wall", "wall 3", "Wall 2", "WALL 4", "barrier", "barrier 2", "road to", "road",
        "hill", "hill 2", "level area",
    ]  # fmt: skip


@pytest.mark.clause("openfire.setup.terrain")
@pytest.mark.parametrize(
    ("said", "moved", "corner"),
    [
        ("shift wall 3 1.00,0.50", 1, (1600, 550)),
        ("shift WALL 4 to 8.00,16.00", 3, (600, 1580)),
        ("shift road to 1.00,1.00", 6, (600, 2600)),
        ("shift road to to 8.00,28.00", 6, (600, 2780)),
        ("shift hill 2 1.00,0.00", 9, (1100, 3200)),
    ],
)
def test_the_piece_that_was_named_is_moved_and_no_other(
    said: str, moved: int, corner: tuple[int, int]
) -> None:
    game = editing()
    before = pieces_of(game.battle)
    game.answer(game.read(said))
    after = pieces_of(game.battle)
    assert [n for n, piece in enumerate(after) if piece != before[n]] == [moved]
    assert after[moved].corners[0] == corner


@pytest.mark.clause("openfire.setup.terrain")
def test_pieces_are_turned_added_and_taken_away_and_the_record_verifies() -> None:
    game = editing()
    for said in (
        "turn wall 90",
        "turn hill 2 90",
        "remove wall 3",
        "add hill 24.00,24.00",
        "add wood 40.00,6.00",
        "turn wood 45",
        "shift wall 4 1.00,0.00",
    ):
        game.answer(game.read(said))
    plane = game.battle.plane
    parts = {part.name: part.outline for part in plane.parts}
    assert parts["wall"].box == (680, 320, 720, 720)
    assert "wall 3" not in parts
    assert parts["wood"].box == (3611, 211, 4389, 989)
    areas = {area.name: area for area in plane.areas}
    assert areas["hill 2"].outline.box == (1200, 3000, 1600, 3800)
    assert areas["hill 3"].outline.box == (2000, 2000, 2800, 2800)
    again = resume(OPENFIRE, read(record(game).write()))
    assert again.digest == game.digest
    assert plane_values(again.battle.plane) == plane_values(plane)


@pytest.mark.clause("openfire.setup.terrain")
def test_an_edge_that_can_be_climbed_turns_with_its_hill() -> None:
    game = editing()
    game.answer(game.read("turn hill 2 90"))
    area = next(one for one in game.battle.plane.areas if one.name == "hill 2")
    (edge,) = (area.outline.edges[n] for n in area.climbable)
    assert (edge[0], edge[2]) == (1600, 1600)  # it was the southern edge, and is the eastern one


@pytest.mark.clause("openfire.setup.terrain", "openfire.module.terrain-data")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("shift wall 3 40.00,0.00", "off the table"),
        ("turn wall 10", "15 degrees"),
        ("add hill 36.00,34.00", "touch or cross"),
        ("shift hill 3.00,0.00", "touch or cross"),
    ],
)
def test_what_makes_no_table_is_refused_with_its_reason(said: str, why: str) -> None:
    game = editing()
    with pytest.raises(Refused, match=why):
        game.answer(game.read(said))


@pytest.mark.clause("openfire.setup.terrain")
def test_what_was_taken_away_is_not_moved_and_others_keep_their_names() -> None:
    game = editing()
    game.answer(game.read("remove wall"))
    with pytest.raises(Refused, match="taken away"):
        game.answer(game.read("shift wall 1.00,0.00"))
    game.answer(game.read("shift wall 3 1.00,0.00"))
    assert pieces_of(game.battle)[1].corners[0] == (1600, 500)


@pytest.mark.clause("openfire.setup.terrain")
def test_every_edit_can_be_made_by_pointing_or_by_a_plain_answer() -> None:
    game = editing()
    assert isinstance(game.question, Choice)
    groups: dict[str, set[str]] = {}
    for option in game.question.listed:
        handle = OPENFIRE.handle(game.battle, game.question, option)
        groups.setdefault(type(option).__name__, set()).add(handle.gesture)
        assert handle.label
    assert groups == {
        "Accept": {""}, "Shift": {"place"}, "Turn": {""}, "Remove": {""}, "Add": {"place"},
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
def test_terrain_full_of_namesakes_keeps_the_contract(seed: int) -> None:
    plain = setup(
        [unit("R1", model(), model())],
        [unit("B1", model(), model())],
        parts=NAMESAKES,
        areas=HILLS,
        terrain_by="red",
        choose_leaders=True,
    )
    check(OPENFIRE, plain, f"namesakes {seed}", every=3, typed=10, most=400)


# ---------------------------------------------------------------------- markers in the way


def blocked() -> Game[Battle]:
    """The objective `o` of the mission lies inside a wall."""
    house = {**wall([2300, 2300, 2500, 2500], "house"), "keyword": "impassable"}
    task = mission(objectives=[objective(at=[2400, 2400])])
    plain = setup([unit("R1")], [unit("B1")], parts=[house], mission=task)
    return Game(OPENFIRE, plain, dice=SeededDice("markers"))


@pytest.mark.clause("openfire.setup.markers")
def test_players_may_agree_on_another_place_for_a_marker_in_the_way() -> None:
    game = blocked()
    nearest = game.battle.objectives_at
    game.answer(game.read("marker 30.00,20.00"))
    game.answer(game.read("agree"))
    assert game.battle.objectives_at == ((3000, 2000),) != nearest


@pytest.mark.clause("openfire.setup.markers")
@pytest.mark.parametrize("answers", [("nearest",), ("marker 30.00,20.00", "nearest")])
def test_without_agreement_a_marker_goes_to_the_nearest_place(answers: tuple[str, ...]) -> None:
    game = blocked()
    nearest = game.battle.objectives_at
    for said in answers:
        game.answer(game.read(said))
    assert game.battle.objectives_at == nearest
    assert isinstance(game.question, Choice)
    assert game.question.kind == "board"


@pytest.mark.clause("openfire.setup.markers")
def test_no_marker_is_agreed_into_terrain() -> None:
    with pytest.raises(Refused, match="no marker can lie"):
        blocked().read("marker 24.00,24.00")


# ---------------------------------------------------------------------- leaders


@pytest.mark.clause("openfire.unit.leader")
def test_players_choose_the_leaders_of_their_units_at_the_table() -> None:
    squads = [unit("R1", model(), model(), model()), unit("R2")], [unit("B1", model(), model())]
    plain = setup(*squads, choose_leaders=True)
    game = Game(OPENFIRE, plain, dice=SeededDice("leaders"))
    asked = []
    while isinstance(game.question, Choice) and game.question.kind == "leading":
        asked.append((game.question.player, texts(game)))
        game.answer(game.read("leader 2"))
    assert asked == [
        ("red", ["leader 1", "leader 2", "leader 3"]),
        ("blue", ["leader 1", "leader 2"]),
    ]
    assert [one.leader for one in game.battle.units] == [1, 0, 1]


@pytest.mark.clause("openfire.setup.terrain")
def test_a_piece_that_is_not_the_same_both_ways_turns_to_the_left() -> None:
    plain = setup(
        [unit("R1")],
        [unit("B1")],
        parts=[{**wall([0, 0, 1, 1], "spur"), "outline": [[600, 600], [1000, 600], [600, 800]]}],
        terrain_by="red",
    )
    del plain["board"]["parts"][0]["box"]
    game = Game(OPENFIRE, plain, dice=SeededDice("turned"))
    game.answer(game.read("turn spur 90"))
    (piece,) = pieces_of(game.battle)
    # What lay to the south lies to the east now, and what lay to the east to the north.
    assert set(piece.corners) == {(900, 500), (900, 900), (700, 500)}
