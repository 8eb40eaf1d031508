"""Files to begin with: a sound one of each kind, with remarks on what may stand there."""

from __future__ import annotations

import re

from battlemat.packs import registry
from battlemat.packs.json_schemas import kinds
from battlemat.packs.problems import Problem, WrongChoice, nearest


def new_file(rulebook: str, kind: str) -> str:
    """The text of such a file; `WrongChoice` names the kinds that there are."""
    file = registry.book(rulebook).shipped.file_to_begin_with(kind)
    if kind not in kinds(rulebook) or file is None:
        what = f"{rulebook} has no files of this kind{nearest(kind, kinds(rulebook))}"
        raise WrongChoice([Problem(f"kind '{kind}'", 0, "", what)])
    text = file.read_text(encoding="utf-8")
    return re.sub(r"^rulebook: \S+", f"rulebook: {rulebook}", text, count=1, flags=re.M)
