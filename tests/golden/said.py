"""What rulebooks say to whatever is typed: price, numbers and words, or the reason of a refusal.

In fights of every game anything that the verbs can say is typed at each question. What is said is
kept as a digest for each verb, so that no bar, no price and no word changes unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.game import Game
from battlemat.kernel.odds import TooMany, odds
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.verbs import Menu
from battlemat.packs import library, setups
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from rules.openfire.test_openfire_contract import battle_of_everything
from rules.openfire.test_openfire_setting_up import editing
from rules.skirm.table import BOOKS, EDITIONS
from rules.skirm.test_bars_reached import fight
from rules.skirmishers.forces import ALL, motor_pool, skirmish

KEPT = Path(__file__).with_suffix(".digests")
HINT = "if what these verbs say is meant, run python tests/golden/write_said.py"
WHOLE = {f"{edition}-missions": edition for edition in EDITIONS}
"""Games of Skirm from the choice of a zone on, each seed another mission."""
GAMES = (*EDITIONS, *WHOLE, "skirmishers", "motor-pool", "openfire", "openfire-terrain")
SEEDS, DECISIONS, TYPED = 2, 36, 24
WAYS = 400
"""So many ways of the dice are counted at most."""


def begun(name: str, seed: str) -> Game[Any]:
    """A fight in which there is much to do, or what comes before one."""
    dice = SeededDice(seed)
    if name in WHOLE:
        book = WHOLE[name]
        missions = [mission.id for mission in library.missions(book)]
        mission = missions[int(seed.split()[-1]) % len(missions)]
        return Game(BOOKS[book], setups.build_setup(book, mission=mission), dice=dice)
    if name == "openfire-terrain":
        return editing()
    if name in EDITIONS:
        return fight(name).game.fork(dice)
    if name == "openfire":
        return Game(OPENFIRE, battle_of_everything(), dice=dice)
    setup = motor_pool() if name == "motor-pool" else skirmish(ALL)
    return Game(SKIRMISHERS, setup, dice=dice)


def said(name: str) -> dict[str, str]:
    """For each verb of a game, a digest of all that was said to its answers."""
    told: dict[str, list[str]] = {}
    for seed in range(SEEDS):
        for verb, line in _typed(name, f"said {name} {seed}"):
            told.setdefault(verb, []).append(line)
    return {verb: _digest(lines) for verb, lines in sorted(told.items())}


def _typed(name: str, seed: str) -> Iterator[tuple[str, str]]:
    game, chance = begun(name, seed), Stream(seed)
    for _ in range(DECISIONS):
        choice = game.question
        if not isinstance(choice, Choice):
            return
        menu = choice.menu
        assert isinstance(menu, Menu)
        yield "asked", f"{choice.player} {choice.kind} {choice.because} {menu.says()} {menu.left()}"
        for _ in range(TYPED):
            option = menu.sample(chance.below)
            if option is not None:
                yield menu.verbs.of(option).word, _answer(menu, option)
        chosen = _chosen(choice, chance)
        yield menu.verbs.of(chosen).word, drawn(game, chosen)
        yield "odds", _odds(game, chosen)
        game.answer(chosen)
    yield "end", game.digest


def _answer(menu: Menu[Any, Any], option: Option) -> str:
    """What is said to one answer."""
    refusal = menu.refusal(option)
    if refusal is not None:
        return f"{option} {refusal.reason} {refusal.because}"
    return f"{option} {menu.price(option)} {dict(menu.numbers(option))} {menu.tell(option)}"


def drawn(game: Game[Any], option: Option) -> str:
    """What a screen is told to draw of an option, in words."""
    choice = game.question
    assert isinstance(choice, Choice)
    handle = choice.menu.handle(choice, option)
    shapes = [
        (one.kind, one.form, len(one.points), one.label, one.name, one.because, one.side, one.owner)
        for one in game.rulebook.preview(game.battle, choice, option)
    ]
    return f"{handle.group} {handle.harms} {handle.piece} {handle.target} {handle.place} {shapes}"


def _odds(game: Game[Any], option: Option) -> str:
    """What may come of an answer, where that is soon counted."""
    try:
        found = odds(game, option, most=WAYS)
    except TooMany:
        return "too many"
    return f"{sorted((repr(what), str(chance)) for what, chance in found.outcomes.items())}"


def _chosen(choice: Choice, chance: Stream) -> Option:
    """An option of any verb, each as likely as the others, so that rare ones come up too."""
    by_verb: dict[type, list[Option]] = {}
    for option in choice.listed:
        by_verb.setdefault(type(option), []).append(option)
    some = list(by_verb.values())[chance.below(len(by_verb))]
    return some[chance.below(len(some))]


def _digest(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:12]


def kept(name: str) -> dict[str, str]:
    """What is kept of one game."""
    rows = [row.split() for row in KEPT.read_text(encoding="utf-8").splitlines()]
    return {verb: told for game, verb, told in rows if game == name}


def write() -> None:
    """Write down what is said now."""
    rows = [f"{name} {verb} {told}\n" for name in GAMES for verb, told in said(name).items()]
    KEPT.write_text("".join(rows), encoding="utf-8")
