"""Whole games before the page, question by question, and what a strict eye sees at each of them.

A walk answers every question of a game without a pause. The dice are the same each time: both the
game that a machine plays ahead and the one on the page are rolled from one seed.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from battlemat.kernel.dice import Mix, SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs.teaching.guides import guides
from battlemat.players import registry
from battlemat.players.hint import suggest
from battlemat.players.tree import Effort
from battlemat.tables import making
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.table import Person, eventually
from packs.following import note_on, pointed
from server import live

BOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")


class Size(NamedTuple):
    """A window, or a telephone."""

    wide: int
    high: int

    @property
    def how(self) -> dict[str, Any]:
        """How a browser of that size is opened."""
        shape = {"viewport": {"width": self.wide, "height": self.high}}
        return {**shape, "has_touch": True, "is_mobile": True} if self.is_phone else shape

    @property
    def is_phone(self) -> bool:
        return self.wide < 860

    @property
    def answers(self) -> int:
        """So many of the first answers must be in sight, or all where there are fewer."""
        return 2 if self.is_phone else 3


SIZES = (Size(1440, 900), Size(1280, 720), Size(390, 844))
SEEN = """async (most) => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const asked = document.querySelector(".prompt.mine");
  if (!asked) return null;
  const inSight = (one) => {
    const { top, bottom, left, right, width, height } = one.getBoundingClientRect();
    if (top < -0.5 || bottom > innerHeight + 0.5) return false;
    if (left < -0.5 || right > innerWidth + 0.5) return false;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !!hit && (one.contains(hit) || hit.contains(one));
  };
  const offered = [...asked.querySelectorAll("[data-answer], [data-group], .primary, .small")];
  const answers = offered.filter((one) => one.checkVisibility()); // else folded: the board shows it
  const wanted = [asked.querySelector("h2"), ...answers.slice(0, most)];
  const measure = (mark) => {
    const { x, y, width, height } = document.querySelector(mark).getBoundingClientRect();
    return [x, y, width, height];
  };
  const labels = [...document.querySelectorAll(".surface svg text")].map((text) => {
    const { x, y, width, height } = text.getBoundingClientRect();
    return { words: text.textContent, x, y, w: width, h: height };
  });
  return {
    answers: answers.length
      + document.querySelectorAll(".surface :is(.place, .choice, .target)").length,
    hidden: wanted.filter((one) => !inSight(one)).map((one) => one.textContent.trim()),
    frame: [".top", ".scoreboard", ".game-menu", ".surface"].map(measure),
    text: document.querySelector(".table").innerText,
    labels,
    scrolled: scrollY,
  };
}"""
"""What is hidden of the question, where the frame lies, every word on the screen, every label."""
CODE = re.compile(
    r"\b(?:move|dash|fire|attack|arc|activate|deploy|charge|end|lose|reserve|scan|use) [A-Z]\d\b"
    r"|\b[a-z]+\d?\.[a-z]+\.[a-z-]+\b"
    r"|\b[a-z]+_[a-z]+\b"
    r"|\[\d+(?:, \d+)*\]"
    r"|`|\{|\}|\bundefined\b|\bNaN\b|\bNone\b"
)
"""An answer as it is typed, the name of a clause, or what only a program would say."""


SEED = "walk"
HASTE = 0.6


def same_dice(patch: pytest.MonkeyPatch) -> None:
    """Let the dice of every game that begins from now on fall from one seed."""
    patch.setattr(making, "secrets", SimpleNamespace(token_hex=lambda _bytes: SEED))


FROM_ONE_SEED = "crypto.getRandomValues = (bytes) => bytes.fill(7)"
"""What a browser adds to the dice is the same each time, too."""


Chooser = Callable[[Game[Any]], Any]
HELPED = ("guide", "hints")
BRIEFLY = Effort(nodes=12)


def machine(name: str) -> Chooser:
    """A level that people play against."""
    return registry.make(name, SEED).answer


def in_haste() -> Chooser:
    """Chance, which mostly takes the last of what is offered: that is how things end."""
    chance = random.Random(SEED)

    def choose(game: Game[Any]) -> Any:
        assert isinstance(game.question, Choice)
        listed = game.question.listed
        return listed[-1] if chance.random() < HASTE else chance.choice(listed)

    return choose


def by_hints(_book: str) -> Chooser:
    """Whoever always does what a hint says."""
    return lambda game: suggest(game, BRIEFLY).best.option


def by_the_guide(book: str) -> Chooser:
    """Whoever does at every question what the guide of the game points at."""
    (guide,) = guides(book)

    def choose(game: Game[Any]) -> Any:
        question = game.question
        assert isinstance(question, Choice)
        listed = [game.rulebook.handle(game.battle, question, one) for one in question.listed]
        note = note_on(guide, question.kind)
        scene = game.rulebook.scene(game.battle)
        found = pointed(note, listed, scene, question.player) if note else None
        if found is None or found.handle is None:
            return suggest(game, BRIEFLY).best.option
        return game.read(found.handle.answer)

    return choose


def choices(book: str, walker: str) -> dict[str, str]:
    """What is played: whoever is helped plays the small game that the guide explains."""
    (guide,) = guides(book)
    return dict(guide.choices) if walker in HELPED else {}


def faults(seen: dict[str, Any], frame: Any) -> list[str]:
    """What a strict eye finds wrong with a screen, beside how its frame has to lie."""
    found = [f"hidden: {one}" for one in seen["hidden"]]
    found += [f"a code: {one}" for one in CODE.findall(seen["text"])]
    if not seen["answers"]:
        found.append("there is nothing to answer")
    if seen["scrolled"]:
        found.append("the page is scrolled")
    if seen["frame"] != frame:
        found.append(f"the frame moved: {frame} to {seen['frame']}")
    pairs = itertools.combinations(seen["labels"], 2)
    return found + [f"{a['words']} lies on {b['words']}" for a, b in pairs if overlap(a, b)]


def overlap(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether two texts lie over each other by more than a hair."""
    across = min(a["x"] + a["w"], b["x"] + b["w"]) - max(a["x"], b["x"])
    # The box of a text has room above and below its letters.
    down = min(a["y"] + a["h"], b["y"] + b["h"]) - max(a["y"], b["y"])
    return bool(across > 1 and down > 0.35 * min(a["h"], b["h"]))


