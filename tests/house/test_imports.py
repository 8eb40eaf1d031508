"""Who may import whom: held against the project, and each check tried on bad examples."""

from __future__ import annotations

import linecache
import re

import pytest

from battlemat.rulebooks.skirm.state.battle import Battle, Unit
from house import imports
from house.sources import project, rooms, snippet

LAYERS = (
    "kernel",
    "testing",
    "boards",
    "rulebooks",
    "drawing",
    "keeping",
    "installed",
    "packs",
    "example",
    "players",
    "barracks",
    "campaigns",
    "reader",
    "lessons",
    "tables",
    "puzzles",
    "lab",
    "env",
    "anywhere",
    "server",
    "commands",
    "cli",
    "__main__",
)
BELOW = {room: set(LAYERS[:n]) for n, room in enumerate(LAYERS)}
BELOW["server"].discard("env")  # beside the server, not below it
BELOW["env"].discard("lab")  # for researchers, who bring their own
BELOW["commands"].discard("env")  # no command needs what only researchers install
BELOW["lab"].discard("tables")  # beside each other, and so are tables and environments
BELOW["env"].discard("tables")
BELOW["server"].discard("anywhere")  # another host of tables, beside it
BELOW["anywhere"].discard("env")
BELOW["testing"] = {"kernel"}  # shipped for authors of rulebooks; nothing here stands on it
BELOW["example"] = {"kernel", "packs"}  # a game of others has no more
for room in ("players", "tables", "anywhere", "lab", "env", "server"):
    BELOW[room].discard("example")  # it is found like any other, or not at all
PURE = ("kernel", "boards", "rulebooks")
BOOKS = ("skirm", "skirmishers", "openfire")


def test_every_room_has_its_floor() -> None:
    assert {module.room for module in project()} - {""} == set(BELOW)


@pytest.mark.parametrize("room", BELOW)
def test_imports_run_downward(room: str) -> None:
    assert [fault for module in rooms(room) for fault in imports.upward(module, BELOW)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from battlemat import server",
        "from battlemat.server import app",
        "from battlemat.server.app import make_app",
        "import battlemat.server",
        "def late():\n    import battlemat.server.app as app",
        "if TYPE_CHECKING:\n    from battlemat.boards import squares",
        "from .. import server",
        "from ..server import app",
        "import_module('battlemat.server')",
    ],
)
def test_an_import_of_a_higher_floor_is_noticed(text: str) -> None:
    assert imports.upward(snippet("battlemat.kernel.dice", text), BELOW)


@pytest.mark.parametrize(
    "text", ["from battlemat import __version__", "from battlemat.kernel import game"]
)
def test_an_import_of_the_own_floor_is_none_of_a_higher_one(text: str) -> None:
    assert imports.upward(snippet("battlemat.kernel.dice", text), BELOW) == []


def test_no_import_is_relative() -> None:
    assert [fault for module in project() for fault in imports.relative(module)] == []


@pytest.mark.parametrize(
    "text", ["from . import game", "from .game import Game", "from .. import x"]
)
def test_a_relative_import_is_noticed(text: str) -> None:
    assert imports.relative(snippet("battlemat.kernel.dice", text))


def test_below_the_commands_nothing_is_imported_by_a_made_up_name() -> None:
    modules = rooms(*(room for room in LAYERS if room not in ("commands", "cli")))
    assert [fault for module in modules for fault in imports.dynamic(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from importlib import import_module",
        "import importlib",
        "importlib.import_module(name)",
        "import_module('battlemat.server')",
        "__import__('battlemat.server')",
        "exec('import battlemat.server')",
    ],
)
def test_an_import_by_a_made_up_name_is_noticed(text: str) -> None:
    assert imports.dynamic(snippet("battlemat.kernel.dice", text))


def test_the_source_of_generated_methods_imports_nothing() -> None:
    one = "battlemat.kernel.state"
    assert imports.dynamic(snippet(one, "exec(source, scope, methods)")) == []
    assert imports.dynamic(snippet(one, "__import__('battlemat.server')"))
    for kind in (Battle, Unit):
        shown = "".join(linecache.getlines(kind.copy.__code__.co_filename))
        assert "def copy(self):" in shown
        assert not re.search(r"\bimport\b|__import__", shown)


def test_reading_files_of_a_package_is_no_such_import() -> None:
    text = "from importlib.resources import files"
    assert imports.dynamic(snippet("battlemat.rulebooks.skirm.rulebook", text)) == []


