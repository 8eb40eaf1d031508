"""The builder of squads: everything can be reached, priced, judged, mended and saved."""

from __future__ import annotations

import random

import pytest

from battlemat.barracks import workbench
from battlemat.barracks.drafts import Change, apply, building, read, write
from battlemat.barracks.mending import nearest
from battlemat.barracks.steps import steps
from battlemat.barracks.versions import differences, stamped
from battlemat.barracks.words import changes_said
from battlemat.kernel.errors import Misuse
from battlemat.packs.building.values import Start, Value
from battlemat.packs.problems import ContentError

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
READY = ("squad", "force", "army")


def ready(rulebook: str) -> list[Start]:
    return [one for one in building(rulebook).starts() if one.kind in READY]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_is_shipped_is_legal_shown_whole_and_survives_its_own_text(rulebook: str) -> None:
    build = building(rulebook)
    for start in ready(rulebook):
        verdict, view = build.judge(start.value), build.view(start.value)
        assert verdict.legal, (start.id, verdict.faults)
        assert sum(row.price for row in view.rows) == verdict.total, start.id
        assert len(view.rows) == len(start.value["units"])
        assert all(row.facts for row in view.rows)
        assert read(write(start.value), rulebook) == (rulebook, start.value)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_squad_is_built_from_nothing_by_what_is_offered_alone(rulebook: str) -> None:
    build = building(rulebook)
    empty = next(one for one in build.starts() if one.kind not in READY).value
    assert not build.judge(empty).legal
    mended = nearest(build, empty)
    assert mended is not None
    assert mended.verdict.legal
    assert build.judge(read(write(mended.value), rulebook)[1]).legal


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_any_changes_lead_to_a_draft_that_is_judged_and_shown(rulebook: str) -> None:
    """Random walks over all that the builder offers: no step is refused, none raises."""
    build, chance = building(rulebook), random.Random(rulebook)
    for start in [*build.starts()[:2], *ready(rulebook)[:2]]:
        value: Value = start.value
        for _ in range(25):
            view, verdict = build.view(value), build.judge(value)
            offered = [change for change, _ in steps(view, value, verdict)]
            if not offered:
                break
            value = apply(value, chance.choice(offered))
            assert read(write(value), rulebook)[1] == value


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_illegal_draft_is_mended_by_few_changes(rulebook: str) -> None:
    build = building(rulebook)
    value = ready(rulebook)[0].value
    more = apply(value, Change("add", ("units",), value["units"][0]))
    wrong = apply(more, Change("add", ("units",), {"unit": "nobody", "primary": "nothing"}))
    cap = build.judge(value).total
    assert build.judge(wrong, cap).faults
    mended = nearest(build, wrong, cap)
    assert mended is not None
    assert build.judge(mended.value, cap).legal
    assert len(mended.changes) <= 3


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_from_each_faction_four_of_the_first_and_two_of_everybody_become_legal(
    rulebook: str,
) -> None:
    """Whoever is too many, and too few beside them, by more than one step."""
    build = building(rulebook)
    for start in build.starts():
        if start.kind in READY:
            continue
        offered = [entry for shelf in build.view(start.value).shelves for _, entry in shelf.things]
        for entries in (offered[:1] * 4, offered * 2):
            value = start.value
            for entry in entries:
                value = apply(value, Change("add", (build.entries,), entry))
            mended = nearest(build, value)
            assert mended is not None, (start.id, len(entries))
            for change in mended.changes:
                value = apply(value, change)
            assert value == mended.value
            assert build.judge(value).legal


def test_an_army_whose_units_are_of_another_faction_may_be_said_to_be_of_that_one() -> None:
    build = building("openfire")
    army = next(one for one in ready("openfire") if one.id == "first-watch").value
    mended = nearest(build, {**army, "faction": "vesh"})
    assert mended is not None
    assert mended.value == army
    assert changes_said(build, army, mended.changes) == ("Faction: Charter Guard",)


def test_a_cap_that_no_army_of_a_faction_keeps_leads_to_another_faction_or_to_nothing() -> None:
    build = building("openfire")
    army = next(one for one in ready("openfire") if one.id == "the-undertow").value
    mended = nearest(build, army, 300)
    assert mended is not None
    assert mended.value["faction"] == "charter"
    assert build.judge(mended.value, 300).legal
    assert nearest(build, army, 250) is None


