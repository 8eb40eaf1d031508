"""Chapter "Attack": roll attacks, roll defence, apply damage, group after group.

Each group is finished before the next begins (`openfire.attack.steps`). Targets were locked when
the action began; attacks on a unit that has since been destroyed are lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.plane import OBSTRUCTED
from battlemat.kernel.modifiers import Modifier, total
from battlemat.kernel.questions import Faces, Flow, roll, tally
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.attacks.arms import spend
from battlemat.rulebooks.openfire.chapters.attacks.damage import (
    DEFENDER,
    Suffering,
    assign,
    may_suffer,
    remove_model,
)
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Shot, Volley
from battlemat.rulebooks.openfire.chapters.dice import (
    FACES,
    ONE,
    SIDES,
    TWELVE,
    alike,
    is_inspired,
    reroll,
    successes,
)
from battlemat.rulebooks.openfire.chapters.sight import screener
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import Profile
from battlemat.rulebooks.openfire.state.readings import SKILLED, VIEWERS
from battlemat.rulebooks.openfire.state.specials import Change

NOT_ONES = FACES - ONE


def resolve_attacks(battle: Battle, volleys: Sequence[Volley]) -> Flow[None]:
    """All groups of one attack action, in the order that the attacker chose."""
    for volley in volleys:
        shots = [shot for shot in volley.shots if volley.attacker.hp[shot.model]]
        if not shots:
            continue
        if not volley.target.on_table:
            battle.tell(events.Lost, "openfire.attack.lost-attacks", target=volley.target.id)
            continue
        volley.shots = shots
        yield from volley_flow(battle, volley)


def volley_flow(battle: Battle, volley: Volley) -> Flow[None]:
    """One group: its hits, what its own dice do to it, the damage of Rending, the defence."""
    unit, profile = volley.attacker, volley.profile
    for shot in volley.shots:
        if profile.one_use or unit.card.models[shot.model].weapons[shot.slot].one_use:
            spend(unit, shot.model, shot.slot)
    modifiers = skill_modifiers(battle, volley)
    modifier = total(modifiers)
    if battle.sink is not None:
        _tell_attack(battle, volley, modifiers)
    hits, criticals, broken = yield from roll_hits(battle, volley, modifier)
    # openfire.weapon.unstable-timing: the hits are counted, then the weapon takes its model.
    for model in broken:
        battle.tell(events.Explodes, "openfire.weapon.unstable", model=unit.name_of(model))
        because = "openfire.weapon.unstable"
        yield from remove_model(battle, unit, model, because, volley.declared)
    target = volley.target
    if profile.rends and criticals and target.on_table:
        points = profile.rends * criticals
        battle.tell(events.Rending, "openfire.weapon.rending", target=target.id, points=points)
        because = "openfire.weapon.rending"
        yield from assign(battle, target, points, because, declared=volley.declared)
    if hits and target.on_table:  # openfire.weapon.rending-kills
        yield from defend(battle, volley, hits)


# ---------------------------------------------------------------------- step 1, roll attacks


def skill_modifiers(battle: Battle, volley: Volley) -> list[Modifier]:
    """Everything that changes the battle skill tests of a group (`openfire.attack.modifiers`)."""
    unit, profile, target = volley.attacker, volley.profile, volley.target
    found = []
    moved = battle.moved and not volley.free
    if battle.advanced and not volley.free:
        found.append(Modifier("advance", -2, "openfire.attack.modifiers"))
    if volley.sight == OBSTRUCTED and not profile.blast:  # openfire.weapon.blast-sight
        found.append(Modifier("obstructed", -4, "openfire.los.obstructed"))
    if unit.stress:
        found.append(Modifier("stress", -unit.stress, "openfire.stress.effect"))
    if unit.is_crippled(volley.shots[0].model):
        found.append(Modifier("damaged", -2, "openfire.vehicle.damaged"))
    if target.power.stealth and not volley.close:
        found.append(Modifier("Stealth", -target.power.stealth, "openfire.special.stealth"))
    if profile.unmoved and not moved:
        found.append(Modifier("Accurate", profile.unmoved, "openfire.weapon.accurate"))
    if profile.skill:
        found.append(Modifier("Unwieldy", profile.skill, "openfire.weapon.unwieldy"))
    changes = (
        *_own("attack", unit.powers[volley.shots[0].model].changes),
        *_own("attack", profile.changes),
        *_own("attacked", target.power.changes),
    )
    for change in changes:
        if applies(change, volley, moved):
            clause = "openfire.module.special-names"
            found.append(Modifier("special rule", change.by or 0, clause))
    bonus = battle.bonus(unit, "skl")
    if bonus:
        found.append(Modifier("ability", bonus, "openfire.module.ability-data"))
    return found


def _own(test: str, changes: Sequence[Change]) -> list[Change]:
    return [change for change in changes if change.test == test]


def applies(change: Change, volley: Volley, moved: bool) -> bool:
    """True if a module's modifier holds in this attack."""
    return {
        "always": True,
        "assault": volley.close,
        "not-assault": not volley.close,
        "moved": moved,
        "unmoved": not moved,
        "obstructed": volley.sight == OBSTRUCTED,
        "stressed": volley.attacker.stress > 0,
    }[change.when]


