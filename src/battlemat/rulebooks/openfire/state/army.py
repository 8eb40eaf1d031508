"""Armies: the module alone decides what a player may bring (`openfire.module.army-rules`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.state.check import nearest
from battlemat.rulebooks.openfire.state.setup import ArmyRulesSetup, ArmySetup

_KEYS = ("text", "points", "units", "limits", "one_faction", "unique")


def rules_faults(rules: object) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What is wrong with a module's rules for armies: where, and a sentence."""
    if not isinstance(rules, Mapping):
        yield (), f"army_rules must be a mapping, not {rules!r}"
        return
    for key in rules:
        if key not in _KEYS:
            yield (key,), f"army_rules: no key '{key}': {nearest(key, _KEYS)}"
    points = rules.get("points", 1)
    if not isinstance(points, int) or points < 1:
        yield ("points",), f"army_rules: points must be a whole number of 1 or more, not {points!r}"
    span = rules.get("units", [1, 1])
    if not isinstance(span, (list, tuple)) or len(span) != 2 or not 0 <= span[0] <= span[1]:
        yield ("units",), f"army_rules: units must be [least, most], not {span!r}"
    for number, limit in enumerate(rules.get("limits", ())):
        if not isinstance(limit, Mapping) or "tag" not in limit:
            yield ("limits", number), "army_rules: a limit needs a 'tag' and a 'most' or 'least'"


def army_faults(rules: ArmyRulesSetup, army: ArmySetup) -> list[str]:
    """Why an army may not be brought; nothing if it may."""
    units, name = army.units, army.name or army.id or "the army"
    found = []
    points = sum(unit.points for unit in units)
    if rules.points is not None and points > rules.points:
        found.append(
            say(
                "{name} costs {points} points, {most} are allowed",
                name=name,
                points=points,
                most=rules.points,
            )
        )
    least, most = rules.units or (0, len(units))
    if not least <= len(units) <= most:
        found.append(
            say(
                "{name} has {count} units, {least} to {most} are allowed",
                name=name,
                count=len(units),
                least=least,
                most=most,
            )
        )
    for limit in rules.limits:
        count = sum(limit.tag in unit.tags for unit in units)
        if limit.most is not None and count > limit.most:
            found.append(
                say(
                    "{name} has {count} ''{tag}'' units, at most {most} are allowed",
                    name=name,
                    count=count,
                    tag=limit.tag,
                    most=limit.most,
                )
            )
        if limit.least is not None and count < limit.least:
            found.append(
                say(
                    "{name} has {count} ''{tag}'' units, {least} are needed",
                    name=name,
                    count=count,
                    tag=limit.tag,
                    least=limit.least,
                )
            )
    factions = {unit.faction for unit in units if unit.faction}
    if rules.one_faction and len(factions) > 1:
        found.append(
            say(
                "{name} mixes the factions {factions}",
                name=name,
                factions=", ".join(sorted(factions)),
            )
        )
    often = Counter(unit.profile for unit in units)
    found += [
        f"{name} has {often[profile]} of '{profile}', which is unique"
        for profile in rules.unique
        if often[profile] > 1
    ]
    return found
