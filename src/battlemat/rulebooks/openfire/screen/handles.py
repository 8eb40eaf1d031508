"""How a screen offers each option: words, what to point at, and the gesture for what is open.

A gesture's text holds `{path}`, `{place}`, `{places}` or `{turn}` for the screen to fill, and ends
in `from north` because screens count y from there.
"""

from __future__ import annotations

from collections.abc import Callable

from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Handle, Point
from battlemat.rulebooks.openfire.chapters.paths import as_move, survey
from battlemat.rulebooks.openfire.screen import notation
from battlemat.rulebooks.openfire.screen.scene import on_screen
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.inches import FROM_NORTH, inches, place

GROUPS = {
    "activate": "Activate",
    "deploy": "Deploy",
    "ambush": "Ambush",
    "noroom": "No room",
    "disembark": "Disembark",
    "aboard": "Stay aboard",
    "emerge": "Get out",
    "crushed": "Lost",
    "out": "Get out",
    "move": "Move",
    "advance": "Advance",
    "stall": "Fall",
    "followers": "Formation",
    "attack": "Attack",
    "free": "Free attack",
    "ability": "Ability",
    "secure": "Secure",
    "lose": "Casualty",
    "defend": "Defend",
    "leader": "New leader",
    "reroll": "Re-roll",
    "pass": "Pass",
    "skip": "Leave out",
    "mission": "Mission",
    "accept": "Accept",
    "shift": "Shift terrain",
    "entry": "Entry point",
}


def handle(battle: Battle, choice: Choice, option: Option) -> Handle:
    """How a screen offers an option."""
    verb = option[0]
    made = Handle(
        text=notation.write(battle, option),
        label="",
        group=GROUPS.get(verb, verb.title()),
        because=choice.because,
    )
    _MAKERS.get(verb, _plain)(battle, choice, option, made)
    return made


def _lead(unit: Unit) -> str:
    return unit.name_of(unit.leader)


def _called(unit: Unit) -> str:
    return f"{unit.id} ({unit.card.name})"


def _plain(_battle: Battle, choice: Choice, option: Option, made: Handle) -> None:
    made.label = {
        "pass": "Decline" if choice.optional else "Hold the rest back",
        "accept": "The board is good as it is",
        "skip": f"No {option[-1]}",
    }.get(option[0], made.text)


def _unit(battle: Battle, _choice: Choice, option: Option, made: Handle) -> None:
    unit = battle.units[option[1]]
    made.label = f"{made.group} {_called(unit)}"
    if unit.on_table:
        made.piece = made.target = _lead(unit)


def _arrival(battle: Battle, choice: Choice, option: Option, made: Handle) -> None:
    unit = battle.units[option[1]]
    verb, _, name, x, y, facing = option
    where = f" at entry point {name}" if name else ""
    made.label = f"{made.group} {_called(unit)}{where}, leader at {place(x, y)} facing {facing}"
    made.at, made.place = on_screen(battle.plane, x, y), place(x, y)
    first = next(one for one in choice.listed if one[:3] == option[:3])
    if option == first:  # the first of each way is the one that a screen lets the player place
        entry = f" {name}" if name else ""
        made.text = f"{verb} {unit.id}{entry} {{place}} {FROM_NORTH}"
        made.gesture = "place"


def _move(battle: Battle, _choice: Choice, option: Option, made: Handle) -> None:
    unit, move = battle.units[option[1]], as_move(option)
    made.piece = _lead(unit)
    course = survey(battle, unit, move)
    if isinstance(course, Refusal):
        made.label = f"{made.group} {unit.id}"
        return
    plane = battle.plane
    path: list[Point] = [on_screen(plane, unit.lead.x, unit.lead.y)]
    path += [on_screen(plane, leg.end.x, leg.end.y) for leg in course.path.legs]
    end = place(course.end.x, course.end.y)
    made.path, made.at, made.place = path, path[-1], end
    made.cost = f"{inches(course.cost)} of {inches(course.allowance)} inches"
    if not move.path and move.board < 0:
        # Standing still is the same answer as an empty path: here a screen may draw one.
        made.gesture = "path"
        made.text = f"{move.verb} {unit.id} {{path}} {FROM_NORTH}"
        made.label = f"{made.group} {unit.id}, up to {inches(course.allowance)} inches"
    elif move.path == (("turn", 45),) and not move.advances:
        made.gesture = "turn"
        made.text = f"move {unit.id} toward {{turn}} {FROM_NORTH}"
        made.label = f"Turn {unit.id} on the spot"
    elif move.board >= 0:
        made.target = _lead(battle.units[move.board])
        made.label = f"Embark on {_called(battle.units[move.board])}"
    elif course.leaves:
        made.label = f"{made.group} {unit.id} off the table"
    else:
        made.label = f"{made.group} {unit.id} to {end}"


