"""The parts of answers that several verbs share: units, models, objectives, missions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlemat.kernel.forms import Found, Part
from battlemat.rulebooks.openfire.screen.handles import called
from battlemat.rulebooks.openfire.state.battle import Battle, Unit


def _write_unit(battle: Battle, value: int, _found: Found) -> str:
    return battle.units[value].id


def _read_unit(battle: Battle, word: str, _found: Found) -> int | None:
    unit = battle.find(word)
    return None if unit is None else unit.index


def _units(battle: Battle, _found: Found) -> Sequence[int]:
    return range(len(battle.units))


UNIT = Part(
    "the id of a unit",
    _write_unit,
    _read_unit,
    _units,
    words=lambda battle, value, _found: called(battle.units[value]),
)


def number(word: str) -> int | None:
    """A roster number as it is written, from 1 on, as the index that it stands for."""
    if not (word.isascii() and word.isdecimal()) or len(word) > 3 or int(word) == 0:
        return None
    return int(word) - 1


MODEL = Part(
    "the roster number of a model",
    write=lambda _battle, value, _found: str(value + 1),
    read=lambda _battle, word, _found: number(word),
    values=lambda _battle, _found: range(12),
)


def _read_objective(battle: Battle, word: str, _found: Found) -> int | None:
    return _position(word, [objective.id for objective in battle.mission.objectives])


OBJECTIVE = Part(
    "an objective of the mission by its id",
    write=lambda battle, value, _found: str(battle.mission.objectives[value].id),
    read=_read_objective,
    values=lambda battle, _found: range(len(battle.mission.objectives)),
)


def _read_mission(battle: Battle, word: str, _found: Found) -> int | None:
    return _position(word, [mission.id for mission in battle.field.missions])


MISSION = Part(
    "a mission by its id",
    write=lambda battle, value, _found: str(battle.field.missions[value].id),
    read=_read_mission,
    values=lambda battle, _found: range(len(battle.field.missions)),
)


def _abilities(battle: Battle, found: Found) -> Sequence[Any]:
    return battle.units[found["unit"]].card.abilities


def _read_ability(battle: Battle, word: str, found: Found) -> int | None:
    return _position(word, [ability.id for ability in _abilities(battle, found)])


ABILITY = Part(
    "an ability of that unit by its id",
    write=lambda battle, value, found: str(_abilities(battle, found)[value].id),
    read=_read_ability,
    values=lambda battle, found: range(len(_abilities(battle, found))),
)


def _position(word: str, names: Sequence[str]) -> int | None:
    wanted = word.casefold()
    return next((n for n, name in enumerate(names) if name.casefold() == wanted), None)


def some_unit(battle: Battle, asked: Unit | None, drawn: int) -> Unit:
    """For random typed answers: mostly the unit that is asked, sometimes any."""
    if asked is not None and drawn % 4:
        return asked
    return battle.units[drawn % len(battle.units)]
