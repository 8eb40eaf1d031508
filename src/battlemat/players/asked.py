"""A question in sentences: what led to it, what is asked, what an answer costs and what is left.

Every screen asks in these words. What is asked and what is left is said by the rulebook's `Ask`;
here it is put together with what happened before. No rule and no game is known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from battlemat.kernel.questions import Choice, Question
from battlemat.kernel.scene import Piece, Scene
from battlemat.kernel.words import named, say


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
    """What happened before a question: the parts of the last event that aims at somebody
    (`kernel.events.Role`), and the last line of the log."""

    aimed: Mapping[str, Any] | None = None
    line: str = ""


_NOTHING = Cause()


def asked(scene: Scene, question: Question, cause: Cause = _NOTHING) -> Asked:
    """The question in words."""
    if not isinstance(question, Choice):
        return Asked(
            cause.line,
            say(
                "Roll {count, plural, one {# die} other {# dice}} with {sides} sides.",
                count=question.count,
                sides=question.sides,
            ),
        )
    menu = question.menu
    pieces = {piece.id: piece for piece in scene.pieces}
    context = _dice(question, cause, pieces) or ("" if menu.own else cause.line)
    return Asked(context, menu.says(), " · ".join(menu.left()))


def needed(wins: Sequence[int], sides: int = 6) -> str:
    """The faces that succeed, as people say it: "4 or less", "5 or more", "2, 4"."""
    found = sorted(set(wins))
    if len(found) == 1 or found != list(range(found[0], found[-1] + 1)):
        return ", ".join(map(str, found))
    if found[0] == 1:
        return say("{most} or less", most=found[-1])
    if found[-1] >= sides:
        return say("{least} or more", least=found[0])
    return say("{least} to {most}", least=found[0], most=found[-1])


# ---------------------------------------------------------------------- dice on the table


def _dice(question: Choice, cause: Cause, pieces: Mapping[str, Piece]) -> str:
    """The dice that a window is about: whose they are, what they are for, how many failed."""
    about = question.about
    if not isinstance(about, Mapping) or not about.get("faces"):
        return ""
    faces, wins = about["faces"], about.get("wins", ())
    what = _purpose(str(about.get("roll", "")), cause.aimed, pieces)
    if not wins:
        return say("{what}: {faces}.", what=what, faces=tuple(faces))
    failed = sum(face not in wins for face in faces)
    return say(
        "{what}: {fell} (needs {needed}).",
        what=what,
        fell=_fell(failed, len(faces)),
        needed=needed(wins),
    )


def _fell(failed: int, count: int) -> str:
    if count == 1:
        return say("the die failed") if failed else say("the die succeeds")
    if not failed:
        return say("all {count} dice succeed", count=count)
    return say("{failed} of {count} dice failed", failed=failed, count=count)


def _purpose(roll: str, aimed: Mapping[str, Any] | None, pieces: Mapping[str, Piece]) -> str:
    """What dice are for: the last attack that was told, where they belong to one."""
    unit, target, weapon = (str((aimed or {}).get(key, "")) for key in ("unit", "target", "weapon"))
    parts = {
        "unit": piece_name(unit, pieces),
        "target": piece_name(target, pieces),
        "weapon": weapon,
    }
    if unit and target and roll == "attack":
        return (
            say("{unit} attacks {target} with {weapon}", **parts)
            if weapon
            else say("{unit} attacks {target}", **parts)
        )
    if unit and target and roll in ("save", "defence"):
        return (
            say("{target} saves against {unit}'s {weapon}", **parts)
            if weapon
            else say("{target} saves against {unit}", **parts)
        )
    return say("The roll")


def piece_name(id: str, pieces: Mapping[str, Piece]) -> str:
    """A unit as it stands in a sentence: "R2 (Archer)"."""
    piece = pieces.get(id)
    if piece and piece.unit:
        return named(id.partition(".")[0], piece.unit)
    return named(id, piece.name if piece else "")
