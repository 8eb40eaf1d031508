"""Whole games on the rooms alone: no server, no database, no loop; a ledger kept in memory."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Rulebook
from battlemat.tables.ledger.agreements import Concede, EarlyEnd
from battlemat.tables.ledger.keeper import Conflict, MemoryKeeper, StoreAway
from battlemat.tables.ledger.kinds import KINDS
from battlemat.tables.ledger.rows import Entry, GameRow, Seat, now
from battlemat.tables.ledger.talk import Chat, Join, Noted, Policy
from battlemat.tables.problems import Problem
from battlemat.tables.seats.links import Links, holder_of, new_game_id, new_token
from battlemat.tables.seats.viewers import viewer
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.tables.table import Table
from battlemat.tables.view import views
from battlemat.tables.view.board import all_viewers, pack, take, unpack_at
from battlemat.tables.work import tasks
from battlemat.tables.work.jobs import MACHINE, Job, give, next_job, pass_window, seed_of
from example.standoff import Toy

CATALOGUE = ShippedCatalogue()
SECRET = b"a secret of the host's own"
LINKS = Links(SECRET)
SEED = "00112233445566778899aabbccddeeff"


@dataclass
class Alone:
    """A person at a table of their own, with a machine opposite, and nothing else."""

    keeper: MemoryKeeper
    table: Table
    holder: str

    @classmethod
    def sit_down(cls, name: str) -> Alone:
        rulebook: Rulebook[Any] = Toy() if name == "toy" else CATALOGUE.find(name)
        person, machine = rulebook.players
        seats = (Seat(person, "person"), Seat(machine, "machine", machine="random"))
        setup = {"tokens": 1} if name == "toy" else dict(CATALOGUE.build(name, {}))
        row = GameRow(new_game_id(), name, rulebook.version, setup, SEED, seats, now())
        keeper, holder = MemoryKeeper(), holder_of(new_token())
        assert holder is not None
        keeper.open(row.id)
        keeper.hold(row.id, "", holder)
        table = Table(keeper, rulebook, row)
        table.chairs.claim(person, holder)
        table.say(Join(person, "Ada"))
        table.add_nonce(person, "ada's own")
        return cls(keeper, table, holder)

    @property
    def me(self) -> str:
        return self.table.people()[0]

    def resumed(self) -> Table:
        """The same game, from its ledger alone."""
        return Table(self.keeper, self.table.rulebook, self.table.made)

    def state(self, holder: str | None) -> dict[str, Any]:
        shown = views.state(self.table, viewer(self.table, holder), LINKS, log=True)
        found: dict[str, Any] = json.loads(shown.whole())
        return found

    def drive(self) -> int:
        """Let machines answer, and windows pass, until a person is asked; how often they did."""
        table, done = self.table, 0
        if table.can_begin:
            table.begin()
        table.pass_windows()
        while (job := next_job(table)) is not None:
            self._work(job)
            table.pass_windows()
            done += 1
        return done

    def _work(self, job: Job) -> None:
        table, place = self.table, job.place
        twin = Game(table.rulebook, place.setup)
        for answer in place.answers:
            twin.answer(answer)
        if job.machine is not None:
            text = tasks.think(CATALOGUE, twin, job.machine, seed_of(SECRET, job))["text"]
            give(table, job, text, MACHINE, seed_of(SECRET, job))
        elif tasks.passes(CATALOGUE, twin, job.policy or ""):
            pass_window(table, job)
        else:
            table.play.let_ask(job.number)


def test_a_game_comes_to_the_end_that_its_rules_make() -> None:
    alone = Alone.sit_down("toy")
    alone.drive()
    while alone.table.play.ending is None:
        table = alone.table
        table.answer(table.play.asked, tasks.quick_move(table.play.history.game), "person")
        alone.drive()
        alone.table = alone.resumed()  # as if the host had gone and come back
    result = alone.state(alone.holder)["result"]
    assert result["by"] == "rules"
    assert alone.state(None)["game"]["seed"] == SEED
    assert {one.entry.by for one in alone.table.play.told} == {"person", "machine"}


@pytest.mark.parametrize("name", ["skirm3", "skirmishers", "openfire"])
def test_a_game_with_undo_and_a_machine_is_played_without_a_server(name: str) -> None:
    alone, undone = Alone.sit_down(name), 0
    table = alone.table
    table.say(Policy(alone.me, "matter"))
    thoughts = alone.drive()
    for turn in range(120):
        if table.play.ending is not None or (turn >= 15 and thoughts):
            break
        question = table.play.question
        assert isinstance(question, Choice)
        assert question.player == alone.me
        shown = alone.state(alone.holder)
        assert shown["question"]["yours"] is True
        assert shown["question"]["handles"]
        assert alone.state(None)["question"]["yours"] is False
        table.answer(table.play.asked, tasks.quick_move(table.play.history.game), "person")
        if turn % 9 == 4:  # alone against a machine everything may be taken back
            how, keep = table.play.undo_for({alone.me})
            assert how == "free"
            table.take_back(alone.me, keep, fresh=False)
            undone += 1
        thoughts += alone.drive()
        if turn % 9 == 5:
            again = alone.resumed()
            assert again.play.history.game.digest == table.play.history.game.digest
    if table.play.ending is None:
        table.end(Concede(alone.me))
    assert thoughts > 0
    assert undone > 0
    again = alone.resumed()
    assert again.play.ending == table.play.ending
    assert again.play.history.texts == table.play.history.texts
    assert [one.entry for one in again.play.told] == [one.entry for one in table.play.told]
    assert take(again, all_viewers(again), log=True) == take(table, all_viewers(table), log=True)
    assert alone.state(alone.holder)["result"]["by"] in ("rules", "concession")


def test_a_snapshot_of_such_a_game_is_read_back() -> None:
    alone = Alone.sit_down("skirm3")
    alone.drive()
    table = alone.table
    stands = take(table, all_viewers(table), log=True)
    kept = pack(table, stands)
    assert unpack_at(kept, table.made, table.rulebook, table.play.told[-1].entry) == stands


def test_two_tables_on_one_ledger_hear_each_other_out() -> None:
    alone = Alone.sit_down("skirm3")
    alone.drive()
    table, other = alone.table, alone.resumed()
    table.say(Chat(alone.me, "hello"))
    other.say(Chat(alone.me, "hello again"))  # its place was taken: it comes after
    assert table.catch_up() is True
    assert [one.entry.text for one in table.play.told if one.is_said] == ["hello", "hello again"]
    number = table.play.asked
    text = json.loads(table.view.handles)[0]["text"]
    table.answer(number, text, "person")
    with pytest.raises(Problem, match="was answered already"):
        other.answer(number, text, "person")
    assert other.play.history.game.digest == table.play.history.game.digest


def test_what_a_keeper_could_not_store_did_not_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Alone.sit_down("skirm3")
    alone.drive()
    table, before = alone.table, alone.table.play.history.game.digest
    text = json.loads(table.view.handles)[0]["text"]

    def fails(_game: str, _entry: Entry) -> None:
        raise StoreAway("the browser has no room left")

    with monkeypatch.context() as away:
        away.setattr(alone.keeper, "append", fails)
        with pytest.raises(StoreAway):
            table.answer(table.play.asked, text, "person")
    assert table.torn
    table.mend()
    assert table.play.history.game.digest == before
    table.answer(table.play.asked, text, "person")


def test_a_view_is_kept_for_as_long_as_the_board_stands() -> None:
    alone = Alone.sit_down("skirm3")
    alone.drive()
    table = alone.table
    painted = table.view
    painted.findings.odds["something", ""] = {"known": True}
    table.say(Chat(alone.me, "words leave the board as it is"))
    assert table.view is painted
    table.answer(table.play.asked, json.loads(painted.handles)[0]["text"], "person")
    assert table.view is not painted
    assert table.view.findings.odds == {}
    _, keep = table.play.undo_for({alone.me})
    table.take_back(alone.me, keep, fresh=False)
    assert table.view is not painted  # the same board, and yet another entry of the ledger
    assert table.view.findings.odds == {}


def test_a_seat_is_claimed_once() -> None:
    keeper = MemoryKeeper()
    keeper.open("game")
    keeper.claim("game", "red", "ada")
    with pytest.raises(Conflict):
        keeper.claim("game", "red", "bo")
    keeper.hold("game", "red", "ada's other browser")
    assert keeper.held("game") == {"ada": {"red"}, "ada's other browser": {"red"}}


def test_every_kind_of_entry_is_written_as_it_is_read() -> None:
    for word, kind in KINDS.items():
        texts = {"terms": {"clock": None, "patience": 60, "free": ["blue"]}}
        extra = texts.get(word, {"keep": 2, "fresh": True} if word == "undo" else {})
        entry = Entry(3, word, "red", "some words", extra=extra)
        read = kind.of(entry)
        again = kind.of(read.as_entry(3, entry.at))
        assert read.kind == word
        assert again == read, word


def test_every_kind_of_entry_has_the_words_that_its_base_asks_for() -> None:
    assert [one for one in KINDS.values() if inspect.isabstract(one)] == []
    assert inspect.isabstract(Noted)
    assert inspect.isabstract(EarlyEnd)


def test_an_entry_of_a_kind_that_nobody_knows_changes_nothing() -> None:
    alone = Alone.sit_down("skirm3")
    alone.drive()
    digest = alone.table.play.history.game.digest
    alone.keeper.append(
        alone.table.id, Entry(alone.table.play.number + 1, "from-tomorrow", "red", at=now())
    )
    assert alone.table.catch_up() is True
    assert alone.table.play.history.game.digest == digest


def test_rooms_are_there_where_nothing_but_the_standard_library_and_yaml_is() -> None:
    """A finder refuses everything else that would have to be installed."""
    program = """
import sys
class Refuses:
    def find_spec(self, name, path=None, target=None):
        root = name.partition(".")[0]
        if root not in sys.stdlib_module_names and root not in ("battlemat", "yaml", "_yaml"):
            raise ImportError(f"{name} is not there")
sys.meta_path.insert(0, Refuses())
import pkgutil, importlib, battlemat.tables
for one in pkgutil.walk_packages(battlemat.tables.__path__, "battlemat.tables."):
    importlib.import_module(one.name)
print("asyncio" in sys.modules or "sqlite3" in sys.modules)
"""
    source = str(Path(__file__).parents[2] / "src")
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": source, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("False", "")
