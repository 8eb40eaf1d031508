"""Cards and army sheets for print. Its one rule: a sheet is one file that needs nothing else.

Each family of rulebooks has its own module beside this one, which draws the body of its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from battlemat.kernel.clauses import Register
from battlemat.packs.library import is_path
from battlemat.packs.openfire.sheets import openfire_sheet
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.skirm.sheets import skirm_sheet
from battlemat.packs.skirm.words import EDITIONS
from battlemat.packs.skirmishers.sheets import skirmishers_sheet
from battlemat.packs.yaml_source import read_file

_SHEETS: Mapping[str, Callable[[Register, str], str]] = {
    **dict.fromkeys(EDITIONS, skirm_sheet),
    "skirmishers": skirmishers_sheet,
    "openfire": openfire_sheet,
}


def draw_sheet(register: Register, name: str) -> str:
    """The cards of a squad, force or army as HTML; `name` is the id of a shipped one or a path.

    `ContentError` says what is wrong with the name or with the file, one line for each problem.
    """
    draw = _SHEETS.get(register.name)
    if draw is None:
        what = f"there are no cards for it{nearest(register.name, _SHEETS)}"
        raise ContentError([Problem(f"rulebook '{register.name}'", 0, "", what)])
    _check_rulebook(register.name, name)
    return draw(register, name)


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
