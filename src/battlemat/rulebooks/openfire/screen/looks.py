"""How models and terrain look: silhouettes, conditions, what terrain is made of.

Cards and boards say nothing of pictures: their names say what a weapon or a piece of terrain is, in
shipped modules and in those of players alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlemat.kernel.memo import Memo
from battlemat.kernel.scene import Condition
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.state.battle import Battle, Unit

_Table = tuple[tuple[str, str], ...]

_MACHINES: _Table = (
    *(("gunship", "helicopter"), ("copter", "helicopter"), ("walker", "walker")),
    *(("strider", "walker"), ("tank", "tank"), ("gun carrier", "tank"), ("assault gun", "tank")),
    *(("jeep", "jeep"), ("bike", "jeep"), ("car ", "jeep"), ("scout", "jeep"), ("sled", "jeep")),
)
_CALLINGS: _Table = (
    *(("medic", "medic"), ("surgeon", "medic"), ("leader", "leader"), ("captain", "leader")),
    *(("sergeant", "leader"), ("commander", "leader"), ("matriarch", "leader")),
    *(("sniper", "scope"), ("marksman", "scope"), ("engineer", "wrench"), ("sapper", "wrench")),
)
_WEAPONS: _Table = (
    *(("flame", "flame"), ("burner", "flame"), ("mortar", "mortar"), ("howitzer", "mortar")),
    *(("regimental gun", "mortar"), ("rocket", "rocket"), ("launcher", "rocket")),
    *(("submachine", "smg"), ("machine gun", "machinegun"), ("maxim", "machinegun")),
    *(("cannon", "machinegun"), ("autogun", "machinegun"), ("shotgun", "shotgun")),
    *(("carbine", "smg"), ("laser", "laser"), ("plasma", "laser"), ("rifle", "rifle")),
    *((" gun", "rifle"), ("pistol", "pistol"), ("spore", "beast"), ("acid", "beast")),
    *(("bile", "beast"), ("sting", "beast"), ("spine", "beast"), ("claw", "claw")),
    *(("talon", "claw"), ("limb", "claw"), ("baton", "axe"), ("hammer", "axe")),
    *(("sword", "blade"), ("blade", "blade"), ("lance", "blade"), ("knife", "knife")),
    *(("bayonet", "knife"), ("puukko", "knife"), ("grenade", "grenade"), ("charge", "grenade")),
)
_GROUND: _Table = (
    *(("thicket", "thicket"), ("pine", "wood"), ("wood", "wood"), ("forest", "wood")),
    *(("grove", "wood"), ("copse", "wood"), ("trees", "wood"), ("crystal", "crystal")),
    *(("ice ", "snow"), ("snow", "snow"), ("drift", "snow"), ("ash ", "ash"), ("crater", "ash")),
    *(("pit", "ash"), ("mud", "ash"), ("swamp", "ash"), ("pond", "water"), ("lake", "water")),
    *(("water", "water"), ("stream", "water"), ("river", "water"), ("barn", "roof")),
    *(("house", "roof"), ("roof", "roof"), ("sawmill", "roof"), ("hut", "roof"), ("hall", "roof")),
    *(("shed", "roof"), ("cabin", "roof"), ("works", "roof"), ("silo", "silo"), ("tank", "silo")),
    *(("tower", "silo"), ("crate", "crates"), ("wreck", "crates"), ("container", "crates")),
    *(("boulder", "rock"), ("stone", "rock"), ("rock", "rock"), ("pipe", "pipe")),
    *(("breastwork", "bulwark"), ("parapet", "bulwark"), ("palisade", "bulwark")),
    *(("fence", "bulwark"), ("wall", "bulwark"), ("knoll", "hill"), ("ridge", "hill")),
    *(("rim", "hill"), ("terrace", "hill"), ("hill", "hill")),
)


def material(name: str) -> str:
    """What terrain of this name looks as if it were made of."""
    return _said(_GROUND, name)


def glyph(unit: Unit, model: int) -> str:
    """The silhouette of a model: a machine's, else by what it is called and what it carries."""
    paper, powers = unit.card.models[model], unit.powers[model]
    called = " ".join((paper.name, *unit.card.tags))
    if powers.vehicle:
        machine = f"{unit.card.name} {called}"
        return _said(_MACHINES, machine) or ("jet" if powers.aircraft else "carrier")
    leads = model == unit.leader and len(unit.card.models) > 1  # alone, it leads nobody
    found = _said(_CALLINGS, called) or ("leader" if leads else "")
    names = (_said(_WEAPONS, weapon.name) for weapon in paper.weapons)
    return found or next(filter(None, names), "")


@Memo("the table of words and the text", bound=2048)
def _said(table: _Table, text: str) -> str:
    low = f"{text.lower()} "
    return next((drawn for word, drawn in table if word in low), "")


def conditions(battle: Battle, unit: Unit, model: int) -> list[Condition]:
    """What everybody may see of a model: leader, activated, stress, load, objectives."""
    found = [*_of_the_leader(battle, unit)] if model == unit.leader else []
    if unit.is_crippled(model):
        found.append(Condition("damaged", say("Damaged"), "bad"))
    for other in battle.aboard(unit, model):
        found.append(Condition("aboard", say("Aboard: {unit}", unit=other.id)))
    return found


def _of_the_leader(battle: Battle, unit: Unit) -> Iterator[Condition]:
    yield Condition("leads", say("Leader"))
    if unit.activated:
        yield Condition("acted", say("Activated"), "usual")  # openfire.ui.activated-marker
    if unit.stress:  # openfire.ui.stress-marker
        yield Condition("stress", say("Stress {stress}", stress=unit.stress), "warn", unit.stress)
    for objective, marker in zip(battle.mission.objectives, battle.markers, strict=True):
        if marker.carrier == unit.index:
            yield Condition("carries", say("Carries {objective}", objective=objective.name))
