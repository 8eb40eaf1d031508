"""A question in sentences: what led to it, what is asked, what an answer costs and what is left.

Every screen asks in these words. They are put together from the scene, the handles and the log,
which every rulebook has; no rule is known here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from battlemat.kernel.questions import Choice, Question
from battlemat.kernel.scene import Handle, Piece, Scene

SENTENCES: Mapping[str, str] = {
    "ability": "Does {unit} use an ability?",
    "action": "What does {unit} do now?",
    "activate": "Which of your units acts now?",
    "attack": "Whom does {unit} attack?",
    "board": "Look at the table. Is it good as it is?",
    "casualty": "Which model of yours is hurt?",
    "command": "What does {unit} do on command, at no cost?",
    "counter": "Does {unit} strike back?",
    "defender": "Which model of yours rolls against the next hit?",
    "deploy": "Where does {unit} begin?",
    "disable": "Which weapon of {unit} breaks?",
    "disembark": "Does {unit} leave the transport, and where?",
    "drop": "{unit} was fired at. Does it drop prone?",
    "entry": "Where may your side come onto the table?",
    "followers": "Where do the others of the unit stand? The proposal keeps them together.",
    "free attack": "An enemy moves away. Does {unit} strike at it?",
    "free move": "Does {unit} move at no cost?",
    "free re-roll": "Roll dice again for free?",
    "grenade": "Does {unit} drop a grenade in flight?",
    "leader": "Who leads the unit from now on?",
    "mission": "Which mission is played?",
    "move": "How does {unit} move?",
    "parry": "Make the attacker roll one die again?",
    "passengers": "Who gets out next?",
    "push": "How far is it pushed?",
    "re-roll": "Roll a die again?",
    "reaction": "An enemy moves through your fire. Does {unit} shoot?",
    "secure": "Does {unit} secure an objective?",
    "sentry": "Does {unit} take a Sentry action out of turn?",
    "skill": "Does {unit} use a skill?",
    "smoke": "Where does the smoke go?",
    "target": "Who is it for?",
    "terrain": "Is the terrain changed?",
    "weapon": "Which weapon does {unit} fight with?",
    "wreck": "Where do those aboard get out?",
    "zone": "Where does your side start?",
}
"""What is asked, by the kind of choice; a kind that is not here is asked by its own name."""

OWN_WORK = frozenset(
    (
        *("ability", "action", "activate", "attack", "board", "deploy", "entry", "followers"),
        *("mission", "move", "secure", "terrain", "zone"),
    )
)
"""Questions of a side that is at its own work: nothing that happened before explains them."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


class Asked(NamedTuple):
    """A question in words. Each part may be empty."""

    context: str = ""
    """What dice were rolled for and how they fell, or what happened before a window opened."""
    lead: str = ""
    """What is asked, as a sentence."""
    left: str = ""
    """What an answer costs and what may still be spent."""

    @property
    def whole(self) -> str:
        """All of it in one line."""
        return " ".join(part for part in self if part)


class Cause(NamedTuple):
    """What happened before a question: the last attack, and the last line of the log."""

    attack: Mapping[str, Any] | None = None
    line: str = ""


_NOTHING = Cause()


