"""From plain values to a battle, or `SetupError` with everything that is wrong.

A setup holds one module's content as far as this game needs it, so a record is complete without
the files it came from (`openfire.module.core-needs-module`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.boards.plane.board import Plane
from battlemat.boards.plane.read import read_base, read_plane
from battlemat.kernel.errors import SetupError
from battlemat.kernel.rulebook import Setup
from battlemat.rulebooks.openfire.state.army import army_faults
from battlemat.rulebooks.openfire.state.battle import (
    ABOARD,
    GONE,
    PLAYERS,
    RESERVE,
    TABLE,
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
from battlemat.rulebooks.openfire.state.specials import own_rules
from battlemat.rulebooks.openfire.state.tables import Effect

NEEDED = ("module", "weapons", "board", "armies")
"""What a game cannot start without (`openfire.setup.components`); dice and ruler are ours."""

ACTIONS = ("ability", "move", "attack", "secure")


def start(setup: Setup) -> Battle:
    """The battle at its start: in the set-up stage, or at the position that the setup gives."""
    field = _field(setup)
    units = [
        Unit(index, 0 if index < len(setup["armies"]["red"]["units"]) else 1, card)
        for index, card in enumerate(field.cards)
    ]
    battle = Battle(field, units)
    settle(battle, field.mission)
    if len(field.missions) == 1:
        battle.phase = "terrain"
    if "position" in setup:
        _stand(battle, setup["position"])
    return battle


def settle(battle: Battle, mission: Mission) -> None:
    """Make a mission the one that is played, and put its markers down."""
    module = override(Policy(), battle.field.module.get("rules", {}))
    policy = override(module, mission.rules)
    battle.field = battle.field._replace(mission=mission, policy=policy)
    battle.mission_number = battle.field.missions.index(mission)
    battle.markers = [Marker()] * len(mission.objectives)
    put_markers(battle)
    for passenger, transport in policy.start_aboard:
        unit, carrier = battle.find(passenger), battle.find(transport)
        if unit is None or carrier is None:
            raise SetupError(f"start_aboard: there is no unit '{passenger}' or '{transport}'")
        _put_aboard(unit, carrier)


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


def _field(setup: Setup) -> Field:
    _refuse_faults(setup)
    rules = Rules(*own_rules(setup.get("special_rules", {})))
    weapons = {id: _weapon(str(id), values, rules) for id, values in setup["weapons"].items()}
    cards = tuple(
        _unit(values, weapons, rules)
        for player in PLAYERS
        for values in setup["armies"][player]["units"]
    )
    missions = tuple(read_mission(values, PLAYERS) for values in _missions(setup))
    board = {key: value for key, value in setup["board"].items() if key != "name"}
    by = setup.get("terrain_by")
    return Field(
        plane=read_plane(board),
        board=setup["board"],
        module={**setup["module"], "rules": setup.get("rules", {})},
        policy=Policy(),
        missions=missions,
        mission=missions[0],
        cards=cards,
        rules=rules,
        armies=(setup["armies"]["red"]["name"], setup["armies"]["blue"]["name"]),
        terrain_by=PLAYERS.index(by) if by else -1,
    )


def _missions(setup: Setup) -> list[Mapping[str, Any]]:
    return list(setup["missions"]) if "missions" in setup else [setup["mission"]]


def _refuse_faults(setup: Setup) -> None:
    missing = [key for key in NEEDED if key not in setup]
    if "mission" not in setup and "missions" not in setup:
        missing.append("mission")
    if missing:
        raise SetupError(f"a game of Open Fire needs {', '.join(missing)}")
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
    _army_faults(checker, setup, plane)
    if not checker.faults and plane is not None:
        _size_faults(checker, setup, plane)
    if checker.faults:
        raise SetupError("; ".join(fault.text for fault in checker.faults))


def _army_faults(checker: Checker, setup: Setup, plane: Plane | None) -> None:
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
        for text in army_faults(setup.get("army_rules", {}), army):
            checker.fault(("armies", player), text, clause)


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


def _weapon(id: str, values: Mapping[str, Any], rules: Rules) -> Weapon:
    name = str(values.get("name", id))
    rows = values.get("profiles", ({**values, "id": "", "name": name},))
    profiles = tuple(make_profile(str(row["id"]), row, rules) for row in rows)
    return Weapon(id, name, profiles, values)


def _unit(values: Mapping[str, Any], weapons: Mapping[str, Weapon], rules: Rules) -> UnitCard:
    return UnitCard(
        str(values["id"]),
        str(values.get("name", values["id"])),
        str(values.get("profile", "")),
        int(values.get("points", 0)),
        int(values.get("leader", 1)) - 1,
        tuple(_model(model, weapons, rules) for model in values["models"]),
        tuple(
            Ability(
                number,
                str(row["id"]),
                str(row["name"]),
                str(row.get("text", "")),
                str(row.get("limit", "")),
                bool(row.get("test", False)),
                tuple(row.get("when", ())),
                tuple(row["effects"]),
            )
            for number, row in enumerate(values.get("abilities", ()))
        ),
        tuple(values.get("tags", ())),
    )


def _model(values: Mapping[str, Any], weapons: Mapping[str, Weapon], rules: Rules) -> ModelCard:
    # A round base or a footprint in its place: openfire.unit.model, openfire.geometry.round-base,
    # openfire.geometry.footprint.
    mov = values["mov"]
    least, most = (0, mov) if isinstance(mov, int) else (mov[0], mov[1])
    special = tuple(values["special"])
    return ModelCard(
        str(values.get("name", "Model")),
        least * INCH,
        most * INCH,
        values["skl"],
        values["def"],
        values["cmd"],
        values["hp"],
        special,
        rules.powers(special),
        tuple(weapons[id] for id in values["weapons"]),
        tuple(values.get("equipment", ())),
        read_base(values["base"]),
    )


# ---------------------------------------------------------------------- a position


def _stand(battle: Battle, values: Mapping[str, Any]) -> None:
    """Put the battle where a position says it is."""
    battle.round = int(values.get("round", 1))
    battle.initiative = PLAYERS.index(values.get("initiative", "red"))
    battle.to_move = PLAYERS.index(values.get("to_move", "red"))
    for player, points in values.get("scores", {}).items():
        battle.scores[PLAYERS.index(player)] = points
    for id, row in values.get("units", {}).items():
        unit = battle.find(id)
        if unit is None:
            raise SetupError(f"position: there is no unit '{id}'")
        _place(battle, unit, row)
    for id, row in values.get("objectives", {}).items():
        _mark(battle, id, row)
    for player, points in values.get("entry_points", {}).items():
        battle.entries[PLAYERS.index(player)] = tuple(
            (chr(ord("a") + number), x, y) for number, (x, y) in enumerate(points)
        )
    for row in values.get("effects", ()):
        _lasting(battle, row)
    battle.passed = [player in values.get("passed", ()) for player in PLAYERS]
    battle.phase = "activate"
    if values.get("begin") == "round":  # before its roll-off, which counts the round
        battle.phase, battle.round = "round", battle.round - 1
    active = values.get("active")
    if active:
        unit = battle.find(active["unit"])
        if unit is None or active["action"] not in ACTIONS:
            raise SetupError(f"position: the active unit needs an action of {', '.join(ACTIONS)}")
        if not unit.on_table:
            raise SetupError(f"position: {unit.id} is active, but not on the table")
        battle.active, battle.phase = unit.index, active["action"]
        battle.moved = bool(active.get("moved", False))
        battle.advanced = bool(active.get("advanced", False))
        battle.deployed = bool(active.get("deployed", False))
        battle.disembarked = bool(active.get("disembarked", False))
        battle.to_move = unit.side


def _place(battle: Battle, unit: Unit, row: Mapping[str, Any]) -> None:
    place = str(row.get("place", "table"))
    unit.stress = int(row.get("stress", 0))
    unit.activated = bool(row.get("activated", False))
    unit.hurt = bool(row.get("hurt", False))
    unit.leader = int(row.get("leader", unit.leader + 1)) - 1
    for number, ids in row.get("used", {}).items():
        weapons = unit.card.models[int(number) - 1].weapons
        for slot, weapon in enumerate(weapons):
            if weapon.id in ids:
                unit.used |= 1 << (16 * (int(number) - 1) + slot)
    for ability in unit.card.abilities:
        if ability.id in row.get("abilities", ()):
            unit.abilities_game |= 1 << ability.index
            unit.abilities_round |= 1 << ability.index
    if "hp" in row:
        unit.hp = list(row["hp"])
        if not unit.hp[unit.leader]:
            unit.leader = next((model for model in unit.alive), unit.leader)
    if place == "destroyed":
        unit.place, unit.hp = GONE, [0] * len(unit.hp)
    elif place == "left":
        unit.place, unit.left_in = RESERVE, int(row.get("left_in", max(1, battle.round - 1)))
    elif place.startswith("aboard "):
        carrier = battle.find(place.removeprefix("aboard "))
        if carrier is None:
            raise SetupError(f"position: {unit.id} cannot be {place}: there is no such unit")
        _put_aboard(unit, carrier)
    elif place == "table":
        _put_models(battle, unit, row.get("models", ()))
    elif place != "reserve":
        raise SetupError(f"position: {unit.id} cannot be at '{place}'")


def _lasting(battle: Battle, row: Mapping[str, Any]) -> None:
    unit, source = battle.find(row["unit"]), battle.find(row.get("source", row["unit"]))
    if unit is None or source is None:
        raise SetupError(f"position: an effect names '{row['unit']}' or a unit that is not there")
    kind, name = ("stat", row["stat"]) if "stat" in row else ("rule", row["special"])
    weapons = str(row.get("weapons", ""))
    battle.add_effect(
        Effect(
            unit.index,
            "weapon" if weapons else kind,
            name,
            int(row.get("by", 0)),
            weapons,
            str(row.get("until", "round")),
            source.index,
        )
    )


def _put_models(battle: Battle, unit: Unit, rows: Any) -> None:
    if len(rows) != len(unit.hp):
        raise SetupError(f"position: {unit.id} has {len(unit.hp)} models, {len(rows)} are placed")
    unit.place = TABLE
    for model, row in enumerate(rows):
        if row is None:
            unit.hp[model] = 0
            continue
        x, y, facing, *hp = row
        unit.stands[model] = battle.plane.put(unit.card.models[model].base, x, y, facing)
        unit.hp[model] = hp[0] if hp else unit.hp[model]
    if not unit.hp[unit.leader]:
        unit.leader = next((model for model in unit.alive), unit.leader)
    if not unit.alive:
        raise SetupError(f"position: {unit.id} is on the table without a model")


def _put_aboard(unit: Unit, carrier: Unit) -> None:
    model = next((m for m in carrier.alive if carrier.powers[m].carries), None)
    if model is None or carrier.side != unit.side:
        raise SetupError(
            f"{unit.id} cannot be aboard {carrier.id}, which is no transport of its side"
        )
    unit.place, unit.transport = ABOARD, (carrier.index, model)


def _mark(battle: Battle, id: str, row: Mapping[str, Any]) -> None:
    number = next((n for n, o in enumerate(battle.mission.objectives) if o.id == id), None)
    if number is None:
        raise SetupError(f"position: there is no objective '{id}'")
    holder = row.get("holder")
    carrier = battle.find(row["carrier"]) if row.get("carrier") else None
    battle.markers[number] = Marker(
        PLAYERS.index(holder) if holder else -1,
        int(row.get("since", 0)),
        carrier.index if carrier else -1,
        bool(row.get("gone", False)),
    )
