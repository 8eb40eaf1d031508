"""From plain values to a battle, or `SetupError` with everything that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.boards.plane import Plane, read_base, read_plane
from battlemat.kernel.errors import SetupError
from battlemat.kernel.memo import Memo, Table
from battlemat.kernel.plain import decode, encode
from battlemat.kernel.rulebook import Setup
from battlemat.rulebooks.openfire.state.army import army_faults
from battlemat.rulebooks.openfire.state.battle import (
    ABOARD,
    NOBODY,
    PLAYERS,
    RESERVE,
    Battle,
    Field,
    Marker,
    Unit,
)
from battlemat.rulebooks.openfire.state.cards import (
    INCH,
    Ability,
    ModelCard,
    Rules,
    UnitCard,
    Weapon,
    make_profile,
)
from battlemat.rulebooks.openfire.state.check import Checker
from battlemat.rulebooks.openfire.state.mission import Mission, nearest_usable, read_mission
from battlemat.rulebooks.openfire.state.policy import Policy, override
from battlemat.rulebooks.openfire.state.position import put_aboard, take_up
from battlemat.rulebooks.openfire.state.readings import read_as
from battlemat.rulebooks.openfire.state.setup import (
    AbilitySetup,
    ArmyRulesSetup,
    ModelSetup,
    OpenFireSetup,
    UnitSetup,
    WeaponSetup,
)
from battlemat.rulebooks.openfire.state.specials import own_rules

NEEDED = ("module", "weapons", "board", "armies")
"""What a game cannot start without (`openfire.setup.components`); dice and ruler are ours."""


def start(plain: Setup) -> Battle:
    """The battle at its start: in the set-up stage, or at the position that the setup gives."""
    _refuse_missing(plain)
    text = repr(plain)  # which tells apart all that reading does: 1 from "1", a tuple from a list
    known = _KNOWN.get(text)
    if known is None:
        setup = decode(OpenFireSetup, plain)
        _refuse_faults(encode(setup), setup)  # as it is written: that is what is read again
        known = _KNOWN.keep(text, (setup, _field(setup)))
    return _battle(*known)


_KNOWN: Table[str, tuple[OpenFireSetup, Field]]
_KNOWN = Memo("the text of the setup, nothing of which ever changes", bound=16).table()
"""By their texts, setups of late: one that is played again need not be read again, and what has
been seen on its table is known."""


def _battle(setup: OpenFireSetup, field: Field | None = None) -> Battle:
    """The battle of a setup in which nothing is wrong."""
    field = field or _field(setup)
    reds = len(setup.armies.red.units)
    units = [
        Unit(index=index, side=int(index >= reds), card=card)
        for index, card in enumerate(field.cards)
    ]
    battle = Battle(field=field, units=units)
    for mission in field.missions[1:]:  # whichever is chosen, it can be played
        settle(battle, mission)
    settle(battle, field.mission)
    if len(field.missions) == 1:
        battle.phase = "leaders" if field.choose_leaders else "terrain"
    if setup.position is not None:
        take_up(battle, setup.position)
    return battle


def settle(battle: Battle, mission: Mission) -> None:
    """Make a mission the one that is played, and put its markers down."""
    policy = override(override(Policy(), battle.field.changes), mission.rules)
    battle.field = battle.field._replace(mission=mission, policy=policy)
    battle.mission_number = battle.field.missions.index(mission)
    battle.markers = [Marker()] * len(mission.objectives)
    put_markers(battle)
    for unit in battle.units:  # whom another mission would have begin aboard
        if unit.place == ABOARD:
            unit.place, unit.transport = RESERVE, (NOBODY, NOBODY)
    for passenger, transport in policy.start_aboard:
        carried, carrier = battle.find(passenger), battle.find(transport)
        if carried is None or carrier is None:
            raise SetupError(f"start_aboard: there is no unit '{passenger}' or '{transport}'")
        put_aboard(battle, carried, carrier)


def put_markers(battle: Battle) -> None:
    """Put objectives and fixed entry points down (`openfire.setup.markers`)."""
    plane = battle.plane
    battle.objectives_at = tuple(
        nearest_usable(plane, objective.at) for objective in battle.mission.objectives
    )
    battle.entries = [
        tuple((id, *nearest_usable(plane, (x, y))) for id, x, y in entry.fixed)
        for entry in battle.mission.entries
    ]


# ---------------------------------------------------------------------- what never changes


def _field(setup: OpenFireSetup) -> Field:
    rules = Rules(*own_rules(encode(setup.special_rules)))
    weapons = {id: _weapon(id, values, rules) for id, values in setup.weapons.items()}
    units = (*setup.armies.red.units, *setup.armies.blue.units)
    cards = tuple(_unit(values, weapons, rules) for values in units)
    chosen = setup.missions or ((setup.mission,) if setup.mission is not None else ())
    missions = tuple(read_mission(values, PLAYERS) for values in chosen)
    board = encode(setup.board)
    return Field(
        plane=read_plane({key: value for key, value in board.items() if key != "name"}),
        board=board,
        module=setup.module,
        changes=setup.rules,
        policy=Policy(),
        missions=missions,
        mission=missions[0],
        cards=cards,
        rules=rules,
        armies=(setup.armies.red.name, setup.armies.blue.name),
        terrain_by=PLAYERS.index(setup.terrain_by) if setup.terrain_by else -1,
        choose_leaders=setup.choose_leaders,
        readings=read_as(setup.readings),
    )


def _weapon(id: str, values: WeaponSetup, rules: Rules) -> Weapon:
    name = values.name or id
    rows = values.all_profiles(name)
    return Weapon(id, name, tuple(make_profile(row.id, row, rules) for row in rows), rows)


def _unit(values: UnitSetup, weapons: Mapping[str, Weapon], rules: Rules) -> UnitCard:
    return UnitCard(
        values.id,
        values.name or values.id,
        values.profile,
        values.points,
        values.leader - 1,
        tuple(_model(model, weapons, rules) for model in values.models),
        tuple(_ability(number, row) for number, row in enumerate(values.abilities)),
        values.tags,
    )


def _ability(number: int, row: AbilitySetup) -> Ability:
    return Ability(number, row.id, row.name, row.text, row.limit, row.test, row.when, row.effects)


def _model(values: ModelSetup, weapons: Mapping[str, Weapon], rules: Rules) -> ModelCard:
    # A round base or a footprint in its place: openfire.unit.model, openfire.geometry.round-base,
    # openfire.geometry.footprint.
    least, most = (0, values.mov) if isinstance(values.mov, int) else values.mov
    return ModelCard(
        values.name,
        least * INCH,
        most * INCH,
        values.skl,
        values.defence,
        values.cmd,
        values.hp,
        values.special,
        rules.powers(values.special),
        tuple(weapons[id] for id in values.weapons),
        values.equipment,
        read_base(encode(values.base)),
    )


# ---------------------------------------------------------------------- what is wrong


def _missions(setup: Setup) -> list[Mapping[str, Any]]:
    return list(setup["missions"]) if "missions" in setup else [setup["mission"]]


def _refuse_missing(setup: Setup) -> None:
    missing = [key for key in NEEDED if key not in setup]
    if setup.get("mission") is None and not setup.get("missions"):
        missing.append("mission")
    if missing:
        raise SetupError(f"a game of Open Fire needs {', '.join(missing)}")


def _refuse_faults(setup: Setup, typed: OpenFireSetup) -> None:
    special = setup.get("special_rules", {})
    checker = Checker(*own_rules(special))
    for name, row in special.items():
        checker.special_rule(("special_rules", name), row, name)
    for name, row in setup["weapons"].items():
        checker.weapon(("weapons", name), row, name)
    checker.policy(("rules",), setup.get("rules", {}), "the module")
    for number, mission in enumerate(_missions(setup)):
        checker.mission(("missions", number), mission, str(mission.get("name", "the mission")))
    plane = checker.board(("board",), setup["board"], str(setup["board"].get("name", "the board")))
    _army_units(checker, setup, plane)
    for player, army in (("red", typed.armies.red), ("blue", typed.armies.blue)):
        for text in army_faults(typed.army_rules or ArmyRulesSetup(), army) if army.units else ():
            checker.fault(("armies", player), text, "openfire.module.army-rules")
    if not checker.faults and plane is not None:
        _size_faults(checker, setup, plane)
    if checker.faults:
        raise SetupError("; ".join(fault.text for fault in checker.faults))


def _army_units(checker: Checker, setup: Setup, plane: Plane | None) -> None:
    ids: set[str] = set()
    for player in PLAYERS:
        clause = "openfire.module.army-rules"
        army = setup["armies"].get(player)
        if not isinstance(army, Mapping) or not army.get("units"):
            checker.fault(("armies", player), f"{player} needs an army with units", clause)
            continue
        for unit in army["units"]:
            name, at = str(unit["id"]), ("armies", player, unit["id"])
            if name.casefold() in ids or not name.isalnum():
                text = f"'{name}' must be letters and digits, and the id of one unit only"
                checker.fault(at, text, "openfire.unit.unit")
            ids.add(name.casefold())
            _unit_faults(checker, at, unit, setup, plane)


def _unit_faults(
    checker: Checker, at: Any, unit: Mapping[str, Any], setup: Setup, plane: Plane | None
) -> None:
    models = unit.get("models", ())
    if not models or not 1 <= unit.get("leader", 1) <= len(models):
        text = f"{unit['id']} needs models, and one of them as its leader"
        checker.fault(at, text, "openfire.unit.leader")
    for number, model in enumerate(models):
        label = f"{unit['id']}, model {number + 1}"
        checker.model((*at, number), model, label, setup["weapons"])
        if plane is not None:
            checker.fits((*at, number), model.get("base"), label, plane)
    for ability in unit.get("abilities", ()):
        checker.ability(at, ability, f"{unit['id']}, ability {ability.get('id')}")


def _size_faults(checker: Checker, setup: Setup, plane: Plane) -> None:
    for mission in _missions(setup):
        width, depth = mission["table"]
        if (width * INCH, depth * INCH) != (plane.width, plane.height):
            text = (
                f"{mission['name']} is played on {width} x {depth} inches, the board is "
                f"{plane.width / INCH:g} x {plane.height / INCH:g}"
            )
            checker.fault(("board", "table"), text, "openfire.module.mission-data")
