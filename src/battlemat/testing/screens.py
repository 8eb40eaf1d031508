"""Everything that screens and machines ask of a rulebook answers, whatever stands on the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any

from battlemat.kernel.errors import NoSuchThing, RuleBug
from battlemat.kernel.forms import Draw
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import CONDITIONS, GLYPHS, MATERIALS, Scene, as_json

MOST_OPTIONS = 6
"""So many options are shown each time, drawn at random."""


def check_screens(game: Game[Any], choice: Choice, draw: Draw) -> None:
    """Ask everything once; `RuleBug` says what does not answer as it should. Nothing changes."""
    before = game.digest
    scene = game.rulebook.scene(game.battle)
    _plain("a scene", as_json(scene))
    _check_pieces(game, scene, draw)
    _check_options(game, choice, draw)
    _check_ruler(game, scene, draw)
    _check_advice(game, choice)
    _plain("the facts of a battle", game.rulebook.facts(game.battle))
    if game.rulebook.outcome(game.battle, game.battle) == "":
        raise RuleBug("an outcome has no words")
    if game.digest != before:
        raise RuleBug("looking at a game changed it")


def _plain(what: str, value: Any) -> None:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise RuleBug(f"{what} is not plain JSON: {error}") from None


def _cited(game: Game[Any], what: str, clause: str) -> None:
    if clause and game.rulebook.register.find(clause) is None:
        raise RuleBug(f"{what} cites {clause}, and there is no such clause")


def _check_pieces(game: Game[Any], scene: Scene, draw: Draw) -> None:
    ids = [piece.id for piece in scene.pieces]
    if len(set(ids)) != len(ids):
        raise RuleBug(f"two pieces of a scene share an id: {sorted(ids)}")
    for shape in [*scene.shapes, *scene.zones, *scene.lines]:
        _cited(game, f"the shape {shape.kind}", shape.because)
        _known(shape.material, MATERIALS, f"the material of {shape.kind}")
    for piece in scene.pieces:
        _known(piece.glyph, GLYPHS, f"the glyph of {piece.id}")
        for condition in piece.conditions:
            _known(condition.kind, CONDITIONS, f"the condition of {piece.id}")
    if ids:
        shapes = game.rulebook.overlays(game.battle, ids[draw(len(ids))])
        _plain("an overlay", as_json(list(shapes)))


def _known(word: str, known: Sequence[str], what: str) -> None:
    """Screens draw what they know, and nothing else that a rulebook may call it."""
    if word and word not in known:
        raise RuleBug(f"{what} is '{word}', which no screen knows")


def _check_options(game: Game[Any], choice: Choice, draw: Draw) -> None:
    rulebook, battle, options = game.rulebook, game.battle, choice.listed
    for _ in range(min(MOST_OPTIONS, len(options))):
        option = options[draw(len(options))]
        handle = rulebook.handle(battle, choice, option)
        if not handle.label:
            raise RuleBug(f"the handle of {option} has no label")
        if handle.answer != game.write(option):
            raise RuleBug(f"the handle of {option} stands for '{handle.answer}'")
        if not handle.gesture and handle.text != handle.answer:
            raise RuleBug(f"the handle of {option} sends '{handle.text}'")
        _cited(game, f"the handle of {option}", handle.because)
        shapes = rulebook.preview(battle, choice, option)
        _plain(f"the preview of {option}", as_json(list(shapes)))
        for shape in shapes:
            _cited(game, f"the preview of {option}", shape.because)


def _check_ruler(game: Game[Any], scene: Scene, draw: Draw) -> None:
    names = [piece.id for piece in scene.pieces] + [spot.name for spot in scene.spots]
    if not names:
        return
    start, end = names[draw(len(names))], names[draw(len(names))]
    reading = game.rulebook.measure(game.battle, start, end)
    _plain("a ruler", as_json(reading))
    for fact in reading.facts:
        _cited(game, f"the ruler's {fact.name}", fact.because)
    try:
        game.rulebook.measure(game.battle, start, "xyzzy-nowhere")
    except NoSuchThing:
        return
    raise RuleBug("a ruler was laid to what is not there")


def _check_advice(game: Game[Any], choice: Choice) -> None:
    rulebook, battle = game.rulebook, game.battle
    for player in rulebook.players:
        if not isfinite(rulebook.worth(battle, player)):
            raise RuleBug(f"a position is worth {rulebook.worth(battle, player)} to {player}")
    for advice in (rulebook.advise, rulebook.glimpse):
        advised = advice(battle, choice)
        if not advised:
            raise RuleBug(f"nothing is advised for {choice!r}")
        _legal(choice, advised, "advised")
    assumed = rulebook.assume(battle, choice)
    _legal(choice, [] if assumed is None else [assumed], "assumed")


def _legal(choice: Choice, options: Sequence[Option], what: str) -> None:
    for option in options:
        if option in choice.listed:
            continue
        if choice.menu.refusal(option) is not None:
            raise RuleBug(f"{option} is {what}, and not legal")
