"""Words for what a table is made of: headings, dots, ground, modes, arcs, optional rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from battlemat.boards.dots import TUNNEL_LEVEL, Board, Feature, Mark
from battlemat.kernel.events import side_name
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirmishers.state.unit import Arc
from battlemat.rulebooks.skirmishers.state.weapons import shots_in_words


def heading_words(heading: int) -> str:
    """A heading by the compass, north being up; they are counted clockwise from east."""
    return say(
        "{heading, select, 0 {east} 1 {east-south-east} 2 {south-east} 3 {south} 4 {south-west} "
        "5 {west-south-west} 6 {west} 7 {west-north-west} 8 {north-west} 9 {north} "
        "10 {north-east} other {east-north-east}}",
        heading=heading,
    )


def place_words(board: Board, place: int) -> str:
    """A dot as players call it, with its storey where that is not the ground."""
    dot = place % board.size
    name, above = board.name(board.ground(dot)), board.level(place) - board.heights[dot]
    if not above:
        return name
    if board.level(place) == TUNNEL_LEVEL:
        return say("{dot}, underground", dot=name)
    if board.building_at[dot] and board.level(place) == board.levels[dot].stop - 1:
        return say("{dot}, on the roof", dot=name)
    return say(
        "{dot}, {above, plural, one {upper storey} other {upper storey #}}", dot=name, above=above
    )


def spot_words(name: str) -> str:
    """The same for a place that is known by its written name alone: `c4@1`."""
    dot, _, level = name.partition("@")
    if not level:
        return dot
    if level == "t":
        return say("{dot} (underground)", dot=dot)
    return say("{dot} (level {level})", dot=dot, level=level)


def mode_words(mode: str) -> str:
    """A mode of movement."""
    return say(
        "{mode, select, stopped {stopped} minimum {minimum} cruise {cruise} other {maximum}}",
        mode=mode,
    )


def damage_words(points: str) -> str:
    """Points of damage as cards write them, `4X 2B`, by what they are."""
    return listed([_points_words(one) for one in points.split()])


def _points_words(points: str) -> str:
    kind = "lethal" if points.endswith("X") else "bludgeoning"
    return say(
        "{points} {kind, select, lethal {lethal} other {bludgeoning}}",
        points=points[:-1],
        kind=kind,
    )


def sum_words(modifiers: Iterable[tuple[Any, ...]]) -> str:
    """A target number as it adds up: "7 +2 long range"."""
    (_, base, *_), *rest = modifiers
    told = [f"{amount:+d} {modifier_words(label)}" for label, amount, *_ in rest]
    return " ".join([str(base), *told])


def modifier_words(label: str) -> str:
    """A modifier by what makes it, known by its name in facts."""
    found = _MODIFIERS.get(label)
    return found() if found is not None else label


_MODIFIERS: Mapping[str, Callable[[], str]] = {
    "base": lambda: say("base"),
    "long range": lambda: say("long range"),
    "wounds": lambda: say("wounds"),
    "cover": lambda: say("cover"),
    "smoke": lambda: say("smoke"),
    "attacker prone": lambda: say("attacker prone"),
    "target prone": lambda: say("target prone"),
    "movement fire, passenger": lambda: say("movement fire, passenger"),
    "movement fire": lambda: say("movement fire"),
    "target flying": lambda: say("target flying"),
    "sneak suit": lambda: say("sneak suit"),
    "large target": lambda: say("large target"),
    "attacker entangled": lambda: say("attacker entangled"),
    "tunnel combat": lambda: say("tunnel combat"),
    "defender swimming": lambda: say("defender swimming"),
    "signature": lambda: say("signature"),
    "rider's wounds": lambda: say("rider's wounds"),
    "vehicle damaged": lambda: say("vehicle damaged"),
    "from the saddle": lambda: say("from the saddle"),
}


def reason_words(why: str, loser: str, most: int, least: int, text: str) -> str:
    """Why a game is over; `text` is what the scenario itself says."""
    return say(
        "{why, select, spent {{loser} has no able trooper left} "
        "nobody {neither side has an able trooper left} points {{most} points to {least}} "
        "draw {a draw at {most, plural, one {# point} other {# points}} each} "
        "aim {the scenario's aim is reached} other {{text}}}",
        why=why,
        loser=side_name(loser),
        most=most,
        least=least,
        text=text,
    )


# ---------------------------------------------------------------------- ground


def area_name(id: str) -> str:
    """An area of a map by its name, which its id spells: "north-house" is the "North house"."""
    return id.replace("-", " ").capitalize()


def feature_words(feature: Feature) -> str:
    """What lies between two dots."""
    return say(
        "{feature, select, high-wall {high wall} door {open doorway} window {window} "
        "low-wall {low wall} furniture {furniture, a low wall} vegetation {low hedge} "
        "other {breach}}",
        feature=feature.value,
    )


def mark_words(mark: Mark) -> str:
    """What lies on a dot."""
    return say(
        "{mark, select, tree {tree} stairs {stairs} ladder {ladder} vegetation {vegetation} "
        "swamp {swamp} rough {rough ground} wire {barbed wire} trench {trench} "
        "shallow {shallow water} deep {deep water} tunnel {tunnel} other {tunnel mouth}}",
        mark=mark.value,
    )


def cover_words(label: str) -> str:
    """One thing that covers a target, known by its name in facts; a unit goes by its id."""
    return say(
        "{thing, select, high-wall {high wall} window {window} low-wall {low wall} "
        "furniture {furniture} vegetation {vegetation} swamp {swamp} fire {fire} other {{thing}}}",
        thing=label,
    )


# ---------------------------------------------------------------------- units and what they have


def arc_words(arc: Arc) -> str:
    """How wide an arc is, and how often it may be fired from."""
    return say("{degrees} degrees, {shots}", degrees=arc.degrees, shots=shots_in_words(arc.shots))


def state_words(state: str) -> str:
    """What has become of somebody."""
    return say(
        "{state, select, able {able} unconscious {unconscious} dead {dead} other {left the map}}",
        state=state,
    )


def skill_words(skill: str) -> str:
    """How well trained somebody is."""
    return say(
        "{skill, select, green {green} veteran {veteran} elite {elite} other {regular}}",
        skill=skill,
    )


def slot_words(slot: str) -> str:
    """Where somebody carries a weapon, or where a mounted one points."""
    return say(
        "{slot, select, primary {primary} secondary {secondary} spare {spare} forward {forward} "
        "forward-right {forward right} right {right} rear-right {rear right} rear {rear} "
        "rear-left {rear left} left {left} other {forward left}}",
        slot=slot,
    )


def switch_words(switch: str) -> str:
    """An optional rule."""
    return say(
        "{switch, select, crewed-weapons {crewed weapons} advanced-armor {advanced armor} "
        "advanced-explosives {advanced explosives} incendiary {incendiaries} smoke {smoke} "
        "advanced-terrain {advanced terrain} movement-fire {movement fire} "
        "sneak-suits {sneak suits} large-targets {large targets} experience {experience} "
        "morale {morale} jet-packs {jet packs} vehicles {vehicles} power-armor {power armor} "
        "other {{switch}}}",
        switch=switch,
    )