GIVE = """async ([table, number, text]) => {
  const body = JSON.stringify({ number, text });
  const headers = { "Content-Type": "application/json" };
  const told = await fetch(`${table}/answers`, { method: "POST", body, headers });
  if (!told.ok) return await told.text();
  const isNext = () => {
    const asked = document.querySelector(".prompt.mine");
    return document.querySelector("[data-testid=end]")
      || (asked && Number(asked.dataset.question) > number && !document.querySelector(".thinking"));
  };
  for (const begun = Date.now(); !isNext(); ) {
    if (Date.now() - begun > 60000) return "the page does not hear of it";
    await new Promise((done) => setTimeout(done, 4));
  }
  return "";
}"""
"""Give an answer, and wait until the page has the next question, or the end."""


class Walk:
    """Somebody before a whole game, who looks at each of its questions."""

    def __init__(
        self, person: Person, book: str, size: Size, chosen: dict[str, str] | None = None
    ) -> None:
        self.person, self.book, self.size = person, book, size
        self.chosen = chosen or {}
        self.found: list[str] = []
        self.questions = 0
        self._frame: Any = None
        person.page.add_init_script(FROM_ONE_SEED)
        made = person.page.request.post(
            f"{person.url}/api/games",
            data={
                "rulebook": book,
                "seats": live.HOT_SEAT,
                "nonces": True,
                "choices": self.chosen,
            },
            headers={"Origin": person.url},
        )
        assert made.ok, made.text()
        self.table = f"{person.url}/api/games/{made.json()['game']['id']}"
        person.visit(f"/game/{made.json()['game']['id']}")
        person.expect_turn()

    @property
    def over(self) -> bool:
        return bool(self.person.page.get_by_test_id("end").count())

    def to_the_end(self, choose: Chooser) -> None:
        """Look at every question; answer it as in a game of the same dice that is played beside."""
        told = self.person.page.request.get(self.table).json()["game"]["mixes"]
        mixes = [Mix(one["after"], one["kind"], one["player"], one["text"]) for one in told]
        shelf, dice = ShippedCatalogue(), SeededDice(SEED, mixes)
        game: Game[Any] = Game(
            shelf.find(self.book), shelf.build(self.book, self.chosen), dice=dice
        )
        while not game.over:
            answer = choose(game)
            self.look()
            self.give(game.write(answer))
            game.answer(answer)
        assert self.over

    def look(self) -> None:
        """Note what is wrong with the screen, and stays wrong when one looks again."""
        self.questions += 1
        for _ in range(5):
            seen = self.person.page.evaluate(SEEN, self.size.answers)
            if seen is None:
                return
            self._frame = self._frame or seen["frame"]
            found = faults(seen, self._frame)
            if not found:
                return
            self.person.page.wait_for_timeout(60)
        what = f"{self.book} {self.size.wide}×{self.size.high}, question {self.person.question}"
        self.found += [f"{what}: {one}" for one in found]

    def give(self, text: str) -> None:
        number = int(self.person.question)
        told = self.person.page.evaluate(GIVE, [self.table, number, text])
        assert not told, f"{self.book}, question {number}, {text}: {told}"


STRIDE = 7  # so that not always the first answer is given


def give(person: Person, table: str, turn: int) -> None:
    """Answer the question that stands, and wait until the page knows it."""
    question = eventually(lambda: person.page.request.get(table).json()["question"])
    handles: list[Any] = question["handles"]
    text = handles[(STRIDE * turn) % len(handles)]["answer"]
    data = {"number": question["number"], "text": text}
    told = person.page.request.post(f"{table}/answers", data=data, headers={"Origin": person.url})
    assert told.ok, told.text()
    person.expect_answered(str(question["number"]))
    person.wait_for_turn()