def asked(
    scene: Scene, question: Question, handles: Sequence[Handle], cause: Cause = _NOTHING
) -> Asked:
    """The question in words."""
    if not isinstance(question, Choice):
        dice = counted(question.count, "die", "dice")
        return Asked(cause.line, f"Roll {dice} with {question.sides} sides.")
    pieces = {piece.id: piece for piece in scene.pieces}
    lead = _lead(question, handles, pieces)
    fallen = _dice(question, cause, pieces)
    context = fallen or ("" if question.kind in OWN_WORK else cause.line)
    return Asked(context, lead, " · ".join(_left(scene, question, handles)))


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its noun: "one die", "two dice", "7 orders"."""
    return f"{_number(number)} {one if number == 1 else more or one + 's'}"


def _number(number: int) -> str:
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def needed(wins: Sequence[int], sides: int = 6) -> str:
    """The faces that succeed, as people say it: "4 or less", "5 or more", "2, 4"."""
    found = sorted(set(wins))
    if len(found) == 1 or found != list(range(found[0], found[-1] + 1)):
        return ", ".join(map(str, found))
    if found[0] == 1:
        return f"{found[-1]} or less"
    return f"{found[0]} or more" if found[-1] >= sides else f"{found[0]} to {found[-1]}"


# ---------------------------------------------------------------------- the parts


def _lead(question: Choice, handles: Sequence[Handle], pieces: Mapping[str, Piece]) -> str:
    says = SENTENCES.get(question.kind, f"{question.kind.capitalize()}?")
    who = list(dict.fromkeys(one.piece for one in handles if one.piece))
    if question.kind == "activate":
        ready = f"{counted(len(who), 'is', 'are')} ready".capitalize()
        return f"{says} {ready}." if who else says
    if len(who) == 1:
        return says.replace("{unit}", _name(who[0], pieces))
    active = next((piece for piece in pieces.values() if piece.active), None)
    if active and active.id in who:
        return says.replace("{unit}", _name(active.id, pieces))
    return says.replace("{unit}", _named(handles) or ("one of your units" if who else "the unit"))


_CALLED = re.compile(r"\b[A-Z]+\d+ \([^)]+\)")  # "R2 (Thrall Brood)"


def _named(handles: Sequence[Handle]) -> str:
    """The unit that every answer speaks of first, where it is not on the board."""
    first = [_CALLED.search(one.label) for one in handles if one.text != "pass"]
    names = {found.group() for found in first if found}
    return names.pop() if len(names) == 1 and all(first) else ""


def _name(id: str, pieces: Mapping[str, Piece]) -> str:
    piece = pieces.get(id)
    # Where a unit has several models, its name is on their cards: "R2 Thrall Brood".
    unit, space, name = str(piece.card.get("unit", "")).partition(" ") if piece else ("", "", "")
    if space and id.startswith(unit):
        return f"{unit} ({name})"
    return f"{id} ({piece.name})" if piece and piece.name and piece.name != id else id


def _dice(question: Choice, cause: Cause, pieces: Mapping[str, Piece]) -> str:
    """The dice that a window is about: whose they are, what they are for, how many failed."""
    about = question.about
    if not isinstance(about, Mapping) or not about.get("faces"):
        return ""
    faces, wins = about["faces"], about.get("wins", ())
    roll = str(about.get("roll", ""))
    what = _roll(roll, cause.attack, pieces) or (f"The roll for {roll}" if roll else "The roll")
    if not wins:
        return f"{what}: {', '.join(map(str, faces))}."
    failed = sum(face not in wins for face in faces)
    fell = f"{_number(failed)} of {len(faces)} dice failed"
    if not failed:
        fell = "the die succeeds" if len(faces) == 1 else f"all {len(faces)} dice succeed"
    elif len(faces) == 1:
        fell = "the die failed"
    return f"{what}: {fell} (needs {needed(wins)})."


def _roll(roll: str, attack: Mapping[str, Any] | None, pieces: Mapping[str, Piece]) -> str:
    """What dice are for, where they belong to the last attack that was told."""
    unit, target = (str((attack or {}).get(key, "")) for key in ("unit", "target"))
    if not unit or not target:
        return ""
    weapon = str((attack or {}).get("weapon", ""))
    if roll in ("attack", "strike"):
        arm = f" with {weapon}" if weapon else ""
        return f"{_name(unit, pieces)} attacks {_name(target, pieces)}{arm}"
    if roll in ("save", "saves", "defence", "defend", "armour"):
        arm = f"'s {weapon}" if weapon else ""
        return f"{_name(target, pieces)} saves against {_name(unit, pieces)}{arm}"
    return ""


def _left(scene: Scene, question: Choice, handles: Sequence[Handle]) -> list[str]:
    """The price where all answers have the same, and what the side and its unit may spend."""
    found = []
    prices = {one.cost for one in handles if one.text != "pass"}
    if question.optional and len(prices) == 1 and (price := prices.pop()):
        found.append(f"costs {price}")
    status = {label.casefold(): value for label, value in scene.status}
    name, comma, rest = status.get("active", "").partition(", ")
    if comma and any(one.piece == name for one in handles):
        found.append(rest)
    orders = status.get(f"{question.player} orders")
    if orders is not None and question.kind not in ("deploy", "zone"):
        found.append(f"{orders} {'order' if orders == '1' else 'orders'} left")
    return found
