"""Squads built over HTTP for all five rulebooks, and texts that nobody should trust."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.packs.registry import BY_NAME
from battlemat.server.settings import Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, Live, Person, running

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("barracks") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as server:
        yield server


@pytest.fixture
def person(real: Live) -> Person:
    return real.person()


def starts(person: Person, rulebook: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = person.get(f"barracks/{rulebook}")["starts"]
    return found


def ready(person: Person, rulebook: str) -> str:
    """The text of a squad that is legal."""
    return starts(person, rulebook)[-1]["text"]


def look(person: Person, rulebook: str, text: str, *changes: Any, **more: Any) -> dict[str, Any]:
    body = {"text": text, "changes": changes, **more}
    found: dict[str, Any] = person.post(f"barracks/{rulebook}", body, 200)
    return found


def refused(person: Person, rulebook: str, text: str, what: str = "") -> str:
    told = person.post(f"barracks/{rulebook}{what}", {"text": text}, 422)
    assert told["error"] == "bad-squad"
    assert "\n" not in told["message"]
    return str(told["message"])


def test_these_are_all_rulebooks() -> None:
    assert set(RULEBOOKS) == set(BY_NAME)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_is_offered_is_added_and_the_text_says_all_of_it(
    person: Person, rulebook: str
) -> None:
    empty = look(person, rulebook, starts(person, rulebook)[0]["text"])
    assert empty["rows"] == []
    assert not empty["verdict"]["legal"]
    first = empty["shelves"][0]["things"][0]
    found = look(person, rulebook, empty["text"], first["change"])
    assert len(found["rows"]) == 1
    assert found["verdict"]["total"] >= empty["verdict"]["total"]
    assert look(person, rulebook, found["text"]) == found


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_illegal_squad_is_told_its_fault_and_mended(person: Person, rulebook: str) -> None:
    text = ready(person, rulebook)
    total = look(person, rulebook, text)["verdict"]["total"]
    poor = look(person, rulebook, text, cap=total - 1)
    assert str(total - 1) in poor["verdict"]["faults"][0]["what"]
    mended = person.post(f"barracks/{rulebook}/mend", {"text": text, "cap": total - 1}, 200)
    assert mended["told"]
    after = look(person, rulebook, mended["text"], cap=total - 1)["verdict"]
    assert after["legal"]
    assert after["total"] == mended["total"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_is_saved_names_its_content_and_opens_without_a_difference(
    person: Person, rulebook: str
) -> None:
    text = ready(person, rulebook)
    saved = person.post(f"barracks/{rulebook}/save", {"text": text}, 200)["text"]
    assert "mark:" in saved
    opened = look(person, rulebook, saved)
    assert opened["differences"] == []
    total = opened["verdict"]["total"]
    dearer = saved.replace(f"total: {total}", f"total: {total + 7}").replace("mark: ", "mark: x")
    assert f"the whole cost {total + 7}" in look(person, rulebook, dearer)["differences"][-1]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_cards_are_printed_with_mark_and_verdict_and_no_script(
    person: Person, rulebook: str
) -> None:
    named = {"do": "set", "path": ["name"], "value": SCRIPT}
    for text, said in (
        (ready(person, rulebook), "This may be played."),
        (starts(person, rulebook)[0]["text"], "This may not be played:"),
    ):
        odd = look(person, rulebook, text, named)
        assert odd["name"] == SCRIPT
        page = person.post(f"barracks/{rulebook}/sheet", {"text": odd["text"]}, 200)["page"]
        assert said in page
        assert "Content " in page
        assert "<script" not in page
        assert "&lt;script&gt;" in page


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_squad_for_another_rulebook_is_told_in_one_line(person: Person, rulebook: str) -> None:
    other = "openfire" if rulebook == "skirmishers" else "skirmishers"
    text = ready(person, other)
    for what in ("", "/mend", "/save", "/sheet"):
        assert f"not for {rulebook}" in refused(person, rulebook, text, what)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_ten_thousand_units_are_refused_in_one_line(person: Person, rulebook: str) -> None:
    head = ready(person, rulebook).partition("\nunits:")[0]
    many = head + "\nunits: [" + ", ".join(["a"] * 10_000) + "]\n"
    for what in ("", "/mend", "/save", "/sheet"):
        assert "10000 entries" in refused(person, rulebook, many, what)


NONSENSE = (
    "nonsense",
    "[1, 2",
    "\x00",
    "{}",
    "rulebook: 7",
    "&a [*a, *a]",
    "a: &a [1]\nb: &b [*a, *a]\nc: [*b, *b]",
    "!!python/object/apply:os.system ['true']",
    "[" * 5000,
)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_nonsense_is_refused_in_one_line(person: Person, rulebook: str) -> None:
    for text in NONSENSE:
        assert refused(person, rulebook, text)


ODD_PARTS: tuple[dict[str, Any], ...] = (
    {"units": 7},
    {"units": [7, None, [], {}]},
    {"name": {"a": [1]}},
    {"units": {"a": 1}},
)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_odd_parts_are_faults_or_one_line_and_never_a_server_error(
    person: Person, rulebook: str
) -> None:
    text = ready(person, rulebook)
    for odd in ODD_PARTS:
        for key, value in odd.items():
            change = {"do": "set", "path": [key], "value": value}
            seen = look(person, rulebook, text, change)
            assert not seen["verdict"]["legal"], odd
            for what in ("/mend", "/save", "/sheet"):
                person.post(f"barracks/{rulebook}{what}", {"text": seen["text"]}, 200)


def test_a_step_at_no_place_and_a_rulebook_that_is_not_there_are_told(person: Person) -> None:
    text = ready(person, "skirm3")
    step = {"do": "drop", "path": ["units", 99], "value": None}
    told = person.post("barracks/skirm3", {"text": text, "changes": [step]}, 422)
    assert "nothing at" in told["message"]
    assert person.post("barracks/chess", {"text": text}, 404)["error"] == "unknown-rulebook"
    person.post("barracks/skirm3", {"text": text, "changes": [{"do": "eat"}]}, 422)
    person.post("barracks/skirm3", {"text": "x" * 100_001}, 422)


def test_the_toy_game_has_nothing_to_build(tmp_path: Any) -> None:
    with running(Settings(database_url(str(tmp_path / "games.db")), limits=FREE)) as live:
        name = live.person().get("catalogue")["rulebooks"][0]["name"]
        assert live.person().http.get(f"/api/barracks/{name}").status_code == 422
