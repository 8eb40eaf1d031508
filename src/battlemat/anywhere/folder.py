"""Writes the edition without a server: page, runtime, engine and content as one folder of files.

Any static host serves it, or a browser installs it. Everything comes from what is built and
installed here; nothing is fetched from elsewhere, neither now nor when it runs.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from battlemat.anywhere.capabilities import WITHOUT
from battlemat.anywhere.telling import told_catalogue
from battlemat.drawing.png import draw_png, size_within
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.scene import as_json
from battlemat.packs.yaml_source import as_parsed
from battlemat.tables.catalogue import Catalogue

ENGINE = "engine.zip"
LIBRARY = "python_stdlib.zip"
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    LIBRARY,
    "pyodide-lock.json",
)
"""What the runtime of Python in a page is made of."""
PACKAGE = Path(__file__).parents[1]
NOT_IN_PAGES = (
    "__main__.py",
    "cli.py",
    "commands",
    "env",
    "players/terminal",
    "server",
    "testing",
)
"""Rooms that need a server, a terminal, more packages than a page has, or nobody in a page asks."""
_BOARD = (360, 240)
_SERVERS_OWN = ("offline.html", "offline.js", "built-from.txt")


class NotWritten(BattlematError):
    """Something that the folder is made of is not here."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a folder is made of: the built page, the runtime, YAML for players' own files."""

    page: Path
    runtime: Path
    yaml: Path
    compiler: tuple[str, ...] | None = None
    """A command that makes bytecode for the runtime: of the engine, and of what it needs of the
    standard library. It is given the runtime, the engine's archive and a folder for two of them."""


def write(folder: Path, catalogue: Catalogue, parts: Parts, prefix: str = "") -> None:
    """Write the folder, which must be empty or not there; `prefix` is the path it lives below."""
    _must_be_there(parts)
    if folder.exists() and any(folder.iterdir()):
        raise NotWritten(f"'{folder}' is not empty; name a folder that is not there yet")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(parts.page, folder, dirs_exist_ok=True)
    for name in _SERVERS_OWN:
        (folder / name).unlink(missing_ok=True)
    index = _index((folder / "index.html").read_text(encoding="utf-8"), prefix)
    for name in ("index.html", "404.html"):  # hosts show the second for an address deep in a game
        (folder / name).write_text(index, encoding="utf-8")
    engine = folder / "engine"
    engine.mkdir()
    for name in RUNTIME:
        shutil.copyfile(parts.runtime / name, engine / name)
    write_engine(engine / ENGINE, parts)
    if parts.compiler is not None:
        _compile(engine, parts.runtime, parts.compiler)
    told = json.dumps(told_catalogue(catalogue))
    (folder / "catalogue.json").write_text(told, encoding="utf-8")
    _write_pictures(folder / "pictures", catalogue)
    _write_worker(folder)


def _must_be_there(parts: Parts) -> None:
    if not (parts.page / "index.html").is_file():
        raise NotWritten("the page is not built; in a clone, `make site` builds it")
    missing = [name for name in RUNTIME if not (parts.runtime / name).is_file()]
    if missing:
        raise NotWritten(
            f"the runtime lacks {missing[0]}; `--runtime` names a folder with the npm package "
            "`pyodide`, and in a clone `make site` brings it"
        )


def _index(text: str, prefix: str) -> str:
    """The page, told that its engine is in itself, what it does without, and where it lives."""
    own = f'data-house="page" data-without="{" ".join(WITHOUT)}"'
    text = text.replace("<html ", f"<html {own} ", 1)
    return re.sub(r'(href|src)="/(?!/)', rf'\1="{prefix}/', text)


# ---------------------------------------------------------------------- the engine


def write_engine(archive: Path, parts: Parts) -> None:
    """The engine's modules and content, not packed: a host packs better than an archive."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as written:
        for file, name in _engine_files(parts):
            entry = zipfile.ZipInfo(name)  # without a time, so that two builds are the same
            written.writestr(entry, _content(file) or file.read_bytes())


def _compile(engine: Path, runtime: Path, compiler: tuple[str, ...]) -> None:
    """Make bytecode of the engine, and of as much of the standard library as it needs."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*compiler, str(runtime), str(engine / ENGINE), folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotWritten(f"no bytecode was made: {done.stderr.strip()[-500:]}")
        for name in (ENGINE, LIBRARY):
            shutil.copyfile(Path(folder, name), engine / name)


def _engine_files(parts: Parts) -> Iterator[tuple[Path, str]]:
    for root, name in ((PACKAGE, "battlemat"), (parts.yaml, "yaml")):
        for file in sorted(root.rglob("*")):
            inner = file.relative_to(root)
            if file.is_file() and _belongs(inner) and not (name == "battlemat" and _apart(inner)):
                yield file, f"{name}/{inner.as_posix()}"


def _content(file: Path) -> bytes | None:
    """Shipped content as it is read without YAML."""
    if file.suffix != ".yaml" or not file.is_relative_to(PACKAGE / "packs" / "content"):
        return None
    return as_parsed(file)


def _belongs(inner: Path) -> bool:
    return "__pycache__" not in inner.parts and inner.suffix not in {".so", ".pyd", ".pyc", ".pxd"}


def _apart(inner: Path) -> bool:
    homes = {one.as_posix() for one in (inner, *inner.parents)}
    return not homes.isdisjoint(NOT_IN_PAGES) or inner.suffix in {".png", ".jpg"}


# ---------------------------------------------------------------------- pictures


def _write_pictures(folder: Path, catalogue: Catalogue) -> None:
    """The covers of the games, and the boards that can be chosen."""
    for name in catalogue.names():
        here = folder / name
        here.mkdir(parents=True)
        cover = catalogue.about(name).cover.picture
        if cover is not None:
            shutil.copyfile(cover, here / "cover.jpg")
        for choice in catalogue.choices(name):
            if choice["key"] in {"mission", "map"}:
                for option in choice["options"]:
                    _draw(here, catalogue, name, choice["key"], option["id"])


def _draw(folder: Path, catalogue: Catalogue, name: str, key: str, option: str) -> None:
    book = catalogue.find(name)
    for chosen in _ways_to_choose(catalogue, name, key, option):
        try:
            scene = as_json(book.scene(book.start(dict(catalogue.build(name, chosen)))))
        except BattlematError:
            continue  # this mission is not played on this map
        image = draw_png(scene, list(book.players), *size_within(scene, *_BOARD))
        (folder / f"{key}-{option}.png").write_bytes(image)
        return


def _ways_to_choose(
    catalogue: Catalogue, name: str, key: str, option: str
) -> Iterator[dict[str, str]]:
    yield {key: option}
    for choice in catalogue.choices(name):
        if choice["key"] == "mission" and key == "map":
            for mission in choice["options"]:
                yield {"mission": mission["id"], key: option}


# ---------------------------------------------------------------------- offline


def _write_worker(folder: Path) -> None:
    """The service worker that has everything at hand, keyed by what it is made of."""
    files = sorted(
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and file.name not in {"sw.js", "404.html"}
    )
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode() + b"\0" + (folder / name).read_bytes())
    text = (Path(__file__).parent / "sw.js").read_text(encoding="utf-8")
    told: dict[str, Any] = {"build": digest.hexdigest()[:16], "files": files}
    (folder / "sw.js").write_text(f"const SITE = {json.dumps(told)};\n\n{text}", encoding="utf-8")
