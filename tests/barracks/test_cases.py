"""Building as cases: what is typed, what it costs, which clauses it breaks, how it is mended.

The cases stand in `cases/`, a file for each rulebook. A step is a line that is typed at the desk,
or a change that no desk would offer. A file also says which clauses of its book are on building;
each of them must be shown by a draft that may be played and by one that may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from battlemat.barracks.desk import Desk
from battlemat.barracks.drafts import Change, apply, building
from battlemat.barracks.mending import nearest
from battlemat.packs.building.values import Value, Verdict
from battlemat.packs.registry import BY_NAME

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
FORM = "form"


class Case(NamedTuple):
    rulebook: str
    says: str
    start: str
    steps: tuple[Any, ...]
    cost: int
    faults: tuple[str, ...]
    shows: tuple[str, ...]
    cap: int | None

    @property
    def legal(self) -> bool:
        return not self.faults

    @property
    def clauses(self) -> list[str]:
        """Those that it breaks or shows."""
        return sorted({*self.faults, *self.shows} - {FORM})


def book(rulebook: str) -> dict[str, Any]:
    text = (Path(__file__).parent / "cases" / f"{rulebook}.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def cases(rulebook: str) -> list[Case]:
    return [
        Case(
            rulebook,
            one["says"],
            one["from"],
            tuple(one["steps"]),
            one["cost"],
            tuple(one.get("faults", ())),
            tuple(one.get("shows", ())),
            one.get("cap"),
        )
        for one in book(rulebook)["cases"]
    ]


ALL = {rulebook: cases(rulebook) for rulebook in RULEBOOKS}
EVERY = [
    pytest.param(one, id=f"{name}: {one.says}", marks=pytest.mark.clause(*one.clauses))
    for name in RULEBOOKS
    for one in ALL[name]
]
ILLEGAL = [one for one in EVERY if not one.values[0].legal]  # type: ignore[union-attr]


def built(case: Case) -> Value:
    build = building(case.rulebook)
    start = next(one for one in build.starts() if one.id == case.start)
    desk = Desk(build, start.value, case.cap)
    for step in case.steps:
        if isinstance(step, str):
            desk.do(step)
        elif "add" in step:
            desk.value = apply(desk.value, Change("add", (build.entries,), step["add"]))
        else:
            desk.value = apply(desk.value, Change("set", tuple(step["set"]), step["to"]))
    return desk.value


def judged(case: Case) -> Verdict:
    return building(case.rulebook).judge(built(case), case.cap)


@pytest.mark.parametrize("case", EVERY)
def test_a_draft_costs_what_its_case_says_and_breaks_those_clauses(case: Case) -> None:
    verdict = judged(case)
    assert verdict.total == case.cost
    assert sorted({one.clause or FORM for one in verdict.faults}) == sorted(case.faults)


@pytest.mark.parametrize("case", ILLEGAL)
def test_for_every_draft_that_may_not_be_played_a_legal_one_is_near(case: Case) -> None:
    build = building(case.rulebook)
    mended = nearest(build, built(case), case.cap)
    assert mended is not None
    assert 1 <= len(mended.changes) <= 10
    assert build.judge(mended.value, case.cap).legal


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_rulebook_has_forty_cases_or_more_and_no_two_alike(rulebook: str) -> None:
    told = [one.says for one in ALL[rulebook]]
    done = [(one.start, repr(one.steps), one.cap) for one in ALL[rulebook]]
    assert len(set(told)) == len(told) >= 40
    assert [one for one in set(done) if done.count(one) > 1] == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_each_clause_on_building_is_shown_by_a_legal_and_an_illegal_draft(rulebook: str) -> None:
    legal = {clause for one in ALL[rulebook] if one.legal for clause in one.shows}
    illegal = {
        clause for one in ALL[rulebook] if not one.legal for clause in (*one.faults, *one.shows)
    }
    clauses = book(rulebook)["clauses"]
    assert [one for one in clauses if one not in legal] == []
    assert [one for one in clauses if one not in illegal] == []
    assert sorted((legal | illegal) - {FORM} - set(clauses)) == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_clause_that_speaks_of_building_is_among_them_or_told_why_not(rulebook: str) -> None:
    """The words of a file find the clauses in the register, so a new one is not forgotten."""
    said = book(rulebook)
    register = BY_NAME[rulebook].register(rulebook)
    sorted_out = {*said["clauses"], *said["elsewhere"]}
    assert [one for one in sorted_out if register.find(one) is None] == []
    speaking = {one.id for one in register if re.search(said["words"], f"{one.title} {one.rule}")}
    assert sorted(speaking - sorted_out) == []


def cited_by_readers() -> Iterator[str]:
    """Clauses that the readers of squads, forces and armies name where they complain."""
    import battlemat.packs
    import battlemat.rulebooks

    packs, rules = Path(battlemat.packs.__file__).parent, Path(battlemat.rulebooks.__file__).parent
    files = [
        packs / "skirmishers" / "forces.py",
        packs / "skirmishers" / "units.py",
        packs / "openfire" / "armies.py",
        rules / "openfire" / "state" / "passengers.py",
        *(rules / "skirmishers" / "state" / f"{name}.py" for name in ("cards", "suits")),
    ]
    for file in files:
        yield from re.findall(r'"((?:skirmishers|openfire)\.[a-z-]+\.[a-z-]+)"', file.read_text())


def test_what_the_readers_of_files_complain_of_is_on_building() -> None:
    known = {one for name in RULEBOOKS for one in book(name)["clauses"]}
    assert sorted(set(cited_by_readers()) - known) == []
