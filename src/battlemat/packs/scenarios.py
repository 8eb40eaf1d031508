"""Scenario files: a position, answers with their dice, and what must come of them.

What the writer leaves out is the plainest thing it could be. The position is read by the
rulebook's pack or given whole under `setup`; what is played reads the same for all rulebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from battlemat.kernel.scenario import Expect, Play, Refuse, Ruler, Scenario
from battlemat.packs.pack import Positions
from battlemat.packs.problems import ContentError, nearest
from battlemat.packs.registry import BY_NAME
from battlemat.packs.schema import Place, finish, kind_of, place_of
from battlemat.packs.yaml_source import Source, read_file, read_text

_COMMON = ("kind", "name", "rulebook", "text", "setup", "dice", "play", "expect")
_PLAYED = ("do", "dice", "expect", "note")
_ASKS = ("player", "kind", "because")
_SHORT = ("asks", "offers", "withholds", "refuses", "ruler")


def read_scenario(path: str | Path) -> Scenario:
    """The scenario in a file; `ContentError` with everything that is wrong with it."""
    return read_scenario_source(read_file(Path(path)), Path(path).parent)


def read_scenario_text(text: str, file: str = "scenario") -> Scenario:
    """The scenario in a text; paths in it start from the current folder."""
    return read_scenario_source(read_text(text, file), None)


def read_scenario_source(source: Source, folder: Path | None) -> Scenario:
    """The scenario in a source whose own paths start from `folder`."""
    place = place_of(source)
    value = source.value
    if not isinstance(value, Mapping):
        raise ContentError([source.problem((), "a mapping is wanted; see the page on scenarios")])
    rulebook = _word(value, "rulebook", place)
    name = str(value.get("name") or Path(source.file).stem)
    positions = _positions(rulebook)
    _known(value, (*_COMMON, *(positions.keys if positions else ())), place)
    setup = _setup(rulebook, name, value, place, folder)
    plays = list(_plays(rulebook, value, place))
    finish(place)
    return Scenario(name, rulebook, setup, plays, source.file)


def _setup(
    rulebook: str, name: str, value: Mapping[str, Any], place: Place, folder: Path | None
) -> dict[str, Any]:
    if "setup" in value:
        if isinstance(value["setup"], dict):
            return value["setup"]
        (place / "setup").complain(f"a mapping is wanted, not {kind_of(value['setup'])}")
    elif (positions := _positions(rulebook)) is not None:
        try:
            return positions.read(rulebook, {**value, "name": name}, place, folder)
        except ContentError as error:
            place.problems.extend(error.problems)
    elif rulebook:
        place.complain(f"'setup' is missing; {rulebook} has no shorter way to draw a position")
    return {}


def _positions(rulebook: str) -> Positions | None:
    """How positions of a rulebook are drawn; None for one that has no pack."""
    return BY_NAME[rulebook].readers().positions if rulebook in BY_NAME else None


# ------------------------------------------------------------------ what is played


def _plays(rulebook: str, value: Mapping[str, Any], place: Place) -> Iterator[Play]:
    start = _dice(rulebook, value.get("dice"), place / "dice")
    played = value.get("play") or []
    if not isinstance(played, list):
        (place / "play").complain(f"a list is wanted, not {kind_of(played)}")
        played = []
    if start:
        yield Play(None, start, line=(place / "dice").line)
    for n, item in enumerate(played):
        yield from _play(rulebook, item, place / "play" / n)
    if "expect" in value:
        here = place / "expect"
        yield Play(None, (), _expect(rulebook, value["expect"], here), here.line)


def _play(rulebook: str, item: Any, place: Place) -> Iterator[Play]:
    if isinstance(item, str):
        item = {"do": item}
    if not isinstance(item, Mapping):
        place.complain(f"'do: answer' is wanted, not {kind_of(item)}")
        return
    _known(item, _PLAYED, place)
    done = item.get("do")
    answers = done if isinstance(done, list) else [done]
    for n, answer in enumerate(answers):
        if not isinstance(answer, str) and not (answer is None and "do" not in item):
            here = place / "do" / n if isinstance(done, list) else place / "do"
            here.complain(f"an answer such as 'move A c3-d5' is wanted, not {kind_of(answer)}")
            return
    dice = _dice(rulebook, item.get("dice"), place / "dice")
    expect = _expect(rulebook, item["expect"], place / "expect") if "expect" in item else Expect()
    for n, answer in enumerate(answers):
        falls, holds = () if n else dice, Expect() if answers[n + 1 :] else expect
        yield Play(answer, falls, holds, place.line, follows=n > 0)


def _dice(rulebook: str, value: Any, place: Place) -> tuple[int, ...]:
    """Faces: `3 4 6`, `4+3 6`, `346` (six-sided dice written together) or a list."""
    if value is None:
        return ()
    if isinstance(value, int) and not isinstance(value, bool):
        positions = _positions(rulebook)
        together = positions is None or positions.sides == 6
        value = " ".join(str(value)) if together else [value]
    words = value if isinstance(value, list) else re.split(r"[\s,+]+", str(value).strip())
    faces = []
    for word in words:
        if not re.fullmatch(r"[1-9]\d?", str(word)):
            place.complain(f"dice are written as in '3 4 6', not {kind_of(value)}")
            return ()
        faces.append(int(word))
    return tuple(faces)


# ------------------------------------------------------------------ what must hold


def _expect(rulebook: str, value: Any, place: Place) -> Expect:
    if not isinstance(value, Mapping):
        place.complain(f"a mapping is wanted, not {kind_of(value)}")
        return Expect()
    positions = _positions(rulebook)
    if positions is not None:
        _known(value, (*_SHORT, *positions.facts), place)
    facts = {key: one for key, one in value.items() if key not in _SHORT}
    if positions is not None and isinstance(facts.get("units"), Mapping):
        units, read = facts["units"], positions.unit_facts
        facts["units"] = {name: read(units[name], place / "units" / name) for name in units}
    return Expect(
        facts,
        _asks(rulebook, value.get("asks"), place / "asks"),
        _answers(value.get("offers"), place / "offers"),
        _answers(value.get("withholds"), place / "withholds"),
        tuple(_refuses(rulebook, value.get("refuses"), place / "refuses")),
        tuple(_rulers(value.get("ruler"), place / "ruler")),
    )


def _rulers(value: Any, place: Place) -> Iterator[Ruler]:
    """`{A B: {distance: 5, sight: clear}}`: from, to, and what must be told."""
    if value is not None and not isinstance(value, Mapping):
        place.complain(f"'A B: {{distance: 5}}' is wanted, not {kind_of(value)}")
        return
    for key, facts in (value or {}).items():
        ends = str(key).split()
        if len(ends) != 2:
            (place / key).complain(f"two things with a space between are measured, not '{key}'")
        elif not isinstance(facts, Mapping):
            (place / key).complain(f"'{{distance: 5}}' is wanted, not {kind_of(facts)}")
        else:
            yield Ruler(ends[0], ends[1], facts)


def _asks(rulebook: str, value: Any, place: Place) -> Mapping[str, str]:
    """Who is asked what: a mapping, or player and kind as in `red activate`."""
    if value is None:
        return {}
    if isinstance(value, str):
        return dict(zip(_ASKS, value.split(maxsplit=1), strict=False))
    if not isinstance(value, Mapping):
        place.complain(f"a player and a kind of question are wanted, not {kind_of(value)}")
        return {}
    _known(value, _ASKS, place)
    asks = {key: str(one) for key, one in value.items()}
    if "because" in asks:
        asks["because"] = _clause(rulebook, asks["because"])
    return asks


def _answers(value: Any, place: Place) -> tuple[str, ...]:
    listed = [] if value is None else value if isinstance(value, list) else [value]
    for n, one in enumerate(listed):
        if not isinstance(one, str):
            (place / n).complain(f"an answer's text is wanted, not {kind_of(one)}")
            return ()
    return tuple(" ".join(one.split()) for one in listed)


def _refuses(rulebook: str, value: Any, place: Place) -> Iterator[Refuse]:
    listed = [] if value is None else value if isinstance(value, list) else [value]
    for n, one in enumerate(listed):
        if isinstance(one, str):
            yield Refuse(one)
        elif isinstance(one, Mapping) and isinstance(one.get("do"), str):
            _known(one, ("do", "because"), place / n)
            because = one.get("because")
            yield Refuse(one["do"], _clause(rulebook, str(because)) if because else None)
        else:
            (place / n).complain(f"'do: answer' is wanted, not {kind_of(one)}")


def _clause(rulebook: str, clause: str) -> str:
    """The full id of a clause, which may be written without its rulebook."""
    return clause if clause.startswith(f"{rulebook}.") else f"{rulebook}.{clause}"


def _known(value: Mapping[str, Any], keys: tuple[str, ...], place: Place) -> None:
    for key in value:
        if key not in keys:
            left = [word for word in keys if word not in value]
            (place / key).complain(f"this key is not known here{nearest(str(key), left)}")


def _word(value: Mapping[str, Any], key: str, place: Place) -> str:
    word = value.get(key)
    if not isinstance(word, str) or not word:
        found = f"a name is wanted, not {kind_of(word)}" if key in value else f"'{key}' is missing"
        (place / key if key in value else place).complain(found)
        return ""
    return word
