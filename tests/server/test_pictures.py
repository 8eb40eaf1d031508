"""Pictures of games: for the list of games, and for previews of links to a moment."""

from __future__ import annotations

import struct
import zlib

import pytest

from battlemat.drawing.ground import FRAMES, draw_ground
from battlemat.drawing.png import Bitmap
from battlemat.server.board_pictures import BoardPictures
from battlemat.tables.catalogue import About
from battlemat.tables.fitting_choices import FittingChoices
from battlemat.tables.problems import Problem
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import HOT_SEAT, Live, Person

PNG = b"\x89PNG\r\n\x1a\n"


def size(image: bytes) -> tuple[int, int]:
    assert image.startswith(PNG)
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def pixels(image: bytes) -> bytes:
    """The unpacked rows of a picture that was drawn here."""
    at = image.index(b"IDAT")
    (length,) = struct.unpack(">I", image[at - 4 : at])
    return zlib.decompress(image[at + 4 : at + 4 + length])


def test_a_game_has_a_picture_as_it_stands_and_of_every_moment(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    address = f"/api/games/{game.id}/picture.png"
    first = ada.http.get(address)
    assert first.headers["content-type"] == "image/png"
    assert size(first.content) == (1200, 630)
    assert size(ada.http.get(address, params={"size": "small"}).content) == (360, 240)
    game.answer("step R1 b1")
    assert ada.http.get(address).content != first.content
    assert ada.http.get(address, params={"step": 0}).content == first.content
    assert ada.http.get(address, params={"step": 99}).json()["error"] == "unknown-step"
    assert ada.http.get(address, params={"size": "huge"}).status_code == 422


def test_the_list_of_games_tells_mission_and_score(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    (found,) = [one for one in ada.get("games")["games"] if one["id"] == game.id]
    assert found["mission"] == "Standoff"
    assert ("Turn", "1") in [(one["label"], one["value"]) for one in found["status"]]


def test_a_link_to_a_moment_names_its_picture_for_previews(ada: Person, live: Live) -> None:
    page = ada.http.get("/game/abc?step=12").text
    assert f'content="{live.url}/api/games/abc/picture.png?step=12"' in page
    plain = ada.http.get('/game/abc?step=1"onload=x').text
    assert f'content="{live.url}/api/games/abc/picture.png"' in plain
    assert "og:image" not in ada.http.get("/").text


def test_shapes_are_filled_where_they_are_and_nowhere_else() -> None:
    picture = Bitmap(5, 3, (0, 0, 0))
    picture.polygon([(1, 1), (4, 1), (4, 2), (1, 2)], (9, 9, 9))
    picture.disc((0.5, 0.5), 0.6, (7, 7, 7))
    picture.disc((50, 50), 3, (5, 5, 5))
    rows = [row[1::3] for row in zip(*[iter(pixels(picture.png()))] * 16, strict=True)]
    assert rows == [(7, 0, 0, 0, 0), (0, 9, 9, 9, 0), (0, 0, 0, 0, 0)]


def test_a_board_that_can_be_chosen_has_a_picture_and_is_drawn_once() -> None:
    boards = BoardPictures(ShippedCatalogue())
    own = boards.of("skirm3", {"mission": "secure"})
    assert own.startswith(b"\x89PNG")
    assert boards.of("skirm3", {"mission": "secure"}) is own
    assert boards.of("skirm3", {"mission": "secure", "map": "thorn-gorge"}) != own


def test_every_map_that_goes_with_a_mission_has_a_picture_with_nothing_beside_it() -> None:
    catalogue = ShippedCatalogue()
    boards = BoardPictures(catalogue)
    beside = FittingChoices(catalogue).beside("skirmishers", "mission", "hold-the-mill")
    maps = next(one for one in beside if one["key"] == "map")["options"]
    assert maps
    for option in maps:
        image = boards.of("skirmishers", {"mission": "hold-the-mill", "map": option["id"]})
        assert pixels(image)[1:4] == bytes(FRAMES["dots"]), option["id"]


def test_ground_has_the_forms_of_the_page_in_a_small_picture() -> None:
    """A hill rises in bands to a light top, a wood is crowns, a roof is brick with an edge."""
    square = [[1, 1], [11, 1], [11, 11], [1, 11]]
    base = {"form": "polygon", "points": square, "radius": 0, "height": 1}
    seen = {}
    for kind, material in (("level", "hill"), ("slow", "wood"), ("impassable", "roof")):
        canvas = Bitmap(120, 120, (0, 0, 0))
        points = [(10.0 * x, 10.0 * y) for x, y in square]
        assert draw_ground(canvas, points, {**base, "kind": kind, "material": material}, "free", 10)
        rows = pixels(canvas.png())
        seen[material] = {rows[at : at + 3] for at in range(60 * 361 + 1, 61 * 361, 3)}
    assert len(seen["hill"]) >= 6
    assert len(seen["wood"]) >= 4
    assert bytes((138, 75, 56)) in seen["roof"]
    assert not seen["hill"] & seen["wood"] - {bytes(3)}


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"mission": "no-such"}, "unknown-choice"),
        ({"mission": "secure", "map": "atlantis"}, "unknown-choice"),
        ({"mission": "secure", "red": "the-whole-army"}, "unknown-choice"),
    ],
)
def test_a_board_that_nobody_offers_has_no_picture(chosen: dict[str, str], code: str) -> None:
    with pytest.raises(Problem) as problem:
        BoardPictures(ShippedCatalogue()).of("skirm3", chosen)
    assert (problem.value.status, problem.value.error) == (404, code)


def test_a_game_has_a_picture_for_the_home_page_where_its_pack_ships_one(ada: Person) -> None:
    (book,) = ada.get("catalogue")["rulebooks"]
    told = ada.http.get("/api/rulebooks/toy/cover.jpg")
    assert (book["picture"], told.headers["content-type"]) == (True, "image/jpeg")
    assert told.content.startswith(b"\xff\xd8\xff")
    assert About("Nothing to see.").told("toy", "Standoff") == {
        "about": "Nothing to see.",
        "family": "toy",
        "game": "Standoff",
        "edition": "",
        "picture": False,
        "length": "",
        "difficulty": "",
        "glossary": {},
    }
