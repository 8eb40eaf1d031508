"""Events in words: one template for each kind, the catalogue of this rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from battlemat.kernel.readings import READING

WORDS: Mapping[str, str] = {
    "reading": READING,
    "roll-off": "Roll-off: Red {red}, Blue {blue}.",
    "mission": "The mission is {name}.",
    "entry": "{player} places entry point {name} at {place}.",
    "round": "Round {round} of {rounds} begins.",
    "round-end": "Round {round} is over.",
    "initiative": "{player} has the first activation.",
    "activate": "{player} activates {unit} ({name}).",
    "activated": "{unit} has finished its activation.",
    "holds": "{player} holds the rest back in reserve.",
    "deploy": "{unit} ({name}) comes onto the table.",
    "stays": "{unit} stays in reserve.",
    "by-hand": "The program finds no place for all of {unit}: its player places them by hand.",
    "disembark": "{unit} disembarks.",
    "embark": "{unit} embarks on {transport}.",
    "aboard": "{unit} stays aboard.",
    "command": ("{unit} rolls {faces} for command (needs {need}, {modifier:+d}): {passed} passed."),
    "recover": "{unit} recovers: {stress} stress left.",
    "stress": "{unit} took damage: stress {stress}.",
    "ability": "{unit} uses {ability}. {text}",
    "ability-fails": "{ability} does not come off.",
    "move": "{unit} {verb} to {place} ({cost} of {allowance} inches).",
    "left": "{unit} leaves the table and is in reserve.",
    "free": "{unit} makes a free attack on {target}.",
    "attack": (
        "{unit} attacks {target} with {weapon} ({models}): {dice} dice, needs {need}, {modifiers}; "
        "sight {sight}, from the {origin}."
    ),
    "hits": "{unit} rolls {faces}; {least} or more hits. Hits: {hits}.",
    "torrent": "{unit} hits without rolling. Hits: {hits}.",
    "lost": "{target} is gone: the attacks still to come are lost.",
    "explodes": "The weapon of {model} explodes.",
    "rending": "Damage to {target} that cannot be stopped: {points}.",
    "defence-dice": "{target} rolls {faces} in defence.",
    "defence": (
        "{target} takes {tests} defence tests (needs {need}, {modifier:+d}). Failed: {failed}."
    ),
    "wounded": "{model} loses hit points: {lost}, {left} left.",
    "removed": "{model} is removed.",
    "destroyed": "{unit} ({name}) is destroyed.",
    "leader": "{model} is the new leader.",
    "leads": "{model} leads {unit}.",
    "marker": "The players put {name} at {place}.",
    "wreck": "{model} is wrecked: its passengers get out.",
    "thrown-out": "{unit} gets out of the wreck.",
    "secured": "{unit} secures {objective} for {player}.",
    "contested": "{unit} cannot secure {objective}: {foe} is beside it.",
    "unsecured": "{objective} is no longer secured for {player}.",
    "objective-lost": "{objective} is destroyed with its bearers.",
    "score": "{player} scores {points} for {objective}: {total} victory points.",
    "forfeit": "{player} has nothing on the table and forfeits.",
}
