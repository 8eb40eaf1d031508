"""Scenario files: a position, answers with their dice, and what must come of them.

What the writer leaves out is the plainest thing it could be. The position is read by the
rulebook's pack or given whole under `setup`; what is played reads the same for all rulebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from battlemat.kernel.expectations import Expect
from battlemat.kernel.scenario import Play, Scenario
from battlemat.packs.expectations import lines_below, read_expect
from battlemat.packs.pack import Positions
from battlemat.packs.places import Place, finish, go_on, place_of
from battlemat.packs.problems import ContentError, Problem
from battlemat.packs.registry import BY_NAME
from battlemat.packs.schema import kind_of, known_keys
from battlemat.packs.setups import all_readings
from battlemat.packs.yaml_source import Source, read_file, read_text

COMMON = (  # the keys of any scenario
    "kind",
    "name",
    "rulebook",
    "text",
    "note",
    "setup",
    "readings",
    "dice",
    "play",
    "expect",
)
CONTENT = ("kind", "name", "rulebook", "text", "note", "content", "faults")
PLAYED = ("do", "dice", "expect", "note")


def read_scenario(path: str | Path) -> Scenario:
    """The scenario in a file; `ContentError` with everything that is wrong with it."""
    return read_scenario_source(read_file(Path(path)), Path(path).parent)


def read_scenario_text(text: str, file: str = "scenario", folder: Path | None = None) -> Scenario:
    """The scenario in a text; paths in it start from `folder`, or where the program runs."""
    return read_scenario_source(read_text(text, file), folder)


def read_scenario_source(source: Source, folder: Path | None) -> Scenario:
    """The scenario in a source whose own paths start from `folder`."""
    place = place_of(source)
    value = source.value
    if not isinstance(value, Mapping):
        raise ContentError([source.problem((), "a mapping is wanted; see the page on scenarios")])
    rulebook = _word(value, "rulebook", place)
    name = str(value.get("name") or Path(source.file).stem)
    if "content" in value:
        _content(rulebook, value, place, folder)
        finish(place)
        return Scenario(name, rulebook, {}, file=source.file, is_content=True)
    positions = _positions(rulebook)
    known_keys(value, (*COMMON, *(positions.keys if positions else ())), place)
    setup = _with_readings(rulebook, value, place, _setup(rulebook, name, value, place, folder))
    plays = list(_plays(rulebook, positions, value, place))
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
        whole = {**value, "name": name}
        return go_on(place, lambda: positions.read(rulebook, whole, place, folder)) or {}
    elif rulebook:
        place.complain(f"'setup' is missing; {rulebook} has no shorter way to draw a position")
    return {}


def _with_readings(
    rulebook: str, value: Mapping[str, Any], place: Place, setup: dict[str, Any]
) -> dict[str, Any]:
    """The setup with the readings that a file chooses: `readings: {skirm2.combat.saves: print}`.

    What it does not choose is read by default, so that every position tells how it is read. A whole
    `setup` that says nothing is a battle from before they could be chosen.
    """
    chosen = value.get("readings")
    if rulebook not in BY_NAME or (chosen is None and "setup" in value):
        return setup
    chosen = {} if chosen is None else chosen
    here = place / "readings"
    if not isinstance(chosen, Mapping):
        here.complain(f"'clause: print' or 'clause: intent' is wanted, not {kind_of(chosen)}")
        return setup
    try:
        named = {str(clause): str(way) for clause, way in chosen.items()}
        readings = all_readings(rulebook, named)
        return {**setup, "readings": readings} if readings else setup
    except ContentError as error:
        for problem in error.problems:
            (here / problem.key).complain(problem.what)
        return setup


def _positions(rulebook: str) -> Positions | None:
    """How positions of a rulebook are drawn; None for one that has no pack."""
    return BY_NAME[rulebook].readers().positions if rulebook in BY_NAME else None


# ------------------------------------------------------------------ content and its faults


def _content(rulebook: str, value: Mapping[str, Any], place: Place, folder: Path | None) -> None:
    """Hold what is wrong with a piece of content against the faults that the file names."""
    known_keys(value, CONTENT, place)
    here = place / "content"
    if rulebook not in BY_NAME or not isinstance(value["content"], Mapping):
        here.complain(
            f"content of a rulebook that is shipped is wanted, as in 'kind: squad', "
            f"not {kind_of(value['content'])}"
        )
        return
    wanted = value.get("faults")
    listed = wanted if isinstance(wanted, list) else [] if wanted is None else [wanted]
    inner = Source(place.source.file, {"rulebook": rulebook, **value["content"]}, lines_below(here))
    found = _faults(rulebook, inner, folder)
    left = list(found)
    for n, one in enumerate(listed):
        words = str(one).casefold()
        hit = next((fault for fault in left if words in fault.text.casefold()), None)
        if hit is None:
            told = " / ".join(fault.text for fault in left) or "nothing else is wrong"
            (place / "faults" / n).complain(f"there is no fault '{one}'; {told}")
        else:
            left.remove(hit)
    for fault in left:
        here.problem_at(fault.line, f"this fault is not named: {fault.text}")


def _faults(rulebook: str, source: Source, folder: Path | None) -> list[Problem]:
    readers = BY_NAME[rulebook].readers()
    try:
        readers.check(readers.kind_of(source), source, folder)
    except ContentError as error:
        return list(dict.fromkeys(error.problems))
    return []


# ------------------------------------------------------------------ what is played


def _plays(
    rulebook: str, positions: Positions | None, value: Mapping[str, Any], place: Place
) -> Iterator[Play]:
    start = _dice(positions, value.get("dice"), place / "dice")
    played = value.get("play") or []
    if not isinstance(played, list):
        (place / "play").complain(f"a list is wanted, not {kind_of(played)}")
        played = []
    if start:
        yield Play(None, start, line=(place / "dice").line)
    for n, item in enumerate(played):
        yield from _play(rulebook, positions, item, place / "play" / n)
    if "expect" in value:
        here = place / "expect"
        yield Play(None, (), read_expect(rulebook, positions, value["expect"], here), here.line)


def _play(rulebook: str, positions: Positions | None, item: Any, place: Place) -> Iterator[Play]:
    if isinstance(item, str):
        item = {"do": item}
    if not isinstance(item, Mapping):
        place.complain(f"'do: answer' is wanted, not {kind_of(item)}")
        return
    known_keys(item, PLAYED, place)
    done = item.get("do")
    answers = done if isinstance(done, list) else [done]
    places = [place / "do" / n if isinstance(done, list) else place for n in range(len(answers))]
    for answer, here in zip(answers, places, strict=True):
        if not isinstance(answer, str) and not (answer is None and "do" not in item):
            here.complain(f"an answer such as 'move A c3-d5' is wanted, not {kind_of(answer)}")
            return
    dice = _dice(positions, item.get("dice"), place / "dice")
    expect = Expect()
    if "expect" in item:
        expect = read_expect(rulebook, positions, item["expect"], place / "expect")
    for n, (answer, here) in enumerate(zip(answers, places, strict=True)):
        falls, holds = () if n else dice, Expect() if answers[n + 1 :] else expect
        note = "" if answers[n + 1 :] else str(item.get("note") or "")
        yield Play(answer, falls, holds, here.line, n > 0, (place / "dice").line, note)


def _dice(positions: Positions | None, value: Any, place: Place) -> tuple[int, ...]:
    """Faces: `3 4 6`, `4+3 6`, `346` (six-sided dice written together) or a list."""
    if value is None:
        return ()
    if isinstance(value, int) and not isinstance(value, bool):
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


def _word(value: Mapping[str, Any], key: str, place: Place) -> str:
    word = value.get(key)
    if not isinstance(word, str) or not word:
        found = f"a name is wanted, not {kind_of(word)}" if key in value else f"'{key}' is missing"
        (place / key if key in value else place).complain(found)
        return ""
    return word