@pytest.mark.parametrize("room", PURE)
def test_rules_use_the_standard_library_alone_and_nothing_unpredictable(room: str) -> None:
    modules = rooms(room)
    faults = [fault for one in modules for fault in imports.beyond_the_standard_library(one)]
    assert faults == []


@pytest.mark.parametrize(
    "text",
    [
        "import yaml",
        "import random",
        "from time import time",
        "from os import path",
        "import os.path",
    ],
)
def test_an_import_of_more_than_that_is_noticed(text: str) -> None:
    assert imports.beyond_the_standard_library(snippet("battlemat.kernel.dice", text))


def test_tables_need_no_server_no_database_and_nothing_to_be_installed() -> None:
    assert [fault for one in rooms("tables") for fault in imports.hosted(one)] == []


@pytest.mark.parametrize(
    "text",
    [
        "import orjson",
        "import sqlalchemy as sa",
        "from fastapi import Response",
        "from cryptography.fernet import Fernet",
        "import asyncio",
        "from concurrent.futures import ThreadPoolExecutor",
        "import sqlite3",
        "from battlemat.server.store.store import Store",
        "def late():\n    from starlette.types import Scope",
        "if TYPE_CHECKING:\n    from sqlalchemy import Connection",
    ],
)
def test_a_table_that_needs_a_host_of_one_kind_is_noticed(text: str) -> None:
    assert imports.hosted(snippet("battlemat.tables.table", text))


def test_a_table_may_use_the_standard_library_and_what_lies_below() -> None:
    text = "import json\nfrom threading import RLock\nfrom battlemat.players import registry"
    assert imports.hosted(snippet("battlemat.tables.table", text)) == []


def test_no_rulebook_imports_another() -> None:
    inside = rooms("rulebooks")
    assert {module.name.split(".")[2] for module in inside if module.name.count(".") > 1} == set(
        BOOKS
    )
    assert [fault for one in inside for fault in imports.other_rulebooks(one, BOOKS)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from battlemat.rulebooks import skirm",
        "from battlemat.rulebooks.skirm import battle",
        "from battlemat.rulebooks.skirm.battle import Battle",
        "import battlemat.rulebooks.skirm",
        "from ..skirm import battle",
    ],
)
def test_a_rulebook_that_imports_another_is_noticed(text: str) -> None:
    module = snippet("battlemat.rulebooks.openfire.sight", text)
    assert imports.other_rulebooks(module, BOOKS)


def test_players_and_lab_know_a_rulebook_only_through_the_kernel() -> None:
    modules = rooms("players", "lab", "env")
    assert [fault for one in modules for fault in imports.inside_of_rulebooks(one)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from battlemat import rulebooks",
        "from battlemat.rulebooks import skirm",
        "from battlemat.rulebooks.skirm.battle import Battle",
        "import battlemat.rulebooks.skirm.battle",
    ],
)
def test_a_player_that_knows_the_inside_of_a_rulebook_is_noticed(text: str) -> None:
    assert imports.inside_of_rulebooks(snippet("battlemat.players.greedy", text))


def test_others_ask_the_package_of_a_board_and_none_of_its_modules() -> None:
    modules = [module for module in project() if module.room != "boards"]
    assert [fault for one in modules for fault in imports.inside_of_boards(one)] == []


@pytest.mark.parametrize(
    "text",
    ["from battlemat.boards.squares.board import Board", "import battlemat.boards.dots.text"],
)
def test_an_import_past_the_package_of_a_board_is_noticed(text: str) -> None:
    assert imports.inside_of_boards(snippet("battlemat.packs.maps", text))
    fine = snippet("battlemat.packs.maps", "from battlemat.boards.squares import Board")
    assert imports.inside_of_boards(fine) == []


def test_no_imports_run_in_a_circle() -> None:
    assert imports.circles(project()) == []


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("from battlemat.b import Two", "from battlemat.a import One"),
        ("from battlemat import b", "if TYPE_CHECKING:\n    from battlemat.a import One"),
        ("import battlemat.b", "def late():\n    from battlemat.a import One"),
    ],
)
def test_a_circle_of_imports_is_noticed(one: str, two: str) -> None:
    modules = [
        snippet("battlemat.a", one),
        snippet("battlemat.b", two),
        snippet("battlemat.c", one),
    ]
    assert imports.circles(modules) == [["battlemat.a", "battlemat.b"]]


def test_a_package_that_gathers_its_modules_makes_no_circle() -> None:
    package = snippet("battlemat.a", "from battlemat.a.b import One")
    part = snippet("battlemat.a.b", "from battlemat.a.c import Two")
    assert imports.circles([package, part, snippet("battlemat.a.c", "")]) == []
