"""A position in mid-game, from plain values. What is not named is as on the card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlemat.boards.dots import MapError, Mark
from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirmishers.chapters.arcs import ARC_PRICES, shots_of
from battlemat.rulebooks.skirmishers.chapters.bursts import (
    SMOKE_AT_FIRST,
    SMOKE_GROWN,
    breach,
    fell,
)
from battlemat.rulebooks.skirmishers.chapters.gear import JET_ITEM
from battlemat.rulebooks.skirmishers.chapters.vehicle_placing import read_position
from battlemat.rulebooks.skirmishers.state.armory import CREW, GRENADES, UNLIMITED, nearest
from battlemat.rulebooks.skirmishers.state.battle import (
    DEAD,
    FIGHTING,
    LEFT,
    MOVING,
    NOTHING,
    OFF_MAP,
    PLAYERS,
    UNCONSCIOUS,
    Arc,
    Battle,
    Blow,
    Cloud,
    Gun,
    Item,
    Token,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import PERSON, SLOTS, hand_of
from battlemat.rulebooks.skirmishers.state.vehicles import riders

Values = Mapping[str, Any]


def take_position(battle: Battle, data: Values) -> None:
    """Bring a battle into a position."""
    _Position(battle, data).take()


class _Position:
    def __init__(self, battle: Battle, data: Values) -> None:
        self.battle = battle
        self.data = data
        self.by_id = {unit.id: unit for unit in battle.units}

    def take(self) -> None:
        battle, data = self.battle, self.data
        to_move = self._side(data.get("to_move", "red"))
        first = self._side(data.get("first", PLAYERS[to_move]))
        battle.first, battle.to_move = first, to_move
        battle.turn = 2 * int(data.get("round", 1)) - int(to_move == first)
        battle.phase = "activate"
        for name, values in data.get("units", {}).items():
            self._unit(self._find(name), values)
        self._board(data)
        read_position(battle, data)
        battle.count_masks()
        if data.get("active"):
            self._active(data["active"])

    def _side(self, player: Any) -> int:
        if player not in PLAYERS:
            raise SetupError(f"position: a player is red or blue, not {player!r}")
        return PLAYERS.index(player)

    def _find(self, name: Any) -> Unit:
        unit = self.by_id.get(name)
        if unit is None:
            raise SetupError(f"position: there is no unit {name!r}; {nearest(name, self.by_id)}")
        return unit

    def _place(self, name: Any, where: str) -> int:
        try:
            return self.battle.board.place(str(name))
        except MapError as error:
            raise SetupError(f"position, {where}: {error}") from None

    # ------------------------------------------------------------------ units

    def _unit(self, unit: Unit, data: Values) -> None:
        where = f"unit {unit.id}"
        if "at" in data:
            unit.place = self._place(data["at"], where)
            unit.mount, unit.passenger, unit.under = NOTHING, False, False
        unit.marks = unit.marks._replace(
            full=self._cells(unit, data.get("full", ()), where),
            part=self._cells(unit, data.get("part", ()), where),
            armor=int(data.get("armor", unit.marks.armor)),
            plates=unit.marks.plates & ~self._cells(unit, data.get("armor_gone", ()), where),
            dented=self._cells(unit, data.get("armor_part", ()), where),
        )
        unit.prone = bool(data.get("prone", unit.prone))
        self._kit(unit, data, where)
        unit.refresh()
        self._state(unit, data, where)
        unit.activated = bool(data.get("activated", False))
        unit.spent = int(data.get("spent", 0))
        unit.entangled = bool(data.get("entangled", False))
        unit.pinned = bool(data.get("pinned", False))
        given = data.get("arcs", [data["arc"]] if data.get("arc") else [])
        unit.arcs = tuple(self._arc(unit, arc, where) for arc in given)
        if data.get("setup"):
            self._gun_of(unit, data["setup"], where)

    def _cells(self, unit: Unit, names: Sequence[Any], where: str) -> int:
        mask = 0
        for name in names:
            if str(name) not in unit.card.track.names:
                known = unit.card.track.names
                raise SetupError(
                    f"position, {where}: there is no cell {name!r}; {nearest('', known)}"
                )
            mask |= 1 << unit.card.track.bit(str(name))
        return mask

    def _state(self, unit: Unit, data: Values, where: str) -> None:
        state = data.get("state", "")
        if state not in ("", "dead", "left", "able", "unconscious"):
            raise SetupError(f"position, {where}: state is dead or left, not {state!r}")
        if state == "dead" or unit.hp < 0:
            unit.state = DEAD
        elif state == "left":
            unit.state, unit.place = LEFT, OFF_MAP
        elif unit.hp == 0 and unit.card.kind == PERSON:
            unit.state, unit.prone = UNCONSCIOUS, True
        there = unit.state <= UNCONSCIOUS and unit.mount < 0 and unit.card.kind == PERSON
        if there and unit.place < 0:
            raise SetupError(f"position, {where}: it stands nowhere; give it 'at'")
        if unit.state <= UNCONSCIOUS and unit.place >= 0:
            self._check_free(unit, where)

    def _check_free(self, unit: Unit, where: str) -> None:
        battle = self.battle
        name = battle.board.name(unit.place)
        if battle.board.marked[Mark.TREE] >> unit.place & 1:
            raise SetupError(f"position, {where}: {name} is a tree trunk")
        for other in battle.units:
            shares = other.place == unit.place and other.mount < 0 and unit.mount < 0
            if other is not unit and shares and battle.holds_place(other):
                raise SetupError(f"position, {where}: {name} is taken by {other.id}")

    def _kit(self, unit: Unit, data: Values, where: str) -> None:
        armory = self.battle.field.armory
        carries, ammo, grenades = list(unit.carries), list(unit.ammo), list(unit.grenades)
        for slot in data.get("lost", ()):
            carries[SLOTS.index(slot)] = NOTHING
        for name, count in data.get("ammo", {}).items():
            if name in SLOTS:
                ammo[SLOTS.index(name)] = int(count)
            else:
                kind = GRENADES.index(name if name in GRENADES else f"{name}-grenade")
                grenades[kind] = int(count)
        unit.carries = (carries[0], carries[1], carries[2])
        unit.ammo = (ammo[0], ammo[1], ammo[2])
        unit.grenades = (grenades[0], grenades[1], grenades[2])
        if "active" in data:
            name = f"position, {where}"
            unit.hand = hand_of(data["active"], unit.carries, unit.grenades, armory, name)
        for slot in data.get("disabled", ()):
            unit.disabled |= 1 << SLOTS.index(slot)

    def _arc(self, unit: Unit, data: Values, where: str) -> Arc:
        degrees, heading = data.get("degrees"), data.get("heading")
        if degrees not in ARC_PRICES:
            sizes = ", ".join(map(str, ARC_PRICES))
            raise SetupError(
                f"position, {where}: an arc of {degrees} degrees; there are {sizes} "
                "(skirmishers.arc.table)"
            )
        if not isinstance(heading, int) or not 0 <= heading < 12:
            raise SetupError(
                f"position, {where}: heading {heading!r}; 0 to 11 (skirmishers.arc.headings)"
            )
        index = unit.hand
        if "weapon" in data:
            armory = self.battle.field.armory
            index = hand_of(data["weapon"], unit.carries, unit.grenades, armory, where)
        weapon = self.battle.weapon(index)
        if not weapon.has_arc:
            raise SetupError(
                f"position, {where}: {weapon.id} cannot have an arc (skirmishers.arc.weapon)"
            )
        return Arc(index, heading, degrees, int(data.get("shots", shots_of(weapon, degrees))))

    def _gun_of(self, unit: Unit, data: Values, where: str) -> None:
        """He controls a weapon that is set up on his dot; his own leaves its slot."""
        armory = self.battle.field.armory
        index = armory.find(data["weapon"], where).number if "weapon" in data else unit.carries[0]
        if index < 0 or armory[index].kind != CREW:
            raise SetupError(f"position, {where}: no crew served weapon to set up")
        if unit.carries[0] == index:
            unit.carries = (NOTHING, unit.carries[1], unit.carries[2])
        heading = int(data.get("heading", 0))
        unit.hand = index
        unit.arcs = (Arc(index, heading, 60, UNLIMITED),)
        self.battle.guns = (*self.battle.guns, Gun(index, unit.place, heading, unit.index))

    # ------------------------------------------------------------------ the board

    def _board(self, data: Values) -> None:
        battle, armory = self.battle, self.battle.field.armory
        for link in data.get("breaches", ()):
            breach(battle, self._link(link))
        for dot in data.get("felled", ()):
            place = self._place(dot, "felled")
            fell(battle, place % battle.board.size, battle.board.level(place))
        for dot in data.get("fire", ()):
            battle.fire |= 1 << self._place(dot, "fire")
        for blow in data.get("blows", ()):
            weapon = armory.find(blow["weapon"], "position, blows").number
            by, on = self._find(blow["by"]).index, self._find(blow["on"]).index
            battle.blows = (*battle.blows, Blow(by, on, weapon))
        for token in data.get("explosives", ()):
            place = self._place(token["at"], "explosives")
            weapon = armory.find(token["weapon"], "position, explosives").number
            stray = self._place(token["from"], "explosives") if "from" in token else place
            by = self._find(token["by"]).index
            battle.tokens = (*battle.tokens, Token(weapon, by, place, int(token["tn"]), stray))
        for cloud in data.get("smoke", ()):
            battle.clouds = (*battle.clouds, self._cloud(cloud))
        for item in data.get("items", ()):
            battle.items = (*battle.items, *self._items(item))
        for gun in data.get("guns", ()):
            weapon = armory.find(gun["weapon"], "position, guns").number
            place = self._place(gun["at"], "guns")
            battle.guns = (*battle.guns, Gun(weapon, place, int(gun.get("heading", 0)), NOTHING))
        damage = {self._structure(name): int(n) for name, n in data.get("structures", {}).items()}
        battle.structures = tuple(sorted(damage.items()))

    def _cloud(self, data: Values) -> Cloud:
        side = self._side(data.get("side", "red"))
        turn = 2 * int(data.get("round", 1)) - int(side == self.battle.first)
        steps = SMOKE_GROWN if data.get("grown") else SMOKE_AT_FIRST
        return Cloud(self._place(data["at"], "smoke"), steps, side, turn)

    def _items(self, data: Values) -> list[Item]:
        place, armory = self._place(data["at"], "items"), self.battle.field.armory
        if data.get("jet_pack"):
            return [Item(place, JET_ITEM, 1)]
        if "grenades" in data:
            return [
                Item(place, armory.by_id[f"{kind}-grenade"].number, int(count))
                for kind, count in data["grenades"].items()
            ]
        weapon = armory.find(data["weapon"], "position, items")
        return [Item(place, weapon.number, int(data.get("ammo", weapon.ammo)))]

    def _link(self, text: str) -> tuple[int, int, int]:
        a, _, b = text.partition("|")
        one, two = self._place(a, "link"), self._place(b.partition("@")[0], "link")
        board = self.battle.board
        level = int(b.partition("@")[2] or board.level(one))
        dots = sorted((one % board.size, two % board.size))
        return dots[0], dots[1], level

    def _structure(self, text: str) -> tuple[int, int, int]:
        if "|" in text:
            return self._link(text)
        place = self._place(text, "structures")
        dot = place % self.battle.board.size
        return dot, dot, self.battle.board.level(place)

    # ------------------------------------------------------------------ who is active

    def _active(self, data: Values) -> None:
        battle = self.battle
        unit = self._find(data["unit"])
        if unit.state or unit.place < 0:
            raise SetupError(f"position: {unit.id} cannot be active")
        battle.to_move = unit.side
        battle.phase = "acting"
        battle.active = unit.index
        battle.stage = FIGHTING if data.get("combat") else MOVING
        battle.entered = bool(data.get("entered", False))
        unit.activated = True
        if unit.mount >= 0 and not unit.under:
            others = [man for man in riders(battle, battle.units[unit.mount]) if man is not unit]
            for man in others:
                man.activated = True
            battle.together = tuple(man.index for man in others)
        unit.spent = int(data.get("spent", unit.spent))
        unit.walked = int(data.get("walked", 0))
        for name in data.get("shot_by", ()):
            shooter = self._find(name)
            for slot in range(4):
                battle.fired |= 1 << 4 * shooter.index + slot
