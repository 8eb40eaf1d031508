"""Words on the boards of all shipped missions can be read: none is small, none covers another.

One page shows them all: it looks back at a game, and is handed another board at each step.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Route, expect

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import record
from battlemat.kernel.scene import as_json
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.conftest import People
from browser.stage import Stage
from browser.table import Person

LEAST = 11  # pixels
PLAYED = {"openfire": 30, "skirmishers": 2}
"""So many answers were given: by then most units stand on the board. Else:"""
DEPLOYED = 16
DESK, PHONE = (1360, 860), (390, 844)
TEXTS = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  return [...document.querySelectorAll(".surface svg text")].map(text => {
    const box = text.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
    return { words: text.textContent, size, x: box.x, y: box.y, w: box.width, h: box.height };
  });
}"""


def boards() -> Iterator[tuple[str, dict[str, Any]]]:
    """The scene of every shipped mission some way into a game, under its name."""
    shelf = ShippedCatalogue()
    for book in shelf.names():
        (missions,) = (one for one in shelf.choices(book) if one["key"] == "mission")
        for mission in missions["options"]:
            setup = shelf.build(book, {"mission": mission["id"]})
            game = played(Game(shelf.find(book), setup, dice=SeededDice("labels")), book)
            yield f"{book}, {mission['name']}", as_json(game.rulebook.scene(game.battle))


def played(game: Game[Any], book: str) -> Game[Any]:
    """The game after some answers, one here and one there of those that are offered."""
    for turn in range(PLAYED.get(book, DEPLOYED)):
        if game.over:
            break
        assert isinstance(game.question, Choice)
        listed = game.question.listed
        game.answer(listed[(7 * turn) % len(listed)])
    return game


def long_game(steps: int) -> str:
    """The record of a game with at least so many answers."""
    shelf = ShippedCatalogue()
    game = Game(shelf.find("skirm3"), shelf.build("skirm3", {}), dice=SeededDice("labels"))
    while len(game.answers) < steps:
        assert isinstance(game.question, Choice)
        game.answer(game.question.listed[-1])
    return record(game).write()


def overlap(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether two texts lie over each other by more than a hair."""
    across = min(a["x"] + a["w"], b["x"] + b["w"]) - max(a["x"], b["x"])
    # The box of a text has room above and below its letters.
    down = min(a["y"] + a["h"], b["y"] + b["h"]) - max(a["y"], b["y"])
    return bool(across > 1 and down > 0.35 * min(a["h"], b["h"]))


def faults(texts: list[dict[str, Any]]) -> list[str]:
    small = [f"{one['words']} has {one['size']:.1f} px" for one in texts if one["size"] < LEAST]
    pairs = itertools.combinations(texts, 2)
    return small + [f"{a['words']} on {b['words']}" for a, b in pairs if overlap(a, b)]


def lasting_faults(person: Person) -> list[str]:
    """What is wrong with the words on the board, and stays wrong while one looks again."""
    for _ in range(20):
        texts = person.page.evaluate(TEXTS)
        found = faults(texts) if texts else ["there are no words"]
        if not found:
            break
    return found


def looking_back(person: Person, scenes: list[dict[str, Any]]) -> None:
    """A game whose past positions are these scenes."""
    made = person.opened(long_game(len(scenes) + 1))

    def position(route: Route) -> None:
        step = int(route.request.url.rsplit("/", 1)[1])
        length = made["length"]
        told = {"step": step, "length": length, "last": None, "question": None, "rolls": []}
        scene = scenes[(length - 1 - step) % len(scenes)]
        route.fulfill(json={**told, "scene": scene})

    person.page.route(re.compile("/positions/[0-9]+$"), position)
    person.visit(f"/game/{made['game']['id']}")


def test_no_word_on_any_shipped_board_is_too_small_or_covers_another(
    skirm: Stage, people: People
) -> None:
    shown = dict(boards())
    ada = people(skirm)
    looking_back(ada, list(shown.values()))
    found = []
    for size, (wide, high), key, order in (
        ("desk", DESK, "[", list(shown)),
        ("phone", PHONE, "]", list(shown)[::-1]),
    ):
        ada.page.set_viewport_size({"width": wide, "height": high})
        for name in order:
            if size == "desk" or name != order[0]:  # the way back begins where the way there ended
                ada.page.keyboard.press(key)
            title = shown[name]["title"].split(": ")[-1]
            expect(ada.page.locator(".table .title h1")).to_contain_text(title)
            found += [f"{name}, {size}: {fault}" for fault in lasting_faults(ada)]
    assert not found, json.dumps(found, indent=1)