def hitting(volley: Volley, modifier: int) -> frozenset[int]:
    """The faces that hit; without Assault at close quarters only a natural 12 does.

    `openfire.assault.weapon-limit`, `openfire.weapon.torrent`, `openfire.weapon.torrent-assault`.
    """
    profile = volley.profile
    if volley.close and not profile.assault:
        return TWELVE
    if profile.torrent:
        return FACES
    return successes(volley.attacker.card.models[volley.shots[0].model].skl, modifier)


def roll_hits(
    battle: Battle, volley: Volley, modifier: int
) -> Flow[tuple[int, int, tuple[int, ...]]]:
    """Hits, natural twelves, and the models whose Unstable weapon shows a 1."""
    unit, profile = volley.attacker, volley.profile
    wins = hitting(volley, modifier)
    count = sum(shot.dice for shot in volley.shots)
    if wins == FACES and not profile.reads_dice:  # openfire.weapon.torrent-dice
        battle.tell(events.Torrent, "openfire.weapon.torrent", unit=unit.id, hits=count)
        return count, 0, ()
    skilled = unit.power.rerolls_attack or is_inspired(battle, unit)
    if profile.unstable:
        return (yield from _unstable_hits(battle, volley, wins, skilled))
    printed = skilled and battle.printed(SKILLED)
    reads = (profile.critical_hits, profile.rends > 0, skilled, printed)
    key = ("openfire hits", count, wins, *reads)
    hits, criticals = yield from tally(
        key, lambda: _plain_hits(battle, volley, count, wins, skilled)
    )
    return hits, criticals, ()


def _plain_hits(
    battle: Battle, volley: Volley, count: int, wins: frozenset[int], skilled: bool
) -> Flow[tuple[int, int]]:
    """All dice of a group in one roll: hits and natural twelves."""
    unit, profile = volley.attacker, volley.profile
    groups = [wins]
    if profile.critical_hits > 1 or profile.rends:
        groups.append(TWELVE)
    again = alike(*groups)
    if skilled:
        groups.append(ONE)
    because = "openfire.attack.hit"
    faces = yield from roll(PLAYERS[unit.side], count, SIDES, because=because, alike=alike(*groups))
    if skilled:
        faces = yield from reroll(
            battle,
            unit.side,
            faces,
            wins,
            NOT_ONES,
            what="attack",
            because=SKILLED,
            groups=again,
            successes_too=battle.printed(SKILLED),
        )
    found = count_hits(profile, faces, wins)
    _tell_hits(battle, volley, faces, found[0], wins, skilled)
    return found


def count_hits(profile: Profile, faces: Faces, wins: frozenset[int]) -> tuple[int, int]:
    """Hits and natural twelves of some faces; with Impact a twelve counts twice."""
    criticals = faces.count(SIDES)
    hits = sum(face in wins for face in faces)
    extra = (profile.critical_hits - 1) * criticals  # openfire.weapon.impact
    return hits + extra, criticals if profile.rends else 0


