"""Takes the pictures of the README and the docs anew, from games that machines play.

    python scripts/pictures.py              all of them, into docs/images
    python scripts/pictures.py table phone  some of them, by name; covers: those of the first page
    python scripts/pictures.py --all-looks FOLDER
                                            every game at the desk and on the phone, light and dark

It needs the built page and a Chromium, as the tests of the page do.
"""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, expect  # noqa: E402

from battlemat.kernel.dice import SeededDice  # noqa: E402
from battlemat.kernel.game import Game  # noqa: E402
from battlemat.kernel.questions import Choice  # noqa: E402
from battlemat.kernel.record import record  # noqa: E402
from battlemat.players import registry  # noqa: E402
from battlemat.server.hosting import creation  # noqa: E402
from battlemat.tables.shipped_catalogue import ShippedCatalogue  # noqa: E402
from browser.stage import Stage, chromium  # noqa: E402
from browser.table import Person, middle  # noqa: E402

IMAGES = ROOT / "docs" / "images"
DESK, PHONE = (1360, 860), (390, 844)
ENOUGH = 25
"""A moment is good with two enemies to attack, or many places to go."""
MOST = 900
"""Answers after which no good moment is looked for any more."""


@dataclass(frozen=True)
class Picture:
    """A moment of a game as it is shown: after so many answers, when much can be done."""

    book: str
    choices: dict[str, str] = field(default_factory=dict)
    seed: str = "pictures"
    least: int = 40
    kinds: Sequence[str] = ("action", "attack", "move")
    size: tuple[int, int] = DESK
    theme: str = "dark"
    aims: bool = True


PICTURES = {
    "table": Picture("skirm3"),
    "skirm2": Picture("skirm2", theme="light"),
    "skirm1": Picture("skirm1"),
    "dots": Picture("skirmishers", theme="light", least=60),
    "free-table": Picture("openfire", least=90, kinds=("attack",)),
    "phone": Picture("skirm3", size=PHONE, aims=False),
}


def moment(wanted: Picture) -> str:
    """The record of a game between machines up to a moment at which a unit has much to choose."""
    shelf = ShippedCatalogue()
    book = shelf.find(wanted.book)
    setup = shelf.build(wanted.book, wanted.choices)
    game: Game[Any] = Game(book, setup, dice=SeededDice(wanted.seed))
    player = registry.make("sergeant", wanted.seed)
    best, most = "", -1
    while not game.over and len(game.answers) < MOST:
        question = game.question
        if (
            len(game.answers) >= wanted.least
            and isinstance(question, Choice)
            and question.kind in wanted.kinds
        ):
            chances = _chances(game, question)
            if chances > most:
                best, most = record(game).write(), chances
            if chances >= ENOUGH or (most > 0 and len(game.answers) > 3 * wanted.least):
                break
        game.answer(player.answer(game))
    assert best, f"no moment of {wanted.book} is worth a picture"
    return best


def _chances(game: Game[Any], question: Choice) -> int:
    """How much there is to see: enemies who can be attacked, and places to go."""
    handles = [game.rulebook.handle(game.battle, question, one) for one in question.listed]
    sides = {piece.id: piece.side for piece in game.rulebook.scene(game.battle).pieces}
    foes = {one.target for one in handles if sides.get(one.target, "") not in ("", question.player)}
    places = {one.at for one in handles if one.at and not one.target}
    return 10 * len(foes) + min(len(places), 14)


@contextmanager
def somebody(browser: Browser, stage: Stage, **settings: Any) -> Iterator[Person]:
    """A person whose page shows everything and lets nothing move, unless it is said otherwise."""
    how = settings.pop("how", {})
    person = Person(browser, stage.url, **how)
    person.settle(**{"overlays": True, "names": True, **settings})
    yield person
    person.context.close()


def open_at(person: Person, text: str) -> None:
    """Both seats of a game at the end of a record."""
    data, origin = {"text": text}, {"Origin": person.url}
    made = person.page.request.post(f"{person.url}/api/open", data=data, headers=origin)
    assert made.ok, made.text()
    person.visit(f"/game/{made.json()['game']['id']}")
    person.expect_turn()


