"""What is wrong with a content file of any kind; a lesson is played as well."""

from __future__ import annotations

from pathlib import Path

from battlemat.packs import checks
from battlemat.packs.problems import Problem
from battlemat.packs.teaching.lessons import is_lesson, read_lesson
from battlemat.packs.yaml_source import read_file


def file_problems(file: Path) -> list[Problem]:
    """All of it; the players that a lesson is played with are loaded for a lesson alone."""
    found = checks.file_problems(file)
    if found or not is_lesson(source := read_file(file)):
        return found
    from battlemat.lessons.checking import check_lesson

    return check_lesson(read_lesson(source))