def _unstable_hits(
    battle: Battle, volley: Volley, wins: frozenset[int], skilled: bool
) -> Flow[tuple[int, int, tuple[int, ...]]]:
    """Each model's dice stay its own: a final 1 explodes its weapon.

    `openfire.weapon.unstable-rerolls`: a 1 cannot be re-rolled, but a re-rolled die may show it.
    """
    unit = volley.attacker
    groups = alike(wins, TWELVE, ONE)
    faces: Faces = ()
    owners: list[int] = []
    for shot in volley.shots:
        faces += yield from roll(
            PLAYERS[unit.side], shot.dice, SIDES, because="openfire.weapon.unstable", alike=groups
        )
        owners += [shot.model] * shot.dice
    if skilled:
        faces = yield from reroll(
            battle,
            unit.side,
            faces,
            wins,
            NOT_ONES,
            what="attack",
            because=SKILLED,
            groups=groups,
            classes=owners,
            successes_too=battle.printed(SKILLED),
        )
    hits, criticals = count_hits(volley.profile, faces, wins)
    _tell_hits(battle, volley, faces, hits, wins, skilled)
    broken = {owner for owner, face in zip(owners, faces, strict=True) if face == 1}
    return hits, criticals, tuple(sorted(broken))


# ---------------------------------------------------------------------- step 2, roll defence


def defence_likeness(unit: Unit, model: int) -> tuple[object, ...]:
    """What tells the defence of two models apart (`openfire.attack.defending-model`)."""
    powers = unit.powers[model]
    return (
        unit.card.models[model].defence,
        powers.armour,
        powers.rerolls_defence,
        unit.is_crippled(model),
        tuple(change for change in powers.changes if change.test == "defence"),
    )


def defend(battle: Battle, volley: Volley, hits: int) -> Flow[None]:
    """Defence tests for all hits together, or hit by hit where the models differ."""
    target = volley.target
    kinds = {defence_likeness(target, model) for model in target.alive}
    if len(kinds) == 1:
        model = target.alive[0]
        failed = yield from defence_tests(battle, volley, model, hits)
        if failed:
            because = "openfire.damage.per-failure"
            yield from assign(battle, target, failed, because, declared=volley.declared)
        return
    for _ in range(hits):
        if not target.on_table:
            return
        model = yield from _defender(battle, target)
        failed = yield from defence_tests(battle, volley, model, 1)
        if failed:
            because = "openfire.damage.per-failure"
            yield from assign(battle, target, failed, because, model, volley.declared)


def _defender(battle: Battle, target: Unit) -> Flow[int]:
    """The model that stands to suffer the next hit; its owner names it where there is a choice."""
    models = may_suffer(target)
    if len(models) == 1:
        return models[0]
    option = yield from DEFENDER(
        PLAYERS[target.side],
        battle,
        Suffering(target, tuple(models)),
        about={"unit": target.index},
    )
    return option.model


def defence_modifiers(battle: Battle, volley: Volley, model: int) -> list[Modifier]:
    """Everything that changes a defence test (`openfire.attack.defence-modifiers`)."""
    target, profile = volley.target, volley.profile
    found = []
    piercing = max(0, profile.prc - target.powers[model].armour)
    if piercing:
        found.append(Modifier("PRC", -piercing, "openfire.attack.defence-modifiers"))
    if volley.origin in target.power.vulnerable:
        found.append(Modifier("Vulnerable", -2, "openfire.special.vulnerable"))
    if target.is_crippled(model):
        found.append(Modifier("damaged", -2, "openfire.vehicle.damaged"))
    moved = battle.moved and not volley.free
    for change in (
        *_own("defence", target.powers[model].changes),
        *_own("defence", profile.changes),
    ):
        if applies(change, volley, moved):
            clause = "openfire.module.special-names"
            found.append(Modifier("special rule", change.by or 0, clause))
    bonus = battle.bonus(target, "def")
    if bonus:
        found.append(Modifier("ability", bonus, "openfire.module.ability-data"))
    return found


