"""Cards and army sheets for print: each is one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from battlemat.kernel.clauses import Register
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.registry import BY_NAME
from battlemat.packs.shipped import is_path
from battlemat.packs.yaml_source import read_file


def draw_sheet(register: Register, name: str) -> str:
    """The cards of a squad, force or army as HTML; `name` is the id of a shipped one or a path.

    `ContentError` says what is wrong with the name or with the file, one line for each problem.
    """
    if register.name not in BY_NAME:
        what = f"there are no cards for it{nearest(register.name, BY_NAME)}"
        raise ContentError([Problem(f"rulebook '{register.name}'", 0, "", what)])
    _check_rulebook(register.name, name)
    return BY_NAME[register.name].readers().sheet(register, name)


def _check_rulebook(rulebook: str, name: str) -> None:
    """A file for another rulebook is told in one line, not by everything that is odd in it."""
    if not is_path(name) or not Path(name).is_file():
        return
    source = read_file(Path(name))
    named = source.value.get("rulebook") if isinstance(source.value, Mapping) else None
    meant = named if isinstance(named, list) else [named or rulebook]
    if rulebook not in meant:
        what = f"this file is for {', '.join(map(str, meant))}, not for {rulebook}"
        raise ContentError([source.problem(("rulebook",), what)])
