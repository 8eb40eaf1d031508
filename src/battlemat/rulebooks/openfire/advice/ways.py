"""Which options a machine looks at beyond the listed ones: who acts first, and how a move ends.

No rule is here: whatever is proposed is put to the open options of its question first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlemat.boards.plane import Point, facing_along
from battlemat.kernel.questions import PASS, Choice, Offers, Option
from battlemat.rulebooks.openfire.chapters.activation import Activate
from battlemat.rulebooks.openfire.chapters.moving import proposals
from battlemat.rulebooks.openfire.chapters.moving.goals import (
    can_secure,
    far,
    nearest_foes,
    size_of,
)
from battlemat.rulebooks.openfire.chapters.moving.paths import (
    MANOEUVRE,
    SHARPEST,
    Advance,
    Going,
    Move,
    Step,
    allowance,
    free_manoeuvres,
)
from battlemat.rulebooks.openfire.chapters.objectives import is_on_table
from battlemat.rulebooks.openfire.chapters.skipping import Skip
from battlemat.rulebooks.openfire.chapters.stage import PutEntry
from battlemat.rulebooks.openfire.state.battle import ABOARD, PLAYERS, RESERVE, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.mission import MARKER

SEEN = 5
"""So many of the best moves are seen at once."""
TURNED = 4
"""Of so many of the best moves other facings at the end are tried."""


# ---------------------------------------------------------------------- who acts first


def first_to_act(battle: Battle, options: Sequence[Option]) -> Option:
    """The unit that gains most by acting before the others; holding back comes last."""
    units = [option for option in options if isinstance(option, Activate)]
    return min(units, key=lambda one: _turn(battle, battle.units[one.unit]), default=PASS)


def _turn(battle: Battle, unit: Unit) -> tuple[float, int]:
    """A number for when a unit should act: low is early."""
    if unit.place == RESERVE:
        return (30.0 if battle.aboard(unit) else 40.0), unit.index
    if unit.place == ABOARD:  # after its transport, if that still drives
        transport = battle.units[unit.transport[0]]
        return (20.0 if transport.activated else 60.0), unit.index
    if battle.aboard(unit):
        return 10.0, unit.index
    if _could_secure(battle, unit):
        return 0.0, unit.index
    late = 25.0 if any(power.carries for power in unit.powers) else 0.0  # somebody may get in
    foes = nearest_foes(battle, unit, 1)
    if not foes:
        return 15.0 + late, unit.index
    stand = foes[0].stand
    return 1.0 + far((unit.lead.x, unit.lead.y), (stand.x, stand.y)) / (4 * INCH) + late, unit.index


def _could_secure(battle: Battle, unit: Unit) -> bool:
    """True if an objective that the unit may take is within its move, or within its reach now."""
    if not can_secure(battle, unit):
        return False
    lead, most = unit.lead, allowance(battle, unit, True)
    return any(
        unit.side in objective.sides
        and battle.markers[number].holder != unit.side
        and is_on_table(battle, number)
        and far((lead.x, lead.y), battle.objectives_at[number])
        <= most + MARKER.radius + INCH + size_of(unit)
        for number, objective in enumerate(battle.mission.objectives)
    )


# ---------------------------------------------------------------------- how a move ends


def better_moves(battle: Battle, choice: Choice) -> list[Option]:
    """The listed moves, and the best of them with another facing at the end."""
    return _with_facings(battle, choice, choice.listed)


def quick_moves(battle: Battle, choice: Choice) -> list[Option]:
    """The same of the few best moves, to board somebody, and to stay; fewer ways are tried."""
    unit = battle.units[battle.active]
    if unit.power.aircraft:
        return _with_facings(battle, choice, choice.listed[:SEEN])
    moves = proposals.moves(battle, unit, most=SEEN, screen=False)
    return _with_facings(battle, choice, [*moves, Skip("move")])


def _with_facings(battle: Battle, choice: Choice, options: Sequence[Option]) -> list[Option]:
    """Options, and the best moves among them with another facing at the end.

    Only who is vulnerable from some side, or flies on along its facing, cares where it faces.
    """
    unit = battle.units[battle.active]
    found = list(options)
    rules = choice.menu
    if not unit.power.vulnerable:
        return found
    foes = nearest_foes(battle, unit, 1)
    if not foes:
        return found
    threat = (foes[0].stand.x, foes[0].stand.y)
    for option in options[:TURNED]:
        if isinstance(option, (Move, Advance)) and option.board < 0:
            for turned in _turned(unit, option, threat):
                if turned not in found and _is_legal(rules, turned):
                    found.insert(found.index(option) + 1, turned)
    return found


def _is_legal(rules: Offers, option: Option) -> bool:
    return rules.refusal(option) is None


def _turned(unit: Unit, move: Going, threat: Point) -> Iterator[Going]:
    """The same move with its last facing toward an enemy, or as near as the way allows."""
    if not unit.power.vehicle:
        x, y = _end_on_foot(unit, move)
        dx, dy = threat[0] - x, threat[1] - y
        if dx or dy:
            yield move._replace(facing=facing_along(dx, dy))
        return
    x, y, facing = proposals.driven(unit.lead, move)
    steps = [step for step in move.path if isinstance(step, Step)]
    turns = sum(step.kind == "turn" for step in steps)
    dx, dy = threat[0] - x, threat[1] - y
    turn = (facing_along(dx, dy) - facing + 180) % 360 - 180 if dx or dy else 0
    turn = max(-SHARPEST, min(SHARPEST, turn))
    if not turn:
        return
    if turns >= free_manoeuvres(unit) and steps and steps[-1].kind == "go":
        length = steps.pop().amount
        shorter = length - MANOEUVRE if length > 0 else length + MANOEUVRE
        if shorter * length <= 0:
            return
        steps.append(Step("go", shorter))
    yield move._replace(path=(*steps, Step("turn", turn)))


def _end_on_foot(unit: Unit, move: Going) -> Point:
    last = move.path[-1] if move.path else None
    return (unit.lead.x, unit.lead.y) if last is None or isinstance(last, Step) else last


# ---------------------------------------------------------------------- before the battle


def ranked_entries(battle: Battle, choice: Choice) -> list[Option]:
    """The entry point from which most is near."""
    side = PLAYERS.index(choice.player)

    def pull(x: int, y: int) -> float:
        return sum(
            objective.points / (6 * INCH + far((x, y), at))
            for objective, at in zip(battle.mission.objectives, battle.objectives_at, strict=True)
            if side in objective.sides
        )

    entries = [one for one in choice.listed if isinstance(one, PutEntry)]
    best = max(entries, key=lambda one: pull(one.x, one.y))
    return [best]
