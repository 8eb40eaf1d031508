"""House rules for what stands inside a module; each is tried on a bad example as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from house import habits
from house.sources import SOURCE, project, rooms, snippet

BOOK = "battlemat.rulebooks.skirm.actions"


def test_no_option_is_read_by_position() -> None:
    assert [fault for one in rooms("rulebooks") for fault in habits.by_position(one)] == []


def test_no_method_is_asked_for_by_its_name_as_text() -> None:
    assert [fault for one in project() for fault in habits.by_literal_name(one)] == []


def test_no_import_changes_another_module() -> None:
    assert [fault for one in project() for fault in habits.changes_another(one)] == []


@pytest.mark.parametrize(
    "text",
    [
        "option[2]",
        "answer[1]",
        "opt[0]",
        "chosen[-1]",
        "option[1:]",
        "self.option[0]",
        "target = battle.of(option[1])",
    ],
)
def test_an_option_read_by_position_is_noticed(text: str) -> None:
    assert habits.by_position(snippet(BOOK, text))


@pytest.mark.parametrize("text", ["options[0]", "option.unit", "faces[1]", "answer[name]"])
def test_other_reading_by_index_is_no_such_thing(text: str) -> None:
    assert habits.by_position(snippet(BOOK, text)) == []


@pytest.mark.parametrize(
    "text", ["getattr(rulebook, 'overlays', None)", "getattr(table.rulebook, 'attempts')"]
)
def test_a_method_asked_for_by_its_name_as_text_is_noticed(text: str) -> None:
    assert habits.by_literal_name(snippet("battlemat.server.why", text))


@pytest.mark.parametrize(
    "text",
    [
        "getattr(card, stat)",
        "import signal\ngetattr(signal, 'SIGHUP', None)",
        "try:\n    run()\nexcept OSError as error:\n    getattr(error, 'strerror', None)",
    ],
)
def test_names_that_are_made_or_foreign_may_be_asked_for(text: str) -> None:
    assert habits.by_literal_name(snippet("battlemat.server.why", text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "from battlemat.rulebooks.skirmishers import acting\nacting.DOERS['ride'] = ride",
        "from battlemat.rulebooks.skirmishers import acting\nacting.DOERS |= {'ride': ride}",
        "from battlemat.rulebooks.skirmishers import acting\nacting.SPECIAL.append(ride)",
        "from battlemat.rulebooks.skirmishers import acting\nacting.price = price",
        "from battlemat.rulebooks.skirmishers.words import WORDS\nWORDS |= {'ride': 'rides'}",
        "from battlemat.rulebooks.skirmishers.words import WORDS\nWORDS.update(ride='rides')",
        "from battlemat.rulebooks.skirmishers.acting import plug\nplug(ride)",
        "import battlemat.kernel.game\nif True:\n    battlemat.kernel.game.Game = None",
        "from battlemat.kernel import game\nfor name in 'ab':\n    del game.TABLE[name]",
        "from battlemat.kernel import game\nclass Mine:\n    game.TABLE['mine'] = 1",
    ],
)
def test_an_import_that_changes_another_module_is_noticed(text: str) -> None:
    assert habits.changes_another(snippet("battlemat.rulebooks.skirmishers.vehicle", text))


@pytest.mark.parametrize(
    "text",
    [
        "from battlemat.kernel.words import WORDS\nMORE = {**WORDS, 'ride': 'rides'}",
        "TABLE = {}\nTABLE['ride'] = 1\nTABLE.update(walk=2)",
        "from battlemat.kernel import game\ndef later():\n    game.TABLE['mine'] = 1",
        "from battlemat.kernel.clauses import load\nREGISTER = load('skirm3')",
    ],
)
def test_a_module_may_make_up_its_own(text: str) -> None:
    assert habits.changes_another(snippet("battlemat.rulebooks.skirmishers.vehicle", text)) == []


def test_files_hold_one_chapter() -> None:
    long = {
        str(path.relative_to(SOURCE)): count
        for path in SOURCE.rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 450
    }
    assert long == {}


def test_a_folder_can_be_taken_in_at_a_glance() -> None:
    assert habits.crowded(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py")) == {}


def test_a_crowded_folder_is_told_and_its_rooms_are_not_counted() -> None:
    chapters = [Path("chapters") / f"part{number}.py" for number in range(habits.MOST_MODULES)]
    beside = [Path("chapters/__init__.py"), Path("chapters/rides/seats.py")]
    assert habits.crowded([*chapters, *beside]) == {}
    assert habits.crowded([*chapters, Path("chapters/one_more.py")]) == {
        "chapters": habits.MOST_MODULES + 1
    }


BESIDE = (
    "battlemat.server.beside",  # the one place
    "battlemat.server.store.notices",  # an ear of the database's own
    "battlemat.server.workers.process",  # inside of a worker
)


def test_what_a_base_leaves_to_its_kinds_is_abstract() -> None:
    assert [fault for one in project() for fault in habits.left_to_others(one)] == []
    assert habits.left_to_others(snippet(BOOK, "def words(): raise NotImplementedError"))
    assert habits.left_to_others(snippet(BOOK, "def words(): raise NotImplementedError('words')"))


def test_one_place_says_how_work_is_done_beside_the_loop() -> None:
    modules = [module for module in rooms("server") if module.name not in BESIDE]
    assert [fault for module in modules for fault in habits.works_beside(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "found = await asyncio.to_thread(work)",
        "found = await run_in_threadpool(work)",
        "loop.run_in_executor(None, work)",
        "threads = ThreadPoolExecutor(2)",
        "threading.Thread(target=work).start()",
    ],
)
def test_another_place_that_does_is_noticed(text: str) -> None:
    assert habits.works_beside(snippet("battlemat.server.guard", f"async def late():\n    {text}"))