def screen(wanted: Picture) -> dict[str, Any]:
    """How a browser of that size is opened."""
    wide, high = wanted.size
    phone = {"has_touch": True, "is_mobile": True} if wanted.size == PHONE else {}
    return {"viewport": {"width": wide, "height": high}, "device_scale_factor": 1, **phone}


def take(browser: Browser, stage: Stage, wanted: Picture, file: Path) -> None:
    """A picture of a moment, with the odds of an attack under the pointer."""
    with somebody(browser, stage, theme=wanted.theme, how=screen(wanted)) as person:
        open_at(person, moment(wanted))
        page = person.page
        foe = _foe(page, person.url) if wanted.aims else ""
        if foe:
            page.mouse.move(*middle(page.locator(f".token[data-piece='{foe}'] .body")))
            page.wait_for_function("() => !document.querySelector('.pop')?.innerText.includes('…')")
        page.wait_for_timeout(4000)  # chances are counted one after another
        page.screenshot(path=file)


def _foe(page: Page, url: str) -> str:
    """An enemy who can be attacked now."""
    state = page.request.get(f"{url}/api/games/{page.url.rsplit('/', 1)[1]}").json()
    sides = {one["id"]: one["side"] for one in state["scene"]["pieces"]}
    asked = state["question"]
    foes = [one["target"] for one in asked["handles"] if sides.get(one["target"])]
    return next((one for one in reversed(foes) if sides[one] != asked["player"]), "")


COVERS = {"skirm": "table", "skirmishers": "dots", "openfire": "free-table"}
"""The packs whose games have a picture on the first page, and the moment that it shows."""
COVER = (480, 300)
ACROSS = 780  # pixels of the page that a cover is as wide as


def take_covers(browser: Browser, stage: Stage) -> Iterator[Path]:
    """The pictures of the games on the first page: the middle of a board in play."""
    wide, high = COVER
    for pack, name in COVERS.items():
        file = ROOT / "src" / "battlemat" / "packs" / pack / "picture.jpg"
        screen = {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": wide / ACROSS}
        with somebody(browser, stage, theme="dark", names=False, how=screen) as person:
            open_at(person, moment(PICTURES[name]))
            person.page.wait_for_timeout(4000)
            x, y = middle(person.page.locator(".token.active .body, .surface").last)
            box = person.page.locator(".surface").bounding_box()
            assert box is not None
            tall = ACROSS * high / wide
            left = min(max(x - ACROSS / 2, box["x"]), box["x"] + max(0, box["width"] - ACROSS))
            top = min(max(y - tall / 2, box["y"]), box["y"] + max(0, box["height"] - tall))
            clip = {"x": left, "y": top, "width": ACROSS, "height": tall}
            person.page.screenshot(path=file, type="jpeg", quality=72, clip=clip)  # type: ignore[arg-type]
        yield file


def take_home(browser: Browser, stage: Stage, file: Path) -> None:
    """The first page with all its pictures."""
    with somebody(browser, stage, theme="dark") as person:
        page = person.home()
        page.wait_for_function(
            "() => [...document.querySelectorAll('.game img')].every((one) => one.naturalWidth > 0)"
        )
        page.screenshot(path=file)


def take_settings(browser: Browser, stage: Stage, file: Path) -> None:
    """The settings."""
    with somebody(browser, stage, theme="dark") as person:
        person.page.goto(f"{stage.url}/settings")
        expect(person.page.get_by_test_id("settings")).to_be_visible()
        person.page.screenshot(path=file)


# ---------------------------------------------------------------------- the moving picture

FRAME = 125  # milliseconds
FRAMES = 64
FILM = (1080, 680)


def film(browser: Browser, stage: Stage, file: Path) -> None:
    """Some seconds of a game between two machines, as an animated WebP."""
    wide, high = FILM
    how = {"viewport": {"width": wide, "height": high}}
    moves = {"motion": "full", "dice": "full", "theme": "dark"}
    with somebody(browser, stage, how=how, **moves) as person:
        open_at(person, moment(PICTURES["table"]))
        frames = list(_frames(person))
    file.write_bytes(animated(frames, wide, high, FRAME))


def _frames(person: Person) -> Iterator[bytes]:
    """What is seen while the answers of a strong player are given one after another."""
    page = person.page
    session = person.context.new_cdp_session(page)
    game = f"{person.url}/api/games/{page.url.rsplit('/', 1)[1]}"
    for number in range(FRAMES):
        if number % 16 == 0:
            _answer(page, game, person.url)
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 34})
        yield base64.b64decode(shot["data"])
        page.wait_for_timeout(FRAME - 60)