def defence_tests(battle: Battle, volley: Volley, model: int, hits: int) -> Flow[int]:
    """One test for every point of DMG of every hit; returns how many failed."""
    target, profile = volley.target, volley.profile
    powers = target.powers[model]
    # openfire.special.heavy-armour: never below 1 point for a hit.
    count = hits * max(1, profile.dmg - powers.armour)
    modifiers = defence_modifiers(battle, volley, model)
    modifier = total(modifiers)
    wins = successes(target.card.models[model].defence, modifier)
    resilient = powers.rerolls_defence
    failed = yield from tally(
        ("openfire defence", count, wins, resilient),
        lambda: _defence_roll(battle, target, count, wins, resilient),
    )
    if battle.sink is not None:
        battle.tell(
            events.Defence,
            ("openfire.attack.defence-count", *(one.because for one in modifiers)),
            target=target.id,
            hits=hits,
            tests=count,
            need=target.card.models[model].defence,
            modifier=modifier,
            failed=failed,
        )
    return failed


def _defence_roll(
    battle: Battle, target: Unit, count: int, wins: frozenset[int], resilient: bool
) -> Flow[int]:
    because = "openfire.attack.defence-count"
    groups = alike(wins, ONE) if resilient else alike(wins)
    faces = yield from roll(PLAYERS[target.side], count, SIDES, because=because, alike=groups)
    if resilient:
        faces = yield from reroll(
            battle,
            target.side,
            faces,
            wins,
            NOT_ONES,
            what="defence",
            because="openfire.special.resilient",
            groups=alike(wins),
        )
    if battle.sink is not None:
        shown = " ".join(map(str, faces))
        battle.tell(events.DefenceDice, because, target=target.id, faces=shown)
    return sum(face not in wins for face in faces)


# ---------------------------------------------------------------------- telling


def _tell_attack(battle: Battle, volley: Volley, modifiers: Sequence[Modifier]) -> None:
    if battle.sink is None:
        return
    unit = volley.attacker
    left_out = (VIEWERS,) if _leaves_views_out(battle, volley) else ()
    battle.tell(
        events.Attack,
        ("openfire.attack.dice-count", *(one.because for one in modifiers), *left_out),
        unit=unit.id,
        target=volley.target.id,
        weapon=volley.profile.name,
        models=", ".join(unit.name_of(shot.model) for shot in volley.shots),
        dice=_dice(volley.shots),
        need=unit.card.models[volley.shots[0].model].skl,
        modifiers=", ".join(map(_modifier, modifiers)) or say("no modifiers"),
        sight=volley.sight,
        origin=volley.origin,
    )


def _modifier(one: Modifier) -> str:
    return say(
        "{name, select, advance {advance} obstructed {obstructed} stress {stress} "
        "damaged {damaged} ability {ability} other {{name}}} {amount}",
        name=one.label,
        amount=f"{one.amount:+d}",
    )


def _leaves_views_out(battle: Battle, volley: Volley) -> bool:
    """True if a comrade who does not attack sees the target screened, which as printed counts."""
    if volley.close or volley.free or volley.profile.blast or not battle.field.readings.is_told:
        return False
    unit, target = volley.attacker, volley.target
    return any(screener(battle, unit, model, target) is not None for model in unit.alive)


def _dice(shots: Sequence[Shot]) -> int:
    return sum(shot.dice for shot in shots)


def _tell_hits(
    battle: Battle,
    volley: Volley,
    faces: Faces,
    hits: int,
    wins: frozenset[int],
    skilled: bool,
) -> None:
    if battle.sink is not None:
        battle.tell(
            events.Hits,
            ("openfire.attack.hit", SKILLED) if skilled else "openfire.attack.hit",
            unit=volley.attacker.id,
            faces=" ".join(map(str, faces)),
            least=min(wins),
            hits=hits,
        )