@pytest.mark.clause("skirm3.squad.cap", "skirm3.special.unique", "skirm3.squad.faction")
def test_a_fault_names_its_place_and_its_clause() -> None:
    build = building("skirm3")
    units = ["toland", "toland", "nobody", {"unit": "strike-trooper", "gear": ["mortar"]}]
    start = next(one for one in build.starts() if one.id == "shock-troops")
    found = {(one.path, one.clause) for one in build.judge({**start.value, "units": units}).faults}
    assert found == {
        (("units",), "skirm3.special.unique"),
        (("units", 2), "skirm3.squad.faction"),
        (("units", 3, "gear"), "skirm3.squad.gear"),
    }
    costly = {**start.value, "units": [{"unit": "scout", "count": 9}]}
    (fault,) = build.judge(costly).faults
    assert (fault.path, fault.clause) == ((), "skirm3.squad.cap")
    assert build.judge(costly, 200).legal


def test_another_cap_checks_everything_again() -> None:
    for rulebook in RULEBOOKS:
        build, value = building(rulebook), ready(rulebook)[0].value
        total = build.judge(value).total
        assert build.judge(value, total).legal
        assert not build.judge(value, total - 1).legal


# ---------------------------------------------------------------------- versions


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_saved_squad_tells_what_changed_and_is_never_priced_anew_in_silence(
    rulebook: str,
) -> None:
    build = building(rulebook)
    value = stamped(build, ready(rulebook)[0].value)
    assert build.judge(value).legal
    assert differences(build, value).told == ()
    thing = next(iter(value["content"]["prices"]))
    prices = {**value["content"]["prices"], thing: 999}
    old = {**value, "content": {"mark": "0" * 12, "total": 1, "prices": prices}}
    told = differences(build, old).told
    assert any(thing in one and "999" in one for one in told)
    assert any("cost 1 and costs" in one for one in told)
    same = {**value, "content": {**value["content"], "mark": "0" * 12}}
    assert differences(build, same).told == (
        "the content has changed since this was saved; no price of it has",
    )


# ---------------------------------------------------------------------- pages


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_page_builds_by_texts_and_changes(rulebook: str) -> None:
    start = workbench.starts(rulebook)[0]
    shown = workbench.look(rulebook, start["text"])
    assert not shown["verdict"]["legal"]
    add = shown["shelves"][0]["things"][0]["change"]
    grown = workbench.look(rulebook, shown["text"], [add])
    assert len(grown["rows"]) == 1
    assert grown["verdict"]["total"] == grown["rows"][0]["price"]
    mended = workbench.mend(rulebook, grown["text"])
    assert workbench.look(rulebook, mended["text"])["verdict"]["legal"]
    assert workbench.look(rulebook, workbench.saved(rulebook, mended["text"]))["differences"] == []


# ---------------------------------------------------------------------- bad input


def test_a_squad_for_another_rulebook_is_told_in_one_line() -> None:
    text = write(ready("skirm3")[0].value)
    with pytest.raises(ContentError, match="this file is for skirm3, not for openfire"):
        read(text, "openfire")


def test_a_file_of_ten_thousand_units_is_not_looked_at() -> None:
    text = write({**ready("skirm3")[0].value, "units": ["miner"] * 10_000})
    with pytest.raises(ContentError, match="10000 entries; at most 200 are looked at"):
        read(text)


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "just words", "kind: map\nrulebook: skirm3\n"])
def test_what_is_no_squad_is_told_in_one_line(text: str) -> None:
    with pytest.raises(ContentError) as told:
        read(text)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "change",
    [
        Change("set", ("units", 99, "gear"), []),
        Change("drop", ("units", 99)),
        Change("add", ("name",), 1),
        Change("set", ("name", 0), 1),
    ],
)
def test_a_change_at_no_place_is_refused_and_changes_nothing(change: Change) -> None:
    value = ready("skirm3")[0].value
    before = write(value)
    with pytest.raises(Misuse, match="the squad has nothing at"):
        apply(value, change)
    assert write(value) == before


def test_a_draft_names_no_file_of_the_host() -> None:
    start = next(one for one in building("skirm3").starts() if one.id == "shock-troops")
    wrong = {**start.value, "faction": "../../secret.yaml", "units": ["toland"]}
    (fault,) = building("skirm3").judge(wrong).faults
    assert "a file that is sent names shipped content" in fault.what
