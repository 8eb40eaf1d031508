"""Previews of all three editions: what an option would cover."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from boards.squares_boards import board
from rules.skirm.table import EDITIONS, Table, foe, gun, skill, unit

editions = pytest.mark.parametrize("edition", EDITIONS)


def every(*clauses: str) -> pytest.MarkDecorator:
    """A clause of the same name in each edition."""
    return pytest.mark.clause(*(f"{e}.{clause}" for e in EDITIONS for clause in clauses))


def shown(table: Table, text: str) -> list[Shape]:
    """What a preview of an answer shows; every shape cites a clause of the edition."""
    question = table.game.question
    assert isinstance(question, Choice)
    found = list(table.book.preview(table.battle, question, table.game.read(text)))
    assert all(table.book.register.find(shape.because) for shape in found)
    return found


def labels(table: Table, text: str, kind: str) -> list[str]:
    return [shape.label for shape in shown(table, text) if shape.kind == kind]


def squares(table: Table, text: str, kind: str) -> list[str]:
    """The names of the squares that shapes of a kind fill."""
    name, at = table.battle.field.board.name, table.battle.field.board.at
    tiles = [shape.points[0] for shape in shown(table, text) if shape.kind == kind]
    return [name(at(int(x), int(y))) for x, y in tiles]


# ---------------------------------------------------------------------- moving


@editions
@every("move.allowance", "move.pass-through")
def test_a_move_shows_its_way_and_where_the_unit_would_stand(edition: str) -> None:
    table = Table.parse("A C . .", edition=edition, A=unit(), C=unit())
    (ghost,) = [shape for shape in shown(table, "move A a1-d1") if shape.kind == "ghost"]
    assert (ghost.label, ghost.points) == ("A", [(3.5, 0.5)])
    (way,) = [shape for shape in shown(table, "move A a1-d1") if shape.kind == "way"]
    assert (way.points, way.label) == (
        [(0.5, 0.5), (1.5, 0.5), (2.5, 0.5), (3.5, 0.5)],
        "3 squares",
    )


@editions
@every("move.difficult", "move.climb-up")
def test_steps_that_cost_more_are_labelled(edition: str) -> None:
    ground = board(3, 2, levels={(0, 1): 1, (1, 1): 1, (2, 1): 1}, difficult=[(1, 0)])
    table = Table.on(ground, edition=edition, A=unit(at=(0, 0)))
    assert labels(table, "move A a1-c1", "toll") == ["difficult: 2"]
    assert labels(table, "move A a1-a2", "toll") == ["climb: 2"]
    assert labels(table, "move A a1-b1", "toll") == []


@editions
@every("move.vault", "move.climb-down")
def test_a_low_wall_and_a_climb_down_are_labelled_with_their_price(edition: str) -> None:
    ledge = [((0, 0), (0, 1))]
    ground = board(2, 3, levels={(0, 0): 2}, walls={((0, 1), (1, 1)): 1}, climbable=ledge)
    down = Table.on(ground, edition=edition, A=unit(at=(0, 0)))
    (toll,) = [shape for shape in shown(down, "move A a1-a2") if shape.kind == "toll"]
    price = 3 if edition == "skirm1" else 2
    assert (toll.label, toll.because) == (f"climb down: {price}", f"{edition}.move.climb-down")
    over = Table.on(ground, edition=edition, A=unit(at=(0, 1)))
    (toll,) = [shape for shape in shown(over, "move A a2-b2") if shape.kind == "toll"]
    assert (toll.label, toll.because) == ("over the wall: 2", f"{edition}.move.vault")


@editions
@every("move.zone", "move.allowance", "los.corners")
def test_overlays_show_reach_sight_and_where_the_unit_stops_enemies(edition: str) -> None:
    table = Table.parse(". A . . . B", edition=edition, A=unit(), B=foe())
    found = table.book.overlays(table.battle, "A")
    assert {shape.kind for shape in found} == {"reach", "sight", "threat"}
    threat = [shape for shape in found if shape.kind == "threat"]
    assert {shape.points[0] for shape in threat} == {(0, 0), (2, 0)}
    assert {shape.because for shape in threat} == {f"{edition}.move.zone"}


@editions
@every("move.zone-adjacency", "combat.ranged-target")
def test_a_move_shows_whom_it_leads_beside_and_whom_it_could_shoot_at(edition: str) -> None:
    table = Table.on(
        edition=edition, A=unit(at=(0, 0)), B=foe(at=(3, 0)), C=foe(at=(0, 8)), D=foe(at=(11, 11))
    )
    assert labels(table, "move A a1-c1", "threat") == ["B is Adjacent"]
    lines = labels(table, "move A a1-c1", "sight-clear")
    assert lines == (["C: Rifle", "D: Rifle"] if edition == "skirm1" else [])  # engaged there
    assert "B: Rifle" in labels(table, "dash A a1-a2", "sight-clear")
    assert table["A"].square == "a1"  # nothing has happened yet


@pytest.mark.clause("skirm3.cover.effect", "skirm1.cover.effect")
@pytest.mark.parametrize("edition", ["skirm1", "skirm3"])
def test_a_move_shows_who_would_be_in_cover(edition: str) -> None:
    ground = board(walls={((5, 0), (6, 0)): 1})
    table = Table.on(ground, edition=edition, A=unit(at=(0, 1)), B=foe(at=(6, 0)))
    assert labels(table, "dash A a2-a1", "sight-obstructed") == ["B: Rifle, in cover"]


@editions
@every("objective.control")
def test_a_move_shows_the_objective_it_would_control(edition: str) -> None:
    goals = [{"id": "relay", "name": "Relay", "square": "c1"}]
    table = Table.parse("A . . . B", edition=edition, A=unit(), B=foe(), objectives=goals)
    assert labels(table, "move A a1-c1", "objective") == ["controls Relay"]
    assert labels(table, "move A a1-b1", "objective") == []


@pytest.mark.clause("skirm3.special.leap")
def test_a_leap_is_shown_straight() -> None:
    table = Table.on(A=unit("LP3", at=(0, 0)), B=foe(at=(11, 11)))
    (way,) = [shape for shape in shown(table, "leap A a1-d1") if shape.kind == "way"]
    assert (way.points, way.label) == ([(0.5, 0.5), (3.5, 0.5)], "leap")


@editions
@every("setup.deploy-roll", "setup.deploy-squares")
def test_zones_and_placings_are_shown_before_the_battle(edition: str) -> None:
    dice = "61" if edition == "skirm1" else "16"
    table = Table.before(board(3, 5), edition=edition, dice=dice, A=unit(), B=foe())
    assert labels(table, "zone south", "zone") == ["south zone"] * 3
    table.play("zone north")
    (ghost,) = [shape for shape in shown(table, "place A b1") if shape.kind == "ghost"]
    assert (ghost.label, ghost.points) == ("A", [(1.5, 0.5)])


# ---------------------------------------------------------------------- attacking


@editions
@every("combat.ranged-target")
def test_a_shot_shows_its_line_and_its_target(edition: str) -> None:
    table = Table.parse("A . . B", edition=edition, A=unit(), B=foe())
    line, target = shown(table, "shoot A B rifle")
    assert (line.kind, line.label) == ("sight-clear", "Rifle")
    assert line.points == [(0.5, 0.5), (3.5, 0.5)]
    assert (target.kind, target.label) == ("affected", "B")


@pytest.mark.clause("skirm3.cover.effect", "skirm1.weapon.no-cover", "skirm1.cover.effect")
def test_a_shot_shows_whether_cover_would_help_against_it() -> None:
    ground = board(6, 1, walls={((4, 0), (5, 0)): 1})

    def kind(edition: str, special: str = "") -> str:
        shooter = unit(at=(0, 0), weapons=[gun(special=special)])
        table = Table.on(ground, edition=edition, A=shooter, B=foe(at=(5, 0)))
        return shown(table, "shoot A B rifle")[0].kind

    assert (kind("skirm1"), kind("skirm3")) == ("sight-obstructed", "sight-obstructed")
    assert kind("skirm2") == "sight-clear"
    assert kind("skirm1", "NCV") == "sight-clear"


@editions
@every("weapon.explode", "weapon.explode-empty")
def test_a_blast_shows_its_squares_and_everybody_in_them(edition: str) -> None:
    table = Table.on(
        board(9, 3),
        edition=edition,
        A=unit(at=(0, 1), weapons=[gun("mortar", "XPL")]),
        B=foe(at=(5, 1)),
        C=unit(at=(4, 0)),
        D=foe(at=(3, 2)),
    )
    assert labels(table, "shoot A B mortar", "affected") == ["B", "C"]
    filled = squares(table, "shoot A B mortar", "blast")
    assert sorted(filled) == ["e1", "e2", "e3", "f1", "f2", "f3", "g1", "g2", "g3"]
    assert labels(table, "blast A c3 mortar", "affected") == ["D"]


@pytest.mark.clause("skirm3.weapon.explode", "skirm3.map.adjacent-wall")
def test_a_blast_does_not_go_through_a_high_wall() -> None:
    table = Table.on(
        board(6, 1, walls={((3, 0), (4, 0)): 2}),
        A=unit(at=(0, 0), weapons=[gun("mortar", "XPL")]),
        B=foe(at=(3, 0)),
        C=foe(at=(4, 0)),
    )
    assert squares(table, "shoot A B mortar", "blast") == ["c1", "d1"]
    assert labels(table, "shoot A B mortar", "affected") == ["B"]


@pytest.mark.clause("skirm3.weapon.linear")
def test_a_linear_shot_shows_the_line_and_everybody_on_it() -> None:
    table = Table.on(
        A=unit(at=(0, 0), weapons=[gun(special="LNR")]),
        B=foe(at=(4, 2)),
        C=foe(at=(2, 1)),
        D=unit(at=(2, 0)),
    )
    hit = {text: labels(table, text, "affected") for text in table.options("shoot A B")}
    assert sorted(hit.values()) == [["B"], ["B", "C"], ["B", "D"], ["B", "D", "C"]]
    for text, names in hit.items():
        corners = [tuple(map(float, point.split(","))) for point in text.split()[-1].split("-")]
        (line,) = [shape for shape in shown(table, text) if shape.kind == "sight-clear"]
        assert line.points == corners
        assert ("c2" in squares(table, text, "blast")) == ("C" in names)
        assert ("c1" in squares(table, text, "blast")) == ("D" in names)


@pytest.mark.clause("skirm1.weapon.linear", "skirm2.weapon.linear")
@pytest.mark.parametrize(("edition", "code"), [("skirm1", "LIN"), ("skirm2", "LNR")])
def test_a_linear_shot_of_the_early_editions_shows_both_lines(edition: str, code: str) -> None:
    table = Table.parse(
        "A . C . B", edition=edition, A=unit(weapons=[gun(special=code)]), C=foe(), B=foe()
    )
    text = table.options("shoot A B")[0]
    assert len([shape for shape in shown(table, text) if shape.kind == "sight-clear"]) == 2
    assert labels(table, text, "affected")[0] == "B"


@pytest.mark.clause("skirm3.weapon.chain-reaction")
def test_a_chain_reaction_shows_how_it_goes_on() -> None:
    table = Table.parse("A . . B C", A=unit(weapons=[gun(special="CHN")]), B=foe(), C=foe())
    shapes = shown(table, "shoot A B rifle with C")
    lines = [shape.points for shape in shapes if shape.form == "line"]
    assert lines == [[(0.5, 0.5), (3.5, 0.5)], [(3.5, 0.5), (4.5, 0.5)]]
    assert [shape.label for shape in shapes if shape.kind == "affected"] == ["B", "C"]


@pytest.mark.clause("skirm3.weapon.push", "skirm3.weapon.push-direction")
def test_a_push_shows_where_it_would_end() -> None:
    table = Table.parse("A . . B . . .", A=unit(weapons=[gun(special="PSH")]), B=foe())
    table.play("shoot A B rifle", dice="11 66")
    way, ghost = shown(table, "push 2")
    assert way.points == [(3.5, 0.5), (4.5, 0.5), (5.5, 0.5)]
    assert (ghost.label, ghost.points) == ("B", [(5.5, 0.5)])
    assert shown(table, "push 0") == []


# ---------------------------------------------------------------------- everything else


@editions
@every("action.door")
def test_a_door_is_shown_as_it_would_be(edition: str) -> None:
    ground = board(2, 1, doors=[((0, 0), (1, 0))])
    table = Table.on(ground, edition=edition, A=unit(at=(0, 0)))
    (door,) = shown(table, "door A a1|b1")
    assert (door.kind, door.points) == ("door-open", [(1, 0), (1, 1)])
    table.play("door A a1|b1")
    assert table.battle.doors_open == 1


@pytest.mark.clause("skirm3.special.command", "skirm3.action.recover")
def test_help_shows_to_whom_it_goes() -> None:
    table = Table.parse("A C D", A=unit("CMD"), C=unit(state="downed"), D=unit())
    assert labels(table, "recover A C", "affected") == ["C"]
    assert labels(table, "command A D", "aid") == ["D"]


@pytest.mark.clause("skirm3.card.skills")
@pytest.mark.parametrize(("spread", "filled"), [(True, ["c1", "d1", "e1"]), (False, ["d1"])])
def test_smoke_shows_the_squares_that_it_would_fill(spread: bool, filled: list[str]) -> None:
    smoke = {"do": "smoke", "within": 3, "spread": spread, "until": "turn"}
    table = Table.on(
        board(9, 1), A=unit(at=(0, 0), skills=[skill("smoke", smoke, act=1)]), B=foe(at=(8, 0))
    )
    table.play("skill A smoke")
    assert squares(table, "square d1", "smoke") == filled


@editions
@every("action.mission")
def test_a_mission_action_is_offered_by_its_words_and_shows_where_it_is_done(edition: str) -> None:
    goals = [{"id": "relay", "name": "Relay", "square": "b1"}]
    scan: dict[str, Any] = {
        "id": "scan",
        "name": "Scan",
        "text": "counts once",
        "cost": {"act": 1},
        "where": "objective",
        "next_to": True,
        "effects": [{"do": "score", "points": 1}],
    }
    table = Table.parse("A . .", edition=edition, A=unit(), objectives=goals, actions=[scan])
    (spot,) = shown(table, "do A scan relay")
    assert (spot.label, spot.points[0]) == ("Scan", (1, 0))
    choice = table.game.question
    assert isinstance(choice, Choice)
    button = table.book.handle(table.battle, choice, table.game.read("do A scan relay"))
    assert (button.group, button.label, button.piece) == (
        "Mission",
        "Scan at Relay: counts once",
        "A",
    )


@editions
def test_options_that_cover_nothing_show_nothing(edition: str) -> None:
    table = Table.parse("A . . B", edition=edition, A=unit(), B=foe())
    assert shown(table, "end A") == []


@editions
def test_squads_are_called_by_their_names_and_the_nameless_by_their_colour(edition: str) -> None:
    table = Table.parse("A . . B", edition=edition, A=unit(), B=foe())
    setup = dict(table.game.setup)
    setup["squads"] = {
        "red": {**setup["squads"]["red"], "name": "Lanterns"},
        "blue": {**setup["squads"]["blue"], "name": ""},
    }
    scene = table.book.scene(Table(edition, setup).battle)
    squads = {one.side: one.value for one in scene.status if one.kind == "squad"}
    assert squads == {"red": "Lanterns", "blue": "Blue"}
