"""What the rules say about two things as they stand: enemies, comrades, markers, terrain.

These are the facts of a ruler beyond distance and sight. Each one asks the chapter that would ask
it in play, so that a ruler never tells anything else than what happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlemat.boards.plane import BLOCKED, FAR, FRONT, Area, Part, arc, formation_fault
from battlemat.kernel.errors import Refusal
from battlemat.kernel.events import side_name
from battlemat.kernel.scene import Fact
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.attacks.arms import profile_of, slots_of
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Declaration, Group
from battlemat.rulebooks.openfire.chapters.dice import AURA
from battlemat.rulebooks.openfire.chapters.measure import (
    in_assault,
    is_within,
    unit_within,
    units_within,
)
from battlemat.rulebooks.openfire.chapters.moving.formation import formation_of
from battlemat.rulebooks.openfire.chapters.moving.paths import Move, check
from battlemat.rulebooks.openfire.chapters.objectives import contesting, lies_at, secure_refusal
from battlemat.rulebooks.openfire.chapters.sight import best_viewer
from battlemat.rulebooks.openfire.screen.phrases import arc_in_words, keyword_in_words
from battlemat.rulebooks.openfire.screen.pointing import ENTRY, OBJECTIVE, Thing
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH, Profile
from battlemat.rulebooks.openfire.state.inches import inches
from battlemat.rulebooks.openfire.state.mission import CONTROL, KEYWORD_CLAUSES
from battlemat.rulebooks.openfire.state.readings import VIEWERS

YES, NO = "yes", "no"


def relations(battle: Battle, one: Thing, two: Thing) -> Iterator[Fact]:
    """Every fact that these two things give rise to."""
    if one.unit is not None and two.unit is not None:
        if one.unit is two.unit:
            yield from _comrades(battle, one.unit, one, two)
        elif one.unit.side == two.unit.side:
            yield from _friends(battle, one.unit, two.unit)
        else:
            yield from _enemies(battle, one, two.unit)
    for here, there in ((one, two), (two, one)):
        found = list(_fixed(battle, here, there))
        if found:  # of two markers or two pieces of terrain the second is told about
            yield from found
            return


def _fixed(battle: Battle, here: Thing, there: Thing) -> Iterator[Fact]:
    if there.kind == OBJECTIVE and here.unit is not None:
        yield from _objective(battle, here.unit, there)
    if there.kind == ENTRY:
        yield _entry(battle, here, there)
    if there.source is not None:
        yield _terrain(battle, there.source)


# ---------------------------------------------------------------------- enemies


def _enemies(battle: Battle, start: Thing, target: Unit) -> Iterator[Fact]:
    unit = start.unit
    assert unit is not None
    close = in_assault(battle, unit, target)
    words = say(
        "{unit} and {target} are {near, select, yes {within} other {not within}} {reach} inch of "
        "each other",
        unit=unit.id,
        target=target.id,
        near=YES if close else NO,
        reach=battle.policy.assault_range,
    )
    yield Fact("assault", YES if close else NO, words, "openfire.assault.unit-level")
    yield _arc(unit, target, close)
    declaration = Declaration(battle, unit)
    yield _target(declaration, start.models, target)
    yield _ranges(declaration, start.models, target)


def _arc(unit: Unit, target: Unit, close: bool) -> Fact:
    """Where an attack would come from (`openfire.facing.attack-origin`)."""
    if close:
        words = say(
            "in assault range every attack on {target} comes from the front", target=target.id
        )
        return Fact("arc", FRONT, words, "openfire.facing.assault-front")
    origin = arc(target.lead, unit.lead)
    words = say(
        "{model} stands in the {arc} arc of {target}",
        model=unit.name_of(unit.leader),
        arc=arc_in_words(origin),
        target=target.name_of(target.leader),
    )
    if origin in target.power.vulnerable:
        words = say("{stands}, where it is Vulnerable", stands=words)
    return Fact("arc", origin, words, "openfire.facing.attack-origin")


def _target(declaration: Declaration, models: Sequence[int], target: Unit) -> Fact:
    """Whether the target may be chosen: `valid`, or the last word of the clause against it."""
    unit = declaration.unit
    refusal = declaration.target_refusal(target)
    if refusal is None and all(declaration.view(m, target).state == BLOCKED for m in models):
        refusal = Refusal(
            say("no model of {target} can be seen", target=target.id), "openfire.los.blocked"
        )
    third: list[tuple[str, Unit]] = []
    if refusal is None and target not in declaration.engaged:
        found = [(unit.name_of(m), declaration.screened_by(m, target)) for m in models]
        third = [(name, screen) for name, screen in found if screen is not None]
        if len(third) == len(models):
            text = say(
                "{third} screens {target} from {models}",
                third=third[0][1].id,
                target=target.id,
                models=", ".join(name for name, _ in third),
            )
            if any(row[-1].blast for m in models for row in _weapons(declaration.battle, unit, m)):
                text = say("{screened}; Blast weapons ignore that", screened=text)
            refusal = Refusal(text, "openfire.target.screened")
        elif declaration.battle.printed(VIEWERS):  # then all of the unit look
            found_by_all = (declaration.screen_refusal(model, target) for model in models)
            refusal = next((one for one in found_by_all if one is not None), None)
    if refusal is not None:
        because = refusal.because or "openfire.target.enemy-unit"
        return Fact("target", because.rpartition(".")[2], refusal.reason, because)
    words = say("{unit} may choose {target} as a target", unit=unit.id, target=target.id)
    if third:
        rows = (say("{foe} screens it from {model}", foe=s.id, model=name) for name, s in third)
        words = say("{choice}; {screens}", choice=words, screens=", ".join(rows))
    return Fact("target", "valid", words, "openfire.target.enemy-unit")


def _ranges(declaration: Declaration, models: Sequence[int], target: Unit) -> Fact:
    """The weapons that reach the nearest model in sight, each with the models that it serves."""
    battle, unit = declaration.battle, declaration.unit
    seen = best_viewer(battle, unit, models, target)[1].visible or tuple(target.alive)
    inside: dict[str, list[str]] = {}
    outside: dict[str, str] = {}
    names: dict[str, str] = {}
    for model in models:
        far = declaration.distance(model, target, seen)
        for name, called, weapon, number, profile in _weapons(battle, unit, model):
            names[name] = called
            refusal = declaration.range_refusal(model, profile, target, seen, far)
            if refusal is not None:
                short = say(
                    "{weapon} ({range}) does not reach", weapon=called, range=_band(profile)
                )
                outside.setdefault(name, short)
                continue
            more = _extra(declaration, target, model, weapon, number, profile)
            row = say("{model} at {far}", model=unit.name_of(model), far=inches(far))
            if more:
                row = say("{model} with {dice} dice", model=row, dice=more)
            inside.setdefault(name, []).append(row)
    words = [
        say("{weapon} reaches: {models}", weapon=names[name], models=", ".join(rows))
        for name, rows in inside.items()
    ]
    words += [text for name, text in outside.items() if name not in inside]
    text = "; ".join(words) or say("{unit} has no weapon left", unit=unit.id)
    return Fact("range", ", ".join(inside) or "none", text, "openfire.range.per-model")


def _weapons(
    battle: Battle, unit: Unit, model: int
) -> Iterator[tuple[str, str, str, int, Profile]]:
    """The profiles that a model may still use, named as in answers and as players call them."""
    for weapon in {weapon.id: weapon for weapon in unit.card.models[model].weapons}.values():
        if not slots_of(unit, model, weapon.id):
            continue
        for number, printed in enumerate(weapon.profiles):
            profile = profile_of(battle, unit, model, weapon.id, number)
            name, called = weapon.id, weapon.name
            if len(weapon.profiles) > 1:
                name = f"{weapon.id}/{printed.id}"
                called = say("{weapon} ({profile})", weapon=weapon.name, profile=printed.name)
            if profile is not None:
                yield name, called, weapon.id, number, profile


def _band(profile: Profile) -> str:
    low = f"{profile.least / INCH:g}-" if profile.least else ""
    return f"{low}{profile.most / INCH:g}"


def _extra(
    declaration: Declaration, target: Unit, model: int, weapon: str, number: int, profile: Profile
) -> int:
    """All dice where the distance adds some, asked of the declaration itself; else 0."""
    if not profile.rapid:
        return 0
    found = declaration.settle([Group(target.index, weapon, number, (model,))], ())
    if isinstance(found, Refusal) or found[0].shots[0].dice == profile.att:
        return 0
    return found[0].shots[0].dice


# ---------------------------------------------------------------------- comrades and friends


def _comrades(battle: Battle, unit: Unit, one: Thing, two: Thing) -> Iterator[Fact]:
    """Formation, if one of the two is the leader (`openfire.formation.range`)."""
    for lead, other in ((one, two), (two, one)):
        if lead.models == (unit.leader,) and other.models != lead.models:
            yield _formation(battle, unit, [m for m in other.models if m != unit.leader])
            return


def _formation(battle: Battle, unit: Unit, models: Sequence[int]) -> Fact:
    formation = formation_of(battle, unit)
    reach = inches(formation.reach)
    far: list[str] = []
    unseen: list[str] = []
    for model in models:
        stand = unit.stands[model]
        assert stand is not None
        fault = formation_fault(battle.plane, unit.lead, stand, formation)
        if fault is not None:
            (far if fault == FAR else unseen).append(unit.name_of(model))
    if far:
        words = say(
            "{far}: more than {reach} inches from the leader", far=", ".join(far), reach=reach
        )
        return Fact("formation", "far", words, "openfire.formation.range")
    if unseen:
        words = say("{unseen}: not seen by the leader", unseen=", ".join(unseen))
        return Fact("formation", "unseen", words, "openfire.formation.sight")
    words = say("within {reach} inches of the leader and seen by it", reach=reach)
    return Fact("formation", "in", words, "openfire.formation.range")


def _friends(battle: Battle, unit: Unit, friend: Unit) -> Iterator[Fact]:
    if friend.power.inspires:
        near = units_within(battle, unit, friend, AURA)
        words = say(
            "{unit} is {near, select, yes {within} other {not within}} {reach} inches of {friend}",
            unit=unit.id,
            near=YES if near else NO,
            reach=inches(AURA),
            friend=friend.id,
        )
        yield Fact("inspired", YES if near else NO, words, "openfire.special.inspiring")
    if any(friend.powers[model].carries for model in friend.alive):
        found = check(battle, unit, Move(unit.index, (), board=friend.index))
        if isinstance(found, Refusal):
            yield Fact("embark", NO, found.reason, found.because or "openfire.transport.embark")
        else:
            words = say(
                "{unit} may embark on {friend} from where it stands", unit=unit.id, friend=friend.id
            )
            yield Fact("embark", YES, words, "openfire.transport.embark")


# ---------------------------------------------------------------------- markers and terrain


def _objective(battle: Battle, unit: Unit, marker: Thing) -> Iterator[Fact]:
    objective = battle.mission.objectives[marker.number]
    refusal = secure_refusal(battle, unit, marker.number)
    foe = contesting(battle, unit, marker.number)
    if refusal is not None:
        clause = refusal.because or "openfire.objective.secure-who"
        yield Fact("secure", NO, refusal.reason, clause)
    elif foe is not None:
        words = say("{foe} stands near {objective} too", foe=foe.id, objective=objective.name)
        yield Fact("secure", "contested", words, "openfire.objective.secure-contest")
    else:
        words = say("{unit} may secure {objective}", unit=unit.id, objective=objective.name)
        yield Fact("secure", YES, words, "openfire.objective.secure-who")
    if objective.kind == CONTROL:
        reach = battle.policy.control_reach
        near = unit_within(battle, unit, lies_at(battle, marker.number), reach * INCH)
        words = say(
            "{unit} is {near, select, yes {within {reach} inches and keeps it secured} "
            "other {not within {reach} inches and does not keep it secured}}",
            unit=unit.id,
            near=YES if near else NO,
            reach=reach,
        )
        yield Fact("control", YES if near else NO, words, "openfire.objective.control")


def _entry(battle: Battle, thing: Thing, entry: Thing) -> Fact:
    reach = battle.policy.entry_reach
    (point,) = entry.stands
    near = all(is_within(battle, stand, point, reach * INCH) for stand in thing.stands)
    words = say(
        "{thing} is {near, select, yes {within} other {not within}} {reach} inches of the entry "
        "point of {player}",
        thing=thing.name,
        near=YES if near else NO,
        reach=reach,
        player=side_name(PLAYERS[entry.number]),
    )
    return Fact("deploy", YES if near else NO, words, "openfire.reserve.deploy")


def _terrain(battle: Battle, source: Part | Area) -> Fact:
    if isinstance(source, Area):
        words = say(
            "{source}: level {level}, {high} high",
            source=source.name,
            level=source.level,
            high=inches(battle.plane.floor(source.level)),
        )
        return Fact("terrain", f"level {source.level}", words, "openfire.terrain.levels")
    words = say("{source}: {keyword}", source=source.name, keyword=keyword_in_words(source.keyword))
    if source.height:
        words = say(
            "{about}, {high} inches high, {sight, select, solid {hides what is behind it} "
            "sparse {veils} other {does not hide}}",
            about=words,
            high=inches(source.height),
            sight=source.sight,
        )
    return Fact("terrain", source.keyword, words, KEYWORD_CLAUSES[source.keyword])
