"""A position in mid-game, put on the board. What is not named is as on the card."""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.dots import MapError, Mark
from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirmishers.chapters.explosives.bursts import (
    SMOKE_AT_FIRST,
    SMOKE_GROWN,
    breach,
    fell,
)
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import ARC_PRICES, shots_of
from battlemat.rulebooks.skirmishers.chapters.gear import JET_ITEM
from battlemat.rulebooks.skirmishers.chapters.together import join
from battlemat.rulebooks.skirmishers.chapters.vehicles.placing import read_position
from battlemat.rulebooks.skirmishers.state.armory import GRENADES, nearest
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
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
from battlemat.rulebooks.skirmishers.state.position_setup import (
    ActiveSetup,
    ArcSetup,
    CloudSetup,
    ItemSetup,
    PositionSetup,
    SetUpGun,
    UnitPosition,
)
from battlemat.rulebooks.skirmishers.state.vehicles import riders
from battlemat.rulebooks.skirmishers.state.weapons import CREW, UNLIMITED


def take_position(battle: Battle, position: PositionSetup) -> None:
    """Bring a battle into a position."""
    _Position(battle, position).take()


class _Position:
    def __init__(self, battle: Battle, setup: PositionSetup) -> None:
        self.battle = battle
        self.setup = setup
        self.by_id = {unit.id: unit for unit in battle.units}

    def take(self) -> None:
        battle, setup = self.battle, self.setup
        to_move = self._side(setup.to_move)
        first = to_move if setup.first is None else self._side(setup.first)
        battle.first, battle.to_move = first, to_move
        battle.turn = 2 * setup.round - int(to_move == first)
        battle.phase = "activate"
        for name, row in setup.units.items():
            self._unit(self._find(name), row)
        self._board(setup)
        read_position(battle, setup)
        battle.count_masks()
        if setup.active is not None:
            self._active(setup.active)

    def _side(self, player: str) -> int:
        if player not in PLAYERS:
            raise SetupError(f"position: a player is red or blue, not {player!r}")
        return PLAYERS.index(player)

    def _find(self, name: str) -> Unit:
        unit = self.by_id.get(name)
        if unit is None:
            raise SetupError(f"position: there is no unit {name!r}; {nearest(name, self.by_id)}")
        return unit

    def _place(self, name: str, where: str) -> int:
        try:
            return self.battle.board.place(name)
        except MapError as error:
            raise SetupError(f"position, {where}: {error}") from None

    # ------------------------------------------------------------------ units

    def _unit(self, unit: Unit, row: UnitPosition) -> None:
        where = f"unit {unit.id}"
        if row.at is not None:
            unit.place = self._place(row.at, where)
            unit.mount, unit.passenger, unit.under = NOTHING, False, False
        unit.marks = unit.marks._replace(
            full=self._cells(unit, row.full, where),
            part=self._cells(unit, row.part, where),
            armor=unit.marks.armor if row.armor is None else row.armor,
            plates=unit.marks.plates & ~self._cells(unit, row.armor_gone, where),
            dented=self._cells(unit, row.armor_part, where),
        )
        unit.prone = unit.prone if row.prone is None else row.prone
        self._kit(unit, row, where)
        unit.refresh()
        self._state(unit, row.state, where)
        unit.activated = row.activated
        unit.spent = row.spent
        unit.entangled = row.entangled
        unit.pinned = row.pinned
        one = () if row.arc is None else (row.arc,)
        arcs = one if row.arcs is None else row.arcs
        unit.arcs = tuple(self._arc(unit, arc, where) for arc in arcs)
        if row.setup is not None:
            self._gun_of(unit, row.setup, where)

    def _cells(self, unit: Unit, names: Sequence[str | int], where: str) -> int:
        mask = 0
        for name in names:
            if str(name) not in unit.card.track.names:
                known = unit.card.track.names
                raise SetupError(
                    f"position, {where}: there is no cell {name!r}; {nearest('', known)}"
                )
            mask |= 1 << unit.card.track.bit(str(name))
        return mask

    def _state(self, unit: Unit, state: str, where: str) -> None:
        if state not in ("", "dead", "left", "able", "unconscious"):
            raise SetupError(f"position, {where}: state is dead or left, not {state!r}")
        if state == "dead" or unit.hp < 0:
            unit.state = DEAD
        elif state == "left":
            unit.state, unit.place = LEFT, OFF_MAP
        elif unit.hp == 0 and unit.card.kind == PERSON:
            unit.state, unit.prone = UNCONSCIOUS, True
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

    def _kit(self, unit: Unit, row: UnitPosition, where: str) -> None:
        armory = self.battle.field.armory
        carries, ammo, grenades = list(unit.carries), list(unit.ammo), list(unit.grenades)
        for slot in row.lost:
            carries[SLOTS.index(slot)] = NOTHING
        for name, count in row.ammo.items():
            if name in SLOTS:
                ammo[SLOTS.index(name)] = count
            else:
                kind = GRENADES.index(name if name in GRENADES else f"{name}-grenade")
                grenades[kind] = count
        unit.carries = (carries[0], carries[1], carries[2])
        unit.ammo = (ammo[0], ammo[1], ammo[2])
        unit.grenades = (grenades[0], grenades[1], grenades[2])
        if row.active is not None:
            where = f"position, {where}"
            unit.hand = hand_of(row.active, unit.carries, unit.grenades, armory, where)
        for slot in row.disabled:
            unit.disabled |= 1 << SLOTS.index(slot)

    def _arc(self, unit: Unit, arc: ArcSetup, where: str) -> Arc:
        degrees, heading = arc.degrees, arc.heading
        if degrees not in ARC_PRICES:
            sizes = ", ".join(map(str, ARC_PRICES))
            raise SetupError(
                f"position, {where}: an arc of {degrees} degrees; there are {sizes} "
                "(skirmishers.arc.table)"
            )
        if not 0 <= heading < 12:
            raise SetupError(
                f"position, {where}: heading {heading!r}; 0 to 11 (skirmishers.arc.headings)"
            )
        index = unit.hand
        if arc.weapon is not None:
            armory = self.battle.field.armory
            index = hand_of(arc.weapon, unit.carries, unit.grenades, armory, where)
        weapon = self.battle.weapon(index)
        if not weapon.has_arc:
            raise SetupError(
                f"position, {where}: {weapon.id} cannot have an arc (skirmishers.arc.weapon)"
            )
        shots = shots_of(weapon, degrees) if arc.shots is None else arc.shots
        return Arc(index, heading, degrees, shots)

    def _gun_of(self, unit: Unit, gun: SetUpGun, where: str) -> None:
        """He controls a weapon that is set up on his dot; his own leaves its slot."""
        armory = self.battle.field.armory
        own = unit.carries[0]
        index = own if gun.weapon is None else armory.find(gun.weapon, where).number
        if index < 0 or armory[index].kind != CREW:
            raise SetupError(f"position, {where}: no crew served weapon to set up")
        if unit.carries[0] == index:
            unit.carries = (NOTHING, unit.carries[1], unit.carries[2])
        unit.hand = index
        heading = gun.heading or 0
        unit.arcs = (Arc(index, heading, 60, UNLIMITED),)
        self.battle.guns = (*self.battle.guns, Gun(index, unit.place, heading, unit.index))

    # ------------------------------------------------------------------ the board

    def _board(self, setup: PositionSetup) -> None:
        battle, armory = self.battle, self.battle.field.armory
        for link in setup.breaches:
            breach(battle, self._link(link))
        for dot in setup.felled:
            place = self._place(dot, "felled")
            fell(battle, place % battle.board.size, battle.board.level(place))
        for dot in setup.fire:
            battle.fire |= 1 << self._place(dot, "fire")
        for blow in setup.blows:
            weapon = armory.find(blow.weapon, "position, blows").number
            by, on = self._find(blow.by).index, self._find(blow.on).index
            battle.blows = (*battle.blows, Blow(by, on, weapon))
        for token in setup.explosives:
            place = self._place(token.at, "explosives")
            weapon = armory.find(token.weapon, "position, explosives").number
            stray = place if token.from_ is None else self._place(token.from_, "explosives")
            by = self._find(token.by).index
            battle.tokens = (*battle.tokens, Token(weapon, by, place, token.tn, stray))
        for cloud in setup.smoke:
            battle.clouds = (*battle.clouds, self._cloud(cloud))
        for item in setup.items:
            battle.items = (*battle.items, *self._items(item))
        for gun in setup.guns:
            weapon = armory.find(gun.weapon, "position, guns").number
            place = self._place(gun.at, "guns")
            battle.guns = (*battle.guns, Gun(weapon, place, gun.heading or 0, NOTHING))
        damage = {self._structure(name): points for name, points in setup.structures.items()}
        battle.structures = tuple(sorted(damage.items()))

    def _cloud(self, cloud: CloudSetup) -> Cloud:
        side = self._side("red" if cloud.side is None else cloud.side)
        turn = 2 * (1 if cloud.round is None else cloud.round) - int(side == self.battle.first)
        steps = SMOKE_GROWN if cloud.grown else SMOKE_AT_FIRST
        return Cloud(self._place(cloud.at, "smoke"), steps, side, turn)

    def _items(self, item: ItemSetup) -> list[Item]:
        place, armory = self._place(item.at, "items"), self.battle.field.armory
        if item.jet_pack:
            return [Item(place, JET_ITEM, 1)]
        if item.grenades is not None:
            return [
                Item(place, armory.by_id[f"{kind}-grenade"].number, count)
                for kind, count in item.grenades.items()
            ]
        if item.weapon is None:
            raise SetupError("position, items: a weapon, grenades or a jet pack is wanted")
        weapon = armory.find(item.weapon, "position, items")
        return [Item(place, weapon.number, weapon.ammo if item.ammo is None else item.ammo)]

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

    def _active(self, active: ActiveSetup) -> None:
        battle = self.battle
        unit = self._find(active.unit)
        if unit.state or unit.place < 0:
            raise SetupError(f"position: {unit.id} cannot be active")
        battle.to_move = unit.side
        battle.phase = "acting"
        battle.active = unit.index
        battle.stage = FIGHTING if active.combat else MOVING
        battle.entered = active.entered
        unit.activated = True
        if unit.mount >= 0 and not unit.under:
            for man in riders(battle, battle.units[unit.mount]):
                if not man.activated and man.state == ABLE:
                    join(battle, man)
        unit.spent = unit.spent if active.spent is None else active.spent
        unit.walked = active.walked
        for name in active.shot_by:
            shooter = self._find(name)
            for slot in range(4):
                battle.fired |= 1 << 4 * shooter.index + slot