def _answer(page: Page, game: str, origin: str) -> None:
    hint = page.request.get(f"{game}/hint")
    question = page.request.get(game).json()["question"]
    if not hint.ok or question is None:
        return
    data = {"number": question["number"], "text": hint.json()["text"]}
    page.request.post(f"{game}/answers", data=data, headers={"Origin": origin})


def animated(frames: Sequence[bytes], wide: int, high: int, pause: int) -> bytes:
    """Several WebP pictures of one size as one that moves (RFC 9649)."""
    body = [_chunk(b"VP8X", bytes([2, 0, 0, 0]) + _three(wide - 1) + _three(high - 1))]
    body.append(_chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0)))
    for frame, times in _runs(frames):
        head = _three(0) + _three(0) + _three(wide - 1) + _three(high - 1) + _three(pause * times)
        body.append(_chunk(b"ANMF", head + bytes([2]) + _picture(frame)))
    whole = b"WEBP" + b"".join(body)
    return b"RIFF" + struct.pack("<I", len(whole)) + whole


def _runs(frames: Sequence[bytes]) -> Iterator[tuple[bytes, int]]:
    """Each picture once, with how often it follows itself."""
    times = 0
    for number, frame in enumerate(frames):
        times += 1
        if number + 1 == len(frames) or frames[number + 1] != frame:
            yield frame, times
            times = 0


def _picture(webp: bytes) -> bytes:
    """The chunk of a still WebP that holds the picture itself."""
    at = 12
    while at < len(webp):
        (size,) = struct.unpack("<I", webp[at + 4 : at + 8])
        end = at + 8 + size + size % 2
        if webp[at : at + 4] in (b"VP8 ", b"VP8L"):
            return webp[at:end]
        at = end
    raise ValueError("this is no WebP picture")


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


# ---------------------------------------------------------------------- all of them


def all_looks(browser: Browser, stage: Stage, folder: Path) -> None:
    """Every game at every size and in both themes, to be looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("table", "dots", "free-table"):
        base = PICTURES[name]
        for size, called in ((DESK, "desk"), (PHONE, "phone")):
            for theme in ("light", "dark"):
                wanted = Picture(
                    base.book, base.choices, base.seed, base.least, base.kinds, size, theme
                )
                take(browser, stage, wanted, folder / f"{base.book}-{called}-{theme}.png")


def main(arguments: Sequence[str]) -> None:
    """Take the pictures that are named, or all."""
    doing: dict[str, Callable[[Browser, Stage, Path], None]] = {
        "home": take_home,
        "settings": take_settings,
        "play": film,
    }
    creation._OPENING = 120.0  # nobody waits for these files, and the machine may be busy
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        stage = Stage(ShippedCatalogue(), Path(folder, "games.db"))
        try:
            if arguments[:1] == ["--all-looks"]:
                all_looks(browser, stage, Path(arguments[1]))
                return
            if not arguments or "covers" in arguments:
                for file in take_covers(browser, stage):
                    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")
            for name in arguments or [*PICTURES, *doing]:
                if name == "covers":
                    continue
                file = IMAGES / f"{name}.{'webp' if name == 'play' else 'png'}"
                if name in doing:
                    doing[name](browser, stage, file)
                else:
                    take(browser, stage, PICTURES[name], file)
                print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")
        finally:
            stage.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
