"""What is wrong with a content file of any kind, and what a squad in a file costs.

A file's `rulebook` says which pack reads it; a file that says none is taken for one of Skirm.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from battlemat.packs.campaigns.files import KIND, is_campaign, read_campaign
from battlemat.packs.pack import Pack, Report
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.registry import BY_NAME
from battlemat.packs.scenarios import read_scenario_source
from battlemat.packs.solving.puzzles import KIND as PUZZLE
from battlemat.packs.solving.puzzles import is_puzzle, read_puzzle
from battlemat.packs.teaching.guides import read_guide
from battlemat.packs.teaching.lessons import KIND as LESSON
from battlemat.packs.teaching.lessons import is_lesson, read_lesson
from battlemat.packs.yaml_source import Source, look_at_file, read_file

UNNAMED = "skirm3"


def check_file(path: str | Path) -> list[str]:
    """Everything that is wrong with a content file, one line each; empty if nothing."""
    return list(dict.fromkeys(map(str, file_problems(Path(path)))))


def file_problems(file: Path) -> list[Problem]:
    """Everything that is wrong with a content file, in the order of lines."""
    try:
        source = look_at_file(file)
    except ContentError as error:
        return list(error.problems)
    found = list(source.faults)
    try:
        _check_source(source, file.parent)
    except ContentError as error:
        found += error.problems
    own = [one for one in dict.fromkeys(found) if one.file == source.file]
    others = [one for one in dict.fromkeys(found) if one.file != source.file]
    return [*sorted(own, key=lambda one: (one.line, one.column)), *others]


def kind_in(source: Source) -> str:
    """What kind of content a file is; `ContentError` if it does not tell."""
    pack = _pack_of(source)
    if is_campaign(source):
        return KIND
    if is_lesson(source):
        return LESSON
    if is_puzzle(source):
        return PUZZLE
    return "guide" if _is_guide(source) else pack.readers().kind_of(source)


def _check_source(source: Source, folder: Path) -> None:
    """Raise everything that is wrong with a file whose paths start from a folder."""
    pack = _pack_of(source)
    if _is_guide(source):
        read_guide(source)
        return
    if is_lesson(source):
        read_lesson(source)
        return
    if is_campaign(source):
        read_campaign(source)
        return
    if is_puzzle(source):
        read_puzzle(source)
        return
    readers = pack.readers()
    kind = readers.kind_of(source)
    if kind == "scenario":
        read_scenario_source(source, folder)
    else:
        readers.check(kind, source, folder)


def _is_guide(source: Source) -> bool:
    """Guides are alike in all rulebooks, so no pack reads them itself."""
    return isinstance(source.value, Mapping) and source.value.get("kind") == "guide"


def squad_report(path: str | Path) -> Report:
    """What a squad or an army in a file costs, and whether it may be played."""
    file = Path(path)
    source = read_file(file)
    pack = _pack_of(source)
    readers = pack.readers()
    try:
        kind = kind_in(source)
    except ContentError:
        kind = pack.fielded  # the report says better what such a file lacks
    if kind != pack.fielded:
        command = "scenario" if kind == "scenario" else "check"
        what = f"this is a {kind} and no {pack.fielded}; try 'battlemat {command}'"
        raise ContentError([source.problem((), what)])
    return readers.report(file)


def _pack_of(source: Source) -> Pack:
    named = source.value.get("rulebook") if isinstance(source.value, Mapping) else None
    if not isinstance(named, str):
        return BY_NAME[UNNAMED]
    if named not in BY_NAME:
        what = f"'{named}' is no rulebook here{nearest(named, BY_NAME)}"
        raise ContentError([source.problem(("rulebook",), what)])
    return BY_NAME[named]