def _followers(battle: Battle, choice: Choice, option: Option, made: Handle) -> None:
    unit = battle.units[option[1]]
    made.piece = unit.name_of(unit.leader)
    made.at = on_screen(battle.plane, *choice.about["leader"])
    if unit.on_table:
        made.path = [on_screen(battle.plane, unit.lead.x, unit.lead.y), made.at]
    if len(option) == 2:
        # What the program proposes is where a screen begins: each follower can be put elsewhere.
        made.gesture, made.text = "places", f"followers {{places}} {FROM_NORTH}"
        made.parts = {unit.name_of(model): str(model + 1) for model in unit.followers}
        made.label = f"Put the others of {unit.id} in formation"
    else:
        made.label = f"Put the others of {unit.id} as written"


def _attack(battle: Battle, _choice: Choice, option: Option, made: Handle) -> None:
    unit = battle.units[option[1]]
    targets = [battle.units[index] for index in dict.fromkeys(row[0] for row in option[2])]
    made.piece = _lead(unit)
    names = " and ".join(_called(target) for target in targets)
    weapons = ", ".join(f"{len(models)} with {weapon}" for _, weapon, _, models in option[2])
    made.label = f"{made.group} on {names}: {weapons}"
    if len(targets) == 1:
        target = targets[0]
        made.target = _lead(target)
        made.at = on_screen(battle.plane, target.lead.x, target.lead.y)
        if unit.on_table:
            made.path = [on_screen(battle.plane, unit.lead.x, unit.lead.y), made.at]


def _ability(battle: Battle, _choice: Choice, option: Option, made: Handle) -> None:
    unit = battle.units[option[1]]
    ability = unit.card.abilities[option[2]]
    made.piece = _lead(unit)
    made.label = f"{ability.name}: {ability.text}" if ability.text else ability.name
    if option[3] >= 0:
        target = battle.units[option[3]]
        made.target = _lead(target)
        made.label += f" ({_called(target)})"


def _secure(battle: Battle, _choice: Choice, option: Option, made: Handle) -> None:
    unit, objective = battle.units[option[1]], battle.mission.objectives[option[2]]
    made.piece = _lead(unit)
    made.label = f"Secure {objective.name} ({objective.kind}, {objective.points} VP)"
    made.at = on_screen(battle.plane, *battle.objectives_at[option[2]])


def _model(battle: Battle, _choice: Choice, option: Option, made: Handle) -> None:
    unit, model = battle.units[option[1]], option[2]
    made.piece = made.target = unit.name_of(model)
    made.label = f"{made.group}: {unit.name_of(model)} ({unit.card.models[model].name})"


def _reroll(_battle: Battle, choice: Choice, option: Option, made: Handle) -> None:
    faces = choice.about["faces"]
    shown = [str(faces[die]) for die in option[1:]]
    made.label = f"Re-roll the {' and the '.join(shown)}"


def _mission(battle: Battle, _choice: Choice, option: Option, made: Handle) -> None:
    mission = battle.field.missions[option[1]]
    made.label = f"{mission.name}: {mission.briefing}" if mission.briefing else mission.name


def _entry(battle: Battle, choice: Choice, option: Option, made: Handle) -> None:
    x, y = option[1:]
    made.label = f"Entry point at {place(x, y)}"
    if option == choice.listed[0]:
        made.gesture, made.text = "place", f"entry {{place}} {FROM_NORTH}"
    made.at, made.place = on_screen(battle.plane, x, y), place(x, y)


_Maker = Callable[[Battle, Choice, Option, Handle], None]
_MAKERS: dict[str, _Maker] = {
    **dict.fromkeys(("activate", "out", "noroom", "aboard", "crushed", "stall"), _unit),
    **dict.fromkeys(("deploy", "ambush", "disembark", "emerge"), _arrival),
    **dict.fromkeys(("move", "advance"), _move),
    **dict.fromkeys(("attack", "free"), _attack),
    **dict.fromkeys(("lose", "defend", "leader"), _model),
    "followers": _followers,
    "ability": _ability,
    "secure": _secure,
    "reroll": _reroll,
    "mission": _mission,
    "entry": _entry,
}
