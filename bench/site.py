"""The edition without a server: what a first visit fetches, how long it takes, what thinking costs.

Everything is measured in one Chromium at a plain host of files: loading in turns with the bare
runtime, thinking beside this Python. What is told is processor time of the worker that runs Python.
Left out: compiling WebAssembly, which other threads do; the network; other browsers and telephones.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, expect

from battlemat.anywhere import folder
from bench import site_thinking
from bench.measure import Row
from bench.site_pages import megabytes, packed, spent, worker_seconds

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from browser.alone import BOOTING, PREFIX, RUNTIME, Site, written
from browser.stage import chromium

ROUNDS = 2
THOUGHT = (
    ("general", "skirm3", 3, 2.0),
    ("general", "openfire", 1, 2.0),
    ("captain", "skirm3", 40, 2.5),
    ("captain", "skirmishers", 30, 2.5),
    ("captain", "openfire", 20, 2.5),
)
"""Levels, rulebooks, so many answers, and how often the time of this Python they may take."""
PUBLISHED = "published"
"""A folder for the runtime as its makers publish it: ours has its library as bytecode."""
BARE = """
import { loadPyodide } from "./published/pyodide.mjs";
const indexURL = new URL("./published/", import.meta.url).href;
let python = await loadPyodide({ indexURL });
self.onmessage = async ({ data: [file, called, given] }) => {
  if (file) {
    const reply = await fetch(new URL("./engine/engine.zip", import.meta.url));
    const packed = await reply.arrayBuffer();
    python.FS.mkdirTree("/engine");
    python.unpackArchive(packed, "zip", { extractDir: "/engine" });
    python.FS.writeFile("/engine/asked.py", file);
    python.runPython("import sys; sys.path.insert(0, '/engine'); import asked");
  }
  const found = python.globals.get("asked") ?? python.runPython("import asked; asked");
  self.postMessage(called ? found[called](...given) : "");
};
self.postMessage("ready");
"""
TALK = """(asked) => new Promise((resolve) => {
  window.worker ??= new Worker("bare.mjs", { type: "module" });
  window.worker.onmessage = ({ data }) => resolve(data);
  window.worker.onerror = ({ message }) => resolve(`failed: ${message}`);
  if (asked) window.worker.postMessage(asked);
})"""


@contextmanager
def hosted() -> Iterator[tuple[Site, Browser]]:
    """A browser, and the edition at a host; beside it a page with the runtime alone."""
    with TemporaryDirectory() as root, chromium() as browser:
        site = Site(written(Path(root)))
        (site.folder / "bare.html").write_text("<!doctype html><title>bare</title>")
        (site.folder / "bare.mjs").write_text(BARE)
        (site.folder / PUBLISHED).mkdir()
        for name in folder.RUNTIME:
            shutil.copyfile(RUNTIME / name, site.folder / PUBLISHED / name)
        try:
            yield site, browser
        finally:
            site.stop()


def rows() -> list[Row]:
    """Size, loading, memory and thinking."""
    with hosted() as (site, browser):
        return [*_loading(site, browser), *_thinking(site, browser), _while_thinking(site, browser)]


def _bare(site: Site, context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto(f"{site.url}bare.html")
    said = page.evaluate(TALK, None)
    if said != "ready":
        raise SystemExit(f"the runtime does not begin: {said}")
    return page


def _first_board(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_test_id("both").click(timeout=BOOTING)
    expect(page.locator(".prompt.mine")).to_be_visible(timeout=BOOTING)


def _loading(site: Site, browser: Browser) -> list[Row]:
    least = dict.fromkeys(("bare", "cold", "warm", "offline"), float("inf"))
    held, fetched = 0.0, set[str]()
    for _ in range(ROUNDS):
        context = browser.new_context(service_workers="block")
        before = worker_seconds()
        _bare(site, context)
        least["bare"] = min(least["bare"], spent(before))
        context.close()
        context = browser.new_context()
        context.on("request", lambda one: fetched.add(urlsplit(one.url).path))
        for way in ("cold", "warm", "offline"):
            context.set_offline(way == "offline")
            page, before = context.new_page(), worker_seconds()
            _first_board(page, site.url)
            least[way] = min(least[way], spent(before))
            held = max(held, megabytes())
            if way == "cold":
                first = set(fetched)
                page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.close()
        context.close()
    return [
        _size("fetched up to the first board, brotli", _files(site, first)),
        _size("all that is kept for offline, brotli", _all_files(site)),
        *(
            Row(
                f"first skirm3 board, {way}",
                f"{least[way]:.2f} s",
                f"{least['bare']:.2f} s (runtime alone, as published)",
                f"{least[way] / least['bare']:.2f}",
                "1.5",
            )
            for way in ("cold", "warm", "offline")
        ),
        Row("page with one engine", f"{held:.0f} MB", goal="350 MB"),
    ]


def _files(site: Site, paths: set[str]) -> list[Path]:
    inner = {path.removeprefix(PREFIX).strip("/") or "index.html" for path in paths}
    return sorted(file for one in inner if (file := site.folder / one).is_file())


def _all_files(site: Site) -> list[Path]:
    left = {"404.html", "bare.html", "bare.mjs"}
    files = (one for one in site.folder.rglob("*") if one.is_file() and one.name not in left)
    return sorted(one for one in files if one.parent.name != PUBLISHED)


def _size(what: str, files: list[Path]) -> Row:
    return Row(what, f"{packed(files):.2f} MB", f"{len(files)} files", goal="8 MB")


def _thinking(site: Site, browser: Browser) -> list[Row]:
    file = Path(site_thinking.__file__).read_text(encoding="utf-8")
    found = []
    for level, rulebook, answers, goal in THOUGHT:
        context = browser.new_context(service_workers="block")
        page = _bare(site, context)
        page.evaluate(TALK, [file, "prepare", [rulebook, level]])
        before = worker_seconds()
        there = page.evaluate(TALK, ["", "think", [answers]])
        theirs = spent(before)
        context.close()
        site_thinking.prepare(rulebook, level)
        start = time.process_time()
        here = site_thinking.think(answers)
        ours = time.process_time() - start
        same = "the same answers" if here == there else "OTHER ANSWERS"
        what = f"{level}, {rulebook}, {answers} answers"
        found.append(
            Row(what, f"{theirs:.2f} s", f"{ours:.2f} s, {same}", f"{theirs / ours:.2f}", f"{goal}")
        )
    return found


def _while_thinking(site: Site, browser: Browser) -> Row:
    """Both engines at work: a machine thinks against another one."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(site.url)
    page.get_by_test_id("watch").click(timeout=BOOTING)
    expect(page.get_by_test_id("table")).to_be_visible(timeout=BOOTING)
    held = 0.0
    for _ in range(40):
        page.wait_for_timeout(500)
        held = max(held, megabytes())
    context.close()
    return Row("page while machines think", f"{held:.0f} MB", goal="650 MB")
